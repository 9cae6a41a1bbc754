//! Cards and faces, counted.

use gehtauf_cards::{Card, Colour};

/// How many cards there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Cards([u8; 52]);

impl Cards {
    pub const NONE: Cards = Cards([0; 52]);

    pub fn of(&self, card: Card) -> u8 {
        self.0[card.index()]
    }

    pub fn add(&mut self, card: Card) {
        self.add_some(card, 1);
    }

    pub fn add_some(&mut self, card: Card, count: u8) {
        self.0[card.index()] += count;
    }

    /// Takes one away; says whether there was one.
    pub fn take(&mut self, card: Card) -> bool {
        let count = &mut self.0[card.index()];
        let is_there = *count > 0;
        *count -= u8::from(is_there);
        is_there
    }

    pub fn and(&self, other: &Cards) -> Cards {
        Cards(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// Without cards that are among these.
    pub fn without(&self, other: &Cards) -> Cards {
        Cards(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }

    /// As many as are there without others.
    pub fn without_some(&self, other: &Cards) -> Cards {
        Cards(std::array::from_fn(|i| self.0[i].saturating_sub(other.0[i])))
    }

    /// Whether no more are here than there, of any kind.
    pub fn is_among(&self, other: &Cards) -> bool {
        self.0.iter().zip(other.0).all(|(&here, there)| here <= there)
    }

    /// Each kind of which there is a card, and how many.
    pub fn iter(&self) -> impl Iterator<Item = (Card, u8)> {
        let counts = self.0.iter().enumerate().filter(|(_, count)| **count > 0);
        counts.map(|(i, &count)| (Card::from_index(i).expect("a card"), count))
    }

    /// By face.
    pub fn faces(&self) -> Faces {
        // The suits are clubs, diamonds, hearts, spades.
        let [clubs, diamonds, hearts, spades] = [0, 13, 26, 39].map(|first| &self.0[first..]);
        let mut faces = Faces::NONE;
        for rank in 0..13 {
            faces.0[0][rank + 1] = (clubs[rank] + spades[rank]) as i8;
            faces.0[1][rank + 1] = (diamonds[rank] + hearts[rank]) as i8;
        }
        faces
    }
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
