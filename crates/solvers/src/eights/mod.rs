//! Acht mal Acht and 8x8.

mod bound;
mod finder;
mod packed;
mod space;
mod steps;
mod stuck;
pub mod training;
mod value;
mod weights;

use std::cell::RefCell;

use gehtauf_rules::Move;
use gehtauf_rules::eights::Table;
use gehtauf_search::{Beam, Budget, Outcome, Rung, Stop, Verdict, climb, exhaust};
use rand_pcg::Pcg64;

use crate::plain::{self, PlainSpace};
use finder::Finder;
use packed::{Deal, State, Step};
use space::EightsSpace;
use value::Valuer;
use weights::{ACHT_MAL_ACHT, EIGHT_BY_EIGHT};

pub use bound::moves_left;

/// What the exhaustive search leaves out; each can be switched off for tests.
#[derive(Debug, Clone, Copy)]
pub struct Prunings {
    /// Columns without a dealt card may change places.
    pub symmetric_columns: bool,
    /// Cards are turned over only for a card that is then played.
    pub lazy_talon: bool,
    /// A foundation move that never hurts is the only one looked at.
    pub safe_home: bool,
}

impl Prunings {
    /// All that are sound under the rules at hand.
    pub const ALL: Prunings =
        Prunings { symmetric_columns: true, lazy_talon: true, safe_home: true };
    /// None.
    pub const NONE: Prunings =
        Prunings { symmetric_columns: false, lazy_talon: false, safe_home: false };
}

/// The first beams, cheapest first; after them two of 500, two of 1,000, and so on.
const BEAMS: &[(usize, Beam)] = &[
    (8, Beam { width: 5, patience: 30, noise: 150 }),
    (8, Beam { width: 20, patience: 30, noise: 150 }),
    (4, Beam { width: 60, patience: 30, noise: 150 }),
    (3, Beam { width: 200, patience: 30, noise: 150 }),
];

/// Solves a position of either game.
pub fn solve(table: &Table, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    let Some((deal, start)) = Deal::new(table) else { return plain::solve(table, budget) };
    let weights = if table.rules.face_down { &EIGHT_BY_EIGHT } else { &ACHT_MAL_ACHT };
    let finder = RefCell::new(Finder::new(&deal, Valuer::new(&deal, weights)));
    let rng = RefCell::new(Pcg64::new(deal.seed().into(), 1));
    let (deal, start, finder, rng) = (&deal, &start, &finder, &rng);
    let beam = |settings: Beam| Rung {
        name: "beams",
        max_states: u64::MAX,
        run: Box::new(move |budget: &mut Budget<'_>| {
            let mut finder = finder.borrow_mut();
            let outcome = finder.beam(start, settings, &mut rng.borrow_mut(), budget)?;
            Ok(in_moves(outcome, |steps| finder.write(*start, steps)))
        }),
    };
    let every_position = |max_states: u64| Rung {
        name: "exhaustive",
        max_states,
        run: Box::new(move |budget: &mut Budget<'_>| {
            search_every_position(table, deal, start, Prunings::ALL, budget)
        }),
    };
    let first = BEAMS.iter().flat_map(|&(tries, beam)| std::iter::repeat_n(beam, tries)).map(beam);
    // Small games are decided if the limits allow it. Of large ones the exhaustive search decides only
    // those that are stuck, and wider and wider beams find less and less: with 10 million states two
    // doublings take about 4 million, with twice as many three take all but as much, and so on.
    let small = table.rules.pack.len() <= 60;
    let doublings = if small { 32 } else { 2 + (budget.states_left() / 10_000_000).max(1).ilog2() };
    let wider = (0..doublings).flat_map(|doublings| {
        let wide = Beam { width: 500 << doublings, patience: 30, noise: 150 };
        let most = if small { 500_000 } else { 10_000 };
        [beam(wide), beam(wide), every_position(most << doublings)]
    });
    let stuck = Rung {
        name: "stuck",
        max_states: 10_000,
        run: Box::new(move |budget: &mut Budget<'_>| {
            let proven = stuck::no_column_empties(deal, start, budget)?;
            Ok(if proven { Outcome::Unwinnable } else { Outcome::Open })
        }),
    };
    climb(budget, [stuck, every_position(1_000)].into_iter().chain(first).chain(wider))
}

/// Searches every position, with these prunings: the last resort of [`solve`], on its own for tests.
pub fn exhaust_with(
    table: &Table,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let Some((deal, start)) = Deal::new(table) else { return plain::solve(table, budget) };
    let run =
        |budget: &mut Budget<'_>| search_every_position(table, &deal, &start, prunings, budget);
    climb(budget, [Rung { name: "exhaustive", max_states: u64::MAX, run: Box::new(run) }])
}

fn search_every_position(
    table: &Table,
    deal: &Deal,
    start: &State,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Move>, Stop> {
    if table.rules.foundation_return {
        return exhaust(&PlainSpace::new(), table, budget);
    }
    let outcome = exhaust(&EightsSpace::new(deal, prunings), start, budget)?;
    Ok(in_moves(outcome, |steps| write(deal, *start, steps)))
}

fn in_moves<S>(outcome: Outcome<S>, write: impl Fn(&[S]) -> Vec<Move>) -> Outcome<Move> {
    match outcome {
        Outcome::Won(steps) => Outcome::Won(write(&steps)),
        Outcome::Unwinnable => Outcome::Unwinnable,
        Outcome::Open => Outcome::Open,
    }
}

/// The moves of the rules that make up the steps.
fn write(deal: &Deal, mut state: State, steps: &[Step]) -> Vec<Move> {
    let mut moves = Vec::new();
    for &step in steps {
        deal.write(&state, step, &mut moves);
        deal.play(&mut state, step);
    }
    moves
}
