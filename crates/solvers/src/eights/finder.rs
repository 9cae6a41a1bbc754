//! The finder: narrow beams with at most one state of each signature per layer, started again and
//! again with other noise. It finds wins and proves nothing.

use ahash::{AHashSet, RandomState};
use gehtauf_rules::Move;
use gehtauf_search::{Budget, Limit, Outcome, Stop};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::packed::{COLUMNS, Column, Deal, State, Step};
use super::steps::{NextKinds, Talon, bits};
use super::value::{Parts, Valuer, changed_columns, columns_of};

/// Values are raised by random numbers below this.
const NOISE: u64 = 150;

/// How many fingerprints of candidates are remembered.
const SEEN: u64 = 1 << 12;

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
pub const fn mix(a: u64, b: u64) -> u64 {
    let product = (a ^ 0x9e37_79b9_7f4a_7c15) as u128 * (b ^ 0xd6e8_feb8_6659_fd93) as u128;
    (product >> 64) as u64 ^ product as u64
}

/// What one column adds to the sums of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Prints {
    /// The part of the fingerprint.
    all: u64,
    /// The part of the coarse signature.
    dealt: u64,
}

impl Prints {
    /// Random odd numbers for the columns, the first for all without a dealt card: these count the same
    /// wherever they are.
    const FACTORS: [u64; COLUMNS + 1] = {
        let mut factors = [0; COLUMNS + 1];
        let mut i = 0;
        while i <= COLUMNS {
            factors[i] = mix(i as u64, 0x1234_5678_9abc_def1) | 1;
            i += 1;
        }
        factors
    };

    #[inline]
    fn of(index: usize, column: Column) -> Prints {
        let dealt = u64::from(column.dealt());
        let place = if dealt == 0 { 0 } else { index + 1 };
        Prints {
            all: u64::from(column.0).wrapping_mul(Prints::FACTORS[place]),
            dealt: dealt << (5 * index),
        }
    }

    /// The sums over the columns.
    fn of_all(state: &State) -> Prints {
        Prints { all: 0, dealt: 0 }.after(&[Column::default(); COLUMNS], &state.columns, 0xff)
    }

    /// The sums after these columns changed.
    #[inline]
    fn after(
        mut self,
        before: &[Column; COLUMNS],
        now: &[Column; COLUMNS],
        changed: u32,
    ) -> Prints {
        for i in columns_of(changed) {
            let (old, new) = (Prints::of(i, before[i]), Prints::of(i, now[i]));
            self.all = self.all.wrapping_sub(old.all).wrapping_add(new.all);
            self.dealt = self.dealt + new.dealt - old.dealt;
        }
        self
    }
}

/// A fingerprint of a state. Two states may share one: then the finder misses one of them.
#[inline]
fn fingerprint(state: &State, prints: Prints) -> u64 {
    mix(prints.all ^ mix(state.stock, time(state)), u64::from_le_bytes(state.foundations))
}

/// The place in the talon and the pass.
#[inline]
fn time(state: &State) -> u64 {
    u64::from(state.turned) | u64::from(state.pass) << 8
}

/// What the states of one layer must differ in. Narrow beams find more with the coarse signature;
/// wide ones differ in what they find.
#[derive(Debug, Clone, Copy)]
pub enum Signature {
    /// Which dealt cards are left where, and how many cards the stock has left.
    Coarse,
    /// The foundations too.
    Fine,
    /// The place in the talon and the pass instead: with few passes what is past counts as much.
    Time,
}

impl Signature {
    #[inline]
    fn of(self, state: &State, prints: Prints, stock_cards: u8) -> u64 {
        let coarse = prints.dealt << 8 | u64::from(stock_cards);
        match self {
            Signature::Coarse => coarse,
            Signature::Fine => mix(coarse, u64::from_le_bytes(state.foundations)),
            Signature::Time => mix(coarse, time(state)),
        }
    }
}

/// How many cards the stock has left after a state of which it is known.
#[inline]
fn stock_cards_after(before: &State, known: u8, state: &State) -> u8 {
    known - bits(before.stock & !state.stock).count() as u8
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

    /// Plays the foundation moves that never hurt, each told to `tell` before it is played; `next` are
    /// the state's next kinds, and what comes back those after the moves.
    fn play_safe_home(
        &self,
        state: &mut State,
        mut next: NextKinds,
        mut tell: impl FnMut(&State, Step),
    ) -> NextKinds {
        while let Some(step) = self.deal.safe_home(state, &next) {
            tell(state, step);
            self.deal.play(state, step);
            next = self.deal.next_kinds(&state.foundations);
        }
        next
    }

    /// Plays the foundation moves that are worth playing before the first step, as [`Finder::play`]
    /// those after each.
    pub fn begin(&self, state: &mut State, tell: impl FnMut(&State, Step)) -> NextKinds {
        let next = self.deal.next_kinds(&state.foundations);
        if state.must_play { next } else { self.play_safe_home(state, next, tell) }
    }

    /// Plays a step and the foundation moves that are worth playing at once, each told to `tell`
    /// before it is played; `next` are the state's next kinds, and what comes back those after the
    /// moves. The card that a part of a run is moved off goes to its foundation if that takes it.
    #[inline]
    pub fn play(
        &self,
        state: &mut State,
        next: &NextKinds,
        step: Step,
        mut tell: impl FnMut(&State, Step),
    ) -> NextKinds {
        tell(state, step);
        let foundations = state.foundations;
        let goes_home = |from: u8, count: u8| {
            let (column, count) = (state.columns[usize::from(from)], u32::from(count));
            count < column.run() && next.all >> column.run_card(count).index() & 1 == 1
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
        if state.foundations != foundations {
            let next = self.deal.next_kinds(&state.foundations);
            return self.play_safe_home(state, next, tell);
        }
        // Before the step there was no such move, so that only what it laid open can be one.
        let (one, other) = match step {
            Step::Run { from, to, .. } => (from, to),
            Step::StockRun { to, .. } => (to, to),
            // A turned card lays open but itself.
            _ => (0, 0),
        };
        let column_is_safe = |i: u8| next.is_safe(state.columns[usize::from(i)]);
        let waste_is_safe = |i: u8| next.is_safe_on_waste(self.deal.stock[usize::from(i)]);
        if !column_is_safe(one)
            && !column_is_safe(other)
            && !state.waste_top().is_some_and(waste_is_safe)
        {
            return *next;
        }
        self.play_safe_home(state, *next, tell)
    }

    /// The moves of the rules that make up the steps, with the moves played at once after each.
    pub fn write(&self, start: State, steps: &[Step]) -> Vec<Move> {
        let mut state = start;
        let mut moves = Vec::new();
        let mut write = |state: &State, step| self.deal.write(state, step, &mut moves);
        let mut next = self.begin(&mut state, &mut write);
        for &step in steps {
            next = self.play(&mut state, &next, step, &mut write);
        }
        moves
    }

    /// Searches for a win with one beam; a wide one has room for steps that seldom lead on.
    ///
    /// # Errors
    /// The budget is spent, or the tables have outgrown its bytes by a layer.
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
        let mut state = *start;
        self.begin(&mut state, |_, _| {});
        let prints = Prints::of_all(&state);
        let parts = self.valuer.parts(self.deal, &state);
        let stock_cards = state.stock.count_ones() as u8;
        self.layer.push(Node { state, parts, prints, stock_cards, place: NO_PLACE });
        self.kept_before.insert(fingerprint(&state, prints));
        while !self.layer.is_empty() {
            if self.bytes() > budget.max_bytes() {
                return Err(Stop::Limit(Limit::Memory));
            }
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
                let to_uncover = parts.next.all | if wide { others(rng) } else { 0 };
                let talon = if wide { Talon::LazyOrTurn } else { Talon::Lazy };
                self.deal.steps(&state, &parts.next, talon, to_uncover, &mut steps);
                for &step in &steps {
                    let mut child = state;
                    let next = self.play(&mut child, &parts.next, step, |_, _| {});
                    budget.visit()?;
                    if child.is_won() {
                        return Ok(Outcome::Won(self.path(parent, step)));
                    }
                    self.consider(parent, &child, &next, step, signature, rng);
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
                let next = self.play(&mut state, &parent.parts.next, candidate.step, |_, _| {});
                let parts =
                    self.valuer.parts_after(self.deal, &parent.state, &parent.parts, &state, next);
                let changed = changed_columns(&parent.state, &state);
                let prints = parent.prints.after(&parent.state.columns, &state.columns, changed);
                let stock_cards = stock_cards_after(&parent.state, parent.stock_cards, &state);
                let place = self.history.len() as u32;
                self.next_layer.push(Node { state, parts, prints, stock_cards, place });
                self.history.push((parent.place, candidate.step));
            }
            std::mem::swap(&mut self.layer, &mut self.next_layer);
        }
        Ok(Outcome::Open)
    }

    /// What the tables take, in bytes.
    fn bytes(&self) -> usize {
        self.history.capacity() * size_of::<(u32, Step)>()
            + (self.kept_before.capacity() + self.signatures.capacity()) * 8 / 7 * (8 + 1)
            + (self.layer.capacity() + self.next_layer.capacity()) * size_of::<Node>()
            + self.candidates.capacity() * size_of::<Candidate>()
            + (self.seen.capacity() + self.order.capacity()) * 8
    }

    /// Makes a candidate of a state.
    #[inline(never)]
    fn consider(
        &mut self,
        parent: usize,
        child: &State,
        next: &NextKinds,
        step: Step,
        signature: Signature,
        rng: &mut Pcg64,
    ) {
        let node = &self.layer[parent];
        let changed = changed_columns(&node.state, child);
        let prints = node.prints.after(&node.state.columns, &child.columns, changed);
        let key = fingerprint(child, prints);
        let seen = &mut self.seen[(key % SEEN) as usize];
        let stamped = key ^ self.layer_stamp;
        if *seen == stamped {
            return;
        }
        *seen = stamped;
        let value =
            self.valuer.value_after(self.deal, &node.state, &node.parts, child, next, changed);
        let stock_cards = stock_cards_after(&node.state, node.stock_cards, child);
        let noise = (u64::from(rng.next_u32()) * NOISE) >> 32;
        // Sorted by rank, and those of equal rank in the order in which they were found.
        let rank = i64::from(value) + noise as i64;
        self.order.push((-rank << 32) + self.candidates.len() as i64);
        self.candidates.push(Candidate {
            signature: signature.of(child, prints, stock_cards),
            key,
            parent: parent as u32,
            step,
        });
    }

    /// The states that the last beam kept, layer by layer.
    pub fn layers(&self, start: &State) -> Vec<Vec<State>> {
        let mut start = *start;
        let next = self.begin(&mut start, |_, _| {});
        let mut states: Vec<(State, NextKinds, usize)> = Vec::with_capacity(self.history.len());
        let mut layers: Vec<Vec<State>> = Vec::new();
        for &(before, step) in &self.history {
            let (mut state, next, depth) = states
                .get(before as usize)
                .map_or((start, next, 0), |&(state, next, depth)| (state, next, depth + 1));
            let next = self.play(&mut state, &next, step, |_, _| {});
            states.push((state, next, depth));
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
