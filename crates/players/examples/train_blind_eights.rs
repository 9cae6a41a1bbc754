//! Learns the weights of the planners of 8x8 and Acht mal Acht from nothing but deals, by an evolution strategy.
//!
//! `scripts/train.sh 8x8-planner` and `scripts/train.sh acht-mal-acht-planner` run it. ROUNDS rounds from the weights in use or
//! those of FILE, by deals that nothing else takes. Standard output gets the weights, a row for each feature. The same
//! arguments give the same numbers.

use gehtauf_cards::seeded_deck;
use gehtauf_players::play_game;
use gehtauf_players::training::Evolution;
use gehtauf_players::training::eights::*;
use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};
use rayon::prelude::*;

/// How wide the planner's beam is, and how far it looks.
const WIDTH: usize = 8;
const DEPTH: usize = 12;
/// The deals of a round, and the seed of the first one.
const DEALS: u64 = 400;
const FIRST: u64 = 1_000_000_000;

/// The first number of each feature, then the second of each, then the third.
type Point = [f64; 3 * FEATURES];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rounds: u64 = words.get(1).and_then(|w| w.parse().ok()).expect("a number of rounds");
    // In the last pass of Acht mal Acht some of the numbers count nothing.
    let (game, in_use, counts): (_, _, fn(usize) -> bool) = match words[0].as_str() {
        "8x8" => (Game::new(RuleSet::EightByEight, &[]), EIGHT_BY_EIGHT, |_| true),
        "acht-mal-acht" => {
            let counts = |i| i < FEATURES && !FACE_DOWN.contains(&i);
            (Game::new(RuleSet::AchtMalAcht, &[("passes", "1")]), LAST_PASS, counts)
        }
        other => panic!("{other} has no planner of this kind"),
    };
    let game = game.expect("legal options");
    let start: Point = match words.get(2) {
        None => std::array::from_fn(|i| f64::from(in_use[i % FEATURES][i / FEATURES])),
        Some(path) => read(&std::fs::read_to_string(path).expect("a file of weights")),
    };
    let mut evolution = Evolution::new(start);
    for round in 0..rounds {
        let first = FIRST + round * DEALS;
        let deals: Vec<AnyPosition> = (first..first + DEALS)
            .map(|seed| game.deal(&seeded_deck(seed, game.pack())).expect("the game's pack"))
            .collect();
        let size = |i: usize| evolution.point[i % FEATURES].abs();
        let spread =
            std::array::from_fn(|i| if counts(i) { (0.2 * size(i)).max(24.0) } else { 0.0 });
        let mean = evolution.round(&spread, |point| {
            let planner = Planner { weights: weights(point), width: WIDTH, depth: DEPTH };
            let scores: Vec<f64> = deals.par_iter().map(|deal| score(deal, &planner)).collect();
            scores.iter().sum::<f64>() / DEALS as f64
        });
        eprintln!("round {round}: {mean:.4}");
        if round % 10 == 9 {
            eprintln!("{:?}", weights(&evolution.point));
        }
    }
    weights(&evolution.point).iter().for_each(|weights| println!("    {weights:?},"));
}

/// 1 for a win; a loss counts the more the fewer cards are not on foundations.
fn score(deal: &AnyPosition, planner: &Planner) -> f64 {
    let played = play_game(deal, planner, 0).expect("legal plans");
    if played.won {
        return 1.0;
    }
    let mut end = deal.clone();
    played.moves.iter().for_each(|&m| end.play(m));
    let foundations = match &end {
        AnyPosition::AchtMalAcht(end) => end.table().foundations,
        AnyPosition::EightByEight(end) => end.table().foundations,
        _ => panic!("another game"),
    };
    let founded: u8 = foundations.iter().flatten().sum();
    0.5 * (-f64::from(104 - founded) / 40.0).exp()
}

fn weights(point: &Point) -> TaperedWeights {
    std::array::from_fn(|i| std::array::from_fn(|j| point[j * FEATURES + i].round() as i32))
}

fn read(text: &str) -> Point {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-').filter(|w| !w.is_empty());
    let numbers: Vec<f64> = numbers.map(|w| w.parse().expect("a number")).collect();
    assert_eq!(numbers.len(), 3 * FEATURES, "three numbers for each feature");
    std::array::from_fn(|i| numbers[i % FEATURES * 3 + i / FEATURES])
}
