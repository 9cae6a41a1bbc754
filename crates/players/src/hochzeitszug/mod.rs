//! Players of Hochzeitszug.

mod digger;
mod memory;
mod naive;
mod table;

use digger::Digger;
use memory::Memory;
use naive::Naive;

use crate::player::{About, Player};
use crate::random::Random;

/// The weakest first.
pub(crate) const PLAYERS: &[&dyn Player] = &[
    &Naive,
    &Random,
    &Digger {
        about: About {
            name: "greedy",
            en: "Plays cards to foundations, and onto another stack only a card that lies on one that \
                      goes up. Else it fills empty stacks from the talon, and then redeals.",
            de: "Legt Karten auf die Ablagestapel und auf einen anderen Stapel nur eine Karte, unter der eine liegt, die hochgelegt werden kann. Sonst füllt er freie Felder vom Talon, und dann legt er neu aus.",
        },
        deepest: 1,
    },
    &Digger {
        about: About {
            name: "digger",
            en: "Plays cards to foundations, and packs as few cards as it takes to free one that goes \
                      up. Else it fills empty stacks from the talon, and then redeals, and remembers nothing.",
            de: "Legt Karten auf die Ablagestapel und legt so wenige um, wie nötig sind, um eine freizulegen, die hochgelegt werden kann. Sonst füllt er freie Felder vom Talon, legt dann neu aus und merkt sich nichts.",
        },
        deepest: usize::MAX,
    },
    &Memory,
];
