//! A move and the foundation moves that are worth playing at once after it: what a beam counts as one move.
//!
//! Under forced talon play, and with one pile per suit, these foundation moves may hurt: a beam proves nothing.

use gehtauf_rules::Move;

use super::prunings::safe_foundation_moves::NextCards;
use super::state::{Deal, MacroMove, State};

impl Deal {
    /// Plays the foundation moves that never hurt, each told to `tell` before it is played; `next` are
    /// the state's next cards, and what comes back those after the moves.
    fn play_safe_moves(
        &self,
        state: &mut State,
        mut next: NextCards,
        mut tell: impl FnMut(&State, MacroMove),
    ) -> NextCards {
        while let Some(m) = self.safe_foundation_move(state, &next) {
            tell(state, m);
            self.play(state, m);
            next = self.next_cards(&state.foundations);
        }
        next
    }

    /// Plays the foundation moves that are worth playing before the first move, as [`Deal::play_closed`]
    /// those after each.
    pub fn begin_closed(
        &self,
        state: &mut State,
        tell: impl FnMut(&State, MacroMove),
    ) -> NextCards {
        let next = self.next_cards(&state.foundations);
        if state.must_play { next } else { self.play_safe_moves(state, next, tell) }
    }

    /// Plays a move and the foundation moves that are worth playing at once, each told to `tell`
    /// before it is played; `next` are the state's next cards, and what comes back those after the
    /// moves. The card that a part of a run is moved off goes to its foundation if that takes it.
    #[inline]
    pub fn play_closed(
        &self,
        state: &mut State,
        next: &NextCards,
        m: MacroMove,
        mut tell: impl FnMut(&State, MacroMove),
    ) -> NextCards {
        tell(state, m);
        let foundations = state.foundations;
        let goes_to_foundation = |from: u8, count: u8| {
            let (column, count) = (state.columns[usize::from(from)], u32::from(count));
            count < column.run() && next.all >> column.run_card(count).index() & 1 == 1
        };
        let uncovered = match m {
            MacroMove::ColumnToColumn { from, count, .. } if goes_to_foundation(from, count) => {
                Some(MacroMove::ColumnToFoundation { from })
            }
            _ => None,
        };
        self.play(state, m);
        if let Some(m) = uncovered {
            tell(state, m);
            self.play(state, m);
        }
        if state.foundations != foundations {
            let next = self.next_cards(&state.foundations);
            return self.play_safe_moves(state, next, tell);
        }
        // Before the move there was no such move, so that only what it uncovered can be one.
        let (one, other) = match m {
            MacroMove::ColumnToColumn { from, to, .. } => (from, to),
            MacroMove::StockToColumn { to, .. } => (to, to),
            // A turned card uncovers but itself.
            _ => (0, 0),
        };
        let column_is_safe = |i: u8| next.is_safe(state.columns[usize::from(i)]);
        let waste_is_safe = |i: u8| next.is_safe_on_waste(self.stock[usize::from(i)]);
        if !column_is_safe(one)
            && !column_is_safe(other)
            && !state.waste_top().is_some_and(waste_is_safe)
        {
            return *next;
        }
        self.play_safe_moves(state, *next, tell)
    }

    /// The moves of the rules that make up the path of a beam.
    pub fn write_closed(&self, start: State, path: &[MacroMove]) -> Vec<Move> {
        let mut state = start;
        let mut moves = Vec::new();
        let mut write = |state: &State, m| self.write(state, m, &mut moves);
        let mut next = self.begin_closed(&mut state, &mut write);
        for &m in path {
            next = self.play_closed(&mut state, &next, m, &mut write);
        }
        moves
    }
}
