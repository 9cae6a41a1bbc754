//! What the beams go by, and a bound on the moves of a win.

pub mod costs;
pub mod lower_bound;
pub mod shortest;
