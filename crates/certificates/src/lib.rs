//! Certificates of loss, and their checker.
//!
//! A win proves itself: `gehtauf_rules::replay` plays its moves. A [`Certificate`] does the same for
//! "unwinnable". This crate sees the cards and the rules, no solver and no search.
//!
//! | certificates by | of | where |
//! |---|---|---|
//! | positions | every game | below |
//! | orders | Hochzeitszug without redeals | [`hochzeitszug_orders`] |
//! | states | Acht mal Acht, 8x8 | [`free_cards`] |
//! | tracked cards | Acht mal Acht, 8x8 | [`free_cards::tracked_cards`] |
//! | orders of free cards | Acht mal Acht, 8x8 | [`free_cards::orders`] |
//! | buried hosts | Eklige Elfer | [`buried_hosts`] |
//! | orders of heads | Eklige Elfer | [`heads`] |
//!
//! *Setup.* A certificate by positions names a game with its options, a start, and a set S of positions.
//!
//! *Claim.* If S holds the start, no position of S is won, and every legal move from a position of S
//! leads to a position of S, or to one that [`delete_relaxation`] proves lost, then the start cannot be won.
//!
//! *Proof.* By induction over the moves of a win from the start, each position of it would lie in
//! S, for none of a win is lost; so none of them is won. (Without lost ones S is called inductive;
//! Eriksson, Roeger and Helmert, "Unsolvability Certificates for Classical Planning", 2017.)
//!
//! *Needs.* Nothing of how S was found: [`Certificate::check`] looks at every position of S and plays
//! every move that `gehtauf_rules` allows there. Equality of positions is equality of their bytes
//! (`packing.rs`), never of fingerprints; a position is read from its layout as it was
//! (`crates/rules/tests/laws.rs`).

mod answers;
pub mod buried_hosts;
mod check;
pub mod clauses;
pub mod delete_relaxation;
mod file;
pub mod free_cards;
pub mod heads;
pub mod hochzeitszug_orders;
mod packing;

pub use answers::{Checked, FIRST_WORDS, FileError, Refusal};
pub use file::{Certificate, Evidence, MAX_FILE_BYTES};
pub use packing::{Packer, Packings};
