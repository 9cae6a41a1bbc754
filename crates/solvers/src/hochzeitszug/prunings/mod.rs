//! What leaves out parts of a search, a file each with its claim and proof, and the switches.

pub mod dominated_nodes;
pub mod frontier_targets;
pub mod persistent_sets;
pub mod reversible_packings;
pub mod safe_foundation_moves;
pub mod switches;
pub mod symmetric_stacks;

use gehtauf_rules::hochzeitszug::Variant;

use super::abstractions::{belief_sets, retrograde, single_suit};
use super::sat;

pub use switches::Prunings;

impl Prunings {
    /// Those of them whose proofs hold for the variant.
    pub fn supported(self, variant: &Variant) -> Prunings {
        Prunings {
            symmetric_stacks: self.symmetric_stacks && symmetric_stacks::supports(variant),
            safe_foundation_moves: self.safe_foundation_moves
                && safe_foundation_moves::supports(variant),
            belief_sets: self.belief_sets && belief_sets::supports(variant),
            dominated_nodes: self.dominated_nodes && dominated_nodes::supports(variant),
            single_suits: self.single_suits && single_suit::supports(variant),
            retrograde: self.retrograde && retrograde::supports(variant),
            sat: self.sat && sat::supports(variant),
            foundation_clauses: self.foundation_clauses,
            host_clauses: self.host_clauses,
            persistent_sets: self.persistent_sets && persistent_sets::supports(variant),
            reversible_packings: self.reversible_packings && reversible_packings::supports(variant),
            roll_outs: self.roll_outs,
            last_rounds: self.last_rounds,
        }
    }
}
