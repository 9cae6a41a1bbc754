//! What certificates of loss are made of: cards to track, or steps from axioms that the certificates' checker has of its
//! own. Those are of [`gehtauf_certificates::free_cards::orders`], which are not the clauses of
//! [`encoding`](super::sat::encoding) but say the same.

use gehtauf_certificates::clauses::{Count, OrderAxiom, OrderFormula, Refutation};
use gehtauf_certificates::free_cards;
use gehtauf_certificates::free_cards::orders::order_formula;
use gehtauf_certificates::free_cards::tracked_cards::TrackedCard;
use gehtauf_rules::AnyPosition;
use gehtauf_search::{Budget, Stop};

use super::abstractions::tracked_cards::{self, Refinement};
use super::sat::at_most;
use super::solver::Solver;
use super::state::Deal;
use crate::GameSolver;
use crate::sat::at_most::Constraint;
use crate::sat::refutation;

/// The cards with which the abstraction refinement proves a position of the eights lost; nothing if it does not.
///
/// # Errors
/// The budget is spent.
pub fn tracked_cards(
    start: &AnyPosition,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<TrackedCard>>, Stop> {
    let Some(table) = Solver::of(start) else { return Ok(None) };
    let Some((deal, state)) = Deal::new(table).filter(|_| tracked_cards::supports(&table.rules))
    else {
        return Ok(None);
    };
    let mut refinement = Refinement::new(&deal, &state);
    let is_lost = refinement.is_lost(budget)?;
    Ok(is_lost.then(|| refinement.certified()))
}

/// Steps that refute all orders of the events of the position that a deal goes on from; nothing if the axioms do not, or do
/// not hold for it.
///
/// # Errors
/// The budget is spent.
pub fn refutation(
    deal: &free_cards::Deal,
    budget: &mut Budget<'_>,
) -> Result<Option<Refutation<OrderAxiom>>, Stop> {
    order_formula(deal).map_or(Ok(None), |orders| refutation_of(orders, budget))
}

/// The same of these axioms.
///
/// # Errors
/// The budget is spent.
pub fn refutation_of(
    orders: OrderFormula,
    budget: &mut Budget<'_>,
) -> Result<Option<Refutation<OrderAxiom>>, Stop> {
    let conclusions = |orders: &mut OrderFormula| {
        let OrderFormula { formula, order, counts } = orders;
        let constraint = |count: &Count| Constraint::new(formula, &count.lits, count.most);
        let constraints: Vec<Constraint> = counts.iter().map(constraint).collect();
        at_most(constraints, formula, order)
    };
    refutation::refutation(orders, conclusions, budget)
}
