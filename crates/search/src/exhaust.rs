//! Exhaustive depth-first search with a transposition table.

use std::hash::Hash;

use ahash::{AHashSet, RandomState};

use crate::{Budget, Limit, Outcome, Space, Stop};

/// A set of keys that stays within a number of bytes.
#[derive(Debug)]
pub struct Visited<K> {
    keys: AHashSet<K>,
    max_bytes: usize,
}

impl<K: Eq + Hash> Visited<K> {
    /// An empty set that may take `max_bytes`, counted while it grows as well.
    pub fn new(max_bytes: usize) -> Visited<K> {
        Visited { keys: AHashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4)), max_bytes }
    }

    /// Adds a key; says whether it is new.
    ///
    /// # Errors
    /// The set would have to grow beyond its bytes.
    pub fn insert(&mut self, key: K) -> Result<bool, Stop> {
        if self.keys.len() == self.keys.capacity() {
            if self.keys.contains(&key) {
                return Ok(false);
            }
            // The table keeps 7 keys in 8 places and a byte of control a place; while it grows, the
            // old table stands beside the new one of twice its size.
            let place = size_of::<K>() + 1;
            let new_places = ((self.keys.capacity() + 1) * 8 / 7).next_power_of_two().max(64);
            if new_places * place + self.keys.capacity() * 8 / 7 * place > self.max_bytes {
                return Err(Stop::Limit(Limit::Memory));
            }
            let more = new_places * 7 / 8 - self.keys.len();
            self.keys.reserve(more);
        }
        Ok(self.keys.insert(key))
    }

    /// Whether the key is in the set.
    pub fn contains(&self, key: &K) -> bool {
        self.keys.contains(key)
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no key yet.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// Looks at every state that can be reached until one is won.
///
/// Each state is visited once. `Unwinnable` is exact if the space keeps its promise on keys; the
/// win found need not be short.
///
/// # Errors
/// The budget is spent, or the table would outgrow its bytes.
pub fn exhaust<S: Space>(
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
    let mut visited = Visited::new(budget.max_bytes());
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
