//! Level-wise beams over a space, for wins and for proofs that there is none: states wait by their levels, and the
//! best of the lowest level are expanded.
//!
//! *Claim.* If the beam left out no state and met no win, the start is lost.
//!
//! *Proof.* No move lowers the level ([`Leveled`]). So all states from which one of a level comes lie on lower
//! levels or on its own: when a level is done, all its states are known, and no new one comes. Each is expanded
//! once: its key is kept while states still come. So all states that can be reached were expanded.
//!
//! Oracle: `conform` in `tests/engines`, and of the solvers `a_level_wise_beam_of_any_width_is_right_or_open`.
//!
//! (A loop of its own: the shared one keeps what it does not expand at once, this one frees a level with all
//! its states.)

use std::collections::BTreeMap;

use rand_core::Rng;

use crate::hashing::{self, Set};
use crate::{Budget, Frontier, List, Memory, Outcome, Paths, Space, Stop, Visited, tie_break};

/// Evaluations are raised by random numbers below this.
const AMPLITUDE: u32 = 600;

/// What the beam needs to know of the states of a space.
pub trait Leveled<S: Space> {
    /// Whether every move raises the level. Then the keys of a level are freed when its turn comes.
    const EACH_MOVE_RAISES: bool;

    /// What no move lowers.
    fn level(&self, state: &S::State) -> u32;

    /// How promising a state is; more is better.
    fn evaluation(&self, state: &S::State) -> i32;

    /// Of the states of a level with the same diversity key one is expanded at most.
    fn diversity_key(&self, _state: &S::State) -> Option<u64> {
        None
    }
}

/// How a state was found, unless it is the first: the node in the paths of the one before, and the move.
type Found<M> = Option<(u32, M)>;

/// The states of a level that were generated, each once.
struct Level<S: Space> {
    keys: Visited<S::Key>,
    states: List<(S::State, Found<S::Move>)>,
    /// Their places in `states`.
    waiting: Frontier,
}

impl<S: Space> Level<S> {
    fn new(memory: &Memory) -> Level<S> {
        let (keys, states) = (Visited::new(memory), List::new(memory));
        Level { keys, states, waiting: Frontier::oldest_first(memory) }
    }

    fn push(
        &mut self,
        evaluation: i32,
        state: S::State,
        found: Found<S::Move>,
    ) -> Result<(), Stop> {
        self.waiting.push(evaluation, self.states.len() as u32)?;
        self.states.push((state, found))
    }
}

/// The level-wise beams of a space.
pub struct LevelWise<'s, S: Space, L> {
    space: &'s S,
    leveled: &'s L,
    /// How each state that was expanded was found.
    paths: Paths<S::Move>,
    levels: BTreeMap<u32, Level<S>>,
    /// Of the states of the level that is expanded.
    diversity_keys: Set<u64>,
    memory: Memory,
}

impl<'s, S: Space, L: Leveled<S>> LevelWise<'s, S, L> {
    /// Beams whose tables take their bytes from `memory`.
    pub fn new(space: &'s S, leveled: &'s L, memory: &Memory) -> LevelWise<'s, S, L> {
        LevelWise {
            space,
            leveled,
            paths: Paths::new(memory),
            levels: BTreeMap::new(),
            diversity_keys: hashing::set(),
            memory: memory.clone(),
        }
    }

    /// Searches for a win, at most `width` states of each level; `Unwinnable` if no state was left out. The
    /// states expanded count, not those only generated. A state without moves takes no room.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow its memory.
    pub fn search(
        &mut self,
        start: &S::State,
        width: usize,
        rng: &mut impl Rng,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<S::Move>, Stop> {
        if self.space.is_won(start) {
            return Ok(Outcome::Won(Vec::new()));
        }
        self.paths.clear();
        self.levels.clear();
        let mut level = Level::new(&self.memory);
        level.keys.insert(self.space.key(start))?;
        level.push(0, start.clone(), None)?;
        self.levels.insert(self.leveled.level(start), level);
        let mut outcome = Outcome::Unwinnable;
        while let Some(mut level) = self.levels.first_entry() {
            if L::EACH_MOVE_RAISES {
                level.get_mut().keys = Visited::new(&self.memory);
            }
            let number = *level.key();
            match self.expand_level(number, width, rng, budget)? {
                Outcome::Won(path) => return Ok(Outcome::Won(path)),
                Outcome::Open => outcome = Outcome::Open,
                Outcome::Unwinnable => {}
            }
            self.levels.remove(&number);
        }
        Ok(outcome)
    }

    /// Expands the best states of a level; `Unwinnable` if it left out none.
    fn expand_level(
        &mut self,
        number: u32,
        width: usize,
        rng: &mut impl Rng,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<S::Move>, Stop> {
        let mut outcome = Outcome::Unwinnable;
        let (mut room, mut moves) = (width, Vec::new());
        self.diversity_keys.clear();
        while let Some(level) = self.levels.get_mut(&number)
            && let Some(i) = level.waiting.pop()
        {
            if room == 0 {
                return Ok(Outcome::Open);
            }
            let (state, found) = level.states[i as usize].clone();
            let diversity_key = self.leveled.diversity_key(&state);
            if diversity_key.is_some_and(|key| !self.diversity_keys.insert(key)) {
                outcome = Outcome::Open;
                continue;
            }
            budget.visit()?;
            moves.clear();
            self.space.moves(&state, &mut moves);
            if moves.is_empty() {
                continue;
            }
            room -= 1;
            let node = match found {
                Some((before, m)) => self.paths.push(before, m)?,
                None => Paths::<S::Move>::START,
            };
            if let Some(path) = self.generate(node, &state, &moves, rng)? {
                return Ok(Outcome::Won(path));
            }
        }
        Ok(outcome)
    }

    /// Puts the states that come after a node into their levels; the path to a won one if there is one.
    fn generate(
        &mut self,
        node: u32,
        state: &S::State,
        moves: &[S::Move],
        rng: &mut impl Rng,
    ) -> Result<Option<Vec<S::Move>>, Stop> {
        for &m in moves {
            let mut child = state.clone();
            self.space.play(&mut child, m);
            let level = self.leveled.level(&child);
            let level = self.levels.entry(level).or_insert_with(|| Level::new(&self.memory));
            if !level.keys.insert(self.space.key(&child))? {
                continue;
            }
            if self.space.is_won(&child) {
                let mut path = self.paths.path_to(node);
                path.push(m);
                return Ok(Some(path));
            }
            let evaluation = self.leveled.evaluation(&child) + tie_break(rng, AMPLITUDE);
            level.push(evaluation, child, Some((node, m)))?;
        }
        Ok(None)
    }

    /// The states that the last beam expanded, in that order.
    pub fn states(&self, start: &S::State) -> Vec<S::State> {
        let mut states = vec![start.clone()];
        for node in 0..self.paths.len() as u32 {
            let (before, m) = self.paths.link(node).expect("not the start");
            let mut state = states[before.wrapping_add(1) as usize].clone();
            self.space.play(&mut state, m);
            states.push(state);
        }
        states
    }
}
