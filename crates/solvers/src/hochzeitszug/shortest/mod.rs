//! Shorter wins: beams over macro moves, and A* below them.

mod macro_moves;

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::{Budget, Outcome, Stop, strata_beam};

use super::prunings::Prunings;
use super::space::StateSpace;
use super::state::{State, VariantTables};
use crate::shortest::{Best, FIRST_WIDTH, WIDENING, prove};
use macro_moves::MacroSpace;

/// Makes the win shorter until it is proven that none is. Of the prunings symmetric stacks alone are on, for a
/// renamed play has as many moves.
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
    let beams = MacroSpace(states);
    budget.within(budget.states_left() / 2, |budget| shorten(&beams, &start, best, budget))?;
    prove(&states, &start, |moves| moves, best, budget)
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
