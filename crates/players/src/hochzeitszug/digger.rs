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
        } else if let Some(way) = free_card(&mut table, deepest) {
            moves.extend(way);
        } else {
            break;
        }
    }
    table.end_plan(position, &mut moves);
    moves
}

/// Packs as few cards as it takes, at most so many, to let one below them go up.
fn free_card(table: &mut Table, most: usize) -> Option<Vec<Move>> {
    let longest = table.stacks().iter().map(Vec::len).max().unwrap_or(0);
    let stacks = 0..table.stacks().len();
    (1..longest.min(most.saturating_add(1)))
        .flat_map(|depth| stacks.clone().map(move |stack| (depth, stack)))
        .find_map(|(depth, stack)| uncover(table, stack, depth))
}

/// Packs so many cards of a stack, if the one below them goes up then; else leaves the table as it is.
fn uncover(table: &mut Table, stack: usize, depth: usize) -> Option<Vec<Move>> {
    let cards = &table.stacks()[stack];
    let place = cards.len().checked_sub(depth + 1)?;
    if !table.goes_up(cards[place]) {
        return None;
    }
    let mut moves = Vec::new();
    let mut hosts = Vec::new();
    for _ in 0..depth {
        let card = *table.stacks()[stack].last()?;
        let empty = || table.stacks().iter().position(Vec::is_empty);
        let host = table.host(card).or_else(|| empty().filter(|_| table.is_after_redeal()));
        let Some(to) = host else {
            for to in hosts.into_iter().rev() {
                table.pack(to, stack);
            }
            return None;
        };
        moves.push(table.pack(stack, to));
        hosts.push(to);
    }
    Some(moves)
}
