//! Best-first search: the most promising state is expanded next.

use crate::{Budget, Evaluated, Frontier, List, Outcome, Paths, Stop, Visited};

/// Expands the most promising state next, the newest of equally promising ones, until one is won or none is
/// left. The states found count, the start does not. `Unwinnable` is exact if the space keeps its promise on
/// keys.
///
/// # Errors
/// The budget is spent, or the tables, which hold every state found, would outgrow its memory.
pub fn best_first<S: Evaluated>(
    space: &S,
    start: &S::State,
    budget: &mut Budget<'_>,
) -> Result<Outcome<S::Move>, Stop> {
    if space.is_won(start) {
        return Ok(Outcome::Won(Vec::new()));
    }
    let memory = budget.memory();
    let mut visited = Visited::new(memory);
    visited.insert(space.key(start))?;
    // The node of each state in `paths` has the same number.
    let mut states = List::new(memory);
    let mut paths = Paths::new(memory);
    let mut frontier = Frontier::newest_first(memory);
    let mut moves = Vec::new();
    let (mut node, mut state) = (Paths::<S::Move>::START, start.clone());
    loop {
        moves.clear();
        space.moves(&state, &mut moves);
        for &m in &moves {
            let mut child = state.clone();
            space.play(&mut child, m);
            if !visited.insert(space.key(&child))? {
                continue;
            }
            budget.visit()?;
            let found = paths.push(node, m)?;
            if space.is_won(&child) {
                return Ok(Outcome::Won(paths.path_to(found)));
            }
            frontier.push(space.evaluate(&child), found)?;
            states.push(child)?;
        }
        let Some(next) = frontier.pop() else { return Ok(Outcome::Unwinnable) };
        node = next;
        state.clone_from(&states[node as usize]);
    }
}
