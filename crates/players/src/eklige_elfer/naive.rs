//! A beginner at Eklige Elfer.

use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_rules::{AnyPosition, Move, Position, View};

use crate::follow::follow;
use crate::player::Player;
use crate::seed::Seed;

/// Moves whole runs only.
#[derive(Debug)]
pub(crate) struct Naive;

impl Player for Naive {
    fn name(&self) -> &'static str {
        "naive"
    }

    fn description(&self) -> &'static str {
        "Takes complete runs out, puts whole runs onto cards that take them and Kings into spaces, always \
         the first such move from the left. It deals when there is none."
    }

    fn description_de(&self) -> &'static str {
        "Nimmt ganze Leitern heraus, legt ganze Folgen auf passende Karten und Könige in \
         leere Spalten, immer den ersten solchen Zug von links. Wenn es keinen gibt, legt er \
         neu aus."
    }

    fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
        follow(view, |view| match view.position() {
            AnyPosition::EkligeElfer(position) => choose(position),
            _ => None,
        })
    }
}

/// Each of these moves but the deal makes the runs fewer, or fills a space with a King that lay on cards.
fn choose(position: &EkligeElfer) -> Option<Move> {
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
