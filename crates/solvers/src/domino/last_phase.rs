//! The last phase, when no redeal is left or none is wanted.

use gehtauf_search::{Budget, Outcome, Stop};

use super::Prunings;
use super::backward::{Backward, Fate};
use super::left::Left;
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

/// Decides whether a state without redeals can be won: backward from the win (`fill=both`), then
/// from the state ahead. Open if that takes more than the effort.
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
    if rules.fill_left {
        let mut left = Left::new(rules, prunings, budget.max_bytes());
        return or_open(budget.rung(effort.ahead, |budget| left.search(state, budget)));
    }
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
    let mut sweeps = Sweeps::new(rules, &backward);
    or_open(budget.rung(effort.ahead, |budget| sweeps.search(state, budget)))
}

/// Looks for a win by one redeal that is legal only where no card can move: sweeps until so many
/// states are found, then the last phase from the best of those where no card can move.
///
/// # Errors
/// The budget is spent.
pub(super) fn one_blocked_redeal(
    rules: &Rules,
    start: &State,
    sweep_states: u64,
    effort: Effort,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Step>, Stop> {
    /// How many states without moves are followed up.
    const TRIES: usize = 60;
    let without_redeals = State::from_cells(rules, *start.cells(), 0);
    let nothing_known = Backward::new(rules, &without_redeals, false);
    let mut sweeps = Sweeps::new(rules, &nothing_known);
    let swept = budget.rung(sweep_states, |budget| sweeps.search(&without_redeals, budget));
    if let Outcome::Won(steps) = or_open(swept)? {
        return Ok(Outcome::Won(steps));
    }
    let mut tried: Vec<u128> = Vec::new();
    for (blocked, mut steps) in sweeps.blocked_states(TRIES) {
        let mut state = State::from_cells(rules, *blocked.cells(), 1);
        state.play(rules, Step::REDEAL);
        if tried.contains(&state.key()) {
            continue;
        }
        tried.push(state.key());
        let last = last_phase(rules, Prunings::default(), &state, effort, budget)?;
        if let Outcome::Won(rest) = last {
            steps.push(Step::REDEAL);
            steps.extend(rest);
            return Ok(Outcome::Won(steps));
        }
    }
    Ok(Outcome::Open)
}

/// A search that has spent its own states is open.
fn or_open(result: Result<Outcome<Step>, Stop>) -> Result<Outcome<Step>, Stop> {
    match result {
        Err(Stop::Rung) => Ok(Outcome::Open),
        other => other,
    }
}
