//! A player of Hochzeitszug who remembers what has been turned up.

use gehtauf_rules::{AnyPosition, Move, View};
use gehtauf_search::{Limits, Verdict};
use gehtauf_solvers::solve;

use super::digger;
use crate::player::{About, Player};
use crate::seed::Seed;

/// Digs until every card has been seen, then solves.
#[derive(Debug)]
pub(crate) struct Memory;

/// Nearly all deals take some thousands of states.
const LIMITS: Limits = Limits { max_states: 300_000, max_bytes: 256 << 20, time: None };

const ABOUT: About = About {
    name: "memory",
    en: "Digs as digger does until every card has been seen, and remembers them. From there on it solves the \
         rest of the game, as a computer does.",
    de: "Gräbt wie `digger`, bis jede Karte zu sehen war, und merkt sie sich. Von da an löst er \
         den Rest des Spiels, wie es ein Rechner tut.",
};

impl Player for Memory {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
        if let Some(position @ AnyPosition::Hochzeitszug(_)) = view.certain() {
            let solution = solve(position, LIMITS, None).expect("the rules replay each win");
            if let Verdict::Won(moves) = solution.verdict {
                return moves;
            }
        }
        digger::plan(view, usize::MAX)
    }
}
