//! Deals per second of the solver of Domino, replay included; every answer is asserted.

mod deals;

use deals::Deals;
use divan::Bencher;
use gehtauf::rules::RuleSet;

fn main() {
    divan::main();
}

#[divan::bench]
fn default_rules(bencher: Bencher<'_, '_>) {
    let deals = Deals { rule_set: RuleSet::Domino, options: &[], seeds: 0..200, won: 200 };
    deals.time(bencher);
}

#[divan::bench]
fn one_redeal(bencher: Bencher<'_, '_>) {
    let deals =
        Deals { rule_set: RuleSet::Domino, options: &[("redeals", "1")], seeds: 0..50, won: 50 };
    deals.time(bencher);
}

#[divan::bench(sample_count = 5)]
fn last_round_to_the_left(bencher: Bencher<'_, '_>) {
    let deals = Deals {
        rule_set: RuleSet::Domino,
        options: &[("fill", "left"), ("redeals", "0")],
        seeds: 0..20,
        won: 8,
    };
    deals.time(bencher);
}

#[divan::bench(sample_count = 5)]
fn last_round_both_sides(bencher: Bencher<'_, '_>) {
    let deals =
        Deals { rule_set: RuleSet::Domino, options: &[("redeals", "0")], seeds: 0..10, won: 8 };
    deals.time(bencher);
}
