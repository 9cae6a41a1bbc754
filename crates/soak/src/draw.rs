//! Games and plays drawn at random.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{Game, OptionSpec, Position, RuleSet, Values};
use rand_core::Rng;
use rand_pcg::Pcg64;

use crate::case::{Case, Sets};

/// A number below a bound.
pub fn below(rng: &mut Pcg64, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}

/// One of several.
pub fn one_of<T: Copy>(rng: &mut Pcg64, of: &[T]) -> T {
    of[below(rng, of.len())]
}

/// A deal of the whole pack under any reading of the rules.
pub fn whole(rule_set: RuleSet, rng: &mut Pcg64) -> Case {
    let specs = rule_set.option_specs().iter().filter(|spec| !spec.is_reduced);
    let sets: Sets = specs.map(|spec| (spec.name, any_value(spec, rng))).collect();
    dealt(rule_set, sets, rng)
}

/// A deal of a game small enough for brute force, most often.
pub fn reduced(rule_set: RuleSet, rng: &mut Pcg64) -> Case {
    loop {
        let specs = rule_set.option_specs().iter();
        let sets: Sets = specs.map(|spec| (spec.name, small_value(spec, rng))).collect();
        // Not if the columns have more cards than the pack, say.
        if Case::game_of(rule_set, &sets).is_some() {
            return dealt(rule_set, sets, rng);
        }
    }
}

fn dealt(rule_set: RuleSet, sets: Sets, rng: &mut Pcg64) -> Case {
    let game = Case::game_of(rule_set, &sets).expect("the options go together");
    let deck = seeded_deck(rng.next_u64(), game.pack()).cards().to_vec();
    Case { rule_set, sets, deck, moves: Vec::new() }
}

/// Plays random moves, at most so many.
pub fn play(case: &mut Case, most: usize, rng: &mut Pcg64) {
    let mut position = case.position();
    for _ in 0..most {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = one_of(rng, &moves);
        position.play(m);
        case.moves.push(m);
    }
}

/// Any value of an option; few of the passes.
pub fn any_value(spec: &OptionSpec, rng: &mut Pcg64) -> String {
    match (spec.name, spec.values) {
        ("passes", _) => one_of(rng, &["1", "2", "3", "4", "unlimited"]).to_string(),
        (_, Values::Words(words)) => one_of(rng, words).to_string(),
        (_, Values::Count { least, most, .. }) => {
            (usize::from(least) + below(rng, usize::from(most - least) + 1)).to_string()
        }
        (_, Values::Suits) => "CDHS".to_string(),
    }
}

fn small_value(spec: &OptionSpec, rng: &mut Pcg64) -> String {
    let from = |rng: &mut Pcg64, least: usize, values| (least + below(rng, values)).to_string();
    match spec.name {
        "ranks" => from(rng, 2, 7),
        "suits" => one_of(rng, &["C", "CH", "CH", "DS", "CS", "CDH", "CDHS"]).to_string(),
        "columns" => from(rng, 1, 5),
        "rows" => from(rng, 1, 6),
        "face-down-rows" => from(rng, 0, 4),
        "face-up-rows" => from(rng, 1, 3),
        "upper" | "lower" => from(rng, 0, 4),
        "depth" => from(rng, 1, 4),
        _ => any_value(spec, rng),
    }
}

/// The game of a case with some of its options at other values.
pub fn with_options(case: &Case, changes: &Sets) -> Option<Case> {
    let mut sets = case.sets.clone();
    sets.extend(changes.iter().cloned());
    let game: Option<Game> = Case::game_of(case.rule_set, &sets);
    game.map(|_| Case { sets, ..case.clone() })
}
