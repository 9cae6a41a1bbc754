//! Levels of the game without redeals, from the win towards the start.
//!
//! Near the end few cards are left in their piles, and only few choices of cards can be the last: all high
//! cards of a suit go to the foundations after its low ones. So the levels before the end are small, and
//! some deals are lost for want of an ending.
//!
//! *Setup.* Nodes, steps and belief sets are those of [`belief_sets`]. An *ending* is an
//! order of the last d steps. A node of this analysis has the units left before an ending and, of each
//! suit, the configurations from which the suit's own moves can play it ([`sets`]).
//!
//! *Claim.* A position is winnable exactly if the search onwards has, d steps before the end, a node that
//! shares a configuration of each suit with a node here that has the same units left. If there is no node
//! here, no position is winnable.
//!
//! *Invariant.* Every ending of d steps has its node here, or a node that dominates it; the sets of
//! the node hold exactly the configurations of each suit that can play the ending, but for those that
//! [`sets`] leaves out.
//!
//! *Each move keeps it.* A level more: each step that can come before an ending is looked at
//! ([`Piles::before`]), and the sets before it hold all configurations from which the suit's moves lead
//! to one after it.
//!
//! *Conclusion.* The set of a node onwards holds all configurations to which its order of steps leads. So a
//! shared configuration joins the two, suit by suit, and without one there is no play of these
//! steps. Each win has an ending of d steps.
//!
//! *Needs.* The searches onwards to leave out no node through which there is a win without keeping another:
//! the claims of safe heads ([`belief_sets`]) and [`dominated_nodes`](crate::hochzeitszug::prunings::dominated_nodes).
//!
//! Oracles: `tests/hochzeitszug.rs` with the switch on and off; `plays_and_endings_meet_anywhere` in the
//! levels.

mod sets;

use gehtauf_rules::hochzeitszug::Variant;
use gehtauf_search::bytes::vec_bytes;
use gehtauf_search::{Budget, Share, Stop, hashing};

use super::belief_sets;
use super::belief_sets::configuration::{Configuration, SuitRules, SuitUnit};
use super::belief_sets::piles::{Generated, Left, Node, Origin, Piles, Step};
use super::belief_sets::table::{EMPTY, contains};
use super::belief_sets::translate::DealtPiles;
use crate::hochzeitszug::prunings::dominated_nodes::drop_dominated;
use crate::hochzeitszug::prunings::frontier_targets::FrontierTargets;
use sets::RetrogradeSets;

/// Whether the proof holds for the variant: wherever the one of the [`belief_sets`] does.
pub fn supports(variant: &Variant) -> bool {
    belief_sets::supports(variant)
}

/// The last levels of the game.
pub struct Retrograde {
    suits: [RetrogradeSets; 4],
    drops_dominated: bool,
    /// The nodes with the most units left so far, those with the same units left side by side.
    frontier: Vec<Node>,
    /// For each level before the end, of which none is left out, and each of its nodes, the node after it
    /// and the pile.
    origins: Vec<Vec<Origin>>,
    /// What `frontier` and `origins` take.
    share: Share,
    /// Of the meeting level.
    targets: FrontierTargets,
}

impl Retrograde {
    /// The end alone; `drops_dominated` nodes or not.
    pub fn new(
        rules: SuitRules,
        drops_dominated: bool,
        dealt: &DealtPiles,
        budget: &mut Budget<'_>,
    ) -> Result<Retrograde, Stop> {
        let mut suits = [(); 4].map(|()| RetrogradeSets::new(rules, budget.memory()));
        let mut end = Node { left: 0, sets: [EMPTY; 4] };
        for (suit, sets) in suits.iter_mut().enumerate() {
            end.sets[suit] = sets.end(dealt.cards[suit], budget)?;
        }
        let targets =
            FrontierTargets::new(&dealt.piles, &[end.left]).expect("one target is not too many");
        Ok(Retrograde {
            suits,
            drops_dominated,
            frontier: vec![end],
            origins: Vec::new(),
            share: budget.memory().share(),
            targets,
        })
    }

    /// How many units are left in the level that is farthest from the end.
    pub fn depth(&self) -> usize {
        self.origins.len()
    }

    /// Whether there is no ending of the depth, and hence no win.
    pub fn is_empty(&self) -> bool {
        self.frontier.is_empty()
    }

    /// The choices of units left of the meeting level.
    pub fn targets(&self) -> &FrontierTargets {
        &self.targets
    }

    /// Adds levels before the end, `steps` at most, until one has more than `max_nodes` nodes.
    pub fn grow(
        &mut self,
        piles: &Piles,
        steps: usize,
        max_nodes: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        while self.depth() < steps && !self.is_empty() && self.frontier.len() <= max_nodes {
            let mut next = self.expand(piles, budget)?;
            if self.drops_dominated {
                let contains = |suit: usize, large, small| {
                    let configurations = |set| self.suits[suit].table.configurations(set);
                    contains(configurations(large), configurations(small))
                };
                drop_dominated(&mut next, contains, budget)?;
            }
            next.sort_by_key(|&(_, node, _)| node.left);
            let kept: usize = self.origins.iter().map(Vec::len).sum();
            self.share
                .resize(vec_bytes::<Origin>(kept + next.len()) + vec_bytes::<Node>(next.len()))?;
            self.frontier = next.iter().map(|&(_, node, _)| node).collect();
            self.origins.push(next.iter().map(|&(_, _, origin)| origin).collect());
            let mut lefts: Vec<Left> = self.frontier.iter().map(|node| node.left).collect();
            lefts.dedup();
            if let Some(targets) = FrontierTargets::new(piles, &lefts) {
                self.targets = targets;
            }
        }
        Ok(())
    }

    /// The nodes before those of the frontier, each once.
    fn expand(&mut self, piles: &Piles, budget: &mut Budget<'_>) -> Result<Vec<Generated>, Stop> {
        let mut index: hashing::Set<Node> = hashing::set();
        let mut next = Vec::new();
        for i in 0..self.frontier.len() {
            let node = self.frontier[i];
            for pile in 0..piles.len() {
                let Some((before, opened)) = piles.before(node.left, pile) else { continue };
                let step = piles.step(before, pile, opened);
                if let Some(node) = self.before(node, before, step, budget)?
                    && index.insert(node)
                {
                    budget.visit()?;
                    next.push((0, node, (i as u32, pile as u8)));
                }
            }
        }
        Ok(next)
    }

    /// The node before a step, if there is one.
    fn before(
        &mut self,
        mut node: Node,
        left: Left,
        step: Step,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Node>, Stop> {
        node.left = left;
        if let Some((suit, unit)) = step.opening {
            node.sets[suit] = self.suits[suit].before_opening(node.sets[suit], unit, budget)?;
            if node.sets[suit] == EMPTY {
                return Ok(None);
            }
        }
        let (suit, unit): SuitUnit = step.leaving;
        node.sets[suit] = self.suits[suit].before_leaving(node.sets[suit], unit.head, budget)?;
        Ok((node.sets[suit] != EMPTY).then_some(node))
    }

    /// An ending that goes on from a node as many units before the end as the depth: its piles in
    /// order.
    pub fn from<'p>(
        &self,
        node: &Node,
        configurations: impl Fn(usize) -> &'p [Configuration],
    ) -> Option<Vec<usize>> {
        let first = self.frontier.partition_point(|ending| ending.left < node.left);
        let same_left = self.frontier[first..].iter().take_while(|ending| ending.left == node.left);
        let joined = |ending: &Node| {
            (0..4).all(|suit| {
                let endings = self.suits[suit].table.configurations(ending.sets[suit]);
                configurations(suit)
                    .iter()
                    .any(|configuration| endings.binary_search(configuration).is_ok())
            })
        };
        let found = same_left.enumerate().find(|(_, ending)| joined(ending))?;
        let mut at = (first + found.0) as u32;
        let mut order = Vec::new();
        for level in self.origins.iter().rev() {
            let (after, pile) = level[at as usize];
            order.push(usize::from(pile));
            at = after;
        }
        Some(order)
    }
}
