//! Learns the planner's weights from nothing but deals, by an evolution strategy.
//!
//! `scripts/train.sh eklige-elfer-planner` runs it. ROUNDS rounds from the weights in use or those of FILE; only seeds
//! below 100000 are taken. Standard output gets the weights, a row for each feature: its weight before the first
//! deal and after the last one; then [`CHANCES`](gehtauf_players::training::eklige_elfer::CHANCES) for these weights, a row for each
//! number of deals left: a logistic curve for whether the planner wins, fitted to the ends of games. The same
//! arguments give the same numbers.

use gehtauf_cards::seeded_deck;
use gehtauf_players::training::Evolution;
use gehtauf_players::training::eklige_elfer::*;
use gehtauf_rules::{AnyPosition, Game, RuleSet, View};

/// How wide the planner's beam is.
const WIDTH: usize = 6;
/// The deals of a round.
const DEALS: u64 = 1000;
const SEEDS: u64 = 100_000;

/// How many games the curves are fitted to.
const GAMES: u64 = 20_000;

type Point = [f64; 2 * FEATURES];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rounds: u64 = words.first().and_then(|w| w.parse().ok()).expect("a number of rounds");
    let start: Point = match words.get(1) {
        None => std::array::from_fn(|i| f64::from(WEIGHTS[i / 2][i % 2])),
        Some(path) => read(&std::fs::read_to_string(path).expect("a file of weights")),
    };
    let game = Game::new(RuleSet::EkligeElfer, &[]).expect("the default options");
    let mut layer = Layer::new();
    let mut evolution = Evolution::new(start);
    let mut first = 0;
    for round in 0..rounds {
        let deals: Vec<(Seen, Hidden)> =
            (first..first + DEALS).map(|seed| deal(&game, seed % SEEDS)).collect();
        first += DEALS;
        let spread: Point = std::array::from_fn(|i| {
            let [a, b] = [evolution.point[i & !1], evolution.point[i | 1]];
            (0.2 * a.abs().max(b.abs())).max(6.0)
        });
        let mean = evolution.round(&spread, |point| {
            deals.iter().map(|d| play(d, &weights(point), &mut layer)).sum::<f64>() / DEALS as f64
        });
        eprintln!("round {round}: {mean:.4}");
        if round % 10 == 9 || round + 1 == rounds {
            eprint!("{}", write(&weights(&evolution.point)));
        }
    }
    let weights = weights(&evolution.point);
    print!("{}", write(&weights));
    println!();
    for ends in ends_by_deals_left(&game, &weights, &mut layer) {
        let [base, slope] = fit(&ends);
        println!("    [{base:.4}, {slope:.6}],");
    }
}

/// The values of the ends before a deal, and whether the game was won then.
type Ends = Vec<(f64, bool)>;

fn ends_by_deals_left(game: &Game, weights: &Weights, layer: &mut Layer) -> [Ends; CHANCES.len()] {
    let mut ends: [Ends; CHANCES.len()] = Default::default();
    for seed in 0..GAMES {
        let (mut seen, hidden) = deal(game, seed);
        let mut met = Vec::new();
        let planning = Planning { weights, width: WIDTH };
        let won = play_out(planning, &mut seen, &hidden, layer, |left, value| {
            met.push((left, value));
        });
        met.into_iter().for_each(|(left, value)| ends[left].push((f64::from(value), won)));
    }
    ends
}

/// Base and slope of the logistic curve of the greatest likelihood, by Newton's method; zeros without ends.
fn fit(ends: &Ends) -> [f64; 2] {
    let n = ends.len().max(1) as f64;
    let mean = ends.iter().map(|&(value, _)| value).sum::<f64>() / n;
    let spread = (ends.iter().map(|&(value, _)| (value - mean).powi(2)).sum::<f64>() / n).sqrt();
    if spread == 0.0 {
        return [0.0; 2];
    }
    let [mut base, mut slope] = [0.0; 2];
    for _ in 0..30 {
        let ([mut to_base, mut to_slope], [mut aa, mut ab, mut bb]) = ([0.0; 2], [1e-9; 3]);
        for &(value, won) in ends {
            let x = (value - mean) / spread;
            let chance = 1.0 / (1.0 + (-(base + slope * x)).exp());
            let (error, weight) = (f64::from(u8::from(won)) - chance, chance * (1.0 - chance));
            to_base += error;
            to_slope += error * x;
            aa += weight;
            ab += weight * x;
            bb += weight * x * x;
        }
        let determinant = aa * bb - ab * ab;
        base += (to_base * bb - to_slope * ab) / determinant;
        slope += (to_slope * aa - to_base * ab) / determinant;
    }
    [base - slope * mean / spread, slope / spread]
}

fn deal(game: &Game, seed: u64) -> (Seen, Hidden) {
    let deal = game.deal(&seeded_deck(seed, game.pack())).expect("the deck is the game's pack");
    let seen = Seen::new(&View::of_deal(&deal)).expect("a whole deal fits");
    let AnyPosition::EkligeElfer(position) = deal else { panic!("another game") };
    (seen, Hidden::of(&position))
}

/// 1 for a win; a loss counts the more the fewer runs are left on others.
fn play((seen, hidden): &(Seen, Hidden), weights: &Weights, layer: &mut Layer) -> f64 {
    let mut seen = seen.clone();
    if play_out(Planning { weights, width: WIDTH }, &mut seen, hidden, layer, |_, _| {}) {
        return 1.0;
    }
    0.3 * (-heads_left(&seen) / 4.0).exp()
}

fn weights(point: &Point) -> Weights {
    std::array::from_fn(|i| [point[2 * i].round() as i32, point[2 * i + 1].round() as i32])
}

fn write(weights: &Weights) -> String {
    weights.iter().map(|[a, b]| format!("    [{a}, {b}],\n")).collect()
}

fn read(text: &str) -> Point {
    let text = text.split("\n\n").next().unwrap_or_default();
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-').filter(|w| !w.is_empty());
    let numbers: Vec<f64> = numbers.map(|w| w.parse().expect("a number")).collect();
    numbers.try_into().expect("two numbers for each feature")
}

/// Plays a game; says whether it is won, and before each deal how many are left and what the end is worth.
fn play_out(
    planning: Planning<'_>,
    seen: &mut Seen,
    hidden: &Hidden,
    layer: &mut Layer,
    mut before_deal: impl FnMut(usize, i32),
) -> bool {
    hidden.turn_up(seen);
    loop {
        let value = planning.play_layer(seen, layer);
        if seen.runs_left == 0 {
            return true;
        }
        if !hidden.turn_up(seen) {
            if seen.talon == 0 {
                return false;
            }
            before_deal(seen.deals_left(), value);
            hidden.deal(seen);
        }
    }
}

/// How many runs are not a King's at the bottom of a column.
fn heads_left(seen: &Seen) -> f64 {
    let is_king = |head: u8| head & 15 == seen.king;
    let stacks = seen.stacks[..seen.width].iter();
    stacks
        .map(|s| f64::from(s.len) - f64::from(u8::from(s.len > 0 && is_king(s.runs[0].head))))
        .sum()
}
