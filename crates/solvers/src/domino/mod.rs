//! Domino.
//!
//! The packed state is drawn in `state.rs`. Two searches share it: short best-first
//! phases joined by redeals (`phases.rs`), which find wins and prove nothing, and the
//! exhaustive search of [`gehtauf_search::exhaust`], whose only merging of states is the key.

mod exhaustive;
mod phases;
mod state;

use std::cell::RefCell;

use gehtauf_cards::Suit;
use gehtauf_rules::domino::Domino;
use gehtauf_rules::{AceOrder, Move, Position};
use gehtauf_search::{Budget, Outcome, Rung, Stop, Verdict, climb, exhaust};

use exhaustive::Exhaustive;
use phases::{Effort, Phases};
use state::{Rules, State, Step};

/// The tries with phases, cheapest first.
const EFFORTS: &[Effort] = &[
    Effort { states: 500, branches: 1 },
    Effort { states: 500, branches: 3 },
    Effort { states: 2_000, branches: 4 },
    Effort { states: 5_000, branches: 8 },
];

/// Solves a position.
pub fn solve(position: &Domino, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    let rules = Rules::new(position.variant());
    let starts = starts(position);
    let phases = RefCell::new(Phases::new(&rules));
    let (starts, phases) = (&starts, &phases);
    let tries = EFFORTS.iter().map(|&effort| Rung {
        name: "phases",
        max_states: u64::MAX,
        run: Box::new(move |budget: &mut Budget<'_>| {
            first_win(starts, |state| phases.borrow_mut().search(state, effort, budget))
        }),
    });
    let last = Rung {
        name: "exhaustive",
        max_states: u64::MAX,
        run: Box::new(|budget: &mut Budget<'_>| {
            let space = Exhaustive::new(&rules);
            first_win(starts, |state| exhaust(&space, state, budget))
        }),
    };
    climb(budget, tries.chain([last]))
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
