//! Deals per second of Eklige Elfer on fixed seeds, the answers asserted.

use divan::Bencher;
use divan::counter::ItemsCount;
use gehtauf::cards::seeded_deck;
use gehtauf::rules::{AnyPosition, Game, RuleSet};
use gehtauf::search::{Limits, Verdict};
use gehtauf::solvers::solve;

fn main() {
    divan::main();
}

fn deals(options: &[(&str, &str)]) -> Vec<AnyPosition> {
    let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
    (0..20).map(|seed| game.deal(&seeded_deck(seed, game.pack())).unwrap()).collect()
}

#[divan::bench(args = ["free", "forced"])]
fn take_out(bencher: Bencher<'_, '_>, value: &str) {
    let deals = deals(&[("take-out", value)]);
    bencher.counter(ItemsCount::new(deals.len())).bench(|| {
        for deal in &deals {
            let solution = solve(deal, Limits::default(), None).unwrap();
            assert!(matches!(solution.verdict, Verdict::Won(_)));
        }
    });
}
