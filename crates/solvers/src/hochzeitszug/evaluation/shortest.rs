//! The evaluation of the beams for short wins: it compares states of one round after equally many moves that are not to
//! the foundations.

use super::lower_bound::in_the_way;
use crate::hochzeitszug::state::{NONE, State, VariantTables, card_type};

/// What the evaluation counts, each with its weight. Set by hand on the seeds 20,000,000..20,000,004.
mod weight {
    /// For each card on a foundation.
    pub const ON_FOUNDATION: i32 = 20;
    /// For each empty stack.
    pub const EMPTY_STACK: i32 = 10;
    /// For each card of the talon.
    pub const TALON_CARD: i32 = -10;
    /// For each type of card that lies over a lower one of its suit.
    pub const OVER_LOWER: i32 = -5;
    /// For each card over one that the foundations take next.
    pub const OVER_WANTED: i32 = -5;
    /// For each card type that is in the way.
    pub const IN_THE_WAY: i32 = -10;
}

/// Ranks states from which no card can go to the foundations; more is better.
pub fn evaluate(tables: &VariantTables, rest: &State) -> i32 {
    let wanted = rest.wanted(tables);
    let (mut over_lower, mut over_wanted, mut empty) = (0, 0, 0);
    for stack in 0..tables.stacks {
        let mut id = rest.top(stack);
        empty += i32::from(id == NONE);
        let (mut above, mut height) = (0_u64, 0);
        while id != NONE {
            let here = card_type(id);
            let higher = 0xffff << (here & 48) & !((2 << here) - 1);
            over_lower += (above & higher).count_ones() as i32;
            over_wanted += height * i32::from(wanted >> here & 1 == 1);
            above |= 1 << here;
            height += 1;
            id = rest.below(id);
        }
    }
    let founded: u32 = rest.on_foundations().iter().map(|types| types.count_ones()).sum();
    weight::ON_FOUNDATION * founded as i32
        + weight::EMPTY_STACK * empty
        + weight::TALON_CARD * rest.talon().len() as i32
        + weight::OVER_LOWER * over_lower
        + weight::OVER_WANTED * over_wanted
        + weight::IN_THE_WAY * in_the_way(tables, rest).count_ones() as i32
}
