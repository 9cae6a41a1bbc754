//! Sets of card types.

use std::ops::{BitAnd, BitOr};

use super::ranks::Ranks;
use super::state::Type;

/// A set of types: bit rank, of phase 1 with 16 added. The bits from rank 12 on stand for no type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Types(pub u32);

impl Types {
    /// The type alone.
    pub fn one(card: Type) -> Types {
        Types(1 << Types::place(card))
    }

    /// The type alone, or none.
    pub fn maybe(card: Option<Type>) -> Types {
        card.map_or(Types::default(), Types::one)
    }

    /// The types of the phase up to and including this one.
    pub fn up_to(card: Type) -> Types {
        Types(((2 << card.rank) - 1) << (16 * card.phase))
    }

    /// The types that occur among the ranks of each phase.
    pub fn of(ranks: [Ranks; 2]) -> Types {
        Types(ranks[0].support() | ranks[1].support() << 16)
    }

    /// The bit of a type.
    pub fn place(card: Type) -> u8 {
        card.rank + 16 * card.phase
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn without(self, other: Types) -> Types {
        Types(self.0 & !other.0)
    }
}

impl BitOr for Types {
    type Output = Types;

    fn bitor(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }
}

impl BitAnd for Types {
    type Output = Types;

    fn bitand(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }
}
