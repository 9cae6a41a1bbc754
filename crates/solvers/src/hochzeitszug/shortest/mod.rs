//! Shorter wins: beams over macro moves, and A* below them.

mod macro_moves;

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::{Bounded, Budget, Outcome, Space, Stop, strata_beam};

use super::evaluation::lower_bound::{DEPTH, moves_left};
use super::prunings::Prunings;
use super::space::StateSpace;
use super::state::{State, VariantTables};
use crate::shortest::{Best, FIRST_WIDTH, WIDENING, prove};
use macro_moves::MacroSpace;

/// The moves of the rules, where each counts one.
///
/// The symmetric stacks alone are merged, for a renamed play has as many moves.
struct MovesSpace<'v>(StateSpace<'v>);

impl Space for MovesSpace<'_> {
    type State = State;
    type Move = Move;
    type Key = u128;

    fn key(&self, state: &State) -> u128 {
        self.0.key(state)
    }

    fn is_won(&self, state: &State) -> bool {
        self.0.is_won(state)
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        self.0.moves(state, moves);
    }

    fn play(&self, state: &mut State, m: Move) {
        self.0.play(state, m);
    }
}

impl Bounded for MovesSpace<'_> {
    fn moves_left(&self, state: &State) -> u32 {
        moves_left(self.0.tables, state, DEPTH)
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
    let prunings = Prunings { symmetric_stacks: true, ..Prunings::NONE };
    let states = StateSpace::new(&tables, prunings);
    let beams = budget.stage(budget.states_left() / 2, |budget| {
        shorten(&MacroSpace(states), &start, best, budget)
    });
    match beams {
        Ok(()) | Err(Stop::Stage) => {}
        Err(stop) => return Err(stop),
    }
    prove(&MovesSpace(states), &start, |moves| moves, best, budget)
}

/// Beams of growing width, until one drops nothing.
fn shorten(
    space: &MacroSpace<'_>,
    start: &State,
    best: &mut Best,
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let mut width = FIRST_WIDTH;
    while !best.is_proven() {
        let to_foundation = |m: &&Move| matches!(m, Move::StackToFoundation { .. });
        let fewer_than = best.length() - best.moves().iter().filter(to_foundation).count() as u32;
        match strata_beam(space, &space.node(start.clone()), fewer_than, width, budget)? {
            Outcome::Won(win) => best.shorten(space.to_rules(start, &win), budget),
            Outcome::Unwinnable => break,
            Outcome::Open => {}
        }
        width = width.saturating_mul(WIDENING);
    }
    Ok(())
}
