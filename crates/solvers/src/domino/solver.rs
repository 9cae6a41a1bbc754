//! The solver of Domino, as all games have one.

use std::sync::atomic::AtomicBool;

use gehtauf_rules::domino::{Domino, Variant};
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
use crate::fewest::{FewestRedeals, fewest};
use crate::shortest::Best;
use crate::{Dominance, GameSolver, Proof, Reason, Simulation, solve_by};

/// The solver of Domino.
pub struct Solver;

impl GameSolver for Solver {
    type Position = Domino;

    /// All: the packed moves are those of the rules under each option. Aces are chosen before any search, and
    /// `pickup` changes nothing but what a redeal lays where.
    fn supports(position: &Domino) -> bool {
        let Variant {
            pack: _,
            fill_left: _,
            aces_free: _,
            redeals: _,
            redeal_blocked: _,
            pickup_lifo: _,
        } = position.variant();
        true
    }

    fn solve(position: &Domino, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
        solve_with(position, Prunings::ALL, budget)
    }

    fn lower_bound(position: &Domino) -> u32 {
        lower_bound(position)
    }

    fn shortest(position: &Domino, best: &mut Best, budget: &mut Budget<'_>) -> Result<(), Stop> {
        shortest(position, Prunings::ALL, best, budget)
    }

    fn reason(
        position: &Domino,
        _method: &str,
        _limits: Limits,
        _interrupt: Option<&AtomicBool>,
    ) -> Reason {
        reason(position)
    }

    fn dominances(position: &Domino) -> Vec<Dominance> {
        dominances(position)
    }

    fn proofs(position: &Domino) -> Vec<Proof<'_>> {
        proofs(position)
    }

    fn of(position: &AnyPosition) -> Option<&Domino> {
        match position {
            AnyPosition::Domino(position) => Some(position),
            _ => None,
        }
    }

    fn simulations(start: &Domino) -> Vec<Simulation<Domino>> {
        simulations(start)
    }

    fn fewest_redeals(
        position: &Domino,
        below: u8,
        budget: &mut Budget<'_>,
    ) -> Option<FewestRedeals> {
        let solve = |redeals, budget: &mut Budget<'_>| {
            solve_by::<Solver>(&position.with_redeals_left(redeals), budget).0
        };
        Some(fewest(below, position.redeals_left(), budget, solve))
    }
}
