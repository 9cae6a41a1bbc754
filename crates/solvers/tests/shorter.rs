//! Shortening and the shortest search, against brute force on reduced deals of every game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, BruteForce, Game, RuleSet, brute_force, replay};
use gehtauf_search::{Budget, Limit, Limits, Verdict};
use gehtauf_solvers::{Shortened, plain, shorten, shortest_win};

const CASES: &[(RuleSet, &[(&str, &str)])] = &[
    (
        RuleSet::AchtMalAcht,
        &[("ranks", "4"), ("suits", "CH"), ("columns", "3"), ("rows", "3"), ("passes", "1")],
    ),
    (
        RuleSet::EightByEight,
        &[("ranks", "4"), ("suits", "CH"), ("columns", "3"), ("rows", "3"), ("passes", "1")],
    ),
    (RuleSet::EkligeElfer, &[("ranks", "4"), ("suits", "CH"), ("columns", "4")]),
    (RuleSet::Domino, &[("ranks", "4"), ("suits", "CHS"), ("redeals", "1")]),
    (
        RuleSet::Hochzeitszug,
        &[("ranks", "4"), ("suits", "CH"), ("upper", "2"), ("lower", "1"), ("redeals", "1")],
    ),
];

/// Won reduced deals of every game with the win that the plain engine finds and the least length.
fn won_deals() -> impl Iterator<Item = (AnyPosition, Vec<gehtauf_rules::Move>, usize)> {
    CASES.iter().flat_map(|&(rule_set, options)| {
        let game = Game::new(rule_set, options).unwrap();
        let deals: Vec<_> = (0..12)
            .filter_map(|seed| {
                let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let BruteForce::Won(least) = brute_force(&position, 20_000) else { return None };
                let mut budget = Budget::new(Limits::default(), None);
                let Verdict::Won(moves) = plain::solve(&position, &mut budget).0 else {
                    panic!("{rule_set} seed {seed} comes out");
                };
                Some((position, moves, least.len()))
            })
            .collect();
        assert!(deals.len() >= 3, "{rule_set}: {}", deals.len());
        deals
    })
}

#[test]
fn shortened_wins_are_wins_and_never_longer() {
    let (mut before, mut after, mut least) = (0, 0, 0);
    for (position, moves, shortest) in won_deals() {
        let shorter = shorten(&position, &moves, &Budget::new(Limits::default(), None)).moves;
        assert_eq!(replay(&position, &shorter), Ok(()));
        assert!(shortest <= shorter.len() && shorter.len() <= moves.len());
        before += moves.len();
        after += shorter.len();
        least += shortest;
    }
    assert!(after - least < (before - least) / 4, "before {before}, after {after}, least {least}");
}

#[test]
fn shortest_wins_are_as_short_as_brute_force_finds() {
    for (position, moves, shortest) in won_deals() {
        let mut budget = Budget::new(Limits::default(), None);
        let found = shortest_win(&position, &moves, &mut budget);
        assert_eq!(replay(&position, &found.moves), Ok(()));
        assert_eq!((found.moves.len(), found.unproven), (shortest, None));
    }
}

#[test]
fn a_limit_leaves_the_length_unproven() {
    let (position, moves, _) = won_deals().next().unwrap();
    let limits = Limits { max_states: 0, ..Limits::default() };
    let found = shortest_win(&position, &moves, &mut Budget::new(limits, None));
    assert_eq!((found.moves, found.unproven), (moves, Some(Limit::States)));
}

#[test]
fn time_and_interrupts_break_shortening_off_and_leave_a_win() {
    let (position, moves, _) = won_deals().next().unwrap();
    let raised = AtomicBool::new(true);
    let interrupted = Budget::new(Limits::default(), Some(&raised));
    let time = Some(Duration::ZERO);
    let late = Budget::new(Limits { time, ..Limits::default() }, None);
    for (budget, limit) in [(interrupted, Limit::Interrupted), (late, Limit::Time)] {
        let shortened = shorten(&position, &moves, &budget);
        assert_eq!(shortened, Shortened { moves: moves.clone(), broken_off: Some(limit) });
    }
}

#[test]
fn the_long_win_of_a_depth_first_search_loses_most_of_its_moves() {
    let options = [("columns", "8"), ("rows", "1"), ("passes", "unlimited"), ("ranks", "6")];
    let game = Game::new(RuleSet::AchtMalAcht, &options).unwrap();
    let position = game.deal(&seeded_deck(1, game.pack())).unwrap();
    let mut budget = Budget::new(Limits::default(), None);
    let Verdict::Won(moves) = plain::solve(&position, &mut budget).0 else { panic!("it is won") };
    let shortened = shorten(&position, &moves, &budget);
    assert!(moves.len() > 5_000 && shortened.moves.len() < moves.len() / 4);
    assert_eq!(shortened.broken_off, None);
}
