//! A state of the free-card space, and under which rules there is one.

use gehtauf_rules::eights::Rules;

use crate::eights::abstractions::card_counts::{Cards, digit};
use crate::eights::state::{COLUMNS, CardType, Deal, State};

/// For which values the proof holds.
pub fn supports(rules: &Rules) -> bool {
    let Rules {
        pack: _,
        columns: _,
        rows: _,
        passes: _,
        foundation_return,
        runs_to_spaces,
        forced_talon_play,
        one_pile_per_suit,
        face_down,
        forced_aces,
    } = rules;
    *runs_to_spaces
        && !foundation_return
        && !forced_talon_play
        && !one_pile_per_suit
        && !face_down
        && !forced_aces
}

/// What tells states apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FreeCardKey {
    pub stock: u64,
    /// As in [`State::foundations`].
    pub foundations: [u8; 8],
    /// The place of each column's base, from 1; 0 for a cleared one.
    pub bases: [u8; COLUMNS],
    pub turned: u8,
    pub pass: u8,
}

/// A state and what follows from it.
#[derive(Debug, Clone, Copy)]
pub struct FreeCardState {
    pub key: FreeCardKey,
    pub free: Cards,
}

impl FreeCardState {
    /// The start of a deal.
    pub fn new(deal: &Deal, start: &State) -> FreeCardState {
        let &State { stock, foundations, turned, pass, .. } = start;
        let key = FreeCardKey { stock, foundations, bases: [0; COLUMNS], turned, pass };
        let mut state = FreeCardState { key, free: Cards::default() };
        for column in 0..deal.width {
            state.uncover_to(deal, column, deal.dealt[column].len());
        }
        state
    }

    /// Leaves the first so many dealt cards to a column.
    pub fn uncover_to(&mut self, deal: &Deal, column: usize, cards: usize) {
        let base = deal.base(column, cards);
        self.key.bases[column] = base;
        for &card in &deal.dealt[column][usize::from(base)..cards] {
            self.free = self.free.add(card);
        }
    }

    /// Whether a card of the type is free.
    pub fn has(&self, card: CardType) -> bool {
        self.free.0[card.suit()] & (3 * digit(card)) != 0
    }
}
