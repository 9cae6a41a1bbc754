//! A state as the search under `fill=left` looks at it.

use super::relaxed::Gaps;
use super::state::{CardId, Rules, State, Step};

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

impl Point {
    /// A state in which no gap sleeps.
    pub(super) fn new(rules: &Rules, state: State) -> Point {
        let mut point = Point { state, asleep: 0, next: [0; 64], strays: 0 };
        for row in 0..rules.rows {
            for cell in 16 * row + 1..=16 * row + rules.top {
                let card = state.card(cell);
                if card != 0 {
                    point.next[usize::from(card & 63)] = state.card(cell - 1) + 1;
                    point.strays |= u64::from(!state.is_home(card, cell)) << card;
                }
            }
        }
        point
    }

    /// The card that a card's place calls for once it has left; what cannot move if it calls for none.
    pub(super) fn next(&self, card: CardId) -> CardId {
        self.next[usize::from(card & 63)]
    }

    /// The cards that are not home, a bit each.
    pub(super) fn strays(&self) -> u64 {
        self.strays
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
                    let anew = Point::new(&rules, point.state);
                    assert_eq!(point.strays(), anew.strays());
                    for card in ones(rules.movable).filter(|&card| point.state.spot(card) != 0) {
                        assert_eq!(point.next(card), anew.next(card));
                    }
                    let mut steps = Vec::new();
                    point.state.for_each_card_step(&rules, |step| steps.push(step));
                    if steps.is_empty() {
                        break;
                    }
                    let before = point.strays().count_ones();
                    point.move_card(steps[rng.next_u32() as usize % steps.len()]);
                    strays += u32::from(point.strays().count_ones() > before);
                }
            }
        }
        assert!(strays > 0);
    }
}
