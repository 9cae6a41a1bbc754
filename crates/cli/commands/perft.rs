//! `gehtauf perft`: counts of move sequences and positions, to compare implementations.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gehtauf::rules::{AnyPosition, distinct, perft};
use serde::Serialize;

use crate::args::{Format, GameArgs, SourceArgs};
use crate::formats::heading;
use crate::formats::json::Head;
use crate::lang;
use crate::output;
use crate::units;

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
    #[arg(long, value_name = "D", value_parser = units::depth)]
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
        let depth = usize::from(args.depth);
        match args.format {
            Format::Json => {
                let line = Line {
                    head: Head::new(&game, &deal),
                    perft: perft(&position, depth),
                    distinct_exact: distinct(&position).take(depth + 1).collect(),
                };
                serde_json::to_writer(&mut out, &line)?;
                writeln!(out)?;
            }
            Format::Text => {
                let mut out = output::texts();
                if i == 0 {
                    writeln!(out, "{}", heading::comments(&game))?;
                }
                print_rows(&mut out, &deal.source, &position, depth)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The counts as a table under the deal's source, each row as soon as it is known: the sequences are counted anew for
/// each, which takes no longer than the last alone but where there is hardly a choice.
fn print_rows(
    out: &mut impl Write,
    source: &str,
    position: &AnyPosition,
    depth: usize,
) -> Result<()> {
    let texts = lang::spoken();
    let [moves, sequences, positions] =
        ["moves", "sequences", "positions"].map(|name| texts.say(name));
    writeln!(out, "{source}\n{moves:>6}{sequences:>24}{positions:>24}")?;
    for (depth, positions) in (0..=depth).zip(distinct(position)) {
        let [sequences, positions] =
            [perft(position, depth)[depth], positions].map(|count| texts.number(count));
        writeln!(out, "{depth:>6}{sequences:>24}{positions:>24}")?;
        out.flush()?;
    }
    Ok(())
}
