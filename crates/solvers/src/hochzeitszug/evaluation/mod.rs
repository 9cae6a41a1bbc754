//! What tells the searches which state is better, and how many moves a win takes at least.

pub mod levels;
pub mod lower_bound;
pub mod round;
pub mod shortest;
