//! Satisfiability (SAT): clauses about an order of events, for the games where order is all.
//!
//! | where | what |
//! |---|---|
//! | [`gehtauf_certificates::clauses`] | clauses, and the variables of a total order |
//! | [`at_least`] | clauses of a count |
//! | [`at_most`] | that at most so many are true, without clauses |
//! | [`literals`] | literals as the solver has them |
//! | [`solver`] | the solver of clauses and what it may spend |
//! | [`conclusions`] | what else follows from an order, for the solver |
//! | [`transitivity`] | what it concludes from the order, without clauses |
//! | [`refutation`] | losses as steps from the axioms of the certificates' checker |
//! | [`mod@trim`] | a proof of what it has found, cut down to what its end needs |

pub mod at_least;
pub mod at_most;
pub mod conclusions;
pub mod literals;
pub mod refutation;
pub mod solver;
#[cfg(test)]
mod tests;
mod transitivity;
pub mod trim;
