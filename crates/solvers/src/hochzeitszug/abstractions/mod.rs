//! Games with fewer states in which the same is won: what makes them and their proofs.

pub mod belief_sets;
pub mod retrograde;
pub mod single_suit;
