//! States per second of the engines that prove, depth first, best first and A*, on the eight-puzzle; every answer is asserted.
//! Beams are frames that a game fills in: its own bench times them.

#[path = "../crates/search/tests/engines/space.rs"]
mod space;

use divan::Bencher;
use divan::counter::ItemsCount;
use gehtauf::search::{Budget, Limits, Outcome, Shortest, a_star, best_first, depth_first};
use space::{EightPuzzle, FARTHEST, UNSOLVABLE};

fn main() {
    divan::main();
}

/// Times a search; the items counted are the states it visits.
fn time_search(bencher: Bencher<'_, '_>, search: impl Fn(&mut Budget<'_>) + Sync) {
    let mut budget = Budget::new(Limits::default(), None);
    search(&mut budget);
    let states = ItemsCount::new(budget.states_visited());
    bencher.counter(states).bench(|| search(&mut Budget::new(Limits::default(), None)));
}

#[divan::bench]
fn depth_first_proves_unwinnable(bencher: Bencher<'_, '_>) {
    time_search(bencher, |budget| {
        assert_eq!(depth_first(&EightPuzzle, &UNSOLVABLE, budget), Ok(Outcome::Unwinnable));
        assert_eq!(budget.states_visited(), 181_440);
    });
}

#[divan::bench]
fn best_first_proves_unwinnable(bencher: Bencher<'_, '_>) {
    time_search(bencher, |budget| {
        assert_eq!(best_first(&EightPuzzle, &UNSOLVABLE, budget), Ok(Outcome::Unwinnable));
    });
}

#[divan::bench]
fn a_star_finds_31_moves(bencher: Bencher<'_, '_>) {
    time_search(bencher, |budget| {
        let found = a_star(&EightPuzzle, &FARTHEST, u32::MAX, budget, |_, _| {});
        assert!(matches!(found, Ok(Shortest::Minimal(moves)) if moves.len() == 31));
    });
}
