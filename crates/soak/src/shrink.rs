//! Making a case smaller as long as it still fails.

use gehtauf_cards::{Card, Rank, Suits};
use gehtauf_rules::{Game, Values};

use crate::case::Case;

/// How many smaller cases are tried at most.
const MAX_TRIES: usize = 3_000;

/// The smallest case that fails and that can be had by steps each of which fails: fewer cards, piles, moves, and
/// options at their defaults.
pub fn shrink(case: &Case, fails: impl Fn(&Case) -> bool) -> Case {
    let mut smallest = case.clone();
    let mut tries = 0;
    while let Some(smaller) = candidates(&smallest)
        .into_iter()
        .filter(|candidate| *candidate != smallest)
        .take_while(|_| {
            tries += 1;
            tries <= MAX_TRIES
        })
        .find(&fails)
    {
        smallest = smaller;
    }
    smallest
}

/// Cases a step smaller, the smallest first.
fn candidates(case: &Case) -> Vec<Case> {
    let mut candidates = fewer_cards(case);
    candidates.extend(smaller_options(case));
    candidates.extend(fewer_moves(case));
    candidates.into_iter().filter_map(Case::with_legal_moves).collect()
}

fn with(case: &Case, name: &'static str, value: String) -> Case {
    let mut smaller = case.clone();
    smaller.sets.retain(|(other, _)| *other != name);
    smaller.sets.push((name, value));
    smaller
}

/// A suit, a copy of each card, the top rank less; the piles as they are and with a card less each.
fn fewer_cards(case: &Case) -> Vec<Case> {
    let pack = case.game().pack();
    let keep = |smaller: Case, keeps: &dyn Fn(Card) -> bool| Case {
        deck: smaller.deck.iter().copied().filter(|&card| keeps(card)).collect(),
        ..smaller
    };
    let mut fewer = Vec::new();
    for suit in pack.suits.iter() {
        let rest: String =
            pack.suits.iter().filter(|&s| s != suit).map(|s| s.to_string()).collect();
        if Suits::parse(&rest).is_some() {
            fewer.push(keep(with(case, "suits", rest), &|card| card.suit != suit));
        }
    }
    if pack.decks == 2 {
        let mut single = with(case, "decks", "1".to_string());
        let mut seen = Vec::new();
        single.deck.retain(|card| {
            let is_new = !seen.contains(card);
            seen.push(*card);
            is_new
        });
        fewer.push(single);
    }
    if let Some(top) = pack.top.number().checked_sub(1).and_then(Rank::new) {
        let smaller = with(case, "ranks", top.number().to_string());
        fewer.push(keep(smaller, &|card| card.rank <= top));
    }
    let piles: Vec<Case> = fewer.iter().flat_map(smaller_piles).collect();
    fewer.into_iter().chain(piles).collect()
}

fn value(game: &Game, name: &str) -> String {
    game.options().named(name).unwrap_or_default()
}

const PILES: [&str; 7] =
    ["columns", "rows", "face-down-rows", "face-up-rows", "upper", "lower", "depth"];

/// Each pile option one less, whether or not the cards go with it.
fn smaller_piles(case: &Case) -> Vec<Case> {
    let specs = case.rule_set.option_specs().iter().filter(|spec| PILES.contains(&spec.name));
    let one_less = specs.filter_map(|spec| {
        let set = case.sets.iter().rev().find(|(name, _)| *name == spec.name);
        let count: u8 = match (set, spec.values) {
            (Some((_, value)), _) => value.parse().ok()?,
            (None, Values::Count { default, .. }) => default,
            _ => return None,
        };
        Some(with(case, spec.name, count.checked_sub(1)?.to_string()))
    });
    one_less.collect()
}

/// Fewer piles, counts one less, words at their defaults.
fn smaller_options(case: &Case) -> Vec<Case> {
    let game = case.game();
    let mut smaller = smaller_piles(case);
    for spec in case.rule_set.option_specs().iter().filter(|spec| !spec.is_reduced) {
        let now = value(&game, spec.name);
        match spec.values {
            Values::Words(words) if now != words[0] => {
                smaller.push(with(case, spec.name, words[0].to_string()));
            }
            Values::Count { least, .. } => match now.parse::<u8>() {
                Ok(count) if count > least => {
                    smaller.push(with(case, spec.name, (count - 1).to_string()));
                }
                Err(_) => smaller.push(with(case, spec.name, "2".to_string())),
                _ => {}
            },
            _ => {}
        }
    }
    smaller
}

/// None, half of them, each left out.
fn fewer_moves(case: &Case) -> Vec<Case> {
    let count = case.moves.len();
    let first = |count: usize| Case { moves: case.moves[..count].to_vec(), ..case.clone() };
    let without = |i: usize| {
        let mut moves = case.moves.clone();
        moves.remove(i);
        Case { moves, ..case.clone() }
    };
    let cut = [0, count / 2].into_iter().filter(|&n| n < count).map(first);
    cut.chain((0..count).rev().map(without)).collect()
}
