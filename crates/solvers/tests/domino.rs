//! The Domino solver against brute force.

mod common;

use std::ops::Range;

use common::{Tally, compare_with_brute_force};
use gehtauf_rules::{AnyPosition, RuleSet, replay};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::domino::{self, Prunings};

type Sets = &'static [(&'static str, &'static str)];

/// Reduced games that brute force can finish and that come out about as often as not.
const SIZES: [Sets; 4] = [
    &[("ranks", "6"), ("suits", "CH")],
    &[("ranks", "4"), ("suits", "CHS")],
    &[("ranks", "8"), ("suits", "D")],
    &[("ranks", "3"), ("suits", "CDHS")],
];

/// Every combination of the values of the options.
fn combinations() -> Vec<Vec<(&'static str, &'static str)>> {
    let mut all = vec![Vec::new()];
    let options: [(&str, &[&str]); 5] = [
        ("fill", &["both", "left"]),
        ("aces", &["fixed", "free"]),
        ("redeals", &["0", "1", "2", "3"]),
        ("redeal", &["any-time", "blocked"]),
        ("pickup", &["fifo", "lifo"]),
    ];
    for (name, values) in options {
        all = all
            .into_iter()
            .flat_map(|sets: Vec<_>| {
                values.iter().map(move |&value| [sets.clone(), vec![(name, value)]].concat())
            })
            .collect();
    }
    all
}

/// All means, none, and each of those that prove anything without the phases that hide them.
fn switches() -> [Prunings; 5] {
    let all = Prunings::default();
    let none = Prunings { phases: false, stubborn: false, backward: false, diagonals: false };
    [
        all,
        none,
        Prunings { stubborn: true, ..none },
        Prunings { backward: true, ..none },
        Prunings { phases: false, ..all },
    ]
}

fn compare(seeds: Range<u64>, max_positions: usize) {
    let mut tally = Tally::default();
    for options in combinations() {
        for size in SIZES {
            let sets = [options.as_slice(), size].concat();
            let part = compare_with_brute_force(
                RuleSet::Domino,
                &sets,
                seeds.clone(),
                max_positions,
                |position| {
                    let AnyPosition::Domino(domino) = position else { panic!("not Domino") };
                    let verdicts = switches().map(|prunings| {
                        let mut budget = Budget::new(Limits::default(), None);
                        domino::solve_with(domino, prunings, &mut budget).0
                    });
                    let [first, others @ ..] = verdicts;
                    for (other, prunings) in others.iter().zip(&switches()[1..]) {
                        match (&first, other) {
                            (Verdict::Won(_), Verdict::Won(moves)) => {
                                assert_eq!(replay(position, moves), Ok(()), "{prunings:?}");
                            }
                            _ => assert_eq!(&first, other, "{prunings:?} {sets:?}"),
                        }
                    }
                    first
                },
            );
            tally.won += part.won;
            tally.unwinnable += part.unwinnable;
            tally.too_big += part.too_big;
        }
    }
    tally.assert_mixed(50);
}

#[test]
fn every_option_has_the_verdict_of_brute_force() {
    compare(0..2, 10_000);
}

#[test]
#[ignore = "thorough: run in release"]
fn every_option_has_the_verdict_of_brute_force_on_many_deals() {
    compare(0..40, 20_000);
}
