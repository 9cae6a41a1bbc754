//! Players of Acht mal Acht and 8x8. The planner of 8x8, who plays the last pass of Acht mal Acht too:
//!
//! | where | what |
//! |---|---|
//! | [`seen`] | the table packed: which card lies on which, and of the unseen cards how many of each card type |
//! | [`plan`] | beam search over what can be done before a card is turned up |
//! | [`evaluation`] | what the end of a plan is worth |
//! | [`weights`] | what was learnt of that |

mod evaluation;
mod greedy;
mod naive;
mod plan;
mod planner;
mod scout;
mod searcher;
mod seen;
mod weights;

use gehtauf_rules::eights::Table;
use gehtauf_rules::{AnyPosition, View};
use greedy::GREEDY;
use naive::NAIVE;
use planner::PLANNER;
use scout::{QUICK_SCOUT, SCOUT};
use searcher::Searcher;

use crate::player::{About, Player};
use crate::random::Random;

/// Those of Acht mal Acht, the weakest first.
pub(crate) const ACHT_MAL_ACHT: &[&dyn Player] = &[&NAIVE, &Random, &GREEDY, &QUICK_SCOUT, &SCOUT];

/// Those of 8x8, the weakest first.
pub(crate) const EIGHT_BY_EIGHT: &[&dyn Player] =
    &[&NAIVE, &GREEDY, &Random, &PLANNER, &EIGHTS_SEARCHER];

const EIGHTS_SEARCHER: Searcher = Searcher {
    about: About {
        name: "searcher",
        en: "Solves sampled completions of what it sees, and takes the plans that their wins begin with and those that \
             turn up a face-down card soon. It plays the one after which most of further completions are won, and \
             goes on as planner does where none is.",
        de: "Löst ausgeloste Anordnungen der Karten, die er nicht sieht, und nimmt die Pläne, mit denen ihre Lösungen \
             beginnen, und die, die bald eine verdeckte Karte aufdecken. Er spielt den, nach dem die meisten weiteren \
             Anordnungen aufgehen, und macht weiter wie `planner`, wenn keine aufgeht.",
    },
    drawn: 16,
    plans: 6,
    ahead: 3,
    judged: 24,
    states: 10_000,
    bonus: 0.3,
};

/// What lies on the table, with the unseen cards in the order of the pack.
fn table(view: &View) -> Option<&Table> {
    match view.position() {
        AnyPosition::AchtMalAcht(position) => Some(position.table()),
        AnyPosition::EightByEight(position) => Some(position.table()),
        _ => None,
    }
}

/// What learning the planner's weights needs; see `examples/train_blind_eights.rs`.
#[cfg(feature = "training")]
pub mod training {
    pub use super::evaluation::{FACE_DOWN, FEATURES, TaperedWeights};
    pub use super::planner::Planner;
    pub use super::weights::{EIGHT_BY_EIGHT, LAST_PASS};
}
