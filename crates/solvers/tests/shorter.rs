//! Shortening and the shortest search, against brute force on reduced deals of every game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, BruteForce, Game, Move, Position, RuleSet, brute_force, replay};
use gehtauf_search::{Budget, Limit, Limits, Verdict};
use gehtauf_solvers::{Shortened, lower_bound, plain, shorten, shortest_win, solve};

type Cases = &'static [(RuleSet, &'static [(&'static str, &'static str)])];

const CASES: Cases = &[
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

/// More options of the games that have searches of their own for shortest wins.
const MORE_OPTIONS: Cases = &[
    (
        RuleSet::Hochzeitszug,
        &[
            ("ranks", "4"),
            ("suits", "CH"),
            ("upper", "2"),
            ("lower", "1"),
            ("moves", "run"),
            ("redeals", "1"),
        ],
    ),
    (
        RuleSet::AchtMalAcht,
        &[("ranks", "3"), ("suits", "CH"), ("columns", "3"), ("rows", "3"), ("passes", "2")],
    ),
    (
        RuleSet::AchtMalAcht,
        &[
            ("ranks", "4"),
            ("suits", "CS"),
            ("columns", "3"),
            ("rows", "3"),
            ("passes", "unlimited"),
        ],
    ),
    (
        RuleSet::EightByEight,
        &[
            ("ranks", "3"),
            ("suits", "CH"),
            ("columns", "3"),
            ("rows", "3"),
            ("passes", "2"),
            ("spaces", "any-run"),
        ],
    ),
    (
        RuleSet::EightByEight,
        &[
            ("ranks", "3"),
            ("suits", "CH"),
            ("columns", "3"),
            ("rows", "3"),
            ("passes", "2"),
            ("foundations", "four"),
        ],
    ),
    (
        RuleSet::EightByEight,
        &[
            ("ranks", "4"),
            ("suits", "CH"),
            ("columns", "3"),
            ("rows", "3"),
            ("passes", "1"),
            ("foundation-return", "yes"),
        ],
    ),
    (RuleSet::EkligeElfer, &[("ranks", "4"), ("suits", "CDHS"), ("decks", "1"), ("columns", "4")]),
    (
        RuleSet::EkligeElfer,
        &[("ranks", "4"), ("suits", "CH"), ("columns", "4"), ("take-out", "forced")],
    ),
    (
        RuleSet::EkligeElfer,
        &[
            ("ranks", "4"),
            ("suits", "CH"),
            ("columns", "3"),
            ("face-down-rows", "2"),
            ("face-up-rows", "2"),
        ],
    ),
    (RuleSet::Domino, &[("ranks", "5"), ("suits", "CH"), ("redeals", "0")]),
    (RuleSet::Domino, &[("ranks", "4"), ("suits", "CHS"), ("redeals", "0"), ("aces", "free")]),
    (RuleSet::Domino, &[("ranks", "4"), ("suits", "CHS"), ("redeals", "0"), ("fill", "left")]),
    (
        RuleSet::Domino,
        &[("ranks", "5"), ("suits", "CH"), ("redeals", "0"), ("fill", "left"), ("aces", "free")],
    ),
    (
        RuleSet::Domino,
        &[
            ("ranks", "5"),
            ("suits", "CH"),
            ("redeals", "1"),
            ("fill", "left"),
            ("redeal", "blocked"),
        ],
    ),
];

/// Won reduced deals of every case with the win that the plain engine finds and the least length.
fn won_deals(cases: Cases) -> impl Iterator<Item = (AnyPosition, Vec<gehtauf_rules::Move>, usize)> {
    cases.iter().flat_map(|&(rule_set, options)| {
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
        assert!(deals.len() >= 3, "{rule_set} {options:?}: {}", deals.len());
        deals
    })
}

#[test]
fn shortened_wins_are_wins_and_never_longer() {
    let (mut before, mut after, mut least) = (0, 0, 0);
    for (position, moves, shortest) in won_deals(CASES) {
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
    for (position, moves, shortest) in won_deals(CASES).chain(won_deals(MORE_OPTIONS)) {
        let mut budget = Budget::new(Limits::default(), None);
        let found = shortest_win(&position, &moves, &mut budget);
        assert_eq!(replay(&position, &found.moves), Ok(()));
        assert_eq!((found.moves.len(), found.unproven), (shortest, None), "{position:?}");
        assert_eq!(found.at_least as usize, shortest);
    }
}

/// Checks that the bound holds all along a win; says at how many of its positions no less would do.
fn tight_bounds_along(mut position: AnyPosition, moves: &[Move]) -> usize {
    let mut tight = 0;
    for (played, &m) in moves.iter().enumerate() {
        let (bound, left) = (lower_bound(&position) as usize, moves.len() - played);
        assert!(bound <= left, "after {played} moves: {position:?}");
        tight += usize::from(bound == left);
        position.play(m);
    }
    assert_eq!(lower_bound(&position), 0);
    tight
}

#[test]
fn bounds_hold_along_wins_of_whole_deals() {
    for (rule_set, options) in [
        (RuleSet::AchtMalAcht, &[][..]),
        (RuleSet::EightByEight, &[]),
        (RuleSet::EkligeElfer, &[]),
        (RuleSet::Domino, &[("fill", "left"), ("redeals", "0")]),
        (RuleSet::Domino, &[("redeals", "0")]),
        (RuleSet::Domino, &[]),
        (RuleSet::Hochzeitszug, &[]),
    ] {
        let game = Game::new(rule_set, options).unwrap();
        let mut wins = 0;
        for seed in 0..20 {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let limits = Limits { max_states: 20_000, ..Limits::default() };
            let Verdict::Won(moves) = solve(&position, limits, None).unwrap().verdict else {
                continue;
            };
            wins += 1;
            tight_bounds_along(position, &moves);
        }
        assert!(wins >= 3, "{rule_set} {options:?}: {wins}");
    }
}

/// Hochzeitszug's bound is nearly as great as these wins are long.
#[test]
fn bounds_hold_along_short_wins_of_whole_deals() {
    for options in [&[][..], &[("redeals", "1")], &[("packing", "stalled")], &[("moves", "run")]] {
        let game = Game::new(RuleSet::Hochzeitszug, options).unwrap();
        let mut tight = 0;
        for seed in 0..4 {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let limits = Limits { max_states: 10_000, ..Limits::default() };
            let Verdict::Won(moves) = solve(&position, limits, None).unwrap().verdict else {
                continue;
            };
            let moves = shortest_win(&position, &moves, &mut Budget::new(limits, None)).moves;
            tight += tight_bounds_along(position, &moves);
        }
        assert!(tight >= 40, "{options:?}: {tight}");
    }
}

#[test]
#[ignore = "thorough: run in release"]
fn whole_deals_are_won_in_a_twentieth_fewer_moves_at_least() {
    for rule_set in [RuleSet::AchtMalAcht, RuleSet::EkligeElfer] {
        let game = Game::new(rule_set, &[]).unwrap();
        let (mut wins, mut found, mut shortened) = (0, 0, 0);
        for seed in 0..8 {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let limits = Limits { max_states: 20_000, ..Limits::default() };
            let Verdict::Won(moves) = solve(&position, limits, None).unwrap().verdict else {
                continue;
            };
            let limits = Limits { max_states: 200_000, ..Limits::default() };
            let best = shortest_win(&position, &moves, &mut Budget::new(limits, None));
            assert_eq!(replay(&position, &best.moves), Ok(()));
            wins += 1;
            found += moves.len();
            shortened += best.moves.len();
        }
        assert!(wins >= 6, "{rule_set}: {wins}");
        assert!(20 * shortened <= 19 * found, "{rule_set}: {shortened} of {found}");
    }
}

#[test]
fn a_limit_leaves_the_length_unproven() {
    let (position, moves, _) = won_deals(CASES).next().unwrap();
    let limits = Limits { max_states: 0, ..Limits::default() };
    let found = shortest_win(&position, &moves, &mut Budget::new(limits, None));
    assert!(0 < found.at_least && (found.at_least as usize) < moves.len());
    assert_eq!((found.moves, found.unproven), (moves, Some(Limit::States)));
}

#[test]
fn time_and_interrupts_break_shortening_off_and_leave_a_win() {
    let (position, moves, _) = won_deals(CASES).next().unwrap();
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
    let options = [("columns", "9"), ("rows", "4"), ("passes", "unlimited"), ("ranks", "6")];
    let game = Game::new(RuleSet::AchtMalAcht, &options).unwrap();
    let position = game.deal(&seeded_deck(8, game.pack())).unwrap();
    let mut budget = Budget::new(Limits::default(), None);
    let Verdict::Won(moves) = plain::solve(&position, &mut budget).0 else { panic!("it is won") };
    let shortened = shorten(&position, &moves, &budget);
    assert!(moves.len() > 5_000 && shortened.moves.len() < moves.len() / 4);
    assert_eq!(shortened.broken_off, None);
}
