//! Players of Domino, where nothing is hidden.

mod ahead;
mod naive;
mod rows;

use ahead::Ahead;
use gehtauf_rules::Move;
use gehtauf_rules::domino::Domino;
use naive::Naive;
use rows::Rows;

use crate::player::Player;
use crate::random::Random;

/// The weakest first.
pub(crate) const PLAYERS: &[&dyn Player] = &[
    &Random,
    &Naive,
    &Ahead {
        name: "ahead-1",
        description: "Plays the move after which most cards lie in order from the left on, and behind \
                      the card that they follow. It redeals when no move makes that more.",
        description_de: "Macht den Zug, nach dem die meisten Karten von links an in Ordnung liegen und hinter der, auf die sie folgen. Wenn kein Zug das verbessert, legt er neu aus.",
        moves: 1,
    },
    &Ahead {
        name: "ahead-2",
        description: "Looks two moves ahead for most cards in order from the left on, and behind the \
                      card that they follow. It redeals when two moves do not make that more.",
        description_de: "Schaut zwei Züge voraus nach den meisten Karten, die von links an in Ordnung liegen und hinter der, auf die sie folgen. Wenn zwei Züge das nicht verbessern, legt er neu aus.",
        moves: 2,
    },
    &Ahead {
        name: "ahead-4",
        description: "Looks four moves ahead for most cards in order from the left on, and behind the \
                      card that they follow. It redeals when four moves do not make that more.",
        description_de: "Schaut vier Züge voraus nach den meisten Karten, die von links an in Ordnung liegen und hinter der, auf die sie folgen. Wenn vier Züge das nicht verbessern, legt er neu aus.",
        moves: 4,
    },
    &Ahead {
        name: "ahead-6",
        description: "Looks six moves ahead for most cards in order from the left on, and behind the \
                      card that they follow. It redeals when six moves do not make that more.",
        description_de: "Schaut sechs Züge voraus nach den meisten Karten, die von links an in Ordnung liegen und hinter der, auf die sie folgen. Wenn sechs Züge das nicht verbessern, legt er neu aus.",
        moves: 6,
    },
];

/// The redeal, if it is legal and there is something left to deal. (Under `redeal=blocked` a player who sees
/// nothing good in the moves that are left gives up.)
fn redeal(position: &Domino, rows: &Rows) -> Option<Move> {
    let is_legal =
        position.redeals_left() > 0 && (!position.variant().redeal_blocked || rows.steps().1 == 0);
    (is_legal && !rows.is_won()).then_some(Move::Redeal)
}
