//! A level-wise beam over states, for wins: it proves nothing.
//!
//! The level of a state is the number of its free cards and twice that of its cards on foundations. Each step
//! raises it but those between heads and followers, which leave it as it is; a turn is part of the step that
//! plays the card. So when a level has its turn, all states from which its states come are known or of the
//! level itself. Its best are expanded, as many as the beam is wide, at most one of each diversity key: the
//! same bases, number of stock cards, place in the talon, pass and heads. Safe foundation moves are played under
//! all rules.
//!
//! (A loop of its own: `eights/level_wise.rs` is for spaces in which every move raises the level.)

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use gehtauf_search::bytes::{table_bytes, vec_bytes};
use gehtauf_search::hashing::{self, Set, mix_two};
use gehtauf_search::{Budget, Memory, Outcome, Paths, Share, Stop, tie_break};
use rand_pcg::Pcg64;

use super::dead_ends;
use super::space::Step;
use super::state::{Deal, State};
use crate::eights::evaluation::free_cards_with_heads::{HeadsEvaluator, HeadsWeights};

/// Evaluations are raised by random numbers below this.
const AMPLITUDE: u32 = 600;

/// How a state was found, unless it is the first: the node in the paths of the one before, and the step.
type Found = Option<(u32, Step)>;

/// The states of a level that were generated, each once.
struct Level {
    seen: Set<u128>,
    states: Vec<(State, Found)>,
    /// Their ranks and places in `states`: the best comes first, the oldest of equal ones.
    ranks: BinaryHeap<(i32, Reverse<u32>)>,
}

impl Level {
    fn new() -> Level {
        Level { seen: hashing::set(), states: Vec::new(), ranks: BinaryHeap::new() }
    }

    fn push(&mut self, rank: i32, state: State, found: Found) {
        if self.seen.insert(state.print) {
            self.ranks.push((rank, Reverse(self.states.len() as u32)));
            self.states.push((state, found));
        }
    }

    fn bytes(&self) -> usize {
        table_bytes::<u128>(self.seen.capacity())
            + vec_bytes::<(State, Found)>(self.states.capacity())
            + vec_bytes::<(i32, Reverse<u32>)>(self.ranks.capacity())
    }
}

/// The beams of a deal.
pub struct LevelWise<'d> {
    deal: &'d Deal,
    evaluator: HeadsEvaluator<'d>,
    /// How each state that was expanded was found.
    paths: Paths<Step>,
    levels: BTreeMap<u32, Level>,
    share: Share,
}

impl<'d> LevelWise<'d> {
    /// Beams over a deal packed for them.
    pub fn new(deal: &'d Deal, weights: &'d HeadsWeights, memory: &Memory) -> LevelWise<'d> {
        LevelWise {
            deal,
            evaluator: HeadsEvaluator::new(deal, weights),
            paths: Paths::new(memory),
            levels: BTreeMap::new(),
            share: memory.share(),
        }
    }

    /// Searches for a win, at most `width` states of each level. The states that are looked at count; one that
    /// `dead_ends.rs` says is lost takes no room.
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
        if self.deal.is_won(start) {
            return Ok(Outcome::Won(Vec::new()));
        }
        self.paths.clear();
        self.levels.clear();
        self.levels.entry(self.deal.level(start)).or_insert_with(Level::new).push(0, *start, None);
        let mut keys = hashing::set();
        while let Some(mut first) = self.levels.first_entry() {
            let number = *first.key();
            let mut room = width;
            keys.clear();
            while room > 0
                && let Some((_, Reverse(i))) = first.get_mut().ranks.pop()
            {
                let (state, found) = first.get().states[i as usize];
                if keys.insert(diversity_key(&state)) {
                    budget.visit()?;
                    if !dead_ends::is_lost(self.deal, &state) {
                        room -= 1;
                        if let Some(path) = self.expand(&state, found, rng)? {
                            return Ok(Outcome::Won(path));
                        }
                    }
                }
                first = self.levels.first_entry().expect("the level is not done");
            }
            self.levels.remove(&number);
            self.share.resize(self.levels.values().map(Level::bytes).sum())?;
        }
        Ok(Outcome::Open)
    }

    /// Puts the states that come after one into their levels; the path to a won one if there is one.
    fn expand(
        &mut self,
        state: &State,
        found: Found,
        rng: &mut Pcg64,
    ) -> Result<Option<Vec<Step>>, Stop> {
        let node = match found {
            Some((parent, step)) => self.paths.push(parent, step)?,
            None => Paths::<Step>::START,
        };
        let mut steps = Vec::with_capacity(32);
        self.deal.steps(state, &mut steps);
        for step in steps {
            let mut child = *state;
            self.deal.play(&mut child, step);
            if self.deal.is_won(&child) {
                let mut path = self.paths.path_to(node);
                path.push(step);
                return Ok(Some(path));
            }
            let rank = self.evaluator.evaluation(&child) + tie_break(rng, AMPLITUDE);
            let level = self.levels.entry(self.deal.level(&child)).or_insert_with(Level::new);
            level.push(rank, child, Some((node, step)));
        }
        Ok(None)
    }

    /// The states that the last beam expanded, in that order, but for the start.
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
}

fn diversity_key(state: &State) -> u64 {
    let [clubs, diamonds, hearts, spades] = state.heads;
    let heads = mix_two(clubs | diamonds << 2, hearts | spades << 2);
    let stock = [state.stock.count_ones() as u8, state.turned, state.pass, 0];
    let bases = u64::from_le_bytes(state.dealt);
    mix_two(mix_two(bases, u32::from_le_bytes(stock).into()), heads)
}
