//! The shortest win by the rules themselves.

use gehtauf_rules::{Move, Position};
use gehtauf_search::{Bounded, Budget, Space, Stop};

use super::{Best, prove};
use crate::plain::PlainSpace;

/// The positions of the rules, with a bound. Equal positions only are merged, and each move counts one,
/// so that A* is exact if the bound is admissible.
struct RulesSpace<P: Position> {
    plain: PlainSpace<P>,
    lower_bound: fn(&P) -> u32,
}

impl<P: Position + 'static> Space for RulesSpace<P> {
    type State = P;
    type Move = Move;
    type Key = u128;

    fn key(&self, position: &P) -> u128 {
        self.plain.key(position)
    }

    fn is_won(&self, position: &P) -> bool {
        position.is_won()
    }

    fn moves(&self, position: &P, moves: &mut Vec<Move>) {
        self.plain.moves(position, moves);
    }

    fn play(&self, position: &mut P, m: Move) {
        position.play(m);
    }
}

impl<P: Position + 'static> Bounded for RulesSpace<P> {
    fn moves_left(&self, position: &P) -> u32 {
        (self.lower_bound)(position)
    }
}

/// A* over the rules, for games and options that have no better search. No win from a position has fewer moves than
/// `lower_bound` says.
///
/// # Errors
/// The budget is spent.
pub fn shorten_by_rules<P: Position + 'static>(
    position: &P,
    lower_bound: fn(&P) -> u32,
    best: &mut Best,
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let space = RulesSpace { plain: PlainSpace::new(position), lower_bound };
    prove(&space, position, |moves| moves, best, budget)
}
