//! What leaves out parts of a search, a file each with its claim and proof, and the switches.

pub mod detours;
pub mod last_mover;
pub mod persistent_sets;
pub mod sleep_sets;
pub mod switches;

use gehtauf_rules::domino::Variant;

use super::abstractions::{delete_relaxation, diagonals, retrograde};

pub use switches::Prunings;

impl Prunings {
    /// Those of them whose proofs hold for the variant.
    pub fn supported(self, variant: &Variant) -> Prunings {
        let has_diagonals = diagonals::supports(variant);
        Prunings {
            rounds: self.rounds,
            persistent_sets: self.persistent_sets && persistent_sets::supports(variant),
            sleep_sets: self.sleep_sets && sleep_sets::supports(variant),
            delete_relaxation: self.delete_relaxation && delete_relaxation::supports(variant),
            retrograde: self.retrograde && retrograde::supports(variant),
            diagonals_in_use: self.diagonals_in_use && has_diagonals,
            row_order: self.row_order && has_diagonals,
            last_mover: self.last_mover && last_mover::supports(variant),
            detours: self.detours && detours::supports(variant),
        }
    }
}
