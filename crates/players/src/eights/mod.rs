//! Players of Acht mal Acht and 8x8.

mod greedy;
mod naive;
mod scout;

use gehtauf_rules::eights::Table;
use gehtauf_rules::{AnyPosition, View};
use greedy::GREEDY;
use naive::NAIVE;
use scout::Scout;

use crate::player::Player;
use crate::random::Random;

/// Those of Acht mal Acht, the weakest first.
pub(crate) const ACHT_MAL_ACHT: &[&dyn Player] = &[&Random, &NAIVE, &GREEDY, &Scout];

/// Those of 8x8, the weakest first.
pub(crate) const EIGHT_BY_EIGHT: &[&dyn Player] = &[&Random, &NAIVE, &GREEDY];

/// What lies on the table, with the unseen cards in the order of the pack.
fn table(view: &View) -> Option<&Table> {
    match view.position() {
        AnyPosition::AchtMalAcht(position) => Some(position.table()),
        AnyPosition::EightByEight(position) => Some(position.table()),
        _ => None,
    }
}
