//! The rules against the counts and verdicts of an independent implementation.

use std::collections::BTreeMap;

use gehtauf_cards::Deck;
use gehtauf_rules::{
    AnyPosition, BruteForce, Game, Move, RuleSet, brute_force, distinct, perft, replay,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    game: String,
    options: BTreeMap<String, String>,
    deck: String,
    #[serde(default)]
    perft: Vec<u64>,
    #[serde(default)]
    distinct_exact: Vec<u64>,
    #[serde(default)]
    verdict: String,
    shortest: Option<usize>,
    #[serde(default)]
    moves: Vec<String>,
}

impl Row {
    fn position(&self) -> AnyPosition {
        let sets: Vec<_> = self.options.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let game = Game::new(self.game.parse().unwrap(), &sets).unwrap();
        game.deal(&Deck::parse(&self.deck, game.pack()).unwrap()).unwrap()
    }
}

fn rows(file: &str) -> Vec<Row> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn perft_rows_match(rule_set: RuleSet) {
    let rows: Vec<Row> =
        rows("perft.jsonl").into_iter().filter(|row| row.game == rule_set.name()).collect();
    assert!(!rows.is_empty());
    for row in rows {
        let position = row.position();
        assert_eq!(perft(&position, row.perft.len() - 1), row.perft, "{}", row.deck);
        let counts = distinct(&position).take(row.distinct_exact.len()).collect::<Vec<_>>();
        assert_eq!(counts, row.distinct_exact, "{}", row.deck);
    }
}

fn small_deals_match(rule_set: RuleSet) {
    let rows = rows(&format!("small-{rule_set}.jsonl"));
    assert!(rows.len() > 30);
    for row in rows {
        let position = row.position();
        let moves: Vec<Move> = row.moves.iter().map(|word| word.parse().unwrap()).collect();
        match brute_force(&position, 5_000_000) {
            BruteForce::Won(shortest) => {
                assert_eq!(row.verdict, "won", "{} {:?}", row.deck, row.options);
                assert_eq!(Some(shortest.len()), row.shortest, "{}", row.deck);
                assert_eq!(replay(&position, &shortest), Ok(()), "{}", row.deck);
                assert_eq!(replay(&position, &moves), Ok(()), "{}", row.deck);
            }
            BruteForce::Unwinnable => {
                assert_eq!(row.verdict, "unwinnable", "{} {:?}", row.deck, row.options);
            }
            BruteForce::TooBig => panic!("too big: {}", row.deck),
        }
    }
}

macro_rules! per_game {
    ($($module:ident: $rule_set:ident),* $(,)?) => {
        $(mod $module {
            use super::*;

            #[test]
            fn perft_counts_match() {
                perft_rows_match(RuleSet::$rule_set);
            }

            #[test]
            fn small_deals_have_the_same_verdict_and_shortest_length() {
                small_deals_match(RuleSet::$rule_set);
            }
        })*
    };
}

per_game! {
    acht_mal_acht: AchtMalAcht,
    eight_by_eight: EightByEight,
    eklige_elfer: EkligeElfer,
    domino: Domino,
    hochzeitszug: Hochzeitszug,
}
