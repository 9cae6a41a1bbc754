//! The evaluation of a node of the belief-set levels.
//!
//! Trainer: logistic regression on the deals 30000..32900: in the levels of beams that won, nodes
//! that led to a win over nodes that did not. The program was not kept, the date not noted.

use gehtauf_search::bits;

use crate::hochzeitszug::abstractions::belief_sets::configuration::{
    Configuration, Shape, SuitUnit, length,
};

/// The most that random tie-breaking adds to the evaluation of a pile, or takes from it.
pub const TIE_BREAKING: u32 = 60;

/// By rank from the Ace: for each card over one of this rank.
const ABOVE: [i32; 13] = [-22, -13, -17, -9, 17, 2, -4, 7, 22, 11, 20, 31, 51];
/// By rank: for one that is covered.
const COVERED: [i32; 13] = [-10, -48, 15, 62, 11, 27, 61, 76, 22, 80, 8, -5, -55];
/// By rank: for one on top.
const TOP: [i32; 13] = [-123, -132, -63, -25, -24, -12, -8, 18, 5, 43, 3, -40, -39];
/// For a card over another of its suit, by how much higher it is, from 12 lower to 12 higher.
const SAME_SUIT: [i32; 25] = [
    -34, -77, -40, 36, -1, -2, 19, 43, 18, -25, -1, -8, -71, 54, -35, -41, -60, -62, -73, -64, -46,
    -120, -107, -8, -243,
];

/// For each head of a suit that can leave.
const CAN_LEAVE: i32 = 52;
/// For each quarter of a doubling of a belief set.
const CHOICE: i32 = 8;
/// For each card of a suit that can be on a foundation.
const ON_FOUNDATION: i32 = -17;
/// For each head of a suit that can be bare.
const BARE: i32 = 41;
/// For each doubling of the frontier targets that can still be reached.
const TARGETS: i32 = 134;

/// The part of the units left in a pile.
pub fn evaluate_pile(units: &[SuitUnit]) -> i32 {
    let rank = |(_, unit): &SuitUnit| usize::from(unit.head / 2);
    let mut evaluation = 0;
    for (i, unit) in units.iter().enumerate() {
        let above = &units[i + 1..];
        evaluation += match above.len() {
            0 => TOP[rank(unit)],
            cards => COVERED[rank(unit)] + ABOVE[rank(unit)] * cards as i32,
        };
        let of_suit = above.iter().filter(|(suit, _)| *suit == unit.0);
        evaluation += of_suit.map(|other| SAME_SUIT[12 + rank(other) - rank(unit)]).sum::<i32>();
    }
    evaluation
}

/// The part of a suit's belief set of which these heads can leave.
pub fn evaluate_belief_set(shape: Shape, configurations: &[Configuration], can_leave: u32) -> i32 {
    let choice = (configurations.len() as u128).pow(4).ilog2() as i32;
    let founded = |&configuration| shape.cards_on_foundations(configuration) as i32;
    let most_founded = configurations.iter().map(founded).max().unwrap_or(0);
    let can_be_bare =
        |&head: &u8| configurations.iter().any(|&configuration| length(configuration, head) == 0);
    let bare = bits(shape.heads).filter(can_be_bare).count() as i32;
    CAN_LEAVE * can_leave.count_ones() as i32
        + CHOICE * choice
        + ON_FOUNDATION * most_founded
        + BARE * bare
}

/// The part of how many frontier targets, at least one, can still be reached.
pub fn evaluate_targets(targets: u32) -> i32 {
    TARGETS * u128::from(targets).pow(8).ilog2() as i32 / 8
}
