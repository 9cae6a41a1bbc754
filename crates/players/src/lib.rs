//! Players who see only what lies open on the table, as a person does.
//!
//! A [`Player`] is given a [`View`](gehtauf_rules::View) and a [`Seed`] and nothing else, so that it
//! cannot know a card that nobody has turned up; what lies behind a view it may only guess, by
//! `View::sample`. The same view and seed give the same plan, on every machine. [`play_game`] lets a
//! player play a deal under the eyes of the rules, and [`players`] lists the players of a game from
//! the weakest on.
//!
//! ```
//! use gehtauf_cards::seeded_deck;
//! use gehtauf_players::{play_game, player};
//! use gehtauf_rules::{Game, Position, RuleSet};
//! let game = Game::new(RuleSet::Hochzeitszug, &[]).unwrap();
//! let deal = game.deal(&seeded_deck(7, game.pack())).unwrap();
//! let random = player(RuleSet::Hochzeitszug, "random").unwrap();
//! let played = play_game(&deal, random, 0).unwrap();
//! assert!(!played.moves.is_empty() && !played.won);
//! ```

mod domino;
mod eights;
mod eklige_elfer;
#[cfg(feature = "training")]
mod evolution;
mod fingerprints;
mod follow;
mod hochzeitszug;
mod play;
mod player;
mod random;
mod seed;

use gehtauf_rules::RuleSet;

/// What learning the weights of planners needs.
#[cfg(feature = "training")]
pub mod training {
    pub use crate::eights::training as eights;
    pub use crate::eklige_elfer::training as eklige_elfer;
    pub use crate::evolution::Evolution;
}
pub use play::{End, IllegalPlan, MAX_MOVES, Played, planned, play_game, play_on};
pub use player::{About, Player};
pub use seed::Seed;

/// The players of a game, the weakest first.
pub fn players(rule_set: RuleSet) -> &'static [&'static dyn Player] {
    match rule_set {
        RuleSet::AchtMalAcht => eights::ACHT_MAL_ACHT,
        RuleSet::EightByEight => eights::EIGHT_BY_EIGHT,
        RuleSet::EkligeElfer => eklige_elfer::PLAYERS,
        RuleSet::Domino => domino::PLAYERS,
        RuleSet::Hochzeitszug => hochzeitszug::PLAYERS,
    }
}

/// The best of the cheap players of a game.
pub fn best_cheap(rule_set: RuleSet) -> &'static dyn Player {
    let cheap = players(rule_set).iter().rev().copied().find(|player| player.is_cheap());
    cheap.expect("Random is cheap")
}

/// The player of a game with this name.
pub fn player(rule_set: RuleSet, name: &str) -> Option<&'static dyn Player> {
    players(rule_set).iter().copied().find(|player| player.name() == name)
}
