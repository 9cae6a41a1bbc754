//! Players of Acht mal Acht who look at all cards first.
//!
//! Who plays cards in pass 1, judged by sampled talons, could hardly win more (docs/luck-and-skill.md). Where there is no
//! second pass, cards that are turned and not played are buried for good, so that there the planner plays.

use gehtauf_rules::{AnyPosition, Move, View};

use super::planner::LAST_PASS_PLANNER;
use super::win;
use crate::player::{About, Player};
use crate::seed::Seed;

/// Turns the talon through and then solves what it has seen; in the last pass plans until all is seen.
#[derive(Debug)]
pub(crate) struct Scout {
    about: About,
    /// How many states it looks at for a win. Of 2,000 deals with two passes left 83 % are won within 65,000
    /// states, in at most 75 ms each, and 96 % within a million.
    max_states: u64,
    is_cheap: bool,
}

/// Who plays in hints.
pub(super) const QUICK_SCOUT: Scout = Scout {
    about: About {
        name: "quick-scout",
        en: "Turns the talon through first, as scout does. It gives up where 65,000 states show no win.",
        de: "Deckt zuerst den ganzen Talon auf wie `scout`. Er gibt auf, wo 65.000 Stellungen keine Lösung zeigen.",
    },
    max_states: 65_000,
    is_cheap: true,
};

/// The best player.
pub(super) const SCOUT: Scout = Scout {
    about: About {
        name: "scout",
        en: "Turns the talon through in the first pass without playing a card, or with passes=1 plays like the planner of \
             8x8, until it has seen all cards. Then it looks for a win in a million states and plays it, or gives up.",
        de: "Deckt im ersten Durchgang den ganzen Talon auf, ohne eine Karte zu spielen, oder spielt bei passes=1 wie \
             der `planner` von 8x8, bis er alle Karten kennt. Dann sucht er in einer Million Stellungen eine Lösung und \
             spielt sie, oder gibt auf.",
    },
    max_states: 1_000_000,
    is_cheap: false,
};

impl Player for Scout {
    fn about(&self) -> &About {
        &self.about
    }

    fn is_cheap(&self) -> bool {
        self.is_cheap
    }

    fn plan(&self, view: &View, seed: &Seed) -> Vec<Move> {
        let AnyPosition::AchtMalAcht(position) = view.position() else { return Vec::new() };
        if view.unseen_talon() == 0 {
            return win(view.position(), self.max_states);
        }
        let table = position.table();
        let is_last_pass = table.rules.passes == Some(table.pass);
        if is_last_pass { LAST_PASS_PLANNER.plan(view, seed) } else { vec![Move::Turn] }
    }
}
