//! What the complete searches leave out, one file and one switch each, and the switches of the abstractions.

pub mod dead_ends;
pub mod safe_foundation_moves;
mod switches;
pub mod symmetric_columns;
pub mod talon_macro_moves;

use gehtauf_rules::eights::Rules;

use super::abstractions::{chain_counting, delete_relaxation, free_cards, tracked_cards};
use super::sat;

pub use switches::Prunings;

impl Prunings {
    /// Those of them whose proofs hold under these rules.
    pub(super) fn supported(self, rules: &Rules) -> Prunings {
        Prunings {
            symmetric_columns: self.symmetric_columns && symmetric_columns::supports(rules),
            talon_macro_moves: self.talon_macro_moves && talon_macro_moves::supports(rules),
            safe_foundation_moves: self.safe_foundation_moves
                && safe_foundation_moves::supports(rules),
            dead_ends: self.dead_ends && dead_ends::supports(rules),
            chain_counting: self.chain_counting && chain_counting::supports(rules),
            free_cards: self.free_cards && free_cards::supports(rules),
            delete_relaxation: self.delete_relaxation && delete_relaxation::supports(rules),
            tracked_cards: self.tracked_cards && tracked_cards::supports(rules),
            sat: self.sat && sat::supports(rules),
        }
    }
}
