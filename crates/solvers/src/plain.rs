//! The exhaustive search over the rules themselves, for options that no clever search covers.

use std::marker::PhantomData;

use gehtauf_rules::{Move, Position};
use gehtauf_search::{
    Budget, Outcome, Searches, Space, Stage, Stop, Verdict, depth_first, hashing, run_portfolio,
};

/// The positions and moves of the rules, as they are.
///
/// Key: [`hashing::key_of`] the position.
pub(crate) struct PlainSpace<P>(PhantomData<P>);

impl<P> PlainSpace<P> {
    pub(crate) fn new() -> PlainSpace<P> {
        PlainSpace(PhantomData)
    }
}

impl<P: Position> Space for PlainSpace<P> {
    type State = P;
    type Move = Move;
    type Key = u128;

    fn key(&self, position: &P) -> u128 {
        hashing::key_of(position)
    }

    fn is_won(&self, position: &P) -> bool {
        position.is_won()
    }

    fn moves(&self, position: &P, moves: &mut Vec<Move>) {
        moves.extend(position.legal_moves());
    }

    fn play(&self, position: &mut P, m: Move) {
        position.play(m);
    }
}

/// Searches every position that the rules allow.
pub fn solve<P: Position>(position: &P, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    run_portfolio(&mut Plain(position), [Stage::unlimited("plain", ())], budget)
}

struct Plain<'p, P>(&'p P);

impl<P: Position> Searches for Plain<'_, P> {
    type Search = ();
    type Move = Move;

    fn run(&mut self, (): &(), budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        search(self.0, budget)
    }
}

/// The same as a stage of another portfolio.
///
/// # Errors
/// The budget is spent.
pub fn search<P: Position>(position: &P, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
    depth_first(&PlainSpace::new(), position, budget)
}
