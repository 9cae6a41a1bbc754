//! Exhaustive depth-first search with a transposition table.

use crate::bytes::{Memory, Share, vec_bytes};
use crate::{Budget, List, Outcome, Space, Stop, Visited};

/// A state on the way to the one that is expanded.
struct Frame<S: Space> {
    state: S::State,
    /// Where this state's moves begin in `moves`; they end where the frame above begins.
    first_move: usize,
    next_move: usize,
}

/// A depth-first search that can be broken off and gone on with.
pub struct DepthFirst<S: Space> {
    visited: Visited<S::Key>,
    moves: Vec<S::Move>,
    stack: List<Frame<S>>,
    /// The state to look at next; nothing if the last one's moves go on, or at the end.
    entered: Option<S::State>,
    /// What `moves` takes, and what the states of `stack` have on the heap.
    share: Share,
    /// The limit that struck. What it broke off cannot be gone on with.
    stopped: Option<Stop>,
}

impl<S: Space> DepthFirst<S> {
    /// A search from a start that has not begun.
    pub fn new(start: &S::State, memory: &Memory) -> DepthFirst<S> {
        DepthFirst {
            visited: Visited::grouped(memory, S::GROUP),
            moves: Vec::new(),
            stack: List::new(memory),
            entered: Some(start.clone()),
            share: memory.share(),
            stopped: None,
        }
    }

    /// Goes on until a state is won or none is left. `Unwinnable` is exact if the space keeps its promise on
    /// keys; the win found need not be short.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow its memory. Called again after [`Stop::Stage`], the
    /// search goes on where it was; after a limit it stops again.
    pub fn run(&mut self, space: &S, budget: &mut Budget<'_>) -> Result<Outcome<S::Move>, Stop> {
        if let Some(stop) = self.stopped {
            return Err(stop);
        }
        let found = self.go_on(space, budget);
        self.stopped = found.as_ref().err().copied().filter(|&stop| stop != Stop::Stage);
        found
    }

    fn go_on(&mut self, space: &S, budget: &mut Budget<'_>) -> Result<Outcome<S::Move>, Stop> {
        loop {
            if let Some(state) = self.entered.take() {
                match self.is_new(space, &state, budget) {
                    Ok(false) => {}
                    Ok(true) if space.is_won(&state) => return Ok(Outcome::Won(self.path())),
                    Ok(true) => {
                        let first_move = self.moves.len();
                        space.moves(&state, &mut self.moves);
                        self.stack.push(Frame { state, first_move, next_move: first_move })?;
                    }
                    Err(stop) => {
                        self.entered = Some(state);
                        return Err(stop);
                    }
                }
            }
            let Some(frame) = self.stack.last_mut() else { return Ok(Outcome::Unwinnable) };
            if let Some(&m) = self.moves.get(frame.next_move) {
                frame.next_move += 1;
                let mut child = frame.state.clone();
                space.play(&mut child, m);
                self.entered = Some(child);
            } else {
                self.moves.truncate(frame.first_move);
                self.stack.pop();
            }
        }
    }

    /// Whether a state is met for the first time; it counts then.
    fn is_new(
        &mut self,
        space: &S,
        state: &S::State,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let bytes =
            vec_bytes::<S::Move>(self.moves.capacity()) + self.stack.len() * space.heap_bytes();
        if bytes != self.share.bytes() {
            self.share.resize(bytes)?;
        }
        let is_new = self.visited.insert(space.key(state))?;
        if is_new && let Err(stop) = budget.visit() {
            self.visited.remove(&space.key(state));
            return Err(stop);
        }
        Ok(is_new)
    }

    /// The moves to the state that was entered last.
    fn path(&self) -> Vec<S::Move> {
        self.stack.iter().map(|frame| self.moves[frame.next_move - 1]).collect()
    }
}

/// [`DepthFirst::run`] from a start.
///
/// # Errors
/// As there.
pub fn depth_first<S: Space>(
    space: &S,
    start: &S::State,
    budget: &mut Budget<'_>,
) -> Result<Outcome<S::Move>, Stop> {
    let memory = budget.memory().clone();
    DepthFirst::new(start, &memory).run(space, budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limit, Limits};

    /// A line without an end, of states with a kilobyte on the heap each.
    struct Line;

    impl Space for Line {
        type State = u32;
        type Move = ();
        type Key = u32;

        fn heap_bytes(&self) -> usize {
            1_000
        }

        fn key(&self, state: &u32) -> u32 {
            *state
        }

        fn is_won(&self, _: &u32) -> bool {
            false
        }

        fn moves(&self, _: &u32, moves: &mut Vec<()>) {
            moves.push(());
        }

        fn play(&self, state: &mut u32, (): ()) {
            *state += 1;
        }
    }

    #[test]
    fn states_on_the_heap_are_counted() {
        let limits = Limits { max_bytes: 1_000_000, ..Limits::default() };
        let mut budget = Budget::new(limits, None);
        let found = depth_first(&Line, &0, &mut budget);
        assert_eq!(found, Err(Stop::Limit(Limit::Memory)));
        assert!((800..1_000).contains(&budget.states_visited()), "{}", budget.states_visited());
    }

    #[test]
    fn after_a_limit_it_does_not_go_on() {
        let mut budget = Budget::new(Limits::default(), None);
        let mut search = DepthFirst::<Line>::new(&0, &Memory::new(100_000));
        for _ in 0..3 {
            assert_eq!(search.run(&Line, &mut budget), Err(Stop::Limit(Limit::Memory)));
        }
    }
}
