//! What the numbers of deals stand for.

use gehtauf_cards::{Deck, Pack, pysol, seeded_deck};
use serde::{Deserialize, Serialize};

/// What the numbers of the deals stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Seeds of our own shuffle.
    Seeds,
    /// Deal numbers of PySolFC without a prefix.
    Pysol,
}

impl Source {
    /// The deck of a number.
    pub fn deck(self, number: u64, pack: Pack) -> Deck {
        match self {
            Source::Seeds => seeded_deck(number, pack),
            Source::Pysol => pysol::Number::plain(number.into()).deck(pack),
        }
    }

    /// The name in records and texts: `seeds` or `pysol`.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Seeds => "seeds",
            Source::Pysol => "pysol",
        }
    }
}
