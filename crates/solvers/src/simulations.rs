//! What answers the moves of a play in the smaller spaces, move by move, as their proofs say.

use gehtauf_rules::{AnyPosition, Move};

/// What becomes of a move in an abstraction or relaxation.
pub type Answer = Result<Followed, String>;

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

type Follow<P> = dyn FnMut(Move, &P) -> Answer;

/// An abstraction or relaxation that goes along with a play.
pub struct Simulation<P = AnyPosition> {
    /// Which one.
    pub name: &'static str,
    follow: Box<Follow<P>>,
}

impl<P> Simulation<P> {
    /// One by its name, and what it says of each move and the position after it.
    pub fn new(
        name: &'static str,
        follow: impl FnMut(Move, &P) -> Answer + 'static,
    ) -> Simulation<P> {
        Simulation { name, follow: Box::new(follow) }
    }

    /// Goes along with the next move of the play, to the position after it.
    ///
    /// # Errors
    /// What does not hold.
    pub fn follow(&mut self, m: Move, after: &P) -> Answer {
        (self.follow)(m, after)
    }
}

/// What a test has said of the positions of a play so far: where it has said "lost", the play must not be won.
#[derive(Debug, Default)]
pub(crate) struct SaidLost(pub bool);

impl SaidLost {
    /// Takes in what the test says of a position.
    pub fn answer(&mut self, is_lost: bool, is_won: bool) -> Answer {
        self.0 |= is_lost;
        match self.0 && is_won {
            true => Err("said to be lost, and the play wins".to_string()),
            false => Ok(Followed::Answered),
        }
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
