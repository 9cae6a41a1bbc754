//! The level-wise beam over free-card states, complete if it is wide enough: for wins and for proofs that
//! there is none.
//!
//! The level of a state is the number of its free cards and twice that of its cards on foundations.
//!
//! *Claim.* If the beam never left out a state and met no win, the start is lost.
//!
//! *Proof.* Each move raises the level: a card that becomes free or goes from free to a foundation by one, what
//! it uncovers or sets off by more. So all states from which one of a level comes lie on lower levels: when a
//! level is expanded, all its states are known, each once. So all states that can be reached were expanded.
//!
//! Oracle: `a_beam_of_any_width_is_right_or_open`.

use std::collections::BTreeMap;

use gehtauf_search::{Budget, Limit, Outcome, Space, Stop, hashing};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::{FreeCardKey, FreeCardMove, FreeCardSpace, FreeCardState};
use crate::eights::evaluation::free_cards::{FreeCardEvaluator, FreeCardWeights};

/// Evaluations are raised by random numbers below this, others from width to width.
const AMPLITUDE: u64 = 600;

/// How a state was found, unless it is the first: the place in the history of the one before, and the move.
type Found = Option<(u32, FreeCardMove)>;

/// The states of a level, each once.
struct Level {
    keys: hashing::Set<FreeCardKey>,
    states: Vec<(FreeCardState, Found)>,
    /// Places in `states` with the rank of each, the best first.
    order: Vec<(i32, u32)>,
}

impl Level {
    fn new() -> Level {
        let keys = hashing::set();
        Level { keys, states: Vec::new(), order: Vec::new() }
    }

    fn bytes(&self) -> usize {
        self.keys.capacity() * 8 / 7 * (size_of::<FreeCardKey>() + 1)
            + self.states.capacity() * size_of::<(FreeCardState, Found)>()
            + self.order.capacity() * size_of::<(i32, u32)>()
    }
}

/// The level-wise beams of a deal.
pub struct LevelWise<'s, 'd> {
    space: &'s FreeCardSpace<'d>,
    evaluator: FreeCardEvaluator<'s, 'd>,
    /// How each state that was expanded was found.
    history: Vec<Found>,
    /// The states that were only generated.
    levels: BTreeMap<u32, Level>,
}

impl<'s, 'd> LevelWise<'s, 'd> {
    pub fn new(space: &'s FreeCardSpace<'d>, weights: &'s FreeCardWeights) -> LevelWise<'s, 'd> {
        let evaluator = FreeCardEvaluator::new(space, weights);
        LevelWise { space, evaluator, history: Vec::new(), levels: BTreeMap::new() }
    }

    /// Searches for a win, at most `width` states of each level; `Unwinnable` if that was no limit. The
    /// states expanded count, not those only generated. A state without moves takes no room.
    ///
    /// # Errors
    /// The budget is spent, or the tables have outgrown its bytes by a level.
    pub fn search(
        &mut self,
        start: &FreeCardState,
        width: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<FreeCardMove>, Stop> {
        if self.space.is_won(start) {
            return Ok(Outcome::Won(Vec::new()));
        }
        let mut outcome = Outcome::Unwinnable;
        self.history.clear();
        self.levels.clear();
        let mut rng = Pcg64::new(self.space.deal.seed().into(), width as u128);
        let (mut states, mut order) = (vec![(*start, None)], vec![(0, 0)]);
        let mut moves = Vec::new();
        loop {
            let bytes = self.levels.values().map(Level::bytes).sum::<usize>()
                + states.capacity() * size_of::<(FreeCardState, Found)>()
                + self.history.capacity() * size_of::<Found>();
            if bytes > budget.max_bytes() {
                return Err(Stop::Limit(Limit::Memory));
            }
            order.sort_unstable();
            let mut room = width;
            for &(_, i) in &order {
                if room == 0 {
                    outcome = Outcome::Open;
                    break;
                }
                budget.visit()?;
                let (state, found) = &states[i as usize];
                moves.clear();
                self.space.moves(state, &mut moves);
                if moves.is_empty() {
                    continue;
                }
                room -= 1;
                self.history.push(*found);
                if let Some(path) = self.generate(state, &moves, &mut rng) {
                    return Ok(Outcome::Won(path));
                }
            }
            let Some((_, next)) = self.levels.pop_first() else { return Ok(outcome) };
            (states, order) = (next.states, next.order);
        }
    }

    /// Puts the states that come after the one expanded last into their levels; the path to a won one if
    /// there is one.
    fn generate(
        &mut self,
        state: &FreeCardState,
        moves: &[FreeCardMove],
        rng: &mut Pcg64,
    ) -> Option<Vec<FreeCardMove>> {
        let place = self.history.len() as u32 - 1;
        for &m in moves {
            let mut child = *state;
            self.space.play(&mut child, m);
            let level = self.levels.entry(level(&child)).or_insert_with(Level::new);
            if !level.keys.insert(self.space.key(&child)) {
                continue;
            }
            let found = Some((place, m));
            if self.space.is_won(&child) {
                return Some(self.path(found));
            }
            let tie_break = (u64::from(rng.next_u32()) * AMPLITUDE) >> 32;
            let rank = -self.evaluator.evaluation(&child) - tie_break as i32;
            level.order.push((rank, level.states.len() as u32));
            level.states.push((child, found));
        }
        None
    }

    /// The moves to a state.
    fn path(&self, mut found: Found) -> Vec<FreeCardMove> {
        let mut moves = Vec::new();
        while let Some((before, m)) = found {
            moves.push(m);
            found = self.history[before as usize];
        }
        moves.reverse();
        moves
    }

    /// The states that the last beam expanded, in that order.
    #[cfg(feature = "training")]
    pub fn states(&self, start: &FreeCardState) -> Vec<FreeCardState> {
        let mut states: Vec<FreeCardState> = Vec::with_capacity(self.history.len());
        for &found in &self.history {
            let mut state = *start;
            if let Some((before, m)) = found {
                state = states[before as usize];
                self.space.play(&mut state, m);
            }
            states.push(state);
        }
        states
    }
}

/// The level of a state.
pub fn level(state: &FreeCardState) -> u32 {
    let on_foundations: u32 = state.key.foundations.iter().map(|&count| u32::from(count)).sum();
    2 * on_foundations + state.free.count()
}

#[cfg(test)]
mod tests {
    use gehtauf_search::{Limits, Verdict};

    use super::*;
    use crate::eights::evaluation::weights;
    use crate::eights::prunings::Prunings;
    use crate::eights::state::Deal;
    use crate::eights::{exhaust_with, small_deals};

    #[test]
    fn a_sweep_of_any_width_is_right_or_open() {
        let budget = || Budget::new(Limits::default(), None);
        let mut open = 0;
        let mut right = [0; 2];
        for size in [
            ["1", "4", "SD", "2", "3", "4"],
            ["2", "4", "CH", "2", "2", "5"],
            ["1", "5", "CH", "2", "3", "4"],
        ] {
            for (seed, table) in small_deals(size, 0..60) {
                let (truth, _) = exhaust_with(&table, Prunings::NONE, &mut budget());
                let winnable = matches!(truth, Verdict::Won(_));
                let (deal, start) = Deal::new(&table).unwrap();
                for prunings in [Prunings::NONE, Prunings::ALL] {
                    let space = FreeCardSpace::new(&deal, prunings).unwrap();
                    let mut beam = LevelWise::new(&space, &weights::FREE_CARDS);
                    for width in [1, 2, 4, 8, usize::MAX] {
                        match beam.search(&space.start(&start), width, &mut budget()).unwrap() {
                            Outcome::Open => {
                                assert_ne!(width, usize::MAX);
                                open += 1;
                            }
                            outcome => {
                                let won = matches!(outcome, Outcome::Won(_));
                                assert_eq!(won, winnable, "{size:?} seed {seed} width {width}");
                                right[usize::from(won)] += 1;
                            }
                        }
                    }
                }
            }
        }
        assert!(open > 100 && right.iter().all(|&n| n > 100), "{open} open, right {right:?}");
    }
}
