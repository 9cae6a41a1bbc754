//! Which cards an abstraction tells apart.

use crate::eights::abstractions::card_counts::Cards;
use crate::eights::state::{COLUMNS, CardType, Deal};

/// What an abstraction tracks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tracked {
    /// The places of dealt cards, by column.
    pub columns: [u32; COLUMNS],
    /// Places of the stock.
    pub stock: u64,
    /// Types with tracked foundations, four bits each; all of their cards are tracked.
    pub foundations: [u64; 4],
}

/// A card that may be tracked, or a type whose foundation may be.
#[derive(Debug, Clone, Copy)]
pub enum Trackable {
    Dealt { column: usize, place: usize },
    Stock(u8),
    Foundation(CardType),
}

impl Tracked {
    pub fn has_tracked_foundation(&self, card: CardType) -> bool {
        Cards(self.foundations).of(card) > 0
    }

    pub fn with(mut self, deal: &Deal, items: &[Trackable]) -> Tracked {
        for &item in items {
            match item {
                Trackable::Dealt { column, place } => self.columns[column] |= 1 << place,
                Trackable::Stock(place) => self.stock |= 1 << place,
                Trackable::Foundation(card) => {
                    self.foundations[card.suit()] |= 15 << (4 * (card.rank() - 1));
                    self.stock |= deal.places_of_type[card.index()];
                    for (column, cards) in self.columns.iter_mut().zip(&deal.dealt) {
                        let places = (0..cards.len()).filter(|&place| cards[place] == card);
                        *column |= places.fold(0, |places, place| places | 1 << place);
                    }
                }
            }
        }
        self
    }
}

/// All card types.
pub fn card_types() -> impl Iterator<Item = CardType> {
    (0..4).flat_map(|suit| (1..=13).map(move |rank| CardType::of(rank, suit)))
}
