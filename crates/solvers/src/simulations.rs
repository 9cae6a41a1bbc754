//! What answers the moves of a play in the smaller spaces, move by move, as their proofs say.

use std::fmt;

use gehtauf_certificates::clauses::{Formula, Order};
use gehtauf_rules::{AnyPosition, Move};
use gehtauf_search::{Budget, Limits, Stop};

/// What becomes of a move in an abstraction or relaxation.
pub type MoveAnswer = Result<Followed, String>;

/// How a move is answered, if it is as the proof says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// By so many steps as the proof allows, or by none.
    Answered,
    /// Nothing is said of it yet.
    Unasked,
    /// The play is where the proof says nothing more.
    Ended,
}

type Follow<P> = dyn FnMut(Move, &P) -> MoveAnswer;

/// An abstraction or relaxation that goes along with a play.
pub struct Simulation<P = AnyPosition> {
    /// Which one.
    pub name: &'static str,
    follow: Box<Follow<P>>,
}

impl<P> fmt::Debug for Simulation<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<P> Simulation<P> {
    /// One by its name, and what it says of each move and the position after it.
    pub fn new(
        name: &'static str,
        follow: impl FnMut(Move, &P) -> MoveAnswer + 'static,
    ) -> Simulation<P> {
        Simulation { name, follow: Box::new(follow) }
    }

    /// Goes along with the next move of the play, to the position after it.
    ///
    /// # Errors
    /// What does not hold.
    pub fn follow(&mut self, m: Move, after: &P) -> MoveAnswer {
        (self.follow)(m, after)
    }
}

/// What a test has said of the positions of a play so far: where it has said "lost", the play must not be won.
#[derive(Debug, Default)]
pub(crate) struct SaidLost(pub bool);

impl SaidLost {
    /// Takes in what the test says of a position.
    pub fn answer(&mut self, is_lost: bool, is_won: bool) -> MoveAnswer {
        self.0 |= is_lost;
        match self.0 && is_won {
            true => Err("said to be lost, and the play wins".to_string()),
            false => Ok(Followed::Answered),
        }
    }
}

/// What is said at the end of a play that wins: whether its order is allowed. Where its position has no such orders, or
/// that takes too many states, nothing is.
pub(crate) fn order_of_a_win(
    is_allowed: impl FnOnce(&mut Budget<'_>) -> Result<Option<bool>, Stop>,
) -> MoveAnswer {
    let limits = Limits { max_states: 300_000, ..Limits::default() };
    match is_allowed(&mut Budget::new(limits, None)) {
        Ok(Some(true)) => Ok(Followed::Answered),
        Ok(Some(false)) => Err("the order of a win breaks clauses".to_string()),
        Ok(None) | Err(_) => Ok(Followed::Ended),
    }
}

/// Asks for these events in this order.
pub(crate) fn fix(formula: &mut Formula, order: &Order, in_order: &[usize]) {
    for two in in_order.windows(2) {
        formula.add(&[order.before(two[0], two[1])]);
    }
}

impl<P: 'static> Simulation<P> {
    /// The same for any position, of which `of` makes those of the game.
    pub(crate) fn of_any(mut self, of: fn(&AnyPosition) -> Option<&P>) -> Simulation {
        Simulation::new(self.name, move |m, after| {
            self.follow(m, of(after).expect("a position of the same game"))
        })
    }
}
