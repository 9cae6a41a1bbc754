//! Domino.
//!
//! The packed state is drawn in `state.rs`. Two searches share it: short best-first
//! phases joined by redeals (`phases.rs`), which find wins and prove nothing, and the
//! exhaustive search of [`gehtauf_search::exhaust`], whose only merging of states is the key.

mod backward;
mod counts;
mod diagonals;
mod exhaustive;
mod phases;
mod state;
mod stubborn;
mod sweeps;

use std::cell::RefCell;

use gehtauf_cards::Suit;
use gehtauf_rules::domino::Domino;
use gehtauf_rules::{AceOrder, Move, Position};
use gehtauf_search::{Budget, Outcome, Rung, Stop, Verdict, climb, exhaust};

pub use counts::{fewest_redeals, moves_left};

use backward::{Backward, Fate};
use exhaustive::Exhaustive;
use phases::{Effort, Phases};
use state::{Rules, State, Step};
use sweeps::Sweeps;

/// What the solver makes use of; everything by default. Only tests and measurements switch
/// anything off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunings {
    /// The short phases, which find most wins but prove nothing.
    pub phases: bool,
    /// Stubborn sets of moves (`fill=left`, where no redeal may come in between).
    pub stubborn: bool,
    /// The backward search of the last phase.
    pub backward: bool,
    /// Diagonals in use tell dead positions of the last phase.
    pub diagonals: bool,
}

impl Default for Prunings {
    fn default() -> Prunings {
        Prunings { phases: true, stubborn: true, backward: true, diagonals: true }
    }
}

/// The tries with phases, cheapest first.
const EFFORTS: &[Effort] = &[
    Effort { states: 500, branches: 1 },
    Effort { states: 500, branches: 3 },
    Effort { states: 2_000, branches: 4 },
    Effort { states: 5_000, branches: 8 },
];

/// The tries at the last phase: how many states the backward search and then the search from the
/// start may visit for each choice of Aces.
const LAST_PHASE: &[(u64, u64)] =
    &[(1_000, 0), (20_000, 50_000), (50_000, 500_000), (200_000, u64::MAX)];

/// Solves a position.
pub fn solve(position: &Domino, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    solve_with(position, Prunings::default(), budget)
}

/// Solves a position with some of the means only.
pub fn solve_with(
    position: &Domino,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let rules = &Rules::new(position.variant());
    let starts = &starts(position);
    let phases = &RefCell::new(Phases::new(rules));
    let last_phase = starts[0].state.redeals_left() == 0;
    let efforts = if prunings.phases && !last_phase { EFFORTS } else { &[] };
    let tries = efforts.iter().map(|&effort| Rung {
        name: "phases",
        max_states: u64::MAX,
        run: Box::new(move |budget: &mut Budget<'_>| {
            first_win(starts, |state| phases.borrow_mut().search(state, effort, budget))
        }),
    });
    let last_tries = if prunings.backward && last_phase { LAST_PHASE } else { &[] };
    let last_tries = last_tries.iter().map(|&(back, ahead)| Rung {
        name: "last phase",
        max_states: u64::MAX,
        run: Box::new(move |budget: &mut Budget<'_>| {
            first_win(starts, |state| last_phase_try(rules, prunings, state, back, ahead, budget))
        }),
    });
    let exhaustive = Rung {
        name: "exhaustive",
        max_states: u64::MAX,
        run: Box::new(move |budget: &mut Budget<'_>| {
            let space = Exhaustive::new(rules, prunings.stubborn);
            first_win(starts, |state| exhaust(&space, state, budget))
        }),
    };
    climb(budget, tries.chain(last_tries).chain([exhaustive]))
}

/// Backward from the win, then ahead from the state, each with so many states.
fn last_phase_try(
    rules: &Rules,
    prunings: Prunings,
    state: &State,
    back: u64,
    ahead: u64,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Step>, Stop> {
    let mut backward = Backward::new(rules, state, prunings.diagonals);
    let lowest = usize::from(state.links());
    or_open(
        budget.rung(back, |budget| backward.grow(rules, lowest, budget).map(|()| Outcome::Open)),
    )?;
    match backward.fate(rules, state) {
        Fate::Won => return Ok(Outcome::Won(backward.steps_to_win(rules, state))),
        Fate::Dead => return Ok(Outcome::Unwinnable),
        Fate::Open(_) => {}
    }
    if rules.fill_left {
        let space = Exhaustive::new(rules, prunings.stubborn);
        return or_open(budget.rung(ahead, |budget| exhaust(&space, state, budget)));
    }
    let mut sweeps = Sweeps::new(rules, &backward);
    or_open(budget.rung(ahead, |budget| sweeps.search(state, budget)))
}

/// A search that has spent its own states is open.
fn or_open(result: Result<Outcome<Step>, Stop>) -> Result<Outcome<Step>, Stop> {
    match result {
        Err(Stop::Rung) => Ok(Outcome::Open),
        other => other,
    }
}

/// A state to set out from, after the choice of Aces if there is one.
struct Start {
    aces: Option<Move>,
    state: State,
}

/// The position, or under `aces=free` before the choice each position after it.
fn starts(position: &Domino) -> Vec<Start> {
    let variant = position.variant();
    if position.aces_chosen() {
        let aces: Vec<Suit> = (0..variant.rows())
            .filter_map(|row| position.card(row, 0))
            .map(|ace| ace.suit)
            .collect();
        return vec![Start { aces: None, state: State::new(position, aces.into_iter()) }];
    }
    let start = |m| {
        let Move::Aces(order) = m else { panic!("{m} before the Aces are chosen") };
        Start { aces: Some(m), state: State::new(position, AceOrder::suits(order)) }
    };
    position.legal_moves().into_iter().map(start).collect()
}

/// The first win from one of the starts; a proof that there is none if each start has one.
fn first_win(
    starts: &[Start],
    mut search: impl FnMut(&State) -> Result<Outcome<Step>, Stop>,
) -> Result<Outcome<Move>, Stop> {
    let mut answer = Outcome::Unwinnable;
    for start in starts {
        match search(&start.state)? {
            Outcome::Won(steps) => {
                let steps = steps.into_iter().map(Step::to_move);
                return Ok(Outcome::Won(start.aces.into_iter().chain(steps).collect()));
            }
            Outcome::Unwinnable => {}
            Outcome::Open => answer = Outcome::Open,
        }
    }
    Ok(answer)
}
