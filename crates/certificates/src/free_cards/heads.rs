//! States with heads, for 8x8 with one card to a space.
//!
//! *Setup.* A cleared column without cards is a *space*; the first card of another is its *head*. The free cards that
//! are no heads are *followers*. A state *with heads* also says which cards are heads, as a multiset: which of them lies
//! in which column does not matter. How many columns are spaces follows. So does how many cards of a face are *open*: its
//! free cards and bases, less the followers that build on it.
//!
//! *Claim.* If the steps lead from a position's state with heads to none without stock and bases, the position is lost.
//!
//! *Invariant.* Each follower lies on a card of its parents' face, which carries no other; a head lies on nothing, a
//! base on a card that is face down. So of each face as many cards carry nothing as are open, and a card that carries
//! nothing has an open face.
//!
//! *Each move keeps it*, and is a step, or leaves the state as it is:
//! - A follower, with what lies on it, onto a card of another column: no change. A head: a card of its parents' face was
//!   open; the head becomes a follower, and its column a space. A base: likewise; the card under it is turned up, as a
//!   base, or as a head if it is the last one of its column. Without one the column is a space.
//! - The last card of a column into a space: a head that carries nothing leaves a space, so there is no change. A
//!   follower or a base becomes a head; it carried nothing, so its face was open. Under a base as before.
//! - The last card of a column to its foundation: its face was open. A head leaves a space. Under a base as before.
//! - The waste's top card onto a column: its parents' face was open, and it becomes a follower. Into a space: it becomes
//!   a head. To its foundation: nothing of the columns is asked.
//! - A turned card must be played exactly if its parents' face is open, and then not into a space: turn and play are one
//!   step. If it is not open, the turn is one.
//! - Turns that are put off and Aces that go up: as in the module. An Ace that goes up out of a space at once has gone
//!   from the stock to its foundation.
//!
//! *Conclusion.* As in the module. What `dead_ends.rs` proves lost is so with any heads.
//!
//! *Needs.* As the module, and that no run goes into a space.

use gehtauf_cards::{Card, Rank};

use super::counts::Face;
use super::state::{Counts, Deal, State};
use super::steps::Step;

impl State {
    pub(super) fn add_head(&mut self, card: Card) {
        if let Some(heads) = &mut self.heads {
            heads.add(card);
        }
    }

    pub(super) fn take_head(&mut self, card: Card) {
        let is_there = self.heads.as_mut().is_some_and(|heads| heads.take(card));
        assert!(is_there, "the state has the head");
    }
}

impl Deal {
    /// The state of the position with its heads, if the rules allow one card to a space.
    pub fn start_with_heads(&self) -> Option<State> {
        Some(State { heads: Some(self.heads?), ..self.start().clone() })
    }

    /// The steps that only a state with heads has, but for those of heads to foundations.
    pub(super) fn steps_of_heads(&self, state: &State, counts: &Counts, steps: &mut Vec<Step>) {
        let Some(heads) = state.heads else { return };
        let goes_down = |&card: &Card| counts.is_open(Face::of(card).parent());
        steps.extend(heads.card_types().filter(goes_down).map(Step::HeadDown));
        if counts.spaces == 0 {
            return;
        }
        let is_open = |card: Card| counts.is_open(Face::of(card));
        let followers = counts.free.without(&heads);
        steps.extend(followers.card_types().filter(|&card| is_open(card)).map(Step::ToSpace));
        let bases = (0..self.columns.len()).filter(|&i| self.base(state, i).is_some_and(is_open));
        steps.extend(bases.map(Step::BaseToSpace));
        let stays = |&place: &usize| !(self.aces_go_up && self.stock[place].rank == Rank::ACE);
        let of_stock = self.playable_of_stock(state).filter(stays);
        steps.extend(of_stock.map(Step::StockToSpace));
    }
}
