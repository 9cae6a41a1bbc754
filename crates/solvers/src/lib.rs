//! One solver per patience. Every win is replayed by the rules before it counts.
//!
//! [`solve`] takes any position of any game. Each game's module has its own packed search space,
//! its prunings (each with its claim, its proof and a test against brute force), its portfolio of searches
//! and a [`GameSolver`]. Options that no proof covers go through [`plain`], the exhaustive search over the
//! rules themselves. A thread that solves needs a stack of half a mebibyte.

// The maps of the games' folders and the switches name the files that hold the proofs; those are private.
#![allow(rustdoc::private_intra_doc_links)]

mod certify;
mod dominances;
pub mod domino;
pub mod eights;
pub mod eklige_elfer;
mod fewest;
mod game_solver;
pub mod hochzeitszug;
pub mod plain;
mod proofs;
mod reason;
mod register;
mod sat;
mod shorten;
mod shortest;
mod simulations;
mod switches;
#[cfg(test)]
#[path = "../tests/thorough/mod.rs"]
mod thorough;

use std::sync::atomic::AtomicBool;

use gehtauf_rules::{AnyPosition, Move, Position, ReplayError, replay};
use gehtauf_search::{Budget, Limits, Verdict};

pub use certify::certify;
pub use dominances::Dominance;
pub use fewest::FewestRedeals;
pub use game_solver::{GameSolver, solve_by};
pub use proofs::Proof;
pub use reason::{Blocking, CardPlace, Reason, reason};
pub use register::{dominances, fewest_redeals, lower_bound, proofs, simulations};
pub use shorten::{Shortened, shorten};
pub use shortest::{Best, ShortestWin, shortest_win};
pub use simulations::{Followed, MoveAnswer, Simulation};

/// What the search for one deal answers and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The verdict; a win has been replayed by the rules.
    pub verdict: Verdict<Move>,
    /// How many states were visited.
    pub states: u64,
    /// The method that gave the verdict.
    pub method: &'static str,
}

/// A solver said "won" but the rules refuse its moves: a bug, never a verdict.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("bug in the solver ({method}): {error}; please report the deal: {moves}")]
pub struct FailedReplay {
    /// The method that claimed the win.
    pub method: &'static str,
    /// What the rules say.
    pub error: ReplayError,
    /// The moves claimed, in the notation.
    pub moves: String,
}

/// Solves a position, fresh or from the middle of a game, within the limits. A raised `interrupt`
/// ends the search with an unknown.
///
/// # Errors
/// A claimed win that the rules refuse.
pub fn solve(
    position: &AnyPosition,
    limits: Limits,
    interrupt: Option<&AtomicBool>,
) -> Result<Solution, FailedReplay> {
    solve_within(position, &mut Budget::new(limits, interrupt))
}

/// Solves a position with what is left of a budget, which other work on the deal may share.
///
/// # Errors
/// A claimed win that the rules refuse.
pub fn solve_within(
    position: &AnyPosition,
    budget: &mut Budget<'_>,
) -> Result<Solution, FailedReplay> {
    let states_before = budget.states_visited();
    let (mut verdict, method) = register::solve_any(position, budget);
    if matches!(verdict, Verdict::Unknown(_)) && position.is_won() {
        verdict = Verdict::Won(Vec::new());
    }
    if let Verdict::Won(moves) = &verdict {
        check_win(position, moves, method)?;
    }
    Ok(Solution { verdict, states: budget.states_visited() - states_before, method })
}

/// Replays the moves that this method says win.
///
/// # Errors
/// The rules refuse them.
pub fn check_win(
    position: &AnyPosition,
    moves: &[Move],
    method: &'static str,
) -> Result<(), FailedReplay> {
    replay(position, moves).map_err(|error| FailedReplay {
        method,
        error,
        moves: moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
    })
}
