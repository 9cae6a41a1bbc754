//! The checker of tracked cards.

use std::collections::HashMap;

use gehtauf_rules::AnyPosition;

use super::TrackedCards;
use super::abstraction::{Abstraction, InCommon, TrackedState};
use crate::answers::Refusal;
use crate::free_cards::Deal;

impl TrackedCards {
    /// Goes through the states of a deal of which these cards are tracked, as long as `goes_on` says so of each and of the sets
    /// of cards that a step plays to tracked foundations; says
    /// how many there are.
    ///
    /// # Errors
    /// Why they prove nothing: one of them is an end, say.
    pub fn go_through(
        &self,
        start: &AnyPosition,
        mut goes_on: impl FnMut() -> bool,
    ) -> Result<u64, Refusal> {
        let deal = Deal::new(start).ok_or(Refusal::NoFreeCards)?;
        let abstraction = Abstraction::new(deal, self).ok_or(Refusal::NoTracked)?;
        let mut states = 0;
        let mut gone_through: HashMap<InCommon, Vec<TrackedState>> = HashMap::new();
        let mut waiting = vec![abstraction.start()];
        while let Some(mut state) = waiting.pop() {
            if !goes_on() {
                return Err(Refusal::Interrupted);
            }
            let relaxed = abstraction.close(&mut state);
            let others = gone_through.entry(abstraction.in_common(&state)).or_default();
            if others.iter().any(|other| other.stands_for(&state)) {
                continue;
            }
            others.retain(|other| !state.stands_for(other));
            others.push(state.clone());
            states += 1;
            if state.at.is_won() {
                return Err(Refusal::TrackedIsWon);
            }
            if states > self.states {
                return Err(Refusal::MoreStates { states: self.states });
            }
            if abstraction.goes_on(&relaxed) {
                for step in abstraction.steps(&relaxed).into_iter().rev() {
                    let after = abstraction.after(&state, &relaxed, step, &mut goes_on);
                    waiting.extend(after.ok_or(Refusal::Interrupted)?);
                }
            }
        }
        Ok(states)
    }
}
