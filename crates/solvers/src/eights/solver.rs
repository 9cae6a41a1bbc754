//! The solver of both games, as all games have one.

use std::sync::atomic::AtomicBool;

use gehtauf_rules::eights::{Rules, Table};
use gehtauf_rules::{AnyPosition, Move};
use gehtauf_search::{Budget, Limits, Stop, Verdict};

use super::dominances::dominances;
use super::evaluation::lower_bound::lower_bound;
use super::portfolio;
use super::proofs::proofs;
use super::reason::reason;
use super::shortest::shortest;
use super::simulations::simulations;
use crate::shortest::Best;
use crate::{Dominance, GameSolver, Proof, Reason, Simulation};

/// The solver of both games.
pub struct Solver;

impl GameSolver for Solver {
    type Position = Table;

    fn of(position: &AnyPosition) -> Option<&Table> {
        match position {
            AnyPosition::AchtMalAcht(position) => Some(position.table()),
            AnyPosition::EightByEight(position) => Some(position.table()),
            _ => None,
        }
    }

    /// All: each pruning and abstraction says itself which rules it supports, and the exhaustive search is the
    /// one over the rules themselves where the packed states do not serve.
    fn supports(table: &Table) -> bool {
        let Rules {
            pack: _,
            columns: _,
            rows: _,
            passes: _,
            foundation_return: _,
            runs_to_spaces: _,
            forced_talon_play: _,
            one_pile_per_suit: _,
            face_down: _,
            forced_aces: _,
        } = table.rules;
        true
    }

    fn solve(table: &Table, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
        portfolio::solve(table, budget)
    }

    fn lower_bound(table: &Table) -> u32 {
        lower_bound(table)
    }

    fn shortest(table: &Table, best: &mut Best, budget: &mut Budget<'_>) -> Result<(), Stop> {
        shortest(table, best, budget)
    }

    fn reason(
        table: &Table,
        method: &str,
        limits: Limits,
        interrupt: Option<&AtomicBool>,
    ) -> Reason {
        reason(table, method, limits, interrupt)
    }

    fn dominances(table: &Table) -> Vec<Dominance> {
        dominances(table)
    }

    fn proofs(table: &Table) -> Vec<Proof<'_>> {
        proofs(table)
    }

    fn simulations(start: &Table) -> Vec<Simulation<Table>> {
        simulations(start)
    }
}
