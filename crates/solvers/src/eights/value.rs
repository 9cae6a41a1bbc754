//! How promising a state is: a sum of weighted features, most of them tables filled once per deal.

use super::packed::{COLUMNS, Column, Deal, FACES, Kind, State, below, landing};
use super::steps::bits;

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

fn plus(a: Phased, b: Phased) -> Phased {
    std::array::from_fn(|phase| a[phase] + b[phase])
}

fn minus(a: Phased, b: Phased) -> Phased {
    std::array::from_fn(|phase| a[phase] - b[phase])
}

/// The features of a deal's states, weighed.
#[derive(Debug, Clone)]
pub struct Valuer {
    weights: Weights,
    /// The dealt cards of each column, by how many are left.
    dealt: [[Phased; 32]; COLUMNS],
    /// All built cards up to a rank.
    built: [Phased; RANKS + 2],
    /// A pile of a height.
    home: [Phased; 2 * RANKS],
    /// Each card of the stock.
    stock: [Phased; 64],
}

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
pub fn runs(cards: &[Kind]) -> usize {
    let breaks = cards.windows(2).filter(|pair| landing(pair[1].face()) != pair[0].face());
    (breaks.count() + usize::from(!cards.is_empty())).min(RUNS - 1)
}

/// 0 in the last pass, 1 in the last but one, 2 before.
fn passes_left(deal: &Deal, state: &State) -> usize {
    deal.rules.passes.map_or(2, |passes| usize::from(passes - state.pass).min(2))
}

/// Calls `add` with each feature of the state that is no sum over its cards.
#[inline]
fn table_features(deal: &Deal, state: &State, mut add: impl FnMut(usize, i32)) {
    let mut faces = 0_u32;
    for column in &state.columns[..deal.width] {
        faces |= 1 << column.face();
    }
    let buildable = deal.buildable(&state.columns) & state.stock;
    let (mut dug, mut empty, mut buried) = (0, 0, 0);
    for (i, &column) in state.columns[..deal.width].iter().enumerate() {
        if column.dealt() == 0 {
            dug += 1;
            if column.is_empty() {
                empty += 1;
                add(ROOT, 1);
            } else {
                add(ROOT + usize::from(column.rank()) + column.run() as usize - 1, 1);
            }
        } else {
            let run = column.run() - 1;
            let head = (column.face() + 2 * run as usize) ^ (run & 1) as usize;
            let onto = landing(head);
            let (runs, kinds) = deal.below_last_run(i, column.dealt());
            buried |= kinds;
            if faces >> onto & 1 == 1 {
                add(MOVABLE + runs, 1);
            } else if deal.places_of_face[onto] & buildable != 0 {
                add(MOVABLE_SOON + runs, 1);
            }
            add(OPEN + usize::from(column.rank()), 1);
        }
    }
    add(DUG + dug, 1);
    for i in 0..empty.min(3) {
        add(EMPTY + i, 1);
    }
    add(NEXT_BURIED, (deal.next_kinds(&state.foundations) & buried).count_ones() as i32);
    add(TARGETS, (faces & !3).count_ones() as i32);
    add(BUILDABLE, buildable.count_ones() as i32);
    add(BUILDABLE_NOW, (buildable & !below(state.turned)).count_ones() as i32);
    let pass = passes_left(deal, state);
    add(PASS + pass, 1);
    add(WASTE + pass, state.waste().count_ones() as i32);
    let piles = state.foundations;
    let mut lowest = u8::MAX;
    for suit in 0..4 {
        let low = piles[2 * suit].min(piles[2 * suit + 1]);
        add(LOWER_PILE, low.into());
        lowest = lowest.min(low);
    }
    add(LOWEST_PILE, lowest.into());
}

/// Calls `add` with each feature of the state; the value is their weighted sum.
pub fn features(deal: &Deal, state: &State, mut add: impl FnMut(usize, i32)) {
    for (i, column) in state.columns.iter().enumerate() {
        dealt_features(&deal.dealt[i][..column.dealt() as usize], &mut add);
        for above in 0..column.built() as usize {
            add(BUILT + usize::from(column.rank()) + above, 1);
        }
    }
    for place in bits(state.stock) {
        add(STOCK + usize::from(deal.stock[usize::from(place)].rank()), 1);
    }
    for &count in &state.foundations {
        for card in 0..count {
            add(HOME + 1 + usize::from(card % deal.rules.pack.top.number()), 1);
        }
    }
    table_features(deal, state, add);
}

impl Valuer {
    /// Fills the tables of a deal.
    pub fn new(deal: &Deal, weights: &Weights) -> Valuer {
        let weight = |feature: usize| -> Phased { std::array::from_fn(|p| weights[p][feature]) };
        let mut dealt = [[[0; PHASES]; 32]; COLUMNS];
        for (i, cards) in deal.dealt.iter().enumerate() {
            for (left, value) in dealt[i].iter_mut().enumerate().take(cards.len() + 1) {
                dealt_features(&cards[..left], |feature, n| {
                    *value = plus(*value, weight(feature).map(|w| w * n));
                });
            }
        }
        let mut built = [[0; PHASES]; RANKS + 2];
        for rank in 1..RANKS {
            built[rank] = plus(built[rank - 1], weight(BUILT + rank));
        }
        let top = usize::from(deal.rules.pack.top.number());
        let mut home = [[0; PHASES]; 2 * RANKS];
        for count in 1..2 * RANKS {
            home[count] = plus(home[count - 1], weight(HOME + 1 + (count - 1) % top));
        }
        let mut stock = [[0; PHASES]; 64];
        for (place, kind) in deal.stock.iter().enumerate() {
            stock[place] = weight(STOCK + usize::from(kind.rank()));
        }
        Valuer { weights: *weights, dealt, built, home, stock }
    }

    #[inline]
    fn column(&self, index: usize, column: Column) -> Phased {
        let (rank, built) = (usize::from(column.rank()), column.built() as usize);
        let up_to = self.built[(rank + built).saturating_sub(1)];
        let built = minus(up_to, self.built[rank.saturating_sub(1)]);
        plus(self.dealt[index][column.dealt() as usize], built)
    }

    /// The part of the value that is a sum over the cards, for each phase.
    pub fn cards(&self, state: &State) -> Phased {
        let mut sum = [0; PHASES];
        for (i, &column) in state.columns.iter().enumerate() {
            sum = plus(sum, self.column(i, column));
        }
        for place in bits(state.stock) {
            sum = plus(sum, self.stock[usize::from(place)]);
        }
        for &count in &state.foundations {
            sum = plus(sum, self.home[usize::from(count)]);
        }
        sum
    }

    /// The same for a state that was reached from one of which it is known.
    #[inline]
    pub fn cards_after(&self, before: &State, known: Phased, state: &State) -> Phased {
        let mut sum = known;
        for i in 0..COLUMNS {
            let (old, new) = (before.columns[i], state.columns[i]);
            if old != new {
                sum = plus(sum, minus(self.column(i, new), self.column(i, old)));
            }
        }
        for place in bits(before.stock & !state.stock) {
            sum = minus(sum, self.stock[usize::from(place)]);
        }
        if before.foundations != state.foundations {
            for (&old, &new) in before.foundations.iter().zip(&state.foundations) {
                let (old, new) = (self.home[usize::from(old)], self.home[usize::from(new)]);
                sum = plus(sum, minus(new, old));
            }
        }
        sum
    }

    /// The value of a state whose [`Valuer::cards`] are known.
    #[inline]
    pub fn value(&self, deal: &Deal, state: &State, cards: Phased) -> i32 {
        let phase = phase(deal, state);
        let mut value = cards[phase];
        table_features(deal, state, |feature, n| value += self.weights[phase][feature] * n);
        value
    }
}

/// The phase that a state belongs to.
#[inline]
pub fn phase(deal: &Deal, state: &State) -> usize {
    let columns = &state.columns[..deal.width];
    columns.iter().filter(|column| column.dealt() == 0).count().min(PHASES - 1)
}

const _: () = assert!(FACES <= 32);

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
