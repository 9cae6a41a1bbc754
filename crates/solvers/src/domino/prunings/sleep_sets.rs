//! Sleep sets: a gap that had its turn is not filled again before something wakes it.
//!
//! *Setup.* As in [`super::persistent_sets`]. The gaps of a part are filled by turns. After one that comes later
//! those that came before *sleep*, until a neighbour in suit of the card that they call for is moved.
//!
//! *Claim, invariant, each move.* Those of [`super::persistent_sets`]: what a sleeping gap would begin was begun
//! in its own turn, by another play of the same trace (sleep sets; Godefroid 1996).
//!
//! *Conclusion.* A state is not searched if one of the same state was in which no other gaps slept: that search
//! finds all that this one would. Nor is it if in the delete relaxation one of its gaps sleeps for ever: that gap
//! has a move to the end, so no position without moves is reached.
//!
//! *Needs.* Sleeping gaps are part of the key (`partial_order/mod.rs`); a redeal wakes all.
//!
//! Oracle: `tests/domino.rs` with the switch on and off, also without persistent sets.

use gehtauf_rules::domino::Variant;

use super::persistent_sets::{Turns, in_turn};
use crate::domino::state::Gaps;

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    super::persistent_sets::supports(variant)
}

/// The gaps whose turns come before that of one of them.
pub fn before(turns: Turns, gap: u8) -> Gaps {
    in_turn(turns).take_while(|&g| g != gap).fold(0, |gaps, g| gaps | 1 << g)
}
