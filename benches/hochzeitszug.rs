//! Deals per second of the Hochzeitszug solver, replay included; every answer is asserted.

use divan::Bencher;
use divan::counter::ItemsCount;
use gehtauf::cards::seeded_deck;
use gehtauf::rules::{AnyPosition, Game, RuleSet};
use gehtauf::search::{Limits, Verdict};
use gehtauf::solvers::solve;

fn main() {
    divan::main();
}

/// Times the deals of the seeds from 0, of which so many come out and all are decided.
fn time_deals(bencher: Bencher<'_, '_>, sets: &[(&str, &str)], deals: u64, winnable: usize) {
    let game = Game::new(RuleSet::Hochzeitszug, sets).unwrap();
    let positions: Vec<AnyPosition> =
        (0..deals).map(|seed| game.deal(&seeded_deck(seed, game.pack())).unwrap()).collect();
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        let verdicts = positions
            .iter()
            .map(|position| solve(position, Limits::default(), None).unwrap().verdict);
        let won = verdicts
            .inspect(|verdict| assert!(!matches!(verdict, Verdict::Unknown(_))))
            .filter(|verdict| matches!(verdict, Verdict::Won(_)))
            .count();
        assert_eq!(won, winnable);
    });
}

#[divan::bench(sample_count = 20)]
fn default_rules(bencher: Bencher<'_, '_>) {
    time_deals(bencher, &[], 1_000, 1_000);
}

#[divan::bench(sample_count = 20)]
fn one_redeal(bencher: Bencher<'_, '_>) {
    time_deals(bencher, &[("redeals", "1")], 100, 98);
}

#[divan::bench(sample_count = 20)]
fn dealt_in_layers(bencher: Bencher<'_, '_>) {
    time_deals(bencher, &[("layout", "layers")], 500, 500);
}
