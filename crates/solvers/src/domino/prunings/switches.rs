//! The switches.

use crate::switches::switches;

switches! {
    /// Which prunings, abstractions and searches are on. No verdict but "unknown" depends on them.
    pub struct Prunings {
        /// Searches for wins only: best-first rounds, no redeal, to the left. They prove nothing, so nothing has to be shown.
        rounds,
        /// `persistent_sets` of moves (`fill=left`, within a round).
        persistent_sets,
        /// `sleep_sets` of gaps (as above).
        sleep_sets,
        /// The `delete_relaxation` tells dead positions of the last round (`fill=left`).
        delete_relaxation,
        /// `retrograde` analysis of the last round and the complete beam (`fill=both`).
        retrograde,
        /// `diagonals` in use tell dead positions of the last round (`fill=both`).
        diagonals_in_use,
        /// Retrograde analysis minds in which order diagonals cross a row.
        row_order,
        /// `last_mover`: the complete beam does not move a card twice on end.
        last_mover,
        /// `detours` make the bound on the moves left sharper, for shortest wins.
        detours,
    }
}
