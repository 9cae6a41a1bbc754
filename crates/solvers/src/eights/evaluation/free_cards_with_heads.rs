//! The evaluation of states of `abstractions/free_cards_with_heads`: the sum of its features with their weights.

use gehtauf_search::hashing::mix_two;
use gehtauf_search::{Leveled, bits};

use super::features::{BANDS, Row};
use crate::eights::abstractions::free_cards_with_heads::space::HeadsSpace;
use crate::eights::abstractions::free_cards_with_heads::state::{Deal, State};
use crate::eights::card_types::{some, types};
use crate::eights::state::{CARD_TYPES, COLUMNS, CardType, below, landing};

/// Features that come once per rank take this many places.
const RANKS: usize = 14;

/// For each dealt card under a base, by rank.
const LEFT: usize = 0;
/// For each such card, how many cards lie on it, by rank.
const COVER: usize = LEFT + RANKS;
/// Bases by rank.
const BASE: usize = COVER + RANKS;
/// The lowest dealt card of a column, by rank.
const BOTTOM: usize = BASE + RANKS;
/// Columns by how many dealt cards they have left.
const DEALT: usize = BOTTOM + RANKS;
/// Columns whose base could be uncovered, likewise.
const MOVABLE: usize = DEALT + 10;
/// For each dealt card, how many cards that it builds on lie below it in its column.
const PARENTS_BELOW: usize = MOVABLE + 10;
/// For each dealt card, how many lower cards of its suit lie below it in its column.
const SUIT_BELOW: usize = PARENTS_BELOW + 1;
/// How many columns have no base.
const WITHOUT_BASE: usize = SUIT_BELOW + 1;
/// How many columns are empty: one or more, two or more, three or more.
const SPACES: usize = WITHOUT_BASE + COLUMNS + 1;
/// For each head, by rank.
const HEAD: usize = SPACES + 3;
/// For each follower, by rank.
const FOLLOWER: usize = HEAD + RANKS;
/// For each open card, by rank.
const OPEN: usize = FOLLOWER + RANKS;
/// Different faces among the open cards.
const OPEN_FACES: usize = OPEN + RANKS;
/// For each card of the stock but those passed over in the last pass, by rank.
const STOCK: usize = OPEN_FACES + 1;
/// For each other one, by rank.
const PASSED: usize = STOCK + RANKS;
/// Stock cards that could be put down.
const BUILDABLE: usize = PASSED + RANKS;
/// Those of the talon.
const BUILDABLE_NOW: usize = BUILDABLE + 1;
/// For each card on a foundation, by rank.
const FOUNDATION: usize = BUILDABLE_NOW + 1;
/// The lower pile of each suit.
const LOWER_PILE: usize = FOUNDATION + RANKS;
/// The lowest pile of all.
const LOWEST_PILE: usize = LOWER_PILE + 1;
/// For each card type that a foundation takes next, where it is: free or on the waste's top and open, free and
/// covered, in a column by the cards that lie on it, still to come in the talon, or none of these.
const NEXT: usize = LOWEST_PILE + 1;
/// In each pass (the last, the last but one, an earlier one): that it is this one.
const PASS: usize = NEXT + 12;
/// In each such pass: how many cards are the waste.
const WASTE: usize = PASS + 3;
/// How many features there are.
pub const HEADS_FEATURES: usize = WASTE + 3;

/// The rows of the features in the file of weights, in the order of the features.
pub const HEADS_ROWS: [Row; 24] = [
    ("left", RANKS),
    ("cover", RANKS),
    ("base", RANKS),
    ("bottom", RANKS),
    ("dealt", 10),
    ("movable", 10),
    ("parents-below", 1),
    ("suit-below", 1),
    ("without-base", COLUMNS + 1),
    ("spaces", 3),
    ("head", RANKS),
    ("follower", RANKS),
    ("open", RANKS),
    ("open-faces", 1),
    ("stock", RANKS),
    ("passed", RANKS),
    ("buildable", 1),
    ("buildable-now", 1),
    ("foundation", RANKS),
    ("lower-pile", 1),
    ("lowest-pile", 1),
    ("next", 12),
    ("pass", 3),
    ("waste", 3),
];

/// A weight for each feature in each band; the bands are by how many columns have no base: none, one, more.
pub type HeadsWeights = [[i32; HEADS_FEATURES]; BANDS];

/// Where a card that a foundation takes next is, as counted from [`NEXT`].
const COVERED: u8 = 1;
const IN_TALON: u8 = 10;
const ELSEWHERE: u8 = 11;

/// What is known of a column by how many dealt cards it has left.
struct Column {
    value: [i32; BANDS],
    /// Where the nearest card of each card type is.
    place: [u8; CARD_TYPES],
}

impl Column {
    fn new(cards: &[CardType], weights: &HeadsWeights) -> Column {
        let mut value = [0; BANDS];
        column_features(cards, |feature, n| {
            (0..BANDS).for_each(|band| value[band] += weights[band][feature] * n);
        });
        let mut place = [ELSEWHERE; CARD_TYPES];
        for (i, card) in cards.iter().enumerate() {
            place[card.index()] = (1 + cards.len() - i).min(usize::from(IN_TALON) - 1) as u8;
        }
        Column { value, place }
    }
}

/// Calls `add` with each feature of the dealt cards that a column has left.
fn column_features(cards: &[CardType], mut add: impl FnMut(usize, i32)) {
    let Some((base, under)) = cards.split_last() else { return };
    add(BASE + usize::from(base.rank()), 1);
    add(BOTTOM + usize::from(cards[0].rank()), 1);
    add(DEALT + cards.len().min(9), 1);
    for (i, card) in under.iter().enumerate() {
        add(LEFT + usize::from(card.rank()), 1);
        add(COVER + usize::from(card.rank()), (cards.len() - 1 - i) as i32);
    }
    for (i, card) in cards.iter().enumerate() {
        let below = &cards[..i];
        let parents = below.iter().filter(|k| k.face() == landing(card.face()));
        add(PARENTS_BELOW, parents.count() as i32);
        let lower = below.iter().filter(|k| k.suit() == card.suit() && k.rank() < card.rank());
        add(SUIT_BELOW, lower.count() as i32);
    }
}

/// The features of a deal's states, weighed.
pub struct HeadsEvaluator<'s> {
    deal: &'s Deal,
    weights: &'s HeadsWeights,
    columns: Vec<Vec<Column>>,
}

/// Calls `add` with each rank of which there are cards and how many.
#[inline]
fn by_rank(counts: impl IntoIterator<Item = u64>, mut add: impl FnMut(usize, i32)) {
    // The counts of four suits, or of two colours, are below 16.
    let sum: u64 = counts.into_iter().sum();
    for rank in 1..=13 {
        add(rank, (sum >> (4 * rank) & 15) as i32);
    }
}

impl<'s> HeadsEvaluator<'s> {
    pub fn new(deal: &'s Deal, weights: &'s HeadsWeights) -> HeadsEvaluator<'s> {
        let columns = deal.dealt[..deal.width].iter();
        let column = |cards: &Vec<CardType>| {
            (0..=cards.len()).map(|left| Column::new(&cards[..left], weights)).collect()
        };
        HeadsEvaluator { deal, weights, columns: columns.map(column).collect() }
    }

    /// The band that a state belongs to.
    pub fn band(&self, state: &State) -> usize {
        (self.deal.width - self.deal.columns_with_base(state).count()).min(BANDS - 1)
    }

    /// Calls `add` with each feature of the state and its value.
    #[cfg(feature = "training")]
    pub fn features(&self, state: &State, mut add: impl FnMut(usize, i32)) {
        for column in self.deal.columns_with_base(state) {
            let left = usize::from(state.dealt[column]);
            column_features(&self.deal.dealt[column][..left], &mut add);
        }
        self.table_features(state, add);
    }

    fn columns(&self, state: &State) -> impl Iterator<Item = &Column> {
        let dealt = state.dealt;
        self.columns.iter().zip(dealt).map(|(columns, left)| &columns[usize::from(left)])
    }

    /// The features but those of the columns' dealt cards.
    #[inline]
    fn table_features(&self, state: &State, mut add: impl FnMut(usize, i32)) {
        let deal = self.deal;
        let mut bases = 0;
        for column in deal.columns_with_base(state) {
            bases += 1;
            if state.has_parent(deal.base(state, column)) {
                add(MOVABLE + usize::from(state.dealt[column]).min(9), 1);
            }
        }
        add(WITHOUT_BASE + deal.width - bases, 1);
        for i in 0..usize::from(state.spaces).min(3) {
            add(SPACES + i, 1);
        }
        by_rank(state.heads, |rank, n| add(HEAD + rank, n));
        by_rank(state.followers, |rank, n| add(FOLLOWER + rank, n));
        by_rank(state.open, |rank, n| add(OPEN + rank, n));
        let open = state.open.map(|open| some(open).count_ones());
        add(OPEN_FACES, (open[0] + open[1]) as i32);
        self.stock_features(state, &mut add);
        self.foundation_features(state, &mut add);
    }

    #[inline]
    fn stock_features(&self, state: &State, mut add: impl FnMut(usize, i32)) {
        let deal = self.deal;
        let passes_left = deal.rules.passes.map_or(2, |passes| (passes - state.pass).min(2));
        let pass = usize::from(passes_left);
        let waste = state.stock & below(state.turned);
        add(PASS + pass, 1);
        add(WASTE + pass, waste.count_ones() as i32);
        let passed = if pass == 0 { waste } else { 0 };
        let (mut buildable, mut buildable_now) = (0, 0);
        for place in bits(state.stock & !passed) {
            let card = deal.stock[usize::from(place)];
            add(STOCK + usize::from(card.rank()), 1);
            if state.has_parent(card) {
                buildable += 1;
                buildable_now += i32::from(place >= state.turned);
            }
        }
        for place in bits(passed) {
            add(PASSED + usize::from(deal.stock[usize::from(place)].rank()), 1);
        }
        add(BUILDABLE, buildable);
        add(BUILDABLE_NOW, buildable_now);
    }

    #[inline]
    fn foundation_features(&self, state: &State, mut add: impl FnMut(usize, i32)) {
        let deal = self.deal;
        let top = deal.rules.pack.top.number();
        let mut lowest = u8::MAX;
        for piles in state.foundations.as_chunks::<2>().0 {
            for card in piles.iter().flat_map(|&count| 0..count) {
                add(FOUNDATION + 1 + usize::from(card % top), 1);
            }
            let low = piles[0].min(piles[1]);
            add(LOWER_PILE, low.into());
            lowest = lowest.min(low);
        }
        add(LOWEST_PILE, lowest.into());
        let free = types(&state.followers) | types(&state.heads);
        let waste_top = state.waste_top().map(|place| deal.stock[usize::from(place)]);
        let passed = if deal.rules.passes == Some(state.pass) { below(state.turned) } else { 0 };
        let to_come = state.stock & !passed;
        for card in deal.next_cards(state) {
            let place = match () {
                _ if waste_top == Some(card) => 0,
                _ if free >> card.index() & 1 == 1 => {
                    if state.open(card.face()) > 0 {
                        0
                    } else {
                        COVERED
                    }
                }
                _ if deal.places_of_type[card.index()] & to_come != 0 => IN_TALON,
                _ => ELSEWHERE,
            };
            let in_columns = self.columns(state).map(|column| column.place[card.index()]);
            add(NEXT + usize::from(in_columns.fold(place, u8::min)), 1);
        }
    }
}

impl Leveled<HeadsSpace> for HeadsEvaluator<'_> {
    const EACH_MOVE_RAISES: bool = false;

    /// Free cards, and cards on foundations twice. A step between heads and followers leaves it as it is; a turn is
    /// part of the step that plays the card.
    fn level(&self, state: &State) -> u32 {
        let on_foundations: u32 = state.foundations.iter().map(|&count| u32::from(count)).sum();
        let (stock, dealt) = (state.stock.count_ones(), self.deal.dealt_left(state));
        on_foundations + self.deal.cards - stock - dealt
    }

    fn evaluation(&self, state: &State) -> i32 {
        let band = self.band(state);
        let mut value = self.columns(state).map(|column| column.value[band]).sum();
        self.table_features(state, |feature, n| value += self.weights[band][feature] * n);
        value
    }

    /// The bases, the number of stock cards, the place in the talon, the pass and the heads.
    fn diversity_key(&self, state: &State) -> Option<u64> {
        let [clubs, diamonds, hearts, spades] = state.heads;
        let heads = mix_two(clubs | diamonds << 2, hearts | spades << 2);
        let stock = [state.stock.count_ones() as u8, state.turned, state.pass, 0];
        let bases = u64::from_le_bytes(state.dealt);
        Some(mix_two(mix_two(bases, u32::from_le_bytes(stock).into()), heads))
    }
}

/// Weights to begin training with, by hand.
#[cfg(feature = "training")]
pub fn heads_first_guess() -> HeadsWeights {
    let mut w = [0; HEADS_FEATURES];
    for rank in 1..RANKS {
        let low = 14 - rank as i32;
        w[LEFT + rank] = -30;
        w[COVER + rank] = -low;
        w[STOCK + rank] = -30;
        w[PASSED + rank] = -80;
        w[FOUNDATION + rank] = 30;
        w[FOLLOWER + rank] = 5;
    }
    for i in 0..=COLUMNS {
        w[WITHOUT_BASE + i] = 60 * i as i32;
        w[MOVABLE + i] = 10;
    }
    w[SPACES] = 100;
    w[SPACES + 1] = 60;
    w[SPACES + 2] = 30;
    w[OPEN_FACES] = 10;
    w[PARENTS_BELOW] = -20;
    w[SUIT_BELOW] = -15;
    w[BUILDABLE] = 5;
    w[BUILDABLE_NOW] = 5;
    w[LOWER_PILE] = 10;
    for i in 0..12 {
        w[NEXT + i] = -10 * i as i32;
    }
    w[PASS] = -100;
    w[PASS + 1] = -50;
    [w; BANDS]
}
