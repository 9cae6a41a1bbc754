//! Cards and faces, counted.

use gehtauf_cards::{Card, Colour, Suit};

/// How many cards there are of each card type: by suit, of each rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Cards([[u8; 13]; 4]);

impl Cards {
    pub const NONE: Cards = Cards([[0; 13]; 4]);

    pub fn of(&self, card: Card) -> u8 {
        self.of_suit(card.suit)[place(card)]
    }

    /// Of each rank, the Ace's first.
    pub fn of_suit(&self, suit: Suit) -> &[u8; 13] {
        &self.0[suit.index()]
    }

    pub fn of_suit_mut(&mut self, suit: Suit) -> &mut [u8; 13] {
        &mut self.0[suit.index()]
    }

    fn of_mut(&mut self, card: Card) -> &mut u8 {
        &mut self.of_suit_mut(card.suit)[place(card)]
    }

    pub fn add(&mut self, card: Card) {
        *self.of_mut(card) += 1;
    }

    /// Takes one away; says whether there was one.
    pub fn take(&mut self, card: Card) -> bool {
        let count = self.of_mut(card);
        let is_there = *count > 0;
        *count -= u8::from(is_there);
        is_there
    }

    pub fn and(&self, other: &Cards) -> Cards {
        self.with(other, |here, there| here + there)
    }

    /// Without cards that are among these.
    pub fn without(&self, other: &Cards) -> Cards {
        self.with(other, |here, there| here - there)
    }

    /// As many as are there without others.
    pub fn without_some(&self, other: &Cards) -> Cards {
        self.with(other, u8::saturating_sub)
    }

    fn with(&self, other: &Cards, count: impl Fn(u8, u8) -> u8) -> Cards {
        let mut cards = *self;
        for (here, &there) in cards.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *here = count(*here, there);
        }
        cards
    }

    /// Whether no more are here than there, of any card type.
    pub fn is_among(&self, other: &Cards) -> bool {
        self.0.as_flattened().iter().zip(other.0.as_flattened()).all(|(here, there)| here <= there)
    }

    /// How many there are of all card types.
    pub fn count(&self) -> u8 {
        self.0.as_flattened().iter().sum()
    }

    /// Each card type of which there is a card, and how many.
    pub fn iter(&self) -> impl Iterator<Item = (Card, u8)> {
        let counts = self.0.as_flattened().iter().enumerate().filter(|(_, count)| **count > 0);
        counts.map(|(i, &count)| (Card::from_index(i).expect("a card"), count))
    }

    /// Each card type of which there is a card.
    pub fn card_types(&self) -> impl Iterator<Item = Card> {
        self.iter().map(|(card, _)| card)
    }

    /// By face.
    pub fn faces(&self) -> Faces {
        let mut faces = Faces::NONE;
        for suit in Suit::ALL {
            let of_colour = &mut faces.0[usize::from(suit.colour() == Colour::Red)][1..14];
            for (faces, &count) in of_colour.iter_mut().zip(self.of_suit(suit)) {
                *faces += count as i8;
            }
        }
        faces
    }
}

/// The place of a card in its suit.
fn place(card: Card) -> usize {
    usize::from(card.rank.number()) - 1
}

/// A rank and a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Face {
    pub rank: usize,
    pub is_red: bool,
}

impl Face {
    pub fn of(card: Card) -> Face {
        let is_red = card.suit.colour() == Colour::Red;
        Face { rank: card.rank.number().into(), is_red }
    }

    /// The face that cards of this one build on; of a King there is none, and nothing has it.
    pub fn parent(self) -> Face {
        Face { rank: self.rank + 1, is_red: !self.is_red }
    }
}

/// How many cards there are of each face: by colour, of each rank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Faces([[i8; 15]; 2]);

impl Faces {
    pub const NONE: Faces = Faces([[0; 15]; 2]);

    /// All faces.
    pub fn all() -> impl DoubleEndedIterator<Item = Face> {
        (1..=13).flat_map(|rank| [false, true].map(|is_red| Face { rank, is_red }))
    }

    pub fn of(&self, face: Face) -> i8 {
        self.0[usize::from(face.is_red)][face.rank]
    }

    pub fn of_mut(&mut self, face: Face) -> &mut i8 {
        &mut self.0[usize::from(face.is_red)][face.rank]
    }
}
