//! Shorter wins: beams over the moves of the rules, and A* below them.

mod table;

use gehtauf_rules::Move;
use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_search::{Bounded, Budget, Evaluated, Space, Stop, Stratified, hashing};

use super::evaluation::shortest::evaluate;
use super::state::ROWS;
use crate::shortest::{Best, Win, prove};
pub use table::{Deal, Table, heads};

/// The moves of the rules, where each counts one.
struct MovesSpace(Deal);

impl Space for MovesSpace {
    type State = Table;
    type Move = Move;
    type Key = u128;

    /// The table without its suits, with the columns in any order once the talon is empty.
    ///
    /// Claim: tables with equal keys are equally far from a win, but for the chance of [`hashing::key_of`]. Proof: no
    /// rule looks at more of a suit than its colour, nor at a column's place but when a row is dealt.
    fn key(&self, table: &Table) -> u128 {
        hashing::key_of(&self.0.in_order(table))
    }

    fn is_won(&self, table: &Table) -> bool {
        self.0.is_won(table)
    }

    fn moves(&self, table: &Table, moves: &mut Vec<Move>) {
        self.0.moves(table, moves);
    }

    fn play(&self, table: &mut Table, m: Move) {
        self.0.play(table, m);
    }
}

impl Bounded for MovesSpace {
    fn moves_left(&self, table: &Table) -> u32 {
        self.0.moves_left(table)
    }
}

impl Evaluated for MovesSpace {
    fn evaluate(&self, table: &Table) -> i32 {
        evaluate(&self.0, table)
    }
}

/// Tables with as many rows to deal are compared.
impl Stratified for MovesSpace {
    fn strata(&self) -> usize {
        ROWS + 1
    }

    fn stratum(&self, table: &Table) -> usize {
        self.0.rows_left(table)
    }
}

/// Makes the win shorter until it is proven that none is.
///
/// # Errors
/// The budget is spent.
pub fn shortest(
    position: &EkligeElfer,
    best: &mut Best,
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let (deal, start) = Deal::new(position);
    let space = MovesSpace(deal);
    let mut win = Win { space: &space, start: &start, moves: best.moves().to_vec() };
    win.shorten(budget.states_left() / 2, |moves| moves, best, budget)?;
    prove(&space, &start, |moves| moves, best, budget)
}
