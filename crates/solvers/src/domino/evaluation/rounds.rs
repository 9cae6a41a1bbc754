//! The evaluation of best-first rounds.

use crate::domino::state::{State, VariantTables, rank};

/// What the evaluation counts, each with its weight. Found by hill climbing on the number of
/// states that the solver visits, by a program that was not kept; seeds and date not noted.
mod weight {
    /// For each card of an ordered prefix.
    pub const PREFIX: i32 = 53;
    /// For each link.
    pub const LINK: i32 = 4;
    /// For each row whose next place is empty.
    pub const NEXT_IS_GAP: i32 = 13;
    /// For each gap to the left of a 2.
    pub const GAP_BEFORE_TWO: i32 = 3;
    /// For each gap to the right of a gap.
    pub const GAP_AFTER_GAP: i32 = 6;
}

/// Ranks states; more is better.
pub fn evaluate(tables: &VariantTables, state: &State) -> i32 {
    let mut value = weight::LINK * i32::from(state.links());
    for row in 0..tables.rows {
        let prefix = state.prefix(row);
        value += weight::PREFIX * i32::from(prefix);
        if prefix <= tables.top && state.card(16 * row + prefix) == 0 {
            value += weight::NEXT_IS_GAP;
        }
    }
    for &gap in state.gaps(tables) {
        if state.card(gap - 1) == 0 {
            value += weight::GAP_AFTER_GAP;
        }
        if rank(state.card(gap + 1)) == 2 {
            value += weight::GAP_BEFORE_TWO;
        }
    }
    value
}
