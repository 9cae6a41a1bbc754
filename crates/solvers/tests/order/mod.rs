//! Small games of Hochzeitszug without redeals.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, RuleSet};

/// Options with their values.
pub type Sets = &'static [(&'static str, &'static str)];

/// Sizes that brute force decides.
pub const SIZES: [Sets; 6] = [
    &[("ranks", "6"), ("suits", "C"), ("upper", "1"), ("lower", "1")],
    &[("ranks", "4"), ("suits", "CH"), ("upper", "1"), ("lower", "2"), ("depth", "3")],
    &[("ranks", "5"), ("suits", "CH"), ("upper", "2"), ("lower", "1")],
    &[("ranks", "7"), ("suits", "S"), ("upper", "2"), ("lower", "1"), ("depth", "3")],
    &[("ranks", "8"), ("suits", "H"), ("upper", "1"), ("lower", "2"), ("depth", "3")],
    &[("ranks", "12"), ("suits", "CS"), ("upper", "2"), ("lower", "1"), ("decks", "1")],
];

/// The game without redeals.
pub fn game(sets: &[(&str, &str)]) -> Game {
    Game::new(RuleSet::Hochzeitszug, &[sets, &[("redeals", "0")]].concat()).unwrap()
}

/// The deal of a seed.
pub fn deal(game: &Game, seed: u64) -> AnyPosition {
    game.deal(&seeded_deck(seed, game.pack())).unwrap()
}
