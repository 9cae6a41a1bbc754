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
    let deals = Deals {
        rule_set: RuleSet::Domino,
        options: &[],
        seeds: 200,
        max_states: 10_000_000,
        won: 200,
        unwinnable: 0,
    };
    deals.time(bencher);
}

#[divan::bench]
fn one_redeal(bencher: Bencher<'_, '_>) {
    let deals = Deals {
        rule_set: RuleSet::Domino,
        options: &[("redeals", "1")],
        seeds: 50,
        max_states: 10_000_000,
        won: 50,
        unwinnable: 0,
    };
    deals.time(bencher);
}

#[divan::bench(sample_count = 5)]
fn last_phase_to_the_left(bencher: Bencher<'_, '_>) {
    let deals = Deals {
        rule_set: RuleSet::Domino,
        options: &[("fill", "left"), ("redeals", "0")],
        seeds: 20,
        max_states: 10_000_000,
        won: 8,
        unwinnable: 12,
    };
    deals.time(bencher);
}

#[divan::bench(sample_count = 5)]
fn last_phase_both_sides(bencher: Bencher<'_, '_>) {
    let deals = Deals {
        rule_set: RuleSet::Domino,
        options: &[("redeals", "0")],
        seeds: 10,
        max_states: 10_000_000,
        won: 8,
        unwinnable: 2,
    };
    deals.time(bencher);
}
