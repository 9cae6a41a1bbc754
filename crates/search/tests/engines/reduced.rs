//! Reduced games of the rules as search spaces.

use gehtauf_rules::{AnyPosition, Move, Position};
use gehtauf_search::{Bounded, Evaluated, Space, hashing};

/// The positions and moves of the rules.
pub struct RulesSpace;

impl Space for RulesSpace {
    type State = AnyPosition;
    type Move = Move;
    type Key = u128;

    fn key(&self, position: &AnyPosition) -> u128 {
        hashing::key_of(position)
    }

    fn is_won(&self, position: &AnyPosition) -> bool {
        position.is_won()
    }

    fn moves(&self, position: &AnyPosition, moves: &mut Vec<Move>) {
        moves.extend(position.legal_moves());
    }

    fn play(&self, position: &mut AnyPosition, m: Move) {
        position.play(m);
    }
}

impl Evaluated for RulesSpace {
    fn evaluate(&self, position: &AnyPosition) -> i32 {
        position.legal_moves().len() as i32
    }
}

impl Bounded for RulesSpace {
    fn moves_left(&self, position: &AnyPosition) -> u32 {
        u32::from(!position.is_won())
    }
}
