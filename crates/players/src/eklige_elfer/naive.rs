//! A beginner at Eklige Elfer.

use gehtauf_rules::{AnyPosition, Move, Position, View};

use crate::follow::MoveByMove;
use crate::player::About;

/// Moves whole runs only.
pub(crate) const NAIVE: MoveByMove = MoveByMove {
    about: About {
        name: "naive",
        en: "Takes complete runs out, puts whole runs onto cards that take them and Kings into spaces, always \
         the first such move from the left. It deals when there is none.",
        de: "Nimmt fertige Familien heraus, legt ganze Leitern an passende Karten und Könige in \
         leere Spalten, immer den ersten solchen Zug von links. Wenn es keinen gibt, legt er \
         vom Talon an.",
    },
    choose,
};

/// Each of these moves but the deal makes the runs fewer, or fills a space with a King that lay on cards.
fn choose(view: &View) -> Option<Move> {
    let AnyPosition::EkligeElfer(position) = view.position() else { return None };
    let columns = position.columns();
    let is_naive = |m: &Move| match *m {
        Move::ColumnToColumn { from, to, count } => {
            let from = &columns[usize::from(from)];
            let is_whole_run = usize::from(count) == from.run_len();
            let gets_off_cards = usize::from(count) < from.cards.len();
            is_whole_run && (gets_off_cards || !columns[usize::from(to)].cards.is_empty())
        }
        Move::Deal => false,
        _ => true,
    };
    let moves = position.legal_moves();
    moves.iter().copied().find(is_naive).or(moves.last().copied().filter(|&m| m == Move::Deal))
}
