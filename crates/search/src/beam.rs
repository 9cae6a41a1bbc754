//! Beam search: breadth first, keeping only the most promising states of each layer.

use ahash::{AHashSet, RandomState};
use rand_core::Rng;
use rand_pcg::Pcg64;

use crate::{Budget, Outcome, Space, Stop, Visited};

/// A space whose states can be compared.
pub trait Valued: Space {
    /// How promising a state is; more is better.
    fn value(&self, state: &Self::State) -> i64;

    /// What a state is known by inside a layer: at most one state of each signature is kept, the
    /// most promising. States that differ in nothing but rearrangements may share one.
    fn signature(&self, state: &Self::State) -> u64;
}

/// How a beam search goes about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beam {
    /// How many states of a layer are kept.
    pub width: usize,
    /// How many layers without a better value than before end the search.
    pub patience: usize,
    /// Each value is raised by a random number from 0 up to, not including, this.
    pub noise: u32,
}

/// A state that was kept, with the way back.
struct Kept<M> {
    parent: usize,
    m: M,
}

struct Candidate<S: Space> {
    rank: i64,
    value: i64,
    signature: u64,
    state: S::State,
    parent: usize,
    m: S::Move,
}

/// Searches for a win with a beam. Never answers `Unwinnable`: an empty layer is `Open`.
///
/// A state kept once is not kept again, so reversible moves do no harm.
///
/// # Errors
/// The budget is spent, or the table of kept states would outgrow its bytes.
pub fn beam<S: Valued>(
    space: &S,
    start: &S::State,
    settings: Beam,
    rng: &mut Pcg64,
    budget: &mut Budget<'_>,
) -> Result<Outcome<S::Move>, Stop> {
    let mut kept_before = Visited::new(budget.memory());
    let mut signatures = AHashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
    let mut history: Vec<Kept<S::Move>> = Vec::new();
    let mut candidates: Vec<Candidate<S>> = Vec::new();
    let mut moves = Vec::new();
    // States of the layer, each with its place in `history`; the start has none.
    let mut layer: Vec<(S::State, usize)> = vec![(start.clone(), usize::MAX)];
    let mut best_value = i64::MIN;
    let mut layers_without_progress = 0;
    kept_before.insert(space.key(start))?;
    if space.is_won(start) {
        return Ok(Outcome::Won(Vec::new()));
    }
    while !layer.is_empty() && layers_without_progress < settings.patience {
        candidates.clear();
        for (state, place) in &layer {
            moves.clear();
            space.moves(state, &mut moves);
            for &m in &moves {
                let mut child = state.clone();
                space.play(&mut child, m);
                budget.visit()?;
                if space.is_won(&child) {
                    return Ok(Outcome::Won(path(&history, *place, m)));
                }
                let value = space.value(&child);
                let raise = (u64::from(rng.next_u32()) * u64::from(settings.noise)) >> 32;
                candidates.push(Candidate {
                    rank: value + raise as i64,
                    value,
                    signature: space.signature(&child),
                    state: child,
                    parent: *place,
                    m,
                });
            }
        }
        // Stable, so that equal ranks keep the order in which they were found.
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
        signatures.clear();
        layer.clear();
        layers_without_progress += 1;
        for candidate in candidates.drain(..) {
            if layer.len() == settings.width {
                break;
            }
            if signatures.contains(&candidate.signature)
                || !kept_before.insert(space.key(&candidate.state))?
            {
                continue;
            }
            signatures.insert(candidate.signature);
            if candidate.value > best_value {
                best_value = candidate.value;
                layers_without_progress = 0;
            }
            layer.push((candidate.state, history.len()));
            history.push(Kept { parent: candidate.parent, m: candidate.m });
        }
    }
    Ok(Outcome::Open)
}

/// The moves from the start to the state at `place` and then `last`.
fn path<M: Copy>(history: &[Kept<M>], mut place: usize, last: M) -> Vec<M> {
    let mut moves = vec![last];
    while let Some(kept) = history.get(place) {
        moves.push(kept.m);
        place = kept.parent;
    }
    moves.reverse();
    moves
}
