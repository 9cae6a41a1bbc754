//! The solver of clauses and the suits in turn: an order that fulfils the clauses, and then nogoods of the suits that
//! have no play in it.

use gehtauf_certificates::clauses::Lit;
use gehtauf_rules::Move;
use gehtauf_search::{Budget, Stop};

use super::dealt::Dealt;
use super::encoding::Encoding;
use super::merge;
use super::nogoods::nogoods;
use super::projection::{Answer, Projection};
use crate::sat::solver::Solver;

/// What a step of the refinement has found.
pub enum Step {
    /// No order fulfils the clauses.
    Unwinnable,
    /// The order that the solver found has a play.
    Won(Vec<Move>),
    /// It has none, and breaks these clauses.
    Nogoods(Vec<Vec<Lit>>),
}

/// The clauses, refined by nogoods step by step.
pub struct Refinement<'e, 'b, 'a> {
    dealt: &'e Dealt,
    encoding: &'e Encoding,
    pub solver: Solver<'b, 'a>,
}

impl<'e, 'b, 'a> Refinement<'e, 'b, 'a> {
    pub fn new(
        dealt: &'e Dealt,
        encoding: &'e Encoding,
        budget: &'b mut Budget<'a>,
    ) -> Result<Self, Stop> {
        Ok(Refinement {
            dealt,
            encoding,
            solver: Solver::new(&encoding.formula, &encoding.events.order, budget)?,
        })
    }

    pub fn next(&mut self) -> Result<Step, Stop> {
        if !self.solver.solve()? {
            return Ok(Step::Unwinnable);
        }
        let mut plays = Vec::new();
        let mut clauses = Vec::new();
        for suit in 0..4 {
            let projection = Projection::new(self.dealt, suit);
            let is_true = |lit| self.solver.is_true(lit);
            let after = self.encoding.opens_after(self.dealt, suit, is_true);
            match projection.search(&after, usize::MAX, self.solver.budget())? {
                Answer::Won(play) => plays.push(play),
                _ => {
                    let known = self.encoding.opens_after(self.dealt, suit, |_| false);
                    let nogoods = nogoods(&projection, &known, &after, self.solver.budget())?;
                    let clause = |nogood| self.encoding.clause(self.dealt, suit, nogood);
                    clauses.extend(nogoods.iter().map(clause));
                }
            }
        }
        if clauses.is_empty() {
            return Ok(Step::Won(merge::moves(self.dealt, &plays)));
        }
        Ok(Step::Nogoods(clauses))
    }

    pub fn add(&mut self, clauses: &[Vec<Lit>]) -> Result<(), Stop> {
        clauses.iter().try_for_each(|clause| self.solver.add(clause))
    }
}
