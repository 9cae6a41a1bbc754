//! How promising a state is: a sum of weighted features, most of them tables filled once per deal.

use super::packed::{COLUMNS, Column, DEALT, Deal, FACES, Kind, State, below, landing};
use super::steps::{NextKinds, bits};

/// Features that come once per rank take this many places.
const RANKS: usize = 14;

/// Features by the number of runs in a column take this many places.
const RUNS: usize = 9;

/// For each card that was dealt to a column and still lies there, by rank.
const LEFT: usize = 0;
/// For each such card, how many runs must leave before it is open, by rank.
const COVER: usize = LEFT + RANKS;
/// For each first card of a run in such cards that lies on another card, by its rank.
const HEAD: usize = COVER + RANKS;
/// The first card dealt to a column that still lies there, by rank.
const BASE: usize = HEAD + RANKS;
/// For each card built onto a column, by rank.
const BUILT: usize = BASE + RANKS;
/// The first card of a column with no dealt card left, by rank; at 0 an empty column.
const ROOT: usize = BUILT + RANKS;
/// The open card of a column with dealt cards left, by rank.
const OPEN: usize = ROOT + RANKS;
/// For each card of the stock, by rank.
const STOCK: usize = OPEN + RANKS;
/// For each card on a foundation, by rank.
const HOME: usize = STOCK + RANKS;
/// For each two first cards of runs with the same face in one column.
const SAME_HEADS: usize = HOME + RANKS;
/// For each first card of a run, how many cards that it builds on lie below it in its column.
const PARENTS_BELOW: usize = SAME_HEADS + 1;
/// For each card, how many lower cards of its suit lie below it in its column.
const SUIT_BELOW: usize = PARENTS_BELOW + 1;
/// How many columns have no dealt card left.
const DUG: usize = SUIT_BELOW + 1;
/// How many columns are empty: one or more, two or more, three or more.
const EMPTY: usize = DUG + COLUMNS + 1;
/// Columns with dealt cards whose last run can move onto another column, by how many runs of dealt
/// cards they have left.
const MOVABLE: usize = EMPTY + 3;
/// Columns whose last run could move if a stock card that can be built were built, likewise.
const MOVABLE_SOON: usize = MOVABLE + RUNS;
/// Columns by how many runs of dealt cards they have left.
const RUNS_LEFT: usize = MOVABLE_SOON + RUNS;
/// Kinds that a foundation takes next of which a card lies under other runs.
const NEXT_BURIED: usize = RUNS_LEFT + RUNS;
/// Different faces among the open cards.
const TARGETS: usize = NEXT_BURIED + 1;
/// Stock cards that can be built onto a column.
const BUILDABLE: usize = TARGETS + 1;
/// Stock cards of this pass that can be built onto a column.
const BUILDABLE_NOW: usize = BUILDABLE + 1;
/// In each pass (the last, the last but one, an earlier one): that it is this one.
const PASS: usize = BUILDABLE_NOW + 1;
/// In each such pass: how many cards are the waste.
const WASTE: usize = PASS + 3;
/// The lower pile of each suit.
const LOWER_PILE: usize = WASTE + 3;
/// The lowest pile of all.
const LOWEST_PILE: usize = LOWER_PILE + 1;
/// How many features there are.
pub const FEATURES: usize = LOWEST_PILE + 1;

/// The phases of a game: no column without a dealt card yet, one, more.
pub const PHASES: usize = 3;

/// A weight for each feature in each phase.
pub type Weights = [[i32; FEATURES]; PHASES];

/// A number for each phase.
pub type Phased = [i32; PHASES];

/// Calls `add` with each feature of the first `left` dealt cards of a column and its value.
fn dealt_features(cards: &[Kind], mut add: impl FnMut(usize, i32)) {
    let is_head = |i: usize| i == 0 || landing(cards[i].face()) != cards[i - 1].face();
    add(RUNS_LEFT + runs(cards), 1);
    let mut runs_above = 0;
    for (i, kind) in cards.iter().enumerate().rev() {
        let rank = usize::from(kind.rank());
        add(LEFT + rank, 1);
        add(COVER + rank, runs_above);
        let below = &cards[..i];
        let lower = below.iter().filter(|k| k.suit() == kind.suit() && k.rank() < kind.rank());
        add(SUIT_BELOW, lower.count() as i32);
        if i == 0 {
            add(BASE + rank, 1);
        } else if is_head(i) {
            add(HEAD + rank, 1);
            let parents = below.iter().filter(|k| k.face() == landing(kind.face()));
            add(PARENTS_BELOW, parents.count() as i32);
            let same = (1..i).filter(|&j| is_head(j) && cards[j].face() == kind.face());
            add(SAME_HEADS, same.count() as i32);
        }
        if is_head(i) {
            runs_above += 1;
        }
    }
}

/// How many runs the cards make up, from 8 on 8.
fn runs(cards: &[Kind]) -> usize {
    let breaks = cards.windows(2).filter(|pair| landing(pair[1].face()) != pair[0].face());
    (breaks.count() + usize::from(!cards.is_empty())).min(RUNS - 1)
}

/// 0 in the last pass, 1 in the last but one, 2 before.
fn passes_left(deal: &Deal, state: &State) -> usize {
    deal.rules.passes.map_or(2, |passes| usize::from(passes - state.pass).min(2))
}

/// Calls `add` with each feature of one column and its value.
fn column_features(deal: &Deal, index: usize, column: Column, mut add: impl FnMut(usize, i32)) {
    let dealt = column.dealt() as usize;
    let (rank, above) = (usize::from(column.rank()), column.built() as usize);
    dealt_features(&deal.dealt[index][..dealt], &mut add);
    for built in rank..rank + above {
        add(BUILT + built, 1);
    }
    add(if dealt == 0 { ROOT + (rank + above).saturating_sub(1) } else { OPEN + rank }, 1);
}

/// Calls `add` with each feature of the foundations and its value.
fn foundation_features(deal: &Deal, foundations: &[u8; 8], mut add: impl FnMut(usize, i32)) {
    let top = deal.rules.pack.top.number();
    let mut lowest = u8::MAX;
    for piles in foundations.as_chunks::<2>().0 {
        for card in piles.iter().flat_map(|&count| 0..count) {
            add(HOME + 1 + usize::from(card % top), 1);
        }
        let low = piles[0].min(piles[1]);
        add(LOWER_PILE, low.into());
        lowest = lowest.min(low);
    }
    add(LOWEST_PILE, lowest.into());
}

/// What open cards offer.
#[derive(Debug, Clone, Copy, Default)]
struct Offer {
    /// Two bits for each face: the lower for one that could be open if a stock card were built, the
    /// upper for one that is open.
    faces: u64,
    /// The stock cards that can be built.
    buildable: u64,
}

/// The upper bits of all faces but those of an empty column.
const OPEN_FACES: u64 = 0xaaaa_aaaa_aaaa_aaa0;

impl Offer {
    /// What an open card of a face offers while the stock is whole.
    fn of_face(deal: &Deal, face: usize) -> Offer {
        let buildable = deal.builders[face];
        let soon = buildable != 0;
        let built = (0..FACES).find(|&built| soon && landing(built) == face);
        let soon = built.map_or(0, |built| 1 << (2 * built));
        Offer { faces: 2 << (2 * face) | soon, buildable }
    }
}

/// What the features ask of a column whose last cards were dealt to it.
#[derive(Debug, Clone, Copy)]
struct LastRun {
    /// The kinds of the cards below the last run.
    below: u64,
    /// The face that the last run builds on; in a column without a dealt card one that no card has.
    onto: u8,
    /// How many runs the dealt cards make up.
    runs: u8,
}

impl LastRun {
    const NONE: LastRun = LastRun { below: 0, onto: FACES as u8 - 1, runs: 0 };

    fn new(deal: &Deal, index: usize, dealt: usize) -> LastRun {
        if dealt == 0 || dealt > deal.dealt[index].len() {
            return LastRun::NONE;
        }
        let first = dealt - deal.bare(index, dealt).run() as usize;
        let cards = &deal.dealt[index][..dealt];
        LastRun {
            below: cards[..first].iter().fold(0, |kinds, kind| kinds | 1 << kind.index()),
            onto: landing(cards[first].face()) as u8,
            runs: runs(cards) as u8,
        }
    }
}

/// Calls `add` with each feature of the columns and the stock together, but for [`MOVABLE`],
/// [`MOVABLE_SOON`] and [`NEXT_BURIED`].
#[inline]
fn table_features(
    state: &State,
    targets: u32,
    buildable: u64,
    counts: Counts,
    mut add: impl FnMut(usize, i32),
) {
    add(DUG + counts.dug, 1);
    for i in 0..counts.empty.min(3) {
        add(EMPTY + i, 1);
    }
    add(TARGETS, targets as i32);
    add(BUILDABLE, buildable.count_ones() as i32);
    add(BUILDABLE_NOW, (buildable & !below(state.turned)).count_ones() as i32);
}

/// Calls `add` with each feature of the time that is left.
#[inline]
fn time_features(deal: &Deal, state: &State, mut add: impl FnMut(usize, i32)) {
    let pass = passes_left(deal, state);
    add(PASS + pass, 1);
    add(WASTE + pass, state.waste().count_ones() as i32);
}

/// Calls `add` with each feature of the state; the value is their weighted sum.
pub fn features(deal: &Deal, state: &State, mut add: impl FnMut(usize, i32)) {
    let faces = state.columns.iter().fold(0_u32, |faces, column| faces | 1 << column.face());
    let buildable = deal.buildable(&state.columns) & state.stock;
    let mut buried = 0;
    for (i, &column) in state.columns.iter().enumerate() {
        column_features(deal, i, column, &mut add);
        let last = LastRun::new(deal, i, column.dealt() as usize);
        let (runs, onto) = (usize::from(last.runs), usize::from(last.onto));
        if faces >> onto & 1 == 1 {
            add(MOVABLE + runs, 1);
        } else if deal.places_of_face[onto] & buildable != 0 {
            add(MOVABLE_SOON + runs, 1);
        }
        buried |= last.below;
    }
    add(NEXT_BURIED, (deal.next_kinds(&state.foundations).all & buried).count_ones() as i32);
    for place in bits(state.stock) {
        add(STOCK + usize::from(deal.stock[usize::from(place)].rank()), 1);
    }
    foundation_features(deal, &state.foundations, &mut add);
    time_features(deal, state, &mut add);
    let targets = (faces & !3).count_ones();
    table_features(state, targets, buildable, Counts::new(deal, state), add);
}

/// How many columns have no dealt card left, and how many are empty.
#[derive(Debug, Clone, Copy)]
struct Counts {
    dug: usize,
    empty: usize,
}

impl Counts {
    #[inline]
    fn new(deal: &Deal, state: &State) -> Counts {
        let count = |is: fn(&Column) -> bool| {
            let count = state.columns.iter().map(|column| u32::from(is(column))).sum::<u32>();
            count as usize - (COLUMNS - deal.width)
        };
        Counts { dug: count(|column| column.dealt() == 0), empty: count(|c| c.is_empty()) }
    }

    #[inline]
    fn phase(self) -> usize {
        self.dug.min(PHASES - 1)
    }
}

/// What is kept of a state to compute the value of the states after it.
#[derive(Debug, Clone, Copy)]
pub struct Parts {
    /// What columns and stock add to the value.
    cards: Phased,
    /// What the foundations add to the value.
    foundations: Phased,
    /// What the time that is left adds to the value.
    time: Phased,
    /// The bits of [`Offer::faces`] but those for faces that no stock card has.
    faces_in_stock: u64,
    /// The kinds that the foundations take next.
    pub next: NextKinds,
}

/// The features of a deal's states, weighed.
#[derive(Debug, Clone)]
pub struct Valuer {
    weights: Weights,
    phases: [PhaseTables; PHASES],
    /// By face of an open card.
    offers: [Offer; FACES],
}

/// Sums of weights in one phase.
#[derive(Debug, Clone)]
struct PhaseTables {
    /// The dealt cards of each column, by how many are left.
    dealt: [[Dealt; DEALT + 1]; COLUMNS],
    /// Whether the column has dealt cards, and the highest rank that is built: what that adds.
    built: [[i32; 32]; 2],
    /// Whether the column has dealt cards, and the open card's rank: what that adds.
    open: [[i32; 16]; 2],
    /// Each card of the stock.
    stock: [i32; 64],
    /// A pile of a height.
    home: [i32; 2 * RANKS],
}

/// What is known of a column's dealt cards.
#[derive(Debug, Clone, Copy)]
struct Dealt {
    /// What they add, but for what follows.
    value: i32,
    /// What the last run adds by the bits of [`Offer::faces`] of the face that it builds on.
    mobility: [i32; 4],
    last_run: LastRun,
}

impl PhaseTables {
    fn new(deal: &Deal, weights: &[i32; FEATURES]) -> PhaseTables {
        let mut tables = PhaseTables {
            dealt: std::array::from_fn(|i| {
                std::array::from_fn(|left| Dealt::new(deal, i, left, weights))
            }),
            built: [[0; 32]; 2],
            open: [[0; 16]; 2],
            stock: [0; 64],
            home: [0; 2 * RANKS],
        };
        let mut up_to = 0;
        for rank in 0..RANKS {
            tables.open[0][rank] = -up_to;
            tables.open[1][rank] = weights[OPEN + rank] - up_to;
            up_to += weights[BUILT + rank];
            tables.built[0][rank + 1] = up_to + weights[ROOT + rank];
            tables.built[1][rank + 1] = up_to;
        }
        tables.built[0][0] = weights[ROOT];
        for (place, kind) in deal.stock.iter().enumerate() {
            tables.stock[place] = weights[STOCK + usize::from(kind.rank())];
        }
        let top = usize::from(deal.rules.pack.top.number());
        for count in 1..2 * RANKS {
            tables.home[count] = tables.home[count - 1] + weights[HOME + 1 + (count - 1) % top];
        }
        tables
    }

    #[inline]
    fn column(&self, index: usize, column: Column) -> i32 {
        let (rank, dealt) = (usize::from(column.rank()), column.dealt() as usize);
        let has_dealt = usize::from(dealt != 0);
        let up_to = rank + column.built() as usize;
        self.dealt[index][dealt].value + self.built[has_dealt][up_to] + self.open[has_dealt][rank]
    }
}

impl Dealt {
    fn new(deal: &Deal, index: usize, left: usize, weights: &[i32; FEATURES]) -> Dealt {
        let last_run = LastRun::new(deal, index, left);
        let mut value = 0;
        if let Some(cards) = deal.dealt[index].get(..left) {
            dealt_features(cards, |feature, n| value += weights[feature] * n);
        }
        let runs = usize::from(last_run.runs);
        let (now, soon) = (weights[MOVABLE + runs], weights[MOVABLE_SOON + runs]);
        Dealt { value, mobility: [0, soon, now, now], last_run }
    }
}

impl Valuer {
    /// Fills the tables of a deal.
    pub fn new(deal: &Deal, weights: &Weights) -> Valuer {
        Valuer {
            weights: *weights,
            phases: std::array::from_fn(|phase| PhaseTables::new(deal, &weights[phase])),
            offers: std::array::from_fn(|face| Offer::of_face(deal, face)),
        }
    }

    /// The parts of a state's value.
    pub fn parts(&self, deal: &Deal, state: &State) -> Parts {
        let cards = std::array::from_fn(|phase| {
            let tables = &self.phases[phase];
            let columns = state.columns.iter().enumerate().map(|(i, &c)| tables.column(i, c));
            let stock = bits(state.stock).map(|place| tables.stock[usize::from(place)]);
            columns.sum::<i32>() + stock.sum::<i32>()
        });
        Parts {
            cards,
            foundations: std::array::from_fn(|phase| self.foundations(phase, &state.foundations)),
            time: std::array::from_fn(|phase| self.time(deal, phase, state)),
            faces_in_stock: (0..FACES).fold(u64::MAX, |faces, face| {
                let is_there = deal.places_of_face[face] & state.stock != 0;
                faces & !(u64::from(!is_there) << (2 * face))
            }),
            next: deal.next_kinds(&state.foundations),
        }
    }

    /// The same for a state that comes after one of which they are known; `next` are the state's next
    /// kinds.
    pub fn parts_after(
        &self,
        deal: &Deal,
        before: &State,
        known: &Parts,
        state: &State,
        next: NextKinds,
    ) -> Parts {
        let mut parts = *known;
        let changed = changed_columns(before, state);
        for phase in 0..PHASES {
            parts.cards[phase] += self.cards_change(phase, before, state, changed);
        }
        if before.foundations != state.foundations {
            parts.foundations =
                std::array::from_fn(|phase| self.foundations(phase, &state.foundations));
            parts.next = next;
        }
        if !same_time(before, state) {
            parts.time = std::array::from_fn(|phase| self.time(deal, phase, state));
            parts.faces_in_stock = faces_in_stock_after(deal, before, known, state);
        }
        parts
    }

    /// The value of a state that comes after one of which the parts are known; `changed` are the
    /// [`changed_columns`], `next` the state's next kinds.
    #[inline]
    pub fn value_after(
        &self,
        deal: &Deal,
        before: &State,
        known: &Parts,
        state: &State,
        next: &NextKinds,
        changed: u32,
    ) -> i32 {
        let counts = Counts::new(deal, state);
        let phase = counts.phase();
        let foundations = if before.foundations == state.foundations {
            known.foundations[phase]
        } else {
            self.foundations(phase, &state.foundations)
        };
        let (time, faces_in_stock) = if same_time(before, state) {
            (known.time[phase], known.faces_in_stock)
        } else {
            let faces_in_stock = faces_in_stock_after(deal, before, known, state);
            (self.time(deal, phase, state), faces_in_stock)
        };
        let cards = known.cards[phase] + self.cards_change(phase, before, state, changed);
        cards + foundations + time + self.table(phase, state, counts, next, faces_in_stock)
    }

    #[inline]
    fn cards_change(&self, phase: usize, before: &State, state: &State, changed: u32) -> i32 {
        let tables = &self.phases[phase];
        let mut sum = 0;
        for i in columns_of(changed) {
            sum += tables.column(i, state.columns[i]) - tables.column(i, before.columns[i]);
        }
        for place in bits(before.stock & !state.stock) {
            sum -= tables.stock[usize::from(place)];
        }
        sum
    }

    #[inline]
    fn foundations(&self, phase: usize, foundations: &[u8; 8]) -> i32 {
        let (weights, home) = (&self.weights[phase], &self.phases[phase].home);
        let mut lowest = u8::MAX;
        let mut sum = 0;
        for &[high, low] in foundations.as_chunks().0 {
            sum += home[usize::from(high)] + home[usize::from(low)];
            sum += weights[LOWER_PILE] * i32::from(high.min(low));
            lowest = lowest.min(high.min(low));
        }
        sum + weights[LOWEST_PILE] * i32::from(lowest)
    }

    #[inline]
    fn time(&self, deal: &Deal, phase: usize, state: &State) -> i32 {
        let (weights, mut value) = (&self.weights[phase], 0);
        time_features(deal, state, |feature, n| value += weights[feature] * n);
        value
    }

    /// What neither columns, stock cards, foundations nor time add alone.
    #[inline]
    fn table(
        &self,
        phase: usize,
        state: &State,
        counts: Counts,
        next: &NextKinds,
        faces_in_stock: u64,
    ) -> i32 {
        let (weights, tables) = (&self.weights[phase], &self.phases[phase]);
        let (mut faces, mut buildable) = (0, 0);
        for column in state.columns {
            let offer = &self.offers[column.face()];
            faces |= offer.faces;
            buildable |= offer.buildable;
        }
        faces &= faces_in_stock;
        let (mut value, mut buried) = (0, 0);
        for (column, dealt) in state.columns.iter().zip(&tables.dealt) {
            let Dealt { mobility, last_run, .. } = &dealt[column.dealt() as usize];
            value += mobility[(faces >> (2 * last_run.onto) & 3) as usize];
            buried |= last_run.below;
        }
        value += weights[NEXT_BURIED] * (next.all & buried).count_ones() as i32;
        let targets = (faces & OPEN_FACES).count_ones();
        let add = |feature, n| value += weights[feature] * n;
        table_features(state, targets, buildable & state.stock, counts, add);
        value
    }
}

/// [`Parts::faces_in_stock`] of a state that comes after one of which the parts are known.
#[inline]
fn faces_in_stock_after(deal: &Deal, before: &State, known: &Parts, state: &State) -> u64 {
    let taken = bits(before.stock & !state.stock).map(|place| deal.stock[usize::from(place)]);
    taken.fold(known.faces_in_stock, |faces, kind| {
        let is_last = deal.places_of_face[kind.face()] & state.stock == 0;
        faces & !(u64::from(is_last) << (2 * kind.face()))
    })
}

/// Whether the stock, what of it is waste and the pass are the same.
#[inline]
fn same_time(before: &State, state: &State) -> bool {
    before.stock == state.stock && before.turned == state.turned && before.pass == state.pass
}

/// The columns of which the bits are set.
#[inline]
pub fn columns_of(mask: u32) -> impl Iterator<Item = usize> {
    bits(mask.into()).map(|i| usize::from(i) % COLUMNS)
}

/// One bit for each column in which two states differ.
#[inline]
pub fn changed_columns(before: &State, after: &State) -> u32 {
    let columns = before.columns.iter().zip(&after.columns).enumerate();
    columns.fold(0, |changed, (i, (old, new))| changed | u32::from(old != new) << i)
}

/// The phase that a state belongs to.
pub fn phase(deal: &Deal, state: &State) -> usize {
    Counts::new(deal, state).phase()
}

/// Weights to begin training with.
pub fn first_guess() -> Weights {
    let mut w = [0; FEATURES];
    for rank in 1..RANKS {
        let low = 14 - rank as i32;
        w[LEFT + rank] = -10;
        w[COVER + rank] = -low;
        w[HEAD + rank] = -60;
        w[BUILT + rank] = 5;
        w[STOCK + rank] = -30;
        w[HOME + rank] = 30;
    }
    w[HEAD + 13] = -120;
    w[ROOT] = 100;
    w[ROOT + 13] = 50;
    for i in 0..=COLUMNS {
        w[DUG + i] = 50 * i as i32;
        w[MOVABLE + i] = 10;
    }
    w[TARGETS] = 8;
    w[EMPTY] = 50;
    w[SAME_HEADS] = -20;
    w[PARENTS_BELOW] = -15;
    w[SUIT_BELOW] = -10;
    for pass in 0..3 {
        w[PASS + pass] = 100 * pass as i32;
        w[WASTE + pass] = -4;
    }
    [w; PHASES]
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};

    use super::super::steps::Talon;
    use super::super::training::weights;
    use super::*;

    #[test]
    fn value_after_a_step_is_the_weighted_sum_of_the_features() {
        for rule_set in [RuleSet::AchtMalAcht, RuleSet::EightByEight] {
            for seed in 0..20 {
                let game = Game::new(rule_set, &[]).unwrap();
                let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let table = match &position {
                    AnyPosition::AchtMalAcht(position) => position.table(),
                    AnyPosition::EightByEight(position) => position.table(),
                    _ => unreachable!(),
                };
                let (deal, mut state) = Deal::new(table).unwrap();
                let weights = weights(table);
                let valuer = Valuer::new(&deal, weights);
                let mut parts = valuer.parts(&deal, &state);
                for n in 0..200 {
                    let mut steps = Vec::new();
                    let next = deal.next_kinds(&state.foundations);
                    deal.steps(&state, &next, Talon::Lazy, u64::MAX, &mut steps);
                    let Some(&step) = steps.get(n * 7 % steps.len().max(1)) else { break };
                    let before = state;
                    deal.play(&mut state, step);
                    let changed = changed_columns(&before, &state);
                    let next = deal.next_kinds(&state.foundations);
                    let value = valuer.value_after(&deal, &before, &parts, &state, &next, changed);
                    let weights = &weights[phase(&deal, &state)];
                    let mut sum = 0;
                    features(&deal, &state, |feature, n| sum += weights[feature] * n);
                    assert_eq!(value, sum, "{rule_set} seed {seed} {state:?}");
                    parts = valuer.parts_after(&deal, &before, &parts, &state, next);
                }
            }
        }
    }
}
