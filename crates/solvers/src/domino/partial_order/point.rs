//! A state as the search under `fill=left` looks at it.

use crate::domino::moves::Step;
use crate::domino::state::{CardId, Gaps, Packed, State, VariantTables, rank};

/// A state, the gaps that sleep in it, and what would take long to find out anew after each move.
#[derive(Clone, Copy)]
pub struct Point {
    pub state: State,
    pub asleep: Gaps,
    /// See [`Point::next`].
    next: [CardId; 64],
    /// See [`Point::misplaced`].
    misplaced: u64,
    /// See [`Point::callers`].
    callers: u64,
}

/// A point without what the cards in all places tell, and without the gaps that sleep.
pub struct PackedPoint {
    state: Packed,
    misplaced: u64,
    callers: u64,
}

impl PackedPoint {
    /// The point again.
    pub fn unpack(&self, asleep: Gaps) -> Point {
        let PackedPoint { misplaced, callers, .. } = *self;
        let state = self.state.unpack();
        Point { state, asleep, next: next(&state), misplaced, callers }
    }
}

/// For each card the one that its place calls for once it has left.
fn next(state: &State) -> [CardId; 64] {
    let mut next = [0; 64];
    for row in state.cells().chunks_exact(16) {
        for place in 1..14 {
            next[usize::from(row[place] & 63)] = row[place - 1] + 1;
        }
    }
    next[0] = 0;
    next
}

/// Whether a card is one of [`Point::callers`] with another at its right, 0 for none.
fn is_caller(card: CardId, right: CardId) -> bool {
    (1..=11).contains(&rank(card)) && right != card + 1
}

impl Point {
    /// A state in which no gap sleeps.
    pub fn new(tables: &VariantTables, state: State) -> Point {
        let (mut misplaced, mut callers) = (0, 0);
        for row in 0..tables.rows {
            for cell in 16 * row..=16 * row + tables.top {
                let card = state.card(cell);
                misplaced |= u64::from(card != 0 && !state.is_in_place(card, cell)) << card;
                callers |= u64::from(is_caller(card, state.card(cell + 1))) << cell;
            }
        }
        Point { state, asleep: 0, next: next(&state), misplaced, callers }
    }

    /// The point without what the cards in all places tell, and without the gaps that sleep.
    pub fn pack(&self) -> PackedPoint {
        PackedPoint { state: self.state.pack(), misplaced: self.misplaced, callers: self.callers }
    }

    /// The card that a card's place calls for once it has left; what cannot move if it calls for none.
    pub fn next(&self, card: CardId) -> CardId {
        self.next[usize::from(card & 63)]
    }

    /// What a gap calls for: what comes after the card at its left, whether or not that can move.
    pub fn call(&self, gap: u8) -> CardId {
        // (A gap that is not there, for want of a row, is 0, and in place 63 lies nothing.)
        self.state.card(self.state.gap(gap).wrapping_sub(1)) + 1
    }

    /// What the gaps call for, see [`Point::call`].
    pub fn calls(&self) -> [CardId; 4] {
        [self.call(0), self.call(1), self.call(2), self.call(3)]
    }

    /// The cards that are not in their places of the won position, a bit each.
    pub fn misplaced(&self) -> u64 {
        self.misplaced
    }

    /// The places of the cards, a bit each, at whose right the next in suit does not lie, but of no Queens and
    /// Kings.
    pub fn callers(&self) -> u64 {
        self.callers
    }

    /// Fills a gap that has a move, and wakes those that its card disturbs.
    pub fn fill(&mut self, gap: u8) -> Step {
        let calls = self.calls();
        let card = calls[usize::from(gap & 3)];
        let is_woken = |gap: usize| u8::from(calls[gap].abs_diff(card) == 1) << gap;
        self.fill_waking(gap, is_woken(0) | is_woken(1) | is_woken(2) | is_woken(3))
    }

    /// Fills a gap that has a move; `woken` are those that its card disturbs, of the gaps that sleep.
    pub fn fill_waking(&mut self, gap: u8, woken: Gaps) -> Step {
        let step = Step { card: self.call(gap), to: self.state.gap(gap) };
        self.asleep &= !woken;
        let Step { card, to } = step;
        let from = self.state.spot(card);
        let mut set_next = |of: CardId, next| self.next[usize::from(of & 63)] = next;
        set_next(self.state.card(from + 1), 1);
        set_next(self.state.card(to + 1), card + 1);
        set_next(card, card);
        // Where nothing lies at the right, this was set for no card.
        set_next(0, 0);
        let (left, right) = (self.state.card(from - 1), self.state.card(to + 1));
        self.callers &= !(1 << from | 1 << (to - 1));
        self.callers |= u64::from(left == card - 1 && is_caller(left, 0)) << (from - 1);
        self.callers |= u64::from(is_caller(card, right)) << to;
        self.misplaced &= !(1 << card);
        self.misplaced |= u64::from(!self.state.is_in_place(card, to)) << card;
        self.state.fill(gap, card);
        step
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use gehtauf_search::bits;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn a_moved_point_is_that_of_its_state() {
        let mut misplaced = 0;
        for ranks in ["5", "13"] {
            let options = [("fill", "left"), ("redeals", "0"), ("ranks", ranks)];
            let game = Game::new(RuleSet::Domino, &options).unwrap();
            for seed in 0..50 {
                let AnyPosition::Domino(domino) =
                    game.deal(&seeded_deck(seed, game.pack())).unwrap()
                else {
                    unreachable!()
                };
                let tables = VariantTables::new(domino.variant());
                let mut rng = Pcg64::seed_from_u64(seed);
                let mut point =
                    Point::new(&tables, State::new(&domino, domino.variant().row_suits()));
                loop {
                    let unpacked = point.pack().unpack(point.asleep);
                    for other in [Point::new(&tables, point.state), unpacked] {
                        assert_eq!(point.misplaced(), other.misplaced());
                        assert_eq!(point.callers(), other.callers());
                        for card in bits(tables.movable).filter(|&card| point.state.spot(card) != 0)
                        {
                            assert_eq!(point.next(card), other.next(card));
                        }
                    }
                    let live: Vec<u8> =
                        (0..4).filter(|&gap| tables.movable >> point.call(gap) & 1 == 1).collect();
                    if live.is_empty() {
                        break;
                    }
                    let before = point.misplaced().count_ones();
                    point.fill(live[rng.next_u32() as usize % live.len()]);
                    misplaced += u32::from(point.misplaced().count_ones() > before);
                }
            }
        }
        assert!(misplaced > 0);
    }
}
