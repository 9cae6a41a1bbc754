//! The foundation moves that never hurt, for those who try to refute that.

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::bits;

use super::prunings::safe_foundation_moves::{safe_foundation_moves, supports};
use super::state::{State, VariantTables};
use crate::Dominance;

/// Those of a position.
pub fn dominances(position: &Hochzeitszug) -> Vec<Dominance> {
    let tables = VariantTables::new(position.variant());
    if !supports(&tables.variant) || position.redeals_left() > 0 {
        return Vec::new();
    }
    let state = State::new(&tables, position);
    bits(safe_foundation_moves(&tables, &state))
        .flat_map(|card_type| state.stacks_of(card_type))
        .map(|from| Dominance {
            name: "safe foundation move, played",
            moves: vec![Move::StackToFoundation { from }],
        })
        .collect()
}
