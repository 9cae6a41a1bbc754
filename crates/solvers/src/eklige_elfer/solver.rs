//! The solver of Eklige Elfer, as all games have one.

use std::sync::atomic::AtomicBool;

use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_rules::{AnyPosition, Move};
use gehtauf_search::{Budget, Limits, Stop, Verdict};

use super::abstractions::deferred_assignment;
use super::dominances::dominances;
use super::evaluation::lower_bound::lower_bound;
use super::portfolio::solve_with;
use super::proofs::proofs;
use super::prunings::Prunings;
use super::reason::reason;
use super::shortest::shortest;
use super::simulations::simulations;
use super::state::Deal;
use crate::shortest::Best;
use crate::{Dominance, GameSolver, Proof, Reason, Simulation};

/// The solver of Eklige Elfer.
pub struct Solver;

impl GameSolver for Solver {
    type Position = EkligeElfer;

    fn supports(position: &EkligeElfer) -> bool {
        deferred_assignment::supports(&position.variant()) && Deal::holds(position)
    }

    fn solve(position: &EkligeElfer, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
        solve_with(position, Prunings::ALL, budget)
    }

    fn lower_bound(position: &EkligeElfer) -> u32 {
        lower_bound(position)
    }

    fn shortest(
        position: &EkligeElfer,
        best: &mut Best,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        shortest(position, best, budget)
    }

    fn reason(
        position: &EkligeElfer,
        method: &str,
        _limits: Limits,
        _interrupt: Option<&AtomicBool>,
    ) -> Reason {
        reason(position, method)
    }

    fn proofs(position: &EkligeElfer) -> Vec<Proof<'_>> {
        proofs(position)
    }

    fn dominances(position: &EkligeElfer) -> Vec<Dominance> {
        dominances(position)
    }

    fn of(position: &AnyPosition) -> Option<&EkligeElfer> {
        match position {
            AnyPosition::EkligeElfer(position) => Some(position),
            _ => None,
        }
    }

    fn simulations(start: &EkligeElfer) -> Vec<Simulation<EkligeElfer>> {
        simulations(start)
    }
}
