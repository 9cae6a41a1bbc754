//! A beginner at Hochzeitszug.

use gehtauf_rules::{AnyPosition, Move, View};

use super::table::Table;
use crate::player::{About, Player};
use crate::seed::Seed;

/// Packs whatever can be packed.
#[derive(Debug)]
pub(crate) struct Naive;

const ABOUT: About = About {
    name: "naive",
    en: "Plays the first card that goes to a foundation, else the first that goes onto another stack. It \
         fills empty stacks from the talon and redeals only when neither is left.",
    de: "Spielt die erste Karte, die auf einen Ablagestapel geht, sonst die erste, die auf \
         einen anderen Stapel passt. Leere Stapel füllt er erst dann vom Talon, und danach \
         erst legt er neu aus.",
};

impl Player for Naive {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
        let AnyPosition::Hochzeitszug(position) = view.position() else { return Vec::new() };
        let mut table = Table::new(position);
        let mut moves = Vec::new();
        loop {
            let from = if let Some(stack) = table.stack_for_foundation() {
                moves.push(table.play_to_foundation(stack));
                stack
            } else if let Some((from, to)) = table.first_pack() {
                moves.push(table.pack(from, to));
                from
            } else {
                break;
            };
            if table.is_refilled(from) {
                return moves;
            }
        }
        table.end_plan(position, &mut moves);
        moves
    }
}
