//! Beams with at most one state of each diversity key per level and random tie-breaking, started again and
//! again. They find wins and prove nothing.

use gehtauf_search::{
    BeamTables, Budget, Candidates, Memory, Outcome, Paths, Stop, Visited, bits, tie_break,
};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::evaluation::tables::{Evaluator, Parts, changed_columns};
use super::fingerprint::{DiversityKey, Fingerprints, fingerprint};
use super::moves::Choice;
use super::prunings::safe_foundation_moves::NextCards;
use super::prunings::talon_macro_moves::Talon;
use super::state::{Deal, MacroMove, State};

/// Evaluations are raised by random numbers below this.
const AMPLITUDE: u32 = 150;

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

/// A state that is kept.
struct Node {
    state: State,
    parts: Parts,
    fingerprints: Fingerprints,
    /// How many cards the stock has left.
    stock_cards: u8,
    /// Its node in the paths.
    path: u32,
}

struct Candidate {
    diversity_key: u64,
    fingerprint: u64,
    m: MacroMove,
}

/// The beams of a deal, with what one leaves for the next.
pub struct Beams<'d> {
    tables: BeamTables<Searcher<'d>>,
    searcher: Searcher<'d>,
}

/// What the shared beam search asks.
struct Searcher<'d> {
    deal: &'d Deal,
    evaluator: Evaluator,
    rng: Pcg64,
    /// The beam that is searched.
    beam: Beam,
    paths: Paths<MacroMove>,
    kept_before: Visited<u64>,
    diversity_keys: Visited<u64>,
    /// Fingerprints of candidates, each at its place, together with the stamp of their level.
    seen: Vec<u64>,
    level_stamp: u64,
    moves: Vec<MacroMove>,
}

impl<'d> Beams<'d> {
    pub fn new(deal: &'d Deal, evaluator: Evaluator, rng: Pcg64, memory: &Memory) -> Beams<'d> {
        let searcher = Searcher {
            deal,
            evaluator,
            rng,
            beam: Beam { width: 0, diversity: DiversityKey::Dealt, is_wide: false },
            paths: Paths::new(memory),
            kept_before: Visited::new(memory),
            diversity_keys: Visited::new(memory),
            seen: vec![0; SEEN as usize],
            level_stamp: 0,
            moves: Vec::new(),
        };
        Beams { tables: BeamTables::new(memory), searcher }
    }

    /// Searches for a win with one beam.
    ///
    /// # Errors
    /// The budget is spent, or the tables have outgrown its bytes by a level.
    pub fn search(
        &mut self,
        start: &State,
        beam: Beam,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<MacroMove>, Stop> {
        let searcher = &mut self.searcher;
        searcher.beam = beam;
        searcher.paths.clear();
        searcher.kept_before.clear();
        let mut state = *start;
        searcher.deal.begin_closed(&mut state, |_, _| {});
        let node = searcher.node(state);
        searcher.kept_before.insert(fingerprint(&state, node.fingerprints))?;
        gehtauf_search::Beam::begin_level(searcher);
        self.tables.search(searcher, node, beam.width, budget)
    }

    /// The states that come after some, each once, the best first, as a beam of this width would rank them; at most `count`.
    ///
    /// # Errors
    /// The budget is spent.
    #[cfg(feature = "training")]
    pub fn candidates(
        &mut self,
        level: &[State],
        count: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<State>, Stop> {
        let searcher = &mut self.searcher;
        gehtauf_search::Beam::begin_level(searcher);
        let nodes: Vec<Node> = level.iter().map(|state| searcher.node(*state)).collect();
        let mut candidates = Candidates::new(budget.memory());
        for (parent, node) in (0..).zip(&nodes) {
            gehtauf_search::Beam::expand(searcher, node, parent, &mut candidates, budget)?;
        }
        let (mut states, mut seen) = (Vec::new(), Visited::new(budget.memory()));
        candidates.keep_best(count, |parent, candidate| {
            let is_new = seen.insert(candidate.fingerprint)?;
            if is_new {
                let Node { mut state, parts, .. } = nodes[parent as usize];
                searcher.deal.play_closed(&mut state, &parts.next, candidate.m, |_, _| {});
                states.push(state);
            }
            Ok(is_new)
        })?;
        Ok(states)
    }

    /// The states that the last beam kept, level by level.
    #[cfg(feature = "training")]
    pub fn levels(&self, start: &State) -> Vec<Vec<State>> {
        let Searcher { deal, paths, .. } = &self.searcher;
        let mut start = *start;
        let next = deal.begin_closed(&mut start, |_, _| {});
        let mut states: Vec<(State, NextCards, usize)> = Vec::with_capacity(paths.len());
        let mut levels: Vec<Vec<State>> = Vec::new();
        for node in 0..paths.len() as u32 {
            let (before, m) = paths.link(node).expect("not the start");
            let (mut state, next, depth) = states
                .get(before as usize)
                .map_or((start, next, 0), |&(state, next, depth)| (state, next, depth + 1));
            let next = deal.play_closed(&mut state, &next, m, |_, _| {});
            states.push((state, next, depth));
            if levels.len() == depth {
                levels.push(Vec::new());
            }
            levels[depth].push(state);
        }
        levels
    }
}

/// How many cards the stock has left after a state of which it is known.
#[inline]
fn stock_cards_after(before: &State, known: u8, state: &State) -> u8 {
    known - bits(before.stock & !state.stock).count() as u8
}

impl gehtauf_search::Beam for Searcher<'_> {
    type Node = Node;
    type Candidate = Candidate;
    type Move = MacroMove;

    #[inline]
    fn expand(
        &mut self,
        node: &Node,
        parent: u32,
        candidates: &mut Candidates<Candidate>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<MacroMove>>, Stop> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        // Off other cards a part of a run only covers one card instead of another of its face, which
        // would crowd out the moves that lead on: at most off one card in 16.
        let others = |rng: &mut Pcg64| (0..4).fold(u64::MAX, |cards, _| cards & rng.next_u64());
        let next = &node.parts.next;
        let choice = Choice {
            talon: if self.beam.is_wide { Talon::MacroMovesOrTurn } else { Talon::MacroMoves },
            to_uncover: next.all | if self.beam.is_wide { others(&mut self.rng) } else { 0 },
            symmetric: false,
        };
        self.deal.moves(&node.state, next, choice, &mut moves);
        for &m in &moves {
            let mut child = node.state;
            let next = self.deal.play_closed(&mut child, next, m, |_, _| {});
            budget.visit()?;
            if child.is_won() {
                let mut path = self.paths.path_to(node.path);
                path.push(m);
                return Ok(Some(path));
            }
            self.consider(node, parent, &child, &next, m, candidates)?;
        }
        self.moves = moves;
        Ok(None)
    }

    #[inline]
    fn keep(&mut self, parent: &Node, candidate: &Candidate) -> Result<Option<Node>, Stop> {
        if self.diversity_keys.contains(&candidate.diversity_key)
            || !self.kept_before.insert(candidate.fingerprint)?
        {
            return Ok(None);
        }
        self.diversity_keys.insert(candidate.diversity_key)?;
        let Node { state: before, parts, fingerprints, stock_cards, path } = parent;
        let mut state = *before;
        let next = self.deal.play_closed(&mut state, &parts.next, candidate.m, |_, _| {});
        let changed = changed_columns(before, &state);
        Ok(Some(Node {
            state,
            parts: self.evaluator.parts_after(self.deal, before, parts, &state, next),
            fingerprints: fingerprints.after(&before.columns, &state.columns, changed),
            stock_cards: stock_cards_after(before, *stock_cards, &state),
            path: self.paths.push(*path, candidate.m)?,
        }))
    }

    fn begin_level(&mut self) {
        self.diversity_keys.clear();
        self.level_stamp = self.level_stamp.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }
}

impl Searcher<'_> {
    /// The node of a state that begins a beam.
    fn node(&self, state: State) -> Node {
        Node {
            state,
            parts: self.evaluator.parts(self.deal, &state),
            fingerprints: Fingerprints::of_all(&state),
            stock_cards: state.stock.count_ones() as u8,
            path: Paths::<MacroMove>::START,
        }
    }

    /// Makes a candidate of a state.
    #[inline(never)]
    fn consider(
        &mut self,
        node: &Node,
        parent: u32,
        child: &State,
        next: &NextCards,
        m: MacroMove,
        candidates: &mut Candidates<Candidate>,
    ) -> Result<(), Stop> {
        let changed = changed_columns(&node.state, child);
        let fingerprints = node.fingerprints.after(&node.state.columns, &child.columns, changed);
        let fingerprint = fingerprint(child, fingerprints);
        let seen = &mut self.seen[(fingerprint % SEEN) as usize];
        let stamped = fingerprint ^ self.level_stamp;
        if *seen == stamped {
            return Ok(());
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
        let diversity_key = self.beam.diversity.of(child, fingerprints, stock_cards);
        let rank = evaluation + tie_break(&mut self.rng, AMPLITUDE);
        candidates.push(rank, parent, Candidate { diversity_key, fingerprint, m })
    }
}
