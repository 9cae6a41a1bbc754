//! Players of Hochzeitszug who pack cards only to free one that goes up.

use gehtauf_rules::hochzeitszug::MAX_STACKS;
use gehtauf_rules::{AnyPosition, Move, View};

use super::table::Table;
use crate::player::{About, Player};
use crate::seed::Seed;

/// Uncovers cards under so many others at most.
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
        plan(view, self.deepest)
    }
}

/// The moves until cards of the talon lie open, at most so many cards packed for each that goes up.
pub(crate) fn plan(view: &View, deepest: usize) -> Vec<Move> {
    let AnyPosition::Hochzeitszug(position) = view.position() else { return Vec::new() };
    let mut table = Table::new(position);
    let mut moves = Vec::new();
    loop {
        if let Some(stack) = table.stack_for_foundation() {
            moves.push(table.play_to_foundation(stack));
            if table.is_refilled(stack) {
                return moves;
            }
        } else if !free_card(&mut table, deepest, &mut moves) {
            break;
        }
    }
    table.end_plan(position, &mut moves);
    moves
}

/// Packs as few cards as it takes, at most so many, to let one below them go up, if that can be done. Where
/// the highest card of a stack that goes up cannot be freed, no lower one can.
fn free_card(table: &mut Table, most: usize, moves: &mut Vec<Move>) -> bool {
    let depth = |stack| {
        let mut below_top = table.cards(stack).iter().rev().skip(1);
        below_top.position(|&card| table.goes_up(card)).map_or(0, |place| place + 1)
    };
    let mut depths = [0; MAX_STACKS];
    table.stacks().for_each(|stack| depths[stack] = depth(stack));
    let deepest = depths.into_iter().max().unwrap_or(0).min(most);
    (1..=deepest).any(|depth| {
        let mut stacks = table.stacks().filter(|&stack| depths[stack] == depth);
        stacks.any(|stack| uncover(table, stack, depth, moves))
    })
}

/// Packs so many cards of a stack, or, where one of them goes nowhere, leaves the table as it is.
fn uncover(table: &mut Table, stack: usize, depth: usize, moves: &mut Vec<Move>) -> bool {
    let packed_before = moves.len();
    for _ in 0..depth {
        let card = table.top(stack);
        let empty = || table.empty_stack().filter(|_| table.is_after_redeal());
        let Some(to) = table.host(card).or_else(empty) else {
            for m in moves.drain(packed_before..).rev() {
                table.take_back(m);
            }
            return false;
        };
        moves.push(table.pack(stack, to));
    }
    true
}
