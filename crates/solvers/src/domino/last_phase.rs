//! The last phase, when no redeal is left or none is wanted.

use gehtauf_search::{Budget, Outcome, Stop, exhaust};

use super::Prunings;
use super::backward::{Backward, Fate};
use super::exhaustive::Exhaustive;
use super::state::{Rules, State, Step};
use super::sweeps::Sweeps;

/// How many states one try at the last phase may visit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// From the win backwards.
    pub back: u64,
    /// From the state ahead.
    pub ahead: u64,
}

/// Decides whether a state without redeals can be won: backward from the win, then from the state
/// ahead. Open if that takes more than the effort.
///
/// # Errors
/// The budget is spent.
pub(super) fn last_phase(
    rules: &Rules,
    prunings: Prunings,
    state: &State,
    effort: Effort,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Step>, Stop> {
    let mut backward = Backward::new(rules, state, prunings.diagonals);
    let lowest = usize::from(state.links());
    or_open(
        budget.rung(effort.back, |budget| {
            backward.grow(rules, lowest, budget).map(|()| Outcome::Open)
        }),
    )?;
    match backward.fate(rules, state) {
        Fate::Won => return Ok(Outcome::Won(backward.steps_to_win(rules, state))),
        Fate::Dead => return Ok(Outcome::Unwinnable),
        Fate::Open(_) => {}
    }
    or_open(budget.rung(effort.ahead, |budget| {
        if rules.fill_left {
            let space = Exhaustive::new(rules, prunings.stubborn);
            exhaust(&space, state, budget)
        } else {
            Sweeps::new(rules, &backward).search(state, budget)
        }
    }))
}

/// A search that has spent its own states is open.
fn or_open(result: Result<Outcome<Step>, Stop>) -> Result<Outcome<Step>, Stop> {
    match result {
        Err(Stop::Rung) => Ok(Outcome::Open),
        other => other,
    }
}
