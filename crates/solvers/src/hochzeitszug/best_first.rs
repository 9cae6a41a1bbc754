//! Best-first search of the last round, or of what is left of it.

use std::collections::BinaryHeap;

use gehtauf_rules::Move;
use gehtauf_search::{Budget, Outcome, Space, Stop, Visited};

use super::evaluation::round::evaluate;
use super::space::StateSpace;
use super::state::State;

/// Expands the state of the best evaluation first. `Unwinnable` is exact.
///
/// It keeps every state it has visited, so it is for a budget of at most some 100,000.
///
/// # Errors
/// The budget is spent.
pub fn best_first(
    space: &StateSpace<'_>,
    start: &State,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Move>, Stop> {
    let tables = space.tables;
    if start.is_won(tables) {
        return Ok(Outcome::Won(Vec::new()));
    }
    let mut seen = Visited::new(budget.memory());
    seen.insert(space.key(start))?;
    // Each state with the number of the state before it and the move between them.
    let mut states = vec![(start.clone(), 0, Move::Redeal)];
    let mut frontier = BinaryHeap::from([(0, 0)]);
    let mut moves = Vec::new();
    while let Some((_, i)) = frontier.pop() {
        moves.clear();
        space.moves(&states[i].0, &mut moves);
        for &m in &moves {
            let mut state = states[i].0.clone();
            space.play(&mut state, m);
            if !seen.insert(space.key(&state))? {
                continue;
            }
            budget.visit()?;
            if state.is_won(tables) {
                let mut path = vec![m];
                let mut at = i;
                while at != 0 {
                    path.push(states[at].2);
                    at = states[at].1;
                }
                path.reverse();
                return Ok(Outcome::Won(path));
            }
            frontier.push((evaluate(tables, &state), states.len()));
            states.push((state, i, m));
        }
    }
    Ok(Outcome::Unwinnable)
}
