//! How many cleared columns are needed for what lies first in them.

use crate::eights::abstractions::card_counts::{Lines, sum_of_digits, without_parent};
use crate::eights::state::CardType;

/// What counts for the moves of a state.
pub struct Counts {
    pub free: Lines,
    /// Free cards and bases.
    pub parents: Lines,
    pub cleared: u32,
}

impl Counts {
    /// How many cleared columns are needed, by face.
    fn by_face(children: Lines, parents: Lines) -> [u64; 2] {
        without_parent(children.0, parents.0)
    }

    fn needed(children: Lines, parents: Lines) -> u32 {
        sum_of_digits(Counts::by_face(children, parents))
    }

    /// Whether no more cleared columns are needed than there are.
    fn fit(children: Lines, parents: Lines, cleared: u32) -> bool {
        Counts::needed(children, parents) <= cleared
    }

    /// The first cards in the cleared columns that are needed, and how many are not.
    pub fn needs(&self) -> (Lines, u32) {
        let spare = self.cleared - Counts::needed(self.free, self.parents);
        (Lines(Counts::by_face(self.free, self.parents)), spare)
    }

    /// The parents that carry no child if no more cleared columns are taken than are needed.
    pub fn open(&self) -> Lines {
        let children = Lines(self.free.0.map(|digits| digits << 8));
        Lines(Counts::by_face(self.parents, children))
    }

    /// Whether a card of the type can be uncovered.
    pub fn fit_without(&self, card: CardType) -> bool {
        Counts::fit(self.free, self.parents.without(card), self.cleared)
    }

    /// Whether there is a place for one more free card of the type.
    pub fn fit_with(&self, card: CardType) -> bool {
        Counts::fit(self.free.with(card), self.parents, self.cleared)
    }
}
