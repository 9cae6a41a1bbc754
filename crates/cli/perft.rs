//! `gehtauf perft`: counts of move sequences and positions, to compare implementations.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gehtauf::rules::{distinct, perft};
use gehtauf::survey::options_by_name;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::args::{Format, GameArgs, SourceArgs};
use crate::formats::heading;
use crate::units::grouped;

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
    /// How results are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Serialize)]
struct Line<'a> {
    game: &'static str,
    options: Map<String, Value>,
    source: &'a str,
    deck: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    perft: Vec<u64>,
    distinct_exact: Vec<u64>,
}

/// Counts for each deal.
pub fn run(args: &PerftArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    let mut out = std::io::stdout().lock();
    for (i, deal) in args.source.deals(game.pack())?.enumerate() {
        let deal = deal?;
        let position = deal.position(&game)?;
        let line = Line {
            game: game.rule_set().name(),
            options: options_by_name(&game),
            source: &deal.source,
            deck: deal.deck(),
            position: deal.layout(),
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
                write!(out, "{}", table(&line))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The counts as a table under the deal's source.
fn table(line: &Line<'_>) -> String {
    let mut text =
        format!("{}\n{:>6}{:>24}{:>24}\n", line.source, "moves", "sequences", "positions");
    for (depth, (sequences, positions)) in line.perft.iter().zip(&line.distinct_exact).enumerate() {
        text += &format!("{depth:>6}{:>24}{:>24}\n", grouped(*sequences), grouped(*positions));
    }
    text
}
