//! A* for a shortest win.

use std::collections::BTreeMap;
use std::hash::Hash;

use ahash::{AHashMap, RandomState};

use crate::{Budget, Limit, Space, Stop};

/// A space that knows a bound on the moves still needed.
pub trait Bounded: Space {
    /// At most as many moves as the shortest win from here takes (admissible). The price of
    /// breaking it is a win that is called shortest and is not.
    fn moves_left(&self, state: &Self::State) -> u32;

    /// How many bytes a state takes, with what it points to.
    fn state_bytes(&self, state: &Self::State) -> usize {
        size_of_val(state)
    }
}

/// What a search for a shorter win found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shortest<M> {
    /// A win with fewer moves than asked for; no win has fewer than this one.
    Minimal(Vec<M>),
    /// There is no win with fewer moves than asked for.
    NoShorter,
}

/// Searches for a shortest win of fewer than `fewer_than` moves by A*: states in the order of moves
/// made plus moves left by the bound, the deepest first among equals.
///
/// # Errors
/// The budget is spent, or the tables would outgrow its bytes.
pub fn a_star<S: Bounded>(
    space: &S,
    start: &S::State,
    fewer_than: u32,
    budget: &mut Budget<'_>,
) -> Result<Shortest<S::Move>, Stop>
where
    S::Key: Eq + Hash,
{
    struct Node<S: Space> {
        state: S::State,
        made: u32,
        /// The node before and the move from it; the start has none.
        from: Option<(usize, S::Move)>,
    }
    let mut nodes: Vec<Node<S>> = vec![Node { state: start.clone(), made: 0, from: None }];
    // The least number of moves in which a key was reached.
    let mut reached = AHashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
    reached.insert(space.key(start), 0);
    // (moves made + moves left, fewest moves left first) -> nodes, the newest on top.
    let mut open: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    let left = space.moves_left(start);
    if left < fewer_than {
        open.insert((left, left), vec![0]);
    }
    let entry_bytes = size_of::<(S::Key, u32)>() + size_of::<usize>();
    let mut bytes = 0;
    let mut moves = Vec::new();
    while let Some(mut entry) = open.first_entry() {
        let Some(id) = entry.get_mut().pop() else {
            entry.remove();
            continue;
        };
        let made = nodes[id].made;
        if reached[&space.key(&nodes[id].state)] < made {
            continue; // Reached in fewer moves since it was put here.
        }
        budget.visit()?;
        if space.is_won(&nodes[id].state) {
            let mut path = Vec::new();
            let mut from = nodes[id].from;
            while let Some((parent, m)) = from {
                path.push(m);
                from = nodes[parent].from;
            }
            path.reverse();
            return Ok(Shortest::Minimal(path));
        }
        moves.clear();
        space.moves(&nodes[id].state, &mut moves);
        for &m in &moves {
            let mut child = nodes[id].state.clone();
            space.play(&mut child, m);
            let left = space.moves_left(&child);
            if made + 1 + left >= fewer_than {
                continue;
            }
            let best = reached.entry(space.key(&child)).or_insert(u32::MAX);
            if *best <= made + 1 {
                continue;
            }
            *best = made + 1;
            // Twice, since vectors and tables double when they grow.
            bytes += 2 * (space.state_bytes(&child) + size_of::<Node<S>>() + entry_bytes);
            if bytes > budget.max_bytes() {
                return Err(Stop::Limit(Limit::Memory));
            }
            open.entry((made + 1 + left, left)).or_default().push(nodes.len());
            nodes.push(Node { state: child, made: made + 1, from: Some((id, m)) });
        }
    }
    Ok(Shortest::NoShorter)
}
