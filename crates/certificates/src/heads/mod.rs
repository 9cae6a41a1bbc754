//! Certificates by orders of heads: no order in which they leave could be that of a win. Eklige Elfer.
//!
//! | file | what is there |
//! |---|---|
//! | `runs.rs` | card types and runs |
//! | `events.rs` | the heads of a position, and the order of what happens |
//! | `encoding.rs` | the clauses of a position |
//! | `totals.rs` | clauses of how many literals are true |
//!
//! *Setup.* A head *leaves* when its run first goes from its column to a card, to an empty column or out, or when it is dealt
//! onto a tail that is one higher and of its parity. These are the events, with the deals and that Kings' runs go out.
//!
//! *Claim.* If the steps of a [`Refutation`](crate::clauses::Refutation) from the clauses of [`Encoding`] and the order of
//! its events hold, the position is lost.
//!
//! *Proof.* Let there be a win. All heads leave in it, and all Kings' runs go out: the order of these events and the
//! deals, and what lies where when a row is dealt, fulfil the clauses by the claims in `encoding.rs`, and so all that
//! follows from them. The empty clause is true of nothing.
//!
//! *Needs.* The claims are about `take-out=free`; what can be won under `forced` can be won there too.
//!
//! Oracles: `crates/solvers/src/eklige_elfer/sat/tests.rs`, whose solver has these clauses.

mod encoding;
mod events;
mod runs;
mod totals;

use gehtauf_rules::eklige_elfer::EkligeElfer;

use crate::clauses::OrderFormula;
pub use encoding::Encoding;
pub use events::{Events, Head, Under};
pub use runs::{CardType, runs_of};

/// What is true of the order of each win of a position; nothing if too many rows are to be dealt.
pub fn order_formula(position: &EkligeElfer) -> Option<OrderFormula> {
    let Encoding { formula, events, .. } = Encoding::new(position)?;
    Some(OrderFormula { formula, order: events.order, counts: Vec::new() })
}
