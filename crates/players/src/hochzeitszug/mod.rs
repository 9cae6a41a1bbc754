//! Players of Hochzeitszug.

mod digger;
mod memory;
mod naive;
mod table;

use digger::Digger;
use memory::Memory;
use naive::Naive;

use crate::{Player, Random};

/// The weakest first.
pub(crate) const PLAYERS: &[&dyn Player] = &[
    &Naive,
    &Random,
    &Digger {
        name: "greedy",
        description: "Plays cards to foundations, and onto another stack only a card that lies on one that \
                      goes up. Else it fills empty stacks from the talon, and then redeals.",
        deepest: 1,
    },
    &Digger {
        name: "digger",
        description: "Plays cards to foundations, and packs as few cards as it takes to free one that goes \
                      up. Else it fills empty stacks from the talon, and then redeals, and remembers nothing.",
        deepest: usize::MAX,
    },
    &Memory,
];
