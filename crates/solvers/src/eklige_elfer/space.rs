//! The lazy space as the engines see it.

use gehtauf_search::{Space, hashing};

use super::state::{State, Step, Table};

/// Which proofs that a state is lost are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunings {
    /// `Table::stuck_heads`: heads stay even if nothing is ever used up.
    pub relaxation: bool,
    /// `Table::lacks_hosts`: the hosts of a type come to light too late.
    pub consumption: bool,
}

impl Default for Prunings {
    fn default() -> Prunings {
        Prunings { relaxation: true, consumption: true }
    }
}

/// The lazy space of a table.
///
/// Key: [`hashing::key_of`] the whole state.
pub struct Lazy<'t> {
    pub table: &'t Table,
    pub prunings: Prunings,
}

impl Lazy<'_> {
    /// Whether one of the proofs says that the state is lost.
    pub fn is_lost(&self, state: &State) -> bool {
        self.prunings.consumption && self.table.lacks_hosts(state)
            || self.prunings.relaxation && self.table.stuck_heads(state)[2] > 0
    }
}

impl Space for Lazy<'_> {
    type State = State;
    type Move = Step;
    type Key = u128;

    fn key(&self, state: &State) -> u128 {
        hashing::key_of(state)
    }

    fn is_won(&self, state: &State) -> bool {
        self.table.is_won(state)
    }

    fn moves(&self, state: &State, steps: &mut Vec<Step>) {
        if !self.is_lost(state) {
            self.table.push_plays(state, steps);
            self.table.push_deals(state, steps);
        }
    }

    fn play(&self, state: &mut State, step: Step) {
        self.table.play_step(state, step);
    }
}
