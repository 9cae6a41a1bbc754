//! What is known of positions, each fact under the position it is about.

use std::collections::HashMap;

use gehtauf::rules::{AnyPosition, Move, Position};

use crate::lang::Prospect;

/// What is known of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// It can be won.
    Won(Win),
    /// It cannot be won.
    Lost,
    /// The limits were reached.
    Unknown,
}

/// The moves that win a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Win {
    /// All of them.
    pub moves: Vec<Move>,
    /// Whether needless moves have been left out.
    pub is_short: bool,
}

impl Known {
    /// The same in a word.
    pub fn prospect(&self) -> Prospect {
        match self {
            Known::Won(_) => Prospect::Won,
            Known::Lost => Prospect::Lost,
            Known::Unknown => Prospect::Unknown,
        }
    }

    /// How much it says: a fact more than no fact, a shortened win more than another.
    fn weight(&self) -> u8 {
        match self {
            Known::Unknown => 0,
            Known::Won(win) if !win.is_short => 1,
            Known::Won(_) | Known::Lost => 2,
        }
    }
}

/// What is known of each position looked at so far.
#[derive(Debug, Default)]
pub struct Book(HashMap<AnyPosition, Known>);

impl Book {
    /// What is known of this position, if anything.
    pub fn of(&self, position: &AnyPosition) -> Option<&Known> {
        self.0.get(position)
    }

    /// Whether the position can be won, if that has been looked at.
    pub fn prospect(&self, position: &AnyPosition) -> Option<Prospect> {
        self.of(position).map(Known::prospect)
    }

    /// The moves that win the position, if a win is known.
    pub fn win(&self, position: &AnyPosition) -> Option<&Win> {
        match self.of(position)? {
            Known::Won(win) => Some(win),
            Known::Lost | Known::Unknown => None,
        }
    }

    /// Enters what is known of a position, unless as much is known already.
    pub fn enter(&mut self, position: &AnyPosition, known: Known) {
        if self.of(position).is_none_or(|old| old.weight() < known.weight()) {
            self.0.insert(position.clone(), known);
        }
    }

    /// Enters what one position says of the next one: the rest of a win, or a loss for ever.
    pub fn enter_next(&mut self, position: &AnyPosition, m: Move, next: &AnyPosition) {
        match self.of(position) {
            Some(Known::Won(win)) if win.moves.first() == Some(&m) => {
                let rest = Win { moves: win.moves[1..].to_vec(), is_short: win.is_short };
                self.enter(next, Known::Won(rest));
            }
            Some(Known::Lost) => self.enter(next, Known::Lost),
            _ => {}
        }
    }

    /// Enters that a position can be won by a move if the next one can.
    pub fn enter_before_win(&mut self, position: &AnyPosition, m: Move, next: &AnyPosition) {
        if self.win(position).is_none()
            && let Some(win) = self.win(next)
        {
            let moves = [&[m], win.moves.as_slice()].concat();
            self.enter(position, Known::Won(Win { moves, is_short: false }));
        }
    }

    /// Enters what a position itself and all its next ones say of it: won if it or one of them is,
    /// lost if all of them are, of which there may be none.
    pub fn enter_from_next(&mut self, position: &AnyPosition, next: &[(Move, AnyPosition)]) {
        if position.is_won() {
            self.enter(position, Known::Won(Win { moves: Vec::new(), is_short: true }));
        } else if next.iter().all(|(_, next)| self.of(next) == Some(&Known::Lost)) {
            self.enter(position, Known::Lost);
        }
        for (m, next) in next {
            self.enter_before_win(position, *m, next);
        }
    }
}
