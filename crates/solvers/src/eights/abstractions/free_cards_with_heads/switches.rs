//! Which prunings of free cards with heads are on.

/// Which prunings the searches use, those that the rules support.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switches {
    /// `dead_ends.rs`.
    pub dead_ends: bool,
    /// `persistent_sets.rs`.
    pub persistent_sets: bool,
    /// The chain-counting test of `relaxation.rs`.
    pub chain_counting: bool,
    /// `forced_talon_dominance.rs`.
    pub forced_talon_dominance: bool,
    /// The macro moves of the talon and the safe foundation moves, see `space.rs`: both only where no turned card
    /// must be played.
    pub free_talon: bool,
}

impl Switches {
    /// All prunings.
    pub const ALL: Switches = Switches {
        dead_ends: true,
        persistent_sets: true,
        chain_counting: true,
        forced_talon_dominance: true,
        free_talon: true,
    };

    /// No pruning.
    pub const NONE: Switches = Switches {
        dead_ends: false,
        persistent_sets: false,
        chain_counting: false,
        forced_talon_dominance: false,
        free_talon: false,
    };
}
