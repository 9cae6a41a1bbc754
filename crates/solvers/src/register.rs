//! Which solver each game has.

use std::sync::atomic::AtomicBool;

use gehtauf_rules::{AnyPosition, Move};
use gehtauf_search::{Budget, Limits, Stop, Verdict};

use crate::dominances::Dominance;
use crate::fewest::FewestRedeals;
use crate::game_solver::{GameSolver, bound, solve_by};
use crate::proofs::Proof;
use crate::reason::Reason;
use crate::shortest::{Best, shorten_by_rules};
use crate::simulations::Simulation;
use crate::{FailedReplay, check_win, domino, eights, eklige_elfer, hochzeitszug};

/// Evaluates an expression with a position and its game's solver: the register of all games.
macro_rules! by_game {
    ($any:expr, $position:ident, $Solver:ident => $value:expr) => {
        match $any {
            AnyPosition::AchtMalAcht(position) => {
                by_game!(@ eights::Solver, position.table(), $position, $Solver, $value)
            }
            AnyPosition::EightByEight(position) => {
                by_game!(@ eights::Solver, position.table(), $position, $Solver, $value)
            }
            AnyPosition::EkligeElfer(position) => {
                by_game!(@ eklige_elfer::Solver, position, $position, $Solver, $value)
            }
            AnyPosition::Domino(position) => {
                by_game!(@ domino::Solver, position, $position, $Solver, $value)
            }
            AnyPosition::Hochzeitszug(position) => {
                by_game!(@ hochzeitszug::Solver, position, $position, $Solver, $value)
            }
        }
    };
    (@ $solver:ty, $of:expr, $position:ident, $Solver:ident, $value:expr) => {{
        type $Solver = $solver;
        let $position = $of;
        $value
    }};
}

/// [`solve_by`] the game's solver.
pub(crate) fn solve_any(
    position: &AnyPosition,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    by_game!(position, p, S => solve_by::<S>(p, budget))
}

/// [`GameSolver::reason`] of a position.
pub(crate) fn reason_of(
    position: &AnyPosition,
    method: &str,
    limits: Limits,
    interrupt: Option<&AtomicBool>,
) -> Reason {
    by_game!(position, p, S => match S::supports(p) {
        true => S::reason(p, method, limits, interrupt),
        false => Reason::AllStates,
    })
}

/// A bound on the moves of the shortest win from a position: it takes at least so many.
pub fn lower_bound(position: &AnyPosition) -> u32 {
    by_game!(position, p, S => bound::<S>(p))
}

/// Looks for shorter wins than the best one until it is proven that none is.
pub(crate) fn shortest(
    position: &AnyPosition,
    best: &mut Best,
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    by_game!(position, p, S => match S::supports(p) {
        true => S::shortest(p, best, budget),
        false => shorten_by_rules(p, bound::<S>, best, budget),
    })
}

/// The searches and tests whose proofs hold for a position and that can say "unwinnable", each by itself, for
/// those who try to refute them.
pub fn proofs(position: &AnyPosition) -> Vec<Proof<'_>> {
    by_game!(position, p, S => if S::supports(p) { S::proofs(p) } else { Vec::new() })
}

/// The moves that a search makes at once in a position, by the prunings whose proofs hold for it, for those who try to
/// refute them.
pub fn dominances(position: &AnyPosition) -> Vec<Dominance> {
    by_game!(position, p, S => if S::supports(p) { S::dominances(p) } else { Vec::new() })
}

/// The abstractions and relaxations whose proofs hold for a position, to go along with a play from it, for those who try
/// to refute them.
pub fn simulations(start: &AnyPosition) -> Vec<Simulation> {
    by_game!(start, p, S => if S::supports(p) {
        S::simulations(p).into_iter().map(|simulation| simulation.of_any(S::of)).collect()
    } else {
        Vec::new()
    })
}

/// The least number of redeals below this one, from here on, that a win needs; nothing for the games that
/// redeal no stacks or rows. A number above that of the redeals left asks whether there is a win at all.
///
/// # Errors
/// A claimed win that the rules refuse.
pub fn fewest_redeals(
    position: &AnyPosition,
    below: u8,
    budget: &mut Budget<'_>,
) -> Result<Option<FewestRedeals>, FailedReplay> {
    let answer = by_game!(position, p, S => S::fewest_redeals(p, below, budget));
    if let Some(FewestRedeals { win: Some((_, moves)), .. }) = &answer {
        check_win(position, moves, "fewest-redeals")?;
    }
    Ok(answer)
}
