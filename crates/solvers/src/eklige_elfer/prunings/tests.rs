//! No bound calls a state on the way to a win lost; and small deals for the tests beside.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_rules::{AnyPosition, Game, RuleSet};
use gehtauf_search::{Budget, Limits, Memory, Outcome, depth_first};

use super::*;
use crate::eklige_elfer::beams::{BeamSettings, Beams};
use crate::eklige_elfer::space::DeferredSpace;
use crate::eklige_elfer::state::{Deal, State, Step};

/// Few columns, so that Kings are often moved, lie on other cards, and change places.
pub const CASES: &[&[(&str, &str)]] = &[
    &[("ranks", "4"), ("suits", "CH"), ("columns", "2"), ("face-down-rows", "0")],
    &[("ranks", "3"), ("suits", "CH"), ("columns", "3")],
    &[("ranks", "4"), ("suits", "CDH"), ("columns", "4"), ("face-down-rows", "0")],
    &[("ranks", "5"), ("suits", "SD"), ("columns", "3"), ("face-down-rows", "0")],
    &[("ranks", "5"), ("decks", "1"), ("columns", "3")],
];

/// Asserts that no bound calls a state on the way to this win lost.
fn assert_stays_open(deal: &Deal, mut state: State, win: &[Step]) {
    for &step in win {
        assert_eq!(deal.heads_that_stay(&state)[2], 0, "{state:?} of {deal:?}");
        assert!(!deal.hosts_come_too_late(&state), "{state:?} of {deal:?}");
        assert!(!deal.hosts_arrive_too_late(&state), "{state:?} of {deal:?}");
        deal.play_step(&mut state, step);
    }
    assert!(deal.is_won(&state));
}

pub fn position(options: &[(&str, &str)], seed: u64) -> EkligeElfer {
    let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
    let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
    let AnyPosition::EkligeElfer(position) = position else { panic!("another game") };
    position
}

pub fn deal(options: &[(&str, &str)], seed: u64) -> (Deal, State) {
    Deal::new(&position(options, seed))
}

/// The same of wins of so many deals of each case, where the exhaustive search finds them.
fn assert_small_wins_stay_open(seeds: u64) {
    let limits = Limits { max_states: 20_000, ..Limits::default() };
    let mut wins = 0;
    for options in CASES {
        for seed in 0..seeds {
            let (deal, start) = deal(options, seed);
            let space = DeferredSpace { deal: &deal, prunings: Prunings::NONE };
            let outcome = depth_first(&space, &start, &mut Budget::new(limits, None));
            let Ok(Outcome::Won(win)) = outcome else { continue };
            assert_stays_open(&deal, start, &win);
            wins += 1;
        }
    }
    assert!(wins > seeds, "only {wins} wins");
}

/// The same of deals of full size.
fn assert_full_wins_stay_open(seeds: u64) {
    let settings =
        BeamSettings { row_width: 2, width: 2, tie_breaking: 450, spread: 101, restarts: 1 };
    let mut wins = 0;
    for seed in 0..seeds {
        let (deal, start) = deal(&[], seed);
        let mut beams = Beams::new(&deal, Prunings::NONE, seed.into(), &Memory::new(usize::MAX));
        let mut budget = Budget::new(Limits::default(), None);
        for _ in 0..50 {
            if let Ok(Outcome::Won(win)) = beams.search(&start, &settings, &mut budget) {
                assert_stays_open(&deal, start, &win);
                wins += 1;
            }
        }
    }
    assert!(wins > seeds, "only {wins} wins");
}

#[test]
fn no_state_on_the_way_to_a_win_is_proven_lost() {
    assert_small_wins_stay_open(100);
    assert_full_wins_stay_open(4);
}

#[test]
#[ignore = "thorough: run in release"]
fn no_state_on_the_way_to_any_of_many_wins_is_proven_lost() {
    assert_small_wins_stay_open(crate::thorough::as_thorough(250));
    assert_full_wins_stay_open(crate::thorough::as_thorough(40));
}
