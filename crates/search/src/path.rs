//! The way back from a node of a search to its start.

use crate::{List, Memory, Stop};

/// The moves that led to a node; `link` is the node before and the move from there, none at the start.
///
/// # Examples
/// ```
/// let parents = [None, Some((0, 'a')), Some((1, 'b'))];
/// let path = gehtauf_search::path_to(2, |&node: &usize| parents[node]);
/// assert_eq!(path, ['a', 'b']);
/// ```
pub fn path_to<N, M>(mut node: N, mut link: impl FnMut(&N) -> Option<(N, M)>) -> Vec<M> {
    let mut moves = Vec::new();
    while let Some((before, m)) = link(&node) {
        moves.push(m);
        node = before;
    }
    moves.reverse();
    moves
}

/// A tree of moves: each node is a move from the node before it. The start is [`Paths::START`] and takes no
/// room.
#[derive(Debug)]
pub struct Paths<M> {
    links: List<(u32, M)>,
}

impl<M: Copy> Paths<M> {
    /// The node without moves.
    pub const START: u32 = u32::MAX;

    /// A tree of the start alone.
    pub fn new(memory: &Memory) -> Paths<M> {
        Paths { links: List::new(memory) }
    }

    /// Adds a node; says which it is. Nodes are counted from 0.
    ///
    /// # Errors
    /// The tree would outgrow its bytes.
    #[inline]
    pub fn push(&mut self, parent: u32, m: M) -> Result<u32, Stop> {
        let node = self.links.len() as u32;
        self.links.push((parent, m))?;
        Ok(node)
    }

    /// Leaves the start alone.
    pub fn clear(&mut self) {
        self.links.clear();
    }

    /// Number of nodes, the start not counted.
    pub fn len(&self) -> usize {
        self.links.len()
    }

    /// Whether there is nothing but the start.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The node before and the move from there; none for the start.
    pub fn link(&self, node: u32) -> Option<(u32, M)> {
        (node != Self::START).then(|| self.links[node as usize])
    }

    /// The moves from the start to a node.
    pub fn path_to(&self, node: u32) -> Vec<M> {
        path_to(node, |&node| self.link(node))
    }
}
