//! The evaluation of the search over persistent sets.

use crate::domino::prunings::persistent_sets::{Turns, in_turn};
use crate::domino::state::{State, VariantTables};

/// Weights set by hand on the states that wins under `aces=free` take.
mod weight {
    /// For each link.
    pub const LINK: i32 = 4;
    /// For each choice that led to the state.
    pub const CHOICE: i32 = -4;
    /// For each card of an ordered prefix.
    pub const PREFIX: i32 = 60;
    /// For each row whose next place is empty.
    pub const NEXT_IS_GAP: i32 = 12;
    /// For each place that a gap lies from the left end of its row.
    pub const GAP_PLACE: i32 = 6;
    /// For each gap to be filled next.
    pub const TURN: i32 = -25;
}

/// Ranks states; more is better.
pub fn evaluate(tables: &VariantTables, state: &State, turns: Turns, choices: u16) -> i32 {
    let mut value = weight::LINK * i32::from(state.links()) + weight::CHOICE * i32::from(choices);
    for row in 0..tables.rows {
        let prefix = state.prefix(row);
        value += weight::PREFIX * i32::from(prefix);
        if prefix <= tables.top && state.card(16 * row + prefix) == 0 {
            value += weight::NEXT_IS_GAP;
        }
    }
    for gap in state.gaps(tables) {
        value += weight::GAP_PLACE * i32::from(gap & 15);
    }
    value + weight::TURN * in_turn(turns).count() as i32
}
