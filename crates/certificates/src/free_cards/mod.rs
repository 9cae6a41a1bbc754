//! Certificates by states: a set of states of Acht mal Acht or 8x8 that say nothing of how free cards lie. Those by
//! [`tracked_cards`] and by [`orders`] of free cards go on from these.
//!
//! | file | what is there |
//! |---|---|
//! | `counts.rs` | cards and faces, counted |
//! | `state.rs` | the states of a deal, as bytes too |
//! | `steps.rs` | their steps |
//! | `heads.rs` | states that tell the first cards of columns as well, with the proof |
//! | `places.rs` | whether places can be found for cards |
//! | `dead_ends.rs` | a test that proves a state lost, with its proof |
//! | `check.rs` | the checker of a set |
//!
//! *Setup.* The rules are those of [`Deal::new`] with [`Deal::has_steps`]. The *base* of a column is the first card of
//! the longest run at its end, if cards lie under that which were there at the start; in 8x8 the last card that lies on
//! face-down ones. The cards on bases, and those of columns without a base, *cleared* ones, are *free*. A *state* is
//! the bases, the cards left in the stock, the foundations, the place in the talon and the pass. Which cards are free
//! follows: those that are nowhere else. A *face* is rank and colour. The free cards that build on one face are a
//! *class*, their *parents* the free cards and bases of that face. A class with more cards than parents *needs* the
//! difference of cleared columns; a cleared column that no class needs is *spare*. A class *has room* if it has fewer
//! cards than parents or a column is spare.
//!
//! *Claim.* If the steps of `steps.rs` lead from a position's state to none without stock and bases, the position is
//! lost.
//!
//! *Invariant.* Each free card lies first in a cleared column or on one of its parents, which carries no other. So of
//! each class at least as many as it needs lie first in cleared columns, and no fewer than none are spare.
//!
//! *Each move keeps it*, and is a step, or leaves the state as it is:
//! - A free card, with what lies on it, to another column: no change.
//! - A base to another column: it is a free card then, in a cleared column or on a parent. Before the move that place
//!   was empty or carried nothing, so its class had room.
//! - A card of a column to its foundation: nothing lies on it. One parent less of the class that builds on it carries
//!   a card, then and before, so that class has room.
//! - The waste's top card to a column: like a base. To its foundation: nothing of the columns is asked.
//! - Where turned cards must be played: a turned card may stay only if no card of its parents' face is open. Then
//!   each parent carries a card, and there are no fewer cards than parents. Where there are fewer, the turn and the
//!   play are one step. What a card that must be played may do is among the steps of one that need not.
//! - Where turning is free, a turn or a redeal is put off until the next card of the waste is played, and a card that
//!   is taken in this pass is not taken in a later one. So the state is as far in the talon as the play, or less far:
//!   what the play has turned over can be. With any number of passes the place in the talon does not count.
//! - An open Ace of 8x8 goes up with the move that lays it open; with four foundations it is a move, and no other is
//!   legal. Nothing lies on an Ace, so that all Aces of columns that are free or bases are open.
//!
//! *Conclusion.* A win takes all cards of the stock and of the columns, so that it leads to a state without both.
//!
//! *Needs.* Nothing comes back from foundations. One card to a space (8x8) is a restriction: what is lost with any
//! run is lost. What is lost with one card only needs the states of `heads.rs`.

mod check;
mod counts;
mod dead_ends;
mod heads;
pub mod orders;
mod places;
mod state;
mod steps;
pub mod tracked_cards;

pub(crate) use check::check;
pub use state::{Deal, State};
pub use steps::Step;
