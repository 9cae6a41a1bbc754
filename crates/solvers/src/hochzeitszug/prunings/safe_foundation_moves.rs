//! In the last round some cards go to the foundations at once.
//!
//! *Setup.* The last round: no redeal is left. X is a top card of rank r that fits a foundation, its twin the
//! other copy. Ranks below the Ace count as wholly on the foundations. S is the state before X goes there,
//! S' the one after. A *pile* is a dealt stack or, in the first round, `depth` talon cards that will
//! refill a stack together, with what is packed on them; the piles open in a fixed order.
//! In the rounds after the first all stacks are piles.
//!
//! *Claim.* S is winnable exactly if S' is, provided that (a) all cards of rank r-1 of the suit are on the
//! foundations, or all of r-3 and of r-4, and (b) the twin is on a foundation, or all of r-2 are.
//!
//! A win from S' is one from S after the move of X. Let P be a win from S; the play P' from S' follows P
//! move by move. A card on the foundations in P' and not in P is *ahead*.
//!
//! *Invariant.* (1) What lies on the foundations in P lies there in P'. The cards ahead are X and, if
//! not all of rank r-1 were on the foundations in S, cards of ranks r-1 and r-2 of the suit. (2) Each pile
//! in P' is that of P without cards ahead from its top, or it has opened in P' and not yet in P.
//!
//! *Each move keeps it.*
//! - A card ahead moves in P: P' does nothing.
//! - A card Z goes to a foundation. Z is a top card in P' as well by (2). It fits: if no twin of Z is ahead, the
//!   foundations have no fewer cards two ranks lower and no more of this rank. If X is the twin, (b)
//!   says so; if the twin has rank r-1 or r-2, then all of r-3 and r-4 are on the foundations.
//! - Cards are packed on a card W that is not ahead: by (2) they and W are as open in P' as in P, but for
//!   cards ahead at the end of a run. Packing is allowed at any time.
//! - Cards are packed on a card ahead: they have ranks below r, so by (a) not all of rank r-1 were on the
//!   foundations; then all of r-3 and r-4 were, so the cards have ranks r-1 and r-2 and fit
//!   foundations. In P' they go there, the last first, and are ahead.
//! - A card goes to an empty stack, or the talon fills one: by (2) the stack is empty in P' too.
//! - A stack is refilled in the first round: a pile that is empty in P is empty in P', so as many piles have
//!   opened in P' or more. In which stack a pile lies matters to no move but the redeal.
//!
//! *Conclusion.* P ends with all cards on the foundations, so by (1) P' does.
//!
//! *Needs.* No redeal left, for a redeal looks at the stacks ([`super::super::space`] and
//! [`super::super::abstractions::belief_sets`] ask). Not `packing=stalled`: a card that opens earlier can
//! forbid packing.
//!
//! Oracles: `tests/hochzeitszug.rs` with the switch on and off; there
//! `the_usual_safe_foundation_move_loses_wins` shows that (b) is needed.

use gehtauf_rules::hochzeitszug::Variant;

use crate::hochzeitszug::state::{State, VariantTables};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant {
        pack: _,
        layers: _,
        runs: _,
        packing_stalled,
        redeals: _,
        redeal_blocked: _,
        upper: _,
        lower: _,
        depth: _,
    } = *variant;
    !packing_stalled
}

/// The types of the top cards that may go to their foundations without a look at any other move.
pub fn safe_foundation_moves(tables: &VariantTables, state: &State) -> u64 {
    let decks = tables.variant.pack.decks;
    let [one, two] = state.on_foundations();
    let all = if decks == 1 { one } else { two };
    // Bits of suits that the pack does not have do no harm.
    let below_ace = 0x0001_0001_0001_0001_u64;
    let lower = |n: u32| {
        (0..n).fold(all << n, |card_types, i| card_types | below_ace << i | below_ace << (i + 1))
    };
    let free_below = lower(1) | lower(3) & lower(4);
    let twin_served = one | lower(2) | if decks == 1 { !0 } else { 0 };
    state.tops()[0] & state.wanted(tables) & free_below & twin_served
}
