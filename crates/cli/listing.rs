//! Solutions as text.

use std::fmt::Write;

use gehtauf::rules::{AnyPosition, Move, Position};

/// One line per move: its number, the move, and the cards it takes in hand.
pub fn listing(start: &AnyPosition, moves: &[Move]) -> String {
    let width = moves.len().to_string().len();
    let mut position = start.clone();
    let mut text = String::new();
    for (i, &m) in moves.iter().enumerate() {
        let cards = position.cards_moved(m);
        let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
        let line = format!("{:>width$}. {:<10} {}", i + 1, m.to_string(), cards.join(" "));
        writeln!(text, "{}", line.trim_end()).expect("a string takes everything");
        position.play(m);
    }
    text
}
