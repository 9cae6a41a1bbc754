//! `gehtauf show`: deals laid out.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gehtauf::rules::Position;

use crate::args::{GameArgs, SourceArgs};

/// Show how deals are laid out
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf show <GAME> <SOURCE> [OPTIONS]")]
#[command(after_help = "Example: gehtauf show eklige-elfer --seed 7")]
pub struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    source: SourceArgs,
}

/// Shows the deals.
pub fn run(args: &ShowArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    let mut out = std::io::stdout().lock();
    for (i, deal) in args.source.deals(game.pack())?.enumerate() {
        let deal = deal?;
        let separator = if i > 0 { "\n" } else { "" };
        writeln!(out, "{separator}# {} {}", game.rule_set(), deal.source)?;
        write!(out, "{}", game.deal(&deal.deck)?.layout())?;
    }
    Ok(ExitCode::SUCCESS)
}
