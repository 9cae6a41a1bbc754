//! The Hochzeitszug solver against brute force.

use std::ops::Range;

use crate::combinations::combinations;
use crate::common::{Tally, compare_with_brute_force};
use crate::thorough::as_thorough;
use gehtauf_cards::{Card, seeded_deck};
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_rules::{AnyPosition, BruteForce, Game, Layout, Move, Position, RuleSet, brute_force};
use gehtauf_search::{Budget, Limit, Limits, Verdict};
use gehtauf_solvers::hochzeitszug::{self, Prunings};
use gehtauf_solvers::{GameSolver, solve};

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

const OPTIONS: &[(&str, &[&str])] = &[
    ("layout", &["stacks", "layers"]),
    ("moves", &["single", "run"]),
    ("packing", &["any-time", "stalled"]),
    ("redeals", &["0", "1", "2"]),
    ("redeal", &["any-time", "blocked"]),
];

/// Compares with each set of prunings in turn.
fn compare(sets: &[(&str, &str)], seeds: Range<u64>, max_positions: usize) -> Tally {
    // Satisfiability and roll-outs come first and hide the rest.
    let (all, none) = (Prunings::ALL, Prunings::NONE);
    let searches = Prunings { sat: false, roll_outs: false, last_rounds: false, ..all };
    let each = [all.each_off(), none.each_on(), searches.each_off()].concat();
    let pair = Prunings { retrograde: false, safe_foundation_moves: false, ..all };
    let whole = [all, none, searches, pair];
    let prunings: Vec<Prunings> =
        whole.into_iter().chain(each.into_iter().map(|(_, prunings)| prunings)).collect();
    compare_with_brute_force(RuleSet::Hochzeitszug, sets, seeds, max_positions, |position| {
        let AnyPosition::Hochzeitszug(position) = position else { panic!("not Hochzeitszug") };
        let solve = |&prunings: &Prunings| {
            let mut budget = Budget::new(Limits::default(), None);
            hochzeitszug::solve_with(position, prunings, &mut budget).0
        };
        let verdicts: Vec<_> = prunings.iter().map(solve).collect();
        let is_same = |verdict: &_| match verdict {
            Verdict::Won(_) => matches!(verdicts[0], Verdict::Won(_)),
            other => *other == verdicts[0],
        };
        assert!(verdicts.iter().all(is_same), "{verdicts:?}");
        verdicts[0].clone()
    })
}

fn compare_every_option(redeals: &[&str], seeds: Range<u64>, max_positions: usize) {
    for &redeals in redeals {
        let mut tally = Tally::default();
        let of_redeals = |sets: &Vec<_>| sets.contains(&("redeals", redeals));
        for options in combinations(OPTIONS).into_iter().filter(of_redeals) {
            for size in SIZES {
                let sets = [options.as_slice(), size].concat();
                tally += compare(&sets, seeds.clone(), max_positions);
            }
        }
        println!("redeals={redeals}: {tally:?}");
        tally.assert_mixed(10);
    }
}

#[test]
fn fewest_redeals_are_those_of_brute_force() {
    let mut compared = 0;
    for size in SIZES {
        for moves in ["single", "run"] {
            for redeals in ["0", "1", "2"] {
                let sets = [("moves", moves), ("redeals", redeals)];
                let game = Game::new(RuleSet::Hochzeitszug, &[sets.as_slice(), size].concat());
                let game = game.unwrap();
                for seed in 0..20 {
                    let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                    let AnyPosition::Hochzeitszug(position) = &position else { unreachable!() };
                    let Some(fewest) = fewest_by_brute_force(position) else { continue };
                    let mut budget = Budget::new(Limits::default(), None);
                    let answer =
                        hochzeitszug::Solver::fewest_redeals(position, u8::MAX, &mut budget)
                            .unwrap();
                    assert_eq!(answer.win.as_ref().map(|&(redeals, _)| redeals), fewest);
                    assert_eq!(answer.at_least, fewest.unwrap_or(position.redeals_left() + 1));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 500, "{compared}");
}

/// The fewest redeals of a win, if there is one; nothing if that is too much to search.
fn fewest_by_brute_force(position: &Hochzeitszug) -> Option<Option<u8>> {
    for redeals in 0..=position.redeals_left() {
        match brute_force(&position.with_redeals_left(redeals), 2_000) {
            BruteForce::Won(_) => return Some(Some(redeals)),
            BruteForce::Unwinnable => {}
            BruteForce::TooBig => return None,
        }
    }
    Some(None)
}

#[test]
fn every_option_has_the_verdict_of_brute_force() {
    compare_every_option(&["0", "1", "2"], 0..2, 5_000);
}

#[test]
#[ignore = "thorough: run in release"]
fn every_option_has_the_verdict_of_brute_force_on_many_deals() {
    compare_every_option(&["0"], 100..100 + as_thorough(1), 100_000);
    compare_every_option(&["1", "2"], 100..100 + as_thorough(1), 20_000);
}

/// What the reduced games may be too small for. (Wins are not among them: brute force does not find one
/// of a whole deal in so few positions.)
#[test]
#[ignore = "thorough: run in release"]
fn whole_deals_are_lost_if_brute_force_says_so() {
    for (redeals, option, at_least) in [
        ("0", ("redeal", "any-time"), 5),
        ("0", ("packing", "stalled"), 5),
        ("1", ("redeal", "blocked"), 1),
    ] {
        let tally = compare(&[("redeals", redeals), option], 0..as_thorough(25), 6_000);
        assert!(tally.unwinnable >= at_least, "{option:?}: {tally:?}");
    }
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

/// Deals in which hardly any play comes to a redeal that waits until nothing else is left. The third
/// is won without one.
#[test]
fn seldom_blocked_deals_are_won() {
    let game = Game::new(RuleSet::Hochzeitszug, &[("redeal", "blocked")]).unwrap();
    for seed in [426, 1152, 512] {
        let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let AnyPosition::Hochzeitszug(inner) = &position else { panic!("not Hochzeitszug") };
        let mut budget = Budget::new(Limits::default(), None);
        let Verdict::Won(moves) = hochzeitszug::Solver::solve(inner, &mut budget).0 else {
            panic!("seed {seed} is not won")
        };
        for m in moves {
            assert!(position.legal_moves().contains(&m), "seed {seed}: {m}");
            position.play(m);
        }
        assert!(position.is_won(), "seed {seed}");
    }
}

/// Seed 19 is decided by satisfiability, and the belief sets, which take less memory, could decide it
/// as well: but then the threads that share the memory would say how.
#[test]
fn too_little_memory_for_the_clauses_is_said_and_not_evaded() {
    let game = Game::new(RuleSet::Hochzeitszug, &[("redeals", "0")]).unwrap();
    let position = game.deal(&seeded_deck(19, game.pack())).unwrap();
    let answer =
        |max_bytes| solve(&position, Limits { max_bytes, ..Limits::default() }, None).unwrap();
    let whole = answer(1 << 30);
    assert_eq!((&whole.verdict, whole.method), (&Verdict::Unwinnable, "satisfiability"));
    let small = answer(3 << 20);
    assert_eq!((small.verdict, small.method), (Verdict::Unknown(Limit::Memory), "satisfiability"));
    assert_eq!(answer(300 << 20), whole);
}

/// The game in which a card must go up at once when nothing is left that could be packed on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct UsuallySafe(Hochzeitszug);

impl Position for UsuallySafe {
    fn legal_moves(&self) -> Vec<Move> {
        let moves = self.0.legal_moves();
        let is_safe = |m: &&Move| {
            let Move::StackToFoundation { from } = m else { return false };
            let card = *self.0.stack(usize::from(*from)).last().unwrap();
            let copies = self.0.variant().pack.decks;
            card.rank.down().is_none_or(|rank| {
                self.0.copies_on_foundations(Card::new(rank, card.suit)) == copies
            })
        };
        match moves.iter().find(is_safe) {
            Some(&m) => vec![m],
            None => moves,
        }
    }

    fn play(&mut self, m: Move) {
        self.0.play(m);
    }

    fn is_won(&self) -> bool {
        self.0.is_won()
    }

    fn layout(&self) -> Layout {
        self.0.layout()
    }

    fn cards_moved(&self, m: Move) -> Vec<Card> {
        self.0.cards_moved(m)
    }
}

/// With two copies it matters which one goes up, so the usual rule for a safe foundation move is wrong
/// even in the last deal.
#[test]
fn the_usual_safe_foundation_move_loses_wins() {
    let mut lost = Vec::new();
    for size in SIZES {
        let sets = [&[("redeals", "0")], size].concat();
        let game = Game::new(RuleSet::Hochzeitszug, &sets).unwrap();
        for seed in 0..200 {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let AnyPosition::Hochzeitszug(inner) = &position else { panic!("not Hochzeitszug") };
            let restricted = UsuallySafe(inner.clone());
            if brute_force(&restricted, 20_000) == BruteForce::Unwinnable
                && matches!(brute_force(inner, 20_000), BruteForce::Won(_))
            {
                let (verdict, _) =
                    hochzeitszug::Solver::solve(inner, &mut Budget::new(Limits::default(), None));
                assert!(matches!(verdict, Verdict::Won(_)), "{sets:?} seed {seed}");
                lost.push((sets.clone(), seed));
            }
        }
    }
    println!("{lost:?}");
    assert!(!lost.is_empty());
}
