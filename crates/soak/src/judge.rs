//! Asking the proofs and the solvers.

use gehtauf_rules::{AnyPosition, Move, replay};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::{Proof, solve};

/// The limits of a question, so that no case takes long or much.
pub fn limits(max_states: u64) -> Limits {
    Limits { max_states, max_bytes: 256 << 20, time: None }
}

/// What a proof says within so many states.
pub fn ask(proof: &Proof<'_>, max_states: u64) -> Verdict<Move> {
    proof.ask(&mut Budget::new(limits(max_states), None))
}

/// A win that the solver finds within so many states and that replays.
pub fn find_win(position: &AnyPosition, max_states: u64) -> Option<Vec<Move>> {
    match solve(position, limits(max_states), None).ok()?.verdict {
        Verdict::Won(moves) => Some(moves),
        _ => None,
    }
}

/// What is wrong with a verdict on a position that can be won.
pub fn contradicts_a_win(position: &AnyPosition, verdict: &Verdict<Move>) -> Option<String> {
    match verdict {
        Verdict::Unwinnable => Some("unwinnable, but there is a win".to_string()),
        Verdict::Won(moves) => {
            replay(position, moves).err().map(|error| format!("won, but: {error}"))
        }
        Verdict::Unknown(_) => None,
    }
}
