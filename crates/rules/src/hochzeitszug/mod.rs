//! Hochzeitszug.
//!
//! Source: RULES.md, section "Hochzeitszug".

mod layout;
mod position;
#[cfg(test)]
mod tests;
mod variant;

pub(crate) use layout::missing;
pub use position::Hochzeitszug;
pub use variant::{MAX_STACKS, OPTIONS, Variant};
