//! What a game's solver does.

use std::sync::atomic::AtomicBool;

use gehtauf_rules::{AnyPosition, Move, Position};
use gehtauf_search::{Budget, Limits, Stop, Verdict};

use crate::dominances::Dominance;
use crate::fewest::FewestRedeals;
use crate::plain;
use crate::proofs::Proof;
use crate::reason::Reason;
use crate::shortest::{Best, shorten_by_rules};
use crate::simulations::Simulation;

/// The solver of a game, or of several that share their rules.
pub trait GameSolver: Sized {
    /// The positions of the rules that it solves.
    type Position: Position + 'static;

    /// Whether the proofs of [`GameSolver::solve`] cover the rules that a position is under.
    ///
    /// It names every field of the game's variant, so that a new option does not compile before someone
    /// has decided whether the proofs hold under it:
    ///
    /// ```compile_fail,E0027
    /// struct Variant { redeals: u8, new_option: bool }
    ///
    /// fn supports(variant: &Variant) -> bool {
    ///     let Variant { redeals: _ } = variant;
    ///     true
    /// }
    /// ```
    ///
    /// Each pruning and abstraction that does not hold under all of them has a `supports` of its own in the
    /// same form. What is not supported is searched by the plain rules.
    fn supports(position: &Self::Position) -> bool;

    /// The verdict on a supported position, and the method that gave it.
    fn solve(position: &Self::Position, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str);

    /// At most as many moves as the shortest win from a supported position takes.
    fn lower_bound(position: &Self::Position) -> u32;

    /// Looks for shorter wins than the best one of a supported position, and raises the bound, until it is
    /// proven that none is shorter.
    ///
    /// # Errors
    /// The budget is spent.
    fn shortest(
        position: &Self::Position,
        best: &mut Best,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        shorten_by_rules(position, bound::<Self>, best, budget)
    }

    /// The searches and tests that can say "unwinnable" of a supported position, each by itself.
    fn proofs(_position: &Self::Position) -> Vec<Proof<'_>> {
        Vec::new()
    }

    /// The moves that a search makes at once in a supported position, each by itself.
    fn dominances(_position: &Self::Position) -> Vec<Dominance> {
        Vec::new()
    }

    /// The position of the game that this is, if it is one: for a game that has simulations.
    fn of(_position: &AnyPosition) -> Option<&Self::Position> {
        None
    }

    /// The abstractions and relaxations of a supported position, to go along with a play from it.
    fn simulations(_start: &Self::Position) -> Vec<Simulation<Self::Position>> {
        Vec::new()
    }

    /// Why this method says "unwinnable" of a position.
    fn reason(
        _position: &Self::Position,
        _method: &str,
        _limits: Limits,
        _interrupt: Option<&AtomicBool>,
    ) -> Reason {
        Reason::AllStates
    }

    /// The least number of redeals below this one, from here on, that a win needs; nothing where there are
    /// no redeals. The win has not been replayed.
    fn fewest_redeals(
        _position: &Self::Position,
        _below: u8,
        _budget: &mut Budget<'_>,
    ) -> Option<FewestRedeals> {
        None
    }
}

/// [`GameSolver::lower_bound`] of a supported position, of others 0.
pub(crate) fn bound<S: GameSolver>(position: &S::Position) -> u32 {
    if S::supports(position) { S::lower_bound(position) } else { 0 }
}

/// The verdict on any position: by the game's solver if that supports it, else by the plain rules.
pub fn solve_by<S: GameSolver>(
    position: &S::Position,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    if S::supports(position) { S::solve(position, budget) } else { plain::solve(position, budget) }
}
