//! Players of Eklige Elfer.
//!
//! | where | what |
//! |---|---|
//! | [`seen`] | the table packed: runs, face-down cards without a face, the types of the unseen cards |
//! | [`hidden`] | what may lie behind it: the order of the unseen cards, sampled |
//! | [`layer`] | beam search over what can be done between two deals |
//! | [`evaluation`] | what the end of a layer is worth |
//! | [`plan`] | from the best end to moves |
//! | [`planner`], [`searcher`] | the players |

mod evaluation;
mod greedy;
mod hidden;
mod layer;
mod naive;
mod plan;
mod planner;
mod searcher;
mod seen;
mod tails;

use greedy::GREEDY;
use naive::NAIVE;
use planner::Planner;
use searcher::Searcher;

use crate::player::Player;
use crate::random::Random;

/// The weakest first.
pub(crate) const PLAYERS: &[&dyn Player] = &[&Random, &NAIVE, &GREEDY, &Planner, &Searcher];

/// What learning the weights needs; see `examples/train_elfer.rs`.
#[cfg(feature = "training")]
pub mod training {
    pub use super::evaluation::{CHANCES, FEATURES, WEIGHTS, Weights};
    pub use super::hidden::Hidden;
    pub use super::layer::Layer;
    pub use super::plan::Planning;
    pub use super::seen::Seen;
}
