//! Where the cards of the start are by now: what the cards alone do not tell, since there are two of each.

use gehtauf_rules::Move;
use gehtauf_rules::eights::Table;

use crate::eights::state::COLUMNS;

/// A play, in the places of its start.
#[derive(Debug, Clone)]
pub struct Places {
    /// Of the stock's cards, in their order.
    stock: Vec<u8>,
    /// How many cards of each column have lain there since the start.
    pub dealt: [u8; COLUMNS],
    /// How many places of the stock have been turned over in this pass, at most.
    pub turned_over: u8,
}

impl Places {
    /// At the start.
    pub fn new(start: &Table) -> Places {
        let mut dealt = [0; COLUMNS];
        for (dealt, column) in dealt.iter_mut().zip(&start.columns) {
            *dealt = column.cards.len() as u8;
        }
        let stock: Vec<u8> = (0..start.stock.len() as u8).collect();
        Places { stock, dealt, turned_over: start.turned as u8 }
    }

    /// After a move.
    pub fn play(&mut self, m: Move, after: &Table) {
        if matches!(m, Move::WasteToColumn { .. } | Move::WasteToFoundation) {
            self.stock.remove(after.turned);
        }
        for (dealt, column) in self.dealt.iter_mut().zip(&after.columns) {
            // What is built on a column goes before what was dealt to it.
            *dealt = (*dealt).min(column.cards.len() as u8);
        }
        if m == Move::Redeal {
            self.turned_over = 0;
        }
        self.turned_over = self.turned_over.max(self.turned(after));
    }

    /// The stock's places that are not empty, a bit each.
    pub fn stock(&self) -> u64 {
        self.stock.iter().fold(0, |stock, place| stock | 1 << place)
    }

    /// The place behind the top waste card.
    pub fn turned(&self, after: &Table) -> u8 {
        after.turned.checked_sub(1).map_or(0, |top| self.stock[top] + 1)
    }
}
