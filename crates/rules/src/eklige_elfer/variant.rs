//! The options of Eklige Elfer.

use gehtauf_cards::Pack;

use crate::options::{DECKS, OptionError, OptionSpec, Options, RANKS, SUITS, Values};

/// The options of the rule set.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "take-out",
        values: Values::Words(&["free", "forced"]),
        effect: "forced: a complete run at a column's end goes out at once, without a move",
        effect_de: "forced: eine fertige Familie am Ende einer Spalte kommt sofort heraus",
        is_reduced: false,
    },
    RANKS,
    SUITS,
    DECKS,
    OptionSpec {
        name: "columns",
        values: Values::Count { least: 1, most: 26, default: 11, unlimited: false },
        effect: "how many columns there are, and how many cards a deal gives",
        effect_de: "Anzahl der Spalten und der Karten, die je Mal angelegt werden",
        is_reduced: true,
    },
    OptionSpec {
        name: "face-down-rows",
        values: Values::Count { least: 0, most: 26, default: 1, unlimited: false },
        effect: "how many face-down cards each column is dealt",
        effect_de: "Anzahl der verdeckten Karten je Spalte",
        is_reduced: true,
    },
    OptionSpec {
        name: "face-up-rows",
        values: Values::Count { least: 0, most: 26, default: 1, unlimited: false },
        effect: "how many face-up cards each column is dealt on them",
        effect_de: "Anzahl der offenen Karten je Spalte darauf",
        is_reduced: true,
    },
];

/// The rule set's options as the rules use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The cards of the game.
    pub pack: Pack,
    /// `take-out=forced`: a complete run at a column's end goes out at once.
    pub take_out_forced: bool,
    /// How many columns there are.
    pub columns: u8,
    /// How many face-down cards each column is dealt.
    pub face_down_rows: u8,
    /// How many face-up cards each column is dealt on them.
    pub face_up_rows: u8,
}

impl Variant {
    pub(crate) fn new(options: &Options) -> Result<Variant, OptionError> {
        let variant = Variant {
            pack: options.pack(),
            take_out_forced: options.is("take-out", "forced"),
            columns: options.count("columns"),
            face_down_rows: options.count("face-down-rows"),
            face_up_rows: options.count("face-up-rows"),
        };
        let (tableau, cards) = (variant.tableau_len(), variant.pack.len());
        if tableau > cards {
            let reason = format!(
                "{} face-down and {} face-up rows take {tableau} cards, but the pack has {cards}",
                variant.face_down_rows, variant.face_up_rows
            );
            return Err(options.conflict("columns", reason));
        }
        Ok(variant)
    }

    /// How many cards are dealt before the first move.
    pub(super) fn tableau_len(&self) -> usize {
        usize::from(self.columns)
            * (usize::from(self.face_down_rows) + usize::from(self.face_up_rows))
    }

    /// How many cards a complete run has: the top rank down to 2.
    pub fn run_len(&self) -> usize {
        usize::from(self.pack.top.number()) - 1
    }

    /// How many runs must be out for a win.
    pub fn runs(&self) -> usize {
        usize::from(self.pack.decks) * self.pack.suits.len()
    }
}
