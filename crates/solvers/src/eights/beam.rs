//! Beams with at most one state of each diversity key per level and random tie-breaking, started again and
//! again. They find wins and prove nothing. (A loop of its own: it makes evaluations and fingerprints from
//! those of the state before, which the shared beam cannot.)

use gehtauf_search::{Budget, Limit, Outcome, Stop, bits, hashing};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::evaluation::tables::{Evaluator, Parts, changed_columns};
use super::fingerprint::{DiversityKey, Prints, fingerprint};
use super::moves::{Choice, MacroMove};
use super::prunings::safe_foundation_moves::NextCards;
use super::prunings::talon_macro_moves::Talon;
use super::state::{Deal, State};

/// Evaluations are raised by random numbers below this.
const AMPLITUDE: u64 = 150;

/// How many fingerprints of candidates are remembered.
const SEEN: u64 = 1 << 12;

/// One beam.
#[derive(Debug, Clone, Copy)]
pub struct Beam {
    /// How many states of a level are kept.
    pub width: usize,
    pub diversity: DiversityKey,
    /// Whether it has room for moves that seldom lead on.
    pub is_wide: bool,
}

#[derive(Clone, Copy)]
struct Node {
    state: State,
    parts: Parts,
    prints: Prints,
    /// How many cards the stock has left.
    stock_cards: u8,
    /// Its place in the history.
    place: u32,
}

#[derive(Clone, Copy)]
struct Candidate {
    diversity_key: u64,
    key: u64,
    parent: u32,
    m: MacroMove,
}

/// What beams of a deal keep from one to the next.
pub struct Beams<'d> {
    deal: &'d Deal,
    evaluator: Evaluator,
    /// The states kept, each with the place of the state before it and the move.
    history: Vec<(u32, MacroMove)>,
    kept_before: hashing::Set<u64>,
    diversity_keys: hashing::Set<u64>,
    level: Vec<Node>,
    next_level: Vec<Node>,
    candidates: Vec<Candidate>,
    /// Fingerprints of candidates, each at its place, together with the stamp of their level.
    seen: Vec<u64>,
    level_stamp: u64,
    /// The candidates' ranks and places, the best first.
    order: Vec<i64>,
    moves: Vec<MacroMove>,
}

/// How many cards the stock has left after a state of which it is known.
#[inline]
fn stock_cards_after(before: &State, known: u8, state: &State) -> u8 {
    known - bits(before.stock & !state.stock).count() as u8
}

impl<'d> Beams<'d> {
    pub fn new(deal: &'d Deal, evaluator: Evaluator) -> Beams<'d> {
        Beams {
            deal,
            evaluator,
            history: Vec::new(),
            kept_before: hashing::set(),
            diversity_keys: hashing::set(),
            level: Vec::new(),
            next_level: Vec::new(),
            candidates: Vec::new(),
            seen: vec![0; SEEN as usize],
            level_stamp: 0,
            order: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Searches for a win with one beam.
    ///
    /// # Errors
    /// The budget is spent, or the tables have outgrown its bytes by a level.
    pub fn search(
        &mut self,
        start: &State,
        beam: Beam,
        rng: &mut Pcg64,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<MacroMove>, Stop> {
        self.begin(start);
        while !self.level.is_empty() {
            if self.bytes() > budget.max_bytes() {
                return Err(Stop::Limit(Limit::Memory));
            }
            self.candidates.clear();
            self.order.clear();
            self.level_stamp = self.level_stamp.wrapping_add(0x9e37_79b9_7f4a_7c15);
            for parent in 0..self.level.len() {
                if let Some(last) = self.expand(parent, beam, rng, budget)? {
                    return Ok(Outcome::Won(self.path(parent, last)));
                }
            }
            self.keep_best(beam.width);
            std::mem::swap(&mut self.level, &mut self.next_level);
        }
        Ok(Outcome::Open)
    }

    /// Makes the first level of the start alone.
    fn begin(&mut self, start: &State) {
        self.history.clear();
        self.kept_before.clear();
        self.level.clear();
        let mut state = *start;
        self.deal.begin_closed(&mut state, |_, _| {});
        let prints = Prints::of_all(&state);
        let parts = self.evaluator.parts(self.deal, &state);
        let stock_cards = state.stock.count_ones() as u8;
        self.level.push(Node { state, parts, prints, stock_cards, place: u32::MAX });
        self.kept_before.insert(fingerprint(&state, prints));
    }

    /// Makes candidates of the states that come after one; the move to a won one if there is one.
    #[inline]
    fn expand(
        &mut self,
        parent: usize,
        beam: Beam,
        rng: &mut Pcg64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<MacroMove>, Stop> {
        let Node { state, parts, .. } = self.level[parent];
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        // Off other cards a part of a run only covers one card instead of another of its face, which
        // would crowd out the moves that lead on: at most off one card in 16.
        let others = |rng: &mut Pcg64| (0..4).fold(u64::MAX, |cards, _| cards & rng.next_u64());
        let choice = Choice {
            talon: if beam.is_wide { Talon::MacroMovesOrTurn } else { Talon::MacroMoves },
            to_uncover: parts.next.all | if beam.is_wide { others(rng) } else { 0 },
            symmetric: false,
        };
        self.deal.moves(&state, &parts.next, choice, &mut moves);
        for &m in &moves {
            let mut child = state;
            let next = self.deal.play_closed(&mut child, &parts.next, m, |_, _| {});
            budget.visit()?;
            if child.is_won() {
                return Ok(Some(m));
            }
            self.consider(parent, &child, &next, m, beam.diversity, rng);
        }
        self.moves = moves;
        Ok(None)
    }

    /// Makes a candidate of a state.
    #[inline(never)]
    fn consider(
        &mut self,
        parent: usize,
        child: &State,
        next: &NextCards,
        m: MacroMove,
        diversity: DiversityKey,
        rng: &mut Pcg64,
    ) {
        let node = &self.level[parent];
        let changed = changed_columns(&node.state, child);
        let prints = node.prints.after(&node.state.columns, &child.columns, changed);
        let key = fingerprint(child, prints);
        let seen = &mut self.seen[(key % SEEN) as usize];
        let stamped = key ^ self.level_stamp;
        if *seen == stamped {
            return;
        }
        *seen = stamped;
        let evaluation = self.evaluator.evaluation_after(
            self.deal,
            &node.state,
            &node.parts,
            child,
            next,
            changed,
        );
        let stock_cards = stock_cards_after(&node.state, node.stock_cards, child);
        let tie_break = (u64::from(rng.next_u32()) * AMPLITUDE) >> 32;
        // Sorted by rank, and those of equal rank in the order in which they were found.
        let rank = i64::from(evaluation) + tie_break as i64;
        self.order.push((-rank << 32) + self.candidates.len() as i64);
        self.candidates.push(Candidate {
            diversity_key: diversity.of(child, prints, stock_cards),
            key,
            parent: parent as u32,
            m,
        });
    }

    /// Makes the next level of the best candidates, one of each diversity key.
    fn keep_best(&mut self, width: usize) {
        self.order.sort_unstable();
        self.diversity_keys.clear();
        self.next_level.clear();
        for &entry in &self.order {
            let candidate = &self.candidates[entry as u32 as usize];
            if self.next_level.len() == width {
                break;
            }
            if self.diversity_keys.contains(&candidate.diversity_key)
                || !self.kept_before.insert(candidate.key)
            {
                continue;
            }
            self.diversity_keys.insert(candidate.diversity_key);
            let Node { state: before, parts, prints, stock_cards, place } =
                &self.level[candidate.parent as usize];
            let mut state = *before;
            let next = self.deal.play_closed(&mut state, &parts.next, candidate.m, |_, _| {});
            let changed = changed_columns(before, &state);
            self.next_level.push(Node {
                state,
                parts: self.evaluator.parts_after(self.deal, before, parts, &state, next),
                prints: prints.after(&before.columns, &state.columns, changed),
                stock_cards: stock_cards_after(before, *stock_cards, &state),
                place: self.history.len() as u32,
            });
            self.history.push((*place, candidate.m));
        }
    }

    /// What the tables take, in bytes.
    fn bytes(&self) -> usize {
        self.history.capacity() * size_of::<(u32, MacroMove)>()
            + (self.kept_before.capacity() + self.diversity_keys.capacity()) * 8 / 7 * (8 + 1)
            + (self.level.capacity() + self.next_level.capacity()) * size_of::<Node>()
            + self.candidates.capacity() * size_of::<Candidate>()
            + (self.seen.capacity() + self.order.capacity()) * 8
    }

    /// The states that the last beam kept, level by level.
    #[cfg(feature = "training")]
    pub fn levels(&self, start: &State) -> Vec<Vec<State>> {
        let mut start = *start;
        let next = self.deal.begin_closed(&mut start, |_, _| {});
        let mut states: Vec<(State, NextCards, usize)> = Vec::with_capacity(self.history.len());
        let mut levels: Vec<Vec<State>> = Vec::new();
        for &(before, m) in &self.history {
            let (mut state, next, depth) = states
                .get(before as usize)
                .map_or((start, next, 0), |&(state, next, depth)| (state, next, depth + 1));
            let next = self.deal.play_closed(&mut state, &next, m, |_, _| {});
            states.push((state, next, depth));
            if levels.len() == depth {
                levels.push(Vec::new());
            }
            levels[depth].push(state);
        }
        levels
    }

    /// The moves to a state of the level and then `last`.
    fn path(&self, parent: usize, last: MacroMove) -> Vec<MacroMove> {
        let mut moves = vec![last];
        let mut place = self.level[parent].place;
        while let Some(&(before, m)) = self.history.get(place as usize) {
            moves.push(m);
            place = before;
        }
        moves.reverse();
        moves
    }
}
