//! The slots of a column: a card of a row, or none.

use super::abstractions::card_types::{CardType, CardTypes};

/// What is at a slot of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// A card that is the head of its run when it comes there. At the start the tail of the run is
    /// known; the tail of a dealt card is the card.
    Head(CardType, u8),
    /// An Ace or no card: the column is not covered by this row.
    Veil,
}

/// In [`Asks::hosts`]: it goes without a host, and it goes if a column is empty.
pub const ALWAYS: CardTypes = CardTypes(1 << 15);
pub const SPACE: CardTypes = CardTypes(1 << 14);

/// What a slot is to the delete relaxation.
#[derive(Debug, Clone, Copy)]
pub struct Asks {
    /// One of them must be open for the head to go.
    pub hosts: CardTypes,
    /// The tail of the head when it comes.
    pub tail: CardTypes,
    /// The tails that the head can carry.
    pub carries: CardTypes,
}

impl Asks {
    pub fn new(slot: Slot, king: u8) -> Asks {
        match slot {
            Slot::Veil => Asks { hosts: ALWAYS, tail: CardTypes(0), carries: CardTypes(0) },
            Slot::Head(head, tail) => {
                let one = |rank| CardTypes::one(CardType { rank, ..head });
                let hosts = if head.rank == king { SPACE | one(0) } else { one(head.rank + 1) };
                Asks { hosts, tail: one(tail), carries: CardTypes::up_to(head) }
            }
        }
    }
}
