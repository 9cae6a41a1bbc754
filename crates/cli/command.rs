//! The command line: the commands, and its errors on one line.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use crate::{
    compare, games, hint, merge, output, perft, play, players, report, shell, show, solve, survey,
    verify,
};

/// Geht sie auf? Solves deals of four German patiences exactly and measures how often they come out.
#[derive(Debug, Parser)]
#[command(name = "gehtauf", version, arg_required_else_help = true, max_term_width = 80)]
#[command(after_help = "\
Exit codes: 0 won or done, 1 unwinnable, 2 bad input, 3 unknown, 130 interrupted
Example: gehtauf solve domino --seed 7")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    Solve(solve::SolveArgs),
    Hint(hint::HintArgs),
    Play(play::PlayArgs),
    Verify(verify::VerifyArgs),
    Survey(survey::SurveyArgs),
    Report(report::ReportArgs),
    Compare(compare::CompareArgs),
    Merge(merge::MergeArgs),
    Show(show::ShowArgs),
    Games(games::GamesArgs),
    Players(players::PlayersArgs),
    Perft(perft::PerftArgs),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

/// The definition of the command line, for completions and the manual.
pub fn program() -> clap::Command {
    Cli::command()
}

/// Reads the command line; an error or a help page has been printed when this gives an exit code.
pub fn parse() -> Result<Command, ExitCode> {
    Cli::try_parse().map(|cli| cli.command).map_err(|error| {
        let help = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
        if error.use_stderr() && error.kind() != help {
            let tip = if names_a_number(&error) { "; seeds follow --seed or --seeds" } else { "" };
            eprintln!("gehtauf: {}{tip}", in_short(&error.to_string()));
        } else {
            // A reader that went away is no error.
            let _ = error.print();
        }
        ExitCode::from(error.exit_code() as u8)
    })
}

/// Whether a bare number was given, as in `solve domino 7`.
fn names_a_number(error: &clap::Error) -> bool {
    let unknown = error.kind() == ErrorKind::UnknownArgument;
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
        return false;
    };
    unknown && argument.parse::<u64>().is_ok()
}

/// The message and the tip of clap's error, without the usage.
fn in_short(error: &str) -> String {
    let message = error.split("\n\nUsage:").next().unwrap_or_default();
    let message = message.split("\n\nFor more information").next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message);
    output::one_line(&message.replace("\n\n  tip:", ";"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
