//! The evaluation of the complete beam: it compares states of one level of links.

use crate::domino::state::{State, VariantTables, rank};

/// What the evaluation counts, each with its weight. Learned by pairwise ranking, for states
/// of won plays of other deals against random and against promising states of the same links, and
/// then by hand on the number of deals that 400,000 states leave open. The program was not kept; seeds and date not
/// noted.
mod weight {
    /// For each doubling of the number of minimal sets of diagonals still in use, in eighths.
    pub const NEEDED: i32 = 60;
    /// For each card of an ordered prefix.
    pub const PREFIX: i32 = 100;
    /// For each card of the longest ordered prefix, once more.
    pub const LONGEST_PREFIX: i32 = 300;
    /// For each link between cards in their places beyond the ordered prefixes.
    pub const LINK_IN_PLACE: i32 = 180;
    /// For each row whose next place is empty.
    pub const NEXT_IS_GAP: i32 = 80;
    /// For each 2 in the place of a 2.
    pub const TWO_IN_PLACE: i32 = 200;
    /// For each King at the right end of a row, where no gap can follow it.
    pub const KING_AT_END: i32 = 400;
    /// For each move that adds a link.
    pub const LINKING_MOVE: i32 = 90;
    /// For each gap to the right of a gap.
    pub const GAP_AFTER_GAP: i32 = -30;
    /// For each gap to the right of a King.
    pub const GAP_AFTER_KING: i32 = -250;
    /// For each gap to the left of a 2.
    pub const GAP_BEFORE_TWO: i32 = -60;
}

/// What the evaluation counts where the aim is that no card can move.
mod blocked_weight {
    /// For each move.
    pub const MOVE: i32 = -1;
    /// For each card of an ordered prefix, which stays in the redeal.
    pub const PREFIX: i32 = 1;
}

/// Ranks the states of a level; more is better. `needed`: see `Status::Open`.
pub fn evaluate(tables: &VariantTables, state: &State, needed: u8) -> i32 {
    let mut value = weight::NEEDED * i32::from(needed);
    let mut longest_prefix = 0;
    for row in 0..tables.rows {
        let start = 16 * row;
        let ace = state.card(start);
        let prefix = state.prefix(row);
        longest_prefix = longest_prefix.max(prefix);
        value += weight::PREFIX * i32::from(prefix);
        if prefix <= tables.top && state.card(start + prefix) == 0 {
            value += weight::NEXT_IS_GAP;
        }
        let is_in_place = |place| state.card(start + place) == ace + place;
        let links =
            (prefix + 1..tables.top).filter(|&place| is_in_place(place - 1) && is_in_place(place));
        value += weight::LINK_IN_PLACE * links.count() as i32;
        if state.spot(ace + 1) & 15 == 1 {
            value += weight::TWO_IN_PLACE;
        }
        if state.spot(ace + tables.top - 1) & 15 == tables.top {
            value += weight::KING_AT_END;
        }
    }
    value += weight::LONGEST_PREFIX * i32::from(longest_prefix);
    for &gap in state.gaps(tables) {
        value += weight::LINKING_MOVE * state.linking_moves(tables, gap);
        let left = state.card(gap - 1);
        if left == 0 {
            value += weight::GAP_AFTER_GAP;
        } else if rank(left) == tables.top {
            value += weight::GAP_AFTER_KING;
        }
        if rank(state.card(gap + 1)) == 2 {
            value += weight::GAP_BEFORE_TWO;
        }
    }
    value
}

/// Ranks the states of a level where the aim is that no card can move.
pub fn evaluate_blocked(tables: &VariantTables, state: &State) -> i32 {
    let mut value = 0;
    state.for_each_card_step(tables, |_| value += blocked_weight::MOVE);
    for row in 0..tables.rows {
        value += blocked_weight::PREFIX * i32::from(state.prefix(row));
    }
    value
}
