//! The shortest win under `fill=left` of one round: A* over persistent and sleep sets.
//!
//! *Claim.* The win found has the fewest moves. *Proof.* The search finds, of each play that ends in a won
//! position, a play of its trace ([`persistent_sets`](crate::domino::prunings::persistent_sets)), and all plays of a
//! trace are equally long. A point is left out only if one of its state was found in no more moves in which no
//! other gaps slept, or if no win through it is shorter than the one known, by an admissible bound. Those that
//! wait are taken in the order of their moves plus the bound.
//!
//! Oracle: `tests/shorter.rs` with the switches on and off.

use std::cell::Cell;

use gehtauf_search::{Budget, Frontier, Known, Stop};

use super::point::Point;
use super::{Node, PersistentSetSearch, subsets};
use crate::domino::evaluation::lower_bound::moves_left;
use crate::domino::moves::Step;
use crate::domino::prunings::Prunings;
use crate::domino::prunings::persistent_sets::{NO_GAP, in_turn};
use crate::domino::state::{State, VariantTables};

/// Searches the plays of one round, from several starts, for a shortest win.
pub struct ShortestPlay<'r> {
    search: PersistentSetSearch<'r>,
    prunings: Prunings,
    /// The least number of moves in which each point was reached, by the keys of [`PersistentSetSearch`].
    reached: Known<u128, u16>,
    /// By moves made plus moves left.
    open: Frontier,
    fewer_than: u32,
}

/// Where a point comes from.
#[derive(Clone, Copy)]
struct Origin {
    /// The node before; none for a start.
    parent: u32,
    /// The gap filled there, or the number of the start.
    gap: u8,
    /// The moves up to there, that into the gap with them.
    made: u16,
}

impl<'r> ShortestPlay<'r> {
    /// A search for wins of fewer moves than so many.
    pub fn new(
        tables: &'r VariantTables,
        prunings: Prunings,
        fewer_than: u32,
        budget: &Budget<'_>,
    ) -> ShortestPlay<'r> {
        let memory = budget.memory();
        ShortestPlay {
            search: PersistentSetSearch::new(tables, prunings, memory),
            prunings,
            reached: Known::new(memory),
            open: Frontier::newest_first(memory),
            fewer_than,
        }
    }

    /// The number of the start and the steps of a shortest win; nothing if there is none. `proven` hears whenever it
    /// is proven that no win has fewer moves than a greater number.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their bytes.
    pub fn search(
        mut self,
        starts: &[State],
        budget: &mut Budget<'_>,
        mut proven: impl FnMut(u32, &Budget<'_>),
    ) -> Result<Option<(usize, Vec<Step>)>, Stop> {
        for (start, &state) in (0..).zip(starts) {
            let mut point = Point::new(self.search.tables, state);
            self.enter(&mut point, Origin { parent: u32::MAX, gap: start, made: 0 }, budget)?;
        }
        let mut at_least = 0;
        while let Some(parent) = self.open.pop() {
            budget.check().map_err(Stop::Limit)?;
            let node = &self.search.nodes[parent as usize];
            let (point, turns, made) = (node.unpack(), node.turns, node.depth);
            let bound = u32::from(made) + self.moves_left(&point);
            if bound > at_least {
                at_least = bound;
                proven(bound, budget);
            }
            if turns == [NO_GAP; 4] {
                let start = usize::from(self.start_of(parent));
                return Ok(Some((start, self.search.path_to(parent, &starts[start]))));
            }
            for gap in in_turn(turns) {
                let mut child = point;
                self.search.fill_in_turn(&mut child, turns, gap);
                self.enter(&mut child, Origin { parent, gap, made: made + 1 }, budget)?;
            }
        }
        Ok(None)
    }

    /// Plays on from a point to one with a choice, and keeps that if a shorter win may lie beyond.
    fn enter(
        &mut self,
        point: &mut Point,
        from: Origin,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let stale = if from.parent == u32::MAX { 0 } else { !(1 << from.gap) };
        let made = Cell::new(from.made);
        let is_known = |point: &Point| self.is_known(point, made.get());
        let played = |_| made.set(made.get() + 1);
        let Some(turns) = self.search.play_on(point, stale, is_known, played) else {
            return Ok(());
        };
        let made = made.get();
        let left = self.moves_left(point);
        if u32::from(made) + left >= self.fewer_than {
            return Ok(());
        }
        let key = self.search.key(point, point.asleep);
        *self.reached.get_or_insert(key, || made)? = made;
        budget.visit()?;
        // Of equal nodes the one nearest the win first.
        let rank = (i32::from(made) + left as i32) << 8 | left as i32;
        self.open.push(-rank, self.search.nodes.len() as u32)?;
        self.search.nodes.push(Node {
            point: point.pack(),
            asleep: point.asleep,
            turns,
            gap: from.gap,
            depth: made,
            parent: from.parent,
        })
    }

    fn moves_left(&self, point: &Point) -> u32 {
        moves_left(self.search.tables, self.prunings, &point.state)
    }

    /// Whether the same state was reached in no more moves with no other sleeping gaps.
    fn is_known(&self, point: &Point, made: u16) -> bool {
        subsets(point.asleep).any(|asleep| {
            let least = self.reached.get(&self.search.key(point, asleep));
            least.is_some_and(|&least| least <= made)
        })
    }

    fn start_of(&self, mut node: u32) -> u8 {
        loop {
            let Node { parent, gap, .. } = self.search.nodes[node as usize];
            if parent == u32::MAX {
                return gap;
            }
            node = parent;
        }
    }
}
