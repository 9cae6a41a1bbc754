//! 8x8 against brute force over the rules.

mod common;
mod eights;

use std::ops::Range;

use common::Tally;
use eights::{SMALL, combinations, compare, compare_with_none, root_proofs_hold, wins_stay_wins};
use gehtauf_rules::RuleSet::EightByEight;

fn compare_all(seeds: Range<u64>, max_positions: usize) -> Tally {
    let mut sum = Tally::default();
    let options = [
        ("passes", &["1", "3"][..]),
        ("foundation-return", &["no", "yes"]),
        ("spaces", &["one-card", "any-run"]),
        ("talon-play", &["forced", "free"]),
        ("foundations", &["eight", "four"]),
    ];
    for small in SMALL {
        for sets in combinations(&options) {
            let sets = [*small, &sets].concat();
            let tally = compare(EightByEight, &sets, seeds.clone(), max_positions);
            sum.won += tally.won;
            sum.unwinnable += tally.unwinnable;
        }
    }
    sum
}

#[test]
fn verdicts_equal_brute_force() {
    compare_all(0..3, 3_000).assert_mixed(15);
}

#[test]
#[ignore = "thorough: run in release"]
fn thousands_of_verdicts_equal_brute_force() {
    compare_all(100..125, 3_000).assert_mixed(400);
}

#[test]
#[ignore = "thorough: run in release"]
fn safe_foundation_moves_of_two_copies_lose_no_win() {
    let mut sum = Tally::default();
    for (ranks, suits, columns, rows) in [
        ("5", "CH", "3", "4"),
        ("6", "CH", "4", "5"),
        ("5", "CDH", "4", "6"),
        ("7", "SD", "4", "5"),
    ] {
        for spaces in ["one-card", "any-run"] {
            let sets = [
                ("ranks", ranks),
                ("suits", suits),
                ("columns", columns),
                ("rows", rows),
                ("passes", "2"),
                ("talon-play", "free"),
                ("spaces", spaces),
            ];
            let tally = compare_with_none(EightByEight, &sets, 0..75);
            sum.won += tally.won;
            sum.unwinnable += tally.unwinnable;
        }
    }
    sum.assert_mixed(100);
}

#[test]
fn root_proofs_are_right() {
    root_proofs_hold(EightByEight, &[("passes", "2")], 0..40, 20);
    root_proofs_hold(EightByEight, &[("foundation-return", "yes")], 0..40, 20);
    root_proofs_hold(EightByEight, &[("foundations", "four"), ("spaces", "any-run")], 0..40, 20);
}

#[test]
fn what_is_won_under_stricter_rules_is_won() {
    let relaxed: [&eights::Sets<'_>; 4] = [
        &[("passes", "unlimited")],
        &[("spaces", "any-run")],
        &[("talon-play", "free")],
        &[("foundation-return", "yes")],
    ];
    wins_stay_wins(EightByEight, &[], &relaxed);
}
