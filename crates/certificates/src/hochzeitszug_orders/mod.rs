//! Certificates by orders: no order of events could be that of a win. Hochzeitszug without redeals.
//!
//! *Setup.* A position of Hochzeitszug in the first round, no redeal left, cards moving one by one, packing at any
//! time. Its *piles* are the stacks and then the *blocks*: `depth` talon cards that will refill a stack together,
//! the last block with what remains. The *events* of a win are that a card leaves the place where it lies now, that it
//! goes up to its foundation, and that a block is laid out. They are ordered as the moves of the win; of those of
//! one move the leaving comes first, then the going up, then the laying out.
//!
//! A *literal* says that one event comes before another, or that a card is *direct* (leaves and goes up in one move), or
//! one of the counts of `axioms.rs`, or the contrary of such a thing. A *clause* is some literals of which one at least
//! is true. An *axiom* is a clause that is true of every win of the kind below.
//!
//! *Claim.* If the steps of a [`Refutation`](crate::clauses::Refutation) are axioms of the position, and clauses each of which follows from those before,
//! the last being the empty clause, then the position cannot be won.
//!
//! *Proof.* If it can be won, it has a win of this kind: no Ace and no 2 is packed. (A foundation of its suit that begins
//! with it is free from the start to the end for each copy, so let each go there when it leaves its place, and
//! leave out its other moves. Nothing but an Ace lies on an Ace or a 2, and that goes up likewise. No pile
//! becomes empty at another move, and no other card is more covered than it was.) All axioms are true of
//! that win, so all clauses that follow are. The empty clause is true of nothing.
//!
//! *Follows* is checked so: suppose that all literals of the clause are false. Take the earlier clauses that the step names, in
//! turn: all literals of the first but one must be false by now, so that one is true; and so on, until all of a
//! clause are false.
//!
//! *Needs.* Nothing of how the steps were found. The axioms are made here from the rules' position (`axioms.rs` has
//! their proofs); nothing of `gehtauf-solvers` is used.

mod axioms;
mod events;

pub use axioms::{Axiom, Half, Moves, Takes};
pub use events::Events;
