//! The shortest win by the rules themselves.

use gehtauf_rules::{Move, Position};
use gehtauf_search::{Bounded, Budget, Space, Stop};

use super::{Best, prove};
use crate::game_solver::{GameSolver, bound};
use crate::plain::PlainSpace;

/// The positions of the rules, with a game's bound. Equal positions only are merged, and each move counts one,
/// so that A* is exact if the bound is admissible.
struct RulesSpace<S: GameSolver>(PlainSpace<S::Position>);

impl<S: GameSolver> Space for RulesSpace<S> {
    type State = S::Position;
    type Move = Move;
    type Key = u128;

    fn key(&self, position: &S::Position) -> u128 {
        self.0.key(position)
    }

    fn is_won(&self, position: &S::Position) -> bool {
        position.is_won()
    }

    fn moves(&self, position: &S::Position, moves: &mut Vec<Move>) {
        self.0.moves(position, moves);
    }

    fn play(&self, position: &mut S::Position, m: Move) {
        position.play(m);
    }
}

impl<S: GameSolver> Bounded for RulesSpace<S> {
    fn moves_left(&self, position: &S::Position) -> u32 {
        bound::<S>(position)
    }
}

/// A* over the rules, for games and options that have no better search.
///
/// # Errors
/// The budget is spent.
pub fn shorten_by_rules<S: GameSolver>(
    position: &S::Position,
    best: &mut Best,
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let space: RulesSpace<S> = RulesSpace(PlainSpace::new(position));
    prove(&space, position, |moves| moves, best, budget)
}
