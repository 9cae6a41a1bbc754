//! A player of Acht mal Acht who looks at all cards first.
//!
//! Who plays cards in pass 1, judged by sampled talons, could hardly win more (docs/luck-and-skill.md).

use gehtauf_rules::{AnyPosition, Move, View};
use gehtauf_search::{Limits, Verdict};
use gehtauf_solvers::solve;

use crate::player::{About, Player};
use crate::seed::Seed;

/// Turns the talon through and then solves what it has seen.
#[derive(Debug)]
pub(crate) struct Scout;

/// How many states it looks at for a win. Of 100 deals with two passes left 58 are won within 30,000
/// states, 85 within 200,000 and 96 within this many.
const MAX_STATES: u64 = 1_000_000;

const ABOUT: About = About {
    name: "scout",
    en: "Turns the talon through in the first pass without playing a card, and then knows them all. It looks for a \
         win in a million states and plays it, or gives up.",
    de: "Deckt im ersten Durchgang den ganzen Talon auf, ohne eine Karte zu spielen, und \
         kennt dann alle. Er sucht in einer Million Zuständen einen Gewinn und spielt ihn, \
         oder gibt auf.",
};

impl Player for Scout {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn is_cheap(&self) -> bool {
        false
    }

    fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
        if view.unseen_talon() > 0 {
            return vec![Move::Turn];
        }
        win(view.position(), MAX_STATES)
    }
}

/// The moves of a win of a position, whatever has been seen of it; none if so many states show none.
pub(super) fn win(position: &AnyPosition, max_states: u64) -> Vec<Move> {
    let limits = Limits { max_states, ..Limits::default() };
    match solve(position, limits, None).map(|solution| solution.verdict) {
        Ok(Verdict::Won(moves)) => moves,
        _ => Vec::new(),
    }
}
