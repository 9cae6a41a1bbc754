//! Verdicts against brute force over the rules, and proofs against wins of whole deals.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force, replay};
use gehtauf_search::Limits;

use super::*;

type Sets<'a> = Vec<(&'a str, &'a str)>;

/// Small games: ranks, suits, decks, columns, rows.
const SMALL: [[&str; 5]; 14] = [
    ["4", "CH", "2", "2", "5"],
    ["4", "SD", "2", "3", "4"],
    ["5", "CH", "2", "3", "4"],
    ["5", "CH", "2", "4", "3"],
    ["3", "CH", "2", "3", "3"],
    ["6", "SD", "1", "3", "3"],
    ["3", "CDHS", "2", "3", "6"],
    ["4", "CDHS", "1", "3", "4"],
    ["5", "CDHS", "1", "3", "5"],
    ["6", "CDH", "1", "3", "4"],
    ["5", "CDH", "1", "5", "2"],
    ["7", "CH", "1", "4", "1"],
    ["8", "CH", "1", "3", "3"],
    ["5", "SD", "2", "4", "2"],
];

const PASSES: [&str; 4] = ["1", "2", "3", "unlimited"];
const SPACES: [&str; 2] = ["one-card", "any-run"];
const TALON_PLAY: [&str; 2] = ["forced", "free"];
const FOUNDATIONS: [&str; 2] = ["eight", "four"];

fn small_games() -> impl Iterator<Item = Sets<'static>> {
    SMALL.into_iter().flat_map(|small| {
        (0..32).map(move |i| {
            let names = ["ranks", "suits", "decks", "columns", "rows"];
            let mut sets: Sets<'static> = names.into_iter().zip(small).collect();
            sets.push(("passes", PASSES[i & 3]));
            sets.push(("spaces", SPACES[i >> 2 & 1]));
            sets.push(("talon-play", TALON_PLAY[i >> 3 & 1]));
            sets.push(("foundations", FOUNDATIONS[i >> 4]));
            sets
        })
    })
}

fn table(position: &AnyPosition) -> &Table {
    let AnyPosition::EightByEight(position) = position else { panic!("another game") };
    position.table()
}

/// Compares deals of each small game with brute force of at most so many positions, from the start and
/// from a position after some moves; says how many were won, lost and too large.
fn compare(seeds: std::ops::Range<u64>, most: usize) -> [usize; 3] {
    let mut tally = [0; 3];
    for sets in small_games() {
        let game = Game::new(RuleSet::EightByEight, &sets).unwrap();
        for seed in seeds.clone() {
            let deck = seeded_deck(seed, game.pack());
            let mut position = game.deal(&deck).unwrap();
            for n in 0..seed as usize % 6 {
                let moves = position.legal_moves();
                let Some(&m) = moves.get((seed as usize + 7 * n) % moves.len().max(1)) else {
                    break;
                };
                position.play(m);
            }
            let truth = match brute_force(&position, most) {
                BruteForce::Won(_) => true,
                BruteForce::Unwinnable => false,
                BruteForce::TooBig => {
                    tally[2] += 1;
                    continue;
                }
            };
            tally[usize::from(!truth)] += 1;
            for (dead_ends, lazy_talon) in [(false, false), (true, false), (true, true)] {
                let prunings = Prunings { dead_ends, lazy_talon };
                let mut budget = Budget::new(Limits::default(), None);
                let outcome = exhaust_states(table(&position), prunings, &mut budget);
                let place = format!("{prunings:?}: {sets:?} seed {seed}: {deck}");
                match outcome {
                    Ok(Outcome::Won(moves)) => {
                        assert!(truth, "{place}");
                        assert_eq!(replay(&position, &moves), Ok(()), "{place}");
                    }
                    other => assert!(!truth && other == Ok(Outcome::Unwinnable), "{place}"),
                }
            }
        }
    }
    tally
}

#[test]
fn verdicts_equal_brute_force() {
    let [won, lost, _] = compare(0..2, 1_000);
    assert!(won > 60 && lost > 60, "{won} won, {lost} lost");
}

#[test]
#[ignore = "thorough: run in release"]
fn thousands_of_verdicts_equal_brute_force() {
    let [won, lost, too_big] = compare(1_000..1_020, 5_000);
    assert!(won > 1_500 && lost > 5_000, "{won} won, {lost} lost, {too_big} too large");
}
