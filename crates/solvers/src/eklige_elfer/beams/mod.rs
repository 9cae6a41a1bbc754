//! Narrow beams over the levels between rows, restarted with random costs. Most follow the play of an
//! earlier one that got far up to a random row.

mod expand;

use gehtauf_search::bytes::{table_bytes, vec_bytes};
use gehtauf_search::{Budget, Candidates, Memory, Outcome, Paths, Share, Stop, hashing, tie_break};
use rand_pcg::Pcg64;

use crate::eklige_elfer::abstractions::ranks::Ranks;
use crate::eklige_elfer::evaluation::costs::{AVERAGE, COSTS, Costs, View, cost};
use crate::eklige_elfer::fingerprint::Fingerprints;
use crate::eklige_elfer::prunings::Prunings;
use crate::eklige_elfer::space::DeferredSpace;
use crate::eklige_elfer::state::{COLUMNS, Deal, State, Step, StepKind};

/// How wide a beam is and how random.
#[derive(Debug, Clone, Copy)]
pub struct BeamSettings {
    /// States kept from one row to the next.
    pub row_width: usize,
    /// States kept from one step to the next between two rows.
    pub width: usize,
    /// Random tie-breaking: each evaluation is raised by a random number below this; a head costs about
    /// 100.
    pub tie_breaking: u32,
    /// The costs are drawn anew for each beam, up to this many 256ths up or down; at most 256.
    pub spread: u32,
    /// How many beams are made.
    pub restarts: u32,
}

/// How many states before a deal are dealt for each that is kept after it.
const DEALT_PER_KEPT: usize = 4;

/// How many guides there are.
const GUIDES: usize = 3;

/// After how many beams that do not get further a guide is given up.
const PATIENCE: u32 = 12;

/// How many views of each column are remembered: two to this power.
const MEMO_BITS: u32 = 5;

/// The play of a beam that got the furthest. A later beam follows it up to a random row and goes on
/// by itself; if that gets as far, its play replaces this one.
struct Guide {
    steps: Vec<Step>,
    heads_left: u32,
    restarts_in_vain: u32,
}

impl Default for Guide {
    fn default() -> Guide {
        Guide { steps: Vec::new(), heads_left: u32::MAX, restarts_in_vain: 0 }
    }
}

/// A state that is kept.
#[derive(Clone, Copy)]
struct Entry {
    state: State,
    /// Its place in the tree of steps.
    node: u32,
    evaluation: i32,
    views: [View; COLUMNS],
    fingerprint: Fingerprint,
}

/// The fingerprints of a state.
#[derive(Clone, Copy)]
struct Fingerprint {
    /// Of the heads left, one state of which is enough.
    heads: u64,
    /// Of the rest.
    tails: u64,
}

/// A state one step on from an entry, not yet made.
#[derive(Clone, Copy)]
struct Child {
    step: Step,
    evaluation: i32,
    fingerprint: Fingerprint,
}

/// The searcher for one deal; what it allocates is used by all restarts.
pub struct Beams<'t> {
    space: DeferredSpace<'t>,
    deal: &'t Deal,
    fingerprints: Fingerprints,
    rng: Pcg64,
    /// What the kinds of costs are multiplied by in this beam, in 256ths.
    factors: Costs,
    /// The costs in this level.
    costs: Costs,
    tie_breaking: u32,
    /// The levels of all restarts so far.
    levels: u32,
    /// Views of columns; the key is made of the level and the column's key.
    memo: Box<[[(u64, View); 1 << MEMO_BITS]; COLUMNS]>,
    guides: [Guide; GUIDES],
    paths: Paths<Step>,
    /// The states kept in this level.
    entries: Vec<Entry>,
    seen: hashing::Set<u64>,
    heads_seen: hashing::Set<u64>,
    steps: Vec<Step>,
    children: Candidates<Child>,
    order: Vec<(i32, u32)>,
    /// What the tables take, but for `paths` and `children`.
    share: Share,
    memory: Memory,
}

impl<'t> Beams<'t> {
    /// A searcher whose random numbers hang on `seed`.
    pub fn new(deal: &'t Deal, prunings: Prunings, seed: u128, memory: &Memory) -> Beams<'t> {
        Beams {
            space: DeferredSpace { deal, prunings },
            deal,
            fingerprints: Fingerprints::new(),
            rng: Pcg64::new(seed, 0),
            factors: [0; COSTS],
            costs: [0; COSTS],
            tie_breaking: 0,
            levels: 0,
            memo: Box::new([[(0, View::default()); 1 << MEMO_BITS]; COLUMNS]),
            guides: Default::default(),
            paths: Paths::new(memory),
            entries: Vec::new(),
            seen: hashing::set(),
            heads_seen: hashing::set(),
            steps: Vec::new(),
            children: Candidates::new(memory),
            order: Vec::new(),
            share: memory.share(),
            memory: memory.clone(),
        }
    }

    fn below(&mut self, bound: u32) -> u32 {
        tie_break(&mut self.rng, bound) as u32
    }

    /// One beam. It never answers `Unwinnable`.
    ///
    /// # Errors
    /// The budget is spent, or the tables have outgrown its bytes by a level.
    pub fn search(
        &mut self,
        start: &State,
        settings: &BeamSettings,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        self.tie_breaking = settings.tie_breaking;
        for i in 0..COSTS {
            self.factors[i] = (256 - settings.spread + self.below(2 * settings.spread + 1)) as i32;
        }
        let guide = self.below(GUIDES as u32) as usize;
        self.begin(start, guide)?;
        loop {
            self.share.resize(self.bytes())?;
            self.seen.clear();
            let mut first = 0;
            while first < self.entries.len() {
                self.children.clear();
                let end = self.entries.len();
                for parent in first..end {
                    if let Some(steps) = self.play_on(parent, budget)? {
                        return Ok(Outcome::Won(steps));
                    }
                }
                self.keep(settings.width)?;
                first = end;
            }
            let mut order = std::mem::take(&mut self.order);
            order.clear();
            let values = self.entries.iter().enumerate();
            order.extend(values.map(|(i, entry)| (-entry.evaluation, i as u32)));
            order.sort_unstable();
            self.children.clear();
            self.begin_level(self.entries[0].state.dealt() + 1);
            for &(_, parent) in order.iter().take(DEALT_PER_KEPT * settings.row_width) {
                self.deal(parent as usize, budget)?;
            }
            self.order = order;
            if self.children.is_empty() {
                self.end(guide);
                return Ok(Outcome::Open);
            }
            let end = self.entries.len();
            self.keep(settings.row_width)?;
            self.entries.drain(..end);
        }
    }

    /// What the tables take, in bytes, but for the paths and the children.
    fn bytes(&self) -> usize {
        size_of_val(&*self.memo)
            + vec_bytes::<Entry>(self.entries.capacity())
            + table_bytes::<u64>(self.seen.capacity())
            + table_bytes::<u64>(self.heads_seen.capacity())
            + vec_bytes::<(i32, u32)>(self.order.capacity())
    }

    /// Follows the guide up to a random row.
    fn begin(&mut self, start: &State, guide: usize) -> Result<(), Stop> {
        let steps = std::mem::take(&mut self.guides[guide].steps);
        let rows = steps.iter().filter(|step| step.kind == StepKind::Deal).count();
        let mut rows_left = self.below(rows as u32 + 1);
        let (mut state, mut node) = (*start, Paths::<Step>::START);
        self.paths.clear();
        for &step in &steps {
            if rows_left == 0 {
                break;
            }
            rows_left -= u32::from(step.kind == StepKind::Deal);
            self.deal.play_step(&mut state, step);
            node = self.paths.push(node, step)?;
        }
        self.guides[guide].steps = steps;
        self.begin_level(state.dealt());
        let views = std::array::from_fn(|column| self.view(&state, column));
        let fingerprint = self.fingerprint(&state);
        self.entries.clear();
        self.entries.push(Entry { state, node, evaluation: 0, views, fingerprint });
        Ok(())
    }

    /// Ends a beam that did not win.
    fn end(&mut self, guide: usize) {
        let heads_left = |entry: &Entry| self.deal.heads_left(&entry.state);
        let best = self.entries.iter().min_by_key(|entry| heads_left(entry));
        let best = best.expect("a level has at least one state");
        let (heads_left, node) = (heads_left(best), best.node);
        let Guide { heads_left: fewest, mut restarts_in_vain, .. } = self.guides[guide];
        restarts_in_vain = if heads_left < fewest { 0 } else { restarts_in_vain + 1 };
        if restarts_in_vain == PATIENCE {
            self.guides[guide] = Guide::default();
        } else if heads_left <= fewest {
            self.guides[guide] =
                Guide { steps: self.paths.path_to(node), heads_left, restarts_in_vain };
        } else {
            self.guides[guide].restarts_in_vain = restarts_in_vain;
        }
    }

    /// Sets the costs for a level.
    fn begin_level(&mut self, dealt: u8) {
        self.levels += 1;
        let rows = i32::from(self.deal.rows()).max(1);
        for (i, [mean, slope]) in AVERAGE.into_iter().enumerate() {
            let later = slope * (2 * i32::from(dealt) - rows) / rows;
            self.costs[i] = mean * self.factors[i] / 256 + later;
        }
    }

    /// Looks at a column, from memory if it was met in this level.
    fn view(&mut self, state: &State, column: usize) -> View {
        let column_key = state.column_key(column);
        let key = u64::from(self.levels) << u32::BITS | u64::from(column_key);
        let place = column_key.wrapping_mul(0x9e37_79b9) >> (u32::BITS - MEMO_BITS);
        let (known, view) = &mut self.memo[column][place as usize];
        if *known != key {
            *known = key;
            *view = self.deal.view(&self.costs, state, column);
        }
        *view
    }

    fn fingerprint(&self, state: &State) -> Fingerprint {
        Fingerprint { heads: self.fingerprints.heads(state), tails: self.fingerprints.tails(state) }
    }

    /// The fingerprints of a state one step on from an entry.
    fn fingerprint_after(&self, entry: &Entry, state: &State) -> Fingerprint {
        let Fingerprint { heads, tails } = entry.fingerprint;
        Fingerprint {
            heads: self.fingerprints.heads_after(heads, &entry.state, state),
            tails: self.fingerprints.tails_after(tails, &entry.state, state),
        }
    }

    fn evaluate(&mut self, views: &[View; COLUMNS], open: [Ranks; 2]) -> i32 {
        tie_break(&mut self.rng, self.tie_breaking) - cost(&self.costs, views, open)
    }

    /// The state after a step, with its views; the rest is still the entry's.
    fn play(&mut self, entry: &Entry, step: Step) -> Entry {
        let mut next = *entry;
        self.deal.play_step(&mut next.state, step);
        for column in 0..COLUMNS {
            let has_changed = next.state.column_key(column) != entry.state.column_key(column);
            if has_changed || step.kind == StepKind::Deal {
                next.views[column] = self.view(&next.state, column);
            }
        }
        next
    }
}
