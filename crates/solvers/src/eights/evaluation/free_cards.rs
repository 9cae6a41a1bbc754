//! The evaluation of states of `abstractions/free_cards`: the sum of its features with their weights. They
//! are those of `features.rs` that do not look at how free cards lie, and some more.

use gehtauf_search::{Leveled, bits};

use super::features::{
    BANDS, BUILDABLE, BUILT, FEATURES, LastRun, MOVABLE, OPEN, RANKS, Row, STOCK, WITHOUT_DEALT,
    dealt_features, foundation_features,
};
use crate::eights::abstractions::free_cards::{FreeCardSpace, FreeCardState};
use crate::eights::state::{CARD_TYPES, COLUMNS, CardType, below, landing};

/// For each waste card in the last pass, by rank; all other cards of the stock are at [`STOCK`], and
/// free cards at [`BUILT`].
const WASTE: usize = FEATURES;
/// For each cleared column that is needed, by the rank of the first card in it.
const NEEDED: usize = WASTE + RANKS;
/// How many cleared columns are not needed.
const SPARE: usize = NEEDED + RANKS;
/// For each card that a foundation takes next, where it is: free or open on the waste, in a column by the
/// runs that lie on it, still to come in the talon, or none of these.
const NEXT: usize = SPARE + COLUMNS + 1;
/// How many features there are.
pub const FREE_CARD_FEATURES: usize = NEXT + 12;

/// The rows of those that `features.rs` does not have.
pub const FREE_CARD_ROWS: [Row; 4] =
    [("waste-last-pass", RANKS), ("needed", RANKS), ("spare", COLUMNS + 1), ("next", 12)];

const IN_TALON: u8 = 10;
const ELSEWHERE: u8 = 11;

/// A weight for each feature in each band.
pub type FreeCardWeights = [[i32; FREE_CARD_FEATURES]; BANDS];

/// What is known of a column by the place of its base.
struct Column {
    /// What [`dealt_features`] add, by band.
    value: [i32; BANDS],
    runs: u8,
    /// Where the nearest card of each type is, as counted from [`NEXT`].
    place: [u8; CARD_TYPES],
}

impl Column {
    fn new(
        space: &FreeCardSpace<'_>,
        weights: &FreeCardWeights,
        index: usize,
        base: usize,
    ) -> Column {
        let cards = &space.deal.dealt[index][..base];
        let mut value = [0; BANDS];
        let mut place = [ELSEWHERE; CARD_TYPES];
        if base > 0 {
            dealt_features(cards, |feature, n| {
                (0..BANDS).for_each(|band| value[band] += weights[band][feature] * n);
            });
        }
        let mut on_it = 1;
        for (i, card) in cards.iter().enumerate().rev() {
            if cards.get(i + 1).is_some_and(|above| landing(above.face()) != card.face()) {
                on_it = (on_it + 1).min(IN_TALON - 1);
            }
            let place = &mut place[card.index()];
            *place = (*place).min(on_it);
        }
        Column { value, runs: LastRun::new(space.deal, index, base).runs, place }
    }
}

/// The features of a deal's states, weighed.
pub struct FreeCardEvaluator<'s, 'd> {
    space: &'s FreeCardSpace<'d>,
    weights: &'s FreeCardWeights,
    columns: Vec<Vec<Column>>,
}

/// The band that a state belongs to.
pub fn band(space: &FreeCardSpace<'_>, state: &FreeCardState) -> usize {
    (space.deal.width - space.columns_with_base(state).count()).min(BANDS - 1)
}

impl<'s, 'd> FreeCardEvaluator<'s, 'd> {
    pub fn new(
        space: &'s FreeCardSpace<'d>,
        weights: &'s FreeCardWeights,
    ) -> FreeCardEvaluator<'s, 'd> {
        let column = |i: usize| {
            let bases = 0..=space.deal.dealt[i].len();
            bases.map(|base| Column::new(space, weights, i, base)).collect()
        };
        let columns = (0..space.deal.width).map(column).collect();
        FreeCardEvaluator { space, weights, columns }
    }

    fn columns(&self, state: &FreeCardState) -> impl Iterator<Item = &Column> {
        let bases = state.key.bases;
        self.columns.iter().zip(bases).map(|(columns, base)| &columns[usize::from(base)])
    }

    /// Calls `add` with each feature of the state and its value.
    #[cfg(feature = "training")]
    pub fn features(&self, state: &FreeCardState, mut add: impl FnMut(usize, i32)) {
        for column in self.space.columns_with_base(state) {
            let left = usize::from(state.key.bases[column]);
            dealt_features(&self.space.deal.dealt[column][..left], &mut add);
        }
        self.table_features(state, add);
    }

    /// The same without those of the columns' dealt cards.
    fn table_features(&self, state: &FreeCardState, mut add: impl FnMut(usize, i32)) {
        let (space, deal, key) = (self.space, self.space.deal, &state.key);
        let counts = space.counts(state);
        let (needs, spare) = counts.needs();
        counts.free.by_rank().for_each(|(rank, n)| add(BUILT + rank, n));
        needs.by_rank().for_each(|(rank, n)| add(NEEDED + rank, n));
        counts.open().by_rank().for_each(|(rank, n)| add(OPEN + rank, n));
        add(SPARE + spare as usize, 1);
        add(WITHOUT_DEALT + counts.cleared as usize, 1);
        for i in space.columns_with_base(state) {
            if counts.fit_with(space.base(state, i)) {
                let column = &self.columns[i][usize::from(key.bases[i])];
                add(MOVABLE + usize::from(column.runs), 1);
            }
        }
        let is_last_pass = deal.rules.passes == Some(key.pass);
        let passed = if is_last_pass { key.stock & below(key.turned) } else { 0 };
        for (places, feature) in [(key.stock & !passed, STOCK), (passed, WASTE)] {
            for place in bits(places) {
                let card = deal.stock[usize::from(place)];
                add(feature + usize::from(card.rank()), 1);
                add(BUILDABLE, i32::from(feature == STOCK && counts.fit_with(card)));
            }
        }
        foundation_features(deal, &key.foundations, &mut add);
        let top = key.turned.checked_sub(1).map_or(0, |place| 1 << place);
        for card in bits(deal.next_cards(&key.foundations).all).map(CardType::from_index) {
            let in_stock = deal.places_of_type[card.index()] & key.stock;
            let place = match () {
                _ if card.rank() > 13 => continue,
                _ if state.has(card) || in_stock & top != 0 => 0,
                _ if in_stock & !passed != 0 => IN_TALON,
                _ => ELSEWHERE,
            };
            let in_columns = self.columns(state).map(|column| column.place[card.index()]);
            add(NEXT + usize::from(in_columns.fold(place, u8::min)), 1);
        }
    }
}

impl<'d> Leveled<FreeCardSpace<'d>> for FreeCardEvaluator<'_, 'd> {
    const EACH_MOVE_RAISES: bool = true;

    /// Free cards, and cards on foundations twice: a card that becomes free or goes from free to a foundation
    /// raises it by one, what that uncovers or sets off by more.
    fn level(&self, state: &FreeCardState) -> u32 {
        let on_foundations: u32 = state.key.foundations.iter().map(|&count| u32::from(count)).sum();
        2 * on_foundations + state.free.count()
    }

    fn evaluation(&self, state: &FreeCardState) -> i32 {
        let band = band(self.space, state);
        let mut value = self.columns(state).map(|column| column.value[band]).sum();
        self.table_features(state, |feature, n| value += self.weights[band][feature] * n);
        value
    }
}
