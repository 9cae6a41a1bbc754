//! Beam search by moves made, for shorter wins.

use crate::{Bounded, Budget, Candidates, Evaluated, List, Outcome, Paths, Stop, Visited};

/// A space whose states after equally many moves fall into strata that are not to be compared: before
/// and after a redeal, say.
pub trait Stratified: Bounded + Evaluated {
    /// How many strata there are.
    fn strata(&self) -> usize;

    /// The stratum of a state, from 0.
    fn stratum(&self, state: &Self::State) -> usize;
}

/// Searches for a win of fewer than `fewer_than` moves: of the states after each number of moves the best
/// `width` of each stratum are kept. `Unwinnable` if no state was dropped: then there is no such win, if the bound is
/// admissible and the space keeps its promise on keys.
///
/// # Errors
/// The budget is spent, or the tables would outgrow its memory.
pub fn strata_beam<S: Stratified>(
    space: &S,
    start: &S::State,
    fewer_than: u32,
    width: usize,
    budget: &mut Budget<'_>,
) -> Result<Outcome<S::Move>, Stop> {
    let memory = budget.memory().clone();
    let mut paths = Paths::new(&memory);
    let mut kept = Visited::new(&memory);
    let mut level = List::new(&memory);
    let mut next_level = List::new(&memory);
    let mut strata: Vec<_> = (0..space.strata()).map(|_| Candidates::new(&memory)).collect();
    let mut moves = Vec::new();
    let mut is_complete = true;
    level.push((start.clone(), Paths::<S::Move>::START))?;
    for made in 1..fewer_than {
        for (parent, (state, node)) in (0..).zip(level.iter()) {
            moves.clear();
            space.moves(state, &mut moves);
            for &m in &moves {
                let mut child = state.clone();
                space.play(&mut child, m);
                budget.visit()?;
                if space.is_won(&child) {
                    let last = paths.push(*node, m)?;
                    return Ok(Outcome::Won(paths.path_to(last)));
                }
                if made + space.moves_left(&child) < fewer_than {
                    let (evaluation, key) = (space.evaluate(&child), space.key(&child));
                    strata[space.stratum(&child)].push(evaluation, parent, (m, key))?;
                }
            }
        }
        next_level.clear();
        for candidates in &mut strata {
            let before = next_level.len();
            candidates.keep_best(width, |parent, &(m, key)| {
                if !kept.insert(key)? {
                    return Ok(false);
                }
                let (parent, node) = &level[parent as usize];
                let mut child = parent.clone();
                space.play(&mut child, m);
                next_level.push((child, paths.push(*node, m)?))?;
                Ok(true)
            })?;
            candidates.clear();
            is_complete &= next_level.len() - before < width;
        }
        std::mem::swap(&mut level, &mut next_level);
        if level.is_empty() {
            break;
        }
    }
    Ok(if is_complete { Outcome::Unwinnable } else { Outcome::Open })
}
