//! The deferred space as the engines see it.

use gehtauf_search::{Space, hashing};

use super::prunings::switches::Prunings;
use super::state::{Deal, State, Step};

/// The deferred space of a deal.
///
/// Key: [`hashing::key_of`] the whole state.
pub struct DeferredSpace<'t> {
    pub deal: &'t Deal,
    pub prunings: Prunings,
}

impl DeferredSpace<'_> {
    /// Whether one of the proofs says that the state is lost.
    pub fn is_lost(&self, state: &State) -> bool {
        self.prunings.host_count && self.deal.hosts_come_too_late(state)
            || self.prunings.host_arrivals && self.deal.hosts_arrive_too_late(state)
            || self.prunings.delete_relaxation && self.deal.heads_that_stay(state)[2] > 0
    }

    /// Appends the steps of a state, without dealing a row.
    pub fn push_plays(&self, state: &State, steps: &mut Vec<Step>) {
        let first = steps.len();
        self.deal.push_plays(state, self.prunings.equal_steps, steps);
        if self.prunings.safe_pops {
            self.deal.keep_safe_pop(state, first, steps);
        }
    }
}

impl Space for DeferredSpace<'_> {
    type State = State;
    type Move = Step;
    type Key = u128;

    fn key(&self, state: &State) -> u128 {
        hashing::key_of(state)
    }

    fn is_won(&self, state: &State) -> bool {
        self.deal.is_won(state)
    }

    fn moves(&self, state: &State, steps: &mut Vec<Step>) {
        if !self.is_lost(state) {
            self.push_plays(state, steps);
            self.deal.push_deals(state, steps);
        }
    }

    fn play(&self, state: &mut State, step: Step) {
        self.deal.play_step(state, step);
    }
}
