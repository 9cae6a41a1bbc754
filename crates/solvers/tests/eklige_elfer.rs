//! The solver of Eklige Elfer against brute force over the rules.

use crate::common::{Tally, compare_with_brute_force};
use crate::thorough::as_thorough;
use gehtauf_cards::{Deck, seeded_deck};
use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force, replay};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::GameSolver;
use gehtauf_solvers::eklige_elfer::{Prunings, Solver, solve_with};

/// Reduced games with one to four copies of a card type, with few and many Aces, with deals that come
/// out even and with partial last deals.
const CASES: &[&[(&str, &str)]] = &[
    &[("ranks", "4"), ("suits", "CH"), ("columns", "3")],
    &[("ranks", "5"), ("suits", "CH"), ("columns", "4")],
    &[("ranks", "4"), ("columns", "3")],
    &[("ranks", "5"), ("suits", "SD"), ("columns", "3")],
    &[("ranks", "6"), ("suits", "CH"), ("columns", "4")],
    &[("ranks", "5"), ("suits", "DS"), ("columns", "4"), ("face-down-rows", "2")],
    &[("ranks", "3"), ("columns", "4"), ("face-down-rows", "3")],
    &[("ranks", "5"), ("decks", "1"), ("columns", "4")],
    &[("ranks", "6"), ("suits", "CH"), ("decks", "1"), ("columns", "3"), ("face-up-rows", "2")],
    &[("ranks", "7"), ("decks", "1"), ("columns", "5")],
    &[("ranks", "4"), ("suits", "CDH"), ("columns", "4"), ("face-down-rows", "0")],
    &[("ranks", "2"), ("suits", "CDH"), ("columns", "2")],
];

fn compare(options: &[(&str, &str)], prunings: Prunings, seeds: std::ops::Range<u64>) -> Tally {
    compare_with_brute_force(RuleSet::EkligeElfer, options, seeds, 20_000, |position| {
        let AnyPosition::EkligeElfer(position) = position else { panic!("another game") };
        solve_with(position, prunings, &mut Budget::new(Limits::default(), None)).0
    })
}

fn compare_all(first: u64, seeds: u64) {
    let mut total = Tally::default();
    for options in CASES {
        for forced in [&[][..], &[("take-out", "forced")]] {
            let options = [options, forced].concat();
            let whole = [("all", Prunings::ALL), ("none", Prunings::NONE)];
            let each = [&whole[..], &Prunings::NONE.each_on(), &Prunings::ALL.each_off()].concat();
            for (i, (_, prunings)) in each.into_iter().enumerate() {
                let first = first + i as u64 * seeds;
                total += compare(&options, prunings, first..first + seeds);
            }
        }
    }
    total.assert_mixed(seeds as usize * 15);
}

#[test]
fn verdicts_equal_brute_force() {
    compare_all(0, 1);
}

#[test]
#[ignore = "thorough: run in release"]
fn verdicts_equal_brute_force_on_many_deals() {
    compare_all(100, as_thorough(1));
}

/// Of many deals of each case, what satisfiability says without the searches that come before it.
fn compare_satisfiability(take_out: &str, seeds: std::ops::Range<u64>) {
    let (mut won, mut unwinnable) = ([0, 0], [0, 0]);
    for (case, seed) in CASES.iter().flat_map(|case| seeds.clone().map(move |seed| (case, seed))) {
        let options = [case, &[("take-out", take_out)][..]].concat();
        let (position, truth) = with_truth(&options, seed);
        let AnyPosition::EkligeElfer(inner) = &position else { panic!("another game") };
        let proofs = Solver::proofs(inner);
        let proof = proofs.iter().find(|proof| proof.name == "satisfiability").unwrap();
        let limits = Limits { max_states: 5_000_000, ..Limits::default() };
        let said = proof.ask(&mut Budget::new(limits, None));
        match (truth, said) {
            (BruteForce::Won(_), Verdict::Won(moves)) => {
                assert_eq!(replay(&position, &moves), Ok(()), "{options:?} seed {seed}");
                won[1] += 1;
            }
            (BruteForce::Won(_), Verdict::Unknown(_)) => won[0] += 1,
            (BruteForce::Unwinnable, Verdict::Unwinnable) => unwinnable[1] += 1,
            (BruteForce::Unwinnable, Verdict::Unknown(_)) => unwinnable[0] += 1,
            (BruteForce::TooBig, _) => {}
            (truth, said) => panic!("{truth:?}, but {said:?}: {options:?} seed {seed}"),
        }
    }
    assert!(won[1] > won[0] && unwinnable[1] > unwinnable[0], "{won:?} {unwinnable:?}");
}

#[test]
fn satisfiability_alone_says_what_brute_force_does() {
    compare_satisfiability("free", 0..2);
    compare_satisfiability("forced", 0..2);
}

#[test]
#[ignore = "thorough: run in release"]
fn satisfiability_alone_says_what_brute_force_does_on_many_deals() {
    compare_satisfiability("free", 1_000..1_000 + as_thorough(2));
    compare_satisfiability("forced", 1_000..1_000 + as_thorough(2));
}

#[test]
fn king_that_lies_on_other_cards_may_still_uncover_them() {
    // A relaxation that took a King for the lowest card of its column would call this lost.
    let options = [("ranks", "4"), ("suits", "CH"), ("columns", "2"), ("face-down-rows", "0")];
    let game = Game::new(RuleSet::EkligeElfer, &options).unwrap();
    let deck = "3C 3C AC 4H 4H 4C 2H 2C 3H AH 4C AC 2C 3H AH 2H";
    let position = game.deal(&Deck::parse(deck, game.pack()).unwrap()).unwrap();
    let AnyPosition::EkligeElfer(start) = &position else { panic!("another game") };
    let mut budget = Budget::new(Limits::default(), None);
    let verdict = solve_with(start, Prunings::ALL, &mut budget).0;
    let Verdict::Won(moves) = verdict else { panic!("{verdict:?}") };
    assert_eq!(replay(&position, &moves), Ok(()));
}

fn with_truth(options: &[(&str, &str)], seed: u64) -> (AnyPosition, BruteForce) {
    let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
    let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
    let answer = brute_force(&position, 100_000);
    (position, answer)
}

/// A King's run can still carry a tail that no other head can carry.
#[test]
fn taking_a_complete_run_out_at_once_is_not_always_safe() {
    let small = [("ranks", "4"), ("suits", "CH"), ("columns", "3")];
    let forced = [&small[..], &[("take-out", "forced")]].concat();
    let traps: Vec<u64> = (0..60)
        .filter(|&seed| with_truth(&forced, seed).1 == BruteForce::Unwinnable)
        .filter(|&seed| with_truth(&small, seed).1 != BruteForce::Unwinnable)
        .collect();
    assert_eq!(traps, [28]);
    for seed in traps {
        assert_eq!(compare(&small, Prunings::ALL, seed..seed + 1).won, 1);
        assert_eq!(compare(&forced, Prunings::ALL, seed..seed + 1).unwinnable, 1);
    }
}

#[test]
fn bound_on_the_moves_left_holds() {
    for take_out in ["free", "forced"] {
        let options = [("ranks", "4"), ("suits", "CH"), ("columns", "4"), ("take-out", take_out)];
        let mut won = 0;
        for seed in 0..60 {
            let (AnyPosition::EkligeElfer(position), BruteForce::Won(shortest)) =
                with_truth(&options, seed)
            else {
                continue;
            };
            assert!(Solver::lower_bound(&position) as usize <= shortest.len(), "seed {seed}");
            won += 1;
        }
        assert!(won > 20);
    }
}

#[test]
fn positions_from_the_middle_of_a_game_are_solved() {
    let cases: [&[(&str, &str)]; 4] = [
        &[("ranks", "5"), ("suits", "CH"), ("columns", "4")],
        &[("ranks", "4"), ("columns", "3"), ("decks", "1")],
        &[("ranks", "5"), ("suits", "CH"), ("columns", "4"), ("take-out", "forced")],
        &[("ranks", "6"), ("suits", "CH"), ("columns", "3"), ("face-up-rows", "2")],
    ];
    let mut tally = Tally::default();
    for options in cases {
        let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
        for seed in 0..60_u64 {
            let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            for step in 0..seed % 12 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[(seed * 7 + step * 5) as usize % moves.len()]);
            }
            let AnyPosition::EkligeElfer(inner) = &position else { panic!("another game") };
            let mut budget = Budget::new(Limits::default(), None);
            let verdict = solve_with(inner, Prunings::ALL, &mut budget).0;
            match (brute_force(&position, 20_000), verdict) {
                (BruteForce::TooBig, _) => {}
                (BruteForce::Won(_), Verdict::Won(moves)) => {
                    assert_eq!(replay(&position, &moves), Ok(()), "{options:?} seed {seed}");
                    tally.won += 1;
                }
                (BruteForce::Unwinnable, Verdict::Unwinnable) => tally.unwinnable += 1,
                (truth, verdict) => panic!("{truth:?}, but {verdict:?}: {options:?} seed {seed}"),
            }
        }
    }
    tally.assert_mixed(40);
}
