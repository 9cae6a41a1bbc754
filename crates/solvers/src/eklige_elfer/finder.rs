//! Narrow beams over the layers between deals, restarted with random weights.

use ahash::{AHashSet, RandomState};
use gehtauf_search::{Budget, Outcome, Space, Stop};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::state::{State, Step, Table};

/// How wide a try is and how many of its kind are made.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// States kept from one deal to the next.
    pub width: usize,
    /// States kept from one step to the next between two deals.
    pub inner: usize,
    pub tries: u32,
}

struct Node {
    parent: u32,
    step: Step,
}

struct Entry {
    state: State,
    node: u32,
    value: i32,
}

pub struct Finder<'t> {
    table: &'t Table,
    rng: Pcg64,
    nodes: Vec<Node>,
    seen: AHashSet<u64>,
    hasher: RandomState,
    pub weights: [i32; 8],
    pub noise: u32,
}

impl<'t> Finder<'t> {
    pub fn new(table: &'t Table, rng: Pcg64) -> Finder<'t> {
        let hasher = RandomState::with_seeds(1, 2, 3, 4);
        Finder {
            table,
            rng,
            nodes: Vec::new(),
            seen: AHashSet::with_hasher(hasher.clone()),
            hasher,
            weights: [100, 20, 0, 0, 0, 0, 0, 0],
            noise: 60,
        }
    }

    fn value(&mut self, state: &State) -> i32 {
        let features = self.table.features(state);
        let value: i32 = features.iter().zip(&self.weights).map(|(f, w)| f * w).sum();
        let noise = (u64::from(self.rng.next_u32()) * u64::from(self.noise)) >> 32;
        noise as i32 - value
    }

    fn path(&self, mut node: u32, last: Step) -> Vec<Step> {
        let mut steps = vec![last];
        while node != u32::MAX {
            steps.push(self.nodes[node as usize].step);
            node = self.nodes[node as usize].parent;
        }
        steps.reverse();
        steps
    }

    /// One try.
    pub fn search(
        &mut self,
        start: &State,
        effort: Effort,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        self.nodes.clear();
        let mut layer = vec![Entry { state: *start, node: u32::MAX, value: 0 }];
        let mut steps = Vec::new();
        let mut candidates: Vec<Entry> = Vec::new();
        let mut children: Vec<(i32, State, u32, Step)> = Vec::new();
        let mut signatures = AHashSet::with_hasher(self.hasher.clone());
        loop {
            candidates.clear();
            self.seen.clear();
            let mut frontier = std::mem::take(&mut layer);
            while !frontier.is_empty() {
                children.clear();
                for entry in &frontier {
                    steps.clear();
                    self.table.push_plays(&entry.state, &mut steps);
                    for &step in &steps {
                        let mut child = entry.state;
                        self.table.play_step(&mut child, step);
                        budget.visit()?;
                        if self.table.is_won(&child) {
                            return Ok(Outcome::Won(self.path(entry.node, step)));
                        }
                        if self.seen.insert(self.hasher.hash_one(child)) {
                            let value = self.value(&child);
                            children.push((value, child, entry.node, step));
                        }
                    }
                }
                candidates.append(&mut frontier);
                children.sort_by_key(|child| std::cmp::Reverse(child.0));
                signatures.clear();
                for &(value, state, parent, step) in &children {
                    if frontier.len() == effort.inner {
                        break;
                    }
                    if !signatures.insert(state.signature()) {
                        continue;
                    }
                    self.nodes.push(Node { parent, step });
                    frontier.push(Entry { state, node: self.nodes.len() as u32 - 1, value });
                }
            }
            candidates.sort_by_key(|entry| std::cmp::Reverse(entry.value));
            children.clear();
            for entry in candidates.iter().take(4 * effort.width) {
                steps.clear();
                self.table.push_deals(&entry.state, &mut steps);
                while steps.len() > 6 {
                    let i = (u64::from(self.rng.next_u32()) * steps.len() as u64) >> 32;
                    steps.swap_remove(i as usize);
                }
                for &step in &steps {
                    let mut child = entry.state;
                    self.table.play_step(&mut child, step);
                    budget.visit()?;
                    if self.table.is_won(&child) {
                        return Ok(Outcome::Won(self.path(entry.node, step)));
                    }
                    let value = self.value(&child);
                    children.push((value, child, entry.node, step));
                }
            }
            if children.is_empty() {
                return Ok(Outcome::Open);
            }
            children.sort_by_key(|child| std::cmp::Reverse(child.0));
            signatures.clear();
            for &(value, state, parent, step) in &children {
                if layer.len() == effort.width {
                    break;
                }
                if !signatures.insert(state.signature()) {
                    continue;
                }
                self.nodes.push(Node { parent, step });
                layer.push(Entry { state, node: self.nodes.len() as u32 - 1, value });
            }
        }
    }
}
