//! Shorter wins: beams, and A* below them.

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::{Bounded, Budget, Evaluated, Space, Stop, Stratified};

use super::evaluation::lower_bound::moves_left;
use super::evaluation::shortest::evaluate;
use super::prunings::Prunings;
use super::space::StateSpace;
use super::state::{NONE, State, VariantTables};
use crate::shortest::{Best, Win, prove};

/// The moves of the rules, where each counts one.
///
/// The symmetric stacks alone are merged, for a renamed play has as many moves.
struct MovesSpace<'v> {
    states: StateSpace<'v>,
    /// Whether of several cards that can go to the foundations one is enough. It proves nothing, and keeps a beam
    /// from being full of states that differ in the order of such moves.
    one_foundation_move: bool,
}

impl<'v> MovesSpace<'v> {
    fn new(tables: &'v VariantTables, one_foundation_move: bool) -> MovesSpace<'v> {
        let prunings = Prunings { symmetric_stacks: true, ..Prunings::NONE };
        MovesSpace { states: StateSpace::new(tables, prunings), one_foundation_move }
    }
}

impl Space for MovesSpace<'_> {
    type State = State;
    type Move = Move;
    type Key = u128;

    fn key(&self, state: &State) -> u128 {
        self.states.key(state)
    }

    fn is_won(&self, state: &State) -> bool {
        self.states.is_won(state)
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.states.moves(state, moves);
        if !self.one_foundation_move {
            return;
        }
        // Which stack is refilled first matters.
        let refills = |stack: u8| state.first_round && state.below(state.top(stack.into())) == NONE;
        let is_free = |m: &Move| matches!(m, Move::StackToFoundation { from } if !refills(*from));
        if let Some(only) = moves[first..].iter().copied().find(is_free) {
            let mut at = 0;
            moves.retain(|&m| {
                at += 1;
                at <= first || m == only || !matches!(m, Move::StackToFoundation { .. })
            });
        }
    }

    fn play(&self, state: &mut State, m: Move) {
        self.states.play(state, m);
    }
}

impl Bounded for MovesSpace<'_> {
    fn moves_left(&self, state: &State) -> u32 {
        moves_left(self.states.tables, state)
    }
}

impl Evaluated for MovesSpace<'_> {
    fn evaluate(&self, state: &State) -> i32 {
        evaluate(self.states.tables, state)
    }
}

impl Stratified for MovesSpace<'_> {
    fn strata(&self) -> usize {
        usize::from(self.states.tables.variant.redeals) + 1
    }

    fn stratum(&self, state: &State) -> usize {
        state.redeals_left.into()
    }
}

/// Makes the win shorter until it is proven that none is.
///
/// # Errors
/// The budget is spent.
pub fn shortest(
    position: &Hochzeitszug,
    best: &mut Best,
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let tables = VariantTables::new(position.variant());
    let start = State::new(&tables, position);
    let space = MovesSpace::new(&tables, true);
    let mut win = Win { space: &space, start: &start, moves: best.moves().to_vec() };
    win.shorten(budget.states_left() / 2, |moves| moves, best, budget)?;
    prove(&MovesSpace::new(&tables, false), &start, |moves| moves, best, budget)
}
