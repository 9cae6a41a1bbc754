//! Short best-first searches, one per deal, joined by redeals.

use std::cmp::Reverse;

use gehtauf_search::{Budget, Frontier, List, Memory, Outcome, Share, Stop, bytes, path_to};

use super::Prunings;
use super::last_phase::{self, last_phase};
use super::state::{Rules, State, Step, rank};

/// How much one try spends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// How many states a phase may find.
    pub states: u32,
    /// From how many of them, the best, the next phase sets out.
    pub branches: usize,
    /// How the last phase is searched; like the others if nothing is said.
    pub last_phase: Option<last_phase::Effort>,
}

struct Node {
    state: State,
    value: i32,
    parent: u32,
    step: Step,
}

/// The tables of a phase, kept from one to the next.
pub(super) struct Phases<'r> {
    rules: &'r Rules,
    nodes: List<Node>,
    open: Frontier,
    /// Open-addressing table of the low halves of the keys found, 0 for an empty place. A false
    /// match loses a state, never a verdict: a phase proves nothing.
    seen: Vec<u64>,
    /// What `seen` takes.
    share: Share,
}

impl<'r> Phases<'r> {
    pub(super) fn new(rules: &'r Rules, memory: &Memory) -> Phases<'r> {
        Phases {
            rules,
            nodes: List::new(memory),
            open: Frontier::oldest_first(memory),
            seen: Vec::new(),
            share: memory.share(),
        }
    }

    /// Looks for a win. Never answers `Unwinnable`.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their bytes.
    pub(super) fn search(
        &mut self,
        start: &State,
        effort: Effort,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        let mut path = Vec::new();
        let won = self.phase_and_redeals(start, effort, &mut path, budget)?;
        Ok(if won { Outcome::Won(path) } else { Outcome::Open })
    }

    fn phase_and_redeals(
        &mut self,
        start: &State,
        effort: Effort,
        path: &mut Vec<Step>,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        if let Some(effort) = effort.last_phase.filter(|_| start.redeals_left() == 0) {
            let prunings = Prunings::default();
            let outcome = last_phase(self.rules, prunings, start, &[effort], budget)?;
            let Outcome::Won(steps) = outcome else { return Ok(false) };
            path.extend(steps);
            return Ok(true);
        }
        if let Some(win) = self.phase(start, effort.states, budget)? {
            self.append_path(win, path);
            return Ok(true);
        }
        for (state, steps) in self.redeals(effort.branches) {
            let length = path.len();
            path.extend(steps);
            if self.phase_and_redeals(&state, effort, path, budget)? {
                return Ok(true);
            }
            path.truncate(length);
        }
        Ok(false)
    }

    /// The most promising states of the phase where the redeal is legal, each after its redeal, with
    /// the steps to there.
    fn redeals(&self, branches: usize) -> Vec<(State, Vec<Step>)> {
        let rules = self.rules;
        let nodes = (0..).zip(self.nodes.iter());
        let may_redeal = nodes.filter(|(_, node)| node.state.may_redeal(rules));
        let mut best: Vec<(Reverse<i32>, u32)> =
            may_redeal.map(|(number, node)| (Reverse(node.value), number)).collect();
        // Enough for the branches even if most are the same after the redeal.
        let looked_at = 16 * branches;
        if looked_at < best.len() {
            best.select_nth_unstable(looked_at);
            best.truncate(looked_at);
        }
        best.sort_unstable();
        let mut redealt: Vec<(State, Vec<Step>)> = Vec::new();
        for (_, node) in best {
            let mut state = self.nodes[node as usize].state;
            state.play(rules, Step::REDEAL);
            // Many positions are the same after the redeal.
            if redealt.iter().any(|(other, _)| other.key() == state.key()) {
                continue;
            }
            let mut steps = Vec::new();
            self.append_path(node, &mut steps);
            steps.push(Step::REDEAL);
            redealt.push((state, steps));
            if redealt.len() == branches {
                break;
            }
        }
        redealt
    }

    /// Best-first search without a redeal; the winning node. (With [`gehtauf_search::best_first`] the default
    /// rules take 11 % more instructions, `redeals=1` 17 %.)
    fn phase(
        &mut self,
        start: &State,
        max_states: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u32>, Stop> {
        self.nodes.clear();
        self.open.clear();
        let places = (2 * max_states as usize + 16).next_power_of_two();
        self.share.resize(bytes::vec_bytes::<u64>(places.max(self.seen.capacity())))?;
        self.seen.clear();
        self.seen.resize(places, 0);
        let rules = self.rules;
        self.push(*start, 0, Step::REDEAL)?;
        if start.is_won(rules) {
            return Ok(Some(0));
        }
        let mut steps = Vec::with_capacity(8);
        while let Some(parent) = self.open.pop() {
            let state = self.nodes[parent as usize].state;
            steps.clear();
            state.for_each_card_step(rules, |step| steps.push(step));
            for &step in &steps {
                if !self.is_new(state.key_after(step) as u64) {
                    continue;
                }
                budget.visit()?;
                let mut child = state;
                child.move_card(step);
                let node = self.push(child, parent, step)?;
                if child.is_won(rules) {
                    return Ok(Some(node));
                }
                if node >= max_states {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    fn push(&mut self, state: State, parent: u32, step: Step) -> Result<u32, Stop> {
        let node = self.nodes.len() as u32;
        let value = value(&state, self.rules);
        self.open.push(value, node)?;
        self.nodes.push(Node { state, value, parent, step })?;
        Ok(node)
    }

    fn is_new(&mut self, key: u64) -> bool {
        let mask = self.seen.len() - 1;
        let mut place = (key >> 32) as usize & mask;
        while self.seen[place] != 0 {
            if self.seen[place] == key {
                return false;
            }
            place = (place + 1) & mask;
        }
        self.seen[place] = key;
        true
    }

    fn append_path(&self, node: u32, path: &mut Vec<Step>) {
        path.extend(path_to(node, |&node| {
            let Node { parent, step, .. } = self.nodes[node as usize];
            (node != 0).then_some((parent, step))
        }));
    }
}

/// What the value of a state counts, each with its weight. Found by hill climbing on the number of
/// states that the solver visits.
mod weight {
    /// For each card of an ordered prefix.
    pub(super) const PREFIX: i32 = 53;
    /// For each link.
    pub(super) const LINK: i32 = 4;
    /// For each row whose next place is empty.
    pub(super) const NEXT_IS_GAP: i32 = 13;
    /// For each gap to the left of a 2.
    pub(super) const GAP_BEFORE_TWO: i32 = 3;
    /// For each gap to the right of a gap.
    pub(super) const GAP_AFTER_GAP: i32 = 6;
}

/// How promising a state is.
pub(super) fn value(state: &State, rules: &Rules) -> i32 {
    let mut value = weight::LINK * i32::from(state.links());
    for row in 0..rules.rows {
        let prefix = state.prefix(row);
        value += weight::PREFIX * i32::from(prefix);
        if prefix <= rules.top && state.card(16 * row + prefix) == 0 {
            value += weight::NEXT_IS_GAP;
        }
    }
    for &gap in state.gaps(rules) {
        if state.card(gap - 1) == 0 {
            value += weight::GAP_AFTER_GAP;
        }
        if rank(state.card(gap + 1)) == 2 {
            value += weight::GAP_BEFORE_TWO;
        }
    }
    value
}
