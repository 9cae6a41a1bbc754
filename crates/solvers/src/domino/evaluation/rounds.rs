//! The evaluation of best-first rounds.

use crate::domino::state::{State, VariantTables, rank};

/// What the evaluation counts, each with its weight.
#[derive(Debug, Clone, Copy)]
pub struct Weights {
    /// For each card of an ordered prefix.
    prefix: i32,
    /// For each link.
    link: i32,
    /// For each row whose next place is empty.
    next_is_gap: i32,
    /// For each gap to the left of a 2.
    gap_before_two: i32,
    /// For each gap to the right of a gap.
    gap_after_gap: i32,
}

impl Weights {
    /// Before a redeal. Found by hill climbing on the number of states that the solver visits, by a program that was not
    /// kept; seeds and date not noted.
    pub const BEFORE_REDEAL: Weights =
        Weights { prefix: 53, link: 4, next_is_gap: 13, gap_before_two: 3, gap_after_gap: 6 };

    /// Before the only redeal, from many a state. These and those of the last round: hill climbing on the states that
    /// seeds 21000000 to 21002499 take with `redeals=1`, 2026-11-27 (docs/experiments/domino.md).
    pub const BEFORE_ONLY_REDEAL: Weights =
        Weights { prefix: 54, link: -4, next_is_gap: 14, gap_before_two: 0, gap_after_gap: 13 };

    /// In the last round.
    pub const LAST_ROUND: Weights =
        Weights { prefix: 29, link: 0, next_is_gap: 18, gap_before_two: 3, gap_after_gap: 5 };
}

/// Ranks states; more is better.
pub fn evaluate(weights: &Weights, tables: &VariantTables, state: &State) -> i32 {
    let mut value = weights.link * i32::from(state.links());
    for row in 0..tables.rows {
        let prefix = state.prefix(row);
        value += weights.prefix * i32::from(prefix);
        if prefix <= tables.top && state.card(16 * row + prefix) == 0 {
            value += weights.next_is_gap;
        }
    }
    for &gap in state.gaps(tables) {
        if state.card(gap - 1) == 0 {
            value += weights.gap_after_gap;
        }
        if rank(state.card(gap + 1)) == 2 {
            value += weights.gap_before_two;
        }
    }
    value
}
