//! Deals per second of the solver of Hochzeitszug, replay included; every answer is asserted.

mod deals;

use deals::Deals;
use divan::Bencher;
use gehtauf::rules::RuleSet;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 20)]
fn default_rules(bencher: Bencher<'_, '_>) {
    let deals =
        Deals { rule_set: RuleSet::Hochzeitszug, options: &[], seeds: 0..1_000, won: 1_000 };
    deals.time(bencher);
}

#[divan::bench(sample_count = 20)]
fn one_redeal(bencher: Bencher<'_, '_>) {
    let deals = Deals {
        rule_set: RuleSet::Hochzeitszug,
        options: &[("redeals", "1")],
        seeds: 0..100,
        won: 98,
    };
    deals.time(bencher);
}

#[divan::bench(sample_count = 20)]
fn dealt_in_layers(bencher: Bencher<'_, '_>) {
    let deals = Deals {
        rule_set: RuleSet::Hochzeitszug,
        options: &[("layout", "layers")],
        seeds: 0..500,
        won: 500,
    };
    deals.time(bencher);
}
