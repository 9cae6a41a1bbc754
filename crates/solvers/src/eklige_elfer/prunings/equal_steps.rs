//! Of steps that lead to equal states one is listed.
//!
//! *Setup.* A head h is on top of a column, the run under it has a deferred tail; or two interchangeable
//! columns have equal Kings.
//!
//! *Claim.* (1) If h may have joined the run under it, popping h so that a tail one higher than h comes to
//! light leads to the same state as the join. (2) Taking out the one King's run leads to the same state as
//! taking out the other.
//!
//! *Proof.* (1) A join takes the slot of h and a tail one higher than h out of the deferred set. The pop takes
//! the same slot and the same tail out of that set, and puts the tail among the open ones, from which it
//! takes an equal one for h to lie on. Both have one parity, for h joins no other run. (2) Both take one
//! 2 out of the open tails and leave an empty column, so that all columns that are empty or have a
//! King alone are interchangeable; their Kings are sorted, and there is one of this kind less.
//!
//! Under `take-out=forced` a 2 on a King's run goes out instead of joining it. The pop is left out there too: its tail
//! would have completed a run, which had to go out. (Losses are those of the free game, where all this does not come up.)
//!
//! *Needs.* That a state sorts its interchangeable columns (`Deal::settle_interchangeable`).
//!
//! Oracles: `steps_left_out_lead_to_states_of_steps_kept` in [`moves`](crate::eklige_elfer::moves);
//! `tests/eklige_elfer.rs` with the switch on and off.

use gehtauf_rules::eklige_elfer::Variant;

use crate::eklige_elfer::abstractions::card_types::CardType;
use crate::eklige_elfer::state::Step;

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, take_out_forced: _, columns: _, face_down_rows: _, face_up_rows: _ } =
        *variant;
    true
}

/// Drops from the pops of a head that may join, which begin at `first`, the one that equals the join.
pub fn drop_pop_like_join(head: CardType, first: usize, steps: &mut Vec<Step>) {
    let equal = steps[first..].iter().position(|step| step.tail == head.rank + 1);
    steps.remove(first + equal.expect("a head that joins can also pop"));
}
