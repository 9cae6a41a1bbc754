//! `gehtauf perft`: counts of move sequences and positions, to compare implementations.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gehtauf::rules::{distinct, perft};
use serde::Serialize;

use crate::args::{Format, GameArgs, SourceArgs};
use crate::formats::heading;
use crate::formats::json::Head;
use crate::lang;

/// Count move sequences and distinct positions by depth
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf perft <GAME> <SOURCE> --depth <D> [OPTIONS]")]
#[command(after_help = "\
Sequences are all series of so many legal moves; positions those first reached
after so many. In JSON they are the lists perft and distinct_exact.
Example: gehtauf perft domino --seed 7 --depth 4")]
pub struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    source: SourceArgs,
    /// Greatest number of moves
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u16).range(0..=1000))]
    depth: u16,
    /// Print text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    format: Format,
}

#[derive(Debug, Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    perft: Vec<u64>,
    distinct_exact: Vec<u64>,
}

/// Counts for each deal.
pub fn run(args: &PerftArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    let mut out = std::io::stdout().lock();
    for (i, deal) in args.source.deals(&game)?.enumerate() {
        let deal = deal?;
        let position = deal.position(&game)?;
        let line = Line {
            head: Head::new(&game, &deal),
            perft: perft(&position, args.depth.into()),
            distinct_exact: distinct(&position, args.depth.into()),
        };
        match args.format {
            Format::Json => {
                serde_json::to_writer(&mut out, &line)?;
                writeln!(out)?;
            }
            Format::Text => {
                if i == 0 {
                    writeln!(out, "{}", heading::comments(&game))?;
                }
                write!(out, "{}", table(&deal.source, &line))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The counts as a table under the deal's source.
fn table(source: &str, line: &Line<'_>) -> String {
    let texts = lang::spoken();
    let [moves, sequences, positions] =
        ["moves", "sequences", "positions"].map(|name| texts.say(name));
    let mut text = format!("{source}\n{moves:>6}{sequences:>24}{positions:>24}\n");
    for (depth, (sequences, positions)) in line.perft.iter().zip(&line.distinct_exact).enumerate() {
        let [sequences, positions] = [*sequences, *positions].map(|count| texts.number(count));
        text += &format!("{depth:>6}{sequences:>24}{positions:>24}\n");
    }
    text
}
