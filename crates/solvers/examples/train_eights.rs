//! Learns the weights of Acht mal Acht or 8x8 from wins: each state of a win is to be worth more than
//! the states that the beam kept beside it (logistic regression on pairs). One round; run it again
//! with other seeds from the weights that it wrote.
//!
//! ```text
//! cargo run --release -p gehtauf-solvers --features training --example train_eights -- acht-mal-acht 1000..2500 used > weights.txt
//! cargo run --release -p gehtauf-solvers --features training --example train_eights -- acht-mal-acht 2500..4000 weights.txt
//! ```
//! Options of the game follow its name, as in `acht-mal-acht,passes=1`. The third word says where to
//! begin: `guess`, `used` (the weights in use) or a file of weights; a fourth word `hard` leaves out the
//! deals that narrow beams win; `labels` learns from the states of some levels which of them a beam of 5 wins; `free-cards` learns the weights of the level-wise beams over free-card states, `heads` of those
//! over free cards with heads, and `hard-heads` likewise without the deals that a narrow one wins. Only seeds
//! below 100000 are taken. Standard output gets the weights, a row for each group of features in each band.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::eights::Table;
use gehtauf_rules::{Game, RuleSet};
use gehtauf_solvers::GameSolver;
use gehtauf_solvers::eights::Solver;
use gehtauf_solvers::eights::training::{
    BANDS, Difference, FEATURES, FIRST_GUESS, FREE_CARD_FEATURES, FREE_CARD_ROWS, FREE_CARDS,
    HEADS_FEATURES, HEADS_ROWS, ROWS, Wins, free_card_pairs, heads_first_guess, heads_pairs,
    labelled_pairs, pairs, read, weights, with_heads, write,
};

/// How many states of the same level each state of a win is compared with.
const RIVALS: usize = 10;
/// The beams that look for a win of a deal.
const WIDTHS: [usize; 10] = [20, 20, 20, 20, 20, 60, 60, 60, 200, 200];
/// The level-wise beams that do, and those that a deal must be too hard for.
const LEVEL_WISE: ([usize; 3], [usize; 1]) = ([64, 250, 1_000], [16]);
/// The same over free cards with heads: of any deal, and of hard ones.
const HEADS: ([usize; 2], [usize; 2], [usize; 1]) = ([40, 100], [200, 800], [60]);
const EPOCHS: usize = 4;
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
    let text = |path: &str| std::fs::read_to_string(path).expect("a file of weights");
    let learned = if has("free-cards") {
        let rows = [&ROWS[..], &FREE_CARD_ROWS];
        let start = match start.as_str() {
            "guess" => [[0; FREE_CARD_FEATURES]; BANDS],
            "used" => *FREE_CARDS,
            path => read(&text(path), &rows),
        };
        let (widths, easy) = LEVEL_WISE;
        let wins = Wins { easy: &easy, widths: &widths, rivals: RIVALS };
        let pairs = tables.iter().flat_map(|t| free_card_pairs(t, &start, wins));
        let from = [[0; FREE_CARD_FEATURES]; BANDS];
        write::<FREE_CARD_FEATURES>(&learn(&pairs.collect::<Vec<_>>(), &from), &rows)
    } else if has("heads") || has("hard-heads") {
        let rows = [&HEADS_ROWS[..]];
        let start = match start.as_str() {
            "guess" => heads_first_guess(),
            "used" => *with_heads(&tables[0].rules),
            path => read(&text(path), &rows),
        };
        let (any, hard, easy) = HEADS;
        let (widths, easy) =
            if has("heads") { (&any[..], &[][..]) } else { (&hard[..], &easy[..]) };
        let wins = Wins { easy, widths, rivals: RIVALS };
        let pairs = tables.iter().flat_map(|t| heads_pairs(t, &start, wins));
        let from = [[0; HEADS_FEATURES]; BANDS];
        write::<HEADS_FEATURES>(&learn(&pairs.collect::<Vec<_>>(), &from), &rows)
    } else {
        let rows = [&ROWS[..]];
        let start = match start.as_str() {
            "guess" => *FIRST_GUESS,
            "used" => *weights(&tables[0].rules),
            path => read(&text(path), &rows),
        };
        let easy: &[usize] = if has("hard") { &[8; 6] } else { &[] };
        let wins = Wins { easy, widths: &WIDTHS, rivals: RIVALS };
        let (pairs, from): (Vec<Difference>, _) = if has("labels") {
            (tables.iter().flat_map(|t| labelled_pairs(t, &start, wins)).collect(), start)
        } else {
            let pairs = tables.iter().flat_map(|t| pairs(t, &start, wins));
            (pairs.collect(), [[0; FEATURES]; BANDS])
        };
        write::<FEATURES>(&learn(&pairs, &from), &rows)
    };
    print!("# Trained on seeds {}.\n{learned}", words[1]);
}

fn deal(game: &Game, seed: u64) -> Table {
    let position = game.deal(&seeded_deck(seed, game.pack())).expect("the deck is the game's pack");
    Solver::of(&position).expect("acht-mal-acht or 8x8").clone()
}

/// Logistic regression by AdaGrad from some weights on, on features divided by their root mean square.
fn learn<const N: usize>(pairs: &[Difference], from: &[[i32; N]; BANDS]) -> [[i32; N]; BANDS] {
    let from = from.as_flattened();
    let count = BANDS * N;
    let mut scale = vec![0.0; count];
    for &(feature, n) in pairs.iter().flatten() {
        scale[usize::from(feature)] += f64::from(n).powi(2) / pairs.len() as f64;
    }
    let scale: Vec<f64> = scale.iter().map(|square: &f64| square.sqrt().max(1e-3)).collect();
    let mut weights: Vec<f64> =
        from.iter().zip(&scale).map(|(&weight, scale)| f64::from(weight) * scale / SCALE).collect();
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
            let terms = pairs[i].iter().map(|&(f, n)| {
                let feature = usize::from(f);
                (feature, f64::from(n) / scale[feature])
            });
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
        if known { (SCALE * weights[i] / scale[i]).round() as i32 } else { from[i] }
    };
    std::array::from_fn(|band| std::array::from_fn(|feature| weight(band * N + feature)))
}
