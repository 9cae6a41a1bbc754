//! A game being played: the moves so far, where in them the player is, and what is known.

use gehtauf::rules::{AnyPosition, Game, Move, Position};

use super::book::{Book, Known};
use super::judge::{Answer, Question};
use crate::lang::Prospect;

/// What the player is told until the next key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// No move has been played.
    NothingToUndo,
    /// No win of the position is known.
    NoSolution,
    /// A win is still being searched for or shortened.
    NotYet,
    /// Of no position of the game is it known that it can be won.
    NoWayBack,
}

/// The move that lost the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LostBy {
    /// Its number, from 1; 0 if the game was lost from the start.
    pub number: usize,
    /// Whether the position before it could be won, or that is not known.
    pub is_certain: bool,
}

/// One game in the terminal.
pub struct Session {
    /// The rule set with its options.
    pub game: Game,
    /// Where the deal comes from.
    pub source: String,
    /// Index of the chosen legal move.
    pub chosen: usize,
    /// What the player is told.
    pub message: Option<Message>,
    /// Lines of the table above the screen.
    pub scroll: u16,
    /// Whether the keys are shown instead of the table.
    pub help: bool,
    /// The position before each of the moves and after the last.
    positions: Vec<AnyPosition>,
    /// The moves played and, after them, those taken back.
    moves: Vec<Move>,
    /// How many moves are played.
    played: usize,
    /// The legal moves of the position and where they lead.
    next: Vec<(Move, AnyPosition)>,
    book: Book,
}

impl Session {
    /// A game from this position.
    pub fn new(game: Game, start: AnyPosition, source: String) -> Session {
        let mut session = Session {
            game,
            source,
            chosen: 0,
            message: None,
            scroll: 0,
            help: false,
            positions: vec![start],
            moves: Vec::new(),
            played: 0,
            next: Vec::new(),
            book: Book::default(),
        };
        session.look();
        session
    }

    /// The position on the screen.
    pub fn position(&self) -> &AnyPosition {
        &self.positions[self.played]
    }

    /// The moves played.
    pub fn moves_played(&self) -> &[Move] {
        &self.moves[..self.played]
    }

    /// The position before the last move and the move.
    pub fn last_move(&self) -> Option<(&AnyPosition, Move)> {
        let last = self.played.checked_sub(1)?;
        Some((&self.positions[last], self.moves[last]))
    }

    /// The legal moves.
    pub fn legal(&self) -> impl ExactSizeIterator<Item = Move> {
        self.next.iter().map(|(m, _)| *m)
    }

    /// The chosen one of the legal moves.
    pub fn chosen_move(&self) -> Option<Move> {
        self.next.get(self.chosen).map(|(m, _)| *m)
    }

    /// Whether the position can be won, if that is known.
    pub fn prospect(&self) -> Option<Prospect> {
        self.book.prospect(self.position())
    }

    /// Whether the game can be won after the legal move of this index, if that is known.
    pub fn prospect_after(&self, index: usize) -> Option<Prospect> {
        let (m, next) = &self.next[index];
        match self.book.of(self.position()) {
            Some(Known::Lost) => Some(Prospect::Lost),
            Some(Known::Won(win)) if win.moves.first() == Some(m) => Some(Prospect::Won),
            _ => self.book.prospect(next),
        }
    }

    /// The moves that win the position, if a win is known.
    #[cfg(test)]
    pub fn win(&self) -> Option<&[Move]> {
        self.book.win(self.position()).map(|win| win.moves.as_slice())
    }

    /// The move that lost the game, if it is known to be lost.
    pub fn lost_by(&self) -> Option<LostBy> {
        let number = self.first_lost()?;
        let is_certain = number == 0 || self.last_won() == Some(number - 1);
        Some(LostBy { number, is_certain })
    }

    /// How many moves led to the first position known to be lost.
    fn first_lost(&self) -> Option<usize> {
        (0..=self.played).find(|&i| self.prospect_at(i) == Some(Prospect::Lost))
    }

    /// How many moves led to the last position known to be won.
    fn last_won(&self) -> Option<usize> {
        (0..=self.played).rev().find(|&i| self.prospect_at(i) == Some(Prospect::Won))
    }

    fn prospect_at(&self, played: usize) -> Option<Prospect> {
        self.book.prospect(&self.positions[played])
    }

    /// What is to be found out next: first about the position, then, if it is lost, since when, and
    /// else about each legal move.
    pub fn question(&self) -> Option<Question> {
        let position = self.position();
        match self.book.of(position) {
            None => Some(Question::Winnable(position.clone())),
            Some(Known::Won(win)) if !win.is_short => {
                Some(Question::Shorter(position.clone(), win.moves.clone()))
            }
            Some(Known::Lost) => {
                // A lost position stays lost: the middle one halves the doubt.
                let from = self.last_won().map_or(0, |won| won + 1);
                let to = self.first_lost()?;
                let open: Vec<_> = (from..to).filter(|&i| self.prospect_at(i).is_none()).collect();
                let middle = *open.get(open.len() / 2)?;
                Some(Question::Winnable(self.positions[middle].clone()))
            }
            Some(Known::Won(_) | Known::Unknown) => {
                let open = (0..self.next.len()).find(|&i| self.prospect_after(i).is_none())?;
                Some(Question::Winnable(self.next[open].1.clone()))
            }
        }
    }

    /// Enters an answer under the position it is about, whatever lies on the screen by now.
    pub fn learn(&mut self, answer: Answer) {
        if answer.known == Known::Lost {
            let before = self.positions.iter().take_while(|&p| *p != answer.position).count();
            for later in self.positions.iter().skip(before + 1) {
                self.book.enter(later, Known::Lost);
            }
        }
        self.book.enter(&answer.position, answer.known);
        self.book.enter_from_next(&self.positions[self.played], &self.next);
    }

    /// Plays a move.
    ///
    /// # Panics
    /// It is not legal.
    pub fn play(&mut self, m: Move) {
        let (_, next) = self.next.iter().find(|(legal, _)| *legal == m).expect("a legal move");
        if self.moves.get(self.played) != Some(&m) {
            self.moves.truncate(self.played);
            self.positions.truncate(self.played + 1);
            self.moves.push(m);
            self.positions.push(next.clone());
        }
        self.book.enter_next(&self.positions[self.played], m, &self.positions[self.played + 1]);
        self.go_to(self.played + 1);
    }

    /// Takes the last move back.
    pub fn take_back(&mut self) {
        match self.played.checked_sub(1) {
            Some(before) => self.go_to(before),
            None => self.message = Some(Message::NothingToUndo),
        }
    }

    /// Plays again a move taken back.
    pub fn play_again(&mut self) {
        if let Some(&m) = self.moves.get(self.played) {
            self.play(m);
        }
    }

    /// Takes all moves back.
    pub fn take_all_back(&mut self) {
        self.go_to(0);
    }

    /// Takes moves back to the last position that can be won.
    pub fn take_back_to_won(&mut self) {
        match self.last_won() {
            Some(won) => self.go_to(won),
            None => self.message = Some(Message::NoWayBack),
        }
    }

    /// Chooses the next move of a known win.
    pub fn hint(&mut self) {
        let hint = self.book.win(self.position()).and_then(|win| win.moves.first().copied());
        match hint.and_then(|hint| self.legal().position(|m| m == hint)) {
            Some(index) => self.chosen = index,
            None => self.message = Some(self.why_no_solution()),
        }
    }

    /// Plays the next moves of the shortened win, as many as this or as it has.
    pub fn follow_win(&mut self, most: usize) {
        match self.book.win(self.position()) {
            Some(win) if win.is_short => {
                let moves: Vec<Move> = win.moves.iter().take(most).copied().collect();
                moves.into_iter().for_each(|m| self.play(m));
            }
            _ => self.message = Some(self.why_no_solution()),
        }
    }

    fn why_no_solution(&self) -> Message {
        match self.prospect() {
            None => Message::NotYet,
            Some(Prospect::Won) if !self.position().is_won() => Message::NotYet,
            Some(_) => Message::NoSolution,
        }
    }

    /// Goes to the position after so many of the moves.
    fn go_to(&mut self, played: usize) {
        // A win of the position left is one of those before it too.
        for i in (played..self.played).rev() {
            self.book.enter_before_win(&self.positions[i], self.moves[i], &self.positions[i + 1]);
        }
        self.played = played;
        self.look();
    }

    /// Sees which moves the position has.
    fn look(&mut self) {
        let position = self.position().clone();
        let after = |m| {
            let mut next = position.clone();
            next.play(m);
            (m, next)
        };
        self.next = position.legal_moves().into_iter().map(after).collect();
        self.book.enter_from_next(&position, &self.next);
        self.chosen = 0;
    }
}
