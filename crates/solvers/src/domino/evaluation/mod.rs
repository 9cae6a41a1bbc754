//! What tells the searches which state is better, and how many moves a win takes at least.

pub mod complete_beam;
pub mod lower_bound;
pub mod partial_order;
pub mod rounds;
