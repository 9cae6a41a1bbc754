//! The finder: narrow beams with at most one state of each signature per layer, started again and
//! again with other noise. It finds wins and proves nothing.

use ahash::{AHashSet, RandomState};
use gehtauf_rules::Move;
use gehtauf_search::{Budget, Outcome, Stop};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::packed::{Column, Deal, State, Step};
use super::steps::{Talon, bits};
use super::value::{Parts, Valuer, changed_columns};

/// Values are raised by random numbers below this.
const NOISE: u64 = 150;

/// How many fingerprints of candidates are remembered.
const SEEN: u64 = 1 << 12;

#[derive(Clone, Copy)]
struct Node {
    state: State,
    parts: Parts,
    /// The columns' part of the fingerprint.
    columns: u64,
    /// Its place in the history.
    place: u32,
}

#[derive(Clone, Copy)]
struct Candidate {
    signature: u64,
    key: u64,
    parent: u32,
    step: Step,
}

/// A finder keeps its tables from one beam to the next.
pub struct Finder<'d> {
    deal: &'d Deal,
    valuer: Valuer,
    /// The states kept, each with the place of the state before it and the step.
    history: Vec<(u32, Step)>,
    kept_before: AHashSet<u64>,
    signatures: AHashSet<u64>,
    layer: Vec<Node>,
    next_layer: Vec<Node>,
    candidates: Vec<Candidate>,
    /// Fingerprints of candidates, each at its place, together with the stamp of their layer.
    seen: Vec<u64>,
    layer_stamp: u64,
    /// The candidates' ranks and places, the best first.
    order: Vec<i64>,
    steps: Vec<Step>,
}

/// Mixes two numbers well enough to tell states apart.
pub fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd6e8_feb8_6659_fd93);
    (product >> 64) as u64 ^ product as u64
}

#[inline]
fn column_print(index: usize, column: Column) -> u64 {
    // Columns without a dealt card count the same wherever they are.
    let place = if column.dealt() == 0 { 0 } else { index as u64 + 1 };
    mix(u64::from(column.0) << 4 | place, 0x1234_5678_9abc_def1)
}

/// The columns' part of a state's fingerprint.
fn columns_print(state: &State) -> u64 {
    let columns = state.columns.iter().enumerate();
    columns.fold(0, |sum, (i, &column)| sum.wrapping_add(column_print(i, column)))
}

/// The same for a state after one of which it is known.
#[inline]
fn columns_print_after(before: &State, known: u64, state: &State, changed: u32) -> u64 {
    bits(changed.into()).map(usize::from).fold(known, |sum, i| {
        let (old, new) = (before.columns[i], state.columns[i]);
        sum.wrapping_sub(column_print(i, old)).wrapping_add(column_print(i, new))
    })
}

/// A fingerprint of a state. Two states may share one: then the finder misses one of them.
#[inline]
fn fingerprint(state: &State, columns: u64) -> u64 {
    let time = u64::from(state.turned) | u64::from(state.pass) << 8;
    mix(columns ^ mix(state.stock, time), u64::from_le_bytes(state.foundations))
}

/// What the states of one layer must differ in. Narrow beams find more with the coarse signature;
/// wide ones differ in what they find.
#[derive(Debug, Clone, Copy)]
pub enum Signature {
    /// Which dealt cards are left where, and how many cards the stock has left.
    Coarse,
    /// The foundations too.
    Fine,
}

impl Signature {
    #[inline]
    fn of(self, state: &State) -> u64 {
        let columns = state.columns.iter();
        let dealt = columns.fold(0, |dealt, column| dealt << 5 | u64::from(column.dealt()));
        let coarse = dealt << 8 | u64::from(state.stock.count_ones());
        match self {
            Signature::Coarse => coarse,
            Signature::Fine => mix(coarse, u64::from_le_bytes(state.foundations)),
        }
    }
}

impl<'d> Finder<'d> {
    pub fn new(deal: &'d Deal, valuer: Valuer) -> Finder<'d> {
        let hasher = RandomState::with_seeds(1, 2, 3, 4);
        Finder {
            deal,
            valuer,
            history: Vec::new(),
            kept_before: AHashSet::with_hasher(hasher.clone()),
            signatures: AHashSet::with_hasher(hasher),
            layer: Vec::new(),
            next_layer: Vec::new(),
            candidates: Vec::new(),
            seen: vec![0; SEEN as usize],
            layer_stamp: 0,
            order: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Plays a step and the foundation moves that are worth playing at once, each told to `tell`
    /// before it is played; `next_kinds` are those that the foundations take before the step. The card
    /// that a part of a run is moved off goes to its foundation if that takes it.
    pub fn play(
        &self,
        state: &mut State,
        next_kinds: u64,
        step: Step,
        mut tell: impl FnMut(&State, Step),
    ) {
        tell(state, step);
        let foundations = state.foundations;
        let goes_home = |from: u8, count: u8| {
            let (column, count) = (state.columns[usize::from(from)], u32::from(count));
            count < column.run() && next_kinds >> column.run_card(count).index() & 1 == 1
        };
        let uncovered = match step {
            Step::Run { from, count, .. } if goes_home(from, count) => Some(Step::Home { from }),
            _ => None,
        };
        self.deal.play(state, step);
        if let Some(step) = uncovered {
            tell(state, step);
            self.deal.play(state, step);
        }
        if self.deal.rules.one_pile_per_suit {
            return;
        }
        // Before the step there was no such move, so that only what it laid open can be one.
        if state.foundations == foundations {
            let (one, other) = match step {
                Step::Run { from, to, .. } => (from, to),
                Step::StockRun { to, .. } => (to, to),
                // A turned card lays open but itself.
                _ => (0, 0),
            };
            let open = [one, other].map(|i| 1_u64 << state.columns[usize::from(i)].open().index());
            let waste_top = state.waste_top();
            let waste = waste_top.map_or(0, |i| 1 << self.deal.stock[usize::from(i)].index());
            if next_kinds & (open[0] | open[1] | waste) == 0 {
                return;
            }
        }
        while let Some(step) = self.deal.safe_home(state) {
            tell(state, step);
            self.deal.play(state, step);
        }
    }

    /// The moves of the rules that make up the steps, with the moves played at once after each.
    pub fn write(&self, start: State, steps: &[Step]) -> Vec<Move> {
        let mut state = start;
        let mut moves = Vec::new();
        for &step in steps {
            let next_kinds = self.deal.next_kinds(&state.foundations);
            let write = |state: &State, step| self.deal.write(state, step, &mut moves);
            self.play(&mut state, next_kinds, step, write);
        }
        moves
    }

    /// Searches for a win with one beam; a wide one has room for steps that seldom lead on.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn beam(
        &mut self,
        start: &State,
        width: usize,
        signature: Signature,
        wide: bool,
        rng: &mut Pcg64,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        const NO_PLACE: u32 = u32::MAX;
        self.history.clear();
        self.kept_before.clear();
        self.layer.clear();
        let columns = columns_print(start);
        let parts = self.valuer.parts(self.deal, start);
        self.layer.push(Node { state: *start, parts, columns, place: NO_PLACE });
        self.kept_before.insert(fingerprint(start, columns));
        while !self.layer.is_empty() {
            self.candidates.clear();
            self.order.clear();
            self.layer_stamp = self.layer_stamp.wrapping_add(0x9e37_79b9_7f4a_7c15);
            for parent in 0..self.layer.len() {
                let Node { state, parts, .. } = self.layer[parent];
                let mut steps = std::mem::take(&mut self.steps);
                steps.clear();
                // Off other cards a part of a run only covers one card instead of another of its
                // face, which would crowd out the steps that lead on: at most off one kind in 16.
                let others =
                    |rng: &mut Pcg64| (0..4).fold(u64::MAX, |kinds, _| kinds & rng.next_u64());
                let to_uncover = parts.next_kinds | if wide { others(rng) } else { 0 };
                let talon = if wide { Talon::LazyOrTurn } else { Talon::Lazy };
                self.deal.steps(&state, talon, to_uncover, &mut steps);
                for &step in &steps {
                    let mut child = state;
                    self.play(&mut child, parts.next_kinds, step, |_, _| {});
                    if self.consider(parent, &child, step, signature, rng, budget)? {
                        return Ok(Outcome::Won(self.path(parent, step)));
                    }
                }
                self.steps = steps;
            }
            self.order.sort_unstable();
            self.signatures.clear();
            self.next_layer.clear();
            for &entry in &self.order {
                let candidate = &self.candidates[entry as u32 as usize];
                if self.next_layer.len() == width {
                    break;
                }
                if self.signatures.contains(&candidate.signature)
                    || !self.kept_before.insert(candidate.key)
                {
                    continue;
                }
                self.signatures.insert(candidate.signature);
                let parent = &self.layer[candidate.parent as usize];
                let mut state = parent.state;
                self.play(&mut state, parent.parts.next_kinds, candidate.step, |_, _| {});
                let parts =
                    self.valuer.parts_after(self.deal, &parent.state, &parent.parts, &state);
                let changed = changed_columns(&parent.state, &state);
                let columns = columns_print_after(&parent.state, parent.columns, &state, changed);
                let place = self.history.len() as u32;
                self.next_layer.push(Node { state, parts, columns, place });
                self.history.push((parent.place, candidate.step));
            }
            std::mem::swap(&mut self.layer, &mut self.next_layer);
        }
        Ok(Outcome::Open)
    }

    /// Makes a candidate of a state; says whether it is won.
    #[inline]
    fn consider(
        &mut self,
        parent: usize,
        child: &State,
        step: Step,
        signature: Signature,
        rng: &mut Pcg64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        budget.visit()?;
        if child.is_won() {
            return Ok(true);
        }
        let node = &self.layer[parent];
        let changed = changed_columns(&node.state, child);
        let columns = columns_print_after(&node.state, node.columns, child, changed);
        let key = fingerprint(child, columns);
        let seen = &mut self.seen[(key % SEEN) as usize];
        let stamped = key ^ self.layer_stamp;
        if *seen == stamped {
            return Ok(false);
        }
        *seen = stamped;
        let value = self.valuer.value_after(self.deal, &node.state, &node.parts, child, changed);
        let noise = (u64::from(rng.next_u32()) * NOISE) >> 32;
        // Sorted by rank, and those of equal rank in the order in which they were found.
        let rank = i64::from(value) + noise as i64;
        self.order.push((-rank << 32) + self.candidates.len() as i64);
        self.candidates.push(Candidate {
            signature: signature.of(child),
            key,
            parent: parent as u32,
            step,
        });
        Ok(false)
    }

    /// The states that the last beam kept, layer by layer.
    pub fn layers(&self, start: &State) -> Vec<Vec<State>> {
        let mut states: Vec<(State, usize)> = Vec::with_capacity(self.history.len());
        let mut layers: Vec<Vec<State>> = Vec::new();
        for &(before, step) in &self.history {
            let (mut state, depth) = states
                .get(before as usize)
                .map_or((*start, 0), |&(state, depth)| (state, depth + 1));
            let next_kinds = self.deal.next_kinds(&state.foundations);
            self.play(&mut state, next_kinds, step, |_, _| {});
            states.push((state, depth));
            if layers.len() == depth {
                layers.push(Vec::new());
            }
            layers[depth].push(state);
        }
        layers
    }

    /// The steps to a state of the layer and then `last`.
    fn path(&self, parent: usize, last: Step) -> Vec<Step> {
        let mut steps = vec![last];
        let mut place = self.layer[parent].place;
        while let Some(&(before, step)) = self.history.get(place as usize) {
            steps.push(step);
            place = before;
        }
        steps.reverse();
        steps
    }
}
