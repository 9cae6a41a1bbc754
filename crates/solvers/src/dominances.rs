//! What a pruning plays without a choice, for those who try to refute it.

use gehtauf_rules::Move;

/// Moves that a search makes at once, as a pruning says: they keep every position that can be won so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dominance {
    /// Which pruning.
    pub name: &'static str,
    /// The move, after one that makes way for it where the pruning is of a smaller space.
    pub moves: Vec<Move>,
}
