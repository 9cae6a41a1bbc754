//! The exhaustive search: exact keys, and steps that leave nothing out.

use gehtauf_search::Space;

use super::packed::{Column, Deal, State, Step};
use super::steps::Talon;
use super::{Prunings, buried};

/// A deal as the exhaustive engine sees it.
pub struct EightsSpace<'d> {
    deal: &'d Deal,
    prunings: Prunings,
}

impl EightsSpace<'_> {
    pub fn new(deal: &Deal, prunings: Prunings) -> EightsSpace<'_> {
        let forced = deal.rules.forced_talon_play;
        let prunings = Prunings {
            lazy_talon: prunings.lazy_talon && !forced,
            safe_home: prunings.safe_home && !forced && !deal.rules.one_pile_per_suit,
            ..prunings
        };
        EightsSpace { deal, prunings }
    }
}

impl Space for EightsSpace<'_> {
    type State = State;
    type Move = Step;
    type Key = State;

    /// The whole state, the columns without a dealt card sorted, and with unlimited passes without the
    /// place in the talon.
    ///
    /// Claim: exchanging such columns changes nothing.
    /// Proof: no rule looks at a column's place, and what such a column does from here on is decided
    /// by the cards that lie there, all of which its 32 bits name.
    ///
    /// Claim: if passes are unlimited and turned cards need not be played, it changes nothing how many
    /// cards have been turned.
    /// Proof: any number of turns and redeals can be made at any time, so every place is reached from
    /// every other while nothing else changes.
    fn key(&self, state: &State) -> State {
        let mut key = *state;
        if self.prunings.lazy_talon && self.deal.rules.passes.is_none() {
            key.turned = 0;
        }
        if !self.prunings.symmetric_columns {
            return key;
        }
        let width = self.deal.width;
        let mut sorted = [Column::default(); 8];
        let mut count = 0;
        for column in key.columns[..width].iter().filter(|column| column.dealt() == 0) {
            sorted[count] = *column;
            count += 1;
        }
        sorted[..count].sort_unstable();
        let mut next = sorted.into_iter();
        for column in key.columns[..width].iter_mut().filter(|column| column.dealt() == 0) {
            *column = next.next().expect("as many as before");
        }
        key
    }

    fn is_won(&self, state: &State) -> bool {
        state.is_won()
    }

    fn moves(&self, state: &State, steps: &mut Vec<Step>) {
        if self.prunings.buried && buried::no_column_empties(self.deal, state) {
            return;
        }
        let next = self.deal.next_kinds(&state.foundations);
        if self.prunings.safe_home
            && let Some(step) = self.deal.safe_home(state, &next)
        {
            steps.push(step);
            return;
        }
        let talon = if self.prunings.lazy_talon { Talon::Lazy } else { Talon::Explicit };
        self.deal.steps(state, &next, talon, u64::MAX, steps);
    }

    fn play(&self, state: &mut State, step: Step) {
        self.deal.play(state, step);
    }
}
