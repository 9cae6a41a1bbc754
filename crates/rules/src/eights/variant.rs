//! The options that Acht mal Acht and 8x8 have in common.

use gehtauf_cards::Pack;

use crate::options::{OptionError, OptionSpec, Options, Values};

pub(crate) const PASSES: OptionSpec = OptionSpec {
    name: "passes",
    values: Values::Count { least: 1, most: 99, default: 3, unlimited: true },
    effect: "how often the talon may be gone through",
    effect_de: "wie oft der Talon durchgespielt werden darf",
    is_reduced: false,
};

pub(crate) const FOUNDATION_RETURN: OptionSpec = OptionSpec {
    name: "foundation-return",
    values: Values::Words(&["no", "yes"]),
    effect: "yes: a foundation's top card may go back to a column",
    effect_de: "yes: die oberste Karte eines Ablagestapels darf ins Kartenbild zurück",
    is_reduced: false,
};

pub(crate) const COLUMNS: OptionSpec = OptionSpec {
    name: "columns",
    values: Values::Count { least: 1, most: 26, default: 8, unlimited: false },
    effect: "how many columns there are",
    effect_de: "Anzahl der Spalten",
    is_reduced: true,
};

pub(crate) const ROWS: OptionSpec = OptionSpec {
    name: "rows",
    values: Values::Count { least: 1, most: 26, default: 8, unlimited: false },
    effect: "how many cards each column is dealt",
    effect_de: "Anzahl der Karten je Spalte",
    is_reduced: true,
};

/// The options of both games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The cards of the game.
    pub pack: Pack,
    /// How many columns there are.
    pub columns: u8,
    /// How many cards each column is dealt.
    pub rows: u8,
    /// How often the talon may be gone through; nothing for any number.
    pub passes: Option<u8>,
    /// Whether a foundation's top card may go back to a column.
    pub foundation_return: bool,
    /// Whether an empty column takes a run, not only a single card.
    pub runs_to_spaces: bool,
    /// Whether a turned card that can be built onto a column must be played.
    pub forced_talon_play: bool,
    /// Whether there is one pile per suit, A to the top rank over and over, not one per copy.
    pub one_pile_per_suit: bool,
    /// Whether the cards above each column's open card are dealt face down.
    pub face_down: bool,
    /// Whether an open Ace of a column goes to its foundation at once.
    pub forced_aces: bool,
}

impl Rules {
    /// Acht mal Acht under the options that both games have.
    pub(crate) fn new(options: &Options) -> Result<Rules, OptionError> {
        let rules = Rules {
            pack: options.pack(),
            columns: options.count("columns"),
            rows: options.count("rows"),
            passes: options.limit("passes"),
            foundation_return: options.is("foundation-return", "yes"),
            runs_to_spaces: true,
            forced_talon_play: false,
            one_pile_per_suit: false,
            face_down: false,
            forced_aces: false,
        };
        let cards = rules.pack.len();
        if usize::from(rules.columns) * usize::from(rules.rows) > cards {
            let reason =
                format!("with {} columns the pack of {cards} cards is too small", rules.columns);
            return Err(options.conflict("rows", reason));
        }
        Ok(rules)
    }

    pub(super) fn face_down_rows(&self) -> usize {
        if self.face_down { usize::from(self.rows) - 1 } else { 0 }
    }
}
