//! `gehtauf`: does it come out?

mod after;
mod args;
mod command;
mod commands;
mod deals;
mod formats;
#[cfg(all(test, unix))]
mod fuzz;
mod interrupt;
mod lang;
mod lines;
mod output;
mod played_game;
mod scene;
mod style;
mod table;
mod units;
mod watch;

use std::process::ExitCode;

use command::Command;
use commands::{
    analyse, compare, games, hint, merge, perft, play, players, report, shell, show, solve, survey,
    verify,
};

fn main() -> ExitCode {
    let arguments = lang::speak(std::env::args_os());
    let result = match command::parse(arguments) {
        Ok(Command::Solve(args)) => solve::run(&args),
        Ok(Command::Survey(args)) => survey::run(&args),
        Ok(Command::Hint(args)) => hint::run(&args),
        Ok(Command::Analyse(args)) => analyse::run(&args),
        Ok(Command::Play(args)) => play::run(&args),
        Ok(Command::Verify(args)) => verify::run(&args),
        Ok(Command::Show(args)) => show::run(&args),
        Ok(Command::Games(args)) => games::run(&args),
        Ok(Command::Players(args)) => players::run(&args),
        Ok(Command::Perft(args)) => perft::run(&args),
        Ok(Command::Report(args)) => report::run(&args),
        Ok(Command::Compare(args)) => compare::run(&args),
        Ok(Command::Merge(args)) => merge::run(&args),
        Ok(Command::Completions(args)) => shell::completions(&args, command::program()),
        Ok(Command::Man(args)) => shell::man(&args, command::program()),
        Err(code) => return code,
    };
    result.unwrap_or_else(|error| {
        if output::is_closed_pipe(&error) {
            return ExitCode::from(args::UNREAD);
        }
        output::complain(&lang::spoken().error(&error));
        ExitCode::from(args::BAD_INPUT)
    })
}
