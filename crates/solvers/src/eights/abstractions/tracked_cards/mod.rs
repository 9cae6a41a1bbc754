//! The abstraction in which few cards are tracked: what is lost in it is lost.
//!
//! *Setup.* A column's base is the first card of the longest run of cards face up at its end, if dealt cards lie under
//! that; as in `../free_cards`, but that a card face down is part of no run: turned up it is a base, or free if it is
//! the column's last. Cards are tracked or untracked (`relaxed_state.rs`). To uncover a base is tracked if one of the cards
//! that it frees is. What is untracked and can be uncovered, or taken from the top of the waste or next
//! of the talon, is so at once. Moves are to uncover and to take what is tracked, to turn on to a card further on in
//! the talon and take it, and to redeal. Some types, all of whose cards are tracked, have *tracked foundations*: which
//! of them are on foundations is part of the state, none comes back, and they need no place in a chain to go
//! there from. Others are taken to be there whenever they can be. How many places are turned over is counted as in
//! `delete_relaxation.rs`.
//!
//! *Claim.* If the abstraction cannot be won from a state, whatever is tracked, the state is lost.
//!
//! *Invariant* (simulation relation). To each state of a play there is an abstract one that can be reached and
//! simulates it: (a) of tracked cards the same are uncovered and taken, of types with tracked foundations
//! the same are there; (b) of untracked cards at least those; (c) it is the same pass; (d) no more places of the
//! stock are turned over than in the play.
//!
//! *Each move keeps it.*
//! - A turn of the play: the abstraction waits. A redeal: it redeals, and no place is turned over in both.
//! - A card of the waste to a column or a foundation: let it not be taken in the abstraction yet. On top of it in the
//!   waste of the abstraction there is nothing: by (d) such a card's place is turned over in the play, where the card
//!   has left since, and by (a) and (b) it has left in the abstraction. So the card is on top of the waste, or
//!   further on in the talon; to turn on to it turns over no place that the play has not. It can be taken: of what
//!   is asked to have a place all is released in the play (by (a); what lay on the card by (d)), and what offers
//!   places in the play does so here (by (b); in a column no base is counted that lay on the last tracked one uncovered, for that has left in the play
//!   too). So it is a move, or done already.
//! - A base to a foundation or to a column: likewise.
//! - A free card of a type with tracked foundation to it: the same, as soon as a move needs it (`search.rs`). Other moves of
//!   free cards: nothing.
//!
//! - A card back from a foundation, if the rules have that: nothing, as long as no foundations are tracked. It was
//!   released and is. All that is asked of released cards is that each is on a foundation with those of its suit below
//!   it, or in a chain, and that holds after each move of the play; of the chains all that is released may be part,
//!   what was on foundations at the start as well.
//! - A card that must be played, an open Ace that goes up, one card instead of a run into a space: rules that only take
//!   moves away, or make some at once, and the abstraction does not ask for them. With one pile per suit a card is on a
//!   foundation only if those of its suit below it are: the second card of a type only if two of each of these.
//!
//! *Conclusion.* A win leaves no base and no stock card there either.
//!
//! *Claim.* To play a card to its tracked foundation at once loses no win if those that could lie on it, and those
//! that could lie on these, can go to foundations as soon as they are free (`RelaxedState::needs_no_place`).
//! *Proof.* Look at a win without that, and play all such cards and all that could lie on them in turn as soon as they
//! are free. None of them needs a place then, and no other card has its place on one of them.
//!
//! *Needs.* That nothing comes back from foundations, for tracked foundations only.
//! Oracle: `no_state_that_can_be_won_is_lost_whatever_is_tracked`, the same of 8x8, and `each_pruning` in `tests/eights`.

pub mod abstraction;
mod closure;
mod columns;
mod flaws;
mod frontier;
mod nogoods;
mod realise;
mod refinement;
mod search;
pub mod tracked;

use gehtauf_rules::eights::Rules;

pub use realise::playable_part;
pub use refinement::{Refinement, Step};

/// For which values the proof holds.
pub fn supports(rules: &Rules) -> bool {
    let Rules {
        pack: _,
        columns: _,
        rows: _,
        passes: _,
        foundation_return: _,
        runs_to_spaces: _,
        forced_talon_play: _,
        one_pile_per_suit: _,
        face_down: _,
        forced_aces: _,
    } = rules;
    true
}
