//! The solver of Eklige Elfer against brute force over the rules.

mod common;

use common::{Tally, compare_with_brute_force};
use gehtauf_rules::{AnyPosition, RuleSet};
use gehtauf_search::{Budget, Limits};
use gehtauf_solvers::eklige_elfer::{Prunings, solve_with};

/// Reduced games with one to four copies of a card type, with few and many Aces, with deals that come
/// out even and with partial last deals.
const CASES: &[&[(&str, &str)]] = &[
    &[("ranks", "4"), ("suits", "CH"), ("columns", "3")],
    &[("ranks", "5"), ("suits", "CH"), ("columns", "4")],
    &[("ranks", "4"), ("columns", "3")],
    &[("ranks", "5"), ("suits", "SD"), ("columns", "3")],
    &[("ranks", "6"), ("suits", "CH"), ("columns", "4")],
    &[("ranks", "5"), ("suits", "DS"), ("columns", "4"), ("face-down-rows", "2")],
    &[("ranks", "3"), ("columns", "4"), ("face-down-rows", "3")],
    &[("ranks", "5"), ("decks", "1"), ("columns", "4")],
    &[("ranks", "6"), ("suits", "CH"), ("decks", "1"), ("columns", "3"), ("face-up-rows", "2")],
    &[("ranks", "7"), ("decks", "1"), ("columns", "5")],
    &[("ranks", "4"), ("suits", "CDH"), ("columns", "4"), ("face-down-rows", "0")],
    &[("ranks", "2"), ("suits", "CDH"), ("columns", "2")],
];

const NO_PRUNING: Prunings = Prunings { relaxation: false, consumption: false };

fn compare(options: &[(&str, &str)], prunings: Prunings, seeds: std::ops::Range<u64>) -> Tally {
    compare_with_brute_force(RuleSet::EkligeElfer, options, seeds, 100_000, |position| {
        let AnyPosition::EkligeElfer(position) = position else { panic!("another game") };
        solve_with(position, prunings, &mut Budget::new(Limits::default(), None)).0
    })
}

fn compare_all(seeds: u64) {
    let mut total = Tally::default();
    for options in CASES {
        for forced in [&[][..], &[("take-out", "forced")]] {
            let options = [options, forced].concat();
            for (i, prunings) in [
                Prunings::default(),
                NO_PRUNING,
                Prunings { relaxation: true, ..NO_PRUNING },
                Prunings { consumption: true, ..NO_PRUNING },
            ]
            .into_iter()
            .enumerate()
            {
                let first = i as u64 * seeds;
                let tally = compare(&options, prunings, first..first + seeds);
                total.won += tally.won;
                total.unwinnable += tally.unwinnable;
            }
        }
    }
    total.assert_mixed(seeds as usize * 20);
}

#[test]
fn verdicts_equal_brute_force() {
    compare_all(2);
}

#[test]
#[ignore = "thorough: run in release"]
fn verdicts_equal_brute_force_on_many_deals() {
    compare_all(100);
}
