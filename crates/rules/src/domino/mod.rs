//! Domino.
//!
//! Source: RULES.md, section "Domino".

mod layout;
mod position;
#[cfg(test)]
mod tests;
mod variant;

pub(crate) use layout::missing;
pub use position::Domino;
pub use variant::{MAX_PLACES, MAX_ROWS, OPTIONS, Variant};
