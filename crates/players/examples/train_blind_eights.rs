//! Learns the weights of 8x8's planner from nothing but deals, by an evolution strategy.
//!
//! `scripts/train.sh 8x8-planner` runs it. ROUNDS rounds from the weights in use or those of FILE, by deals that nothing else
//! takes. Standard output gets the weights, a row for each feature. The same arguments give the same numbers.

use gehtauf_cards::seeded_deck;
use gehtauf_players::play_game;
use gehtauf_players::training::Evolution;
use gehtauf_players::training::eights::*;
use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};

/// How wide the planner's beam is, and how far it looks.
const WIDTH: usize = 8;
const DEPTH: usize = 12;
/// The deals of a round, and the seed of the first one.
const DEALS: u64 = 400;
const FIRST: u64 = 1_000_000_000;

/// The first weight of each feature, then the second of each, then the third.
type Point = [f64; 3 * FEATURES];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rounds: u64 = words.first().and_then(|w| w.parse().ok()).expect("a number of rounds");
    let start: Point = match words.get(1) {
        None => std::array::from_fn(|i| f64::from(WEIGHTS[i % FEATURES][i / FEATURES])),
        Some(path) => read(&std::fs::read_to_string(path).expect("a file of weights")),
    };
    let game = Game::new(RuleSet::EightByEight, &[]).expect("the default options");
    let mut evolution = Evolution::new(start);
    for round in 0..rounds {
        let first = FIRST + round * DEALS;
        let deals: Vec<AnyPosition> = (first..first + DEALS)
            .map(|seed| game.deal(&seeded_deck(seed, game.pack())).expect("the game's pack"))
            .collect();
        let size = |i: usize| evolution.point[i % FEATURES].abs();
        let spread = std::array::from_fn(|i| (0.2 * size(i)).max(24.0));
        let mean = evolution.round(&spread, |point| {
            let planner = Planner { weights: weights(point), width: WIDTH, depth: DEPTH };
            deals.iter().map(|deal| score(deal, &planner)).sum::<f64>() / DEALS as f64
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
    let AnyPosition::EightByEight(end) = end else { panic!("another game") };
    let founded: u8 = end.table().foundations.iter().flatten().sum();
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
