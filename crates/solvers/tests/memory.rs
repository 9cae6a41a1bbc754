//! A search that ends for want of memory had taken nearly all that it was given.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{Game, RuleSet};
use gehtauf_search::{Budget, Limit, Limits, Verdict};
use gehtauf_solvers::{shortest_win, solve_within};

/// A deal: the rules and the seed.
type Deal = (RuleSet, &'static [(&'static str, &'static str)], u64);

/// How the search of a deal ends within so many bytes, and how many it had then.
fn search(game: &Game, seed: u64, max_bytes: usize) -> (Option<Limit>, &'static str, usize) {
    let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
    let mut budget = Budget::new(Limits { max_bytes, ..Limits::default() }, None);
    let solution = solve_within(&position, &mut budget).unwrap();
    let (limit, method) = match solution.verdict {
        Verdict::Unknown(limit) => (Some(limit), solution.method),
        Verdict::Unwinnable => (None, solution.method),
        Verdict::Won(moves) => {
            let shortest = shortest_win(&position, &moves, &mut budget);
            (shortest.unproven, "shortest win")
        }
    };
    (limit, method, budget.memory().taken_when_refused().unwrap_or(0))
}

/// Asserts that the searches of these deals end for memory with nine tenths of it taken.
fn assert_take_it(deals: &[Deal], sizes: &[usize]) {
    for &(rule_set, options, seed) in deals {
        let game = Game::new(rule_set, options).unwrap();
        for &max_bytes in sizes {
            let (limit, method, taken) = search(&game, seed, max_bytes);
            let share = taken * 100 / max_bytes;
            let found = format!("{rule_set} {options:?} seed {seed}, {max_bytes} bytes: {method}");
            println!("{found}, {limit:?}, {share} %");
            assert_eq!(limit, Some(Limit::Memory), "{found}");
            assert!(share >= 90, "{found}: {share} %");
        }
    }
}

#[test]
fn a_search_that_ends_for_memory_had_nine_tenths_of_it() {
    let deals: [Deal; 3] = [
        (RuleSet::Domino, &[("redeals", "0")], 82),
        (RuleSet::EightByEight, &[], 13),
        (RuleSet::Hochzeitszug, &[("redeals", "0")], 2),
    ];
    assert_take_it(&deals, &[20_000_000]);
    // These are won, and it is the search for a shortest win that ends.
    let won: [Deal; 2] = [(RuleSet::Domino, &[], 1), (RuleSet::EkligeElfer, &[], 1)];
    assert_take_it(&won, &[5_000_000]);
}

#[test]
#[ignore = "thorough: run in release"]
fn more_searches_that_end_for_memory_had_nine_tenths_of_it() {
    let deals: [Deal; 5] = [
        (RuleSet::Domino, &[], 1),
        (RuleSet::Domino, &[("redeals", "0"), ("aces", "free")], 82),
        (RuleSet::Domino, &[("fill", "left"), ("redeals", "0"), ("aces", "free")], 43),
        (RuleSet::AchtMalAcht, &[], 59),
        (RuleSet::AchtMalAcht, &[], 1),
    ];
    assert_take_it(&deals, &[26_000_000]);
}
