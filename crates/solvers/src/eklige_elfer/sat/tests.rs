use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};
use gehtauf_search::{Limits, Memory, Verdict};

use super::*;
use crate::eklige_elfer::beams::{BeamSettings, Beams};
use crate::eklige_elfer::prunings::tests::{CASES, position};
use crate::eklige_elfer::solve_with;
use crate::eklige_elfer::space::DeferredSpace;
use crate::eklige_elfer::state::{Step, StepKind};
use crate::thorough::as_thorough;

/// Of so many deals of each case, what the exhaustive search finds against what clauses and plays of their plans, with all prunings
/// and without in turn, say: won, lost, and of these how many they say so too.
fn compare(cases: &[&[(&str, &str)]], seeds: std::ops::Range<u64>) -> [[u32; 2]; 2] {
    let mut counts = [[0; 2]; 2];
    for options in cases {
        for seed in seeds.clone() {
            let position = position(options, seed);
            let (deal, start) = Deal::new(&position);
            let prunings = [Prunings::NONE, Prunings::ALL][seed as usize % 2];
            let space = DeferredSpace { deal: &deal, prunings: Prunings::NONE };
            let limits = Limits { max_states: 200_000, ..Limits::default() };
            let truth = depth_first(&space, &start, &mut Budget::new(limits, None));
            let limits = Limits { max_states: 5_000_000, ..Limits::default() };
            let said = solve(&position, &deal, &start, prunings, &mut Budget::new(limits, None));
            match (truth, said) {
                (Ok(Outcome::Won(_)), Ok(said)) => {
                    assert_ne!(said, Outcome::Unwinnable, "{options:?} {seed}");
                    counts[0][0] += 1;
                    counts[0][1] += u32::from(said != Outcome::Open);
                }
                (Ok(Outcome::Unwinnable), Ok(said)) => {
                    assert!(!matches!(said, Outcome::Won(_)), "{options:?} {seed}");
                    counts[1][0] += 1;
                    counts[1][1] += u32::from(said == Outcome::Unwinnable);
                }
                _ => {}
            }
        }
    }
    counts
}

#[test]
fn small_deals_are_lost_where_clauses_say_so() {
    let [[won, found], [lost, proven]] = compare(CASES, 0..30);
    assert!(2 * found > won && 2 * proven > lost, "{won} {found} {lost} {proven}");
}

#[test]
#[ignore = "thorough: run in release"]
fn many_small_deals_are_lost_where_clauses_say_so() {
    let more: &[&[(&str, &str)]] = &[
        &[("ranks", "4"), ("columns", "3")],
        &[("ranks", "4"), ("columns", "4")],
        &[("ranks", "5"), ("columns", "3"), ("suits", "CH")],
        &[("ranks", "3"), ("columns", "2")],
        &[("ranks", "6"), ("columns", "4"), ("suits", "CH"), ("face-down-rows", "0")],
    ];
    let [[won, found], [lost, proven]] =
        compare(&[CASES, more].concat(), 1_000..1_000 + as_thorough(10));
    assert!(2 * found > won && 2 * proven > lost, "{won} {found} {lost} {proven}");
}

/// Whether the clauses hold for the order of a win: its deals, and that in which the heads but the Kings leave. What joins the tail
/// that it covers does so as it is dealt.
fn fulfils(position: &EkligeElfer, deal: &Deal, start: &State, win: &[Step]) -> bool {
    let Encoding { mut formula, events, .. } = Encoding::new(position).unwrap();
    let slots = slots_of(&events, deal);
    let mut state = *start;
    let mut order: Vec<(usize, usize)> = Vec::new();
    let mut dealt_at = vec![0];
    for (time, &step) in win.iter().enumerate() {
        let column = usize::from(step.column);
        match step.kind {
            StepKind::Deal => {
                dealt_at.push(2 * time);
                order.push((2 * time, events.heads.len() + usize::from(state.dealt())));
            }
            StepKind::Pop | StepKind::Join => {
                let place = (column, state.slots[column].ilog2() as usize);
                let columns = events.heads.iter().map(|head| head.column);
                let number = columns.zip(slots.iter().copied()).position(|it| it == place);
                let number = number.expect("a head");
                let row = events.heads[number].row;
                let joins = step.kind == StepKind::Join;
                order.push((if joins { dealt_at[row] + 1 } else { 2 * time }, number));
            }
            _ => {}
        }
        deal.play_step(&mut state, step);
    }
    assert!(deal.is_won(&state));
    order.sort_unstable();
    for two in order.windows(2) {
        formula.add(&[events.order.before(two[0].1, two[1].1)]);
    }
    let mut budget = Budget::new(Limits::default(), None);
    let mut solver = Solver::new(&formula, &events.order, &mut budget).unwrap();
    solver.solve().expect("the order is given")
}

fn assert_wins_fulfil_all_clauses(small: u64, full: u64) {
    let mut wins = [0, 0];
    for options in CASES {
        for seed in 0..small {
            let position = position(options, seed);
            let (deal, start) = Deal::new(&position);
            let space = DeferredSpace { deal: &deal, prunings: Prunings::NONE };
            let limits = Limits { max_states: 20_000, ..Limits::default() };
            let outcome = depth_first(&space, &start, &mut Budget::new(limits, None));
            let Ok(Outcome::Won(win)) = outcome else { continue };
            assert!(fulfils(&position, &deal, &start, &win), "{options:?} {seed}");
            wins[0] += 1;
        }
    }
    let settings =
        BeamSettings { row_width: 2, width: 2, tie_breaking: 450, spread: 101, restarts: 1 };
    for seed in 0..full {
        let position = position(&[], seed);
        let (deal, start) = Deal::new(&position);
        let mut beams = Beams::new(&deal, Prunings::NONE, seed.into(), &Memory::new(usize::MAX));
        let mut budget = Budget::new(Limits::default(), None);
        for _ in 0..20 {
            if let Ok(Outcome::Won(win)) = beams.search(&start, &settings, &mut budget) {
                assert!(fulfils(&position, &deal, &start, &win), "{seed}");
                wins[1] += 1;
            }
        }
    }
    assert!(wins[0] > small as usize && wins[1] > full as usize, "{wins:?}");
}

#[test]
fn orders_of_wins_fulfil_all_clauses() {
    assert_wins_fulfil_all_clauses(30, 2);
}

#[test]
#[ignore = "thorough: run in release"]
fn orders_of_many_wins_fulfil_all_clauses() {
    assert_wins_fulfil_all_clauses(as_thorough(40), as_thorough(4));
}

/// The same from positions in the middle of wins, where columns are empty and runs are long.
fn assert_wins_from_the_middle_fulfil_all_clauses(small: u64, full: u64) {
    let mut wins = 0;
    let whole: &[&[(&str, &str)]] = &[&[], &[("take-out", "forced")]];
    let small = CASES.iter().map(|&options| (options, small));
    for (options, seeds) in small.chain(whole.iter().map(|&options| (options, full))) {
        let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
        for seed in 0..seeds {
            let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let AnyPosition::EkligeElfer(start) = &position else { panic!("another game") };
            let limits = Limits { max_states: 30_000, ..Limits::default() };
            let verdict = solve_with(start, Prunings::ALL, &mut Budget::new(limits, None)).0;
            let Verdict::Won(moves) = verdict else { continue };
            for (i, &m) in moves.iter().enumerate() {
                position.play(m);
                if (i as u64 + seed).is_multiple_of(3) {
                    let AnyPosition::EkligeElfer(middle) = &position else { panic!() };
                    let (deal, start) = Deal::new(middle);
                    let deal = deal.free();
                    let space = DeferredSpace { deal: &deal, prunings: Prunings::ALL };
                    let limits = Limits { max_states: 3_000, ..limits };
                    let outcome = depth_first(&space, &start, &mut Budget::new(limits, None));
                    if let Ok(Outcome::Won(win)) = outcome {
                        assert!(fulfils(middle, &deal, &start, &win), "{options:?} {seed} {i}");
                        wins += 1;
                    }
                }
            }
        }
    }
    assert!(wins > full as usize, "{wins}");
}

#[test]
fn orders_of_wins_from_the_middle_fulfil_all_clauses() {
    assert_wins_from_the_middle_fulfil_all_clauses(10, 1);
}

#[test]
#[ignore = "thorough: run in release"]
fn orders_of_many_wins_from_the_middle_fulfil_all_clauses() {
    assert_wins_from_the_middle_fulfil_all_clauses(as_thorough(40), as_thorough(4));
}
