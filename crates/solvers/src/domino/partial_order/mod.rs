//! Partial-order reduction: the exhaustive search under `fill=left` of one round.
//!
//! Four gaps wander about, and most of their moves can be played in any order. Moves without a
//! choice are played at once, and only positions with a choice are kept.

mod closure;
pub mod point;
pub mod shortest;
pub mod with_redeals;

use gehtauf_search::{Budget, Frontier, List, Memory, Stop, Visited, bits, path_to};

use super::evaluation::partial_order::evaluate;
use super::moves::Step;
use super::prunings::persistent_sets::{NO_GAP, Turns, in_turn};
use super::prunings::{Prunings, sleep_sets};
use super::state::{Gaps, State, VariantTables, gap_key};
use point::{PackedPoint, Point};

/// A point with a choice, or a won one.
struct Node {
    point: PackedPoint,
    asleep: Gaps,
    /// The gaps to fill from here.
    turns: Turns,
    /// The gap that was filled in the parent, before the moves without a choice that led here.
    gap: u8,
    /// Choices that led here; moves in [`shortest`].
    depth: u16,
    parent: u32,
}

impl Node {
    fn unpack(&self) -> Point {
        self.point.unpack(self.asleep)
    }
}

/// Best-first search that drops nothing, and so is exhaustive in the end: it finds every position without
/// moves of the round, as [`persistent_sets`](super::prunings::persistent_sets) and [`sleep_sets`] prove.
pub struct PersistentSetSearch<'r> {
    tables: &'r VariantTables,
    prunings: Prunings,
    nodes: List<Node>,
    /// For each start the nodes not yet played from.
    open: Vec<Frontier>,
    /// The keys of the nodes' points, those of earlier searches too.
    seen: Visited<u128>,
    memory: Memory,
}

impl<'r> PersistentSetSearch<'r> {
    /// A search under `fill=left` from states without redeals or under `redeal=blocked`.
    pub fn new(
        tables: &'r VariantTables,
        prunings: Prunings,
        memory: &Memory,
    ) -> PersistentSetSearch<'r> {
        PersistentSetSearch {
            tables,
            prunings,
            nodes: List::new(memory),
            open: Vec::new(),
            seen: Visited::new(memory),
            memory: memory.clone(),
        }
    }

    /// Decides whether one of some states can be won; which of them, and how. Points that an earlier
    /// search without a win has found are not searched again.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their bytes.
    pub fn search(
        &mut self,
        starts: &[State],
        budget: &mut Budget<'_>,
    ) -> Result<Option<(usize, Vec<Step>)>, Stop> {
        self.nodes.clear();
        self.open.clear();
        self.open.resize_with(starts.len(), || Frontier::newest_first(&self.memory));
        for (start, &state) in starts.iter().enumerate() {
            if self.enter(&mut Point::new(self.tables, state), u32::MAX, 0, start, budget)? {
                return Ok(Some((start, self.path(&state))));
            }
        }
        // By turns, since some starts are won soon and many that promise more never. But every other turn
        // is that of the start that promises most.
        loop {
            let mut is_done = true;
            for start in 0..starts.len() {
                for start in [start, self.most_promising()] {
                    let Some(parent) = self.open[start].pop() else { continue };
                    is_done = false;
                    let node = &self.nodes[parent as usize];
                    let (point, turns) = (node.unpack(), node.turns);
                    for gap in in_turn(turns) {
                        let mut child = point;
                        self.fill_in_turn(&mut child, turns, gap);
                        if self.enter(&mut child, parent, gap, start, budget)? {
                            return Ok(Some((start, self.path(&starts[start]))));
                        }
                    }
                }
            }
            if is_done {
                return Ok(None);
            }
        }
    }

    /// The start that has the best of the nodes not yet played from.
    fn most_promising(&self) -> usize {
        let starts = 0..self.open.len();
        starts.max_by_key(|&start| self.open[start].best()).unwrap_or(0)
    }

    /// Fills one of some gaps; those that had their turns before it sleep.
    fn fill_in_turn(&self, point: &mut Point, turns: Turns, gap: u8) -> Step {
        if self.prunings.sleep_sets {
            point.asleep |= sleep_sets::before(turns, gap);
        }
        point.fill(gap)
    }

    /// Plays on from a point to one with a choice and keeps that if there is something to find from
    /// it; says whether it is won.
    fn enter(
        &mut self,
        point: &mut Point,
        parent: u32,
        gap: u8,
        start: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let is_known = |point: &Point| self.is_known(point);
        let stale = if parent == u32::MAX { 0 } else { !(1 << gap) };
        let Some(turns) = self.play_on(point, stale, is_known, |_| {}) else { return Ok(false) };
        self.seen.insert(self.key(point, point.asleep))?;
        budget.visit()?;
        let node = self.nodes.len() as u32;
        let depth = if parent == u32::MAX { 0 } else { self.nodes[parent as usize].depth + 1 };
        let value = evaluate(self.tables, &point.state, turns, depth);
        self.open[start].push(value, node)?;
        self.nodes.push(Node {
            point: point.pack(),
            asleep: point.asleep,
            turns,
            gap,
            depth,
            parent,
        })?;
        Ok(turns == [NO_GAP; 4])
    }

    /// The steps from the start to the node found last.
    fn path(&self, start: &State) -> Vec<Step> {
        self.path_to(self.nodes.len() as u32 - 1, start)
    }

    /// The steps from the start to a node.
    fn path_to(&self, node: u32, start: &State) -> Vec<Step> {
        let nodes = path_to(node, |&node| {
            let Node { parent, gap, .. } = self.nodes[node as usize];
            (parent != u32::MAX).then(|| (parent, (&self.nodes[parent as usize], gap)))
        });
        let mut steps = Vec::new();
        let mut point = Point::new(self.tables, *start);
        self.play_on(&mut point, 0, |_| false, |step| steps.push(step));
        for (node, gap) in nodes {
            let mut point = node.unpack();
            steps.push(self.fill_in_turn(&mut point, node.turns, gap));
            self.play_on(&mut point, !(1 << gap), |_| false, |step| steps.push(step));
        }
        steps
    }

    /// The key of a point's state with some sleeping gaps.
    fn key(&self, point: &Point, asleep: Gaps) -> u128 {
        let gaps = point.state.gaps(self.tables);
        let asleep = bits(asleep).map(|gap| gap_key(gaps[usize::from(gap)]));
        asleep.fold(point.state.key(), |key, gap| key ^ gap)
    }

    /// Whether a node has the same state and no other sleeping gaps.
    fn is_known(&self, point: &Point) -> bool {
        subsets(point.asleep).any(|asleep| self.seen.contains(&self.key(point, asleep)))
    }
}

/// Some gaps, and all that are less, none of them last.
fn subsets(gaps: Gaps) -> impl Iterator<Item = Gaps> {
    std::iter::successors(Some(gaps), move |&some| (some > 0).then(|| some.wrapping_sub(1) & gaps))
}

#[cfg(test)]
mod tests;
