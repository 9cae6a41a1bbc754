//! Card types and runs.

use gehtauf_cards::{Card, Colour, Rank};
use gehtauf_rules::Column;

/// A card without its suit: its parity and its rank, the 2 being 0.
///
/// The parity is (rank + colour) mod 2. A card goes onto a card exactly if both have the same parity
/// and its rank is one lower.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardType {
    /// (rank + colour) mod 2.
    pub parity: u8,
    /// From the 2, which is 0.
    pub rank: u8,
}

impl CardType {
    /// The type of a card that is no Ace.
    pub fn of(card: Card) -> CardType {
        let red = u8::from(card.colour() == Colour::Red);
        CardType { parity: (card.rank.number() + red) & 1, rank: card.rank.number() - 2 }
    }
}

/// The maximal runs of a column, the open one last: type of the head and rank of the tail. A
/// face-down card is a run of its own; a covered Ace goes when it comes to light and is none.
pub fn runs_of(column: &Column) -> Vec<(CardType, u8)> {
    let mut runs: Vec<(CardType, u8)> = Vec::new();
    let mut below: Option<CardType> = None;
    for (i, &card) in column.cards.iter().enumerate() {
        if card.rank == Rank::ACE {
            below = None;
            continue;
        }
        let card = CardType::of(card);
        match below {
            Some(tail) if tail.parity == card.parity && tail.rank == card.rank + 1 => {
                runs.last_mut().expect("a card lies below").1 = card.rank;
            }
            _ => runs.push((card, card.rank)),
        }
        below = (i >= column.face_down).then_some(card);
    }
    runs
}
