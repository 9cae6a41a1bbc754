//! The foundation moves that never hurt, for those who try to refute that.

use gehtauf_rules::eights::Table;

use super::abstractions::free_cards::FreeCardSpace;
use super::abstractions::free_cards_with_heads as with_heads;
use super::prunings::{Prunings, safe_foundation_moves};
use super::state::{Deal, MacroMove};
use crate::Dominance;

/// Those of a position.
pub fn dominances(table: &Table) -> Vec<Dominance> {
    let mut all = Vec::new();
    let mut add = |name, moves| all.push(Dominance { name, moves });
    if let Some((deal, state)) = Deal::new(table) {
        let write = |moves: &[MacroMove]| deal.write_path(state, moves);
        if safe_foundation_moves::supports(&table.rules) {
            let moves = deal.safe_foundation_moves(&state);
            moves.for_each(|m| add("safe foundation move, played", write(&[m])));
        }
        let space = FreeCardSpace::new(&deal, Prunings::ALL);
        if let Some(moves) = space.and_then(|space| space.write_safe_move(&state)) {
            add("free cards, safe foundation move, played", write(&moves));
        }
    }
    if let Some(moves) = with_heads::safe_moves(table) {
        let is_forced = table.rules.forced_talon_play;
        add(
            match is_forced {
                true => "free cards with heads, foundation move under force, played",
                false => "free cards with heads, safe foundation move, played",
            },
            moves,
        );
    }
    all
}
