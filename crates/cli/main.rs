//! `gehtauf`: does it come out?

mod after;
mod analyse;
mod args;
mod certificate;
mod command;
mod compare;
mod completion_counts;
mod deals;
mod formats;
#[cfg(all(test, unix))]
mod fuzz;
mod games;
mod hint;
mod interrupt;
mod lang;
mod merge;
mod output;
mod perft;
mod play;
mod players;
mod record;
mod report;
mod sampled_hint;
mod scene;
mod shell;
mod show;
mod solve;
mod style;
mod survey;
mod table;
mod units;
mod verify;
mod watch;

use std::process::ExitCode;

use command::Command;

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
