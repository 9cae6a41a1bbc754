//! Players who choose one move at a time.

use gehtauf_rules::{Move, View};

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
