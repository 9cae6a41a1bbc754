//! Learns the weights of the planners of 8x8 and Acht mal Acht from nothing but deals, by an evolution strategy.
//!
//! `scripts/train.sh 8x8-planner` and `scripts/train.sh acht-mal-acht-planner` run it. ROUNDS rounds from the weights in use or
//! those of FILE, by deals that nothing else takes. Standard output gets the weights, a row for each feature in 8x8, which has
//! three of each. The same arguments give the same numbers.

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

/// In 8x8 the first weight of each feature, then the second of each, then the third.
type TaperedPoint = [f64; 3 * FEATURES];
/// In Acht mal Acht the only one of each.
type Point = [f64; FEATURES];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rounds: u64 = words.get(1).and_then(|w| w.parse().ok()).expect("a number of rounds");
    let file = words.get(2).map(|path| std::fs::read_to_string(path).expect("a file of weights"));
    if words[0] == "8x8" {
        let start: TaperedPoint = match file {
            None => from_rows(|i, j| f64::from(WEIGHTS[i][j])),
            Some(text) => {
                let numbers: TaperedPoint = read(&text);
                from_rows(|i, j| numbers[3 * i + j])
            }
        };
        let game = Game::new(RuleSet::EightByEight, &[]).expect("the default options");
        let last = learn(&game, rounds, start, tapered);
        tapered(&last).iter().for_each(|weights| println!("    {weights:?},"));
    } else {
        let start: Point = match file {
            None => LAST_PASS_WEIGHTS.map(|[only, _, _]| f64::from(only)),
            Some(text) => read(&text),
        };
        let options = [("passes", "1")];
        let game = Game::new(RuleSet::AchtMalAcht, &options).expect("legal options");
        let last = learn(&game, rounds, start, |point| untapered(&point.map(|w| w.round() as i32)));
        println!("{:?}", last.map(|w| w.round() as i32));
    }
}

/// The weights after so many rounds.
fn learn<const N: usize>(
    game: &Game,
    rounds: u64,
    start: [f64; N],
    weights: impl Fn(&[f64; N]) -> TaperedWeights,
) -> [f64; N] {
    let mut evolution = Evolution::new(start);
    for round in 0..rounds {
        let first = FIRST + round * DEALS;
        let deals: Vec<AnyPosition> = (first..first + DEALS)
            .map(|seed| game.deal(&seeded_deck(seed, game.pack())).expect("the game's pack"))
            .collect();
        let spread = std::array::from_fn(|i| {
            let counts = N > FEATURES || !FACE_DOWN.contains(&i);
            if counts { (0.2 * evolution.point[i].abs()).max(24.0) } else { 0.0 }
        });
        let mean = evolution.round(&spread, |point| {
            let planner = Planner { weights: weights(point), width: WIDTH, depth: DEPTH };
            let scores: Vec<f64> = deals.par_iter().map(|deal| score(deal, &planner)).collect();
            scores.iter().sum::<f64>() / DEALS as f64
        });
        eprintln!("round {round}: {mean:.4}");
        if round % 10 == 9 {
            eprintln!("{:?}", evolution.point.map(|w| w.round() as i32));
        }
    }
    evolution.point
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

fn tapered(point: &TaperedPoint) -> TaperedWeights {
    std::array::from_fn(|i| std::array::from_fn(|j| point[j * FEATURES + i].round() as i32))
}

/// The point with the number of each feature and column.
fn from_rows(number: impl Fn(usize, usize) -> f64) -> TaperedPoint {
    std::array::from_fn(|i| number(i % FEATURES, i / FEATURES))
}

fn read<const N: usize>(text: &str) -> [f64; N] {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-').filter(|w| !w.is_empty());
    let numbers: Vec<f64> = numbers.map(|w| w.parse().expect("a number")).collect();
    numbers.try_into().expect("a number of each feature, three in 8x8")
}
