//! Which moves there are from a state, and how they are played.

use gehtauf_search::bits;

use super::prunings::safe_foundation_moves::NextCards;
use super::prunings::talon_macro_moves::Talon;
use super::state::MacroMove::{
    self, ColumnToColumn, ColumnToFoundation, Redeal, StockToColumn, StockToFoundation, Turn,
};
use super::state::{
    COLUMNS, CardType, Column, Deal, FACES, SUITS, State, below, landing, suit_bit,
};

/// Which moves a search wants to see.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    pub talon: Talon,
    /// A part of a run is moved only off cards of these types, a bit for each.
    pub to_uncover: u64,
    /// Moves that only make two columns change places, see `prunings/symmetric_columns.rs`.
    pub symmetric: bool,
}

impl Deal {
    /// Appends the moves of a state; `next` are its next cards.
    pub fn moves(
        &self,
        state: &State,
        next: &NextCards,
        choice: Choice,
        moves: &mut Vec<MacroMove>,
    ) {
        let mut columns_of_face = [0_u8; FACES];
        for (i, column) in state.columns[..self.width].iter().enumerate() {
            columns_of_face[column.face()] |= 1 << i;
        }
        let empty = &mut columns_of_face[0];
        if !choice.symmetric {
            *empty &= empty.wrapping_neg();
        }
        if self.rules.forced_aces && !self.aces_go_up {
            let before = moves.len();
            for i in 0..self.width {
                let column = state.columns[i];
                if column.rank() == 1 && self.pile_for(state, column.open()).is_some() {
                    moves.push(ColumnToFoundation { from: i as u8 });
                }
            }
            if moves.len() > before {
                return;
            }
        }
        if !state.must_play {
            self.column_moves(state, next, &columns_of_face, choice, moves);
        }
        self.stock_moves(state, next, &columns_of_face, choice.talon, moves);
    }

    #[inline]
    fn column_moves(
        &self,
        state: &State,
        next: &NextCards,
        columns_of_face: &[u8; FACES],
        choice: Choice,
        moves: &mut Vec<MacroMove>,
    ) {
        for i in 0..self.width {
            let column = state.columns[i];
            if column.is_empty() {
                continue;
            }
            let from = i as u8;
            if next.all >> column.open().index() & 1 == 1 {
                moves.push(ColumnToFoundation { from });
            }
            let all = column.dealt() + column.built();
            let mut target = column.face();
            for count in 1..=column.run() {
                target = landing(target);
                let uncovered = || column.run_card(count).index();
                if count < column.run() && choice.to_uncover >> uncovered() & 1 == 0 {
                    continue;
                }
                for to in bits(columns_of_face[target]) {
                    moves.push(ColumnToColumn { from, to, count: count as u8 });
                }
                if (count == all && !choice.symmetric) || (count > 1 && !self.rules.runs_to_spaces)
                {
                    continue;
                }
                for to in bits(columns_of_face[0]) {
                    moves.push(ColumnToColumn { from, to, count: count as u8 });
                }
            }
        }
    }

    #[inline]
    fn stock_moves(
        &self,
        state: &State,
        next: &NextCards,
        columns_of_face: &[u8; FACES],
        talon: Talon,
        moves: &mut Vec<MacroMove>,
    ) {
        let buildable = self.buildable(&state.columns) & state.stock;
        let reach = self.reach(state, buildable, talon, moves);
        let of_types = bits(next.all).map(|card| self.places_of_type[usize::from(card)]);
        for place in bits(of_types.fold(0, |a, b| a | b) & reach.all) {
            moves.push(StockToFoundation { place });
        }
        for place in bits(buildable & reach.all) {
            let face = self.stock[usize::from(place)].face();
            for to in bits(columns_of_face[landing(face)]) {
                moves.push(StockToColumn { place, to });
            }
        }
        for to in bits(columns_of_face[0]) {
            for place in bits(reach.all & !reach.must_build) {
                moves.push(StockToColumn { place, to });
            }
        }
    }

    /// The stock places of cards that can be built onto one of the columns.
    #[inline]
    pub fn buildable(&self, columns: &[Column; COLUMNS]) -> u64 {
        columns.iter().fold(0, |places, column| places | self.builders[column.face()])
    }

    /// A column without its last `count` cards, all of its run.
    #[inline]
    fn without(&self, index: usize, column: Column, count: u32) -> Column {
        let dealt = column.dealt() - count.saturating_sub(column.built());
        if count == column.run() {
            return self.dealt_only[index][dealt as usize];
        }
        let suits = column.suits() << count & SUITS;
        let built = column.built().saturating_sub(count);
        Column::pack(suits, column.run() - count, column.run_face(count), dealt, built)
    }

    /// Plays a move, with the Aces that go to their foundations by themselves.
    #[inline]
    pub fn play(&self, state: &mut State, m: MacroMove) {
        match m {
            ColumnToColumn { from, to, count } => {
                let (from, to, count) = (usize::from(from), usize::from(to), u32::from(count));
                let column = state.columns[from];
                state.columns[from] = self.without(from, column, count);
                state.columns[to] = state.columns[to].with(column.suits(), count, column.face());
                self.aces_to_foundations(state, from);
                self.aces_to_foundations(state, to);
            }
            ColumnToFoundation { from } => {
                let from = usize::from(from);
                self.column_to_foundation(state, from);
                self.aces_to_foundations(state, from);
            }
            StockToColumn { place, to } => {
                self.take_from_stock(state, place);
                let (to, card) = (usize::from(to), self.stock[usize::from(place)]);
                state.columns[to] = state.columns[to].with(suit_bit(card, 0), 1, card.face());
                self.aces_to_foundations(state, to);
            }
            StockToFoundation { place } => {
                self.take_from_stock(state, place);
                self.to_foundation(state, self.stock[usize::from(place)]);
            }
            Turn => {
                let talon = state.stock & !below(state.turned);
                let place = talon.trailing_zeros() as usize;
                state.turned = place as u8 + 1;
                let target = landing(self.stock[place].face());
                state.must_play = self.rules.forced_talon_play
                    && state.columns.iter().any(|column| column.face() == target);
            }
            Redeal => {
                state.turned = 0;
                state.pass += u8::from(self.rules.passes.is_some());
            }
        }
    }

    fn take_from_stock(&self, state: &mut State, place: u8) {
        if place + 1 < state.turned {
            state.pass += u8::from(self.rules.passes.is_some());
        }
        state.stock &= !(1 << place);
        state.turned = 64 - (state.stock & below(place)).leading_zeros() as u8;
        state.must_play = false;
    }

    fn to_foundation(&self, state: &mut State, card: CardType) {
        let pile = self.pile_for(state, card).expect("a foundation takes the card");
        state.foundations[pile] += 1;
    }

    fn column_to_foundation(&self, state: &mut State, index: usize) {
        let column = state.columns[index];
        self.to_foundation(state, column.open());
        state.columns[index] = self.without(index, column, 1);
    }

    #[inline]
    fn aces_to_foundations(&self, state: &mut State, index: usize) {
        while self.aces_go_up && state.columns[index].rank() == 1 {
            self.column_to_foundation(state, index);
        }
    }
}
