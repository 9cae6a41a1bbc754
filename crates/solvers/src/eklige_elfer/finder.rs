//! Narrow beams over the layers between deals, restarted with random weights.

use ahash::{AHashSet, RandomState};
use gehtauf_search::{Budget, Outcome, Space, Stop};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::space::{Lazy, Prunings};
use super::state::{State, Step, Table};
use super::value::FEATURES;

/// How wide a try is and how random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// States kept from one deal to the next.
    pub layers: usize,
    /// States kept from one step to the next between two deals.
    pub steps: usize,
    /// Each value is raised by a random number below this; a head costs about 100.
    pub noise: u32,
    /// How many tries are made.
    pub tries: u32,
}

/// What each feature of [`Table::features`] costs, and a head that stays before the next deal even in
/// the relaxed game. Found by trying small changes on the
/// seeds from 1,000,000.
const COSTS: [i32; FEATURES] = [105, 185, 20, -15, 40, -10, 90, -80, 40];
const COST_STUCK: i32 = 40;

/// The costs are drawn anew for each try, up to this many 256ths up or down.
const SPREAD: u32 = 60;

/// How many states before a deal are dealt for each that is kept after it.
const DEALT_PER_KEPT: usize = 4;

/// How many orders of the loose columns are tried for each of them.
const ORDERS: usize = 6;

struct Node {
    parent: u32,
    step: Step,
}

#[derive(Clone, Copy)]
struct Entry {
    state: State,
    /// Its place in the tree of steps, or of its parent as long as it is not kept.
    node: u32,
    value: i32,
}

/// The searcher for one deal; what it allocates is used by all tries.
pub struct Finder<'t> {
    space: Lazy<'t>,
    table: &'t Table,
    rng: Pcg64,
    costs: [i32; FEATURES],
    noise: u32,
    nodes: Vec<Node>,
    seen: AHashSet<u64>,
    signatures: AHashSet<u64>,
    hasher: RandomState,
    steps: Vec<Step>,
    children: Vec<(Entry, Step)>,
    order: Vec<(i32, u32)>,
}

impl<'t> Finder<'t> {
    /// A searcher whose random numbers hang on `seed`.
    pub fn new(table: &'t Table, prunings: Prunings, seed: u128) -> Finder<'t> {
        let hasher = RandomState::with_seeds(1, 2, 3, 4);
        Finder {
            space: Lazy { table, prunings },
            table,
            rng: Pcg64::new(seed, 0),
            costs: COSTS,
            noise: 0,
            nodes: Vec::new(),
            seen: AHashSet::with_hasher(hasher.clone()),
            signatures: AHashSet::with_hasher(hasher.clone()),
            hasher,
            steps: Vec::new(),
            children: Vec::new(),
            order: Vec::new(),
        }
    }

    fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.rng.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    fn value(&mut self, state: &State) -> i32 {
        let features = self.table.features(state);
        let cost: i32 = features.iter().zip(&self.costs).map(|(f, c)| f * c).sum();
        self.below(self.noise) as i32 - cost
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

    /// One try. It never answers `Unwinnable`.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn search(
        &mut self,
        start: &State,
        effort: Effort,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        self.nodes.clear();
        self.noise = effort.noise;
        for (i, cost) in COSTS.iter().enumerate() {
            let factor = 256 + self.below(2 * SPREAD + 1) as i32 - SPREAD as i32;
            self.costs[i] = cost * factor / 256;
        }
        let mut layer = vec![Entry { state: *start, node: u32::MAX, value: 0 }];
        let mut before_deal: Vec<Entry> = Vec::new();
        let mut frontier: Vec<Entry> = Vec::new();
        loop {
            before_deal.clear();
            self.seen.clear();
            frontier.clear();
            frontier.append(&mut layer);
            while !frontier.is_empty() {
                self.children.clear();
                for entry in &frontier {
                    if let Some(steps) = self.play_on(entry, budget)? {
                        return Ok(Outcome::Won(steps));
                    }
                }
                before_deal.append(&mut frontier);
                self.keep(effort.steps, &mut frontier);
            }
            self.children.clear();
            before_deal.sort_by_key(|entry| std::cmp::Reverse(entry.value));
            before_deal.truncate(DEALT_PER_KEPT * effort.layers);
            for entry in &before_deal {
                self.deal(entry, budget)?;
            }
            if self.children.is_empty() {
                return Ok(Outcome::Open);
            }
            self.keep(effort.layers, &mut layer);
        }
    }

    /// Adds the states one step on, without a deal; a won one ends it with the way there.
    fn play_on(
        &mut self,
        entry: &Entry,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Stop> {
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        self.table.push_plays(&entry.state, &mut steps);
        for &step in &steps {
            let mut state = entry.state;
            self.table.play_step(&mut state, step);
            budget.visit()?;
            if self.space.is_won(&state) {
                return Ok(Some(self.path(entry.node, step)));
            }
            if self.seen.insert(self.hasher.hash_one(state)) {
                let value = self.value(&state);
                self.children.push((Entry { state, node: entry.node, value }, step));
            }
        }
        self.steps = steps;
        Ok(None)
    }

    /// Adds the states after the next deal.
    fn deal(&mut self, entry: &Entry, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        self.table.push_deals(&entry.state, &mut steps);
        while steps.len() > ORDERS {
            let drawn = self.below(steps.len() as u32);
            steps.swap_remove(drawn as usize);
        }
        for &step in &steps {
            let mut state = entry.state;
            self.table.play_step(&mut state, step);
            budget.visit()?;
            let [stuck_now, stuck_for_ever] = self.table.stuck_heads(&state);
            if self.space.prunings.relaxation && stuck_for_ever > 0 {
                continue;
            }
            let value = self.value(&state) - COST_STUCK * stuck_now as i32;
            self.children.push((Entry { state, node: entry.node, value }, step));
        }
        self.steps = steps;
        Ok(())
    }

    /// Moves the best children into `kept`, at most one of each signature.
    fn keep(&mut self, count: usize, kept: &mut Vec<Entry>) {
        self.order.clear();
        let values = self.children.iter().enumerate();
        self.order.extend(values.map(|(i, (child, _))| (-child.value, i as u32)));
        self.order.sort_unstable();
        self.signatures.clear();
        for &(_, i) in &self.order {
            if kept.len() == count {
                break;
            }
            let (child, step) = self.children[i as usize];
            if self.signatures.insert(self.hasher.hash_one(child.state.heads_left())) {
                self.nodes.push(Node { parent: child.node, step });
                kept.push(Entry { node: self.nodes.len() as u32 - 1, ..child });
            }
        }
    }
}
