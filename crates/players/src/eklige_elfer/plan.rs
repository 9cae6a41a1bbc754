//! Plans everything between two deals; between them nothing is hidden but what a face-down card is.

use gehtauf_rules::Move;

use super::evaluation::{Values, Weights};
use super::layer::{End, Layer};
use super::seen::{Seen, Step};

/// How the ends of a layer are looked for.
#[derive(Debug, Clone, Copy)]
pub struct Planning<'w> {
    /// What the ends are judged by.
    pub weights: &'w Weights,
    /// States that the beam keeps from one step to the next.
    pub width: usize,
}

impl Planning<'_> {
    /// The best steps of the layer; those up to the first face-down card that they turn up if they do.
    pub fn steps(&self, seen: &Seen, layer: &mut Layer) -> Vec<Step> {
        up_to_turned(seen, self.end(seen, layer).steps)
    }

    /// The best end of the layer.
    pub fn end(&self, seen: &Seen, layer: &mut Layer) -> End {
        let values = Values::new(seen, self.weights);
        layer.best(seen, &values, self.width)
    }

    /// Plays the best steps of the layer until they turn up a card, needed for that or not; gives the value of its end.
    pub fn play_layer(&self, seen: &mut Seen, layer: &mut Layer) -> i32 {
        let End { steps, value } = self.end(seen, layer);
        for step in steps {
            if !seen.play(step, &mut |_| {}) || seen.to_turn_up().is_some() {
                break;
            }
        }
        value
    }
}

/// The steps that are needed to turn up the first face-down card that these turn up; all if they turn up
/// none.
pub fn up_to_turned(seen: &Seen, mut steps: Vec<Step>) -> Vec<Step> {
    let turns = |steps: &[Step]| {
        let mut table = seen.clone();
        for (i, &step) in steps.iter().enumerate() {
            if !table.allows(step) {
                return None;
            }
            table.play(step, &mut |_| {});
            if table.to_turn_up().is_some() {
                return Some(i + 1);
            }
        }
        None
    };
    let Some(count) = turns(&steps) else { return steps };
    steps.truncate(count);
    for i in (0..count - 1).rev() {
        let mut fewer = steps.clone();
        fewer.remove(i);
        if turns(&fewer) == Some(fewer.len()) {
            steps = fewer;
        }
    }
    steps
}

/// The moves of steps, and a deal after them if they neither win nor turn up a card.
pub fn moves(seen: &Seen, steps: &[Step]) -> Vec<Move> {
    let mut table = seen.clone();
    let mut moves = Vec::new();
    for &step in steps {
        if !table.play(step, &mut |m| moves.push(m)) {
            return moves;
        }
    }
    if table.runs_left > 0 && table.to_turn_up().is_none() && table.talon > 0 {
        moves.push(Move::Deal);
    }
    moves
}
