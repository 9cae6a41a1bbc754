//! A* for a shortest win.

use std::collections::BTreeMap;

use crate::bytes::vec_bytes;
use crate::visited::Reached;
use crate::{Budget, Paths, Share, Space, Stop};

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

/// What waits to be expanded: nodes by moves made plus moves left by the bound, the fewest moves left first
/// among equals, and of equals in both the newest.
#[derive(Default)]
struct Frontier(BTreeMap<(u32, u32), Vec<u32>>);

impl Frontier {
    fn push(&mut self, made: u32, left: u32, node: u32, share: &mut Share) -> Result<(), Stop> {
        let nodes = self.0.entry((made + left, left)).or_default();
        if nodes.len() == nodes.capacity() {
            let more = nodes.capacity().max(16);
            share.resize(share.bytes() + vec_bytes::<u32>(more))?;
            nodes.reserve_exact(more);
        }
        nodes.push(node);
        Ok(())
    }

    fn pop(&mut self, share: &mut Share) -> Result<Option<u32>, Stop> {
        while let Some(mut first) = self.0.first_entry() {
            if let Some(node) = first.get_mut().pop() {
                return Ok(Some(node));
            }
            share.resize(share.bytes() - vec_bytes::<u32>(first.remove().capacity()))?;
        }
        Ok(None)
    }
}

/// Searches for a shortest win of fewer than `fewer_than` moves by A*.
///
/// States are not kept: one that is expanded is played again from the start, or from the state expanded
/// before it if it comes right after that.
///
/// # Errors
/// The budget is spent, or the tables would outgrow its memory.
pub fn a_star<S: Bounded>(
    space: &S,
    start: &S::State,
    fewer_than: u32,
    budget: &mut Budget<'_>,
) -> Result<Shortest<S::Move>, Stop> {
    let memory = budget.memory();
    let mut paths = Paths::new(memory);
    let mut reached = Reached::new(memory);
    reached.reach(space.key(start), 0)?;
    let (mut frontier, mut share) = (Frontier::default(), memory.share());
    let left = space.moves_left(start);
    if left < fewer_than {
        frontier.push(0, left, Paths::<S::Move>::START, &mut share)?;
    }
    let mut moves = Vec::new();
    let (mut last, mut state, mut made) = (Paths::<S::Move>::START, start.clone(), 0);
    while let Some(node) = frontier.pop(&mut share)? {
        match paths.link(node) {
            Some((before, m)) if before == last => {
                space.play(&mut state, m);
                made += 1;
            }
            _ => {
                let path = paths.path_to(node);
                made = path.len() as u32;
                state.clone_from(start);
                path.into_iter().for_each(|m| space.play(&mut state, m));
            }
        }
        last = node;
        if reached.moves_to(&space.key(&state)).is_some_and(|least| least < made) {
            continue; // Reached in fewer moves since it was put here.
        }
        budget.visit()?;
        if space.is_won(&state) {
            return Ok(Shortest::Minimal(paths.path_to(node)));
        }
        moves.clear();
        space.moves(&state, &mut moves);
        for &m in &moves {
            let mut child = state.clone();
            space.play(&mut child, m);
            let left = space.moves_left(&child);
            if made + 1 + left < fewer_than && reached.reach(space.key(&child), made + 1)? {
                frontier.push(made + 1, left, paths.push(node, m)?, &mut share)?;
            }
        }
    }
    Ok(Shortest::NoShorter)
}
