//! A game being played: the position, what led to it, and what is known of its prospects.

use std::ops::ControlFlow;

use gehtauf::rules::{AnyPosition, Game, Move, Position};
use gehtauf::search::Verdict;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::lang::Texts;

/// What is known of the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Winnable {
    /// The search is at work.
    Thinking,
    /// By these moves.
    Yes(Vec<Move>),
    /// Never.
    No,
    /// The limits were reached.
    Unknown,
}

/// One game in the terminal.
pub struct Session {
    /// The rule set with its options.
    pub game: Game,
    /// Where the deal comes from.
    pub source: String,
    /// The position on the screen.
    pub position: AnyPosition,
    /// Its legal moves.
    pub legal: Vec<Move>,
    /// Index of the chosen legal move.
    pub chosen: usize,
    /// Its prospects.
    pub winnable: Winnable,
    /// What the player is told.
    pub message: &'static str,
    /// Lines of the table above the screen.
    pub scroll: u16,
    /// Whether the keys are shown instead of the table.
    pub help: bool,
    /// The positions before, what was known of them, and the moves played in them.
    played: Vec<(AnyPosition, Winnable, Move)>,
    /// Moves taken back, the next one last.
    undone: Vec<Move>,
    /// Whether somebody has yet to be asked about the position.
    question: bool,
}

impl Session {
    /// A game from this position.
    pub fn new(game: Game, position: AnyPosition, source: String) -> Session {
        let mut session = Session {
            game,
            source,
            legal: Vec::new(),
            position,
            chosen: 0,
            winnable: Winnable::Thinking,
            message: "",
            scroll: 0,
            help: false,
            played: Vec::new(),
            undone: Vec::new(),
            question: false,
        };
        session.look(Winnable::Thinking);
        session
    }

    /// How many moves have been played.
    pub fn moves_played(&self) -> usize {
        self.played.len()
    }

    /// The position before the last move and the move.
    pub fn last_move(&self) -> Option<(&AnyPosition, Move)> {
        self.played.last().map(|(position, _, m)| (position, *m))
    }

    /// The position whose prospects are to be found out, once.
    pub fn take_question(&mut self) -> Option<AnyPosition> {
        std::mem::take(&mut self.question).then(|| self.position.clone())
    }

    /// Takes in the verdict on the position.
    pub fn learn(&mut self, verdict: Verdict<Move>) {
        self.winnable = match verdict {
            Verdict::Won(moves) => Winnable::Yes(moves),
            Verdict::Unwinnable => Winnable::No,
            Verdict::Unknown(_) => Winnable::Unknown,
        };
    }

    /// Does what the key says; breaks when the player quits.
    pub fn press(&mut self, key: KeyEvent, texts: &dyn Texts) -> ControlFlow<()> {
        self.message = "";
        let words = texts.play();
        let was_help = std::mem::take(&mut self.help);
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return ControlFlow::Break(());
            }
            KeyCode::Char('q') => return ControlFlow::Break(()),
            KeyCode::Esc if !was_help => return ControlFlow::Break(()),
            KeyCode::Char('?') => self.help = !was_help,
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down => {
                self.chosen = (self.chosen + 1).min(self.legal.len().saturating_sub(1));
            }
            KeyCode::Enter => {
                if let Some(&m) = self.legal.get(self.chosen) {
                    self.play(m);
                }
            }
            KeyCode::Char('u') | KeyCode::Backspace | KeyCode::Left => {
                self.message = if self.take_back() { "" } else { words.nothing_to_undo };
            }
            KeyCode::Char('r') => {
                if let Some(m) = self.undone.last().copied() {
                    self.play(m);
                }
            }
            KeyCode::Char('h') => match self.hint() {
                Some(m) => {
                    self.chosen = self.legal.iter().position(|&l| l == m).unwrap_or(self.chosen);
                }
                None => self.message = words.no_solution,
            },
            KeyCode::Right | KeyCode::Char(' ') => match self.hint() {
                Some(m) => self.play(m),
                None => self.message = words.no_solution,
            },
            KeyCode::Home => while self.take_back() {},
            KeyCode::End => {
                while let Some(m) = self.hint() {
                    self.play(m);
                }
            }
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(5),
            KeyCode::PageDown => self.scroll = self.scroll.saturating_add(5),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// The next move of a known win.
    fn hint(&self) -> Option<Move> {
        match &self.winnable {
            Winnable::Yes(moves) => moves.first().copied(),
            Winnable::Thinking | Winnable::No | Winnable::Unknown => None,
        }
    }

    fn play(&mut self, m: Move) {
        let after = match &self.winnable {
            Winnable::Yes(moves) if moves.first() == Some(&m) => Winnable::Yes(moves[1..].to_vec()),
            Winnable::No => Winnable::No,
            Winnable::Yes(_) | Winnable::Thinking | Winnable::Unknown => Winnable::Thinking,
        };
        if self.undone.last() == Some(&m) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        let mut next = self.position.clone();
        next.play(m);
        let before = std::mem::replace(&mut self.position, next);
        let known = std::mem::replace(&mut self.winnable, Winnable::Thinking);
        self.played.push((before, known, m));
        self.look(after);
    }

    fn take_back(&mut self) -> bool {
        let Some((before, known, m)) = self.played.pop() else { return false };
        let known = match (&self.winnable, known) {
            (Winnable::Yes(rest), Winnable::Thinking | Winnable::Unknown) => {
                Winnable::Yes([&[m], rest.as_slice()].concat())
            }
            (_, known) => known,
        };
        self.undone.push(m);
        self.position = before;
        self.look(known);
        true
    }

    /// Sees which moves the new position has, of whose prospects this much is known.
    fn look(&mut self, known: Winnable) {
        self.legal = self.position.legal_moves();
        self.chosen = 0;
        self.winnable = if self.position.is_won() {
            Winnable::Yes(Vec::new())
        } else if self.legal.is_empty() {
            Winnable::No
        } else {
            known
        };
        self.question = self.winnable == Winnable::Thinking;
    }
}

#[cfg(test)]
mod tests {
    use gehtauf::cards::seeded_deck;
    use gehtauf::rules::RuleSet;
    use gehtauf::search::Limits;
    use gehtauf::solvers::solve;

    use super::*;
    use crate::lang::Lang;

    fn session() -> Session {
        let sets = [("ranks", "4"), ("suits", "CH")];
        let game = Game::new(RuleSet::Domino, &sets).unwrap();
        let position = game.deal(&seeded_deck(1, game.pack())).unwrap();
        Session::new(game, position, "seed:1".to_string())
    }

    fn press(session: &mut Session, code: KeyCode) {
        let key = KeyEvent::from(code);
        assert!(session.press(key, Lang::En.texts()).is_continue());
    }

    fn answer(session: &mut Session) {
        let position = session.take_question().expect("the position is new");
        session.learn(solve(&position, Limits::default(), None).unwrap().verdict);
    }

    #[test]
    fn a_solution_is_stepped_through_to_the_end_and_back() {
        let mut session = session();
        let start = session.position.clone();
        answer(&mut session);
        press(&mut session, KeyCode::Char(' '));
        assert_eq!(session.moves_played(), 1);
        assert_eq!(session.take_question(), None, "the rest of the solution is known");
        press(&mut session, KeyCode::End);
        assert!(session.position.is_won());
        press(&mut session, KeyCode::Home);
        assert_eq!(session.position, start);
        press(&mut session, KeyCode::Char('r'));
        assert_eq!(session.moves_played(), 1);
    }

    #[test]
    fn a_move_of_the_player_s_own_asks_again_and_can_be_taken_back() {
        let mut session = session();
        let start = session.position.clone();
        press(&mut session, KeyCode::Left);
        assert_eq!(session.message, Lang::En.texts().play().nothing_to_undo);
        press(&mut session, KeyCode::Char('h'));
        assert_eq!(session.message, Lang::En.texts().play().no_solution);
        answer(&mut session);
        press(&mut session, KeyCode::Char('h'));
        let hint = session.legal[session.chosen];
        let other = session.legal.iter().position(|&m| m != hint).unwrap();
        session.chosen = other;
        press(&mut session, KeyCode::Enter);
        assert_eq!(session.winnable, Winnable::Thinking);
        answer(&mut session);
        assert_ne!(session.winnable, Winnable::Thinking);
        press(&mut session, KeyCode::Char('u'));
        assert_eq!(session.position, start);
        assert!(matches!(&session.winnable, Winnable::Yes(moves) if moves[0] == hint));
    }

    #[test]
    fn quitting_and_the_keys() {
        let mut session = session();
        press(&mut session, KeyCode::Char('?'));
        assert!(session.help);
        press(&mut session, KeyCode::Esc);
        assert!(!session.help);
        let quit = KeyEvent::from(KeyCode::Char('q'));
        assert!(session.press(quit, Lang::En.texts()).is_break());
    }
}
