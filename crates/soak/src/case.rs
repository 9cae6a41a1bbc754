//! A position with the deal and the moves that lead to it.

use std::fmt;

use gehtauf_cards::{Card, Deck};
use gehtauf_rules::{AnyPosition, Game, Move, Position, RuleSet};

/// Options with their values; of two values of one option the later one counts.
pub type Sets = Vec<(&'static str, String)>;

/// A position: a deal of a game, and moves from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The rule set.
    pub rule_set: RuleSet,
    /// The options; those left out are at their defaults.
    pub sets: Sets,
    /// The cards in the order in which they are dealt.
    pub deck: Vec<Card>,
    /// The moves played.
    pub moves: Vec<Move>,
}

impl Case {
    /// The game under these options, if they go together.
    pub fn game_of(rule_set: RuleSet, sets: &Sets) -> Option<Game> {
        let sets: Vec<_> = sets.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Game::new(rule_set, &sets).ok()
    }

    /// The game.
    ///
    /// # Panics
    /// The options do not go together.
    pub fn game(&self) -> Game {
        Case::game_of(self.rule_set, &self.sets).expect("the options go together")
    }

    /// The position after the moves.
    ///
    /// # Panics
    /// The deck or a move does not fit the game.
    pub fn position(&self) -> AnyPosition {
        let game = self.game();
        let deck = Deck::new(self.deck.clone(), game.pack()).expect("the pack of the game");
        let mut position = game.deal(&deck).expect("the pack of the game");
        for &m in &self.moves {
            assert!(position.is_legal(m), "{m} is legal");
            position.play(m);
        }
        position
    }

    /// The same case without the moves that are not legal where they stand; nothing if the cards and options
    /// do not go together.
    pub fn with_legal_moves(mut self) -> Option<Case> {
        let game = Case::game_of(self.rule_set, &self.sets)?;
        let mut position = game.deal(&Deck::new(self.deck.clone(), game.pack()).ok()?).ok()?;
        self.moves.retain(|&m| {
            let is_legal = position.is_legal(m);
            if is_legal {
                position.play(m);
            }
            is_legal
        });
        Some(self)
    }
}

/// A command that solves the deal, the moves from it, and the position.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gehtauf solve {}", self.rule_set)?;
        let defaults = Case::game_of(self.rule_set, &Vec::new()).expect("the defaults go together");
        for option in self.game().options().iter() {
            if !defaults.options().iter().any(|default| default == option) {
                write!(f, " --set {}={}", option.0, option.1)?;
            }
        }
        let cards: Vec<String> = self.deck.iter().map(Card::to_string).collect();
        writeln!(f, " --deck '{}'", cards.join(" "))?;
        let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
        writeln!(f, "after the moves: {}", moves.join(" "))?;
        write!(f, "{}", self.position().layout())
    }
}
