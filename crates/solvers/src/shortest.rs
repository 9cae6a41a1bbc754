//! The shortest win: A* over the rules, below the length of a win already known.

use gehtauf_rules::{AnyPosition, Move, Position};
use gehtauf_search::{Bounded, Budget, Limit, Shortest, Space, Stop, a_star};

use crate::lower_bound;
use crate::plain::PlainSpace;

/// The best answer to "how few moves does it take?".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortestWin {
    /// The shortest win known.
    pub moves: Vec<Move>,
    /// Nothing if no win is shorter, else the limit that struck before that was proven.
    pub unproven: Option<Limit>,
}

/// A* counts the moves of the rules' notation and merges equal positions only, so it is exact if the
/// bound is admissible.
struct RulesSpace(PlainSpace<AnyPosition>);

impl Space for RulesSpace {
    type State = AnyPosition;
    type Move = Move;
    type Key = u128;

    fn key(&self, position: &AnyPosition) -> u128 {
        self.0.key(position)
    }

    fn is_won(&self, position: &AnyPosition) -> bool {
        position.is_won()
    }

    fn moves(&self, position: &AnyPosition, moves: &mut Vec<Move>) {
        self.0.moves(position, moves);
    }

    fn play(&self, position: &mut AnyPosition, m: Move) {
        position.play(m);
    }
}

impl Bounded for RulesSpace {
    fn moves_left(&self, position: &AnyPosition) -> u32 {
        lower_bound(position)
    }
}

/// Looks for a win shorter than `known`, a win from `position`, with what is left of the budget.
pub fn shortest_win(
    position: &AnyPosition,
    known: &[Move],
    budget: &mut Budget<'_>,
) -> ShortestWin {
    let space = RulesSpace(PlainSpace::new());
    let found = a_star(&space, position, known.len() as u32, budget);
    let (moves, unproven) = match found {
        Ok(Shortest::Minimal(moves)) => (moves, None),
        Ok(Shortest::NoShorter) => (known.to_vec(), None),
        Err(Stop::Limit(limit)) => (known.to_vec(), Some(limit)),
        Err(Stop::Stage) => (known.to_vec(), Some(Limit::States)),
    };
    ShortestWin { moves, unproven }
}
