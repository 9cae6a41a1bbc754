//! The exhaustive search under `fill=left` where a redeal may come at any time.

use gehtauf_search::{Budget, Frontier, List, Memory, Stop, Visited, path_to};

use super::Prunings;
use super::left::Left;
use super::phases::value;
use super::state::{Rules, State, Step};

/// A state of a phase that is not the last.
struct Node {
    state: State,
    parent: u32,
    step: Step,
}

/// Best-first search of each phase, with the redeal of each of its states as soon as it is looked at.
///
/// A redeal forgets where the gaps were, so that a phase has far fewer ends than states; each is
/// searched once, without pruning, but in the last phase as [`Left`] does. Where a phase is large one of
/// its ends is soon won, and where it is small all its ends are soon refuted.
pub(super) struct Redeals<'r> {
    rules: &'r Rules,
    /// The search of the last phase. What it knows of one start it uses for the next.
    left: Left<'r>,
    /// The states of the phases under way, those of a later phase behind those of the one before.
    nodes: List<Node>,
    /// The keys of the states found, of those of the last phase only the first ones.
    seen: Visited<u128>,
    memory: Memory,
}

impl<'r> Redeals<'r> {
    pub(super) fn new(rules: &'r Rules, prunings: Prunings, memory: &Memory) -> Redeals<'r> {
        Redeals {
            rules,
            left: Left::new(rules, prunings, memory),
            nodes: List::new(memory),
            seen: Visited::new(memory),
            memory: memory.clone(),
        }
    }

    /// Looks for a win from a state that no search of this one has met.
    ///
    /// Claim: there is none if none is found.
    ///
    /// Proof: every state of the phase that `seen` holds back is one of those under way, or was searched
    /// with its whole future without a win; and nothing is held back but by its key.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their bytes.
    pub(super) fn search(
        &mut self,
        start: &State,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Stop> {
        if start.redeals_left() == 0 {
            return Ok(self.left.search(&[*start], budget)?.map(|(_, steps)| steps));
        }
        let rules = self.rules;
        let first = self.nodes.len();
        let mut open = Frontier::oldest_first(&self.memory);
        self.push(&mut open, Node { state: *start, parent: u32::MAX, step: Step::REDEAL })?;
        let mut moves = Vec::with_capacity(4);
        while let Some(node) = open.pop() {
            let state = self.nodes[node as usize].state;
            budget.visit()?;
            if state.is_won(rules) {
                return Ok(Some(self.path(node)));
            }
            let mut redealt = state;
            redealt.play(rules, Step::REDEAL);
            if self.seen.insert(redealt.key())?
                && let Some(rest) = self.search(&redealt, budget)?
            {
                let mut steps = self.path(node);
                steps.push(Step::REDEAL);
                steps.extend(rest);
                return Ok(Some(steps));
            }
            moves.clear();
            state.for_each_card_step(rules, |step| moves.push(step));
            for &step in &moves {
                if self.seen.insert(state.key_after(step))? {
                    let mut child = state;
                    child.move_card(step);
                    self.push(&mut open, Node { state: child, parent: node, step })?;
                }
            }
        }
        self.nodes.truncate(first);
        Ok(None)
    }

    fn push(&mut self, open: &mut Frontier, node: Node) -> Result<(), Stop> {
        open.push(value(&node.state, self.rules), self.nodes.len() as u32)?;
        self.nodes.push(node)
    }

    /// The steps of a phase up to one of its states.
    fn path(&self, node: u32) -> Vec<Step> {
        path_to(node, |&node| {
            let Node { parent, step, .. } = self.nodes[node as usize];
            (parent != u32::MAX).then_some((parent, step))
        })
    }
}
