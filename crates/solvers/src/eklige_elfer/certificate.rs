//! Losses as steps from the axioms of the certificates' checker ([`gehtauf_certificates::heads`]).

use gehtauf_certificates::clauses::{OrderAxiom, Refutation};
use gehtauf_certificates::heads::order_formula;
use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_search::{Budget, Stop};

use super::sat::STATES_A_CONFLICT;
use crate::sat::conclusions::Nothing;
use crate::sat::refutation;

/// Steps that refute all orders in which the heads could leave; nothing if there is one that the clauses do not exclude.
///
/// # Errors
/// The budget is spent.
pub fn refutation(
    position: &EkligeElfer,
    budget: &mut Budget<'_>,
) -> Result<Option<Refutation<OrderAxiom>>, Stop> {
    let Some(orders) = order_formula(position) else { return Ok(None) };
    refutation::refutation(orders, |_| Nothing(STATES_A_CONFLICT), budget)
}
