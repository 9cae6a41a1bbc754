//! The space of all states, for the exhaustive search.

use gehtauf_search::Space;

use super::moves::Step;
use super::state::{State, VariantTables};

/// All states that can be reached, or enough of them.
pub struct StateSpace<'r> {
    tables: &'r VariantTables,
}

impl<'r> StateSpace<'r> {
    pub fn new(tables: &'r VariantTables) -> StateSpace<'r> {
        StateSpace { tables }
    }
}

impl Space for StateSpace<'_> {
    type State = State;
    type Move = Step;
    type Key = u128;

    fn key(&self, state: &State) -> u128 {
        state.key()
    }

    fn is_won(&self, state: &State) -> bool {
        state.is_won(self.tables)
    }

    fn moves(&self, state: &State, steps: &mut Vec<Step>) {
        state.for_each_card_step(self.tables, |step| steps.push(step));
        if state.may_redeal(self.tables) {
            steps.push(Step::REDEAL);
        }
    }

    fn play(&self, state: &mut State, step: Step) {
        state.play(self.tables, step);
    }
}
