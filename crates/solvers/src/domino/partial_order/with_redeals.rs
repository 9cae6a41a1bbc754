//! The exhaustive search under `fill=left` where a redeal may come at any time.

use gehtauf_search::{Budget, Frontier, List, Memory, Stop, Visited, path_to};

use super::PersistentSetSearch;
use crate::domino::evaluation::rounds::{Weights, evaluate};
use crate::domino::moves::Step;
use crate::domino::prunings::Prunings;
use crate::domino::state::{State, VariantTables};

/// A state of a round that is not the last.
struct Node {
    state: State,
    parent: u32,
    step: Step,
}

/// Best-first search of each round, with the redeal of each of its states as soon as it is looked at.
///
/// A redeal forgets where the gaps were, so that a round has far fewer ends than states; each is
/// searched once, without pruning, but in the last round as [`PersistentSetSearch`] does. Where a round is large one of
/// its ends is soon won, and where it is small all its ends are soon refuted.
pub struct AllRounds<'r> {
    tables: &'r VariantTables,
    /// The search of the last round. What it knows of one start it uses for the next.
    last_round: PersistentSetSearch<'r>,
    /// The states of the rounds under way, those of a later round behind those of the one before.
    nodes: List<Node>,
    /// The keys of the states found, of those of the last round only the first ones.
    seen: Visited<u128>,
    memory: Memory,
}

impl<'r> AllRounds<'r> {
    pub fn new(tables: &'r VariantTables, prunings: Prunings, memory: &Memory) -> AllRounds<'r> {
        AllRounds {
            tables,
            last_round: PersistentSetSearch::new(tables, prunings, memory),
            nodes: List::new(memory),
            seen: Visited::new(memory),
            memory: memory.clone(),
        }
    }

    /// Looks for a win from a state that no search of this one has met.
    ///
    /// Claim: there is none if none is found.
    ///
    /// Proof: every state of the round that `seen` holds back is one of those under way, or was searched
    /// with its whole future without a win; and nothing is held back but by its key.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their bytes.
    pub fn search(
        &mut self,
        start: &State,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Stop> {
        if start.redeals_left() == 0 {
            return Ok(self.last_round.search(&[*start], budget)?.map(|(_, steps)| steps));
        }
        let tables = self.tables;
        let first = self.nodes.len();
        let mut open = Frontier::oldest_first(&self.memory);
        self.push(&mut open, Node { state: *start, parent: u32::MAX, step: Step::REDEAL })?;
        let mut moves = Vec::with_capacity(4);
        while let Some(node) = open.pop() {
            let state = self.nodes[node as usize].state;
            budget.visit()?;
            if state.is_won(tables) {
                return Ok(Some(self.path(node)));
            }
            let mut redealt = state;
            redealt.play(tables, Step::REDEAL);
            if self.seen.insert(redealt.key())?
                && let Some(rest) = self.search(&redealt, budget)?
            {
                let mut steps = self.path(node);
                steps.push(Step::REDEAL);
                steps.extend(rest);
                return Ok(Some(steps));
            }
            moves.clear();
            state.for_each_card_step(tables, |step| moves.push(step));
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
        let value = evaluate(&Weights::BEFORE_REDEAL, self.tables, &node.state);
        open.push(value, self.nodes.len() as u32)?;
        self.nodes.push(node)
    }

    /// The steps of a round up to one of its states.
    fn path(&self, node: u32) -> Vec<Step> {
        path_to(node, |&node| {
            let Node { parent, step, .. } = self.nodes[node as usize];
            (parent != u32::MAX).then_some((parent, step))
        })
    }
}
