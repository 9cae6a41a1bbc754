//! A beginner at Acht mal Acht and 8x8.

use gehtauf_rules::eights::Table;
use gehtauf_rules::{Move, View};

use super::table;
use crate::follow::MoveByMove;
use crate::player::About;

/// Plays what fits.
pub(crate) const NAIVE: MoveByMove = MoveByMove {
    about: About {
        name: "naive",
        en: "Plays the first card that goes to a foundation, else the first whole run that goes onto a card, else \
         the top waste card to the first column that takes it. It turns the next card when nothing fits.",
        de: "Spielt die erste Karte, die auf einen Ablagestapel geht, sonst die erste ganze \
         Leiter, die auf eine Karte passt, sonst die oberste Haufenkarte auf die erste \
         Spalte, die sie nimmt. Wenn nichts passt, deckt er die nächste Karte auf.",
    },
    choose,
};

fn choose(view: &View) -> Option<Move> {
    let table = table(view)?;
    let moves = view.legal_moves().into_iter();
    moves.filter_map(|m| Some((order(table, m)?, m))).min().map(|(_, m)| m)
}

/// What comes first; nothing of what is left undone. Each of these moves makes the runs fewer, or plays a card
/// of the waste, or turns.
fn order(table: &Table, m: Move) -> Option<u8> {
    match m {
        Move::ColumnToFoundation { .. } | Move::WasteToFoundation => Some(0),
        Move::ColumnToColumn { from, to, count } => {
            let [from, to] = [from, to].map(|i| &table.columns[usize::from(i)]);
            (usize::from(count) == from.run_len() && !to.cards.is_empty()).then_some(1)
        }
        Move::WasteToColumn { .. } => Some(2),
        Move::Turn | Move::Redeal => Some(3),
        _ => None,
    }
}
