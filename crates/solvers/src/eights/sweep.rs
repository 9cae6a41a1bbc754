//! Sweeps over the states of `loose.rs`, level by level, for wins and for proofs that there is none.
//!
//! The level of a state is the number of its loose cards and twice that of its cards on foundations.
//! Each step raises it, by one to begin with and by more for what it lays bare or sets off. So all
//! states from which one of a level comes lie below it: when a level has its turn, its states are all
//! known, each once, and the best of them are looked at, as many as the sweep is wide. A state without
//! steps takes no room.
//!
//! Claim: if a sweep never left out a state and met no win, there is none.
//! Proof: then all states that can be reached were looked at.
//!
//! A state's value is the sum of its features, those of `features.rs` that do not look at how loose cards
//! lie and some more, with the weights of `weights.rs`, and noise, which differs from width to width. Of
//! 150 deals with one pass that a sweep of 16 does not win sweeps of 250 win 61 without noise and 68, 70
//! and 72 with it, two of these together 77; sweeps of 1,000 win 75 without noise and 80 with it.

use std::collections::BTreeMap;

use ahash::{AHashSet, RandomState};
use gehtauf_search::{Budget, Limit, Outcome, Space, Stop};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::features::{
    BUILDABLE, BUILT, DUG, FEATURES, LastRun, MOVABLE, OPEN, PHASES, RANKS, STOCK, dealt_features,
    foundation_features,
};
use super::loose::{Loose, LooseSpace, LooseState, LooseStep};
use super::packed::{COLUMNS, KINDS, Kind, below, landing};
use super::steps::bits;

/// For each waste card in the last pass, by rank; all other cards of the stock are at [`STOCK`], and
/// loose cards at [`BUILT`].
const WASTE: usize = FEATURES;
/// For each space that is needed, by the rank of the first card in it.
const NEEDED: usize = WASTE + RANKS;
/// How many spaces are not needed.
const SPARE: usize = NEEDED + RANKS;
/// For each kind that a foundation takes next, where it is: loose or open on the waste, in a column by the
/// runs that lie on it, still to come in the talon, or none of these.
const NEXT: usize = SPARE + COLUMNS + 1;
/// How many features there are.
pub const LOOSE_FEATURES: usize = NEXT + 12;

/// States are ranked by their value and a random number below this.
const NOISE: u64 = 600;

const IN_TALON: u8 = 10;
const ELSEWHERE: u8 = 11;

/// A weight for each feature in each phase.
pub type LooseWeights = [[i32; LOOSE_FEATURES]; PHASES];

/// What is known of a column by the place of its root.
struct Column {
    /// What [`dealt_features`] add, by phase.
    value: [i32; PHASES],
    runs: u8,
    /// Where the nearest card of each kind is, as counted from [`NEXT`].
    place: [u8; KINDS],
}

impl Column {
    fn new(space: &LooseSpace<'_>, weights: &LooseWeights, index: usize, root: usize) -> Column {
        let cards = &space.deal.dealt[index][..root];
        let mut value = [0; PHASES];
        let mut place = [ELSEWHERE; KINDS];
        if root > 0 {
            dealt_features(cards, |feature, n| {
                (0..PHASES).for_each(|phase| value[phase] += weights[phase][feature] * n);
            });
        }
        let mut on_it = 1;
        for (i, kind) in cards.iter().enumerate().rev() {
            if cards.get(i + 1).is_some_and(|above| landing(above.face()) != kind.face()) {
                on_it = (on_it + 1).min(IN_TALON - 1);
            }
            let place = &mut place[kind.index()];
            *place = (*place).min(on_it);
        }
        Column { value, runs: LastRun::new(space.deal, index, root).runs, place }
    }
}

/// How a state was found, unless it is the first: the place in the history of the one before, and the step.
type Found = Option<(u32, LooseStep)>;

/// The states of a level, each once.
struct Level {
    keys: AHashSet<Loose>,
    states: Vec<(LooseState, Found)>,
    /// Places in `states` with the rank of each, the best first.
    order: Vec<(i32, u32)>,
}

impl Level {
    fn new() -> Level {
        let keys = AHashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        Level { keys, states: Vec::new(), order: Vec::new() }
    }

    fn bytes(&self) -> usize {
        self.keys.capacity() * 8 / 7 * (size_of::<Loose>() + 1)
            + self.states.capacity() * size_of::<(LooseState, Found)>()
            + self.order.capacity() * size_of::<(i32, u32)>()
    }
}

/// The sweeps of a deal.
pub struct Sweep<'s, 'd> {
    space: &'s LooseSpace<'d>,
    weights: &'s LooseWeights,
    columns: Vec<Vec<Column>>,
    /// How each state that was looked at was found.
    history: Vec<Found>,
}

/// The phase that a state belongs to.
pub fn phase(space: &LooseSpace<'_>, state: &LooseState) -> usize {
    (space.deal.width - space.columns_with_root(state).count()).min(PHASES - 1)
}

impl<'s, 'd> Sweep<'s, 'd> {
    pub fn new(space: &'s LooseSpace<'d>, weights: &'s LooseWeights) -> Sweep<'s, 'd> {
        let column = |i: usize| {
            let roots = 0..=space.deal.dealt[i].len();
            roots.map(|root| Column::new(space, weights, i, root)).collect()
        };
        let columns = (0..space.deal.width).map(column).collect();
        Sweep { space, weights, columns, history: Vec::new() }
    }

    fn columns(&self, state: &LooseState) -> impl Iterator<Item = &Column> {
        let roots = state.key.roots;
        self.columns.iter().zip(roots).map(|(columns, root)| &columns[usize::from(root)])
    }

    fn value(&self, state: &LooseState) -> i32 {
        let phase = phase(self.space, state);
        let mut value = self.columns(state).map(|column| column.value[phase]).sum();
        self.table_features(state, |feature, n| value += self.weights[phase][feature] * n);
        value
    }

    /// Calls `add` with each feature of the state and its value.
    pub fn features(&self, state: &LooseState, mut add: impl FnMut(usize, i32)) {
        for column in self.space.columns_with_root(state) {
            let left = usize::from(state.key.roots[column]);
            dealt_features(&self.space.deal.dealt[column][..left], &mut add);
        }
        self.table_features(state, add);
    }

    /// The same without those of the columns' dealt cards.
    fn table_features(&self, state: &LooseState, mut add: impl FnMut(usize, i32)) {
        let (space, deal, key) = (self.space, self.space.deal, &state.key);
        let counts = space.counts(state);
        let (needs, spare) = counts.needs();
        counts.loose.by_rank().for_each(|(rank, n)| add(BUILT + rank, n));
        needs.by_rank().for_each(|(rank, n)| add(NEEDED + rank, n));
        counts.open().by_rank().for_each(|(rank, n)| add(OPEN + rank, n));
        add(SPARE + spare as usize, 1);
        add(DUG + counts.spaces as usize, 1);
        for i in space.columns_with_root(state) {
            if counts.fit_with(space.root(state, i)) {
                let column = &self.columns[i][usize::from(key.roots[i])];
                add(MOVABLE + usize::from(column.runs), 1);
            }
        }
        let is_last_pass = deal.rules.passes == Some(key.pass);
        let passed = if is_last_pass { key.stock & below(key.turned) } else { 0 };
        for (places, feature) in [(key.stock & !passed, STOCK), (passed, WASTE)] {
            for place in bits(places) {
                let kind = deal.stock[usize::from(place)];
                add(feature + usize::from(kind.rank()), 1);
                add(BUILDABLE, i32::from(feature == STOCK && counts.fit_with(kind)));
            }
        }
        foundation_features(deal, &key.foundations, &mut add);
        let top = key.turned.checked_sub(1).map_or(0, |place| 1 << place);
        for kind in bits(deal.next_kinds(&key.foundations).all).map(Kind::from_index) {
            let in_stock = deal.places_of_kind[kind.index()] & key.stock;
            let place = match () {
                _ if kind.rank() > 13 => continue,
                _ if state.has(kind) || in_stock & top != 0 => 0,
                _ if in_stock & !passed != 0 => IN_TALON,
                _ => ELSEWHERE,
            };
            let in_columns = self.columns(state).map(|column| column.place[kind.index()]);
            add(NEXT + usize::from(in_columns.fold(place, u8::min)), 1);
        }
    }

    /// Searches for a win, at most `width` states of each level; `Unwinnable` if that was no limit. The
    /// states looked at count, not those that were only found.
    ///
    /// # Errors
    /// The budget is spent, or the tables have outgrown its bytes by a level.
    pub fn search(
        &mut self,
        start: &LooseState,
        width: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<LooseStep>, Stop> {
        if self.space.is_won(start) {
            return Ok(Outcome::Won(Vec::new()));
        }
        let mut outcome = Outcome::Unwinnable;
        self.history.clear();
        let mut rng = Pcg64::new(self.space.deal.seed().into(), width as u128);
        let mut levels: BTreeMap<u32, Level> = BTreeMap::new();
        let (mut states, mut order) = (vec![(*start, None)], vec![(0, 0)]);
        let mut steps = Vec::new();
        loop {
            let bytes = levels.values().map(Level::bytes).sum::<usize>()
                + states.capacity() * size_of::<(LooseState, Found)>()
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
                steps.clear();
                self.space.moves(state, &mut steps);
                if steps.is_empty() {
                    continue;
                }
                room -= 1;
                let place = self.history.len() as u32;
                self.history.push(*found);
                for &step in &steps {
                    let mut child = *state;
                    self.space.play(&mut child, step);
                    let level = levels.entry(level(&child)).or_insert_with(Level::new);
                    if !level.keys.insert(self.space.key(&child)) {
                        continue;
                    }
                    let found = Some((place, step));
                    if self.space.is_won(&child) {
                        return Ok(Outcome::Won(self.path(found)));
                    }
                    let noise = (u64::from(rng.next_u32()) * NOISE) >> 32;
                    let rank = -self.value(&child) - noise as i32;
                    level.order.push((rank, level.states.len() as u32));
                    level.states.push((child, found));
                }
            }
            let Some((_, next)) = levels.pop_first() else { return Ok(outcome) };
            (states, order) = (next.states, next.order);
        }
    }

    /// The steps to a state.
    fn path(&self, mut found: Found) -> Vec<LooseStep> {
        let mut steps = Vec::new();
        while let Some((before, step)) = found {
            steps.push(step);
            found = self.history[before as usize];
        }
        steps.reverse();
        steps
    }

    /// The states that the last sweep looked at, in that order.
    pub fn states(&self, start: &LooseState) -> Vec<LooseState> {
        let mut states: Vec<LooseState> = Vec::with_capacity(self.history.len());
        for &found in &self.history {
            let mut state = *start;
            if let Some((before, step)) = found {
                state = states[before as usize];
                self.space.play(&mut state, step);
            }
            states.push(state);
        }
        states
    }
}

/// The level of a state.
pub fn level(state: &LooseState) -> u32 {
    let home: u32 = state.key.foundations.iter().map(|&count| u32::from(count)).sum();
    2 * home + state.loose.count()
}

#[cfg(test)]
mod tests {
    use gehtauf_search::{Limits, Verdict};

    use super::super::packed::Deal;
    use super::super::{Prunings, exhaust_with, small_deals, weights};
    use super::*;

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
                    let space = LooseSpace::new(&deal, prunings).unwrap();
                    let mut sweep = Sweep::new(&space, &weights::LOOSE);
                    for width in [1, 2, 4, 8, usize::MAX] {
                        match sweep.search(&space.start(&start), width, &mut budget()).unwrap() {
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
