//! Short best-first searches, one for each round, joined by redeals.

use std::cmp::Reverse;

use gehtauf_search::{Budget, Frontier, List, Memory, Outcome, Share, Stop, bytes, path_to};

use super::evaluation::rounds::{Weights, evaluate};
use super::last_round::{LastRound, last_round};
use super::moves::Step;
use super::prunings::Prunings;
use super::state::{State, VariantTables};

/// How much one search spends.
#[derive(Debug, Clone, Copy)]
pub struct RoundSettings {
    /// How many states a round may find.
    pub states: u32,
    /// From how many of them, the best, the next round sets out.
    pub branches: usize,
    /// What makes a state of a round but the last promising.
    pub weights: Weights,
    /// How the last round is searched; like the others if nothing is said.
    pub last_round: Option<LastRound>,
}

struct Node {
    state: State,
    value: i32,
    parent: u32,
    step: Step,
}

/// The tables of a round, kept from one to the next.
pub struct Rounds<'r> {
    tables: &'r VariantTables,
    prunings: Prunings,
    nodes: List<Node>,
    open: Frontier,
    /// Open-addressing table of the low halves of the keys found, 0 for an empty place. A false
    /// match loses a state, never a verdict: a round proves nothing.
    seen: Vec<u64>,
    /// What `seen` takes.
    share: Share,
}

impl<'r> Rounds<'r> {
    /// Empty tables.
    pub fn new(tables: &'r VariantTables, prunings: Prunings, memory: &Memory) -> Rounds<'r> {
        Rounds {
            tables,
            prunings,
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
    pub fn search(
        &mut self,
        start: &State,
        settings: RoundSettings,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        let mut path = Vec::new();
        let won = self.round_and_redeals(start, settings, &mut path, budget)?;
        Ok(if won { Outcome::Won(path) } else { Outcome::Open })
    }

    fn round_and_redeals(
        &mut self,
        start: &State,
        settings: RoundSettings,
        path: &mut Vec<Step>,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        if let Some(states) = settings.last_round.filter(|_| start.redeals_left() == 0) {
            let outcome = last_round(self.tables, self.prunings, start, states, budget)?;
            let Outcome::Won(steps) = outcome else { return Ok(false) };
            path.extend(steps);
            return Ok(true);
        }
        if let Some(win) = self.round(start, settings, budget)? {
            self.append_path(win, path);
            return Ok(true);
        }
        for (state, steps) in self.redeals(settings.branches) {
            let length = path.len();
            path.extend(steps);
            if self.round_and_redeals(&state, settings, path, budget)? {
                return Ok(true);
            }
            path.truncate(length);
        }
        Ok(false)
    }

    /// The most promising states of the round where the redeal is legal, each after its redeal, with
    /// the steps to there.
    fn redeals(&self, branches: usize) -> Vec<(State, Vec<Step>)> {
        let tables = self.tables;
        let nodes = (0..).zip(self.nodes.iter());
        let may_redeal = nodes.filter(|(_, node)| node.state.may_redeal(tables));
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
            state.play(tables, Step::REDEAL);
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
    fn round(
        &mut self,
        start: &State,
        settings: RoundSettings,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u32>, Stop> {
        let max_states = settings.states;
        let weights = match start.redeals_left() {
            0 => Weights::LAST_ROUND,
            _ => settings.weights,
        };
        self.nodes.clear();
        self.open.clear();
        let places = (2 * max_states as usize + 16).next_power_of_two();
        self.share.resize(bytes::vec_bytes::<u64>(places.max(self.seen.capacity())))?;
        self.seen.clear();
        self.seen.resize(places, 0);
        let tables = self.tables;
        self.push(&weights, start, 0, Step::REDEAL, |_| ())?;
        if start.is_won(tables) {
            return Ok(Some(0));
        }
        let mut steps = Vec::with_capacity(8);
        while let Some(parent) = self.open.pop() {
            let state = self.nodes[parent as usize].state;
            steps.clear();
            state.for_each_card_step(tables, |step| steps.push(step));
            for &step in &steps {
                if !self.is_new(state.key_after(step) as u64) {
                    continue;
                }
                budget.visit()?;
                let node =
                    self.push(&weights, &state, parent, step, |child| child.move_card(step))?;
                if self.nodes[node as usize].state.is_won(tables) {
                    return Ok(Some(node));
                }
                if node >= max_states {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    /// A node for the state after a step. That is played where the node lies: a state of which a few bytes have been
    /// written cannot be copied before they are.
    fn push(
        &mut self,
        weights: &Weights,
        before: &State,
        parent: u32,
        step: Step,
        play: impl FnOnce(&mut State),
    ) -> Result<u32, Stop> {
        let number = self.nodes.len() as u32;
        self.nodes.push(Node { state: *before, value: 0, parent, step })?;
        let node = self.nodes.last_mut().expect("just pushed");
        play(&mut node.state);
        node.value = evaluate(weights, self.tables, &node.state);
        self.open.push(node.value, number)?;
        Ok(number)
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
