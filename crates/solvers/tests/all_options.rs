//! Every game under options drawn at random: the verdicts of `solve` against brute force. The games'
//! own oracle tests choose their options with care; this one chooses what nobody thought of. The
//! whole pack, too big for brute force, is checked along wins.

use std::ops::Range;

use crate::common::{Tally, compare_with_brute_force};
use crate::thorough::as_thorough;
use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, Position, RuleSet, Values};
use gehtauf_search::{Limit, Limits, Verdict};
use gehtauf_solvers::solve;
use rand_core::Rng;
use rand_pcg::Pcg64;
use rayon::prelude::*;

/// A value of each option, or of none where `value` leaves it at its default.
fn draw_options(
    rule_set: RuleSet,
    draw: u64,
    value: fn(&str, Values, &mut Pcg64) -> Option<String>,
) -> Vec<(&'static str, String)> {
    let mut rng = Pcg64::new(draw.into(), rule_set as u128);
    let specs = rule_set.option_specs().iter();
    specs.filter_map(|s| Some((s.name, value(s.name, s.values, &mut rng)?))).collect()
}

/// Any value of an option that reduces nothing.
fn any_value(name: &str, values: Values, rng: &mut Pcg64) -> Option<String> {
    let mut pick = |n: usize| (rng.next_u64() % n as u64) as usize;
    match (name, values) {
        (_, Values::Words(words)) => Some(words[pick(words.len())].to_string()),
        ("redeals", Values::Count { least, most, .. }) => {
            Some((least + pick(usize::from(most - least) + 1) as u8).to_string())
        }
        _ => None,
    }
}

/// A value of the option, numbers and packs small enough for brute force.
fn small_value(name: &str, values: Values, rng: &mut Pcg64) -> Option<String> {
    let mut pick = |n: usize| (rng.next_u64() % n as u64) as usize;
    Some(match (name, values) {
        ("ranks", _) => (2 + pick(5)).to_string(),
        ("suits", _) => ["C", "CH", "CH", "DS", "CDH", "CDHS"][pick(6)].to_string(),
        ("columns", _) => (2 + pick(3)).to_string(),
        ("rows", _) => (2 + pick(4)).to_string(),
        ("face-down-rows", _) => pick(3).to_string(),
        ("face-up-rows", _) => (1 + pick(2)).to_string(),
        ("upper" | "lower", _) => pick(3).to_string(),
        ("depth", _) => (2 + pick(3)).to_string(),
        ("passes", _) => ["1", "2", "3", "unlimited"][pick(4)].to_string(),
        (_, Values::Words(words)) => words[pick(words.len())].to_string(),
        (_, Values::Count { least, most, .. }) => {
            (least + pick(usize::from(most - least) + 1) as u8).to_string()
        }
        (_, Values::Suits) => unreachable!("the only set of suits is suits"),
    })
}

/// Compares `deals` deals under each of `draws` draws of the options.
fn compare(rule_set: RuleSet, draws: Range<u64>, deals: u64, max_positions: usize) {
    let mut total = Tally::default();
    for draw in draws.clone() {
        let options = draw_options(rule_set, draw, small_value);
        let options: Vec<(&str, &str)> = options.iter().map(|(n, v)| (*n, v.as_str())).collect();
        if Game::new(rule_set, &options).is_err() {
            continue; // Such as more cards in the columns than in the pack.
        }
        let seeds = draw * deals..(draw + 1) * deals;
        let tally =
            compare_with_brute_force(rule_set, &options, seeds, max_positions, |position| {
                solve(position, Limits::default(), None).unwrap().verdict
            });
        total += tally;
    }
    println!("{rule_set}: {total:?}");
    total.assert_mixed((draws.end * deals / 15) as usize);
}

/// Solves whole packs, and each win again from every position on its way: none of these may be
/// called unwinnable.
fn follow_wins(rule_set: RuleSet, draws: u64) {
    let follow = |draw| {
        let options = draw_options(rule_set, draw, any_value);
        let options: Vec<(&str, &str)> = options.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let game = Game::new(rule_set, &options).unwrap();
        let mut position = game.deal(&seeded_deck(draw, game.pack())).unwrap();
        let verdict = |position: &AnyPosition, max_states| {
            let limits = Limits { max_states, ..Limits::default() };
            solve(position, limits, None).unwrap().verdict
        };
        let Verdict::Won(win) = verdict(&position, 1_000_000) else { return 0 };
        for &m in &win {
            position.play(m);
            let place = || format!("{rule_set} {options:?}\n{}", position.layout());
            assert_ne!(verdict(&position, 20_000), Verdict::Unwinnable, "{}", place());
        }
        win.len()
    };
    let positions: usize = (0..draws).into_par_iter().map(follow).sum();
    println!("{rule_set}: {positions} positions");
    assert!(positions as u64 > 40 * draws, "too few wins: {positions} positions");
}

/// Solves whole packs with less and less memory: each answer is the same, or that memory was short.
fn shrink_memory(rule_set: RuleSet, draws: u64) {
    let shrink = |draw| {
        let options = draw_options(rule_set, draw, any_value);
        let options: Vec<(&str, &str)> = options.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let game = Game::new(rule_set, &options).unwrap();
        let position = game.deal(&seeded_deck(draw, game.pack())).unwrap();
        let answer = |max_bytes| {
            let limits = Limits { max_states: 100_000, max_bytes, time: None };
            solve(&position, limits, None).unwrap()
        };
        let whole = answer(usize::MAX);
        let mut is_short = false;
        for max_bytes in (12..30).map(|doublings| 1 << doublings) {
            let part = answer(max_bytes);
            if part.verdict == Verdict::Unknown(Limit::Memory) {
                is_short = true;
            } else {
                assert_eq!(part, whole, "{rule_set} {options:?} seed {draw}, {max_bytes} bytes");
            }
        }
        u64::from(is_short)
    };
    let short: u64 = (0..draws).into_par_iter().map(shrink).sum();
    println!("{rule_set}: {short} of {draws} with too little memory");
    assert!(short > 0);
}

macro_rules! per_game {
    ($($quick:ident $thorough:ident $along_wins:ident $memory:ident $draws:literal $rule_set:ident),*
    $(,)?) => {
        $(
            #[test]
            fn $quick() {
                compare(RuleSet::$rule_set, 0..40, 3, 2_000);
            }

            #[test]
            #[ignore = "thorough: run in release"]
            fn $thorough() {
                compare(RuleSet::$rule_set, 0..as_thorough(100), 5, 5_000);
            }

            #[test]
            #[ignore = "thorough: run in release"]
            fn $along_wins() {
                follow_wins(RuleSet::$rule_set, as_thorough($draws));
            }

            #[test]
            #[ignore = "thorough: run in release"]
            fn $memory() {
                shrink_memory(RuleSet::$rule_set, as_thorough($draws));
            }
        )*
    };
}

per_game! {
    acht_mal_acht acht_mal_acht_thorough acht_mal_acht_along_wins acht_mal_acht_memory 8 AchtMalAcht,
    eight_by_eight eight_by_eight_thorough eight_by_eight_along_wins eight_by_eight_memory 8 EightByEight,
    eklige_elfer eklige_elfer_thorough eklige_elfer_along_wins eklige_elfer_memory 20 EkligeElfer,
    domino domino_thorough domino_along_wins domino_memory 20 Domino,
    hochzeitszug hochzeitszug_thorough hochzeitszug_along_wins hochzeitszug_memory 20 Hochzeitszug,
}
