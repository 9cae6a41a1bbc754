//! What the tests of Acht mal Acht and 8x8 share.

pub mod drawn;

use std::ops::Range;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::eights::Table;
use gehtauf_rules::{AnyPosition, Game, Position, RuleSet, replay};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::GameSolver;
use gehtauf_solvers::eights::{self, Prunings, Solver};
use rayon::prelude::*;

use crate::combinations::combinations;
use crate::common::{Tally, compare_with_brute_force};

pub type Sets<'a> = [(&'a str, &'a str)];

/// Small games whose positions can be listed, with one and two copies of each card.
const SMALL: &[&Sets<'_>] = &[
    &[("ranks", "4"), ("suits", "CH"), ("columns", "2"), ("rows", "5")],
    &[("ranks", "4"), ("suits", "SD"), ("columns", "3"), ("rows", "4")],
    &[("ranks", "5"), ("suits", "CH"), ("columns", "3"), ("rows", "4")],
    &[("ranks", "3"), ("suits", "CH"), ("columns", "3"), ("rows", "3")],
    &[("ranks", "6"), ("suits", "SD"), ("decks", "1"), ("columns", "3"), ("rows", "3")],
    &[("ranks", "3"), ("suits", "CDHS"), ("columns", "3"), ("rows", "6")],
    &[("ranks", "5"), ("suits", "CDHS"), ("decks", "1"), ("columns", "3"), ("rows", "5")],
    &[("ranks", "6"), ("suits", "CDH"), ("decks", "1"), ("columns", "3"), ("rows", "4")],
];

pub fn table(position: &AnyPosition) -> &Table {
    eights::Solver::of(position).expect("one of the eights")
}

pub fn each_pruning() -> Vec<Prunings> {
    let (all, none) = (Prunings::ALL, Prunings::NONE);
    // Those that act with free cards only.
    let free_cards = Prunings { free_cards: true, ..none };
    let each = [none.each_on(), free_cards.each_on(), all.each_off()].concat();
    [all, none].into_iter().chain(each.into_iter().map(|(_, prunings)| prunings)).collect()
}

/// Compares under all combinations of the options, each in all small games.
pub fn compare_all(
    rule_set: RuleSet,
    options: &[(&str, &[&str])],
    seeds: Range<u64>,
    most: usize,
) -> Tally {
    let mut sum = Tally::default();
    for small in SMALL {
        for sets in combinations(options) {
            sum += compare(rule_set, &[*small, &sets].concat(), seeds.clone(), most);
        }
    }
    sum
}

/// Compares the portfolio, and the exhaustive search with each pruning alone, with brute force; replays the wins.
fn compare(rule_set: RuleSet, sets: &Sets<'_>, seeds: Range<u64>, most: usize) -> Tally {
    compare_with_brute_force(rule_set, sets, seeds, most, |position| {
        let table = table(position);
        let solved = Solver::solve(table, &mut Budget::new(Limits::default(), None)).0;
        // What comes back from the foundations goes through the rules themselves; few prunings hold of it.
        let alone = Prunings { tracked_cards: true, ..Prunings::NONE };
        let to_try = match table.rules.foundation_return {
            true => vec![Prunings::ALL, alone],
            false => each_pruning(),
        };
        for prunings in to_try {
            let mut budget = Budget::new(Limits::default(), None);
            let verdict = eights::exhaust_with(table, prunings, &mut budget).0;
            assert_eq!(is_won(&verdict), is_won(&solved), "{prunings:?} {sets:?}\n{table:?}");
            if let Verdict::Won(moves) = verdict {
                assert_eq!(replay(position, &moves), Ok(()), "{prunings:?} {sets:?}\n{table:?}");
            }
        }
        solved
    })
}

fn is_won(verdict: &Verdict<gehtauf_rules::Move>) -> Option<bool> {
    match verdict {
        Verdict::Won(_) => Some(true),
        Verdict::Unwinnable => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// Compares the exhaustive search with all prunings and with none on games that are too large for
/// brute force over the rules; says how often both answered and were won or not.
pub fn compare_with_none(rule_set: RuleSet, sets: &Sets<'_>, seeds: Range<u64>) -> Tally {
    let game = Game::new(rule_set, sets).unwrap();
    let mut tally = Tally::default();
    for seed in seeds {
        let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let answer = |prunings| {
            let limits = Limits { max_states: 100_000, ..Limits::default() };
            let mut budget = Budget::new(limits, None);
            is_won(&eights::exhaust_with(table(&position), prunings, &mut budget).0)
        };
        let Some(truth) = answer(Prunings::NONE) else {
            tally.too_big += 1;
            continue;
        };
        for free_cards in [false, true] {
            let verdict = answer(Prunings { free_cards, ..Prunings::ALL });
            assert_eq!(verdict, Some(truth), "free cards {free_cards}: {sets:?} seed {seed}");
        }
        *(if truth { &mut tally.won } else { &mut tally.unwinnable }) += 1;
    }
    tally
}

/// Asserts that each proof that no column empties is right where it fires, of deals and of positions
/// after some moves, and that it fires often.
pub fn root_proofs_hold(rule_set: RuleSet, more: &Sets<'_>, seeds: Range<u64>, at_least: usize) {
    let mut fired = [0; 2];
    for small in SMALL {
        let game = Game::new(rule_set, &[*small, more].concat()).unwrap();
        for seed in seeds.clone() {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let mut table = table(&position).clone();
            for n in 0..seed as usize % 8 {
                let moves = table.legal_moves();
                let Some(&m) = moves.get((seed as usize + 5 * n) % moves.len().max(1)) else {
                    break;
                };
                table.play(m);
            }
            let limits = Limits { max_states: 200_000, ..Limits::default() };
            let verdict =
                |prunings| eights::exhaust_with(&table, prunings, &mut Budget::new(limits, None));
            let proofs = [
                ("chain-counting relaxation", Prunings { chain_counting: true, ..Prunings::NONE }),
                ("dead-end detection", Prunings { dead_ends: true, ..Prunings::NONE }),
            ];
            for (fired, (name, prunings)) in fired.iter_mut().zip(proofs) {
                if verdict(prunings) != (Verdict::Unwinnable, name) {
                    continue;
                }
                let (truth, _) = verdict(Prunings::NONE);
                assert_eq!(truth, Verdict::Unwinnable, "{name} {more:?} {small:?} seed {seed}");
                *fired += 1;
            }
        }
    }
    assert!(fired.iter().all(|&times| times >= at_least), "fired {fired:?} times");
}

/// Asserts that wins of full deals are wins under rules that only allow more.
pub fn wins_stay_wins(rule_set: RuleSet, strict: &Sets<'_>, relaxed: &[&Sets<'_>]) {
    let game = Game::new(rule_set, strict).unwrap();
    let mut wins = 0;
    for seed in 0..12 {
        let deck = seeded_deck(seed, game.pack());
        let limits = Limits { max_states: 100_000, ..Limits::default() };
        let position = game.deal(&deck).unwrap();
        let found = gehtauf_solvers::solve(&position, limits, None).unwrap();
        let Verdict::Won(moves) = found.verdict else { continue };
        wins += 1;
        for sets in relaxed {
            let position = Game::new(rule_set, sets).unwrap().deal(&deck).unwrap();
            assert_eq!(replay(&position, &moves), Ok(()), "{sets:?} seed {seed}");
        }
    }
    assert!(wins >= 3, "{wins} wins");
}

/// Asserts that no proof calls a position along a win of a full deal unwinnable.
pub fn wins_are_not_refuted(rule_set: RuleSet, sets: &Sets<'_>, seeds: Range<u64>) {
    let game = Game::new(rule_set, sets).unwrap();
    let limits = |max_states| Limits { max_states, ..Limits::default() };
    let has_win = |seed: &u64| {
        let position = game.deal(&seeded_deck(*seed, game.pack())).unwrap();
        let found = gehtauf_solvers::solve(&position, limits(100_000), None).unwrap();
        let Verdict::Won(moves) = found.verdict else { return false };
        let mut table = table(&position).clone();
        for (i, m) in moves.into_iter().enumerate() {
            for free_cards in [false, true] {
                let mut budget = Budget::new(limits(500), None);
                // (Those of a whole deal take their time, and give up for want of states mostly; of satisfiability
                // `eights/sat/tests.rs` asks more.)
                let now_and_then = free_cards && i % 60 == 0;
                let [tracked_cards, sat] = [now_and_then; 2];
                let prunings = Prunings { free_cards, tracked_cards, sat, ..Prunings::ALL };
                let (verdict, _) = eights::exhaust_with(&table, prunings, &mut budget);
                assert_ne!(verdict, Verdict::Unwinnable, "{sets:?} seed {seed}\n{table:?}");
            }
            table.play(m);
        }
        true
    };
    let deals = seeds.clone().count();
    let wins = seeds.into_par_iter().filter(has_win).count();
    assert!(2 * wins >= deals, "{wins} wins of {deals} deals");
}
