//! Shorter and shorter wins, and how short none can be.

mod by_rules;
mod in_space;

use gehtauf_rules::{AnyPosition, Move, replay};
use gehtauf_search::{Budget, Limit, Stop};

use crate::register;

pub(crate) use by_rules::shorten_by_rules;
pub(crate) use in_space::{FIRST_WIDTH, WIDENING, Win, prove};

/// The best answer to "how few moves does it take?".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortestWin {
    /// The shortest win known.
    pub moves: Vec<Move>,
    /// No win has fewer moves.
    pub at_least: u32,
    /// Nothing if no win is shorter, else the limit that struck before that was proven.
    pub unproven: Option<Limit>,
}

/// The shortest win known so far, and the least number of moves that a win may have.
#[derive(Debug, Clone)]
pub struct Best {
    moves: Vec<Move>,
    at_least: u32,
}

impl Best {
    /// A win of which no bound is known yet.
    pub fn new(moves: Vec<Move>) -> Best {
        Best { moves, at_least: 0 }
    }

    /// How many moves the win has.
    pub fn length(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The win.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Takes a win in place of a longer one.
    pub fn shorten(&mut self, moves: Vec<Move>, budget: &Budget<'_>) {
        if moves.len() < self.moves.len() {
            self.moves = moves;
        }
        self.tell(budget);
    }

    /// Learns that no win has fewer moves than this, up to the length of the win.
    pub fn raise(&mut self, at_least: u32, budget: &Budget<'_>) {
        self.at_least = self.at_least.max(at_least.min(self.length()));
        self.tell(budget);
    }

    /// Whether no win is shorter.
    pub fn is_proven(&self) -> bool {
        self.at_least == self.length()
    }

    fn tell(&self, budget: &Budget<'_>) {
        budget.tell_lengths(self.length(), self.at_least);
    }
}

/// Looks for wins shorter than `known`, a win from `position`, with what is left of the budget.
///
/// What is known when a limit strikes is the answer, with the limit: greater ones may do better.
///
/// # Panics
/// `known` is no win.
pub fn shortest_win(
    position: &AnyPosition,
    known: &[Move],
    budget: &mut Budget<'_>,
) -> ShortestWin {
    assert_eq!(replay(position, known), Ok(()), "only a win can be shortened");
    let mut best = Best::new(known.to_vec());
    best.raise(register::lower_bound(position), budget);
    let end =
        if best.is_proven() { Ok(()) } else { register::shortest(position, &mut best, budget) };
    let limit = match end {
        Err(Stop::Limit(limit)) => limit,
        Ok(()) | Err(Stop::Stage) => Limit::States,
    };
    let unproven = (!best.is_proven()).then_some(limit);
    let Best { moves, at_least } = best;
    ShortestWin { moves, at_least, unproven }
}
