//! Players of Domino who look some moves ahead.

use gehtauf_rules::domino::Domino;
use gehtauf_rules::{AnyPosition, Move, Position, View};

use super::redeal;
use super::rows::{Rows, Step};
use crate::player::{About, Player};
use crate::seed::Seed;

/// Looks so many moves ahead.
#[derive(Debug)]
pub(crate) struct Ahead {
    pub about: About,
    pub moves: usize,
}

impl Player for Ahead {
    fn about(&self) -> &About {
        &self.about
    }

    fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
        let AnyPosition::Domino(position) = view.position() else { return Vec::new() };
        if !position.aces_chosen() {
            return best_aces(position).into_iter().collect();
        }
        let mut rows = Rows::new(position);
        let mut moves = Vec::new();
        loop {
            let path = best_path(&mut rows, self.moves);
            if path.is_empty() {
                break;
            }
            for step in path {
                moves.push(rows.to_move(step));
                rows.play(step);
            }
        }
        moves.extend(redeal(position, &rows));
        moves
    }
}

/// The evaluation of a position: above all the cards in order from the left on, then the cards behind those
/// that they follow.
fn evaluate(rows: &Rows) -> i32 {
    20 * rows.ordered() + 2 * rows.links()
}

/// The choice of Aces after which the evaluation is greatest.
fn best_aces(position: &Domino) -> Option<Move> {
    let evaluation_after = |m: Move| {
        let mut after = position.clone();
        after.play(m);
        evaluate(&Rows::new(&after))
    };
    position.legal_moves().into_iter().rev().max_by_key(|&m| evaluation_after(m))
}

/// The fewest steps, at most so many, to the position of the greatest evaluation; none if this one is.
fn best_path(rows: &mut Rows, most: usize) -> Vec<Step> {
    let mut search = Search { best: evaluate(rows), best_path: Vec::new(), path: Vec::new() };
    search.look(rows, most);
    search.best_path
}

struct Search {
    best: i32,
    best_path: Vec<Step>,
    path: Vec<Step>,
}

impl Search {
    fn look(&mut self, rows: &mut Rows, left: usize) {
        let evaluation = evaluate(rows);
        let is_shorter = evaluation == self.best && self.path.len() < self.best_path.len();
        if evaluation > self.best || is_shorter {
            self.best = evaluation;
            self.best_path.clone_from(&self.path);
        }
        if left == 0 {
            return;
        }
        let (steps, count) = rows.steps();
        for step in steps.into_iter().take(count).flatten() {
            // The same card twice in a row comes to where it could have gone at once, or back.
            if self.path.last().is_some_and(|last| last.has_card_of(step)) {
                continue;
            }
            self.path.push(step);
            let played = rows.play(step);
            self.look(rows, left - 1);
            rows.take_back(played);
            self.path.pop();
        }
    }
}
