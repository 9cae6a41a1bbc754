//! `--after`: moves to be played before anything else.

use std::io::Cursor;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use gehtauf::rules::{AnyPosition, Move, Position, Referee, View};

use crate::lines::{LONGEST_SOLUTION, Lines};
use crate::played_game::PlayedGame;

impl Moves {
    /// All of them.
    pub fn all(&self) -> &[Move] {
        &self.0
    }

    /// The position after the moves.
    ///
    /// # Errors
    /// One of them is not legal.
    pub fn play(&self, start: &AnyPosition) -> Result<AnyPosition> {
        let mut position = start.clone();
        for (i, &m) in self.0.iter().enumerate() {
            check_legal(i + 1, m, &position).context("--after")?;
            position.play(m);
        }
        Ok(position)
    }
}

/// The moves to be played first.
#[derive(Debug, Args)]
pub struct AfterArgs {
    /// Play these moves first
    #[arg(long, value_name = "MOVES", value_parser = moves)]
    after: Option<Moves>,
}

/// Moves as a file of `analyse --moves` has them, or none.
#[derive(Debug, Clone)]
pub struct Moves(Vec<Move>);

pub fn moves(text: &str) -> Result<Moves> {
    if text.trim().is_empty() {
        return Ok(Moves(Vec::new()));
    }
    let reader = Box::new(Cursor::new(text.to_string()));
    let lines = Lines::new(Path::new("--after"), reader, LONGEST_SOLUTION);
    let played = PlayedGame::read(lines, |_| true);
    // The option is named before it.
    played.map(|played| Moves(played.moves)).map_err(|error| anyhow!("{}", error.root_cause()))
}

/// Checks that a move may be made.
///
/// # Errors
/// It may not; some are named that may.
pub fn check_legal(number: usize, m: Move, position: &AnyPosition) -> Result<()> {
    const LISTED: usize = 8;
    if position.is_legal(m) {
        return Ok(());
    }
    let legal = position.legal_moves();
    let listed: Vec<String> = legal.iter().take(LISTED).map(Move::to_string).collect();
    let legal = match legal.len().saturating_sub(LISTED) {
        _ if position.is_won() => "the game is won before it".to_string(),
        _ if listed.is_empty() => "no move is legal there".to_string(),
        0 => format!("legal there: {}", listed.join(" ")),
        more => format!("legal there: {} and {more} more", listed.join(" ")),
    };
    bail!("illegal move {number}: {m}; {legal}")
}

impl AfterArgs {
    /// The moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.after.iter().flat_map(Moves::all).copied()
    }

    /// What is seen after the moves of a game of which no more is known than what is seen.
    ///
    /// # Errors
    /// One of them is not legal or turns up a card.
    pub fn play_seen(&self, start: View) -> Result<View> {
        self.moves().enumerate().try_fold(start, |view, (i, m)| {
            check_legal(i + 1, m, view.position()).context("--after")?;
            view.after(m).with_context(|| {
                format!("--after: move {}, {m}, turns up a card that is not known", i + 1)
            })
        })
    }

    /// Plays the moves of a game of which all cards are known, and sees what it turns up.
    ///
    /// # Errors
    /// One of them is not legal.
    pub fn look_on(&self, mut game: Referee) -> Result<View> {
        for (i, m) in self.moves().enumerate() {
            check_legal(i + 1, m, game.position()).context("--after")?;
            game.play(m);
        }
        Ok(game.view().clone())
    }

    /// The position after the moves.
    ///
    /// # Errors
    /// One of them is not legal.
    pub fn play(&self, start: &AnyPosition) -> Result<AnyPosition> {
        self.after.as_ref().map_or_else(|| Ok(start.clone()), |moves| moves.play(start))
    }
}
