//! Exhaustive depth-first search with a transposition table.

use crate::{Budget, Outcome, Space, Stop, Visited};

/// Looks at every state that can be reached until one is won.
///
/// Each state is visited once. `Unwinnable` is exact if the space keeps its promise on keys; the
/// win found need not be short.
///
/// # Errors
/// The budget is spent, or the table would outgrow its bytes.
pub fn depth_first<S: Space>(
    space: &S,
    start: &S::State,
    budget: &mut Budget<'_>,
) -> Result<Outcome<S::Move>, Stop> {
    struct Frame<S: Space> {
        state: S::State,
        /// Where this state's moves begin in `moves`; they end where the frame above begins.
        first_move: usize,
        next_move: usize,
    }
    let mut visited = Visited::new(budget.memory());
    let mut moves: Vec<S::Move> = Vec::new();
    let mut stack: Vec<Frame<S>> = Vec::new();
    let mut entered = start.clone();
    loop {
        if visited.insert(space.key(&entered))? {
            budget.visit()?;
            if space.is_won(&entered) {
                let path = stack.iter().map(|frame| moves[frame.next_move - 1]).collect();
                return Ok(Outcome::Won(path));
            }
            let first_move = moves.len();
            space.moves(&entered, &mut moves);
            stack.push(Frame { state: entered, first_move, next_move: first_move });
        }
        entered = loop {
            let Some(frame) = stack.last_mut() else { return Ok(Outcome::Unwinnable) };
            if let Some(&m) = moves.get(frame.next_move) {
                frame.next_move += 1;
                let mut child = frame.state.clone();
                space.play(&mut child, m);
                break child;
            }
            moves.truncate(frame.first_move);
            stack.pop();
        };
    }
}
