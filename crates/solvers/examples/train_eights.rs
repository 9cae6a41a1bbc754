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
//! deals that narrow beams win. Only seeds below 100000 are taken. Standard output gets the weights,
//! one phase per line.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::eights::Table;
use gehtauf_rules::{AnyPosition, Game, RuleSet};
use gehtauf_solvers::eights::training::{
    Difference, FEATURES, PHASES, Weights, first_guess, pairs, weights,
};

const COUNT: usize = FEATURES * PHASES;
/// How many states of the same layer each state of a win is compared with.
const RIVALS: usize = 10;
/// The beams that look for a win of a deal.
const WIDTHS: [usize; 10] = [20, 20, 20, 20, 20, 60, 60, 60, 200, 200];
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
    let start = match start.as_str() {
        "guess" => first_guess(),
        "used" => *weights(&tables[0]),
        file => read(file),
    };
    let easy: &[usize] = if rest.iter().any(|word| word == "hard") { &[8; 6] } else { &[] };
    let pairs: Vec<Difference> =
        tables.iter().flat_map(|table| pairs(table, &start, easy, &WIDTHS, RIVALS)).collect();
    for phase in learn(&pairs) {
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

fn read(file: &str) -> Weights {
    let text = std::fs::read_to_string(file).expect("a file of weights");
    let mut numbers = text.split_whitespace().map(|word| word.parse().expect("a number"));
    std::array::from_fn(|_| {
        std::array::from_fn(|_| numbers.next().expect("a weight for each feature"))
    })
}

/// Logistic regression by AdaGrad, on features divided by their root mean square.
fn learn(pairs: &[Difference]) -> Weights {
    let mut scale = vec![0.0; COUNT];
    for &(feature, n) in pairs.iter().flatten() {
        scale[feature] += f64::from(n * n) / pairs.len() as f64;
    }
    let scale: Vec<f64> = scale.iter().map(|square: &f64| square.sqrt().max(1e-3)).collect();
    let mut weights = vec![0.0; COUNT];
    let mut squares = vec![1e-8; COUNT];
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
    std::array::from_fn(|phase| std::array::from_fn(|f| weight(phase * FEATURES + f)))
}
