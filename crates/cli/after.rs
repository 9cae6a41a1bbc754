//! `--after`: moves to be played before anything else.

use anyhow::{Result, bail};
use clap::Args;
use gehtauf::rules::{AnyPosition, Move, NotAMove, Position};

/// The moves to be played first.
#[derive(Debug, Args)]
pub struct AfterArgs {
    /// Play these moves first
    #[arg(long, value_name = "MOVES", value_parser = moves)]
    after: Option<Moves>,
}

/// Moves separated by blanks or commas.
#[derive(Debug, Clone)]
struct Moves(Vec<Move>);

fn moves(text: &str) -> Result<Moves, NotAMove> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words.map(str::parse).collect::<Result<_, _>>().map(Moves)
}

impl AfterArgs {
    /// The moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.after.iter().flat_map(|moves| &moves.0).copied()
    }

    /// The position after the moves.
    ///
    /// # Errors
    /// One of them is not legal.
    pub fn play(&self, start: &AnyPosition) -> Result<AnyPosition> {
        let mut position = start.clone();
        for (i, m) in self.moves().enumerate() {
            if !position.is_legal(m) {
                bail!("illegal move {}: {m}", i + 1);
            }
            position.play(m);
        }
        Ok(position)
    }
}
