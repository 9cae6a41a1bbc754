//! Deals per second of the solver of Acht mal Acht and 8x8, replay included; every answer is
//! asserted. All are won: what losses and hard deals take is in docs/experiments, acht-mal-acht.md and 8x8.md.

mod deals;

use deals::Deals;
use divan::Bencher;
use gehtauf::rules::RuleSet;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 10)]
fn acht_mal_acht(bencher: Bencher<'_, '_>) {
    let deals = Deals { rule_set: RuleSet::AchtMalAcht, options: &[], seeds: 0..22, won: 22 };
    deals.time(bencher);
}

#[divan::bench(sample_count = 10)]
fn eight_by_eight(bencher: Bencher<'_, '_>) {
    let deals = Deals { rule_set: RuleSet::EightByEight, options: &[], seeds: 14..22, won: 8 };
    deals.time(bencher);
}
