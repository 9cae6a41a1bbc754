//! Search engines that know no card.
//!
//! A game gives a [`Space`]; the engines look for a won state in it within a [`Budget`]. A ladder
//! ([`climb`]) runs several, cheapest first, until one answers.

mod beam;
mod exhaust;
mod ladder;
mod limits;
mod shortest;
mod space;

pub use beam::{Beam, Valued, beam};
pub use exhaust::{Visited, exhaust};
pub use ladder::{Run, Rung, climb};
pub use limits::{Budget, Limit, Limits, Outcome, Stop, Verdict};
pub use shortest::{Bounded, Shortest, shortest};
pub use space::Space;
