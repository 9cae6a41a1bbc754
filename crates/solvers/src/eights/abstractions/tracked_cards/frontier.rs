//! What the search of an abstraction has still to expand, and how its states were reached.

use std::collections::BTreeMap;

use gehtauf_search::bytes::vec_bytes;

use super::abstraction::{AbstractMove, AbstractState};

/// How a state was reached: from which one, by what move, and as which of the states after that.
pub type Reached = (u32, AbstractMove, u16);

/// A state that was generated.
#[derive(Clone, Copy)]
pub struct Generated {
    pub state: AbstractState,
    pub reached: Option<Reached>,
    /// How many tracked moves and redeals led to it.
    pub level: u16,
}

impl Generated {
    /// A state that dominates another has no higher one, if it has the same tracked part.
    fn rank(&self) -> (u16, u8, u32) {
        let AbstractState { bases, stock, turned, .. } = &self.state;
        let dealt: u32 = bases.iter().map(|&base| u32::from(base)).sum();
        (self.level, *turned, dealt + stock.count_ones())
    }
}

/// The states that were generated and not expanded. In turns one of the lowest level, so that of most that dominate
/// others these come later and are not expanded: that shortens proofs; and one of the highest, which comes to a win soon.
pub struct Frontier {
    waiting: BTreeMap<(u16, u8, u32), Vec<Generated>>,
    waiting_bytes: usize,
    is_highest_next: bool,
    /// How each state that was expanded was reached.
    expanded: Vec<Option<Reached>>,
}

impl Frontier {
    pub fn new(start: AbstractState) -> Frontier {
        let (waiting, expanded) = (BTreeMap::new(), Vec::new());
        let mut frontier = Frontier { waiting, waiting_bytes: 0, is_highest_next: false, expanded };
        frontier.push(Generated { state: start, reached: None, level: 0 });
        frontier
    }

    pub fn pop(&mut self) -> Option<Generated> {
        let (&(highest, ..), _) = self.waiting.last_key_value()?;
        let from = if self.is_highest_next { highest } else { 0 };
        self.is_highest_next = !self.is_highest_next;
        let (&rank, equal) = self.waiting.range_mut((from, 0, 0)..).next()?;
        let first = equal.pop();
        if equal.is_empty() {
            self.waiting_bytes -= vec_bytes::<Generated>(equal.capacity());
            self.waiting.remove(&rank);
        }
        first
    }

    pub fn push(&mut self, generated: Generated) {
        let equal = self.waiting.entry(generated.rank()).or_default();
        let before = equal.capacity();
        equal.push(generated);
        self.waiting_bytes += vec_bytes::<Generated>(equal.capacity() - before);
    }

    /// A number for a state that was reached so and is expanded.
    pub fn expand(&mut self, reached: Option<Reached>) -> u32 {
        self.expanded.push(reached);
        self.expanded.len() as u32 - 1
    }

    /// How the state was reached from which this one was.
    pub fn before(&self, (before, ..): Reached) -> Option<Reached> {
        self.expanded[before as usize]
    }

    /// Which of the expanded states are open if the search has ended at one of them (`nogoods.rs`). `dominated` says from
    /// where states were reached that are not expanded, and which one dominates them.
    pub fn open(&self, end: Option<u32>, mut dominated: Vec<(u32, u32)>) -> Vec<bool> {
        dominated.sort_unstable_by_key(|&(_, dominating)| dominating);
        let mut open = vec![false; self.expanded.len()];
        let waiting = self.waiting.values().flatten();
        let mut found: Vec<u32> =
            waiting.filter_map(|one| one.reached).map(|(from, ..)| from).chain(end).collect();
        while let Some(one) = found.pop() {
            if std::mem::replace(&mut open[one as usize], true) {
                continue;
            }
            found.extend(self.expanded[one as usize].map(|(from, ..)| from));
            let first = dominated.partition_point(|&(_, dominating)| dominating < one);
            let by_it = dominated[first..].iter().take_while(|&&(_, dominating)| dominating == one);
            found.extend(by_it.map(|&(from, _)| from));
        }
        open
    }

    pub fn bytes(&self) -> usize {
        self.waiting_bytes + vec_bytes::<Option<Reached>>(self.expanded.capacity())
    }
}
