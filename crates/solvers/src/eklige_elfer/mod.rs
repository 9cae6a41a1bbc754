//! Eklige Elfer.

mod bounds;
mod finder;
mod ranks;
mod space;
mod state;
mod steps;
mod translate;
mod value;

use gehtauf_cards::Card;
use gehtauf_rules::Move;
use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_search::{Budget, Outcome, Rung, Verdict, climb, exhaust};

use crate::plain;
use finder::{Effort, Finder};
use space::Lazy;
use state::Table;
use translate::translate;

pub use space::Prunings;

/// The tries before the first exhaustive search.
const FIRST: &[Effort] = &[Effort { layers: 2, steps: 2, noise: 300, tries: 20 }];

/// The tries after it, cheapest first.
const LATER: &[Effort] = &[
    Effort { layers: 2, steps: 3, noise: 400, tries: 200 },
    Effort { layers: 2, steps: 3, noise: 800, tries: 1_000 },
    Effort { layers: 3, steps: 4, noise: 500, tries: 1_000 },
    Effort { layers: 6, steps: 6, noise: 500, tries: 1_000 },
];

/// How many states the first exhaustive search may visit, and the first plain one.
const FEW_STATES: u64 = 5_000;

/// Solves a position.
pub fn solve(position: &EkligeElfer, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    solve_with(position, Prunings::default(), budget)
}

/// Solves a position with some of the prunings only.
pub fn solve_with(
    position: &EkligeElfer,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let Some((table, start)) = Table::new(position) else { return plain::solve(position, budget) };
    let (table, start, free) = (&table, &start, &table.free());
    let forced = position.variant().take_out_forced;
    let to_moves = move |table: &Table, outcome| match outcome {
        Outcome::Won(steps) => {
            translate(position, table, start, &steps).map_or(Outcome::Open, Outcome::Won)
        }
        Outcome::Unwinnable => Outcome::Unwinnable,
        Outcome::Open => Outcome::Open,
    };
    let tries = |efforts: &'static [Effort]| {
        efforts.iter().map(move |&effort| Rung {
            name: "tries",
            max_states: u64::MAX,
            run: Box::new(move |budget: &mut Budget<'_>| {
                let seed = seed(position).wrapping_add(u128::from(effort.tries + effort.noise));
                let mut finder = Finder::new(table, prunings, seed);
                for _ in 0..effort.tries {
                    let found = to_moves(table, finder.search(start, effort, budget)?);
                    if found != Outcome::Open {
                        return Ok(found);
                    }
                }
                Ok(Outcome::Open)
            }),
        })
    };
    let exhaustive = |max_states| Rung {
        name: "exhaustive",
        max_states,
        run: Box::new(move |budget: &mut Budget<'_>| {
            let space = Lazy { table: free, prunings };
            Ok(to_moves(free, exhaust(&space, start, budget)?))
        }),
    };
    let plain = |max_states| Rung {
        name: "plain",
        max_states,
        run: Box::new(move |budget: &mut Budget<'_>| plain::search(position, budget)),
    };
    let few = [exhaustive(FEW_STATES)].into_iter().chain(forced.then(|| plain(FEW_STATES)));
    let all = [exhaustive(u64::MAX)].into_iter().chain(forced.then(|| plain(u64::MAX)));
    climb(budget, tries(FIRST).chain(few).chain(tries(LATER)).chain(all))
}

/// A number that hangs on nothing but the position.
fn seed(position: &EkligeElfer) -> u128 {
    let columns = position.columns().iter().flat_map(|column| &column.cards);
    columns.chain(position.talon()).fold(0, |seed: u128, card: &Card| {
        seed.wrapping_mul(0x0123_4567_89ab_cdef_1357_9bdf_0246_8acf)
            .wrapping_add(card.index() as u128 + 1)
    })
}
