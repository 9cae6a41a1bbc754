//! Every game under options drawn at random: the verdicts of `solve` against brute force. The games'
//! own oracle tests choose their options with care; this one chooses what nobody thought of.

mod common;

use common::{Tally, compare_with_brute_force};
use gehtauf_rules::{Game, RuleSet, Values};
use gehtauf_search::Limits;
use gehtauf_solvers::solve;
use rand_core::Rng;
use rand_pcg::Pcg64;

/// A value of the option, numbers and packs small enough for brute force.
fn small_value(name: &str, values: Values, rng: &mut Pcg64) -> String {
    let mut pick = |n: usize| (rng.next_u64() % n as u64) as usize;
    match (name, values) {
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
    }
}

/// Compares `deals` deals under each of `draws` draws of the options.
fn compare(rule_set: RuleSet, draws: u64, deals: u64, max_positions: usize) {
    let mut total = Tally::default();
    for draw in 0..draws {
        let mut rng = Pcg64::new(draw.into(), rule_set as u128);
        let options: Vec<(&str, String)> = rule_set
            .option_specs()
            .iter()
            .map(|spec| (spec.name, small_value(spec.name, spec.values, &mut rng)))
            .collect();
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
    total.assert_mixed((draws * deals / 15) as usize);
}

macro_rules! per_game {
    ($($quick:ident $thorough:ident $rule_set:ident),* $(,)?) => {
        $(
            #[test]
            fn $quick() {
                compare(RuleSet::$rule_set, 40, 3, 2_000);
            }

            #[test]
            #[ignore = "thorough: run in release"]
            fn $thorough() {
                compare(RuleSet::$rule_set, 300, 5, 5_000);
            }
        )*
    };
}

per_game! {
    acht_mal_acht acht_mal_acht_thorough AchtMalAcht,
    eight_by_eight eight_by_eight_thorough EightByEight,
    eklige_elfer eklige_elfer_thorough EkligeElfer,
    domino domino_thorough Domino,
    hochzeitszug hochzeitszug_thorough Hochzeitszug,
}
