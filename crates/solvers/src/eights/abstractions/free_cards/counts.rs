//! How many cleared columns are needed for what lies first in them.

use crate::eights::abstractions::card_counts::Lines;
use crate::eights::state::CardType;

/// What counts for the moves of a state.
pub struct Counts {
    pub free: Lines,
    /// Free cards and bases.
    pub parents: Lines,
    pub cleared: u32,
}

impl Counts {
    /// Whether no more cleared columns are needed than there are.
    fn fit(children: Lines, parents: Lines, cleared: u32) -> bool {
        children.without_parent(parents).count() <= cleared
    }

    /// The first cards in the cleared columns that are needed, and how many are not.
    pub fn needs(&self) -> (Lines, u32) {
        let needed = self.free.without_parent(self.parents);
        (needed, self.cleared - needed.count())
    }

    /// The parents that carry no child if no more cleared columns are taken than are needed.
    pub fn open(&self) -> Lines {
        let children = Lines(self.free.0.map(|digits| digits << 8));
        self.parents.without_parent(children)
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
