//! Satisfiability (SAT): clauses about an order of events, for the games where order is all.
//!
//! | where | what |
//! |---|---|
//! | [`gehtauf_certificates::clauses`] | clauses, and the variables of a total order |
//! | [`at_least`] | clauses of a count |
//! | [`at_most`] | that at most so many are true, without clauses |
//! | [`solver`] | the solver of clauses and what it may spend |
//! | [`transitivity`] | what it concludes from the order, without clauses |
//! | [`refutation`] | losses as steps from the axioms of the certificates' checker |
//! | [`mod@trim`] | a proof of what it has found, cut down to what its end needs |

pub mod at_least;
pub mod at_most;
pub mod refutation;
pub mod solver;
#[cfg(test)]
mod tests;
mod transitivity;
pub mod trim;
