//! A level-wise beam over states, for wins.
//!
//! The level of a state is the number of its free cards and twice that of its cards on foundations. Each step
//! raises it but those between heads and followers, which leave it as it is; a turn is part of the step that
//! plays the card. So when a level has its turn, all states from which its states come are known or of the level
//! itself. Its best are expanded, as many as the beam is wide, at most one of each diversity key: the same bases, number of stock
//! cards and heads.

use std::collections::{BTreeMap, BinaryHeap};

use gehtauf_search::hashing::{self, Set, mix_two};
use gehtauf_search::{Budget, Memory, Outcome, Paths, Share, Stop};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::dead_ends;
use super::space::Step;
use super::state::{Deal, State};
use crate::eights::evaluation::free_cards_with_heads::{HeadsEvaluator, HeadsWeights};

/// States are ranked by their evaluation and a random number below this.
const NOISE: u64 = 600;

/// The states of a level, each once.
struct Level {
    seen: Set<u128>,
    nodes: Vec<(State, Option<(u32, Step)>)>,
    /// Their ranks and their places in `nodes`, negated so that the oldest of equal ones comes first.
    ranks: BinaryHeap<(i32, i32)>,
}

impl Level {
    fn new() -> Level {
        Level { seen: hashing::set(), nodes: Vec::new(), ranks: BinaryHeap::new() }
    }
}

/// The beams of a deal.
pub struct LevelWise<'d> {
    deal: &'d Deal,
    evaluator: HeadsEvaluator<'d>,
    /// How each state that was expanded was found.
    paths: Paths<Step>,
    share: Share,
}

impl<'d> LevelWise<'d> {
    /// Beams over a deal packed for them.
    pub fn new(deal: &'d Deal, weights: &'d HeadsWeights, memory: &Memory) -> LevelWise<'d> {
        LevelWise {
            deal,
            evaluator: HeadsEvaluator::new(deal, weights),
            paths: Paths::new(memory),
            share: memory.share(),
        }
    }

    /// Searches for a win, at most `width` states of each level. The states that are expanded count.
    ///
    /// # Errors
    /// The budget is spent, or the tables have outgrown its bytes by a level.
    pub fn search(
        &mut self,
        start: &State,
        width: usize,
        rng: &mut Pcg64,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        self.paths.clear();
        let mut levels: BTreeMap<u32, Level> = BTreeMap::new();
        let mut first = Level::new();
        first.nodes.push((*start, None));
        first.ranks.push((0, 0));
        levels.insert(self.deal.level(start), first);
        let mut keys = hashing::set();
        let mut steps = Vec::new();
        while let Some((number, mut level)) = levels.pop_first() {
            self.share.resize(levels.values().map(bytes).sum())?;
            keys.clear();
            let mut room = width;
            while room > 0
                && let Some((_, i)) = level.ranks.pop()
            {
                let (state, link) = level.nodes[-i as usize];
                if !keys.insert(self.diversity_key(&state)) {
                    continue;
                }
                budget.visit()?;
                if dead_ends::is_lost(self.deal, &state) {
                    continue;
                }
                room -= 1;
                let node = match link {
                    Some((parent, step)) => self.paths.push(parent, step)?,
                    None => Paths::<Step>::START,
                };
                steps.clear();
                self.deal.steps(&state, &mut steps);
                for &step in &steps {
                    let mut child = state;
                    self.deal.play(&mut child, step);
                    if self.deal.is_won(&child) {
                        let mut path = self.paths.path_to(node);
                        path.push(step);
                        return Ok(Outcome::Won(path));
                    }
                    let noise = (u64::from(rng.next_u32()) * NOISE) >> 32;
                    let rank = self.evaluator.evaluation(&child) + noise as i32;
                    let child_level = self.deal.level(&child);
                    let level = if child_level == number {
                        &mut level
                    } else {
                        levels.entry(child_level).or_insert_with(Level::new)
                    };
                    if level.seen.insert(child.print) {
                        level.ranks.push((rank, -(level.nodes.len() as i32)));
                        level.nodes.push((child, Some((node, step))));
                    }
                }
            }
        }
        Ok(Outcome::Open)
    }

    /// The states that the last beam expanded, in that order.
    #[cfg(feature = "training")]
    pub fn states(&self, start: &State) -> Vec<State> {
        let mut states: Vec<State> = Vec::with_capacity(self.paths.len());
        for node in 0..self.paths.len() as u32 {
            let Some((before, step)) = self.paths.link(node) else { break };
            let mut state = states.get(before as usize).copied().unwrap_or(*start);
            self.deal.play(&mut state, step);
            states.push(state);
        }
        states
    }

    fn diversity_key(&self, state: &State) -> u64 {
        let dealt = u64::from_le_bytes(state.dealt);
        let heads = state.heads;
        let heads = mix_two(heads[0] | heads[1] << 2, heads[2] | heads[3] << 2);
        mix_two(mix_two(dealt, state.stock.count_ones().into()), heads)
    }
}

fn bytes(level: &Level) -> usize {
    level.seen.capacity() * 8 / 7 * 17
        + level.nodes.capacity() * size_of::<(State, Option<(u32, Step)>)>()
        + level.ranks.capacity() * size_of::<(i32, i32)>()
}
