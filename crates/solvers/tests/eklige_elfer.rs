//! The solver of Eklige Elfer against brute force over the rules.

mod common;

use common::compare_with_brute_force;
use gehtauf_rules::{AnyPosition, Move, RuleSet};
use gehtauf_search::{Limits, Verdict};
use gehtauf_solvers::solve;

fn solved(position: &AnyPosition) -> Verdict<Move> {
    solve(position, Limits { max_states: 3_000_000, ..Limits::default() }, None).unwrap().verdict
}

const CASES: &[&[(&str, &str)]] = &[
    &[("ranks", "4"), ("suits", "CH"), ("columns", "3")],
    &[("ranks", "5"), ("suits", "CH"), ("columns", "4")],
    &[("ranks", "4"), ("suits", "CDHS"), ("columns", "3")],
    &[("ranks", "5"), ("suits", "SD"), ("columns", "3")],
    &[("ranks", "6"), ("suits", "CH"), ("columns", "4")],
    &[("ranks", "5"), ("suits", "DS"), ("columns", "4"), ("face-down-rows", "2")],
    &[("ranks", "3"), ("suits", "CDHS"), ("columns", "4"), ("face-down-rows", "3")],
    &[("ranks", "5"), ("suits", "CDHS"), ("decks", "1"), ("columns", "4")],
    &[("ranks", "6"), ("suits", "CH"), ("decks", "1"), ("columns", "3"), ("face-up-rows", "2")],
];

fn compare(seeds: u64) {
    for options in CASES {
        for forced in [&[][..], &[("take-out", "forced")]] {
            let options = [options, forced].concat();
            compare_with_brute_force(RuleSet::EkligeElfer, &options, 0..seeds, 100_000, solved);
        }
    }
}

#[test]
fn verdicts_equal_brute_force() {
    compare(8);
}

#[test]
#[ignore = "thorough: run in release"]
fn verdicts_equal_brute_force_on_many_deals() {
    compare(400);
}
