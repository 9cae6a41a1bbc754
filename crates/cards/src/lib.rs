//! Cards, packs, deck lines and shuffles. Knows no game.
//!
//! A deal of every game starts as a [`Deck`]: read from a deck line ([`Deck::parse`]), shuffled
//! from a seed ([`seeded_deck`]), or dealt as PySolFC deals it ([`pysol::Number`]).

mod card;
mod deck;
mod pack;
pub mod pysol;
mod shuffle;

pub use card::{Card, Colour, NotACard, Rank, Suit, excerpt};
pub use deck::{Deck, DeckError, check_count, words};
pub use pack::{Pack, Suits};
pub use shuffle::{seeded_deck, seeded_generator, shuffle};
