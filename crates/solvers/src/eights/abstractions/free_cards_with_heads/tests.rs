//! Verdicts against brute force over the rules, and proofs against wins of whole deals.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force, replay};
use gehtauf_search::{Limits, Verdict};
use rayon::prelude::*;

use super::dead_ends::Relaxed;
use super::persistent_sets::Near;
use super::relaxation::Counts;
use super::steps::Step;

use super::*;
use crate::GameSolver;
use crate::eights::Solver;
use crate::thorough::as_thorough;

pub type Sets<'a> = Vec<(&'a str, &'a str)>;

/// Small games: ranks, suits, decks, columns, rows.
const SMALL: [[&str; 5]; 14] = [
    ["4", "CH", "2", "2", "5"],
    ["4", "SD", "2", "3", "4"],
    ["5", "CH", "2", "3", "4"],
    ["5", "CH", "2", "4", "3"],
    ["3", "CH", "2", "3", "3"],
    ["6", "SD", "1", "3", "3"],
    ["3", "CDHS", "2", "3", "6"],
    ["4", "CDHS", "1", "3", "4"],
    ["5", "CDHS", "1", "3", "5"],
    ["6", "CDH", "1", "3", "4"],
    ["5", "CDH", "1", "5", "2"],
    ["7", "CH", "1", "4", "1"],
    ["8", "CH", "1", "3", "3"],
    ["5", "SD", "2", "4", "2"],
];

const PASSES: [&str; 4] = ["1", "2", "3", "unlimited"];
const SPACES: [&str; 2] = ["one-card", "any-run"];
const TALON_PLAY: [&str; 2] = ["forced", "free"];
const FOUNDATIONS: [&str; 2] = ["eight", "four"];

/// All on, all off, each off by itself and each on by itself.
fn all_switches() -> Vec<Switches> {
    let others = Switches::ALL.each_off().into_iter().chain(Switches::NONE.each_on());
    [Switches::ALL, Switches::NONE]
        .into_iter()
        .chain(others.map(|(_, switches)| switches))
        .collect()
}

fn small_games() -> impl Iterator<Item = Sets<'static>> {
    SMALL.into_iter().flat_map(|small| {
        (0..32).map(move |i| {
            let names = ["ranks", "suits", "decks", "columns", "rows"];
            let mut sets: Sets<'static> = names.into_iter().zip(small).collect();
            sets.push(("passes", PASSES[i & 3]));
            sets.push(("spaces", SPACES[i >> 2 & 1]));
            sets.push(("talon-play", TALON_PLAY[i >> 3 & 1]));
            sets.push(("foundations", FOUNDATIONS[i >> 4]));
            sets
        })
    })
}

pub fn table(position: &AnyPosition) -> &Table {
    let AnyPosition::EightByEight(position) = position else { panic!("another game") };
    position.table()
}

/// Compares deals of each small game with brute force of at most so many positions, from the start and
/// from a position after some moves; says how many were won, lost and too large, and how
/// often one card to a space was proven lost without heads.
fn compare(seeds: std::ops::Range<u64>, most: usize) -> [usize; 4] {
    let games: Vec<_> = small_games()
        .flat_map(|sets| seeds.clone().map(move |seed| (sets.clone(), seed)))
        .collect();
    games
        .par_iter()
        .map(|(sets, seed)| compare_deal(sets, *seed, most))
        .reduce(|| [0; 4], |a, b| std::array::from_fn(|i| a[i] + b[i]))
}

fn compare_deal(sets: &Sets<'_>, seed: u64, most: usize) -> [usize; 4] {
    let mut tally = [0; 4];
    let game = Game::new(RuleSet::EightByEight, sets).unwrap();
    let deck = seeded_deck(seed, game.pack());
    let mut position = game.deal(&deck).unwrap();
    for n in 0..seed as usize % 6 {
        let moves = position.legal_moves();
        let Some(&m) = moves.get((seed as usize + 7 * n) % moves.len().max(1)) else {
            break;
        };
        position.play(m);
    }
    let truth = match brute_force(&position, most) {
        BruteForce::Won(_) => true,
        BruteForce::Unwinnable => false,
        BruteForce::TooBig => return [0, 0, 1, 0],
    };
    tally[usize::from(!truth)] += 1;
    for switches in all_switches() {
        let mut budget = Budget::new(Limits::default(), None);
        let table = table(&position);
        let memory = budget.memory().clone();
        let mut search = Complete::new(table, switches, &memory).unwrap();
        let outcome = search.run(table, &mut budget);
        let place = format!("{switches:?} {sets:?} seed {seed}: {deck}");
        match outcome {
            Ok(Outcome::Won(moves)) => {
                assert!(truth, "{place}");
                assert_eq!(replay(&position, &moves), Ok(()), "{place}");
            }
            other => assert!(!truth && other == Ok(Outcome::Unwinnable), "{place}"),
        }
        let without = WithoutHeads::new(table, switches, &memory);
        let is_lost = without.unwrap().is_lost(&mut budget).unwrap();
        let is_exact = table.rules.runs_to_spaces;
        let is_right = if is_exact { is_lost != truth } else { !(is_lost && truth) };
        assert!(is_right, "{place}");
        tally[3] += usize::from(is_lost && !is_exact);
    }
    tally
}

#[test]
fn foundation_moves_under_force_save_states() {
    let game = Game::new(RuleSet::EightByEight, &[]).unwrap();
    let position = game.deal(&seeded_deck(155, game.pack())).unwrap();
    let states = |forced_talon_dominance| {
        let mut budget = Budget::new(Limits::default(), None);
        let switches = Switches { forced_talon_dominance, ..Switches::ALL };
        let memory = budget.memory().clone();
        let mut search = Complete::new(table(&position), switches, &memory).unwrap();
        assert_eq!(search.run(table(&position), &mut budget), Ok(Outcome::Unwinnable));
        budget.states_visited()
    };
    let (without, with) = (states(false), states(true));
    assert!(4 * with < 3 * without, "{without} without, {with} with");
}

#[test]
fn verdicts_equal_brute_force() {
    let [won, lost, _, without_heads] = compare(0..2, 1_000);
    assert!(won > 30 && lost > 200, "{won} won, {lost} lost");
    assert!(without_heads > 300, "{without_heads} without heads");
}

#[test]
#[ignore = "thorough: run in release"]
fn thousands_of_verdicts_equal_brute_force() {
    let [won, lost, too_big, without_heads] = compare(1_000..1_000 + as_thorough(2), 3_000);
    assert!(won > 100 && lost > 270, "{won} won, {lost} lost, {too_big} too large");
    assert!(without_heads > 600, "{without_heads} without heads");
}

/// What a state says without the names that its deal gives to the stock's places.
pub fn description(state: &State) -> impl PartialEq + std::fmt::Debug + use<> {
    let turned = (state.stock & crate::eights::state::below(state.turned)).count_ones();
    let State { foundations, dealt, pass, must_play, spaces, heads, followers, open, .. } = *state;
    let talon = (state.stock.count_ones(), turned, pass, must_play);
    (foundations, dealt, spaces, heads, followers, open, talon)
}

/// Follows the win of a whole deal, if one is found: no position is refuted, and each move leaves the
/// state as it is or is a step of it. Says how many positions were looked at.
fn follow_win(seed: u64, options: &Sets<'_>) -> usize {
    let game = Game::new(RuleSet::EightByEight, options).unwrap();
    let mut positions = 0;
    let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
    let limits = Limits { max_states: 100_000, ..Limits::default() };
    let verdict = Solver::solve(table(&position), &mut Budget::new(limits, None)).0;
    let Verdict::Won(moves) = verdict else { return 0 };
    let mut moves = moves.into_iter();
    while let Some(m) = moves.next() {
        let place = || format!("{options:?} seed {seed}: {m}\n{}", position.layout());
        let (deal, state) = Deal::new(table(&position), Talon::CardByCard, false).unwrap();
        if state.spaces == 0 {
            let relaxed = Relaxed::of_columns(&deal, &sets::Sets::new(&deal, &state));
            assert!(!relaxed.proves_loss(&deal, &state), "refuted before {}", place());
        }
        let (other, start) = Deal::new(table(&position), Talon::CardByCard, false).unwrap();
        let packed = packed::Deal::new(table(&position)).map(|(deal, _)| Box::new(deal));
        let (relaxation, start) = Relaxation::new(other, &start, packed, Switches::ALL);
        let counts = Counts::new(relaxation.deal(), &start);
        assert!(
            relaxation.near(&start, &counts) != Err(None),
            "refuted without heads before {}",
            place()
        );
        let mut steps = Vec::new();
        deal.steps(&state, &sets::Sets::new(&deal, &state), Near::ALL, &mut steps);
        let after = |step: &Step| {
            let mut after = state;
            deal.play(&mut after, *step);
            assert_eq!(after.fingerprint, deal.fingerprint(&after), "{step:?} before {}", place());
            description(&after)
        };
        let mut reached: Vec<_> = steps.iter().map(after).collect();
        reached.push(description(&state));
        let place = place();
        position.play(m);
        if table(&position).must_play {
            // It is turned and played in one step.
            moves.next().into_iter().for_each(|m| position.play(m));
        }
        let (_, next) = Deal::new(table(&position), Talon::CardByCard, false).unwrap();
        assert!(reached.contains(&description(&next)), "no step for {place}");
        positions += 1;
    }
    positions
}

#[test]
fn moves_of_wins_of_whole_deals_are_steps() {
    assert!((0..3).map(|seed| follow_win(seed, &vec![])).sum::<usize>() > 300);
}

#[test]
#[ignore = "thorough: run in release"]
fn moves_of_many_wins_of_whole_deals_are_steps() {
    for spaces in SPACES {
        for talon_play in TALON_PLAY {
            for foundations in FOUNDATIONS {
                let options = vec![
                    ("spaces", spaces),
                    ("talon-play", talon_play),
                    ("foundations", foundations),
                ];
                let followed: usize =
                    (50_000..50_025).into_par_iter().map(|seed| follow_win(seed, &options)).sum();
                assert!(followed > 200, "{options:?}");
            }
        }
    }
}
