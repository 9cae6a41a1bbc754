//! Hochzeitszug.
//!
//! The packed state is drawn in `state.rs`.

mod exhaustive;
mod rollout;
mod state;

use std::hash::{Hash, Hasher};

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::{Budget, Rung, Verdict, climb, exhaust};
use siphasher::sip::SipHasher13;

use exhaustive::Exhaustive;
use rollout::{Leaning, Roller};
use state::{Rules, State};

/// Which prunings are on; each is sound, so that no verdict depends on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunings {
    /// In the last deal the stacks have no places.
    pub equal_stacks: bool,
    /// In the last deal some cards go to the foundations at once.
    pub safe_cards: bool,
}

impl Prunings {
    /// All on.
    pub const ALL: Prunings = Prunings { equal_stacks: true, safe_cards: true };
    /// All off.
    pub const NONE: Prunings = Prunings { equal_stacks: false, safe_cards: false };
}

/// Solves a position.
pub fn solve(position: &Hochzeitszug, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    solve_with(position, Prunings::ALL, budget)
}

/// Solves a position with some of the prunings.
pub fn solve_with(
    position: &Hochzeitszug,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let rules = Rules::new(position.variant());
    let rules = &rules;
    let start = State::new(rules, position);
    let start = &start;
    let mut hasher = SipHasher13::new();
    position.hash(&mut hasher);
    let seed = hasher.finish();
    let leaning = Leaning { redeal: 8, skip: 8, space: 32, fill: 192 };
    let space = Exhaustive { rules, prunings };
    climb(
        budget,
        [
            Rung {
                name: "roll-outs",
                max_states: u64::MAX,
                run: Box::new(move |budget: &mut Budget<'_>| {
                    Roller::new(rules, seed).try_from(start, 1000, leaning, budget)
                }),
            },
            Rung {
                name: "exhaustive",
                max_states: u64::MAX,
                run: Box::new(move |budget: &mut Budget<'_>| exhaust(&space, start, budget)),
            },
        ],
    )
}
