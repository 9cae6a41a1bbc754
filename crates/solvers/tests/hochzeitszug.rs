//! The Hochzeitszug solver against brute force.

mod common;

use std::ops::Range;

use common::{Tally, compare_with_brute_force};
use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, BruteForce, Game, RuleSet, brute_force};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::hochzeitszug::{self, Prunings};

type Sets = &'static [(&'static str, &'static str)];

/// Reduced games that brute force can finish and that come out about as often as not.
const SIZES: [Sets; 6] = [
    &[("ranks", "6"), ("suits", "C"), ("upper", "1"), ("lower", "1")],
    &[("ranks", "4"), ("suits", "CH"), ("upper", "1"), ("lower", "2"), ("depth", "3")],
    &[("ranks", "5"), ("suits", "CH"), ("upper", "2"), ("lower", "1")],
    &[("ranks", "7"), ("suits", "S"), ("upper", "2"), ("lower", "1"), ("depth", "3")],
    &[("ranks", "13"), ("suits", "S"), ("upper", "2"), ("lower", "1"), ("decks", "1")],
    &[("ranks", "3"), ("suits", "CHS"), ("upper", "0"), ("lower", "3")],
];

/// Every combination of the values of the options.
fn combinations() -> Vec<Vec<(&'static str, &'static str)>> {
    let mut all = vec![Vec::new()];
    let options: [(&str, &[&str]); 5] = [
        ("layout", &["stacks", "layers"]),
        ("moves", &["single", "run"]),
        ("packing", &["any-time", "stalled"]),
        ("redeals", &["0", "1", "2"]),
        ("redeal", &["any-time", "blocked"]),
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

/// Compares with each set of prunings in turn.
fn compare(redeals: &[&str], seeds: Range<u64>, max_positions: usize) {
    let all = Prunings::ALL;
    let prunings = [
        all,
        Prunings::NONE,
        Prunings { equal_stacks: false, ..all },
        Prunings { safe_cards: false, ..all },
        Prunings { layers: false, ..all },
        Prunings { subsets: false, ..all },
        Prunings { endings: false, ..all },
        Prunings { endings: false, safe_cards: false, ..all },
    ];
    for &redeals in redeals {
        let mut tally = Tally::default();
        let of_redeals = |sets: &Vec<_>| sets.contains(&("redeals", redeals));
        for options in combinations().into_iter().filter(of_redeals) {
            for size in SIZES {
                let sets = [options.as_slice(), size].concat();
                let part = compare_with_brute_force(
                    RuleSet::Hochzeitszug,
                    &sets,
                    seeds.clone(),
                    max_positions,
                    |position| {
                        let AnyPosition::Hochzeitszug(position) = position else {
                            panic!("not Hochzeitszug")
                        };
                        let verdicts = prunings.map(|prunings| {
                            let mut budget = Budget::new(Limits::default(), None);
                            hochzeitszug::solve_with(position, prunings, &mut budget).0
                        });
                        let won = |verdict: &_| matches!(verdict, Verdict::Won(_));
                        assert!(verdicts.iter().all(|v| won(v) == won(&verdicts[0])));
                        verdicts[0].clone()
                    },
                );
                tally.won += part.won;
                tally.unwinnable += part.unwinnable;
                tally.too_big += part.too_big;
            }
        }
        println!("redeals={redeals}: {tally:?}");
        tally.assert_mixed(10);
    }
}

#[test]
fn every_option_has_the_verdict_of_brute_force() {
    compare(&["0", "1", "2"], 0..2, 5_000);
}

#[test]
#[ignore = "thorough: run in release"]
fn every_option_has_the_verdict_of_brute_force_on_many_deals() {
    compare(&["0"], 0..100, 100_000);
    compare(&["1", "2"], 0..30, 20_000);
}

/// The only deals of the first million that cannot be won under the default rules.
#[test]
fn the_first_deals_that_do_not_come_out() {
    let game = Game::new(RuleSet::Hochzeitszug, &[]).unwrap();
    for seed in [64_717, 725_052] {
        let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let AnyPosition::Hochzeitszug(inner) = &position else { panic!("not Hochzeitszug") };
        for prunings in [Prunings::ALL, Prunings::NONE] {
            let mut budget = Budget::new(Limits::default(), None);
            let (verdict, _) = hochzeitszug::solve_with(inner, prunings, &mut budget);
            assert_eq!(verdict, Verdict::Unwinnable, "seed {seed}");
        }
        assert_eq!(brute_force(&position, 1_000_000), BruteForce::Unwinnable, "seed {seed}");
    }
}
