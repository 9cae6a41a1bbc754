//! Deals per second of the solver of Acht mal Acht and 8x8, replay included; every answer is
//! asserted.

use divan::Bencher;
use divan::counter::ItemsCount;
use gehtauf::cards::seeded_deck;
use gehtauf::rules::{AnyPosition, Game, RuleSet};
use gehtauf::search::{Limits, Verdict};
use gehtauf::solvers::solve;

fn main() {
    divan::main();
}

/// Times the deals of the seeds from 0, of which so many are won within 50,000 states each.
fn time_deals(bencher: Bencher<'_, '_>, rule_set: RuleSet, deals: u64, wins: usize) {
    let game = Game::new(rule_set, &[]).unwrap();
    let positions: Vec<AnyPosition> =
        (0..deals).map(|seed| game.deal(&seeded_deck(seed, game.pack())).unwrap()).collect();
    let limits = Limits { max_states: 50_000, ..Limits::default() };
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        let is_won = |position: &&AnyPosition| {
            matches!(solve(position, limits, None).unwrap().verdict, Verdict::Won(_))
        };
        assert_eq!(positions.iter().filter(is_won).count(), wins);
    });
}

#[divan::bench(sample_count = 10)]
fn acht_mal_acht(bencher: Bencher<'_, '_>) {
    time_deals(bencher, RuleSet::AchtMalAcht, 50, 29);
}

#[divan::bench(sample_count = 10)]
fn eight_by_eight(bencher: Bencher<'_, '_>) {
    time_deals(bencher, RuleSet::EightByEight, 50, 22);
}
