//! The switches of the prunings and abstractions.

use crate::switches::switches;

switches! {
    /// The prunings and abstractions of the complete searches; each can be switched off for tests.
    pub struct Prunings {
        /// Columns without a dealt card may change places.
        symmetric_columns,
        /// Cards are turned over only for a card that is then played, and with unlimited passes the place
        /// in the talon does not count.
        talon_macro_moves,
        /// A foundation move that never hurts is the only one looked at.
        safe_foundation_moves,
        /// A position of which no column can ever be emptied is not searched.
        dead_ends,
        /// A deal that the chain-counting relaxation cannot win is not searched.
        chain_counting,
        /// How free cards lie does not count.
        free_cards,
        /// With `free_cards`: a state that the delete relaxation cannot win is not searched.
        delete_relaxation,
        /// A deal that an abstraction with few tracked cards cannot win is not searched.
        tracked_cards,
        /// A deal that satisfiability finds no order for, in which its cards could leave and go up, is not searched.
        sat,
    }
}
