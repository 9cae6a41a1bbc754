//! A soak that cannot fail shows nothing: false proofs, planted on purpose, are refuted and made small.

use std::collections::BTreeSet;
use std::ops::Range;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, Move, Position, RuleSet};
use gehtauf_search::{Limits, Verdict};
use gehtauf_soak::{Claims, Counts, Kind, ProofsOf, Refutation, SimulationsOf, Which, run_case};
use gehtauf_solvers::{
    Dominance, Followed, Proof, Simulation, lower_bound, proofs, simulations, solve,
};

/// One more, which says "unwinnable" wherever there are three moves or more.
fn planted(position: &AnyPosition) -> Vec<Proof<'_>> {
    let mut proofs = proofs(position);
    if position.legal_moves().len() > 2 {
        proofs.push(Proof::new("planted", |_| Verdict::Unwinnable));
    }
    proofs
}

const PLANTED: Claims = Claims { proofs: planted, ..Claims::ALL };

fn first_refutation(kind: Kind, claims: Claims) -> Refutation {
    first_refutation_of(0..200, kind, claims)
}

fn first_refutation_of(numbers: Range<u64>, kind: Kind, claims: Claims) -> Refutation {
    let which = numbers.map(|number| Which { kind, seed: 1, number });
    let mut counts = Counts::default();
    let refutation = which.filter_map(|which| run_case(which, claims, &mut counts).err()).next();
    refutation.expect("what is planted is refuted")
}

#[test]
fn a_false_proof_is_refuted_by_brute_force_and_made_small() {
    let refutation = first_refutation(Kind::Reduced, PLANTED);
    assert_eq!(refutation.claim, "planted: unwinnable, but brute force wins");
    assert!(refutation.case.deck.len() <= 8, "{refutation}");
    assert!(refutation.case.position().legal_moves().len() > 2, "{refutation}");
    let text = refutation.to_string();
    assert!(text.contains("gehtauf solve ") && text.contains(" --deck '"), "{text}");
}

#[test]
fn a_false_proof_is_refuted_along_wins_under_looser_rules_and_in_other_suits() {
    for kind in [Kind::AlongWins, Kind::Options, Kind::Symmetry] {
        let refutation = first_refutation(kind, PLANTED);
        assert!(refutation.claim.starts_with("planted"), "{refutation}");
        assert!(refutation.claim.ends_with("unwinnable, but there is a win"), "{refutation}");
    }
}

#[test]
fn a_false_win_is_refuted() {
    let false_win: ProofsOf = |_| vec![Proof::new("planted", |_| Verdict::Won(Vec::new()))];
    for kind in [Kind::Reduced, Kind::Opinions] {
        let refutation = first_refutation(kind, Claims { proofs: false_win, ..Claims::ALL });
        assert!(refutation.claim.starts_with("planted: won, but not won"), "{refutation}");
    }
}

/// As if no card that goes up were of use any more.
fn every_foundation_move(position: &AnyPosition) -> Vec<Dominance> {
    let goes_up =
        |m: &Move| matches!(m, Move::ColumnToFoundation { .. } | Move::StackToFoundation { .. });
    let moves = position.legal_moves().into_iter().filter(goes_up);
    moves.map(|m| Dominance { name: "planted", moves: vec![m] }).collect()
}

#[test]
fn a_false_dominance_is_refuted_after_its_move() {
    let claims = Claims { dominances: every_foundation_move, ..Claims::ALL };
    // Number 131 is the first whose deal it spoils.
    let refutation = first_refutation_of(120..200, Kind::Symmetry, claims);
    assert!(refutation.claim.starts_with("planted, then "), "{refutation}");
    assert!(refutation.claim.ends_with("unwinnable, but there is a win"), "{refutation}");
}

/// One more, in which no card ever goes up from a column.
fn without_foundations(start: &AnyPosition) -> Vec<Simulation> {
    let mut simulations = simulations(start);
    simulations.push(Simulation::new("planted", |m, _| match m {
        Move::ColumnToFoundation { .. } => Err("no step answers the move".to_string()),
        _ => Ok(Followed::Answered),
    }));
    simulations
}

#[test]
fn a_false_abstraction_is_refuted_by_a_short_play() {
    let claims = Claims { simulations: without_foundations, ..Claims::ALL };
    let refutation = first_refutation(Kind::Simulation, claims);
    assert!(refutation.claim.starts_with("planted: no step answers the move: "), "{refutation}");
    assert!(refutation.case.moves.len() <= 4, "{refutation}");
}

const OF_DOMINO: [&str; 4] = ["delete relaxation", "persistent sets", "diagonals", "retrograde"];

/// One of Domino's, of a position some moves ahead: the relation begins in a wrong state.
fn some_moves_ahead<const WHICH: usize>(start: &AnyPosition) -> Vec<Simulation> {
    let AnyPosition::Domino(_) = start else { return Vec::new() };
    let mut ahead = start.clone();
    for _ in 0..8 {
        let moves = ahead.legal_moves();
        let Some(&m) = moves.iter().find(|m| matches!(m, Move::CardToGap { .. })) else { break };
        ahead.play(m);
    }
    let mut one = simulations(&ahead);
    one.retain(|simulation| simulation.name == OF_DOMINO[WHICH]);
    one
}

#[test]
fn each_relation_of_domino_that_begins_in_a_wrong_state_is_refuted() {
    let planted: [SimulationsOf; 4] = [
        some_moves_ahead::<0>,
        some_moves_ahead::<1>,
        some_moves_ahead::<2>,
        some_moves_ahead::<3>,
    ];
    for (name, simulations) in OF_DOMINO.into_iter().zip(planted) {
        let claims = Claims { simulations, ..Claims::ALL };
        let refutation = first_refutation(Kind::Simulation, claims);
        assert!(refutation.claim.starts_with(name), "{refutation}");
    }
}

const OF_HOCHZEITSZUG: [&str; 7] = [
    "belief sets",
    "belief sets, safe foundation moves",
    "dominated nodes",
    "single suits",
    "retrograde",
    "satisfiability",
    "satisfiability, nogoods",
];

fn deal(game: &Game, seed: u64) -> AnyPosition {
    game.deal(&seeded_deck(seed, game.pack())).unwrap()
}

fn of_another_deal(game: &Game, seed: u64, _: &[Move]) -> Vec<Simulation> {
    simulations(&deal(game, seed + 1))
}

/// What the simulations that `wrong` makes of a seed, its deal and its win have against the wins of a game, each with
/// its name.
fn against_wins(
    rule_set: RuleSet,
    options: &[(&str, &str)],
    seeds: Range<u64>,
    wrong: impl Fn(&Game, u64, &[Move]) -> Vec<Simulation>,
) -> Vec<(&'static str, String)> {
    let game = Game::new(rule_set, options).unwrap();
    let mut problems = Vec::new();
    for seed in seeds {
        let mut position = deal(&game, seed);
        let solution = solve(&position, Limits::default(), None).unwrap();
        let Verdict::Won(moves) = solution.verdict else { continue };
        let mut simulations = wrong(&game, seed, &moves);
        for m in moves {
            position.play(m);
            problems.extend(simulations.iter_mut().filter_map(|simulation| {
                Some((simulation.name, simulation.follow(m, &position).err()?))
            }));
        }
    }
    problems
}

#[test]
fn each_relation_of_hochzeitszug_that_begins_in_a_wrong_state_is_refuted() {
    let options = [("ranks", "4"), ("suits", "CH"), ("redeals", "0"), ("upper", "2")];
    let problems = against_wins(RuleSet::Hochzeitszug, &options, 0..60, of_another_deal);
    let refuted: BTreeSet<_> = problems.into_iter().map(|(name, _)| name).collect();
    assert_eq!(refuted, OF_HOCHZEITSZUG.into());
}

#[test]
fn each_relation_of_eklige_elfer_that_begins_in_a_wrong_state_is_refuted() {
    let options = [("ranks", "5"), ("suits", "CH"), ("columns", "4")];
    let one_and_three_moves_ahead = |game: &Game, seed, moves: &[Move]| {
        let ahead = |count| {
            let mut ahead = deal(game, seed);
            moves.iter().take(count).for_each(|&m| ahead.play(m));
            simulations(&ahead)
        };
        [ahead(1), ahead(3)].into_iter().flatten().collect()
    };
    let problems = against_wins(RuleSet::EkligeElfer, &options, 0..40, one_and_three_moves_ahead);
    assert!(problems.iter().any(|(name, _)| *name == "deferred assignment"), "{problems:?}");
}

#[test]
fn levels_before_the_win_of_another_deal_of_domino_are_refuted_by_a_win() {
    let options = [("ranks", "5"), ("suits", "CH"), ("redeals", "0")];
    let problems = against_wins(RuleSet::Domino, &options, 0..40, of_another_deal);
    let is_of_levels = |(name, problem): &(&str, String)| {
        *name == "retrograde" && problem.contains("said to be lost")
    };
    assert!(problems.iter().any(is_of_levels), "{problems:?}");
}

#[test]
fn a_false_bound_is_refuted_by_a_win() {
    let claims = Claims { lower_bound: |position| lower_bound(position) + 30, ..Claims::ALL };
    let refutation = first_refutation(Kind::AlongWins, claims);
    assert!(refutation.claim.starts_with("bound on the moves left is "), "{refutation}");
}

/// A few cases of each kind, the same every time.
#[test]
fn the_first_cases_refute_nothing_and_are_the_same_again() {
    for (kind, cases) in
        [(Kind::Reduced, 40), (Kind::RoundTrips, 20), (Kind::Options, 2), (Kind::Simulation, 8)]
    {
        let run = || {
            let mut counts = Counts::default();
            for number in 0..cases {
                let which = Which { kind, seed: 0, number };
                if let Err(refutation) = run_case(which, Claims::ALL, &mut counts) {
                    panic!("{refutation}");
                }
            }
            counts.to_string()
        };
        assert_eq!(run(), run());
    }
}
