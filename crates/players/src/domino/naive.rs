//! A beginner at Domino.

use gehtauf_rules::{AnyPosition, Move, Position, View};

use super::redeal;
use super::rows::{Rows, Step};
use crate::player::{About, Player};
use crate::seed::Seed;

/// Moves may go round; so many in a plan, and whoever asks sees it.
const LONGEST: usize = 64;

/// Puts cards behind their predecessors.
#[derive(Debug)]
pub(crate) struct Naive;

const ABOUT: About = About {
    name: "naive",
    en: "Puts the first card it finds behind the one that it follows, and leaves alone what lies so \
         already. It redeals when there is no such card.",
    de: "Legt die erste Karte, die er findet, hinter die, auf die sie folgt, und lässt \
         liegen, was schon so liegt. Wenn es keine solche gibt, legt er neu aus.",
};

impl Player for Naive {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
        let AnyPosition::Domino(position) = view.position() else { return Vec::new() };
        if !position.aces_chosen() {
            return position.legal_moves().into_iter().take(1).collect();
        }
        let mut rows = Rows::new(position);
        let mut moves = Vec::new();
        while moves.len() < LONGEST {
            let (steps, _) = rows.steps();
            let is_good = |step: &Step| rows.goes_well(*step) && !rows.lies_well(*step);
            let Some(step) = steps.into_iter().flatten().find(is_good) else { break };
            moves.push(rows.to_move(step));
            rows.play(step);
        }
        moves.extend(redeal(position, &rows));
        moves
    }
}
