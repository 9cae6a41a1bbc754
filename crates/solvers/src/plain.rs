//! The exhaustive search over the rules themselves, for options that no clever search covers.

use std::marker::PhantomData;

use gehtauf_rules::{Move, Position};
use gehtauf_search::{Budget, Outcome, Rung, Space, Stop, Verdict, climb, exhaust};
use siphasher::sip128::{Hasher128, SipHasher13};

/// The positions and moves of the rules, as they are.
///
/// Key: 128 bits of SipHash-1-3 of the position. Claim: equal keys are equal positions. The chance
/// that any two of n positions share a key is below n^2 / 2^129: 1.5e-23 for 100 million.
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
        let mut hasher = SipHasher13::new();
        position.hash(&mut hasher);
        hasher.finish128().as_u128()
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
    climb(
        budget,
        [Rung {
            name: "plain",
            max_states: u64::MAX,
            run: Box::new(|budget| search(position, budget)),
        }],
    )
}

/// The same as the last rung of a ladder.
///
/// # Errors
/// The budget is spent.
pub fn search<P: Position>(position: &P, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
    exhaust(&PlainSpace::new(), position, budget)
}
