//! Acht mal Acht and 8x8.

mod finder;
mod packed;
mod space;
mod steps;
mod value;
mod weights;

use std::cell::RefCell;
use std::iter;

use gehtauf_rules::Move;
use gehtauf_rules::eights::Table;
use gehtauf_search::{Beam, Budget, Outcome, Rung, Stop, Verdict, climb, exhaust};
use rand_core::Rng;
use rand_pcg::Pcg64;

use crate::plain::{self, PlainSpace};
use finder::Finder;
use packed::{Deal, State, Step};
use space::EightsSpace;
use value::Valuer;
use weights::{ACHT_MAL_ACHT, EIGHT_BY_EIGHT};

pub use value::{FEATURES, Weights, first_guess};

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

/// The first beams, cheapest first; after them each next one is twice as wide.
const BEAMS: &[(usize, Beam)] = &[
    (10, Beam { width: 5, patience: 30, noise: 150 }),
    (5, Beam { width: 20, patience: 30, noise: 150 }),
    (3, Beam { width: 100, patience: 30, noise: 150 }),
];

/// Solves a position of either game.
pub fn solve(table: &Table, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    let Some((deal, start)) = Deal::new(table) else { return plain::solve(table, budget) };
    let weights = if table.rules.face_down { EIGHT_BY_EIGHT } else { ACHT_MAL_ACHT };
    let finder = RefCell::new(Finder::new(&deal, Valuer::new(&deal, &weights)));
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
    let wider = (0..).flat_map(|doublings: u32| {
        let width = 250 << doublings;
        [
            beam(Beam { width, patience: 30, noise: 150 }),
            beam(Beam { width, patience: 30, noise: 150 }),
            every_position(50_000 << doublings),
        ]
    });
    climb(budget, iter::once(every_position(1_000)).chain(first).chain(wider))
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

fn in_moves(outcome: Outcome<Step>, write: impl Fn(&[Step]) -> Vec<Move>) -> Outcome<Move> {
    match outcome {
        Outcome::Won(steps) => Outcome::Won(write(&steps)),
        Outcome::Unwinnable => Outcome::Unwinnable,
        Outcome::Open => Outcome::Open,
    }
}

/// Runs one beam after another until one wins.
pub fn find_with(
    table: &Table,
    weights: &Weights,
    beams: &[Beam],
    seed: u64,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Move>, Stop> {
    let Some((deal, start)) = Deal::new(table) else { return Ok(Outcome::Open) };
    let mut finder = Finder::new(&deal, Valuer::new(&deal, weights));
    let mut rng = Pcg64::new(seed.into(), 1);
    for &beam in beams {
        if let Outcome::Won(steps) = finder.beam(&start, beam, &mut rng, budget)? {
            return Ok(Outcome::Won(finder.write(start, &steps)));
        }
    }
    Ok(Outcome::Open)
}

/// For training: differences of features between the states of a win and others of the same layer.
pub fn training_pairs(
    table: &Table,
    weights: &Weights,
    beam: Beam,
    seed: u64,
    budget: &mut Budget<'_>,
    rivals: usize,
    mut pair: impl FnMut(&[i32; FEATURES]),
) -> bool {
    let Some((deal, start)) = Deal::new(table) else { return false };
    let mut finder = Finder::new(&deal, Valuer::new(&deal, weights));
    let mut rng = Pcg64::new(seed.into(), 1);
    let Ok(Outcome::Won(steps)) = finder.beam(&start, beam, &mut rng, budget) else { return false };
    let vector = |state: &State| {
        let mut v = [0; FEATURES];
        value::features(&deal, state, |f, n| v[f] += n);
        v
    };
    let layers = finder.layers(&start);
    let mut state = start;
    for (depth, &step) in steps.iter().enumerate() {
        finder.play(&mut state, step, |_, _| {});
        let Some(layer) = layers.get(depth) else { break };
        let good = vector(&state);
        for _ in 0..rivals.min(layer.len()) {
            let other = &layer[rng.next_u32() as usize % layer.len()];
            if *other == state {
                continue;
            }
            let bad = vector(other);
            pair(&std::array::from_fn(|f| good[f] - bad[f]));
        }
    }
    true
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
