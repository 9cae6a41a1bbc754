//! The abstraction that leaves out how free cards lie; level-wise beams search it, `arrange.rs` makes real
//! moves of a win.
//!
//! *Setup.* The base of a column is the first card of the longest run at its end, if dealt cards lie under that.
//! The other cards of these runs are free. A column that is nothing but one run has no base and is called
//! cleared, whether or not it is empty. An abstract state is the bases, the stock, the place in the talon, the pass
//! and the foundations ([`FreeCardKey`]); which cards are free follows. Each free card lies first in a cleared
//! column or on a parent, a base or free card of the face that it builds on, which carries no other. The free
//! cards that build on one face are a class. A class with more children than parents needs the difference of
//! cleared columns; the state needs the sum over its classes, never more than there are.
//!
//! *Claim.* Positions of one state are all winnable or none is.
//!
//! *Invariant.* From two positions of one state two plays go on through positions of one state.
//!
//! *Each move keeps it.* What a move asks of the state:
//! - A turn or a redeal, and a run or part of one that takes no base along: nothing, and nothing of the state but the
//!   place in the talon changes.
//! - A base with all that lies on it to another column, or a stock card to a column: with it among the children no
//!   more cleared columns are needed than there are, for it becomes a free card. (A stock card is no parent
//!   before it lies.)
//! - A base or free card to its foundation: it carries nothing then, so that without it among the parents no more
//!   cleared columns are needed than there are.
//! - A stock card to its foundation: nothing.
//!
//! That is also enough. Let there be no open parent for the new child, or for the child of the card that is to be
//! uncovered, and no empty column. Then all parents of the class carry a child, so that one card less of the class
//! lies first in a cleared column than will be needed. All cleared columns have a first card, so in another class
//! more lie first than are needed. That class has an open parent, and the move there, of the whole column,
//! empties it. Now the child has a place.
//!
//! *Conclusion.* Both plays come to no base and no stock card, or neither. Then both win: of the free cards the
//! lowest carry nothing, and all lower cards are on the foundations.
//!
//! *Needs.* Runs go to empty columns, no card is face down, nothing is forced, nothing comes back from the
//! foundations, each copy has a pile of its own.
//! Oracle: `each_pruning` in `tests/eights`, `Prunings::free_cards` alone and with each pruning of it, and
//! `a_level_wise_beam_of_any_width_is_right_or_open`.

mod arrange;
mod counts;
mod space;
mod state;

pub use space::{FreeCardMove, FreeCardSpace};
pub use state::{FreeCardKey, FreeCardState, supports};

#[cfg(test)]
mod tests {
    use gehtauf_search::{Budget, LevelWise, Limits, Outcome, Verdict};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::eights::evaluation::free_cards::FreeCardEvaluator;
    use crate::eights::evaluation::weights;
    use crate::eights::prunings::Prunings;
    use crate::eights::state::Deal;
    use crate::eights::{exhaust_with, small_deals};

    #[test]
    fn a_level_wise_beam_of_any_width_is_right_or_open() {
        let budget = || Budget::new(Limits::default(), None);
        let mut open = 0;
        let mut right = [0; 2];
        for size in [
            ["1", "4", "SD", "2", "3", "4"],
            ["2", "4", "CH", "2", "2", "5"],
            ["1", "5", "CH", "2", "3", "4"],
        ] {
            for (seed, table) in small_deals(size, 0..60) {
                let (truth, _) = exhaust_with(&table, Prunings::NONE, &mut budget());
                let winnable = matches!(truth, Verdict::Won(_));
                let (deal, start) = Deal::new(&table).unwrap();
                for prunings in [Prunings::NONE, Prunings::ALL] {
                    let space = FreeCardSpace::new(&deal, prunings).unwrap();
                    let evaluator = FreeCardEvaluator::new(&space, &weights::FREE_CARDS);
                    for width in [1, 2, 4, 8, usize::MAX] {
                        let (mut budget, mut rng) = (budget(), Pcg64::new(seed.into(), 1));
                        let mut beam = LevelWise::new(&space, &evaluator, budget.memory());
                        let start = space.start(&start);
                        match beam.search(&start, width, &mut rng, &mut budget).unwrap() {
                            Outcome::Open => {
                                assert_ne!(width, usize::MAX);
                                open += 1;
                            }
                            outcome => {
                                let won = matches!(outcome, Outcome::Won(_));
                                assert_eq!(won, winnable, "{size:?} seed {seed} width {width}");
                                right[usize::from(won)] += 1;
                            }
                        }
                    }
                }
            }
        }
        assert!(open > 100 && right.iter().all(|&n| n > 100), "{open} open, right {right:?}");
    }
}
