//! What the search of an abstraction has still to expand, and how its states were reached.

use gehtauf_search::bytes::vec_bytes;

use super::abstraction::{AbstractMove, AbstractState};

/// How a state was reached: from which one, by what move, and as which of the states after that.
pub type Reached = (u32, AbstractMove, u16);

/// The states that were generated and not expanded: last in, first out, so that all that comes after a state is
/// expanded before anything that was generated earlier.
pub struct Frontier {
    waiting: Vec<(AbstractState, Option<Reached>)>,
    /// How each state that was expanded was reached.
    expanded: Vec<Option<Reached>>,
}

impl Frontier {
    pub fn new(start: AbstractState) -> Frontier {
        Frontier { waiting: vec![(start, None)], expanded: Vec::new() }
    }

    pub fn pop(&mut self) -> Option<(AbstractState, Option<Reached>)> {
        self.waiting.pop()
    }

    pub fn push(&mut self, state: AbstractState, reached: Reached) {
        self.waiting.push((state, Some(reached)));
    }

    /// A number for a state that was reached so and is expanded.
    pub fn expand(&mut self, reached: Option<Reached>) -> u32 {
        self.expanded.push(reached);
        self.expanded.len() as u32 - 1
    }

    /// How the state was reached from which this one was.
    pub fn before(&self, (before, ..): Reached) -> Option<Reached> {
        self.expanded[before as usize]
    }

    /// Whether all that waits comes after states of the path to the one that was reached so: all other states
    /// that were expanded are done with.
    pub fn hangs_on_path(&self, mut reached: Option<Reached>) -> bool {
        let mut on_path = vec![false; self.expanded.len()];
        while let Some(step) = reached {
            on_path[step.0 as usize] = true;
            reached = self.before(step);
        }
        let hangs_on_path = |&(_, reached): &(_, Option<Reached>)| {
            reached.is_none_or(|(n, ..)| on_path[n as usize])
        };
        self.waiting.iter().all(hangs_on_path)
    }

    pub fn bytes(&self) -> usize {
        vec_bytes::<(AbstractState, Option<Reached>)>(self.waiting.capacity())
            + vec_bytes::<Option<Reached>>(self.expanded.capacity())
    }
}
