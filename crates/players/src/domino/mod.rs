//! Players of Domino, where nothing is hidden.

mod ahead;
mod naive;
mod rows;

use ahead::Ahead;
use gehtauf_rules::Move;
use gehtauf_rules::domino::Domino;
use naive::Naive;
use rows::Rows;

use crate::player::{About, Player};
use crate::random::Random;

/// The player who looks so many moves ahead; the words are "two moves", "do", "zwei Züge" twice, as object and
/// as subject, and "verbessern".
macro_rules! ahead {
    ($moves:literal, $en:literal $does:literal, $far:literal $de:literal $improves:literal) => {
        &Ahead {
            about: About {
                name: concat!("ahead-", $moves),
                en: concat!(
                    "Looks ",
                    $en,
                    " ahead for most cards in order from the left on, and behind the card \
                     that they follow. It redeals when ",
                    $en,
                    " ",
                    $does,
                    " not make that more."
                ),
                de: concat!(
                    "Sucht ",
                    $far,
                    " voraus, wie möglichst viele Karten von links an geordnet oder hinter \
                     ihrer Vorgängerin liegen. Wenn ",
                    $de,
                    " das nicht ",
                    $improves,
                    ", legt er neu aus."
                ),
            },
            moves: $moves,
        }
    };
}

/// The weakest first (docs/luck-and-skill.md).
pub(crate) const PLAYERS: &[&dyn Player] = &[
    &Random,
    ahead!(1, "one move" "does", "einen Zug" "ein Zug" "verbessert"),
    &Naive,
    ahead!(2, "two moves" "do", "zwei Züge" "zwei Züge" "verbessern"),
    ahead!(4, "four moves" "do", "vier Züge" "vier Züge" "verbessern"),
    ahead!(6, "six moves" "do", "sechs Züge" "sechs Züge" "verbessern"),
];

/// The redeal, if it is legal and there is something left to deal. (Under `redeal=blocked` a player who sees
/// nothing good in the moves that are left gives up.)
fn redeal(position: &Domino, rows: &Rows) -> Option<Move> {
    let is_legal =
        position.redeals_left() > 0 && (!position.variant().redeal_blocked || rows.steps().1 == 0);
    (is_legal && !rows.is_won()).then_some(Move::Redeal)
}
