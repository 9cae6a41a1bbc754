//! The rules of four patiences, one of them by two rule sheets: plain and obviously right; nothing here is fast.
//!
//! A [`Game`] is a rule set with all its options set. It deals a [`Deck`](gehtauf_cards::Deck) to an [`AnyPosition`],
//! which lists its legal moves and plays them. [`perft`], [`brute_force`] and [`replay`] work on any
//! [`Position`].
//!
//! ```
//! use gehtauf_cards::seeded_deck;
//! use gehtauf_rules::{Game, Position, RuleSet};
//! let game = Game::new(RuleSet::Domino, &[("redeals", "1")]).unwrap();
//! let position = game.deal(&seeded_deck(7, game.pack())).unwrap();
//! assert!(!position.legal_moves().is_empty());
//! ```

pub mod acht_mal_acht;
mod column;
mod counts;
pub mod domino;
pub mod eight_by_eight;
pub mod eights;
pub mod eklige_elfer;
mod game;
mod hides;
pub mod hochzeitszug;
mod layout;
mod moves;
mod options;
mod position;
mod view;

pub use column::{Column, builds};
pub use counts::{deals_before_first_run, redeals, spaces_filled};
pub use game::{AnyPosition, Game, RuleSet, UnknownGame};
pub use layout::{Content, Layout, LayoutError, Slot};
pub use moves::{AceOrder, Move, NotAMove};
pub use options::{OptionError, OptionSpec, Options, Values};
pub use position::{
    BruteForce, IllegalMove, Position, ReplayError, brute_force, distinct, perft, replay,
};
pub use view::{Referee, View};
