//! The switches of the prunings and abstractions.

/// The prunings and abstractions of the complete searches; each can be switched off for tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunings {
    /// Columns without a dealt card may change places.
    pub symmetric_columns: bool,
    /// Cards are turned over only for a card that is then played, and with unlimited passes the place
    /// in the talon does not count.
    pub talon_macro_moves: bool,
    /// A foundation move that never hurts is the only one looked at.
    pub safe_foundation_moves: bool,
    /// A position of which no column can ever be emptied is not searched.
    pub dead_ends: bool,
    /// A deal that the chain-counting relaxation cannot win is not searched.
    pub chain_counting: bool,
    /// How free cards lie does not count.
    pub free_cards: bool,
    /// With `free_cards`: a state that the delete relaxation cannot win is not searched.
    pub delete_relaxation: bool,
    /// A deal that an abstraction with few tracked cards cannot win is not searched.
    pub tracked_cards: bool,
    /// A deal that satisfiability finds no order for, in which its cards could leave and go up, is not searched.
    pub sat: bool,
}

impl Prunings {
    /// All; those that the rules at hand break are left out anyway.
    pub const ALL: Prunings = Prunings {
        symmetric_columns: true,
        talon_macro_moves: true,
        safe_foundation_moves: true,
        dead_ends: true,
        chain_counting: true,
        free_cards: true,
        delete_relaxation: true,
        tracked_cards: true,
        sat: true,
    };
    /// None.
    pub const NONE: Prunings = Prunings {
        symmetric_columns: false,
        talon_macro_moves: false,
        safe_foundation_moves: false,
        dead_ends: false,
        chain_counting: false,
        free_cards: false,
        delete_relaxation: false,
        tracked_cards: false,
        sat: false,
    };
}
