//! The last phase under `fill=both`: sweeps through the levels of links.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gehtauf_search::{Budget, Limit, Outcome, Stop, Visited};

use super::backward::{Backward, Fate};
use super::nodes_within;
use super::phases;
use super::state::{CardId, Rules, State, Step, rank};

/// How many states of each level the first sweep sets out from.
const FIRST_WIDTH: usize = 100;

/// A state that was found, in 72 bytes.
#[derive(Clone, Copy)]
struct Node {
    cells: [CardId; 64],
    parent: u32,
    step: Step,
}

/// What the value of a state counts, each with its weight. Learned by pairwise ranking: for states
/// of won plays of other deals against random states of the same links.
mod weight {
    /// For each doubling of the number of minimal sets of diagonals still in use, in eighths.
    pub(super) const NEEDED: i32 = 78;
    /// For each card of an ordered prefix.
    pub(super) const PREFIX: i32 = 62;
    /// For each row whose next place is empty.
    pub(super) const NEXT_IS_GAP: i32 = 44;
    /// For each 2 in the place of a 2.
    pub(super) const TWO_AT_HOME: i32 = 24;
    /// For each move that adds a link.
    pub(super) const LINKING_MOVE: i32 = 83;
    /// For each gap to the right of a gap.
    pub(super) const GAP_AFTER_GAP: i32 = -30;
    /// For each gap to the right of a King.
    pub(super) const GAP_AFTER_KING: i32 = -40;
    /// For each gap to the left of a 2.
    pub(super) const GAP_BEFORE_TWO: i32 = -35;
}

/// Takes the best states of every level of links in turn, from the lowest level to the highest, again
/// and again with growing width. Nothing is dropped, so the search is exhaustive in the end.
pub(super) struct Sweeps<'r> {
    rules: &'r Rules,
    backward: &'r Backward,
    nodes: Vec<Node>,
    /// The nodes not yet played from, by links: value above, node below, so that the older of equal
    /// nodes comes first.
    open: Vec<BinaryHeap<u64>>,
    seen: Visited<u128>,
    /// The nodes in which no card can move.
    blocked: Vec<u32>,
}

impl<'r> Sweeps<'r> {
    pub(super) fn new(rules: &'r Rules, backward: &'r Backward) -> Sweeps<'r> {
        let levels = usize::from(rules.all_links()) + 1;
        Sweeps {
            rules,
            backward,
            nodes: Vec::new(),
            open: vec![BinaryHeap::new(); levels],
            seen: Visited::new(0),
            blocked: Vec::new(),
        }
    }

    /// Decides the last phase from a state that the backward search set out to meet.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow its bytes.
    pub(super) fn search(
        &mut self,
        start: &State,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        let rules = self.rules;
        self.seen = Visited::new(budget.max_bytes() / 4);
        self.seen.insert(start.key())?;
        let max_nodes = nodes_within::<Node>(budget.max_bytes() / 2);
        if let Some(steps) = self.enter(start, u32::MAX, Step::REDEAL) {
            return Ok(Outcome::Won(steps));
        }
        let mut width = FIRST_WIDTH;
        loop {
            let mut found_any = false;
            for level in 0..self.open.len() {
                for _ in 0..width {
                    let Some(top) = self.open[level].pop() else { break };
                    found_any = true;
                    let parent = !(top as u32);
                    let state = State::from_cells(rules, self.nodes[parent as usize].cells, 0);
                    let mut steps = [Step::REDEAL; 8];
                    let mut count = 0;
                    state.for_each_card_step(rules, |step| {
                        steps[count] = step;
                        count += 1;
                    });
                    for &step in &steps[..count] {
                        if !self.seen.insert(state.key_after(step))? {
                            continue;
                        }
                        budget.visit()?;
                        let mut child = state;
                        child.move_card(step);
                        if let Some(steps) = self.enter(&child, parent, step) {
                            return Ok(Outcome::Won(steps));
                        }
                        if self.nodes.len() >= max_nodes {
                            return Err(Stop::Limit(Limit::Memory));
                        }
                    }
                }
            }
            if !found_any {
                return Ok(Outcome::Unwinnable);
            }
            width += width / 2;
        }
    }

    /// Keeps a new state unless it is dead; the steps of the win if it is known to be won.
    fn enter(&mut self, state: &State, parent: u32, step: Step) -> Option<Vec<Step>> {
        let needed = match self.backward.fate(self.rules, state) {
            Fate::Won => {
                let mut steps = self.path(parent, step);
                steps.extend(self.backward.steps_to_win(self.rules, state));
                return Some(steps);
            }
            Fate::Dead => return None,
            Fate::Open(needed) => needed,
        };
        let node = self.nodes.len() as u32;
        let value = value(self.rules, state, needed);
        if state.is_blocked(self.rules) {
            self.blocked.push(node);
        }
        self.nodes.push(Node { cells: *state.cells(), parent, step });
        self.open[usize::from(state.links())]
            .push(((value + (1 << 30)) as u64) << 32 | u64::from(!node));
        None
    }

    /// The most promising states found in which no card can move, at most so many, each with the
    /// steps to there.
    pub(super) fn blocked_states(&self, count: usize) -> Vec<(State, Vec<Step>)> {
        let states = self.blocked.iter().map(|&node| {
            let Node { cells, parent, step } = self.nodes[node as usize];
            (State::from_cells(self.rules, cells, 0), parent, step)
        });
        let mut states: Vec<(State, u32, Step)> = states.collect();
        states.sort_by_key(|(state, ..)| Reverse(phases::value(state, self.rules)));
        states.truncate(count);
        states.into_iter().map(|(s, parent, step)| (s, self.path(parent, step))).collect()
    }

    /// The steps from the start to the node and then the last; none if the node is before the start.
    fn path(&self, mut node: u32, last: Step) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut step = last;
        while let Some(parent) = self.nodes.get(node as usize) {
            steps.push(step);
            step = parent.step;
            node = parent.parent;
        }
        steps.reverse();
        steps
    }
}

/// How promising a state is among those of its level.
fn value(rules: &Rules, state: &State, needed: u32) -> i32 {
    let doublings = needed.ilog2();
    let eighths = 8 * doublings + ((u64::from(needed) << 3 >> doublings) as u32 - 8);
    let mut value = weight::NEEDED * eighths as i32;
    for row in 0..rules.rows {
        let start = 16 * row;
        let prefix = state.prefix(row);
        value += weight::PREFIX * i32::from(prefix);
        if prefix <= rules.top && state.card(start + prefix) == 0 {
            value += weight::NEXT_IS_GAP;
        }
        let two = state.card(start) + 1;
        if state.spot(two) & 15 == 1 {
            value += weight::TWO_AT_HOME;
        }
    }
    for &gap in state.gaps(rules) {
        value += weight::LINKING_MOVE * state.linking_moves(rules, gap);
        let left = state.card(gap - 1);
        if left == 0 {
            value += weight::GAP_AFTER_GAP;
        } else if rank(left) == rules.top {
            value += weight::GAP_AFTER_KING;
        }
        if rank(state.card(gap + 1)) == 2 {
            value += weight::GAP_BEFORE_TWO;
        }
    }
    value
}
