//! Players who choose one move at a time.

use gehtauf_rules::{Move, View};

use crate::player::{About, Player};
use crate::seed::Seed;

/// A player without chance who chooses each move by what it sees before it.
#[derive(Debug)]
pub(crate) struct MoveByMove {
    pub about: About,
    pub choose: fn(&View) -> Option<Move>,
}

impl Player for MoveByMove {
    fn about(&self) -> &About {
        &self.about
    }

    fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
        follow(view, self.choose)
    }
}

/// A plan has no more moves than this, so that a player who goes round is asked again.
const LONGEST: usize = 64;

/// The moves chosen one after another, up to the first one that turns up cards.
pub(crate) fn follow(view: &View, mut choose: impl FnMut(&View) -> Option<Move>) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut view = view.clone();
    while moves.len() < LONGEST {
        let Some(m) = choose(&view) else { break };
        moves.push(m);
        match view.after(m) {
            Some(after) => view = after,
            None => break,
        }
    }
    moves
}
