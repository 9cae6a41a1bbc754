//! What can be counted of a play, by playing it again.

use crate::eklige_elfer::EkligeElfer;
use crate::{Move, Position};

/// How many of the moves are a `redeal` or, in Eklige Elfer, a `deal`.
pub fn redeals(moves: &[Move]) -> u32 {
    moves.iter().filter(|m| matches!(m, Move::Redeal | Move::Deal)).count() as u32
}

/// How many deals of the talon the moves make before the first run goes out; a run that a deal
/// completes goes out after that deal.
///
/// # Panics
/// A move is not legal.
pub fn deals_before_first_run(start: &EkligeElfer, moves: &[Move]) -> u32 {
    let mut position = start.clone();
    let mut deals = 0;
    for &m in moves {
        if position.runs_out() > start.runs_out() {
            break;
        }
        position.play(m);
        deals += u32::from(m == Move::Deal);
    }
    deals
}

/// How many of the moves put a King or his run into an empty column.
///
/// # Panics
/// A move is not legal.
pub fn spaces_filled(start: &EkligeElfer, moves: &[Move]) -> u32 {
    let mut position = start.clone();
    let mut spaces = 0;
    for &m in moves {
        if let Move::ColumnToColumn { to, .. } = m {
            spaces += u32::from(position.columns()[usize::from(to)].cards.is_empty());
        }
        position.play(m);
    }
    spaces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyPosition, Game, Layout, RuleSet, replay};

    #[test]
    fn spaces_and_deals_of_eklige_elfer_are_counted() {
        let sets = [("ranks", "4"), ("suits", "CH"), ("columns", "3")];
        let game = Game::new(RuleSet::EkligeElfer, &sets).unwrap();
        let count = |text: &str, words: &str| {
            let position = game.read(&Layout::parse(text).unwrap()).unwrap();
            let moves: Vec<Move> =
                words.split_whitespace().map(|word| word.parse().unwrap()).collect();
            assert_eq!(replay(&position, &moves), Ok(()));
            let AnyPosition::EkligeElfer(start) = position else { unreachable!("the game's") };
            [redeals(&moves), deals_before_first_run(&start, &moves), spaces_filled(&start, &moves)]
        };
        let text = "c1: [3C] 4C 3H 2C\nc2:\nc3: 2H 4H\ntalon:\naces: AC AC AH AH\n\
                    out: 4C 3H 2C 4H 3C 2H\n";
        assert_eq!(count(text, "c1>out c3>c2 c1>c2 c3>c2 c2>out"), [0, 0, 1]);
        let text = "c1: 4H\nc2: 4C 3H\nc3:\ntalon: 3C 2C AH 2H\naces: AC AC AH\n\
                    out: 4C 3H 2C 4H 3C 2H\n";
        assert_eq!(count(text, "deal c2>out deal c1>out"), [2, 1, 0]);
    }
}
