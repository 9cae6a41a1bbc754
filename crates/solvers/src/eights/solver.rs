//! The solver of both games, as all games have one.

use gehtauf_rules::Move;
use gehtauf_rules::eights::Table;
use gehtauf_search::{Budget, Verdict};

use super::lower_bound::lower_bound;
use super::portfolio;
use super::proofs::proofs;
use crate::{GameSolver, Proof};

/// The solver of both games.
pub struct Solver;

impl GameSolver for Solver {
    type Position = Table;

    /// All: each pruning and abstraction says itself which rules it supports, and the exhaustive search is the
    /// one over the rules themselves where the packed states do not serve.
    fn supports(_: &Table) -> bool {
        true
    }

    fn solve(table: &Table, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
        portfolio::solve(table, budget)
    }

    fn lower_bound(table: &Table) -> u32 {
        lower_bound(table)
    }

    fn proofs(table: &Table) -> Vec<Proof<'_>> {
        proofs(table)
    }
}
