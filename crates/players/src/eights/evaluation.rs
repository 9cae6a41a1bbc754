//! What a table is worth from which the next card is turned up.

use gehtauf_cards::Card;

use super::seen::{CARDS, FACES, NONE, Seen, State, face, parent, rank, suit};

/// How many features there are.
pub const FEATURES: usize = 46;

/// What each feature counts once at a table.
pub type Weights = [i32; FEATURES];

/// What each feature counts once in the course of a game: with half of the face-down cards left and one redeal to come, how
/// much more with all of them left, and how much more with no redeal to come. In between, and on the other side, in proportion.
pub type TaperedWeights = [[i32; 3]; FEATURES];

// The features, counted over the columns.
/// A face-down card, and the square of their number.
const DOWN: usize = 0;
const DOWN_SQUARED: usize = 1;
/// A column without face-down cards.
const CLEARED: usize = 2;
/// The first space, and each further one.
const SPACE: usize = 3;
const SPACE_AGAIN: usize = 4;
/// A run over face-down cards, and of each of these.
const RUN_OVER_DOWN: usize = 5;
const RUN_TIMES_DOWN: usize = 6;
/// A run of a cleared column.
const RUN_CLEARED: usize = 7;
/// The square of the number of runs.
const RUNS_SQUARED: usize = 8;
/// A face-up card over face-down ones.
const UP_OVER_DOWN: usize = 9;
/// A King at the bottom of a column, and one that lies on something.
const KING_AT_BOTTOM: usize = 10;
const COVERING_KING: usize = 11;
/// Each rank of the head of a run that lies on something.
const HEAD: usize = 12;
/// A run on a card of a lower rank.
const ON_LOWER: usize = 13;
/// A card under a higher one of its suit.
const UNDER_OWN_SUIT: usize = 14;
/// A covered card, the more the sooner a foundation takes it.
const COVERED_SOON: usize = 15;
/// Each card on one that a foundation takes.
const ON_WANTED: usize = 16;
// Of the head of an open run that lies on something.
/// There is an open card that it goes onto.
const HOST_OPEN: usize = 17;
/// There is none, but a covered one.
const HOST_COVERED: usize = 18;
/// There is neither of them nor an unseen one.
const HOST_NOWHERE: usize = 19;
/// Each unseen card that it goes onto.
const HOST_UNSEEN: usize = 20;
// Of a run that is alone in its column and has no King.
const LONE_HOST_OPEN: usize = 21;
const LONE_HOST_UNSEEN: usize = 22;
/// Of the head of a covered run, each unseen card that it goes onto.
const COVERED_HOST_UNSEEN: usize = 23;
// Counted over the open cards.
/// A face among them.
const OPEN_FACE: usize = 24;
/// Each unseen card that goes onto the first one of a face, and onto a further one.
const GUEST_UNSEEN: usize = 25;
const GUEST_UNSEEN_AGAIN: usize = 26;
/// Each rank.
const OPEN_RANK: usize = 27;
// Counted over the foundations.
/// A card, and one on the lower pile of a suit.
const FOUNDED: usize = 28;
const FOUNDED_LOWER: usize = 29;
/// A card on a foundation onto which one still out would go in a column.
const HOST_FOUNDED: usize = 30;
/// An eighth of the square of a pile's cards.
const FOUNDED_SQUARED: usize = 31;
/// A card on the higher pile of the suit that has the fewest there.
const FEWEST_FOUNDED: usize = 32;
// The waste and the talon.
/// A waste card, and one in the last pass.
const WASTE: usize = 33;
const WASTE_AT_LAST: usize = 34;
/// A waste card, and a seen one of the talon, that goes onto an open card or a foundation.
const WASTE_FITS: usize = 35;
const TALON_FITS: usize = 36;
/// A waste card over all that a foundation takes.
const OVER_WANTED: usize = 37;
// Of a card that is turned up.
const TURNED_UP: usize = 38;
/// That it was the last one of the column.
const TURNED_UP_LAST: usize = 39;
/// The share of the unseen cards that a foundation takes.
const TURNED_UP_WANTED: usize = 40;
/// That go onto an open card.
const TURNED_UP_GUEST: usize = 41;
/// Onto which the head of an open run goes that lies on something, or the top waste card.
const TURNED_UP_HOST: usize = 42;
/// Each face-down card that is left in the column.
const TURNED_UP_DOWN: usize = 43;
// Of a table that is left as it is.
/// That the next card of the talon is turned.
pub const TURNED_TALON: usize = 44;
// Of the waste.
/// Each rank of a waste card.
const WASTE_RANK: usize = 45;

/// The features that count nothing where no card lies face down.
#[cfg(feature = "training")]
pub const FACE_DOWN: [usize; 11] = [
    DOWN,
    DOWN_SQUARED,
    RUN_OVER_DOWN,
    RUN_TIMES_DOWN,
    UP_OVER_DOWN,
    TURNED_UP,
    TURNED_UP_LAST,
    TURNED_UP_WANTED,
    TURNED_UP_GUEST,
    TURNED_UP_HOST,
    TURNED_UP_DOWN,
];

/// What each feature counts once where a plan begins.
pub fn weights_at(weights: &TaperedWeights, seen: &Seen) -> Weights {
    let dealt = i32::from(seen.rules.columns) * i32::from(seen.rules.rows - 1);
    let left: i32 = seen.start.down.iter().map(|&down| i32::from(down)).sum();
    let redeals = 1 - i32::from(seen.redeals_left.min(2));
    weights.map(|[middle, down, pass]| {
        middle + down * (2 * left - dealt) / dealt.max(1) + pass * redeals
    })
}

/// What the share of all unseen cards counts.
const ALL: i32 = 1024;

/// A weight of a share is for this share.
const SHARE: i32 = 16;

/// What is known of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    value: i32,
    /// The faces of its covered cards, a bit each.
    covered: u32,
    /// The face of the head of the open run; none if there is no open card.
    head: u8,
    /// Whether that run is all there is.
    is_alone: bool,
}

/// What is the same for all tables of a plan.
pub struct Values<'a> {
    seen: &'a Seen,
    w: &'a Weights,
    /// The unseen cards of each type and each face, as shares.
    unseen_type: [i32; Card::TYPES],
    unseen: [i32; FACES],
    /// The types of the unseen cards, of the seen ones of the talon and of those of the waste, a bit each.
    unseen_types: u64,
    talon_types: u64,
    waste_types: u64,
    /// How many waste cards there are of each type.
    waste: [u8; Card::TYPES],
    /// What so many of the lowest waste cards are worth but for what they fit.
    lowest_waste: [i32; CARDS + 1],
}

/// A bit for each card type of which there is a card.
fn types(counts: &[u8; Card::TYPES]) -> u64 {
    (0..Card::TYPES)
        .fold(0, |types, card_type| types | u64::from(counts[card_type] > 0) << card_type)
}

/// How much the types of a set count together.
#[inline]
fn total<T: Copy + Into<i32>>(mut types: u64, counts: &[T; Card::TYPES]) -> i32 {
    let mut total = 0;
    while types != 0 {
        total += counts[types.trailing_zeros() as usize].into();
        types &= types - 1;
    }
    total
}

/// The types that have one of these faces.
#[inline]
fn with_faces(mut faces: u64) -> u64 {
    let mut types = 0;
    while faces != 0 {
        types |= 3 << (2 * faces.trailing_zeros());
        faces &= faces - 1;
    }
    types
}

/// The faces that go onto one of these.
#[inline]
fn children(faces: u64) -> u64 {
    const BLACK: u64 = 0x5555_5555_5555_5555;
    let other = (faces & BLACK) << 1 | faces >> 1 & BLACK;
    other >> 2
}

impl<'a> Values<'a> {
    pub fn new(seen: &'a Seen, weights: &'a Weights) -> Values<'a> {
        let all = seen.unseen.iter().map(|&n| i32::from(n)).sum::<i32>().max(1);
        let mut values = Values {
            seen,
            w: weights,
            unseen_type: seen.unseen.map(|n| ALL * i32::from(n) / all),
            unseen: [0; FACES],
            unseen_types: types(&seen.unseen),
            talon_types: types(&seen.talon),
            waste_types: 0,
            waste: [0; Card::TYPES],
            lowest_waste: [0; CARDS + 1],
        };
        for card_type in 0..Card::TYPES as u8 {
            let at = usize::from(face(card_type));
            values.unseen[at] += i32::from(seen.unseen[usize::from(card_type)]);
        }
        values.unseen = values.unseen.map(|n| ALL * n / all);
        let last = if seen.redeals_left == 0 { weights[WASTE_AT_LAST] } else { 0 };
        let each = weights[WASTE] + last;
        for number in seen.waste_at..seen.waste_at + seen.start.waste {
            let card_type = seen.card_type(number);
            values.waste[usize::from(card_type)] += 1;
            let i = usize::from(number - seen.waste_at);
            values.lowest_waste[i + 1] =
                values.lowest_waste[i] + each + weights[WASTE_RANK] * i32::from(rank(card_type));
        }
        values.waste_types = types(&values.waste);
        values
    }

    /// The share of the unseen cards that have a face, if there is such a face.
    #[inline]
    fn unseen(&self, face: u8) -> i32 {
        self.unseen.get(usize::from(face)).copied().unwrap_or(0)
    }

    /// What a table is worth whose columns are these.
    pub fn of(&self, state: &State, columns: &[Part]) -> i32 {
        let (seen, w) = (self.seen, self.w);
        let wanted = state.wanted(seen);
        let mut sum = 0;
        let mut opens = 0_u64;
        for &card in &state.open[..seen.width] {
            if card == NONE {
                continue;
            }
            let face = face(seen.card_type(card));
            sum += w[OPEN_RANK] * i32::from(face >> 1);
            let guests = if face >= 2 { self.unseen((face - 2) ^ 1) } else { 0 };
            if opens >> face & 1 == 1 {
                sum += w[GUEST_UNSEEN_AGAIN] * guests / SHARE;
            } else {
                sum += w[OPEN_FACE] + w[GUEST_UNSEEN] * guests / SHARE;
                opens |= 1 << face;
            }
        }
        let (mut covered, mut spaces) = (0, 0);
        for (part, column) in columns.iter().zip(0..) {
            sum += part.value;
            covered |= part.covered;
            if part.head == NONE && state.turned_up != Some(column) {
                sum += w[if spaces == 0 { SPACE } else { SPACE_AGAIN }];
                spaces += 1;
            }
        }
        let king = seen.ranks - 1;
        let mut hosts = 0_u64;
        for part in columns.iter().filter(|part| part.head != NONE && part.head >> 1 != king) {
            let host = parent(part.head);
            let unseen = self.unseen(host);
            if part.is_alone {
                sum += w[LONE_HOST_UNSEEN] * unseen / SHARE
                    + w[LONE_HOST_OPEN] * (opens >> host & 1) as i32;
                continue;
            }
            hosts |= 1 << host;
            sum += w[HOST_UNSEEN] * unseen / SHARE;
            if opens >> host & 1 == 1 {
                sum += w[HOST_OPEN];
            } else if covered >> host & 1 == 1 {
                sum += w[HOST_COVERED];
            } else if unseen == 0 {
                sum += w[HOST_NOWHERE];
            }
        }
        sum += self.foundations(state) + self.stock(state, opens, wanted);
        if let Some(column) = state.turned_up {
            if let Some(card) = state.waste_top(seen) {
                hosts |= 1 << parent(face(seen.card_type(card)));
            }
            sum += self.turned_up(state, column, opens, hosts, wanted);
        }
        sum
    }

    fn down(&self, down: i32) -> i32 {
        let cleared = if down == 0 { self.w[CLEARED] } else { 0 };
        self.w[DOWN] * down + self.w[DOWN_SQUARED] * down * down + cleared
    }

    /// What a column is worth, a space not counted.
    pub fn part(&self, state: &State, column: usize, wanted: u64) -> Part {
        let (seen, w) = (self.seen, self.w);
        let down = i32::from(state.down[column]);
        let king = seen.ranks - 1;
        if state.open[column] == NONE {
            let is_turned_up = state.turned_up == Some(column as u8);
            let value = if is_turned_up { self.down(down) } else { 0 };
            return Part { value, covered: 0, head: NONE, is_alone: false };
        }
        let mut sum = self.down(down);
        let mut covered = 0;
        let (mut card, mut up, mut runs) = (state.open[column], 0, 1);
        let mut open_head = NONE;
        let mut over = [0_u16; 4];
        loop {
            let card_type = seen.card_type(card);
            let (rank, face) = (rank(card_type), face(card_type));
            if up > 0 {
                covered |= 1 << face;
                sum += w[COVERED_SOON] * self.soon(state, card_type);
                sum += w[ON_WANTED] * up * (wanted >> card_type & 1) as i32;
                sum += w[UNDER_OWN_SUIT] * i32::from(over[suit(card_type)] >> rank > 0);
            }
            over[suit(card_type)] |= 1 << rank;
            up += 1;
            let under = state.under[usize::from(card)];
            let lies_on_card = under != NONE;
            if !lies_on_card || !seen.builds(card, under) {
                if open_head == NONE {
                    open_head = face;
                } else {
                    sum += w[COVERED_HOST_UNSEEN] * self.unseen(parent(face)) / SHARE;
                }
                if lies_on_card || down > 0 {
                    sum += w[HEAD] * i32::from(rank);
                    sum += if rank == king { w[COVERING_KING] } else { 0 };
                } else {
                    sum += if rank == king { w[KING_AT_BOTTOM] } else { 0 };
                }
                if lies_on_card {
                    runs += 1;
                    sum += w[ON_LOWER] * i32::from(self.lower(under, rank));
                }
            }
            if !lies_on_card {
                break;
            }
            card = under;
        }
        sum += w[RUNS_SQUARED] * runs * runs;
        if down > 0 {
            sum += w[RUN_OVER_DOWN] * runs + w[RUN_TIMES_DOWN] * runs * down + w[UP_OVER_DOWN] * up;
        } else {
            sum += w[RUN_CLEARED] * runs;
        }
        Part { value: sum, covered, head: open_head, is_alone: runs == 1 && down == 0 }
    }

    fn lower(&self, card: u8, than: u8) -> bool {
        rank(self.seen.card_type(card)) < than
    }

    /// 4 for a card that a foundation takes, one less for each that must go before it, never less than 0.
    fn soon(&self, state: &State, card_type: u8) -> i32 {
        let (seen, piles) = (self.seen, state.piles[suit(card_type)]);
        let before = if seen.rules.one_pile_per_suit {
            (rank(card_type) + seen.ranks - piles[0] % seen.ranks) % seen.ranks
        } else {
            let pile = if piles[0] <= rank(card_type) { piles[0] } else { piles[1] };
            rank(card_type) - pile
        };
        i32::from(4_u8.saturating_sub(before))
    }

    fn foundations(&self, state: &State) -> i32 {
        let w = self.w;
        let fewest = state.piles.iter().map(|piles| i32::from(piles[0])).min().unwrap_or(0);
        let mut sum = w[FEWEST_FOUNDED] * fewest;
        for (i, piles) in state.piles.iter().enumerate() {
            let [higher, lower] = piles.map(i32::from);
            sum += w[FOUNDED] * (higher + lower) + w[FOUNDED_LOWER] * lower;
            sum += w[FOUNDED_SQUARED] * (higher * higher + lower * lower) / 8;
            for &pile in piles.iter().filter(|&&pile| pile >= 2) {
                // The cards one rank below the pile's top one, of the suits of the other colour.
                let other = if i < 2 { [2, 3] } else { [0, 1] };
                let out =
                    other.iter().flat_map(|&s: &usize| state.piles[s]).filter(|&p| p < pile - 1);
                sum += w[HOST_FOUNDED] * out.count() as i32;
            }
        }
        sum
    }

    fn stock(&self, state: &State, opens: u64, wanted: u64) -> i32 {
        let (seen, w) = (self.seen, self.w);
        let mut sum = self.lowest_waste[usize::from(state.waste)];
        let fits = with_faces(children(opens)) | wanted;
        let mut waste = total(fits & self.waste_types, &self.waste);
        for gone in seen.waste_at + state.waste..seen.waste_at + seen.start.waste {
            waste -= (fits >> seen.card_type(gone) & 1) as i32;
        }
        let talon = total(fits & self.talon_types, &seen.talon);
        sum += w[WASTE_FITS] * waste + w[TALON_FITS] * talon;
        if wanted & self.waste_types != 0 {
            let waste = (seen.waste_at..seen.waste_at + state.waste).rev();
            let over =
                waste.map(|card| wanted >> seen.card_type(card) & 1).position(|bit| bit == 1);
            sum += w[OVER_WANTED] * over.unwrap_or(0) as i32;
        }
        sum
    }

    fn turned_up(&self, state: &State, column: u8, opens: u64, hosts: u64, wanted: u64) -> i32 {
        let w = self.w;
        let down = i32::from(state.down[usize::from(column)]);
        let unseen = |types: u64| total(types & self.unseen_types, &self.unseen_type);
        let up = unseen(wanted);
        let guest = unseen(with_faces(children(opens)));
        let host = unseen(with_faces(hosts));
        w[TURNED_UP]
            + if down == 0 { w[TURNED_UP_LAST] } else { 0 }
            + w[TURNED_UP_WANTED] * up / SHARE
            + w[TURNED_UP_GUEST] * guest / SHARE
            + w[TURNED_UP_HOST] * host / SHARE
            + w[TURNED_UP_DOWN] * down
    }
}
