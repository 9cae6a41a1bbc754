//! Why a suit has no play in an order, as conditions that no win fulfils.
//!
//! *Setup.* A [`Projection`] and, for each card, the set that it opens after in an order. `known` is what is so in
//! all orders.
//!
//! *Claim.* If the projection is not won with these sets, no win has an order in which each card opens after its set.
//! So each win breaks one of the pairs that are not known: that is the clause. *Proof.* The claim of
//! [`projection`](super::projection).
//!
//! *Windows.* A projection to few neighbouring ranks has few positions, and tells what hinders. So those with
//! the fewest ranks are taken from which there is no win; all ranks together are the last.
//!
//! *Smaller sets* break more orders. A set may be made smaller if the projection is then still not won:
//! 1. to a part in which, of each set of cards that have left in some position reached, something is missing still if
//!    something was missing before: the card opens in none of these positions, so the same are reached;
//! 2. without one card, or all that are not known, if a search says that it is not won.
//!
//! *Needs.* Nothing: a window or a part that is not tried, or too big to search, costs shortness alone.

use gehtauf_search::{Budget, Stop, bits};

use super::projection::{Answer, OpensAfter, Projection, RANKS};
use crate::hochzeitszug::abstractions::belief_sets::configuration::SUIT_CARDS;

/// A search of smaller sets gives up at so many positions, and the second that does is a nogood's last. Set by hand on
/// hard ones of the deals 20000000..20000300.
const MAX_POSITIONS: usize = 1_500;
const MAX_GIVEN_UP: u32 = 2;

/// A nogood for each smallest window that is lost: of each card, cards of which one leaves after it opens in
/// each win that does not break another nogood.
///
/// # Errors
/// The budget is spent.
pub fn nogoods(
    projection: &Projection,
    known: &OpensAfter,
    after: &OpensAfter,
    budget: &mut Budget<'_>,
) -> Result<Vec<OpensAfter>, Stop> {
    let mut nogoods = Vec::new();
    for ranks in 1..=RANKS {
        for window in projection.windows(ranks) {
            if let Answer::Lost(left) = window.search(after, usize::MAX, budget)? {
                let mut smaller = Smaller { window, known, after: *after, given_up: 0 };
                smaller.keep_what_closes(&left);
                smaller.search(budget)?;
                nogoods.push(smaller.unknown());
            }
        }
        if !nogoods.is_empty() {
            break;
        }
    }
    Ok(nogoods)
}

/// Sets with which a window is not won.
struct Smaller<'k> {
    window: Projection,
    known: &'k OpensAfter,
    after: OpensAfter,
    /// How many searches have given up.
    given_up: u32,
}

impl Smaller<'_> {
    /// Makes the sets smaller by the first way, `left` being the sets of cards that have left.
    fn keep_what_closes(&mut self, left: &[u32]) {
        let Projection { in_play, tops, .. } = self.window;
        for card in bits(in_play | tops).map(usize::from) {
            let missing = |set: u32| left.iter().map(move |&left| set & in_play & !left);
            let known = missing(self.known[card]);
            let mut to_hit: Vec<u32> = missing(self.after[card])
                .zip(known)
                .filter(|&(missing, known)| missing != 0 && known == 0)
                .map(|(missing, _)| missing)
                .collect();
            let mut kept = self.known[card];
            while !to_hit.is_empty() {
                let hits =
                    |&other: &u32| to_hit.iter().filter(|&set| set >> other & 1 == 1).count();
                let best = (0..SUIT_CARDS as u32).rev().max_by_key(hits).expect("there are cards");
                kept |= 1 << best;
                to_hit.retain(|set| set >> best & 1 == 0);
            }
            self.after[card] = kept;
        }
    }

    /// Makes the sets smaller by the second way: all that is unknown of a card, then each alone.
    fn search(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        for card in 0..SUIT_CARDS {
            self.try_without(card, u32::MAX, budget)?;
        }
        for card in 0..SUIT_CARDS {
            for other in bits(self.after[card]) {
                self.try_without(card, 1 << other, budget)?;
            }
        }
        Ok(())
    }

    fn try_without(
        &mut self,
        card: usize,
        others: u32,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let without = self.after[card] & (!others | self.known[card]);
        if without == self.after[card] || self.given_up == MAX_GIVEN_UP {
            return Ok(());
        }
        let before = std::mem::replace(&mut self.after[card], without);
        match self.window.search(&self.after, MAX_POSITIONS, budget)? {
            Answer::Lost(left) => self.keep_what_closes(&left),
            answer => {
                self.after[card] = before;
                self.given_up += u32::from(answer == Answer::Open);
            }
        }
        Ok(())
    }

    /// What is not known of the sets of the window's cards.
    fn unknown(&self) -> OpensAfter {
        let Projection { in_play, tops, .. } = self.window;
        std::array::from_fn(|card| match (in_play | tops) >> card & 1 {
            1 => self.after[card] & in_play & !self.known[card],
            _ => 0,
        })
    }
}
