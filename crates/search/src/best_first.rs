//! Best-first search: the most promising state is expanded next.

use crate::{Budget, Evaluated, Frontier, List, Memory, Outcome, Paths, Stop, Visited};

/// A best-first search with the states that it has found.
pub struct BestFirst<S: Evaluated> {
    start: Option<S::State>,
    /// The states found, without the start; the node of each in `paths` has the same number.
    states: List<S::State>,
    paths: Paths<S::Move>,
    frontier: Frontier,
    visited: Visited<S::Key>,
    moves: Vec<S::Move>,
}

impl<S: Evaluated> BestFirst<S> {
    /// A search in which the newest of equally promising states comes first.
    pub fn newest_first(memory: &Memory) -> BestFirst<S> {
        BestFirst::new(memory, Frontier::newest_first(memory))
    }

    /// A search in which the oldest of equally promising states comes first.
    pub fn oldest_first(memory: &Memory) -> BestFirst<S> {
        BestFirst::new(memory, Frontier::oldest_first(memory))
    }

    fn new(memory: &Memory, frontier: Frontier) -> BestFirst<S> {
        BestFirst {
            start: None,
            states: List::new(memory),
            paths: Paths::new(memory),
            frontier,
            visited: Visited::new(memory),
            moves: Vec::new(),
        }
    }

    /// Searches anew from a start; the states found count. `Unwinnable` is exact if the space keeps its
    /// promise on keys.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow its memory. What was found until then can be looked
    /// at.
    pub fn search(
        &mut self,
        space: &S,
        start: &S::State,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<S::Move>, Stop> {
        self.start = Some(start.clone());
        self.states.clear();
        self.paths.clear();
        self.frontier.clear();
        self.visited.clear();
        self.visited.insert(space.key(start))?;
        if space.is_won(start) {
            return Ok(Outcome::Won(Vec::new()));
        }
        let mut next = Some(Paths::<S::Move>::START);
        while let Some(node) = next {
            if self.expand(space, node, budget)? {
                let win = self.states.len() as u32 - 1;
                return Ok(Outcome::Won(self.path_to(win)));
            }
            next = self.frontier.pop();
        }
        Ok(Outcome::Unwinnable)
    }

    /// Finds the states a move after a node; says whether the last one is won.
    fn expand(&mut self, space: &S, node: u32, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let state = match node {
            Paths::<S::Move>::START => self.start.clone().expect("set by the search"),
            _ => self.states[node as usize].clone(),
        };
        self.moves.clear();
        space.moves(&state, &mut self.moves);
        for &m in &self.moves {
            let Some(child) = space.child(&state, m, |key| self.visited.insert(key))? else {
                continue;
            };
            budget.visit()?;
            let is_won = space.is_won(&child);
            let found = self.paths.push(node, m)?;
            if !is_won {
                self.frontier.push(space.evaluate(&child), found)?;
            }
            self.states.push(child)?;
            if is_won {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The states found, the start not among them, in the order in which they were found.
    pub fn states(&self) -> &List<S::State> {
        &self.states
    }

    /// The moves that lead to one of [`BestFirst::states`].
    pub fn path_to(&self, state: u32) -> Vec<S::Move> {
        self.paths.path_to(state)
    }
}

/// [`BestFirst::search`] with the newest of equally promising states first, and tables of its own.
///
/// # Errors
/// As there.
pub fn best_first<S: Evaluated>(
    space: &S,
    start: &S::State,
    budget: &mut Budget<'_>,
) -> Result<Outcome<S::Move>, Stop> {
    BestFirst::newest_first(&budget.memory().clone()).search(space, start, budget)
}
