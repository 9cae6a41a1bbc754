//! What a game hides from the person who plays it.

use gehtauf_cards::Card;

use crate::{Move, Position};

/// What a game hides from the person who plays it.
pub(crate) trait Hides: Position {
    /// How many talon cards have not been seen in this position, if so many are said not to be: where
    /// the position alone tells, the number said does not count.
    fn unseen_talon(&self, said: usize) -> usize;

    /// How many talon cards have not been seen after the move that led here, of so many before it.
    fn still_unseen(&self, m: Move, before: usize) -> usize;

    /// The face-down cards and so many unseen cards of the talon, in the order of the layout.
    fn hidden_cards(&mut self, unseen_talon: usize) -> Vec<&mut Card>;

    /// How many those are.
    fn hidden_count(&self, unseen_talon: usize) -> usize;
}
