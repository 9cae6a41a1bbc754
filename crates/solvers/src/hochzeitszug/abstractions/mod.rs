//! Games with fewer states or conditions in which the same is won: what makes them and their proofs.

pub mod belief_sets;
pub mod delete_relaxation;
pub mod retrograde;
pub mod single_suit;
