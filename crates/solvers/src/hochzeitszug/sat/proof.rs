//! Proofs of loss for checkers of others: the clauses in the DIMACS format and how they contradict each other in the
//! DRAT format.
//!
//! What such a checker accepts is that no order fulfils the clauses. That each win fulfils them is for the claims of
//! the clause families; the nogoods, the last clauses, also rest on the searches of
//! [`projection`](super::projection). Most lost deals need none.

use gehtauf_certificates::clauses::Lit;
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::{Budget, Stop};

use super::dealt::Dealt;
use super::encoding::Encoding;
use super::refinement::{Refinement, Step};
use super::supports;
use crate::hochzeitszug::prunings::Prunings;
use crate::sat::literals::write_clause;

/// A proof that a deal has no win without redeals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClausalProof {
    /// The clauses, a DIMACS file.
    pub cnf: String,
    /// How they contradict each other, a DRAT file.
    pub drat: String,
    /// How many of the clauses, the last ones, are nogoods.
    pub nogoods: usize,
}

/// Proves by satisfiability that a position of the first round has no win without redeals; nothing if it has
/// one, or the clauses say nothing about the variant.
///
/// # Errors
/// The budget is spent.
pub fn proof_of_loss(
    position: &Hochzeitszug,
    budget: &mut Budget<'_>,
) -> Result<Option<ClausalProof>, Stop> {
    if !supports(&position.variant()) || position.redeals_used() > 0 {
        return Ok(None);
    }
    let dealt = Dealt::new(position);
    let encoding = Encoding::new(&dealt, Prunings::ALL);
    let mut refinement = Refinement::new(&dealt, &encoding, budget)?;
    refinement.solver.record();
    let mut nogoods = Vec::new();
    loop {
        match refinement.next()? {
            Step::Won(_) => return Ok(None),
            Step::Unwinnable => break,
            Step::Nogoods(clauses) => {
                refinement.add(&clauses)?;
                nogoods.extend(clauses);
            }
        }
    }
    let drat = refinement.solver.recorded() + "0\n";
    Ok(Some(ClausalProof { cnf: dimacs(&encoding, &nogoods), drat, nogoods: nogoods.len() }))
}

fn dimacs(encoding: &Encoding, nogoods: &[Vec<Lit>]) -> String {
    let mut formula = encoding.formula.clone();
    encoding.events.order.circles().for_each(|circle| formula.add(&circle));
    nogoods.iter().for_each(|nogood| formula.add(nogood));
    let mut text = format!("p cnf {} {}\n", formula.variables(), formula.clauses().len());
    for clause in formula.clauses() {
        write_clause(&mut text, clause.iter().copied());
    }
    text
}
