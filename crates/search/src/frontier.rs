//! Nodes that wait to be expanded.

use std::collections::BinaryHeap;

use crate::Stop;
use crate::bytes::{Memory, Share};

/// Numbers of nodes, each with an evaluation; the best one comes first.
#[derive(Debug)]
pub struct Frontier {
    /// Evaluation in the high 32 bits, node in the low ones.
    heap: BinaryHeap<u64>,
    /// What is exclusive-or'ed to a node, so that of two with equal evaluations the right one is larger.
    flip: u32,
    share: Share,
}

impl Frontier {
    /// An empty frontier in which the newest of equal nodes comes first.
    pub fn newest_first(memory: &Memory) -> Frontier {
        Frontier { heap: BinaryHeap::new(), flip: 0, share: memory.share() }
    }

    /// An empty frontier in which the oldest of equal nodes comes first.
    pub fn oldest_first(memory: &Memory) -> Frontier {
        Frontier { flip: u32::MAX, ..Frontier::newest_first(memory) }
    }

    /// Adds a node.
    ///
    /// # Errors
    /// The frontier would outgrow its bytes.
    #[inline]
    pub fn push(&mut self, evaluation: i32, node: u32) -> Result<(), Stop> {
        if self.heap.len() == self.heap.capacity() {
            self.grow()?;
        }
        let rank = evaluation.wrapping_sub(i32::MIN) as u32;
        self.heap.push(u64::from(rank) << 32 | u64::from(node ^ self.flip));
        Ok(())
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let capacity = self.share.grow_vec::<u64>(self.heap.capacity())?;
        self.heap.reserve_exact(capacity - self.heap.len());
        Ok(())
    }

    /// Takes the best node away.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        self.heap.pop().map(|top| top as u32 ^ self.flip)
    }

    /// Puts the node back that [`Frontier::best`] told of before it was taken.
    pub(crate) fn put_back(&mut self, best: u64) {
        self.heap.push(best);
    }

    /// A number that is the larger the better the best node is, 0 if there is none.
    #[inline]
    pub fn best(&self) -> u64 {
        // (A number is faster compared than an option.)
        self.heap.peek().map_or(0, |&top| top)
    }

    /// Takes all nodes away, in no order that means anything.
    pub fn take_all(&mut self) -> Vec<u32> {
        self.heap.drain().map(|entry| entry as u32 ^ self.flip).collect()
    }

    /// Takes all nodes away. The bytes stay with the frontier.
    pub fn clear(&mut self) {
        self.heap.clear();
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_comes_first_and_ties_go_by_age() {
        let memory = Memory::new(usize::MAX);
        let pushed = [(0, 1), (-5, 2), (i32::MAX, 3), (0, 4), (i32::MIN, 5)];
        for (mut frontier, order) in [
            (Frontier::newest_first(&memory), [3, 4, 1, 2, 5]),
            (Frontier::oldest_first(&memory), [3, 1, 4, 2, 5]),
        ] {
            for (evaluation, node) in pushed {
                frontier.push(evaluation, node).unwrap();
            }
            assert!(std::iter::from_fn(|| frontier.pop()).eq(order));
            assert_eq!(frontier.best(), 0);
        }
    }
}
