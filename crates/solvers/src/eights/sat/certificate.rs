//! Losses as steps from axioms that the certificates' checker has of its own: those of
//! [`gehtauf_certificates::free_cards::orders`], which are not the clauses of [`encoding`](super::encoding) but say the same.

use gehtauf_certificates::clauses::{Axiom, Count, Orders, Refutation};
use gehtauf_certificates::free_cards::Deal;
use gehtauf_certificates::free_cards::orders::orders;
use gehtauf_search::{Budget, Stop};

use super::at_most;
use crate::sat::at_most::Constraint;
use crate::sat::refutation;

/// Steps that refute all orders of the events of the position that a deal goes on from; nothing if the axioms do not, or do
/// not hold for it.
///
/// # Errors
/// The budget is spent.
pub fn refutation(deal: &Deal, budget: &mut Budget<'_>) -> Result<Option<Refutation<Axiom>>, Stop> {
    orders(deal).map_or(Ok(None), |orders| refutation_of(orders, budget))
}

/// The same of these axioms.
///
/// # Errors
/// The budget is spent.
pub fn refutation_of(
    orders: Orders,
    budget: &mut Budget<'_>,
) -> Result<Option<Refutation<Axiom>>, Stop> {
    let conclusions = |orders: &mut Orders| {
        let Orders { formula, order, counts } = orders;
        let constraint = |count: &Count| Constraint::new(formula, &count.lits, count.most);
        let constraints: Vec<Constraint> = counts.iter().map(constraint).collect();
        at_most(constraints, formula, order)
    };
    refutation::refutation(orders, conclusions, budget)
}
