//! What a state is judged by: features with a number each, and their weights; and a bound on the moves left.

pub mod features;
pub mod free_cards;
pub mod free_cards_with_heads;
pub mod lower_bound;
pub mod shortest;
pub mod tables;
#[cfg(feature = "training")]
pub mod training;
pub mod weights;
