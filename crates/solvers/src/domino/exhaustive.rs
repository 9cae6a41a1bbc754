//! The space of all states, for the exhaustive search.

use gehtauf_search::Space;

use super::state::{Rules, State, Step};

/// All states that can be reached, or enough of them.
pub(super) struct Exhaustive<'r> {
    rules: &'r Rules,
}

impl<'r> Exhaustive<'r> {
    pub(super) fn new(rules: &'r Rules) -> Exhaustive<'r> {
        Exhaustive { rules }
    }
}

impl Space for Exhaustive<'_> {
    type State = State;
    type Move = Step;
    type Key = u128;

    fn key(&self, state: &State) -> u128 {
        state.key()
    }

    fn is_won(&self, state: &State) -> bool {
        state.is_won(self.rules)
    }

    fn moves(&self, state: &State, steps: &mut Vec<Step>) {
        state.for_each_card_step(self.rules, |step| steps.push(step));
        if state.may_redeal(self.rules) {
            steps.push(Step::REDEAL);
        }
    }

    fn play(&self, state: &mut State, step: Step) {
        state.play(self.rules, step);
    }
}
