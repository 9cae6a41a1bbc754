//! Refinements one after another that draw which flaw of a win decides what is tracked next (restarts of a search whose
//! effort is heavy-tailed, Gomes, Selman, Crato and Kautz 2000).
//!
//! How many states a refinement takes depends by far on which cards become tracked: of sixteen for one deal some prove the
//! loss with a hundred states, others not with a million. What is tracked does not matter for the claim.

use gehtauf_search::{Budget, Stop};

use super::refinement::Refinement;
use crate::eights::abstractions::free_cards::FreeCardState;
use crate::eights::state::{Deal, State};

/// What every second refinement may visit; every second of the others has twice as many, and so on, so that each length
/// takes about as many in all (Luby, Sinclair and Zuckerman 1993, but for the order).
const STATES: u64 = 2_000;

/// The refinement under way, which may be broken off and gone on with.
pub struct Restarts<'d> {
    deal: &'d Deal,
    start: FreeCardState,
    refinement: Refinement<'d>,
    /// How many there were before it.
    before: u64,
    /// What it may still visit.
    left: u64,
}

impl<'d> Restarts<'d> {
    /// From a position of a deal on.
    pub fn new(deal: &'d Deal, start: &State) -> Restarts<'d> {
        let start = FreeCardState::new(deal, start);
        let refinement = Refinement::from_state(deal, start, 0);
        Restarts { deal, start, refinement, before: 0, left: STATES }
    }

    /// The one that proves the start lost; none if one has failed, for so would all.
    ///
    /// # Errors
    /// The budget is spent, or the states have outgrown its bytes.
    pub fn proof(&mut self, budget: &mut Budget<'_>) -> Result<Option<&Refinement<'d>>, Stop> {
        loop {
            let (visited, left) = (budget.states_visited(), self.left);
            let is_lost = budget.stage(left, |budget| self.refinement.is_lost(budget));
            self.left -= budget.states_visited() - visited;
            match is_lost {
                Err(Stop::Stage) if self.left == 0 => self.restart(),
                is_lost => return Ok(is_lost?.then_some(&self.refinement)),
            }
        }
    }

    fn restart(&mut self) {
        self.before += 1;
        self.refinement = Refinement::from_state(self.deal, self.start, self.before);
        self.left = STATES << (self.before + 1).trailing_zeros();
    }
}
