//! What a state is judged by: features with a number each, and what they mean.

#[cfg(any(test, feature = "training"))]
use gehtauf_search::bits;

use crate::eights::state::{COLUMNS, CardType, Column, Deal, FACES, State, below, landing};

/// Features that come once per rank take this many places.
pub const RANKS: usize = 14;

/// Features by the number of runs in a column take this many places.
const RUNS: usize = 9;

/// For each card that was dealt to a column and still lies there, by rank.
const LEFT: usize = 0;
/// For each such card, how many runs must leave before it is open, by rank.
const COVER: usize = LEFT + RANKS;
/// For each first card of a run in such cards that lies on another card, by its rank.
const RUN_HEAD: usize = COVER + RANKS;
/// The first card dealt to a column that still lies there, by rank.
const BOTTOM: usize = RUN_HEAD + RANKS;
/// For each card built onto a column, by rank.
pub const BUILT: usize = BOTTOM + RANKS;
/// The first card of a column with no dealt card left, by rank; at 0 an empty column.
pub const FIRST_BUILT: usize = BUILT + RANKS;
/// The open card of a column with dealt cards left, by rank.
pub const OPEN: usize = FIRST_BUILT + RANKS;
/// For each card of the stock, by rank.
pub const STOCK: usize = OPEN + RANKS;
/// For each card on a foundation, by rank.
pub const FOUNDATION: usize = STOCK + RANKS;
/// For each two first cards of runs with the same face in one column.
const SAME_HEADS: usize = FOUNDATION + RANKS;
/// For each first card of a run, how many cards that it builds on lie below it in its column.
const PARENTS_BELOW: usize = SAME_HEADS + 1;
/// For each card, how many lower cards of its suit lie below it in its column.
const SUIT_BELOW: usize = PARENTS_BELOW + 1;
/// How many columns have no dealt card left.
pub const WITHOUT_DEALT: usize = SUIT_BELOW + 1;
/// How many columns are empty: one or more, two or more, three or more.
const EMPTY: usize = WITHOUT_DEALT + COLUMNS + 1;
/// Columns with dealt cards whose last run can move onto another column, by how many runs of dealt
/// cards they have left.
pub const MOVABLE: usize = EMPTY + 3;
/// Columns whose last run could move if a stock card that can be built were built, likewise.
pub const MOVABLE_SOON: usize = MOVABLE + RUNS;
/// Columns by how many runs of dealt cards they have left.
const RUNS_LEFT: usize = MOVABLE_SOON + RUNS;
/// Card types that a foundation takes next of which a card lies under other runs.
pub const NEXT_COVERED: usize = RUNS_LEFT + RUNS;
/// Different faces among the open cards.
const TARGETS: usize = NEXT_COVERED + 1;
/// Stock cards that can be built onto a column.
pub const BUILDABLE: usize = TARGETS + 1;
/// Stock cards of this pass that can be built onto a column.
const BUILDABLE_NOW: usize = BUILDABLE + 1;
/// In each pass (the last, the last but one, an earlier one): that it is this one.
const PASS: usize = BUILDABLE_NOW + 1;
/// In each such pass: how many cards are the waste.
const WASTE: usize = PASS + 3;
/// The lower pile of each suit.
pub const LOWER_PILE: usize = WASTE + 3;
/// The lowest pile of all.
pub const LOWEST_PILE: usize = LOWER_PILE + 1;
/// How many features there are.
pub const FEATURES: usize = LOWEST_PILE + 1;

/// The name of a row of weights and how many features it has.
pub type Row = (&'static str, usize);

/// The rows of the features in files of weights, in the order of the features.
pub const ROWS: [Row; 25] = [
    ("left", RANKS),
    ("cover", RANKS),
    ("run-head", RANKS),
    ("bottom", RANKS),
    ("built", RANKS),
    ("first-built", RANKS),
    ("open", RANKS),
    ("stock", RANKS),
    ("foundation", RANKS),
    ("same-heads", 1),
    ("parents-below", 1),
    ("suit-below", 1),
    ("without-dealt", COLUMNS + 1),
    ("empty", 3),
    ("movable", RUNS),
    ("movable-soon", RUNS),
    ("runs-left", RUNS),
    ("next-covered", 1),
    ("targets", 1),
    ("buildable", 1),
    ("buildable-now", 1),
    ("pass", 3),
    ("waste", 3),
    ("lower-pile", 1),
    ("lowest-pile", 1),
];

/// Weights come in bands, by how many columns have no dealt card left: none, one, more.
pub const BANDS: usize = 3;

/// A weight for each feature in each band.
pub type Weights = [[i32; FEATURES]; BANDS];

/// A number for each band.
pub type ByBand = [i32; BANDS];

/// Calls `add` with each feature of the first `left` dealt cards of a column and its value.
pub fn dealt_features(cards: &[CardType], mut add: impl FnMut(usize, i32)) {
    let is_head = |i: usize| i == 0 || landing(cards[i].face()) != cards[i - 1].face();
    add(RUNS_LEFT + runs(cards), 1);
    let mut runs_above = 0;
    for (i, card) in cards.iter().enumerate().rev() {
        let rank = usize::from(card.rank());
        add(LEFT + rank, 1);
        add(COVER + rank, runs_above);
        let below = &cards[..i];
        let lower = below.iter().filter(|k| k.suit() == card.suit() && k.rank() < card.rank());
        add(SUIT_BELOW, lower.count() as i32);
        if i == 0 {
            add(BOTTOM + rank, 1);
        } else if is_head(i) {
            add(RUN_HEAD + rank, 1);
            let parents = below.iter().filter(|k| k.face() == landing(card.face()));
            add(PARENTS_BELOW, parents.count() as i32);
            let same = (1..i).filter(|&j| is_head(j) && cards[j].face() == card.face());
            add(SAME_HEADS, same.count() as i32);
        }
        if is_head(i) {
            runs_above += 1;
        }
    }
}

/// How many runs the cards make up, from 8 on 8.
fn runs(cards: &[CardType]) -> usize {
    let breaks = cards.windows(2).filter(|pair| landing(pair[1].face()) != pair[0].face());
    (breaks.count() + usize::from(!cards.is_empty())).min(RUNS - 1)
}

/// 0 in the last pass, 1 in the last but one, 2 before.
fn passes_left(deal: &Deal, state: &State) -> usize {
    deal.rules.passes.map_or(2, |passes| usize::from(passes - state.pass).min(2))
}

/// Calls `add` with each feature of one column and its value.
#[cfg(any(test, feature = "training"))]
pub fn column_features(deal: &Deal, index: usize, column: Column, mut add: impl FnMut(usize, i32)) {
    let dealt = column.dealt() as usize;
    let (rank, above) = (usize::from(column.rank()), column.built() as usize);
    dealt_features(&deal.dealt[index][..dealt], &mut add);
    for built in rank..rank + above {
        add(BUILT + built, 1);
    }
    add(if dealt == 0 { FIRST_BUILT + (rank + above).saturating_sub(1) } else { OPEN + rank }, 1);
}

/// Calls `add` with each feature of the foundations and its value.
pub fn foundation_features(deal: &Deal, foundations: &[u8; 8], mut add: impl FnMut(usize, i32)) {
    let top = deal.rules.pack.top.number();
    let mut lowest = u8::MAX;
    for piles in foundations.as_chunks::<2>().0 {
        for card in piles.iter().flat_map(|&count| 0..count) {
            add(FOUNDATION + 1 + usize::from(card % top), 1);
        }
        let low = piles[0].min(piles[1]);
        add(LOWER_PILE, low.into());
        lowest = lowest.min(low);
    }
    add(LOWEST_PILE, lowest.into());
}

/// What open cards offer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offer {
    /// Two bits for each face: the lower for one that could be open if a stock card were built, the
    /// upper for one that is open.
    pub faces: u64,
    /// The stock cards that can be built.
    pub buildable: u64,
}

/// The upper bits of all faces but those of an empty column.
pub const OPEN_FACES: u64 = 0xaaaa_aaaa_aaaa_aaa0;

impl Offer {
    /// What an open card of a face offers while the stock is whole.
    pub fn of_face(deal: &Deal, face: usize) -> Offer {
        let buildable = deal.builders[face];
        let soon = buildable != 0;
        let built = (0..FACES).find(|&built| soon && landing(built) == face);
        let soon = built.map_or(0, |built| 1 << (2 * built));
        Offer { faces: 2 << (2 * face) | soon, buildable }
    }
}

/// What the features ask of a column whose last cards were dealt to it.
#[derive(Debug, Clone, Copy)]
pub struct LastRun {
    /// The types of the cards below the last run.
    pub below: u64,
    /// The face that the last run builds on; in a column without a dealt card one that no card has.
    pub onto: u8,
    /// How many runs the dealt cards make up.
    pub runs: u8,
}

impl LastRun {
    const NONE: LastRun = LastRun { below: 0, onto: FACES as u8 - 1, runs: 0 };

    pub fn new(deal: &Deal, index: usize, dealt: usize) -> LastRun {
        if dealt == 0 || dealt > deal.dealt[index].len() {
            return LastRun::NONE;
        }
        let first = dealt - deal.dealt_only[index][dealt].run() as usize;
        let cards = &deal.dealt[index][..dealt];
        LastRun {
            below: cards[..first].iter().fold(0, |cards, card| cards | 1 << card.index()),
            onto: landing(cards[first].face()) as u8,
            runs: runs(cards) as u8,
        }
    }
}

/// Calls `add` with each feature of the columns and the stock together, but for [`MOVABLE`],
/// [`MOVABLE_SOON`] and [`NEXT_COVERED`].
#[inline]
pub fn table_features(
    state: &State,
    targets: u32,
    buildable: u64,
    counts: Counts,
    mut add: impl FnMut(usize, i32),
) {
    add(WITHOUT_DEALT + counts.without_dealt, 1);
    for i in 0..counts.empty.min(3) {
        add(EMPTY + i, 1);
    }
    add(TARGETS, targets as i32);
    add(BUILDABLE, buildable.count_ones() as i32);
    add(BUILDABLE_NOW, (buildable & !below(state.turned)).count_ones() as i32);
}

/// Calls `add` with each feature of the time that is left.
#[inline]
pub fn time_features(deal: &Deal, state: &State, mut add: impl FnMut(usize, i32)) {
    let pass = passes_left(deal, state);
    add(PASS + pass, 1);
    add(WASTE + pass, state.waste().count_ones() as i32);
}

/// Calls `add` with each feature of the state; the evaluation is their weighted sum.
#[cfg(any(test, feature = "training"))]
pub fn features(deal: &Deal, state: &State, mut add: impl FnMut(usize, i32)) {
    let faces = state.columns.iter().fold(0_u32, |faces, column| faces | 1 << column.face());
    let buildable = deal.buildable(&state.columns) & state.stock;
    let mut covered = 0;
    for (i, &column) in state.columns.iter().enumerate() {
        column_features(deal, i, column, &mut add);
        let last = LastRun::new(deal, i, column.dealt() as usize);
        let (runs, onto) = (usize::from(last.runs), usize::from(last.onto));
        if faces >> onto & 1 == 1 {
            add(MOVABLE + runs, 1);
        } else if deal.places_of_face[onto] & buildable != 0 {
            add(MOVABLE_SOON + runs, 1);
        }
        covered |= last.below;
    }
    add(NEXT_COVERED, (deal.next_cards(&state.foundations).all & covered).count_ones() as i32);
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
pub struct Counts {
    without_dealt: usize,
    empty: usize,
}

impl Counts {
    #[inline]
    pub fn new(deal: &Deal, state: &State) -> Counts {
        let count = |is: fn(&Column) -> bool| {
            let count = state.columns.iter().map(|column| u32::from(is(column))).sum::<u32>();
            count as usize - (COLUMNS - deal.width)
        };
        Counts {
            without_dealt: count(|column| column.dealt() == 0),
            empty: count(|c| c.is_empty()),
        }
    }

    #[inline]
    pub fn band(self) -> usize {
        self.without_dealt.min(BANDS - 1)
    }
}

/// The band of a state.
#[cfg(any(test, feature = "training"))]
pub fn band(deal: &Deal, state: &State) -> usize {
    Counts::new(deal, state).band()
}
