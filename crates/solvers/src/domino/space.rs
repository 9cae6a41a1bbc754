//! The space of all states, for the exhaustive search.

use gehtauf_search::{Bounded, Evaluated, Space, Stratified};

use super::evaluation::lower_bound;
use super::evaluation::rounds::{Weights, evaluate};
use super::moves::Step;
use super::prunings::Prunings;
use super::state::{State, VariantTables};

/// All states that can be reached, or enough of them.
pub struct StateSpace<'r> {
    tables: &'r VariantTables,
    prunings: Prunings,
}

impl<'r> StateSpace<'r> {
    pub fn new(tables: &'r VariantTables, prunings: Prunings) -> StateSpace<'r> {
        StateSpace { tables, prunings }
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

impl Bounded for StateSpace<'_> {
    fn moves_left(&self, state: &State) -> u32 {
        lower_bound::moves_left(self.tables, self.prunings, state)
    }
}

impl Evaluated for StateSpace<'_> {
    fn evaluate(&self, state: &State) -> i32 {
        evaluate(&Weights::BEFORE_REDEAL, self.tables, state)
    }
}

impl Stratified for StateSpace<'_> {
    fn strata(&self) -> usize {
        4
    }

    fn stratum(&self, state: &State) -> usize {
        state.redeals_left().into()
    }
}
