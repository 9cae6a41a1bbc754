//! Eklige Elfer.
//!
//! Source: RULES.md, section "Eklige Elfer".

mod layout;
mod position;
#[cfg(test)]
mod tests;
mod variant;

pub(crate) use layout::missing;
pub use position::EkligeElfer;
pub use variant::{OPTIONS, Variant};
