//! This search alone, with nothing before it: against brute force, and the clauses against wins.

use std::sync::atomic::AtomicBool;

use gehtauf_cards::seeded_deck;
use gehtauf_certificates::clauses::Lit;
use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force, replay};
use gehtauf_search::{Limit, Limits, Verdict};
use rayon::prelude::*;

use super::proof::proof_of_loss;
use super::*;
use crate::hochzeitszug::simulations::orders::EventsOfPlay;
use crate::hochzeitszug::solve_with;
use crate::sat::solver::Solver;
use crate::thorough::as_thorough;

type Sets = &'static [(&'static str, &'static str)];

/// Reduced games that brute force can finish; the last ones without talon, with a short last block and with
/// one deck.
const SIZES: [Sets; 8] = [
    &[("ranks", "6"), ("suits", "C"), ("upper", "1"), ("lower", "1")],
    &[("ranks", "4"), ("suits", "CH"), ("upper", "1"), ("lower", "2"), ("depth", "3")],
    &[("ranks", "5"), ("suits", "CH"), ("upper", "2"), ("lower", "1")],
    &[("ranks", "7"), ("suits", "S"), ("upper", "2"), ("lower", "1"), ("depth", "3")],
    &[("ranks", "4"), ("suits", "CHS"), ("upper", "2"), ("lower", "2"), ("depth", "3")],
    &[("ranks", "9"), ("suits", "D"), ("upper", "2"), ("lower", "1"), ("depth", "6")],
    &[("ranks", "8"), ("suits", "H"), ("upper", "1"), ("lower", "2"), ("depth", "3")],
    &[("ranks", "13"), ("suits", "CS"), ("upper", "2"), ("lower", "1"), ("decks", "1")],
];

/// With each family of clauses and without.
const SWITCHES: [Prunings; 4] = [
    Prunings::ALL,
    Prunings { foundation_clauses: false, ..Prunings::ALL },
    Prunings { host_clauses: false, ..Prunings::ALL },
    Prunings { foundation_clauses: false, host_clauses: false, ..Prunings::ALL },
];

fn of(position: &AnyPosition) -> &Hochzeitszug {
    let AnyPosition::Hochzeitszug(position) = position else { panic!("not Hochzeitszug") };
    position
}

fn whole_deal(seed: u64) -> AnyPosition {
    let game = Game::new(RuleSet::Hochzeitszug, &[("redeals", "0")]).unwrap();
    game.deal(&seeded_deck(seed, game.pack())).unwrap()
}

fn unlimited<'a>() -> Budget<'a> {
    Budget::new(Limits { max_states: u64::MAX, ..Limits::default() }, None)
}

/// Asserts that each switch has the verdict of brute force at the start and after each of twenty moves. How
/// many positions were won, and how many not.
fn compare(sets: &[(&str, &str)], seed: u64, max_positions: usize) -> [usize; 2] {
    let game = Game::new(RuleSet::Hochzeitszug, &[sets, &[("redeals", "0")]].concat()).unwrap();
    let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
    let mut tally = [0; 2];
    for number in seed as usize..seed as usize + 20 {
        let answer = brute_force(&position, max_positions);
        if answer != BruteForce::TooBig {
            let is_won = matches!(answer, BruteForce::Won(_));
            tally[usize::from(!is_won)] += 1;
            SWITCHES.iter().for_each(|&prunings| check(&position, prunings, is_won));
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[number % moves.len()]);
    }
    tally
}

fn check(position: &AnyPosition, prunings: Prunings, is_won: bool) {
    match search(of(position), prunings, &mut unlimited()).unwrap() {
        Outcome::Won(moves) => assert_eq!(replay(position, &moves), Ok(())),
        answer => assert!(answer == Outcome::Unwinnable && !is_won, "{}", position.layout()),
    }
}

fn compare_many(seeds: std::ops::Range<u64>, max_positions: usize) {
    let add = |[won, lost]: [usize; 2], more: [usize; 2]| [won + more[0], lost + more[1]];
    let mut all = [0; 2];
    let layouts = ["stacks", "layers"].map(|layout| ("layout", layout));
    for (size, layout) in SIZES.into_iter().flat_map(|size| layouts.map(|layout| (size, layout))) {
        let sets = &[size, &[layout]].concat();
        let seeds = seeds.clone().into_par_iter();
        let tally = seeds.map(|seed| compare(sets, seed, max_positions)).reduce(|| [0; 2], add);
        println!("{sets:?}: positions won and not {tally:?}");
        all = add(all, tally);
    }
    println!("all: {all:?}");
    assert!(all[0] >= 100 && all[1] >= 100);
}

#[test]
fn all_verdicts_are_those_of_brute_force() {
    compare_many(0..4, 2_000);
}

#[test]
#[ignore = "thorough: run in release"]
fn all_verdicts_are_those_of_brute_force_on_many_deals() {
    compare_many(0..as_thorough(8), 20_000);
}

/// The events of a win in their order.
fn events(position: &AnyPosition, moves: &[Move]) -> Vec<usize> {
    let mut order = EventsOfPlay::new(of(position));
    moves.iter().for_each(|&m| order.follow(m).unwrap());
    order.events
}

/// Wins of whole deals found by the belief sets: their orders fulfil all clauses, those of the deal and
/// the nogoods of the whole search.
fn wins_fulfil_all_clauses(seeds: std::ops::Range<u64>) -> usize {
    let fulfils = |seed: u64| {
        let position = whole_deal(seed);
        let prunings = Prunings { sat: false, ..Prunings::ALL };
        let limits = Limits { max_states: 300_000, ..Limits::default() };
        let verdict = solve_with(of(&position), prunings, &mut Budget::new(limits, None)).0;
        let Verdict::Won(moves) = verdict else { return 0 };
        let dealt = Dealt::new(of(&position));
        let encoding = Encoding::new(&dealt, Prunings::ALL);
        let mut budget = unlimited();
        let mut clauses = Vec::new();
        let mut refinement = Refinement::new(&dealt, &encoding, &mut budget).unwrap();
        loop {
            match refinement.next().unwrap() {
                Step::Won(_) => break,
                Step::Nogoods(more) => {
                    refinement.add(&more).unwrap();
                    clauses.extend(more);
                }
                Step::Unwinnable => panic!("seed {seed} is won"),
            }
        }
        let mut budget = unlimited();
        let mut solver =
            Solver::new(&encoding.formula, &encoding.events.order, &mut budget).unwrap();
        clauses.iter().for_each(|clause| solver.add(clause).unwrap());
        for pair in events(&position, &moves).windows(2) {
            solver.add(&[encoding.events.before(pair[0], pair[1])]).unwrap();
        }
        assert!(solver.solve().unwrap(), "seed {seed}: {} nogoods", clauses.len());
        1
    };
    seeds.into_par_iter().map(fulfils).sum()
}

#[test]
fn orders_of_wins_fulfil_all_clauses() {
    assert!(wins_fulfil_all_clauses(4..6) > 0);
}

#[test]
#[ignore = "thorough: run in release"]
fn orders_of_many_wins_fulfil_all_clauses() {
    let wins = wins_fulfil_all_clauses(0..as_thorough(80));
    assert!(wins >= 12, "{wins} wins");
}

/// A false clause is noticed by the test above: the order of a win does not fulfil its contrary.
#[test]
fn orders_of_wins_break_clauses_that_are_false() {
    let position = whole_deal(11);
    let Outcome::Won(moves) = search(of(&position), Prunings::ALL, &mut unlimited()).unwrap()
    else {
        panic!("the deal is won")
    };
    let dealt = Dealt::new(of(&position));
    let encoding = Encoding::new(&dealt, Prunings::ALL);
    let events = events(&position, &moves);
    let mut budget = unlimited();
    let mut solver = Solver::new(&encoding.formula, &encoding.events.order, &mut budget).unwrap();
    solver.add(&[-encoding.events.before(events[10], events[60])]).unwrap();
    for pair in events.windows(2) {
        solver.add(&[encoding.events.before(pair[0], pair[1])]).unwrap();
    }
    assert!(!solver.solve().unwrap());
}

#[test]
fn limits_and_interrupts_are_obeyed_and_the_count_is_the_same_each_time() {
    let position = whole_deal(0);
    let search = |limits, interrupt| {
        let mut budget = Budget::new(limits, interrupt);
        let answer = search(of(&position), Prunings::ALL, &mut budget);
        (answer, budget.states_visited())
    };
    let (answer, states) = search(Limits::default(), None);
    assert_eq!(answer, Ok(Outcome::Unwinnable));
    assert_eq!(search(Limits::default(), None).1, states);
    let fewer = Limits { max_states: states / 2, ..Limits::default() };
    assert_eq!(search(fewer, None), (Err(Stop::Limit(Limit::States)), states / 2));
    let small = Limits { max_bytes: 1 << 20, ..Limits::default() };
    assert_eq!(search(small, None).0, Err(Stop::Limit(Limit::Memory)));
    let interrupted = AtomicBool::new(true);
    let (answer, states) = search(Limits::default(), Some(&interrupted));
    assert_eq!((answer, states), (Err(Stop::Limit(Limit::Interrupted)), 0));
}

/// Whether the clauses, with the negation of one more, contradict each other by unit propagation alone.
fn follows(clauses: &[Vec<Lit>], clause: &[Lit]) -> bool {
    let mut is_true: std::collections::BTreeSet<Lit> = clause.iter().map(|&lit| -lit).collect();
    loop {
        let before = is_true.len();
        for clause in clauses {
            if clause.iter().any(|lit| is_true.contains(lit)) {
                continue;
            }
            let mut open = clause.iter().filter(|&&lit| !is_true.contains(&-lit));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&lit), None) => drop(is_true.insert(lit)),
                _ => {}
            }
        }
        if is_true.len() == before {
            return false;
        }
    }
}

/// Each step of a proof follows from what stands before it, so that the contradiction in its end does.
#[test]
fn proofs_of_loss_follow_step_by_step() {
    let sets = [SIZES[3], &[("redeals", "0")]].concat();
    let game = Game::new(RuleSet::Hochzeitszug, &sets).unwrap();
    let (mut proofs, mut steps) = (0, 0);
    for seed in 0..20 {
        let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let Some(proof) = proof_of_loss(of(&position), &mut unlimited()).unwrap() else { continue };
        let lits = |line: &str| -> Vec<Lit> {
            let lits = line.split(' ').map(|lit| lit.parse().unwrap());
            lits.take_while(|&lit| lit != 0).collect()
        };
        let mut clauses: Vec<Vec<Lit>> = proof.cnf.lines().skip(1).map(lits).collect();
        for step in proof.drat.lines().filter(|line| !line.starts_with('d')).map(lits) {
            assert!(follows(&clauses, &step), "seed {seed}: {step:?}");
            clauses.push(step);
            steps += 1;
        }
        assert_eq!(clauses.last(), Some(&Vec::new()), "seed {seed}");
        proofs += 1;
    }
    println!("{proofs} proofs, {steps} steps");
    assert!(proofs >= 5 && steps > 2 * proofs);
}
