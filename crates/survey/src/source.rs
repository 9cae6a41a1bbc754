//! Where deals come from, and what their numbers stand for.

use gehtauf_cards::{Deck, Pack, pysol, seeded_deck};
use serde::{Deserialize, Serialize};

/// Where the deals of a survey come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source<'a> {
    /// Seeds of our own shuffle.
    Seeds,
    /// Deal numbers of PySolFC without a prefix.
    Pysol,
    /// These decks, numbered from 1.
    Listed(&'a [Deck]),
}

/// What the numbers of the deals stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Numbering {
    /// Seeds of our own shuffle.
    Seeds,
    /// Deal numbers of PySolFC without a prefix.
    Pysol,
    /// Places in a list, from 1.
    Deals,
}

impl Source<'_> {
    /// The deck of a number.
    ///
    /// # Panics
    /// The list, which counts from 1, has no deal of this number.
    pub fn deck(self, number: u64, pack: Pack) -> Deck {
        match self {
            Source::Seeds => seeded_deck(number, pack),
            Source::Pysol => pysol::Number::plain(number.into()).deck(pack),
            Source::Listed(decks) => decks[number as usize - 1].clone(),
        }
    }

    /// What the numbers stand for.
    pub const fn numbering(self) -> Numbering {
        match self {
            Source::Seeds => Numbering::Seeds,
            Source::Pysol => Numbering::Pysol,
            Source::Listed(_) => Numbering::Deals,
        }
    }

    /// The CRC-32 of the list's deck lines, each with its line end.
    pub(crate) fn crc32(self) -> Option<u32> {
        let Source::Listed(decks) = self else { return None };
        let mut hasher = crc32fast::Hasher::new();
        decks.iter().for_each(|deck| hasher.update(format!("{deck}\n").as_bytes()));
        Some(hasher.finalize())
    }
}

impl Numbering {
    /// The name in records and texts: `seeds`, `pysol` or `deals`.
    pub const fn name(self) -> &'static str {
        match self {
            Numbering::Seeds => "seeds",
            Numbering::Pysol => "pysol",
            Numbering::Deals => "deals",
        }
    }
}
