//! Eklige Elfer.

mod finder;
mod ranks;
mod state;
mod translate;

use gehtauf_cards::Card;
use gehtauf_rules::Move;
use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_search::{Budget, Outcome, Rung, Verdict, climb, exhaust};
use rand_pcg::Pcg64;

use crate::plain;
use finder::{Effort, Finder};
use state::Table;
use translate::translate;

/// The tries, cheapest first.
const EFFORTS: &[Effort] = &[
    Effort { width: 2, inner: 2, tries: 20 },
    Effort { width: 2, inner: 3, tries: 60 },
    Effort { width: 4, inner: 4, tries: 100 },
    Effort { width: 8, inner: 8, tries: 100 },
];

/// How many states the exhaustive search may visit before the longer tries.
const FEW_STATES: u64 = 5_000;

/// Solves a position.
pub fn solve(position: &EkligeElfer, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    let Some((table, start)) = Table::new(position) else { return plain::solve(position, budget) };
    let (table, start) = (&table, &start);
    let forced = position.variant().take_out_forced;
    let to_moves = move |table: &Table, outcome| match outcome {
        Outcome::Won(steps) => match translate(position, table, start, &steps) {
            Some(moves) => Outcome::Won(moves),
            None => Outcome::Open,
        },
        Outcome::Unwinnable => Outcome::Unwinnable,
        Outcome::Open => Outcome::Open,
    };
    let free = &table.free();
    let tries = |efforts: &'static [Effort]| {
        efforts.iter().map(move |&effort| Rung {
            name: "tries",
            max_states: u64::MAX,
            run: Box::new(move |budget: &mut Budget<'_>| {
                let mut finder = Finder::new(table, Pcg64::new(seed(position), 0));
                for _ in 0..effort.tries {
                    if let Outcome::Won(moves) =
                        to_moves(table, finder.search(start, effort, budget)?)
                    {
                        return Ok(Outcome::Won(moves));
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
            Ok(to_moves(free, exhaust(free, start, budget)?))
        }),
    };
    let plain = |max_states| Rung {
        name: "plain",
        max_states,
        run: Box::new(move |budget: &mut Budget<'_>| plain::search(position, budget)),
    };
    let few = [exhaustive(FEW_STATES)].into_iter().chain(forced.then(|| plain(FEW_STATES)));
    let all = [exhaustive(u64::MAX)].into_iter().chain(forced.then(|| plain(u64::MAX)));
    climb(budget, tries(&EFFORTS[..1]).chain(few).chain(tries(&EFFORTS[1..])).chain(all))
}

/// A number that hangs on nothing but the position.
fn seed(position: &EkligeElfer) -> u128 {
    let columns = position.columns().iter().flat_map(|column| &column.cards);
    columns.chain(position.talon()).fold(0, |seed: u128, card: &Card| {
        seed.wrapping_mul(0x0123_4567_89ab_cdef_1357_9bdf_0246_8ace | 1)
            .wrapping_add(card.index() as u128 + 1)
    })
}
