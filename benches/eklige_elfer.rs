//! Deals per second of the solver of Eklige Elfer, replay included; every answer is asserted.

mod deals;

use deals::Deals;
use divan::Bencher;
use gehtauf::rules::RuleSet;

fn main() {
    divan::main();
}

#[divan::bench]
fn taken_out_freely(bencher: Bencher<'_, '_>) {
    let deals = Deals {
        rule_set: RuleSet::EkligeElfer,
        options: &[("take-out", "free")],
        seeds: 0..20,
        won: 20,
    };
    deals.time(bencher);
}

#[divan::bench]
fn taken_out_at_once(bencher: Bencher<'_, '_>) {
    let deals = Deals {
        rule_set: RuleSet::EkligeElfer,
        options: &[("take-out", "forced")],
        seeds: 0..20,
        won: 20,
    };
    deals.time(bencher);
}
