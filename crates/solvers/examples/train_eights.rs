//! Learns the weights of Acht mal Acht or 8x8 from wins: each state of a win is to be worth more than
//! the states that the beam kept beside it (logistic regression on pairs). One round; run it again
//! with other seeds from the weights that it wrote.
//!
//! ```text
//! cargo run --release -p gehtauf-solvers --example train_eights -- acht-mal-acht 1000..2500 used > weights.txt
//! cargo run --release -p gehtauf-solvers --example train_eights -- acht-mal-acht 2500..4000 weights.txt
//! ```
//! Options of the game follow its name, as in `acht-mal-acht,passes=1`. The third word says where to
//! begin: `guess`, `used` (the weights in use) or a file of numbers; a fourth word `hard` leaves out the
//! deals that narrow beams win; `loose` learns the weights of the sweeps over loose states. Only seeds
//! below 100000 are taken. Standard output gets the weights, one phase per line.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::eights::Table;
use gehtauf_rules::{AnyPosition, Game, RuleSet};
use gehtauf_solvers::eights::training::{
    Difference, FEATURES, LOOSE_FEATURES, LOOSE_WEIGHTS, PHASES, first_guess, loose_pairs, pairs,
    weights,
};

/// How many states of the same layer each state of a win is compared with.
const RIVALS: usize = 10;
/// The beams that look for a win of a deal.
const WIDTHS: [usize; 10] = [20, 20, 20, 20, 20, 60, 60, 60, 200, 200];
/// The sweeps that do, and those that a deal must be too hard for.
const SWEEPS: ([usize; 3], [usize; 1]) = ([64, 250, 1_000], [16]);
const EPOCHS: usize = 3;
/// The value of one logit.
const SCALE: f64 = 100.0;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [rule_set, seeds, start, rest @ ..] = &words[..] else {
        panic!("expected a game, seeds such as 1000..2000, and where to begin")
    };
    let mut options = rule_set.split(',');
    let rule_set: RuleSet = options.next().unwrap_or_default().parse().expect("a game");
    let options: Vec<_> = options.map(|o| o.split_once('=').expect("an option")).collect();
    let (first, end) = seeds.split_once("..").expect("seeds such as 1000..2000");
    let seeds = first.parse::<u64>().expect("a seed")..end.parse().expect("a seed");
    assert!(seeds.end <= 100_000, "seeds from 100000 on are for measuring");
    let game = Game::new(rule_set, &options).expect("options of the game");
    let tables: Vec<Table> = seeds.map(|seed| deal(&game, seed)).collect();
    let has = |option: &str| rest.iter().any(|word| word == option);
    let learned = if has("loose") {
        let start = match start.as_str() {
            "guess" => [[0; LOOSE_FEATURES]; PHASES],
            "used" => LOOSE_WEIGHTS,
            file => read(file),
        };
        let (widths, easy) = SWEEPS;
        let pairs = tables.iter().flat_map(|t| loose_pairs(t, &start, &easy, &widths, RIVALS));
        learn(&pairs.collect::<Vec<_>>(), LOOSE_FEATURES)
    } else {
        let start = match start.as_str() {
            "guess" => first_guess(),
            "used" => *weights(&tables[0]),
            file => read(file),
        };
        let easy: &[usize] = if has("hard") { &[8; 6] } else { &[] };
        let pairs = tables.iter().flat_map(|t| pairs(t, &start, easy, &WIDTHS, RIVALS));
        learn(&pairs.collect::<Vec<_>>(), FEATURES)
    };
    for phase in learned {
        let numbers: Vec<String> = phase.iter().map(i32::to_string).collect();
        println!("{}", numbers.join(" "));
    }
}

fn deal(game: &Game, seed: u64) -> Table {
    match game.deal(&seeded_deck(seed, game.pack())).expect("the deck is the game's pack") {
        AnyPosition::AchtMalAcht(position) => position.table().clone(),
        AnyPosition::EightByEight(position) => position.table().clone(),
        _ => panic!("expected acht-mal-acht or 8x8"),
    }
}

fn read<const FEATURES: usize>(file: &str) -> [[i32; FEATURES]; PHASES] {
    let text = std::fs::read_to_string(file).expect("a file of weights");
    let mut numbers = text.split_whitespace().map(|word| word.parse().expect("a number"));
    std::array::from_fn(|_| {
        std::array::from_fn(|_| numbers.next().expect("a weight for each feature"))
    })
}

/// Logistic regression by AdaGrad, on features divided by their root mean square.
fn learn(pairs: &[Difference], features: usize) -> Vec<Vec<i32>> {
    let count = PHASES * features;
    let mut scale = vec![0.0; count];
    for &(feature, n) in pairs.iter().flatten() {
        scale[feature] += f64::from(n * n) / pairs.len() as f64;
    }
    let scale: Vec<f64> = scale.iter().map(|square: &f64| square.sqrt().max(1e-3)).collect();
    let mut weights = vec![0.0; count];
    let mut squares = vec![1e-8; count];
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    let mut random = 12345_u64;
    for epoch in 0..EPOCHS {
        for i in (1..order.len()).rev() {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            order.swap(i, (random >> 33) as usize % (i + 1));
        }
        let mut right = 0;
        for &i in &order {
            let terms = pairs[i].iter().map(|&(f, n)| (f, f64::from(n) / scale[f]));
            let logit: f64 = terms.clone().map(|(f, x)| weights[f] * x).sum();
            right += usize::from(logit > 0.0);
            let error = 1.0 / (1.0 + logit.exp());
            for (f, x) in terms {
                let slope = error * x - 1e-5 * weights[f];
                squares[f] += slope * slope;
                weights[f] += 0.05 / squares[f].sqrt() * slope;
            }
        }
        let share = right as f64 / pairs.len() as f64;
        eprintln!("epoch {epoch}: {} pairs, {share:.4} in order", pairs.len());
    }
    let weight = |i: usize| {
        // A feature that hardly ever differs says nothing.
        let known = scale[i] > 2e-3;
        if known { (SCALE * weights[i] / scale[i]).round() as i32 } else { 0 }
    };
    (0..PHASES).map(|phase| (0..features).map(|f| weight(phase * features + f)).collect()).collect()
}
