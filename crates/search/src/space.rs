//! What an engine needs to know of a game.

use std::hash::Hash;

/// The states of a game and the moves between them.
///
/// The promise on which every `Unwinnable` rests: two states with equal keys are both winnable or
/// both not.
pub trait Space {
    /// A state; cheap to clone.
    type State: Clone;
    /// A move of the space; may stand for several moves of the game.
    type Move: Copy;
    /// What tells states apart: the whole packed state, or a fingerprint of 128 bits.
    type Key: Copy + Eq + Hash;

    /// Of a key a number that it shares with the keys of states that are often met just before or after. Only speed depends on it.
    const GROUP: Option<fn(&Self::Key) -> u64> = None;

    /// The bytes that each state has on the heap, more or less; a depth-first search counts them.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// The key of a state.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// Whether the patience has come out.
    fn is_won(&self, state: &Self::State) -> bool;

    /// Appends the moves of a state, the most promising first. None means a dead end.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Plays one of the state's moves.
    fn play(&self, state: &mut Self::State, m: Self::Move);
}

/// A space that knows which states promise more.
pub trait Evaluated: Space {
    /// How promising a state is; more is better.
    fn evaluate(&self, state: &Self::State) -> i32;
}
