//! The evaluation of the best-first search of a round. Its weights are made by hand.

use crate::hochzeitszug::state::{NONE, State, VariantTables, card_type};

/// For each card on a foundation.
const ON_FOUNDATION: i32 = 10;
/// For each empty stack.
const EMPTY_STACK: i32 = 10;
/// For each card of the talon.
const TALON_CARD: i32 = -10;
/// For each card on the next higher one of its suit.
const PACKED: i32 = 5;
/// For each type of card that lies over a lower one of its suit.
const OVER_LOWER: i32 = -5;
/// For each card over one that the foundations take next.
const OVER_WANTED: i32 = -5;

/// Ranks states; more is better.
pub fn evaluate(tables: &VariantTables, state: &State) -> i32 {
    let wanted = state.wanted(tables);
    let (mut packed, mut over_lower, mut over_wanted, mut empty) = (0, 0, 0, 0);
    for stack in 0..tables.stacks {
        let mut id = state.top(stack);
        empty += i32::from(id == NONE);
        let mut above = 0_u64;
        let mut height = 0;
        while id != NONE {
            let (type_here, below) = (card_type(id), state.below(id));
            packed += i32::from(below != NONE && card_type(below) == type_here + 1);
            let higher = (0xffff << (type_here & 48)) & !((2 << type_here) - 1);
            over_lower += (above & higher).count_ones() as i32;
            if wanted >> type_here & 1 == 1 {
                over_wanted += height;
            }
            above |= 1 << type_here;
            height += 1;
            id = below;
        }
    }
    let founded: u32 = state.on_foundations().iter().map(|types| types.count_ones()).sum();
    ON_FOUNDATION * founded as i32
        + EMPTY_STACK * empty
        + TALON_CARD * state.talon().len() as i32
        + PACKED * packed
        + OVER_LOWER * over_lower
        + OVER_WANTED * over_wanted
}
