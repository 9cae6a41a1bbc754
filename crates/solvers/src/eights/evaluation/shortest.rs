//! The evaluation of the beams for short wins: it compares states of one pass after equally many moves.

use crate::eights::state::{CardType, Column, Deal, MacroMove, State, below, landing};

/// What the evaluation counts, each with its weight. Set by hand on the seeds 20,000,000..20,000,005 of Acht mal Acht.
mod weight {
    /// For each card on a foundation.
    pub const ON_FOUNDATION: i32 = 10;
    /// For each card of the talon.
    pub const TALON_CARD: i32 = -10;
    /// For each card of the waste.
    pub const WASTE_CARD: i32 = -5;
    /// For each empty column.
    pub const EMPTY_COLUMN: i32 = 10;
    /// For each run over a card that is lower than its first one.
    pub const RUN_OVER_LOWER: i32 = -10;
    /// For each card over a lower one of its suit.
    pub const OVER_LOWER: i32 = -3;
    /// For each run over a card that the foundations take next.
    pub const OVER_WANTED: i32 = -2;
}

/// Ranks states; more is better.
///
/// What can go to the foundations has gone there before the rest is looked at, for all of it will.
pub fn evaluate(deal: &Deal, state: &State) -> i32 {
    let founded: u8 = state.foundations.iter().sum();
    let mut rest = *state;
    play_all_to_foundations(deal, &mut rest);
    let wanted = deal.next_cards(&rest.foundations).all;
    let columns = rest.columns[..deal.width].iter().enumerate();
    let columns: i32 = columns.map(|(i, &column)| of_column(deal, i, column, wanted)).sum();
    let talon = rest.stock & !below(rest.turned);
    columns
        + weight::ON_FOUNDATION * i32::from(founded)
        + weight::TALON_CARD * talon.count_ones() as i32
        + weight::WASTE_CARD * rest.waste().count_ones() as i32
}

/// What a column is worth; `wanted` are the cards that the foundations take next.
fn of_column(deal: &Deal, index: usize, column: Column, wanted: u64) -> i32 {
    if column.is_empty() {
        return weight::EMPTY_COLUMN;
    }
    let (mut value, mut wanted_below) = (0, 0);
    let mut lowest = [u8::MAX; 4];
    let mut under = None;
    deal.for_each_card(index, column, |card| {
        let is_head = under.is_none_or(|under: CardType| landing(card.face()) != under.face());
        if is_head {
            value += weight::OVER_WANTED * wanted_below;
            if lowest.iter().any(|&rank| rank < card.rank()) {
                value += weight::RUN_OVER_LOWER;
            }
        }
        if lowest[card.suit()] < card.rank() {
            value += weight::OVER_LOWER;
        }
        wanted_below += (wanted >> card.index() & 1) as i32;
        lowest[card.suit()] = lowest[card.suit()].min(card.rank());
        under = Some(card);
    });
    value
}

fn play_all_to_foundations(deal: &Deal, state: &mut State) {
    loop {
        let next = deal.next_cards(&state.foundations).all;
        let is_next = |card: CardType| next >> card.index() & 1 == 1;
        let from = (0..deal.width).find(|&i| is_next(state.columns[i].open()));
        let m = match (from, state.waste_top()) {
            (Some(from), _) => MacroMove::ColumnToFoundation { from: from as u8 },
            (_, Some(place)) if is_next(deal.stock[usize::from(place)]) => {
                MacroMove::StockToFoundation { place }
            }
            _ => return,
        };
        deal.play(state, m);
    }
}

impl Deal {
    /// The cards of a column from the first one on.
    pub fn for_each_card(&self, index: usize, column: Column, mut look: impl FnMut(CardType)) {
        let under_run = (column.dealt() + column.built() - column.run()) as usize;
        self.dealt[index][..under_run].iter().for_each(|&card| look(card));
        (0..column.run()).rev().for_each(|under| look(column.run_card(under)));
    }
}
