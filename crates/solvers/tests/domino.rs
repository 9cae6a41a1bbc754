//! The Domino solver against brute force.

use std::collections::HashSet;
use std::ops::Range;

use crate::combinations::combinations;
use crate::common::{Tally, compare_with_brute_force};
use crate::thorough::{as_thorough, if_thorough};
use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, BruteForce, Game, Move, Position, RuleSet, brute_force, replay};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::domino::{self, Prunings};
use gehtauf_solvers::{fewest_redeals, solve};

type Sets = &'static [(&'static str, &'static str)];

/// Reduced games that brute force can finish and that come out about as often as not.
const SIZES: [Sets; 4] = [
    &[("ranks", "6"), ("suits", "CH")],
    &[("ranks", "4"), ("suits", "CHS")],
    &[("ranks", "8"), ("suits", "D")],
    &[("ranks", "3"), ("suits", "CDHS")],
];

const REDUCED: Sets = &[("ranks", "5"), ("suits", "CH")];

const OPTIONS: &[(&str, &[&str])] = &[
    ("fill", &["both", "left"]),
    ("aces", &["fixed", "free"]),
    ("redeals", &["0", "1", "2", "3"]),
    ("redeal", &["any-time", "blocked"]),
    ("pickup", &["fifo", "lifo"]),
];

/// All switches on, all off, each alone on, and each alone off without the best-first rounds that hide the others.
fn switches() -> Vec<Prunings> {
    let (without_rounds, none) = (Prunings { rounds: false, ..Prunings::ALL }, Prunings::NONE);
    let retrograde = Prunings { retrograde: true, ..none };
    let each = [none.each_on(), without_rounds.each_off(), retrograde.each_on()].concat();
    let whole = [Prunings::ALL, none, without_rounds];
    whole.into_iter().chain(each.into_iter().map(|(_, prunings)| prunings)).collect()
}

/// Compares with all the switches.
fn compare(sets: &[(&str, &str)], seeds: Range<u64>, max_positions: usize) -> Tally {
    compare_with_brute_force(RuleSet::Domino, sets, seeds, max_positions, |position| {
        let AnyPosition::Domino(domino) = position else { panic!("not Domino") };
        let solve = |prunings| {
            domino::solve_with(domino, prunings, &mut Budget::new(Limits::default(), None)).0
        };
        let [first, others @ ..] = &switches()[..] else { panic!("all on come first") };
        let first = solve(*first);
        for &prunings in others {
            let other = solve(prunings);
            match (&first, &other) {
                (Verdict::Won(_), Verdict::Won(moves)) => {
                    assert_eq!(replay(position, moves), Ok(()), "{prunings:?}");
                }
                _ => assert_eq!(first, other, "{prunings:?} {sets:?}"),
            }
        }
        first
    })
}

fn compare_every_option(seeds: Range<u64>, max_positions: usize) {
    let mut tally = Tally::default();
    for options in combinations(OPTIONS) {
        for size in SIZES {
            tally += compare(&[options.as_slice(), size].concat(), seeds.clone(), max_positions);
        }
    }
    tally.assert_mixed(50);
}

#[test]
fn every_option_has_the_verdict_of_brute_force() {
    compare_every_option(0..2, 10_000);
}

#[test]
#[ignore = "thorough: run in release"]
fn every_option_has_the_verdict_of_brute_force_on_many_deals() {
    compare_every_option(100..100 + as_thorough(2), if_thorough(10_000, 20_000));
}

/// What the reduced games may be too small for.
#[test]
#[ignore = "thorough: run in release"]
fn whole_deals_have_the_verdict_of_brute_force() {
    compare(&[("fill", "left"), ("redeals", "0")], 0..100, 50_000).assert_mixed(2);
}

/// Whether a win is found if only the moves that `keep` leaves are played.
fn wins_with(position: &AnyPosition, keep: fn(&AnyPosition, &mut Vec<Move>)) -> bool {
    let mut seen = HashSet::from([position.clone()]);
    let mut stack = vec![position.clone()];
    while let Some(position) = stack.pop() {
        if position.is_won() {
            return true;
        }
        let mut moves = position.legal_moves();
        keep(&position, &mut moves);
        for m in moves {
            let mut next = position.clone();
            next.play(m);
            if seen.insert(next.clone()) {
                stack.push(next);
            }
        }
    }
    false
}

/// Whether the move puts a card behind its suit's ordered prefix.
fn extends_prefix(position: &AnyPosition, m: Move) -> bool {
    let (AnyPosition::Domino(position), Move::CardToGap { card, row, place }) = (position, m)
    else {
        return false;
    };
    let (row, place) = (usize::from(row), usize::from(place));
    usize::from(card.rank.number()) == place + 1
        && (0..place).all(|p| {
            position
                .card(row, p)
                .is_some_and(|c| c.suit == card.suit && usize::from(c.rank.number()) == p + 1)
        })
}

/// Whether the move takes a card out of its suit's ordered prefix.
fn leaves_prefix(position: &AnyPosition, m: Move) -> bool {
    let (AnyPosition::Domino(domino), Move::CardToGap { card, .. }) = (position, m) else {
        return false;
    };
    (0..domino.variant().rows()).any(|row| {
        (0..usize::from(card.rank.number())).all(|p| {
            domino
                .card(row, p)
                .is_some_and(|c| c.suit == card.suit && usize::from(c.rank.number()) == p + 1)
        })
    })
}

/// Each of these looks harmless and loses deals that come out: the solver must not do it.
#[test]
fn tempting_prunings_lose_wins() {
    let prefix_first = |position: &AnyPosition, moves: &mut Vec<Move>| {
        if moves.iter().any(|&m| extends_prefix(position, m)) {
            moves.retain(|&m| extends_prefix(position, m));
        }
    };
    let no_redeal_before_prefix = |position: &AnyPosition, moves: &mut Vec<Move>| {
        if moves.iter().any(|&m| extends_prefix(position, m)) {
            moves.retain(|&m| m != Move::Redeal);
        }
    };
    let redeal_only_when_blocked = |_: &AnyPosition, moves: &mut Vec<Move>| {
        if moves.len() > 1 {
            moves.retain(|&m| m != Move::Redeal);
        }
    };
    let never_leave_a_prefix = |position: &AnyPosition, moves: &mut Vec<Move>| {
        moves.retain(|&m| !leaves_prefix(position, m));
    };
    type Keep = fn(&AnyPosition, &mut Vec<Move>);
    let traps: [(Sets, Keep); 4] = [
        (&[("ranks", "6"), ("suits", "CH"), ("redeals", "0")], prefix_first),
        (&[("ranks", "8"), ("suits", "C"), ("redeals", "1")], no_redeal_before_prefix),
        (&[("ranks", "8"), ("suits", "C"), ("redeals", "1")], redeal_only_when_blocked),
        (&[("ranks", "6"), ("suits", "CH"), ("redeals", "0")], never_leave_a_prefix),
    ];
    for (trap, (sets, keep)) in traps.into_iter().enumerate() {
        let game = Game::new(RuleSet::Domino, sets).unwrap();
        let lost_win = (0..3_000).find(|&seed| {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            !wins_with(&position, keep) && wins_with(&position, |_, _| {})
        });
        let seed = lost_win.unwrap_or_else(|| panic!("trap {trap} never snaps"));
        let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let solution = solve(&position, Limits::default(), None).unwrap();
        assert!(matches!(solution.verdict, Verdict::Won(_)), "trap {trap}, seed {seed}");
    }
}

#[test]
fn fewest_redeals_are_those_of_brute_force() {
    let options: &[(&str, &[&str])] =
        &[("fill", &["both", "left"]), ("aces", &["fixed", "free"]), ("redeals", &["0", "1", "2"])];
    for sets in combinations(options) {
        let game = Game::new(RuleSet::Domino, &[sets.as_slice(), REDUCED].concat()).unwrap();
        for seed in 0..15 {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let AnyPosition::Domino(domino) = &position else { unreachable!() };
            let mut budget = Budget::new(Limits::default(), None);
            let answer = fewest_redeals(&position, u8::MAX, &mut budget).unwrap().unwrap();
            let fewest = (0..=domino.redeals_left()).find(|&redeals| {
                match brute_force(&domino.with_redeals_left(redeals), 1_000_000) {
                    BruteForce::Won(_) => true,
                    BruteForce::Unwinnable => false,
                    BruteForce::TooBig => panic!("too big"),
                }
            });
            assert_eq!(answer.win.as_ref().map(|&(redeals, _)| redeals), fewest);
            assert_eq!(answer.at_least, fewest.unwrap_or(domino.redeals_left() + 1));
        }
    }
}
