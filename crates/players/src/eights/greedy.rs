//! A player of Acht mal Acht and 8x8 who looks one move ahead.

use gehtauf_cards::Card;
use gehtauf_rules::eights::Table;
use gehtauf_rules::{Column, Move, View, builds};

use super::table;
use crate::follow::MoveByMove;
use crate::player::About;

/// Climbs by the best move.
pub(crate) const GREEDY: MoveByMove = MoveByMove {
    about: About {
        name: "greedy",
        en: "Plays the move after which most cards lie on foundations and the columns have few runs on top of each \
         other. It turns the next card when no move makes that better.",
        de: "Macht den Zug, nach dem am meisten Karten abgelegt sind und die Spalten aus wenigen \
         Leitern bestehen. Wenn kein Zug das verbessert, deckt er die nächste Karte auf.",
    },
    choose,
};

fn choose(view: &View) -> Option<Move> {
    let table = table(view)?;
    let moves = view.legal_moves();
    let best = moves.iter().map(|&m| (gain(table, m), m)).max_by_key(|&(gain, _)| gain)?;
    let goes_on = |m: &&Move| matches!(m, Move::Turn | Move::Redeal);
    // A turned card may have to be played whatever it costs.
    let is_forced = moves.len() == 1 || table.must_play;
    if best.0 > 0 || is_forced { Some(best.1) } else { moves.iter().find(goes_on).copied() }
}

/// What a card on a foundation adds to the evaluation.
const FOUNDATION: i32 = 100;
/// What a card of the waste takes from it.
const WASTE: i32 = 5;

/// How much greater the evaluation of the table is after a move. A card that it turns up may be any.
fn gain(table: &Table, m: Move) -> i32 {
    let column = |i: u8| &table.columns[usize::from(i)];
    let after_leaving = |from: &Column, count: usize| {
        evaluate(&from.cards[..from.cards.len() - count], from.face_down)
            - evaluate(&from.cards, from.face_down)
    };
    let after_taking = |to: &Column, cards: &[Card]| {
        evaluate(&[&to.cards, cards].concat(), to.face_down) - evaluate(&to.cards, to.face_down)
    };
    match m {
        Move::ColumnToFoundation { from } => FOUNDATION + after_leaving(column(from), 1),
        Move::WasteToFoundation => FOUNDATION + WASTE,
        Move::ColumnToColumn { from, to, count } => {
            let (from, count) = (column(from), usize::from(count));
            let moved = &from.cards[from.cards.len() - count..];
            after_leaving(from, count) + after_taking(column(to), moved)
        }
        Move::WasteToColumn { to } => {
            let card = table.waste_top().expect("there is a waste card to play");
            WASTE + after_taking(column(to), &[card])
        }
        _ => 0,
    }
}

/// The evaluation of a column.
fn evaluate(cards: &[Card], face_down: usize) -> i32 {
    if cards.is_empty() {
        return 0;
    }
    let up = &cards[face_down.min(cards.len() - 1)..];
    let joints = up.windows(2).filter(|pair| builds(pair[1], pair[0])).count();
    let runs = (cards.len() - joints) as i32;
    -RUN * runs - runs * runs
}
/// What a run takes from it.
const RUN: i32 = 5;
