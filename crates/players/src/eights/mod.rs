//! Players of Acht mal Acht and 8x8. The planner of 8x8, who plays the last pass of Acht mal Acht too:
//!
//! | where | what |
//! |---|---|
//! | [`seen`] | the table packed: which card lies on which, and of the unseen cards how many of each card type |
//! | [`plan`] | beam search over what can be done before a card is turned up |
//! | [`evaluation`] | what the end of a plan is worth |
//! | [`weights`] | what was learnt of that |

mod evaluation;
mod greedy;
mod naive;
mod plan;
mod planner;
mod scout;
mod searcher;
mod seen;
mod weights;

use gehtauf_rules::eights::Table;
use gehtauf_rules::{AnyPosition, Move, View};
use gehtauf_search::{Limits, Verdict};
use gehtauf_solvers::solve;
use greedy::GREEDY;
use naive::NAIVE;
use planner::PLANNER;
use scout::{QUICK_SCOUT, SCOUT};
use searcher::Searcher;

use crate::player::Player;
use crate::random::Random;

/// Those of Acht mal Acht, the weakest first.
pub(crate) const ACHT_MAL_ACHT: &[&dyn Player] = &[&NAIVE, &Random, &GREEDY, &QUICK_SCOUT, &SCOUT];

/// Those of 8x8, the weakest first.
pub(crate) const EIGHT_BY_EIGHT: &[&dyn Player] = &[&NAIVE, &GREEDY, &Random, &PLANNER, &Searcher];

/// What lies on the table, with the unseen cards in the order of the pack.
fn table(view: &View) -> Option<&Table> {
    match view.position() {
        AnyPosition::AchtMalAcht(position) => Some(position.table()),
        AnyPosition::EightByEight(position) => Some(position.table()),
        _ => None,
    }
}

/// The moves of a win of a position, whatever has been seen of it; none if so many states show none.
fn win(position: &AnyPosition, max_states: u64) -> Vec<Move> {
    let limits = Limits { max_states, ..Limits::default() };
    match solve(position, limits, None).map(|solution| solution.verdict) {
        Ok(Verdict::Won(moves)) => moves,
        _ => Vec::new(),
    }
}

/// What learning the planner's weights needs; see `examples/train_blind_eights.rs`.
#[cfg(feature = "training")]
pub mod training {
    pub use super::evaluation::{FACE_DOWN, FEATURES, TaperedWeights};
    pub use super::planner::Planner;
    pub use super::weights::{EIGHT_BY_EIGHT, LAST_PASS};
}
