//! A game being played: the moves so far, where in them the player is, and what is known.

use std::collections::HashMap;

use gehtauf::players::{best_cheap, planned};
use gehtauf::rules::{AnyPosition, Game, Move, Position, Referee, Slot, View};
use gehtauf::survey::{Completions, Hints, MoveOutcome};

use super::book::{Book, Known};
use super::judge::{Answer, COMPLETIONS, Question, Sample};
use crate::lang::Prospect;
use crate::table::Table;

/// What the player is told until the next key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// No move has been played.
    NothingToUndo,
    /// No win of the position is known.
    NoSolution,
    /// The position cannot be won.
    Lost,
    /// A win is still being searched for or shortened.
    NotYet,
    /// Of no position of the game is it known that it can be won.
    NoWayBack,
    /// Cards are hidden, so that no solution is one for sure.
    Hidden,
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
    /// Whether the terminal is large enough to draw the game.
    pub is_drawn: bool,
    /// Whether the keys are shown instead of the table.
    pub help: bool,
    /// Whether the player knows the hidden cards too.
    is_open: bool,
    /// The game before each of the moves and after the last.
    games: Vec<Referee>,
    /// The moves played and, after them, those taken back.
    moves: Vec<Move>,
    /// How many moves are played.
    played: usize,
    /// The legal moves of the position and where they lead.
    next: Vec<(Move, AnyPosition)>,
    book: Book,
    /// What is known of the moves where cards are hidden, and of how many completions it is to be.
    hints: HashMap<View, (Hints, u64)>,
    /// Where cards are hidden, the next move of a plan that a hint began.
    plans: HashMap<View, Move>,
}

impl Session {
    /// A game from this position, whose player knows the hidden cards too if it is `is_open`.
    pub fn new(game: Game, start: Referee, source: String, is_open: bool) -> Session {
        let mut session = Session {
            game,
            source,
            chosen: 0,
            message: None,
            scroll: 0,
            is_drawn: true,
            help: false,
            is_open,
            games: vec![start],
            moves: Vec::new(),
            played: 0,
            next: Vec::new(),
            book: Book::default(),
            hints: HashMap::new(),
            plans: HashMap::new(),
        };
        session.look();
        session
    }

    /// The position on the screen.
    pub fn position(&self) -> &AnyPosition {
        self.position_at(self.played)
    }

    fn position_at(&self, played: usize) -> &AnyPosition {
        self.games[played].position()
    }

    /// What the player sees, if that leaves anything in doubt.
    pub fn doubtful(&self) -> Option<&View> {
        self.doubtful_at(self.played)
    }

    fn doubtful_at(&self, played: usize) -> Option<&View> {
        let view = self.games[played].view();
        (!self.is_open && view.certain().is_none()).then_some(view)
    }

    /// What the player sees.
    pub fn table(&self) -> Table {
        if self.is_open {
            Table::new(&self.game, &self.position().layout())
        } else {
            Table::as_seen(&self.game, self.view())
        }
    }

    /// What has been seen of the position on the screen.
    pub fn view(&self) -> &View {
        self.games[self.played].view()
    }

    /// The cards that a legal move moves, as far as the player knows them.
    pub fn cards_moved(&self, m: Move) -> Vec<Slot> {
        match self.is_open {
            true => self.position().cards_moved(m).into_iter().map(Slot::Up).collect(),
            false => self.view().cards_moved(m),
        }
    }

    /// What is known of the legal moves where cards are hidden.
    pub fn hints(&self) -> Option<&Hints> {
        let (hints, _) = self.hints.get(self.doubtful()?)?;
        (hints.completions() > 0).then_some(hints)
    }

    /// The completion that is to be looked at next, where cards are hidden.
    pub fn sample(&self) -> Option<Sample> {
        let view = self.doubtful()?;
        let (number, wanted) = self.hints.get(view).map_or((0, 1), |(h, n)| (h.completions(), *n));
        let is_open = number < wanted && !view.is_won() && !self.next.is_empty();
        is_open.then(|| Sample { view: view.clone(), number })
    }

    /// Enters what came of the moves in a completion under what is seen of it.
    pub fn learn_outcomes(&mut self, Sample { view, number }: Sample, outcomes: Vec<MoveOutcome>) {
        let player = best_cheap(self.game.rule_set());
        let none = || {
            let completions = Completions::new(view.clone(), COMPLETIONS);
            (Hints::of_player(&completions, player), completions.count())
        };
        let (hints, _) = self.hints.entry(view.clone()).or_insert_with(none);
        if hints.completions() == number {
            hints.add(outcomes);
        }
    }

    /// The moves played.
    pub fn moves_played(&self) -> &[Move] {
        &self.moves[..self.played]
    }

    /// The position before the last move and the move.
    pub fn last_move(&self) -> Option<(&AnyPosition, Move)> {
        let last = self.played.checked_sub(1)?;
        Some((self.position_at(last), self.moves[last]))
    }

    /// The legal moves.
    pub fn legal(&self) -> impl ExactSizeIterator<Item = Move> {
        self.next.iter().map(|(m, _)| *m)
    }

    /// The chosen one of the legal moves.
    pub fn chosen_move(&self) -> Option<Move> {
        self.next.get(self.chosen).map(|(m, _)| *m)
    }

    /// Chooses the next of the legal moves whose card comes from elsewhere.
    pub fn choose_from_next_pile(&mut self) {
        let from = |number: usize| {
            let text = self.next[number].0.to_string();
            text.split_once('>').map_or(text.clone(), |(from, _)| from.to_string())
        };
        let later = (self.chosen + 1)..self.next.len();
        let mut others = later.chain(0..self.chosen.min(self.next.len()));
        if let Some(other) = others.find(|&other| from(other) != from(self.chosen)) {
            self.chosen = other;
        }
    }

    /// Whether the position can be won, if that is known.
    pub fn prospect(&self) -> Option<Prospect> {
        self.prospect_at(self.played)
    }

    /// Whether the game can be won after the legal move of this index, if that is known.
    pub fn prospect_after(&self, index: usize) -> Option<Prospect> {
        if self.doubtful().is_some() {
            return None;
        }
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

    /// Where cards are hidden: lost if no completion looked at can be won.
    fn prospect_at(&self, played: usize) -> Option<Prospect> {
        let Some(view) = self.doubtful_at(played) else {
            return self.book.prospect(self.position_at(played));
        };
        if self.games[played].view().legal_moves().is_empty() {
            return Some(if view.is_won() { Prospect::Won } else { Prospect::Lost });
        }
        let (hints, wanted) = self.hints.get(view)?;
        let tally = hints.winnable_by_any();
        match tally.won {
            1.. => Some(Prospect::Won),
            0 if hints.completions() < *wanted => None,
            0 if tally.unknown == 0 => Some(Prospect::Lost),
            0 => Some(Prospect::Unknown),
        }
    }

    /// What is to be found out next: first about the position, then, if it is lost, since when, and
    /// else about each legal move.
    pub fn question(&self) -> Option<Question> {
        if self.doubtful().is_some() {
            return None;
        }
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
                let is_open = |i| self.doubtful_at(i).is_none() && self.prospect_at(i).is_none();
                let open: Vec<_> = (from..to).filter(|&i| is_open(i)).collect();
                let middle = *open.get(open.len() / 2)?;
                Some(Question::Winnable(self.position_at(middle).clone()))
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
            let is_before = |game: &&Referee| *game.position() != answer.position;
            let before = self.games.iter().take_while(is_before).count();
            for later in self.games.iter().skip(before + 1) {
                self.book.enter(later.position(), Known::Lost);
            }
        }
        self.book.enter(&answer.position, answer.known);
        self.book.enter_from_next(self.games[self.played].position(), &self.next);
    }

    /// Plays a move.
    ///
    /// # Panics
    /// It is not legal.
    pub fn play(&mut self, m: Move) {
        assert!(self.legal().any(|legal| legal == m), "a legal move");
        if self.moves.get(self.played) != Some(&m) {
            self.moves.truncate(self.played);
            self.games.truncate(self.played + 1);
            self.moves.push(m);
            let mut next = self.games[self.played].clone();
            next.play(m);
            self.games.push(next);
        }
        let [before, after] = [self.played, self.played + 1].map(|i| self.games[i].position());
        self.book.enter_next(before, m, after);
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

    /// Takes moves back to the last position that can be won; that a deal is lost from the start is
    /// told all the time.
    pub fn take_back_to_won(&mut self) {
        match self.last_won() {
            Some(won) => self.go_to(won),
            None if self.first_lost() == Some(0) => {}
            None => self.message = Some(Message::NoWayBack),
        }
    }

    /// Chooses the next move of a known win; where cards are hidden, that of a plan that a hint began, or else
    /// the best move.
    pub fn hint(&mut self) {
        if let Some(view) = self.doubtful().cloned() {
            let planned = self.plans.get(&view).copied();
            let planned = planned.and_then(|planned| self.legal().position(|m| m == planned));
            let best = || self.hints().and_then(|hints| hints.ranking().first().copied());
            match planned.or_else(best) {
                Some(next) => {
                    self.chosen = next;
                    self.plan_on(&view, self.next[next].0);
                }
                None => self.message = Some(Message::NotYet),
            }
            return;
        }
        let hint = self.book.win(self.position()).and_then(|win| win.moves.first().copied());
        match hint.and_then(|hint| self.legal().position(|m| m == hint)) {
            Some(index) => self.chosen = index,
            None => self.message = self.why_no_solution(),
        }
    }

    /// Remembers what the player plays after this move until a card is turned up. A view keeps its move: so each
    /// plan leads to its own end or on along an earlier one, and hint after hint in no circle.
    fn plan_on(&mut self, view: &View, m: Move) {
        let Some(after) = view.after(m) else { return };
        let plan = planned(&after, best_cheap(self.game.rule_set()));
        // Of a view that it comes back to, the last move.
        for (view, m) in plan.into_iter().rev() {
            self.plans.entry(view).or_insert(m);
        }
    }

    /// Plays the next moves of the shortened win, as many as this or as it has.
    pub fn follow_win(&mut self, most: usize) {
        match self.book.win(self.position()) {
            _ if self.doubtful().is_some() => self.message = Some(Message::Hidden),
            Some(win) if win.is_short => {
                let moves: Vec<Move> = win.moves.iter().take(most).copied().collect();
                moves.into_iter().for_each(|m| self.play(m));
            }
            _ => self.message = self.why_no_solution(),
        }
    }

    /// Nothing of a game that has come out, which is told all the time.
    fn why_no_solution(&self) -> Option<Message> {
        match self.prospect() {
            _ if self.position().is_won() => None,
            None | Some(Prospect::Won) => Some(Message::NotYet),
            Some(Prospect::Lost) => Some(Message::Lost),
            Some(Prospect::Unknown) => Some(Message::NoSolution),
        }
    }

    /// Goes to the position after so many of the moves.
    fn go_to(&mut self, played: usize) {
        // A win of the position left is one of those before it too.
        for i in (played..self.played).rev() {
            let [before, after] = [i, i + 1].map(|i| self.games[i].position());
            self.book.enter_before_win(before, self.moves[i], after);
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
