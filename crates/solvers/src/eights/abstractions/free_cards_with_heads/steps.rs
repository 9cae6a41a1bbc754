//! The steps from a state to another.

use crate::eights::state::CardType;

/// A move that changes the state; what lies on the card that moves is put elsewhere first if need be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A column's base, with all that lies on it, onto an open card.
    Uncover { column: u8 },
    /// A column's base to its foundation.
    BaseToFoundation { column: u8 },
    /// A column's base into a space.
    BaseToSpace { column: u8 },
    /// A head, with all that lies on it, onto an open card.
    HeadDown { card: CardType },
    /// A head to its foundation.
    HeadToFoundation { card: CardType },
    /// A follower to its foundation.
    FollowerToFoundation { card: CardType },
    /// A follower into a space.
    FollowerToSpace { card: CardType },
    /// On to the stock card at a place, and that onto an open card.
    StockDown { place: u8 },
    /// On to the stock card at a place, and that to its foundation.
    StockToFoundation { place: u8 },
    /// On to the stock card at a place, and that into a space.
    StockToSpace { place: u8 },
    /// One talon card onto the waste.
    Turn,
    /// The waste turned over.
    Redeal,
    /// The waste turned over so often, and on to where so many cards are turned.
    TurnTo { turned: u8, redeals: u8 },
}
