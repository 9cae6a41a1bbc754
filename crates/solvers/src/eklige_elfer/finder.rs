//! Narrow beams over the layers between deals, restarted with random costs.

use gehtauf_search::bytes::{table_bytes, vec_bytes};
use gehtauf_search::{
    Budget, Candidates, Memory, Outcome, Paths, Share, Space, Stop, hashing, tie_break,
};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::fingerprint::Fingerprints;
use super::ranks::Ranks;
use super::space::{Lazy, Prunings};
use super::state::{Below, COLUMNS, Kind, State, Step, Table, Type};
use super::value::{AVERAGE, COST_STUCK, COSTS, Costs, View, cost};

/// How wide a try is and how random.
pub struct Effort {
    /// States kept from one deal to the next.
    pub layers: usize,
    /// States kept from one step to the next between two deals.
    pub steps: usize,
    /// Each value is raised by a random number below this; a head costs about 100.
    pub noise: u32,
    /// The costs are drawn anew for each try, up to this many 256ths up or down; at most 256.
    pub spread: u32,
    /// How many tries are made.
    pub tries: u32,
}

/// How many states before a deal are dealt for each that is kept after it.
const DEALT_PER_KEPT: usize = 4;

/// How many orders of the loose columns are tried for each of them.
const ORDERS: usize = 6;

/// How many lines of play are followed at a time.
const LINES: usize = 3;

/// After how many tries that do not bring it further a line is given up.
const PATIENCE: u32 = 12;

/// From how many deals before the end on each state kept is looked at for stuck heads; of those kept
/// earlier less than one in a hundred has any.
const DEALS_LEFT: u8 = 3;

/// How many looks at each column are remembered: two to this power.
const MEMO_BITS: u32 = 5;

/// The play that brought a try the furthest. The next one follows it up to a random deal and goes on
/// by itself; if that brings it as far, its play takes the place of this one.
struct Line {
    steps: Vec<Step>,
    heads_left: u32,
    tries_in_vain: u32,
}

impl Default for Line {
    fn default() -> Line {
        Line { steps: Vec::new(), heads_left: u32::MAX, tries_in_vain: 0 }
    }
}

/// A state that is kept.
#[derive(Clone, Copy)]
struct Entry {
    state: State,
    /// Its place in the tree of steps.
    node: u32,
    value: i32,
    views: [View; COLUMNS],
    prints: Prints,
}

/// The fingerprints of a state.
#[derive(Clone, Copy)]
struct Prints {
    /// Of the heads left, one state of which is enough.
    heads: u64,
    /// Of the rest.
    lows: u64,
}

/// A state one step on from an entry, not yet made.
#[derive(Clone, Copy)]
struct Child {
    step: Step,
    value: i32,
    prints: Prints,
}

/// The searcher for one deal; what it allocates is used by all tries.
pub struct Finder<'t> {
    space: Lazy<'t>,
    table: &'t Table,
    fingerprints: Fingerprints,
    rng: Pcg64,
    /// What the kinds of costs are multiplied by in this try, in 256ths.
    factors: Costs,
    /// The costs in this layer.
    costs: Costs,
    noise: u32,
    /// The layers of all tries so far.
    layers: u32,
    /// Columns as they were looked at; the key is made of the layer and the column's key.
    memo: Box<[[(u64, View); 1 << MEMO_BITS]; COLUMNS]>,
    lines: [Line; LINES],
    paths: Paths<Step>,
    /// The states kept in this layer.
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

impl<'t> Finder<'t> {
    /// A searcher whose random numbers hang on `seed`.
    pub fn new(table: &'t Table, prunings: Prunings, seed: u128, memory: &Memory) -> Finder<'t> {
        Finder {
            space: Lazy { table, prunings },
            table,
            fingerprints: Fingerprints::new(),
            rng: Pcg64::new(seed, 0),
            factors: [0; COSTS],
            costs: [0; COSTS],
            noise: 0,
            layers: 0,
            memo: Box::new([[(0, View::default()); 1 << MEMO_BITS]; COLUMNS]),
            lines: Default::default(),
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
        ((u64::from(self.rng.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// One try. It never answers `Unwinnable`.
    ///
    /// # Errors
    /// The budget is spent, or the tables have outgrown its bytes by a layer.
    pub fn search(
        &mut self,
        start: &State,
        effort: &Effort,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        self.noise = effort.noise;
        for i in 0..COSTS {
            self.factors[i] = (256 - effort.spread + self.below(2 * effort.spread + 1)) as i32;
        }
        let line = self.below(LINES as u32) as usize;
        self.begin(start, line)?;
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
                self.keep(effort.steps)?;
                first = end;
            }
            let mut order = std::mem::take(&mut self.order);
            order.clear();
            let values = self.entries.iter().enumerate();
            order.extend(values.map(|(i, entry)| (-entry.value, i as u32)));
            order.sort_unstable();
            self.children.clear();
            self.begin_layer(self.entries[0].state.dealt() + 1);
            for &(_, parent) in order.iter().take(DEALT_PER_KEPT * effort.layers) {
                self.deal(parent as usize, budget)?;
            }
            self.order = order;
            if self.children.is_empty() {
                self.end(line);
                return Ok(Outcome::Open);
            }
            let end = self.entries.len();
            self.keep(effort.layers)?;
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

    /// Follows the line up to a random deal.
    fn begin(&mut self, start: &State, line: usize) -> Result<(), Stop> {
        let steps = std::mem::take(&mut self.lines[line].steps);
        let deals = steps.iter().filter(|step| step.kind == Kind::Deal).count();
        let mut deals_left = self.below(deals as u32 + 1);
        let (mut state, mut node) = (*start, Paths::<Step>::START);
        self.paths.clear();
        for &step in &steps {
            if deals_left == 0 {
                break;
            }
            deals_left -= u32::from(step.kind == Kind::Deal);
            self.table.play_step(&mut state, step);
            node = self.paths.push(node, step)?;
        }
        self.lines[line].steps = steps;
        self.begin_layer(state.dealt());
        let views = std::array::from_fn(|column| self.view(&state, column));
        let prints = self.prints(&state);
        self.entries.clear();
        self.entries.push(Entry { state, node, value: 0, views, prints });
        Ok(())
    }

    /// Ends a try that did not win.
    fn end(&mut self, line: usize) {
        let heads_left = |entry: &Entry| self.table.heads_left(&entry.state);
        let best = self.entries.iter().min_by_key(|entry| heads_left(entry));
        let best = best.expect("a layer has at least one state");
        let (heads_left, node) = (heads_left(best), best.node);
        let Line { heads_left: fewest, mut tries_in_vain, .. } = self.lines[line];
        tries_in_vain = if heads_left < fewest { 0 } else { tries_in_vain + 1 };
        if tries_in_vain == PATIENCE {
            self.lines[line] = Line::default();
        } else if heads_left <= fewest {
            self.lines[line] = Line { steps: self.paths.path_to(node), heads_left, tries_in_vain };
        } else {
            self.lines[line].tries_in_vain = tries_in_vain;
        }
    }

    /// Sets the costs for a layer.
    fn begin_layer(&mut self, dealt: u8) {
        self.layers += 1;
        let deals = i32::from(self.table.deals()).max(1);
        for (i, [mean, slope]) in AVERAGE.into_iter().enumerate() {
            let later = slope * (2 * i32::from(dealt) - deals) / deals;
            self.costs[i] = mean * self.factors[i] / 256 + later;
        }
    }

    /// Looks at a column, from memory if it was seen in this layer.
    fn view(&mut self, state: &State, column: usize) -> View {
        let column_key = state.column_key(column);
        let key = u64::from(self.layers) << u32::BITS | u64::from(column_key);
        let place = column_key.wrapping_mul(0x9e37_79b9) >> (u32::BITS - MEMO_BITS);
        let (known, view) = &mut self.memo[column][place as usize];
        if *known != key {
            *known = key;
            *view = self.table.view(&self.costs, state, column);
        }
        *view
    }

    fn prints(&self, state: &State) -> Prints {
        Prints { heads: self.fingerprints.heads(state), lows: self.fingerprints.lows(state) }
    }

    /// The fingerprints of a state one step on from an entry.
    fn prints_after(&self, entry: &Entry, state: &State) -> Prints {
        let Prints { heads, lows } = entry.prints;
        Prints {
            heads: self.fingerprints.heads_after(heads, &entry.state, state),
            lows: self.fingerprints.lows_after(lows, &entry.state, state),
        }
    }

    fn value(&mut self, views: &[View; COLUMNS], open: [Ranks; 2]) -> i32 {
        tie_break(&mut self.rng, self.noise) - cost(&self.costs, views, open)
    }

    /// The state after a step, looked at; the rest is still the entry's.
    fn play(&mut self, entry: &Entry, step: Step) -> Entry {
        let mut next = *entry;
        self.table.play_step(&mut next.state, step);
        for column in 0..COLUMNS {
            let has_changed = next.state.column_key(column) != entry.state.column_key(column);
            if has_changed || step.kind == Kind::Deal {
                next.views[column] = self.view(&next.state, column);
            }
        }
        next
    }

    /// Adds the states one step on, without a deal; a won one ends it with the way there.
    fn play_on(
        &mut self,
        parent: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Stop> {
        let entry = self.entries[parent];
        let parent = parent as u32;
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        self.table.push_plays(&entry.state, &mut steps);
        for &step in &steps {
            budget.visit()?;
            let (slots, below) = self.table.below(&entry.state, usize::from(step.column));
            let (views, open, prints) = if self.table.is_local(&entry.state, step, slots) {
                self.play_local(&entry, step, slots, below)
            } else {
                let Entry { state, views, .. } = self.play(&entry, step);
                if self.space.is_won(&state) {
                    let mut path = self.paths.path_to(entry.node);
                    path.push(step);
                    return Ok(Some(path));
                }
                (views, state.open, self.prints_after(&entry, &state))
            };
            if self.seen.insert(prints.heads ^ prints.lows) {
                let value = self.value(&views, open);
                self.children.push(value, parent, Child { step, value, prints })?;
            }
        }
        self.steps = steps;
        Ok(None)
    }

    /// What a state is judged by after a step that changes one column only, which it leaves with
    /// these slots and this below: the same as if the step were played, at less cost.
    fn play_local(
        &mut self,
        entry: &Entry,
        step: Step,
        slots: u16,
        below: Below,
    ) -> ([View; COLUMNS], [Ranks; 2], Prints) {
        let Entry { mut state, mut views, mut prints, .. } = *entry;
        let column = usize::from(step.column);
        let head = self.table.open_head(&state, column);
        prints.heads ^= self.fingerprints.column(&state, column);
        state.slots[column] = slots;
        prints.heads ^= self.fingerprints.column(&state, column);
        views[column] = self.view(&state, column);
        let lows = &mut prints.lows;
        let low = |set: usize, low: Type| self.fingerprints.low(set, low);
        let pool = |deal: usize| 1 + deal;
        let host = head.map(|head| Type { rank: head.rank + 1, ..head });
        match (step.kind, host, below) {
            (Kind::Join, Some(host), Below::Pool(deal, _)) => {
                *lows = lows.wrapping_sub(low(pool(deal), host));
                return (views, state.open, prints);
            }
            (Kind::Pop, Some(host), _) => {
                let open = &mut state.open[usize::from(host.phase)];
                *open = open.without(host.rank);
                *lows = lows.wrapping_sub(low(0, host));
            }
            _ => {}
        }
        if let Below::Known(head, _) | Below::Pool(_, head) = below {
            let opened = Type { rank: step.low, ..head };
            let open = &mut state.open[usize::from(opened.phase)];
            *open = open.with(opened.rank);
            *lows = lows.wrapping_add(low(0, opened));
            if let Below::Pool(deal, _) = below {
                *lows = lows.wrapping_sub(low(pool(deal), opened));
            }
        }
        (views, state.open, prints)
    }

    /// Adds the states after the next deal.
    fn deal(&mut self, parent: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let entry = self.entries[parent];
        let parent = parent as u32;
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        self.table.push_deals(&entry.state, &mut steps);
        while steps.len() > ORDERS {
            let drawn = self.below(steps.len() as u32);
            steps.swap_remove(drawn as usize);
        }
        for &step in &steps {
            let Entry { state, views, .. } = self.play(&entry, step);
            budget.visit()?;
            let [stuck_now, stuck_next, stuck_for_ever] = self.table.stuck_heads(&state);
            if self.space.prunings.relaxation && stuck_for_ever > 0 {
                continue;
            }
            let cost_stuck = COST_STUCK[0] * stuck_now as i32 + COST_STUCK[1] * stuck_next as i32;
            let value = self.value(&views, state.open) - cost_stuck;
            let prints = self.prints_after(&entry, &state);
            self.children.push(value, parent, Child { step, value, prints })?;
        }
        self.steps = steps;
        Ok(())
    }

    /// Keeps the best children that are not proven lost, at most one with the same heads left.
    fn keep(&mut self, count: usize) -> Result<(), Stop> {
        self.heads_seen.clear();
        let none = Candidates::new(&self.memory);
        let mut children = std::mem::replace(&mut self.children, none);
        let kept = children.keep_best(count, |parent, &Child { step, value, prints }| {
            if !self.heads_seen.insert(prints.heads) {
                return Ok(false);
            }
            let parent = self.entries[parent as usize];
            let entry = self.play(&parent, step);
            // After a deal that was looked at before.
            if self.space.prunings.relaxation
                && step.kind != Kind::Deal
                && self.table.deals() - entry.state.dealt() <= DEALS_LEFT
                && self.table.stuck_heads(&entry.state)[2] > 0
            {
                return Ok(false);
            }
            let node = self.paths.push(parent.node, step)?;
            self.entries.push(Entry { node, value, prints, ..entry });
            Ok(true)
        });
        self.children = children;
        kept
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};

    use super::*;

    /// `play_local` against playing the step, in random play of deals with few and with many Kings.
    #[test]
    fn local_steps_are_judged_as_if_they_were_played() {
        let mut compared = 0;
        for options in [&[][..], &[("ranks", "4")], &[("take-out", "forced"), ("ranks", "5")]] {
            let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
            for seed in 0..20 {
                let deal = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let AnyPosition::EkligeElfer(position) = deal else { panic!("another game") };
                let (table, start) = Table::new(&position).unwrap();
                let mut finder =
                    Finder::new(&table, Prunings::default(), seed.into(), &Memory::new(usize::MAX));
                finder.begin(&start, 0).unwrap();
                loop {
                    let entry = finder.entries[0];
                    let mut steps = Vec::new();
                    table.push_plays(&entry.state, &mut steps);
                    for &step in &steps {
                        let (slots, below) = table.below(&entry.state, step.column.into());
                        if table.is_local(&entry.state, step, slots) {
                            let (views, open, prints) =
                                finder.play_local(&entry, step, slots, below);
                            let played = finder.play(&entry, step);
                            let expected = finder.prints(&played.state);
                            assert_eq!(views, played.views, "{options:?} seed {seed} {step:?}");
                            assert_eq!(open, played.state.open);
                            assert_eq!(
                                (prints.heads, prints.lows),
                                (expected.heads, expected.lows)
                            );
                            compared += 1;
                        }
                    }
                    if steps.is_empty() || finder.below(4) == 0 {
                        table.push_deals(&entry.state, &mut steps);
                    }
                    if steps.is_empty() {
                        break;
                    }
                    let step = steps[finder.below(steps.len() as u32) as usize];
                    let state = finder.play(&entry, step).state;
                    finder.begin(&state, 0).unwrap();
                }
            }
        }
        assert!(compared > 5_000, "{compared}");
    }
}
