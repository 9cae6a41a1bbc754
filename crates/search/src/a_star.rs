//! A* for a shortest win.

use std::collections::BTreeMap;

use crate::{Budget, Known, List, Space, Stop, path_to};

/// A space that knows a bound on the moves still needed.
pub trait Bounded: Space {
    /// At most as many moves as the shortest win from here takes (admissible). The price of
    /// breaking it is a win that is called shortest and is not.
    fn moves_left(&self, state: &Self::State) -> u32;
}

/// What a search for a shorter win found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shortest<M> {
    /// A win with fewer moves than asked for; no win has fewer than this one.
    Minimal(Vec<M>),
    /// There is no win with fewer moves than asked for.
    NoShorter,
}

/// A move from the node before; all nodes that wait at the same place of the frontier are a chain.
struct Node<M> {
    before: u32,
    m: M,
    next: u32,
}

/// No node: before the start, and at the end of a chain.
const NONE: u32 = u32::MAX;

/// The nodes found. What waits to be expanded is in the order of moves made plus moves left by the bound, the
/// fewest moves left first among equals, and of equals in both the newest.
struct Tree<M> {
    nodes: List<Node<M>>,
    /// The newest node of each place. It is in no account of memory: places are pairs of numbers below the length of
    /// the win that is to be shortened, tens of thousands at most.
    frontier: BTreeMap<(u32, u32), u32>,
}

impl<M: Copy> Tree<M> {
    fn push(&mut self, made: u32, left: u32, before: u32, m: M) -> Result<(), Stop> {
        let newest = self.frontier.entry((made + left, left)).or_insert(NONE);
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { before, m, next: *newest })?;
        *newest = node;
        Ok(())
    }

    /// The next node, with the number of moves made plus those left by the bound.
    fn pop(&mut self) -> Option<(u32, u32)> {
        let mut newest = self.frontier.first_entry()?;
        let (bound, _) = *newest.key();
        let node = *newest.get();
        match self.nodes[node as usize].next {
            NONE => newest.remove(),
            next => newest.insert(next),
        };
        Some((bound, node))
    }

    /// The moves from the start to a node.
    fn path_to(&self, node: u32) -> Vec<M> {
        path_to(node, |&node| {
            let node = (node != NONE).then(|| &self.nodes[node as usize])?;
            Some((node.before, node.m))
        })
    }
}

/// Searches for a shortest win of fewer than `fewer_than` moves by A*.
///
/// States are not kept: one that is expanded is played again from the start, or from the state expanded
/// before it if it comes right after that. `proven` is called each time the proven lower bound rises.
///
/// # Errors
/// The budget is spent, or the tables would outgrow its memory.
pub fn a_star<S: Bounded>(
    space: &S,
    start: &S::State,
    fewer_than: u32,
    budget: &mut Budget<'_>,
    mut proven: impl FnMut(u32, &Budget<'_>),
) -> Result<Shortest<S::Move>, Stop> {
    let mut tree = Tree { nodes: List::new(budget.memory()), frontier: BTreeMap::new() };
    // The least number of moves in which each state was reached.
    let mut reached: Known<S::Key, u32> = Known::new(budget.memory());
    reached.get_or_insert(space.key(start), || 0)?;
    if space.moves_left(start) >= fewer_than {
        return Ok(Shortest::NoShorter);
    }
    let mut moves = Vec::new();
    let (mut node, mut state, mut made) = (NONE, start.clone(), 0);
    let mut at_least = 0;
    loop {
        // Unless it was reached in fewer moves since it was put into the frontier.
        if reached.get(&space.key(&state)) == Some(&made) {
            budget.visit()?;
            if space.is_won(&state) {
                return Ok(Shortest::Minimal(tree.path_to(node)));
            }
            moves.clear();
            space.moves(&state, &mut moves);
            for &m in &moves {
                let mut child = state.clone();
                space.play(&mut child, m);
                let key = space.key(&child);
                if reached.get(&key).is_some_and(|&least| least <= made + 1) {
                    continue;
                }
                let left = space.moves_left(&child);
                if made + 1 + left < fewer_than {
                    *reached.get_or_insert(key, || 0)? = made + 1;
                    tree.push(made + 1, left, node, m)?;
                }
            }
        }
        let Some((bound, next)) = tree.pop() else { return Ok(Shortest::NoShorter) };
        if bound > at_least {
            at_least = bound;
            proven(bound, budget);
        }
        let Node { before, m, .. } = tree.nodes[next as usize];
        if before == node {
            space.play(&mut state, m);
            made += 1;
        } else {
            let path = tree.path_to(next);
            made = path.len() as u32;
            state.clone_from(start);
            path.into_iter().for_each(|m| space.play(&mut state, m));
        }
        node = next;
    }
}
