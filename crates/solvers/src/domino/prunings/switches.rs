//! The switches.

/// Which prunings, abstractions and searches are on. No verdict but "unknown" depends on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunings {
    /// Searches for wins only: best-first rounds, no redeal, to the left. They prove nothing, so nothing has to be shown.
    pub rounds: bool,
    /// `persistent_sets` of moves (`fill=left`, within a round).
    pub persistent_sets: bool,
    /// `sleep_sets` of gaps (as above).
    pub sleep_sets: bool,
    /// The `delete_relaxation` tells dead positions of the last round (`fill=left`).
    pub delete_relaxation: bool,
    /// `retrograde` analysis of the last round and the complete beam (`fill=both`).
    pub retrograde: bool,
    /// `diagonals` in use tell dead positions of the last round (`fill=both`).
    pub diagonals_in_use: bool,
    /// Retrograde analysis minds in which order diagonals cross a row.
    pub row_order: bool,
    /// `last_mover`: the complete beam does not move a card twice on end.
    pub last_mover: bool,
    /// `detours` make the bound on the moves left sharper, for shortest wins.
    pub detours: bool,
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
        detours: true,
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
        detours: false,
    };
}
