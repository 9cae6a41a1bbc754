//! Clauses, and what contradicts them.
//!
//! A *literal* is a variable or its negation, a *clause* some literals of which one at least is true. An *axiom* is a
//! clause that is true of every win, whatever the variables stand for. A [`Refutation`] is axioms and clauses each of
//! which follows from those before, the last being the empty one, which is true of nothing: there is no win then.
//!
//! | where | what |
//! |---|---|
//! | [`formula`] | variables and clauses |
//! | [`counts`] | clauses of a few literals, counted |
//! | [`order`] | the variables of a total order |
//! | `order_formula.rs`, `order_axiom.rs` | what is true of the order of each win, and names of these axioms |
//! | `refutation.rs` | steps from axioms to the empty clause, and their check |

pub mod counts;
pub mod formula;
pub mod order;
mod order_axiom;
mod order_formula;
mod refutation;

pub use formula::{Formula, Lit, TRUE};
pub use order::Order;
pub use order_axiom::OrderAxiom;
pub use order_formula::{Count, OrderFormula};
pub use refutation::{Axioms, NoAxiom, ProofStep, Refutation};
