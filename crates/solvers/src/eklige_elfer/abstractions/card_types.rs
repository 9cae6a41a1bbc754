//! Sets of card types.

use std::ops::{BitAnd, BitOr};

pub use gehtauf_certificates::heads::CardType;

use super::ranks::Ranks;

/// A set of card types: bit rank, of parity 1 with 16 added. The bits from rank 12 on stand for no type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardTypes(pub u32);

impl CardTypes {
    /// The type alone.
    pub fn one(card: CardType) -> CardTypes {
        CardTypes(1 << CardTypes::bit(card))
    }

    /// The type alone, or none.
    pub fn maybe(card: Option<CardType>) -> CardTypes {
        card.map_or(CardTypes::default(), CardTypes::one)
    }

    /// The types of the parity up to and including this one.
    pub fn up_to(card: CardType) -> CardTypes {
        CardTypes(((2 << card.rank) - 1) << (16 * card.parity))
    }

    /// The types that occur among the ranks of each parity.
    pub fn of(ranks: [Ranks; 2]) -> CardTypes {
        CardTypes(ranks[0].support() | ranks[1].support() << 16)
    }

    /// Which bit a type is.
    pub fn bit(card: CardType) -> u8 {
        card.rank + 16 * card.parity
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn without(self, other: CardTypes) -> CardTypes {
        CardTypes(self.0 & !other.0)
    }
}

impl BitOr for CardTypes {
    type Output = CardTypes;

    fn bitor(self, other: CardTypes) -> CardTypes {
        CardTypes(self.0 | other.0)
    }
}

impl BitAnd for CardTypes {
    type Output = CardTypes;

    fn bitand(self, other: CardTypes) -> CardTypes {
        CardTypes(self.0 & other.0)
    }
}
