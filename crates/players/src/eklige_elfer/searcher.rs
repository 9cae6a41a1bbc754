//! A player who judges the planner's best ends of a layer by sampled completions, played on by a narrow
//! planner who does not know them either: an inner player who saw them would find a way that the player at
//! the table cannot find.

use gehtauf_rules::{Move, View};
use rand_core::Rng;

use super::evaluation::{Values, WEIGHTS, win_chance};
use super::hidden::Hidden;
use super::layer::{End, Layer};
use super::plan::{Planning, moves, up_to_turned};
use super::planner::without_plan;
use super::seen::{Seen, Step};
use crate::player::{About, Player};
use crate::seed::Seed;

/// Judges what the planner finds by playing on with sampled cards.
#[derive(Debug)]
pub(crate) struct Searcher;

/// How much is compared; the later it is in the game, the more one end differs from another. Of the first that
/// is for so many deals as are left.
const PARTS: [GamePart; 3] = [
    GamePart { deals: 0, width: 500, ends: 10, halvings: &[(16, 5), (32, 3), (64, 2)] },
    GamePart { deals: 3, width: 200, ends: 40, halvings: &[(16, 20), (32, 10), (64, 5), (128, 2)] },
    GamePart { deals: usize::MAX, width: 50, ends: 10, halvings: &[(16, 5), (32, 3), (64, 2)] },
];

/// Plays the ends on.
const INNER: Planning<'_> = Planning { weights: &WEIGHTS, width: 4 };

/// How wide its beam is after the last deal, when there is nothing to save the good for.
const INNER_LAST_WIDTH: usize = 12;

/// For how many deals; then the chances are estimated.
const DEALS: usize = 2;

/// By how many standard errors another end must be better than the planner's.
const ERRORS: f64 = 1.0;

const ABOUT: About = About {
    name: "searcher",
    en: "Takes the ten to forty best plans of the planner and plays each on for two deals of the same sampled cards, which \
         it does not look at while it plays. It leaves the planner's choice only for a plan that is better by more \
         than the standard error of the difference.",
    de: "Nimmt die zehn bis vierzig besten Pläne von `planner` und spielt jeden über zweimal \
         Anlegen mit denselben ausgelosten Karten weiter, ohne sie beim Spielen anzusehen. Er verlässt \
         die Wahl von `planner` nur für einen Plan, der um mehr als den Standardfehler der \
         Differenz besser ist.",
};

impl Player for Searcher {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn uses_chance(&self) -> bool {
        true
    }

    fn is_cheap(&self) -> bool {
        false
    }

    fn plan(&self, view: &View, seed: &Seed) -> Vec<Move> {
        let Some(seen) = Seen::new(view) else { return without_plan(view) };
        let mut generator = seed.generator(self.name(), view);
        moves(&seen, &steps(&seen, &mut Layer::new(), &mut generator))
    }
}

/// How much is compared in a part of the game.
struct GamePart {
    /// As long as no more deals are left.
    deals: usize,
    /// How wide the beam is that plans the ends.
    width: usize,
    /// How many of them are compared.
    ends: usize,
    /// How many completions each halving adds, and how many ends, at least two, are left after it.
    halvings: &'static [(usize, usize)],
}

/// An end, or as much of it as is played before something is turned up.
struct Candidate {
    steps: Vec<Step>,
    after: Seen,
    scores: Vec<f64>,
}

impl Candidate {
    fn total(&self) -> f64 {
        self.scores.iter().sum()
    }
}

/// The steps to play before the next card is turned up or dealt.
fn steps(seen: &Seen, layer: &mut Layer, rng: &mut impl Rng) -> Vec<Step> {
    let part = PARTS.iter().find(|part| seen.deals_left() <= part.deals);
    let part = part.expect("the last part has no end");
    let mut candidates = candidates(seen, part, layer);
    let choice = &candidates[0].after;
    let is_last = choice.talon == 0 && choice.to_turn_up().is_none();
    if candidates.len() == 1 || choice.runs_left == 0 || is_last {
        return candidates.swap_remove(0).steps;
    }
    for &(samples, left) in part.halvings {
        for _ in 0..samples {
            let hidden = Hidden::sample(seen, rng);
            for candidate in &mut candidates {
                let score = play_on(candidate.after.clone(), &hidden, layer);
                candidate.scores.push(score);
            }
        }
        // The planner's own choice stays to be compared with.
        candidates[1..].sort_by(|a, b| b.total().total_cmp(&a.total()));
        candidates.truncate(left);
    }
    let chosen = usize::from(is_better(&candidates[1], &candidates[0]));
    candidates.swap_remove(chosen).steps
}

/// The different ends, the planner's choice first.
fn candidates(seen: &Seen, part: &GamePart, layer: &mut Layer) -> Vec<Candidate> {
    let values = Values::new(seen, &WEIGHTS);
    let mut candidates: Vec<Candidate> = Vec::new();
    for End { steps, .. } in layer.ends(seen, &values, part.width, 4 * part.ends) {
        let steps = up_to_turned(seen, steps);
        let mut after = seen.clone();
        for &step in &steps {
            if !after.play(step, &mut |_| {}) {
                break;
            }
        }
        if candidates.iter().all(|other| other.after != after) {
            candidates.push(Candidate { steps, after, scores: Vec::new() });
        }
        if candidates.len() == part.ends {
            break;
        }
    }
    candidates
}

/// The chance to win, as it looks after some more deals of a completion.
fn play_on(mut seen: Seen, hidden: &Hidden, layer: &mut Layer) -> f64 {
    let mut deals = DEALS;
    if !hidden.turn_up(&mut seen) {
        if seen.talon == 0 {
            return 0.0;
        }
        hidden.deal(&mut seen);
        deals -= 1;
    }
    loop {
        let width = if seen.talon == 0 { INNER_LAST_WIDTH } else { INNER.width };
        let value = Planning { width, ..INNER }.play_layer(&mut seen, layer);
        if seen.runs_left == 0 {
            return 1.0;
        }
        if hidden.turn_up(&mut seen) {
            continue;
        }
        if seen.talon == 0 {
            return 0.0;
        }
        if deals == 0 {
            return win_chance(value, seen.deals_left());
        }
        hidden.deal(&mut seen);
        deals -= 1;
    }
}

/// Whether an end is better than the planner's by more than the error of that.
fn is_better(other: &Candidate, choice: &Candidate) -> bool {
    let n = choice.scores.len() as f64;
    let gains = other.scores.iter().zip(&choice.scores).map(|(a, b)| a - b);
    let (sum, squares) = gains.fold((0.0, 0.0), |(s, q), gain| (s + gain, q + gain * gain));
    let mean = sum / n;
    let error = ((squares / n - mean * mean).max(0.0) / n).sqrt();
    mean > ERRORS * error && mean > 0.0
}
