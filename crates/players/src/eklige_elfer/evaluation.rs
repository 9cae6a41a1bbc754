//! What a table between two deals is worth: a sum over columns and open tails.

use super::seen::{COLUMNS, RUNS, Run, Seen, TYPES, parity, rank};

/// How many features there are.
pub const FEATURES: usize = 20;

/// How many deals there are; of games with more the weights before the last ones change.
pub const DEALS: usize = 8;

/// What a feature counts once, before the first deal and after the last one; in between in proportion.
pub type Weights = [[i32; 2]; FEATURES];

// The features, counted over the columns.
/// A run that is not a King's at the bottom.
const HEAD: usize = 0;
/// The square of the number of runs of a column, its face-down cards counted.
const HEADS_SQUARED: usize = 1;
/// A face-down card.
const DOWN: usize = 2;
/// An empty column.
const EMPTY: usize = 3;
/// A column with a King at the bottom, and the number of runs on him.
const KING_AT_BOTTOM: usize = 4;
const ON_KING: usize = 5;
/// A King over another run.
const COVERING_KING: usize = 6;
/// Each rank of a head.
const RANK: usize = 7;
/// A head over another one of its type.
const TWIN_UNDER: usize = 8;
/// A head over a run whose head could go onto it.
const GUEST_UNDER: usize = 9;
/// A head over the head that it could go onto.
const HOST_UNDER: usize = 10;
/// A head right over a higher one of its parity.
const HIGHER_UNDER: usize = 11;
/// An open head, of each unseen card that it could go onto.
const HOST_UNSEEN: usize = 12;
/// A covered head, likewise.
const COVERED_HOST_UNSEEN: usize = 13;
/// An open face-down card, about to be turned up.
const TURNING: usize = 14;
// Counted over the open tails.
/// Each unseen card that could go onto the first such tail.
const GUEST_UNSEEN: usize = 15;
/// Likewise onto a further tail of the same type.
const GUEST_UNSEEN_AGAIN: usize = 16;
/// Each rank of a tail.
const TAIL: usize = 17;
/// A run out.
const OUT: usize = 18;
/// Cards of a covered run.
const COVERED_CARDS: usize = 19;

/// The weights of the features in this order. Found by `examples/train_elfer.rs`, which see, in rounds of two
/// settings.
pub const WEIGHTS: Weights = [
    [-31, -35],
    [-128, -293],
    [-759, -1544],
    [-205, -186],
    [-12, -12],
    [32, 9],
    [-82, -68],
    [-25, 10],
    [-37, -83],
    [-88, 32],
    [-514, -835],
    [-6, -3],
    [-6, 23],
    [-10, 0],
    [197, 307],
    [43, 97],
    [40, -14],
    [-2, -3],
    [323, 351],
    [17, -6],
];

/// Where in a table of values a column stands whose face-down card is open, and one that holds nothing
/// but a King's run of parity 0; of parity 1 is next.
pub const TURNING_AT: usize = RUNS + 1;
pub const KINGS_AT: usize = RUNS + 2;
/// The heights of a column: 0 to [`RUNS`] runs, and these.
pub const HEIGHTS: usize = 16;

/// The values of all that can come of a table by steps before the next deal.
pub struct Values {
    /// By column and height.
    pub columns: [[i32; HEIGHTS]; COLUMNS],
    /// By type: of an open tail, the first and each further one.
    pub tails: [[i32; TYPES]; 2],
    pub out: i32,
}

impl Values {
    pub fn new(seen: &Seen, weights: &Weights) -> Values {
        let left = seen.deals_left().min(DEALS) as i32;
        let deals = DEALS as i32;
        let w: [i32; FEATURES] = std::array::from_fn(|i| {
            (weights[i][0] * left + weights[i][1] * (deals - left)) / deals
        });
        let mut values =
            Values { columns: [[0; HEIGHTS]; COLUMNS], tails: [[0; TYPES]; 2], out: w[OUT] };
        let scale = seen.unseen_len().max(1) as i32;
        let unseen = |card: usize| 32 * i32::from(seen.unseen[card]) / scale;
        for card in 0..TYPES {
            let tail = w[TAIL] * i32::from(rank(card as u8));
            let guests = if rank(card as u8) > 0 { unseen(card - 1) } else { 0 };
            values.tails[0][card] = tail + w[GUEST_UNSEEN] * guests;
            values.tails[1][card] = tail + w[GUEST_UNSEEN_AGAIN] * guests;
        }
        for column in 0..seen.width {
            column_values(seen, column, &w, unseen, &mut values.columns[column]);
        }
        values
    }
}

fn column_values(
    seen: &Seen,
    column: usize,
    w: &[i32; FEATURES],
    unseen: impl Fn(usize) -> i32,
    values: &mut [i32; HEIGHTS],
) {
    let stack = &seen.stacks[column];
    let down = i32::from(stack.down);
    let king = seen.king;
    let hosts = |head: u8| if rank(head) < king { unseen(usize::from(head) + 1) } else { 0 };
    values[0] = w[EMPTY];
    values[TURNING_AT] =
        w[TURNING] + w[HEADS_SQUARED] * down * down + w[DOWN] * (down - 1) + w[HEAD];
    values[KINGS_AT] = w[KING_AT_BOTTOM];
    values[KINGS_AT + 1] = w[KING_AT_BOTTOM];
    let mut sum = w[DOWN] * down;
    let mut under = 0_u32;
    let mut before: Option<Run> = None;
    let at_bottom = down == 0 && stack.len > 0 && rank(stack.runs[0].head) == king;
    for (i, run) in stack.runs[..usize::from(stack.len)].iter().enumerate() {
        let (head, n) = (run.head, i as i32 + 1 + down);
        let open = if i == 0 && at_bottom {
            sum += w[KING_AT_BOTTOM];
            0
        } else {
            let has = |types: u32| (types >> head & 1) as i32;
            sum += w[HEAD]
                + w[RANK] * i32::from(rank(head))
                + w[TWIN_UNDER] * has(under)
                + w[GUEST_UNDER] * has(under << 1)
                + w[HOST_UNDER] * has(under >> 1);
            if at_bottom {
                sum += w[ON_KING];
            }
            if rank(head) == king {
                sum += w[COVERING_KING];
            }
            if before.is_some_and(|b| parity(b.head) == parity(head) && b.head > head) {
                sum += w[HIGHER_UNDER];
            }
            w[HOST_UNSEEN] * hosts(head)
        };
        values[i + 1] = sum + open + w[HEADS_SQUARED] * n * n;
        if !(i == 0 && at_bottom) {
            sum += w[COVERED_HOST_UNSEEN] * hosts(head);
        }
        sum += w[COVERED_CARDS] * i32::from(rank(head) - run.tail);
        under |= 1 << head;
        before = Some(*run);
    }
}

/// The chance that the planner wins, by the value of the end of a layer, for so many deals left: base and slope of
/// a logistic curve. Fitted by `examples/train_elfer.rs`.
pub const CHANCES: [[f64; 2]; DEALS + 1] = [
    [0.0, 0.0],
    [1.0858, 0.000111],
    [0.9671, 0.000078],
    [0.7655, 0.000071],
    [0.5114, 0.000067],
    [0.2332, 0.000065],
    [-0.0257, 0.000063],
    [-0.2938, 0.000058],
    [-0.4739, 0.000054],
];

/// The chance that the planner wins from the end of a layer with this value before so many deals.
pub fn win_chance(value: i32, deals_left: usize) -> f64 {
    let [base, slope] = CHANCES[deals_left.min(CHANCES.len() - 1)];
    1.0 / (1.0 + exp(-(base + slope * f64::from(value))))
}

/// The exponential function, near enough, by operations that give the same everywhere.
fn exp(x: f64) -> f64 {
    let mut power = 1.0 + x.clamp(-30.0, 30.0) / 4096.0;
    for _ in 0..12 {
        power *= power;
    }
    power
}
