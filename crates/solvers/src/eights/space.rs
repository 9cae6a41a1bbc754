//! The space of packed states, for the complete search: exact keys, and moves that leave nothing out.

use gehtauf_rules::eights::Rules;
use gehtauf_search::Space;

use super::moves::Choice;
use super::prunings::talon_macro_moves::Talon;
use super::prunings::{Prunings, dead_ends, symmetric_columns};
use super::state::{Deal, MacroMove, State};

/// A deal as the complete search sees it.
pub struct PackedSpace<'d> {
    deal: &'d Deal,
    prunings: Prunings,
}

impl PackedSpace<'_> {
    /// The prunings are those that hold under the deal's rules.
    pub fn new(deal: &Deal, prunings: Prunings) -> PackedSpace<'_> {
        PackedSpace { deal, prunings }
    }

    /// Whether the moves are all that these rules have: none comes back from a foundation.
    pub fn supports(rules: &Rules) -> bool {
        let Rules {
            pack: _,
            columns: _,
            rows: _,
            passes: _,
            foundation_return,
            runs_to_spaces: _,
            forced_talon_play: _,
            one_pile_per_suit: _,
            face_down: _,
            forced_aces: _,
        } = rules;
        !foundation_return
    }
}

impl Space for PackedSpace<'_> {
    type State = State;
    type Move = MacroMove;
    type Key = State;

    fn key(&self, state: &State) -> State {
        let mut key = *state;
        if self.prunings.talon_macro_moves && self.deal.rules.passes.is_none() {
            key.turned = 0;
        }
        if self.prunings.symmetric_columns {
            symmetric_columns::sort(&mut key.columns[..self.deal.width]);
        }
        key
    }

    fn is_won(&self, state: &State) -> bool {
        state.is_won()
    }

    fn moves(&self, state: &State, moves: &mut Vec<MacroMove>) {
        if self.prunings.dead_ends && dead_ends::no_column_empties(self.deal, state) {
            return;
        }
        let next = self.deal.next_cards(&state.foundations);
        if self.prunings.safe_foundation_moves
            && let Some(m) = self.deal.safe_foundation_move(state, &next)
        {
            moves.push(m);
            return;
        }
        let macro_moves = self.prunings.talon_macro_moves;
        let choice = Choice {
            talon: if macro_moves { Talon::MacroMoves } else { Talon::CardByCard },
            to_uncover: u64::MAX,
            symmetric: !self.prunings.symmetric_columns,
        };
        self.deal.moves(state, &next, choice, moves);
    }

    fn play(&self, state: &mut State, m: MacroMove) {
        self.deal.play(state, m);
    }
}
