//! The complete beam does not move the card that moved last.
//!
//! *Setup.* `fill=both`, no redeal. Each node N of the complete beam but the start was generated from its
//! parent P by moving a card x from a place p into a gap q. A move puts x only to the right of x - 1 or to the
//! left of x + 1.
//!
//! *Claim.* Each state that N reaches by moving x is P's own, or P generates it (kept, known, or dead).
//!
//! *Proof.* Let x move from N into a gap g, and let y be the card x - 1 or x + 1 beside g. y did not move
//! between P and N. If g = p, the state is that of P. Else g is a gap of P as well, y lies beside it there, and
//! so P has the move of x into g. After it x lies in g, and p and q are gaps: the state that N reaches. P
//! is expanded by this move: it leaves out only the card that moved last before P, and that card is not x,
//! since P generated N by moving x.
//!
//! *Conclusion.* With the moves of x left out at N, the states that the beam generates stay the same, only their
//! parents may differ.
//!
//! *Needs.* A node keeps the parent and the move by which it was generated first, and the parent is expanded to
//! the end (`complete_beam.rs`: a node that breaks off waits again).
//!
//! Oracle: `tests/domino.rs` with the switch on and off.

use gehtauf_rules::domino::Variant;

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, fill_left, aces_free: _, redeals: _, redeal_blocked: _, pickup_lifo: _ } =
        variant;
    !fill_left
}
