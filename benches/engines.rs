//! States per second of each engine, on the eight-puzzle; every answer is asserted.

#[path = "../crates/search/tests/eight_puzzle/space.rs"]
mod space;

use divan::Bencher;
use divan::counter::ItemsCount;
use gehtauf::search::{Beam, Budget, Limits, Outcome, Shortest, a_star, beam, depth_first};
use rand_pcg::Pcg64;
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
fn exhaust_proves_unwinnable(bencher: Bencher<'_, '_>) {
    time_search(bencher, |budget| {
        assert_eq!(depth_first(&EightPuzzle, &UNSOLVABLE, budget), Ok(Outcome::Unwinnable));
        assert_eq!(budget.states_visited(), 181_440);
    });
}

#[divan::bench]
fn shortest_finds_31_moves(bencher: Bencher<'_, '_>) {
    time_search(bencher, |budget| {
        let found = a_star(&EightPuzzle, &FARTHEST, u32::MAX, budget);
        assert!(matches!(found, Ok(Shortest::Minimal(moves)) if moves.len() == 31));
    });
}

#[divan::bench]
fn beam_of_100_wins(bencher: Bencher<'_, '_>) {
    let settings = Beam { width: 100, patience: 50, noise: 2 };
    time_search(bencher, |budget| {
        let found = beam(&EightPuzzle, &FARTHEST, settings, &mut Pcg64::new(1, 1), budget);
        assert!(matches!(found, Ok(Outcome::Won(_))));
    });
}
