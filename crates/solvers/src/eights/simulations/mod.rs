//! The abstractions and relaxations of both games along a play of the rules.
//!
//! | file | what is there |
//! |---|---|
//! | `table.rs` | where the cards of the start are by now |
//! | `steps.rs` | spaces with steps: each move is one of them, or none |
//! | `certified.rs` | the states of the checker of certificates, and its dead ends |
//! | `tracked.rs` | tracked cards: a state that simulates the play's |
//! | `emptied.rs` | proofs that no column empties: they must not hold of a play that empties one |
//! | `orders.rs` | the order in which the cards of a win leave: it must fulfil the clauses of satisfiability |

mod certified;
mod emptied;
mod orders;
mod steps;
mod table;
mod tracked;

use gehtauf_rules::eights::Table;

use crate::Simulation;

/// Those that hold for a position.
pub fn simulations(start: &Table) -> Vec<Simulation<Table>> {
    let all = steps::all(start).into_iter().chain(emptied::all(start));
    let all = all.chain(tracked::all(start)).chain(certified::all(start));
    all.chain(orders::all(start)).collect()
}
