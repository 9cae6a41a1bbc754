//! Acht mal Acht and 8x8: one search space and one portfolio serve both games and all their options.
//!
//! | where | what |
//! |---|---|
//! | [`portfolio`], [`runner`] | which searches run in which order under which rules: tables; and what runs them |
//! | [`state`], [`moves`], [`closure`], [`card_types`] | the packed state, its macro moves, what beams play at once; sets of card types |
//! | [`translate`] | from the rules to packed states and back |
//! | [`beam`], [`fingerprint`] | beams: they find wins and prove nothing |
//! | [`space`] | the space of packed states, for the complete search |
//! | [`evaluation`] | features and weights of states, how they are trained, and a bound on the moves of the shortest win |
//! | [`prunings`] | what the complete search leaves out: claim, proof, `supports`, oracle each |
//! | [`abstractions`] | smaller spaces in which what is lost is lost: the same |
//! | [`sat`] | satisfiability: in what order the cards leave and go up |
//! | [`solver`], [`proofs`], [`dominances`], [`simulations`] | what all games have: the solver, its proofs, what it plays at once, its abstractions along a play |
//! | [`shortest`] | shorter wins by beams and A* |
//! | [`reason`], [`certificate`] | which cards are to blame for a loss, and what certificates of it are made of |
//!
//! Under forced talon play turning a card early, while no column takes it, is a way to be rid of it, so that turning
//! cannot be put off; and a card left on a column may keep a turned card from being forced onto the card below, so
//! the moves of `safe_foundation_moves.rs` may hurt; which ones never do is proven over free cards
//! (`forced_talon_dominance.rs`). Beams put turning off and play all these moves all the same. With
//! `foundation-return` they never take a card back, and the complete search is the one over the rules themselves.
//!
//! What each stage and pruning gains, and what was tried and failed: docs/experiments/acht-mal-acht.md and 8x8.md.

mod abstractions;
mod beam;
mod card_types;
mod certificate;
mod closure;
mod dominances;
mod evaluation;
mod fingerprint;
mod moves;
mod portfolio;
mod proofs;
mod prunings;
mod reason;
mod runner;
mod sat;
mod shortest;
mod simulations;
mod solver;
mod space;
mod state;
mod translate;

pub use certificate::{refutation, tracked_cards};
#[cfg(feature = "training")]
pub use evaluation::training;
pub use portfolio::exhaust_with;
pub use prunings::Prunings;
pub use solver::Solver;

/// Deals of a small game of Acht mal Acht, given its passes, ranks, suits, decks, columns and rows.
#[cfg(test)]
fn small_deals(
    size: [&'static str; 6],
    seeds: std::ops::Range<u64>,
) -> impl Iterator<Item = (u64, gehtauf_rules::eights::Table)> {
    small_deals_of(gehtauf_rules::RuleSet::AchtMalAcht, size, &[], seeds)
}

/// Deals of a small game of either rule set under some more options.
#[cfg(test)]
fn small_deals_of(
    rule_set: gehtauf_rules::RuleSet,
    size: [&'static str; 6],
    more: &[(&str, &str)],
    seeds: std::ops::Range<u64>,
) -> impl Iterator<Item = (u64, gehtauf_rules::eights::Table)> + use<> {
    use gehtauf_rules::Game;

    use crate::GameSolver;

    let names = ["passes", "ranks", "suits", "decks", "columns", "rows"];
    let sets: Vec<_> = names.into_iter().zip(size).chain(more.iter().copied()).collect();
    let game = Game::new(rule_set, &sets).unwrap();
    seeds.map(move |seed| {
        let position = game.deal(&gehtauf_cards::seeded_deck(seed, game.pack())).unwrap();
        (seed, Solver::of(&position).unwrap().clone())
    })
}
