//! The solver of Hochzeitszug, as all games have one.

use std::sync::atomic::AtomicBool;

use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_rules::{AnyPosition, Move};
use gehtauf_search::{Budget, Limits, Stop, Verdict};

use super::dominances::dominances;
use super::evaluation::lower_bound::lower_bound;
use super::portfolio::solve_with;
use super::proofs::proofs;
use super::prunings::Prunings;
use super::reason::reason;
use super::shortest::shortest;
use super::simulations::simulations;
use super::space;
use crate::fewest::{FewestRedeals, fewest};
use crate::shortest::Best;
use crate::{Dominance, GameSolver, Proof, Reason, Simulation, solve_by};

/// The solver of Hochzeitszug.
pub struct Solver;

impl GameSolver for Solver {
    type Position = Hochzeitszug;

    fn supports(position: &Hochzeitszug) -> bool {
        space::supports(&position.variant())
    }

    fn solve(position: &Hochzeitszug, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
        solve_with(position, Prunings::ALL, budget)
    }

    fn lower_bound(position: &Hochzeitszug) -> u32 {
        lower_bound(position)
    }

    fn shortest(
        position: &Hochzeitszug,
        best: &mut Best,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        shortest(position, best, budget)
    }

    fn dominances(position: &Hochzeitszug) -> Vec<Dominance> {
        dominances(position)
    }

    fn proofs(position: &Hochzeitszug) -> Vec<Proof<'_>> {
        proofs(position)
    }

    fn of(position: &AnyPosition) -> Option<&Hochzeitszug> {
        match position {
            AnyPosition::Hochzeitszug(position) => Some(position),
            _ => None,
        }
    }

    fn simulations(start: &Hochzeitszug) -> Vec<Simulation<Hochzeitszug>> {
        simulations(start)
    }

    fn reason(
        position: &Hochzeitszug,
        method: &str,
        limits: Limits,
        interrupt: Option<&AtomicBool>,
    ) -> Reason {
        reason(position, method, limits, interrupt)
    }

    fn fewest_redeals(
        position: &Hochzeitszug,
        below: u8,
        budget: &mut Budget<'_>,
    ) -> Option<FewestRedeals> {
        let solve = |redeals, budget: &mut Budget<'_>| {
            solve_by::<Solver>(&position.with_redeals_left(redeals), budget).0
        };
        Some(fewest(below, position.redeals_left(), budget, solve))
    }
}
