//! Which cards a game is played with.

use crate::{Card, Rank, Suit};

/// A set of suits, kept in the order C D H S.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Suits(u8);

impl Suits {
    /// All four suits.
    pub const ALL: Suits = Suits(0b1111);

    /// Reads suit letters such as `CH`: at least one, none twice, in any order.
    pub fn parse(text: &str) -> Option<Suits> {
        let mut set = 0;
        for sign in text.chars() {
            let bit = 1 << Suit::from_sign(sign)?.index();
            if set & bit != 0 {
                return None;
            }
            set |= bit;
        }
        (set != 0).then_some(Suits(set))
    }

    /// Whether the suit is in the set.
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit.index() & 1 == 1
    }

    /// The suits in the order C D H S.
    pub fn iter(self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(move |&suit| self.contains(suit))
    }

    /// How many suits, 1 to 4.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Never: a set holds at least one suit.
    pub const fn is_empty(self) -> bool {
        false
    }
}

impl std::fmt::Display for Suits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.iter().try_for_each(|suit| write!(f, "{suit}"))
    }
}

/// The cards that belong to a game: A up to `top` in each of `suits`, each `decks` times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pack {
    /// The highest rank; it has the King's role.
    pub top: Rank,
    /// The suits.
    pub suits: Suits,
    /// How many copies of each card, 1 or 2.
    pub decks: u8,
}

impl Pack {
    /// One deck of 52 cards.
    pub const SINGLE: Pack = Pack { top: Rank::KING, suits: Suits::ALL, decks: 1 };
    /// Two decks, 104 cards.
    pub const DOUBLE: Pack = Pack { decks: 2, ..Pack::SINGLE };

    /// How many cards.
    pub const fn len(self) -> usize {
        self.top.number() as usize * self.suits.len() * self.decks as usize
    }

    /// Whether it has no card, which takes no decks.
    pub const fn is_empty(self) -> bool {
        self.decks == 0
    }

    /// Whether the card is one of the pack.
    pub const fn contains(self, card: Card) -> bool {
        card.rank.number() <= self.top.number() && self.suits.contains(card.suit)
    }

    /// The card types in order, each once: suits C D H S, ranks from the Ace.
    pub fn card_types(self) -> impl Iterator<Item = Card> {
        self.suits.iter().flat_map(move |suit| {
            (1..=self.top.number()).filter_map(Rank::new).map(move |rank| Card::new(rank, suit))
        })
    }

    /// All cards unshuffled: the card types in order, once per deck.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        (0..self.decks).flat_map(move |_| self.card_types())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_decks_are_an_empty_pack() {
        let none = Pack { decks: 0, ..Pack::SINGLE };
        assert!(none.is_empty() && none.cards().next().is_none());
        assert!(!Pack::SINGLE.is_empty());
    }

    #[test]
    fn suits_are_named_once_each_in_any_order() {
        assert_eq!(Suits::parse("HC"), Suits::parse("CH"));
        assert_eq!(Suits::parse("HC").map(Suits::len), Some(2));
        assert_eq!(["CC", "", "CX"].map(Suits::parse), [None; 3]);
    }
}
