//! A state as the search under `fill=left` looks at it.

use super::relaxed::Gaps;
use super::state::{CardId, Packed, Rules, State, Step};

/// A state, the gaps that sleep in it, and what would take long to find out anew after each move.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) state: State,
    pub(super) asleep: Gaps,
    /// See [`Point::next`].
    next: [CardId; 64],
    /// See [`Point::strays`].
    strays: u64,
}

/// A point without what the cards in all places tell.
pub(super) struct PackedPoint {
    state: Packed,
    asleep: Gaps,
    strays: u64,
}

impl PackedPoint {
    /// The point again.
    pub(super) fn unpack(&self) -> Point {
        let state = self.state.unpack();
        Point { state, asleep: self.asleep, next: next(&state), strays: self.strays }
    }
}

/// For each card the one that its place calls for once it has left.
fn next(state: &State) -> [CardId; 64] {
    let mut next = [0; 64];
    for pair in state.cells().windows(2) {
        next[usize::from(pair[1] & 63)] = pair[0] + 1;
    }
    next[0] = 0;
    next
}

impl Point {
    /// A state in which no gap sleeps.
    pub(super) fn new(rules: &Rules, state: State) -> Point {
        let mut strays = 0;
        for row in 0..rules.rows {
            for cell in 16 * row + 1..=16 * row + rules.top {
                let card = state.card(cell);
                strays |= u64::from(card != 0 && !state.is_home(card, cell)) << card;
            }
        }
        Point { state, asleep: 0, next: next(&state), strays }
    }

    /// The point without what the cards in all places tell.
    pub(super) fn pack(&self) -> PackedPoint {
        PackedPoint { state: self.state.pack(), asleep: self.asleep, strays: self.strays }
    }

    /// The card that a card's place calls for once it has left; what cannot move if it calls for none.
    pub(super) fn next(&self, card: CardId) -> CardId {
        self.next[usize::from(card & 63)]
    }

    /// What a gap calls for: what comes after the card at its left, whether or not that can move.
    pub(super) fn call(&self, gap: u8) -> CardId {
        // (A gap that is not there, for want of a row, is 0, and in place 63 lies nothing.)
        self.state.card(self.state.gap(gap).wrapping_sub(1)) + 1
    }

    /// The cards that are not home, a bit each.
    pub(super) fn strays(&self) -> u64 {
        self.strays
    }

    /// Fills a gap that has a move, and wakes those that its card disturbs.
    pub(super) fn fill(&mut self, gap: u8) -> Step {
        let step = Step { card: self.call(gap), to: self.state.gap(gap) };
        let is_woken = |gap: u8| u8::from(self.call(gap).abs_diff(step.card) == 1) << gap;
        self.asleep &= !(is_woken(0) | is_woken(1) | is_woken(2) | is_woken(3));
        self.move_card(step);
        step
    }

    /// Moves a card into the gap that its left neighbour in suit lies before.
    pub(super) fn move_card(&mut self, step: Step) {
        let Step { card, to } = step;
        let from = self.state.spot(card);
        let mut set_next = |of: CardId, next| self.next[usize::from(of & 63)] = next;
        set_next(self.state.card(from + 1), 1);
        set_next(self.state.card(to + 1), card + 1);
        set_next(card, card);
        // Where nothing lies at the right, this was set for no card.
        set_next(0, 0);
        self.strays &= !(1 << card);
        self.strays |= u64::from(!self.state.is_home(card, to)) << card;
        self.state.move_card(step);
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::super::relaxed::ones;
    use super::*;

    #[test]
    fn a_moved_point_is_that_of_its_state() {
        let mut strays = 0;
        for ranks in ["5", "13"] {
            let options = [("fill", "left"), ("redeals", "0"), ("ranks", ranks)];
            let game = Game::new(RuleSet::Domino, &options).unwrap();
            for seed in 0..50 {
                let AnyPosition::Domino(domino) =
                    game.deal(&seeded_deck(seed, game.pack())).unwrap()
                else {
                    unreachable!()
                };
                let rules = Rules::new(domino.variant());
                let mut rng = Pcg64::seed_from_u64(seed);
                let mut point =
                    Point::new(&rules, State::new(&domino, domino.variant().row_suits()));
                loop {
                    let unpacked = point.pack().unpack();
                    for other in [Point::new(&rules, point.state), unpacked] {
                        assert_eq!(point.strays(), other.strays());
                        for card in ones(rules.movable).filter(|&card| point.state.spot(card) != 0)
                        {
                            assert_eq!(point.next(card), other.next(card));
                        }
                    }
                    assert_eq!(point.asleep, unpacked.asleep);
                    let mut steps = Vec::new();
                    point.state.for_each_card_step(&rules, |step| steps.push(step));
                    if steps.is_empty() {
                        break;
                    }
                    let before = point.strays().count_ones();
                    point.move_card(steps[rng.next_u32() as usize % steps.len()]);
                    point.asleep = rng.next_u32() as Gaps & 15;
                    strays += u32::from(point.strays().count_ones() > before);
                }
            }
        }
        assert!(strays > 0);
    }
}
