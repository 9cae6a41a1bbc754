//! Real moves for a path of the abstraction: the free cards in the way are put elsewhere first, as the proof says.

use super::space::{FreeCardMove, FreeCardSpace};
use super::state::FreeCardState;
use crate::eights::state::{CardType, Deal, MacroMove, State, landing};

impl FreeCardSpace<'_> {
    /// The moves of the packed space that the path of a win stands for, and those of the free cards that are
    /// left then: the lowest of them carries nothing, and all lower cards are on the foundations.
    pub fn write(&self, start: &State, path: &[FreeCardMove]) -> Vec<MacroMove> {
        let mut state = FreeCardState::new(self.deal, start);
        let mut table = Arranged { deal: self.deal, state: *start, moves: Vec::new() };
        self.play_safe_moves(&mut state, |m| table.play(m));
        for &m in path {
            table.play(m);
            self.play_move(&mut state, m);
            self.play_safe_moves(&mut state, |m| table.play(m));
        }
        while let Some(card) = lowest_free(&state) {
            table.play(FreeCardMove::ToFoundation { card });
            self.play_move(&mut state, FreeCardMove::ToFoundation { card });
        }
        table.moves
    }

    /// The moves of the packed space that play a foundation move that never hurts, if there is one.
    pub fn write_safe_move(&self, start: &State) -> Option<Vec<MacroMove>> {
        let m = self.safe_move(&FreeCardState::new(self.deal, start))?;
        let mut table = Arranged { deal: self.deal, state: *start, moves: Vec::new() };
        table.play(m);
        Some(table.moves)
    }
}

fn lowest_free(state: &FreeCardState) -> Option<CardType> {
    let free = |suit: &usize| state.free.0[*suit] != 0;
    let lowest =
        |suit: usize| CardType::of(state.free.0[suit].trailing_zeros() as u8 / 4 + 1, suit);
    (0..4).filter(free).map(lowest).min_by_key(|card| card.rank())
}

/// A position of the packed space in which moves of the abstraction are played.
struct Arranged<'d> {
    deal: &'d Deal,
    state: State,
    moves: Vec<MacroMove>,
}

impl Arranged<'_> {
    fn push(&mut self, m: MacroMove) {
        self.moves.push(m);
        self.deal.play(&mut self.state, m);
    }

    fn play(&mut self, m: FreeCardMove) {
        match m {
            FreeCardMove::ToFoundation { card } => {
                let from = self.uncover(|table| table.find(card));
                self.push(MacroMove::ColumnToFoundation { from });
            }
            FreeCardMove::BaseToFoundation { column: from } => {
                let cards_on_it = |table: &Self| table.state.columns[usize::from(from)].run() - 1;
                self.uncover(|table| (from, cards_on_it(table)));
                self.push(MacroMove::ColumnToFoundation { from });
            }
            FreeCardMove::Uncover { column: from } => {
                let run = |table: &Self| table.state.columns[usize::from(from)].run();
                let base = self.state.columns[usize::from(from)].run_card(run(self) - 1);
                let to = self.place_for(base.face(), from);
                self.push(MacroMove::ColumnToColumn { from, to, count: run(self) as u8 });
            }
            FreeCardMove::StockToFoundation { place } => {
                self.push(MacroMove::StockToFoundation { place })
            }
            FreeCardMove::StockToColumn { place } => {
                let to = self.place_for(self.deal.stock[usize::from(place)].face(), u8::MAX);
                self.push(MacroMove::StockToColumn { place, to });
            }
        }
    }

    /// The column of a free card of the type and how many cards lie on that, as few as can be.
    fn find(&self, card: CardType) -> (u8, u32) {
        let columns = self.state.columns[..self.deal.width].iter().enumerate();
        let places = columns.flat_map(|(i, &column)| {
            let has_base = column.run() < column.dealt() + column.built();
            let free = 0..column.run() - u32::from(has_base);
            free.filter(move |&under| column.run_card(under) == card).map(move |n| (i as u8, n))
        });
        places.min_by_key(|&(_, cards_on_it)| cards_on_it).expect("the card is free")
    }

    /// Puts the cards that lie on a card elsewhere; says in which column it then is open.
    fn uncover(&mut self, find: impl Fn(&Self) -> (u8, u32)) -> u8 {
        let (mut from, mut count) = find(self);
        if count > 0 {
            let face = self.state.columns[usize::from(from)].run_card(count - 1).face();
            let to = self.place_for(face, from);
            (from, count) = find(self);
            if count > 0 {
                self.push(MacroMove::ColumnToColumn { from, to, count: count as u8 });
            }
        }
        from
    }

    /// A column other than `from` that takes a card of this face with all that lies on it.
    fn place_for(&mut self, face: usize, from: u8) -> u8 {
        let open = |state: &State, face: usize, from: u8| {
            let is_open = |&i: &u8| i != from && state.columns[usize::from(i)].face() == face;
            (0..self.deal.width as u8).find(is_open)
        };
        let empty = 0;
        if let Some(to) =
            [landing(face), empty].into_iter().find_map(|f| open(&self.state, f, from))
        {
            return to;
        }
        // In some class more cards lie first in cleared than are needed.
        let move_away = |i: u8| {
            let column = self.state.columns[usize::from(i)];
            let run = column.run();
            let is_cleared = run == column.dealt() + column.built();
            let to = open(&self.state, landing(column.run_card(run - 1).face()), i);
            to.filter(|_| is_cleared).map(|to| MacroMove::ColumnToColumn {
                from: i,
                to,
                count: run as u8,
            })
        };
        let m =
            (0..self.deal.width as u8).find_map(move_away).expect("a cleared column is not needed");
        self.push(m);
        let MacroMove::ColumnToColumn { from: emptied, .. } = m else {
            unreachable!("a run is moved away")
        };
        emptied
    }
}
