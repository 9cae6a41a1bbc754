//! The space of all states, for the exhaustive search.

use gehtauf_search::Space;

use super::state::{Rules, State, Step};
use super::stubborn::stubborn_steps;

/// All states that can be reached, or enough of them.
pub(super) struct Exhaustive<'r> {
    rules: &'r Rules,
    stubborn: bool,
}

impl<'r> Exhaustive<'r> {
    /// `stubborn`: whether stubborn sets of moves are enough where they are valid.
    pub(super) fn new(rules: &'r Rules, stubborn: bool) -> Exhaustive<'r> {
        Exhaustive { rules, stubborn: stubborn && rules.fill_left }
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
        // Under `redeal=any-time` a redeal may come in any position, so all positions count.
        if self.stubborn && (state.redeals_left() == 0 || self.rules.redeal_blocked) {
            stubborn_steps(self.rules, state, |step| steps.push(step));
        } else {
            state.for_each_card_step(self.rules, |step| steps.push(step));
        }
        if state.may_redeal(self.rules) {
            steps.push(Step::REDEAL);
        }
    }

    fn play(&self, state: &mut State, step: Step) {
        state.play(self.rules, step);
    }
}
