//! Players of Hochzeitszug who pack cards only to free one that goes up.

use gehtauf_rules::{AnyPosition, Move, View};

use super::table::Table;
use crate::player::{About, Player};
use crate::seed::Seed;

/// Digs so many cards deep.
#[derive(Debug)]
pub(crate) struct Digger {
    pub about: About,
    pub deepest: usize,
}

impl Player for Digger {
    fn about(&self) -> &About {
        &self.about
    }

    fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
        dig(view, self.deepest)
    }
}

/// The moves until cards of the talon lie open, at most so many cards packed for each that goes up.
pub(crate) fn dig(view: &View, deepest: usize) -> Vec<Move> {
    let AnyPosition::Hochzeitszug(position) = view.position() else { return Vec::new() };
    let mut table = Table::new(position);
    let mut moves = Vec::new();
    loop {
        if let Some(stack) = table.stack_for_foundation() {
            moves.push(table.play_to_foundation(stack));
            if table.is_refilled(stack) {
                return moves;
            }
        } else if let Some((after, way)) = free_card(&table, deepest) {
            moves.extend(way);
            table = after;
        } else {
            break;
        }
    }
    table.end_plan(position, &mut moves);
    moves
}

/// Packs as few cards as it takes, at most so many, to let one below them go up: the table then, and the moves.
fn free_card(table: &Table, most: usize) -> Option<(Table, Vec<Move>)> {
    let longest = table.stacks().iter().map(Vec::len).max().unwrap_or(0);
    let by_depth = (1..longest.min(most.saturating_add(1)))
        .flat_map(|depth| (0..table.stacks().len()).map(move |stack| (depth, stack)));
    by_depth.into_iter().find_map(|(depth, stack)| uncover(table, stack, depth))
}

/// Packs so many cards of a stack, if the one below them goes up then.
fn uncover(table: &Table, stack: usize, depth: usize) -> Option<(Table, Vec<Move>)> {
    let cards = &table.stacks()[stack];
    let place = cards.len().checked_sub(depth + 1)?;
    if !table.goes_up(cards[place]) {
        return None;
    }
    let mut after = table.clone();
    let mut moves = Vec::new();
    for _ in 0..depth {
        let card = *after.stacks()[stack].last()?;
        let empty = || after.stacks().iter().position(Vec::is_empty);
        let to = after.host(card).or_else(|| empty().filter(|_| after.is_after_redeal()))?;
        moves.push(after.pack(stack, to));
    }
    Some((after, moves))
}
