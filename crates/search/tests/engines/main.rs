//! Every engine on the eight-puzzle, whose numbers are known (181,440 positions can be reached, the farthest
//! are 31 moves away, and half of all arrangements cannot be solved), and on reduced games of the rules against
//! brute force.

mod conform;
mod reduced;
mod space;

use conform::{Truth, beam, budget, conform, wins};
use gehtauf_cards::seeded_deck;
use gehtauf_rules::{BruteForce, Game, RuleSet, brute_force};
use gehtauf_search::{
    Budget, Limit, Limits, Outcome, Shortest, Stop, a_star, best_first, depth_first,
};
use reduced::RulesSpace;
use space::{Board, EightPuzzle, FARTHEST, UNSOLVABLE};

/// Two moves from the end.
const NEAR: Board = [1, 2, 3, 4, 5, 6, 0, 7, 8];

#[test]
fn all_engines_agree_on_the_eight_puzzle() {
    conform(&EightPuzzle, &NEAR, Truth::Won(2));
    conform(&EightPuzzle, &FARTHEST, Truth::Won(31));
    conform(&EightPuzzle, &UNSOLVABLE, Truth::Unwinnable);
}

#[test]
fn all_engines_agree_with_brute_force_on_reduced_games() {
    let games: [(RuleSet, &[(&str, &str)]); 3] = [
        (RuleSet::AchtMalAcht, &[("ranks", "4"), ("suits", "CH"), ("columns", "3"), ("rows", "4")]),
        (RuleSet::Domino, &[("ranks", "4"), ("suits", "CDH"), ("redeals", "0")]),
        (RuleSet::EkligeElfer, &[("ranks", "3"), ("suits", "CH"), ("columns", "3")]),
    ];
    let (mut won, mut lost) = (0, 0);
    for (rule_set, options) in games {
        let game = Game::new(rule_set, options).unwrap();
        for seed in 0..30 {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let truth = match brute_force(&position, 2_000) {
                BruteForce::Won(moves) => Truth::Won(moves.len()),
                BruteForce::Unwinnable => Truth::Unwinnable,
                BruteForce::TooBig => continue,
            };
            *if truth == Truth::Unwinnable { &mut lost } else { &mut won } += 1;
            conform(&RulesSpace, &position, truth);
        }
    }
    assert!(won > 20 && lost > 20, "{won} won, {lost} lost");
}

#[test]
fn exhaustive_searches_visit_the_whole_space_once() {
    for search in [depth_first, best_first] {
        let mut budget = budget(u64::MAX);
        assert_eq!(search(&EightPuzzle, &UNSOLVABLE, &mut budget), Ok(Outcome::Unwinnable));
        // The best-first search does not count its start.
        assert!(matches!(budget.states_visited(), 181_439 | 181_440));
    }
}

#[test]
fn search_stops_at_each_limit_and_at_an_interrupt() {
    let stop =
        |limits, flag| depth_first(&EightPuzzle, &UNSOLVABLE, &mut Budget::new(limits, flag));
    let unlimited = Limits { max_states: u64::MAX, max_bytes: usize::MAX, time: None };
    for (limits, limit) in [
        (Limits { max_states: 1_000, ..unlimited }, Limit::States),
        (Limits { max_bytes: 1 << 20, ..unlimited }, Limit::Memory),
        (Limits { time: Some(std::time::Duration::ZERO), ..unlimited }, Limit::Time),
    ] {
        assert_eq!(stop(limits, None), Err(Stop::Limit(limit)));
    }
    let flag = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(stop(unlimited, Some(&flag)), Err(Stop::Limit(Limit::Interrupted)));
    let few_bytes = || Budget::new(Limits { max_bytes: 100_000, ..unlimited }, None);
    let out_of_memory = Stop::Limit(Limit::Memory);
    assert_eq!(best_first(&EightPuzzle, &UNSOLVABLE, &mut few_bytes()), Err(out_of_memory));
    assert_eq!(beam(&EightPuzzle, &UNSOLVABLE, 10_000, &mut few_bytes()), Err(out_of_memory));
    assert_eq!(
        a_star(&EightPuzzle, &FARTHEST, 32, &mut few_bytes(), |_, _| {}),
        Err(out_of_memory)
    );
}

#[test]
fn a_star_stops_at_the_states_of_its_budget() {
    let found = a_star(&EightPuzzle, &FARTHEST, 32, &mut budget(100), |_, _| {});
    assert_eq!(found, Err(Stop::Limit(Limit::States)));
    let found = a_star(&EightPuzzle, &FARTHEST, 32, &mut budget(u64::MAX), |_, _| {});
    assert!(matches!(found, Ok(Shortest::Minimal(moves)) if moves.len() == 31));
}

#[test]
fn beam_of_100_wins_the_farthest() {
    let Ok(Outcome::Won(moves)) = beam(&EightPuzzle, &FARTHEST, 100, &mut budget(u64::MAX)) else {
        panic!("wide enough")
    };
    assert!(wins(&EightPuzzle, &FARTHEST, &moves));
}
