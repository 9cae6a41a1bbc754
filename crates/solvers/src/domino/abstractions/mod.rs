//! What tells that no win can be reached, without a look at every state.

pub mod delete_relaxation;
pub mod diagonals;
pub mod minimal_sets;
pub mod retrograde;
