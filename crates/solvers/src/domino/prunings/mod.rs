//! What leaves out parts of a search, a file each with its claim and proof, and the switches.

pub mod last_mover;
pub mod persistent_sets;
pub mod sleep_sets;

use gehtauf_rules::domino::Variant;

use super::abstractions::{delete_relaxation, diagonals, retrograde};

/// Which prunings, abstractions and searches are on. No verdict but "unknown" depends on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunings {
    /// Best-first rounds come first. They prove nothing, so nothing has to be shown.
    pub rounds: bool,
    /// [`persistent_sets`] of moves (`fill=left`, within a round).
    pub persistent_sets: bool,
    /// [`sleep_sets`] of gaps (as above).
    pub sleep_sets: bool,
    /// The [`delete_relaxation`] tells dead positions of the last round (`fill=left`).
    pub delete_relaxation: bool,
    /// [`retrograde`] analysis of the last round and the complete beam (`fill=both`).
    pub retrograde: bool,
    /// [`diagonals`] in use tell dead positions of the last round (`fill=both`).
    pub diagonals_in_use: bool,
    /// Retrograde analysis minds in which order diagonals cross a row.
    pub row_order: bool,
    /// [`last_mover`]: the complete beam does not move a card twice on end.
    pub last_mover: bool,
}

impl Prunings {
    /// All on.
    pub const ALL: Prunings = Prunings {
        rounds: true,
        persistent_sets: true,
        sleep_sets: true,
        delete_relaxation: true,
        retrograde: true,
        diagonals_in_use: true,
        row_order: true,
        last_mover: true,
    };
    /// All off.
    pub const NONE: Prunings = Prunings {
        rounds: false,
        persistent_sets: false,
        sleep_sets: false,
        delete_relaxation: false,
        retrograde: false,
        diagonals_in_use: false,
        row_order: false,
        last_mover: false,
    };

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
        }
    }
}
