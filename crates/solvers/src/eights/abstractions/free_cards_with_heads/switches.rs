//! Which prunings of free cards with heads are on.

use crate::switches::switches;

switches! {
    /// Which prunings the searches use, those that the rules support.
    pub struct Switches {
        /// `dead_ends.rs`.
        dead_ends,
        /// `persistent_sets.rs`.
        persistent_sets,
        /// The chain-counting test of `relaxation.rs`.
        chain_counting,
        /// `forced_talon_dominance.rs`.
        forced_talon_dominance,
        /// The macro moves of the talon and the safe foundation moves, see `space.rs`: both only where no turned card
        /// must be played.
        free_talon,
    }
}
