//! A player of Eklige Elfer who looks one move ahead.

use gehtauf_cards::Card;
use gehtauf_rules::{AnyPosition, Column, Move, Position, View, builds};

use crate::follow::MoveByMove;
use crate::player::About;

/// Climbs by the best move.
pub(crate) const GREEDY: MoveByMove = MoveByMove {
    about: About {
        name: "greedy",
        en: "Plays the move after which the columns are worth most: few runs on top of each other, and long ones \
         with little below. It deals when no move makes them worth more.",
        de: "Macht den Zug, nach dem die Spalten am meisten wert sind: wenige Leitern \
         übereinander, und lange mit wenig darunter. Wenn kein Zug sie verbessert, legt er \
         vom Talon an.",
    },
    choose,
};

fn choose(view: &View) -> Option<Move> {
    let AnyPosition::EkligeElfer(position) = view.position() else { return None };
    let moves = position.legal_moves();
    if let Some(&out) = moves.iter().find(|m| matches!(m, Move::ColumnOut { .. })) {
        return Some(out);
    }
    let columns = position.columns();
    let gain = |m: Move| match m {
        Move::ColumnToColumn { from, to, count } => {
            let [from, to] = [from, to].map(|i| &columns[usize::from(i)]);
            gain(from, to, usize::from(count))
        }
        _ => 0,
    };
    let best = moves.iter().map(|&m| (gain(m), m)).max_by_key(|&(gain, _)| gain)?;
    let deal = || moves.last().copied().filter(|&m| m == Move::Deal);
    if best.0 > 0 { Some(best.1) } else { deal() }
}

/// How much greater the evaluation of the two columns is after a move. A card that it turns up may be any.
fn gain(from: &Column, to: &Column, count: usize) -> i32 {
    let (left, moved) = from.cards.split_at(from.cards.len() - count);
    let joined = [&to.cards, moved].concat();
    let before = evaluate(&from.cards, from.face_down) + evaluate(&to.cards, to.face_down);
    evaluate(left, from.face_down) + evaluate(&joined, to.face_down) - before
}

/// The evaluation of a column. The figures were tried on seeds 0 to 3000.
fn evaluate(cards: &[Card], face_down: usize) -> i32 {
    if cards.is_empty() {
        return 0;
    }
    // A card about to be turned up is a run of its own, like those that stay face down.
    let up = &cards[face_down.min(cards.len() - 1)..];
    let is_joined = |pair: &&[Card]| builds(pair[1], pair[0]);
    let runs = (cards.len() - up.windows(2).filter(is_joined).count()) as i32;
    let last_run = up.windows(2).rev().take_while(is_joined).count() as i32 + 1;
    last_run * last_run / runs - 50 * runs * runs
}
