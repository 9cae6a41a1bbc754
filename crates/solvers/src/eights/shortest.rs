//! Shorter wins: fewer passes, then beams, and A* below them.

use gehtauf_rules::Move;
use gehtauf_rules::eights::Table;
use gehtauf_search::{Bounded, Budget, Evaluated, Space, Stop, Stratified, Verdict, hashing};

use super::evaluation::lower_bound::lower_bound;
use super::evaluation::shortest::evaluate;
use super::portfolio;
use super::prunings::Prunings;
use super::space::PackedSpace;
use super::state::{Deal, MacroMove, State};
use crate::shorten;
use crate::shortest::{Best, Win, prove, shorten_by_rules};

/// Of the states left so many parts go into a search with fewer passes.
const SHARE_OF_FEWER_PASSES: u64 = 10;

/// The moves of the rules, where each counts one.
///
/// Symmetric columns alone are merged: a play with columns exchanged has as many moves, and a move that only
/// exchanges two is in no shortest win.
struct MovesSpace<'d> {
    deal: &'d Deal,
    states: PackedSpace<'d>,
}

impl<'d> MovesSpace<'d> {
    fn new(deal: &'d Deal) -> MovesSpace<'d> {
        let prunings = Prunings { symmetric_columns: true, ..Prunings::NONE };
        MovesSpace { deal, states: PackedSpace::new(deal, prunings) }
    }

    /// The moves of a win, as those of this space, which takes no card back from a foundation.
    fn steps_of(&self, start: &State, moves: &[Move]) -> Option<Vec<MacroMove>> {
        let mut state = *start;
        let mut steps = Vec::with_capacity(moves.len());
        for &m in moves {
            let waste = state.turned.wrapping_sub(1);
            let step = match m {
                Move::ColumnToColumn { from, to, count } => {
                    MacroMove::ColumnToColumn { from, to, count }
                }
                Move::ColumnToFoundation { from } => MacroMove::ColumnToFoundation { from },
                Move::WasteToColumn { to } => MacroMove::StockToColumn { place: waste, to },
                Move::WasteToFoundation => MacroMove::StockToFoundation { place: waste },
                Move::Turn => MacroMove::Turn,
                Move::Redeal => MacroMove::Redeal,
                _ => return None,
            };
            self.states.play(&mut state, step);
            steps.push(step);
        }
        Some(steps)
    }
}

impl Space for MovesSpace<'_> {
    type State = State;
    type Move = MacroMove;
    type Key = u128;

    fn key(&self, state: &State) -> u128 {
        hashing::key_of(&self.states.key(state))
    }

    fn is_won(&self, state: &State) -> bool {
        state.is_won()
    }

    fn moves(&self, state: &State, moves: &mut Vec<MacroMove>) {
        self.states.moves(state, moves);
    }

    fn play(&self, state: &mut State, m: MacroMove) {
        self.states.play(state, m);
    }
}

impl Bounded for MovesSpace<'_> {
    fn moves_left(&self, state: &State) -> u32 {
        self.deal.moves_left(state)
    }
}

impl Evaluated for MovesSpace<'_> {
    fn evaluate(&self, state: &State) -> i32 {
        evaluate(self.deal, state)
    }
}

impl Stratified for MovesSpace<'_> {
    fn strata(&self) -> usize {
        self.deal.rules.passes.unwrap_or(1).into()
    }

    fn stratum(&self, state: &State) -> usize {
        usize::from(state.pass) - 1
    }
}

/// Makes the win shorter until it is proven that none is.
///
/// # Errors
/// The budget is spent.
pub fn shortest(table: &Table, best: &mut Best, budget: &mut Budget<'_>) -> Result<(), Stop> {
    let Some((deal, start)) = Deal::new(table) else {
        return shorten_by_rules(table, lower_bound, best, budget);
    };
    with_fewer_passes(table, best, budget)?;
    let space = MovesSpace::new(&deal);
    let to_rules = |steps: Vec<MacroMove>| deal.write_path(start, &steps);
    if let Some(moves) = space.steps_of(&start, best.moves()) {
        let mut win = Win { space: &space, start: &start, moves };
        win.shorten(budget.states_left() / 2, to_rules, best, budget)?;
    }
    match PackedSpace::supports(&deal.rules) {
        true => prove(&space, &start, to_rules, best, budget),
        false => shorten_by_rules(table, lower_bound, best, budget),
    }
}

/// Looks for a win in fewer passes, each number with a part of the states: the turns of a pass are most of what a
/// win can do without.
fn with_fewer_passes(table: &Table, best: &mut Best, budget: &mut Budget<'_>) -> Result<(), Stop> {
    let Some(passes) = table.rules.passes else { return Ok(()) };
    for passes in table.pass..passes {
        let mut fewer = table.clone();
        fewer.rules.passes = Some(passes);
        let share = budget.states_left() / SHARE_OF_FEWER_PASSES;
        let (verdict, _) = budget.stage(share, |budget| portfolio::solve(&fewer, budget));
        if let Verdict::Won(moves) = verdict {
            best.shorten(shorten(table, &moves, budget).moves, budget);
            break;
        }
    }
    Ok(())
}
