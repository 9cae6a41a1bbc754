//! The command line: the commands, and its errors on one line.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand, value_parser};

use crate::args::{BAD_INPUT, UNREAD};
use crate::commands::{
    analyse, compare, games, hint, merge, perft, play, players, report, shell, show, solve, survey,
    verify,
};
use crate::lang::{self, Lang, Texts};
use crate::output;

/// Geht sie auf? Solves deals of four German patiences exactly and measures how often they come out.
#[derive(Debug, Parser)]
#[command(
    name = "gehtauf",
    bin_name = "gehtauf",
    version = concat!(env!("CARGO_PKG_VERSION"), env!("GEHTAUF_COMMIT")),
    arg_required_else_help = true,
    max_term_width = 80
)]
#[command(after_help = "\
The games: Acht mal Acht and its sister 8x8, Eklige Elfer, Domino, Hochzeitszug
Exit codes: 0 won or done, 1 unwinnable or refuted, 2 bad input, 3 unknown,
130 interrupted, 141 nobody reads the output any more
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
    Analyse(analyse::AnalyseArgs),
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

/// The definition of the command line in the language of this run, for help, completions and the
/// manual. [`lang::speak`] has taken the language and the letters from the arguments; a language that is left
/// is none.
pub fn program() -> clap::Command {
    in_language(Cli::command().args(of_all_commands()), lang::spoken())
}

/// The arguments of all commands, which only the page of the program tells.
fn of_all_commands() -> [Arg; 2] {
    let lang = Arg::new("lang")
        .long("lang")
        .value_name("LANG")
        .value_parser(value_parser!(Lang))
        .global(true)
        .help("Language, else by locale");
    let ascii = Arg::new("ascii")
        .long("ascii")
        .action(ArgAction::SetTrue)
        .global(true)
        .help("No suit signs, no colours, only ASCII");
    [lang, ascii]
}

/// The program with all its texts in the language.
fn in_language(mut program: clap::Command, texts: &dyn Texts) -> clap::Command {
    // Only now has each command all its arguments.
    program.build();
    let once = |arg: Arg| {
        let is_told = ["lang", "ascii"].contains(&arg.get_id().as_str());
        if is_told { arg.hide(true) } else { arg }
    };
    /// What stands for values that begin with a number.
    const NUMBERS: [&str; 8] = ["N", "D", "K", "A..B", "I/N", "DUR", "SIZE", "WIDTH"];
    // What is wrong with `--seed -1` and `--time-limit -1s` is the value, not an argument -1.
    let with_signs = |arg: Arg| match arg.get_value_names() {
        Some([name]) if NUMBERS.contains(&name.as_str()) => arg.allow_hyphen_values(true),
        _ => arg,
    };
    let program = program.mut_subcommands(|command| command.mut_args(|arg| with_signs(once(arg))));
    if texts.phrasebook().help.is_empty() {
        return program;
    }
    translated(program, texts)
}

fn translated(mut command: clap::Command, texts: &dyn Texts) -> clap::Command {
    let about = texts.help(command.get_about());
    let after = texts.help(command.get_after_help());
    let named = |arg: Arg| {
        let name = match arg.get_value_names() {
            Some([name]) => texts.value_name(name),
            _ => None,
        };
        if let Some(name) = name { arg.value_name(lang::spelt(name).into_owned()) } else { arg }
    };
    command = command.about(about).after_help(after).mut_args(named);
    let usage = command.render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_string();
    command
        .override_usage(in_capitals(&usage, texts))
        .mut_args(|arg| translated_argument(arg, texts))
        .mut_subcommands(|command| translated(command, texts))
        .subcommand_help_heading(texts.say("Commands"))
        .help_template(format!(
            "{{about-with-newline}}\n{}: {{usage}}\n\n{{all-args}}{{after-help}}",
            texts.say("Usage")
        ))
}

/// The argument with its help, its default and its possible values in the language.
fn translated_argument(arg: Arg, texts: &dyn Texts) -> Arg {
    let mut help = texts.help(arg.get_help()).to_string();
    let possible = arg.get_possible_values();
    let takes_value = arg.get_action().takes_values();
    if let Some(default) = arg.get_default_values().first().filter(|_| takes_value) {
        help += &format!(" [{}: {}]", texts.say("default"), default.display());
    }
    if takes_value && !possible.is_empty() && !arg.is_hide_possible_values_set() {
        let names: Vec<&str> = possible.iter().map(|value| value.get_name()).collect();
        help += &format!(" [{}: {}]", texts.say("possible values"), names.join(", "));
    }
    let heading = if arg.is_positional() { "Arguments" } else { "Options" };
    arg.help(help)
        .help_heading(texts.say(heading))
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// The words in capitals of a usage in the language: `<GAME>`, `[OPTIONS]`.
fn in_capitals(usage: &str, texts: &dyn Texts) -> String {
    let mut text = String::new();
    for piece in usage.split_inclusive(['<', '>', '[', ']', ' ']) {
        let word = piece.trim_end_matches(['<', '>', '[', ']', ' ']);
        text += texts.value_name(word).unwrap_or(word);
        text += &piece[word.len()..];
    }
    text
}

impl dyn Texts + '_ {
    /// A text of a help page.
    fn help(&self, english: Option<&StyledStr>) -> String {
        let english = english.map(ToString::to_string).unwrap_or_default();
        let found = self.phrasebook().help.iter().find(|(key, _)| *key == english);
        found.map_or(english, |(_, other)| other.to_string())
    }

    /// What stands for a value, if the language has a word of its own.
    fn value_name(&self, english: &str) -> Option<&'static str> {
        let mut values = self.phrasebook().values.iter();
        values.find(|(key, _)| *key == english).map(|(_, other)| *other)
    }
}

/// Reads the command line; an error or a help page has been printed when this gives an exit code.
pub fn parse(arguments: Vec<OsString>) -> Result<Command, ExitCode> {
    let matches = program().try_get_matches_from(arguments);
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map(|cli| cli.command).map_err(
        |error| {
            let help = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
            if error.use_stderr() && error.kind() != help {
                let is_like_none = error.get(ContextKind::SuggestedSubcommand).is_none();
                let tip = match error.kind() {
                    ErrorKind::UnknownArgument if names_a_number(&error) => {
                        "; seeds follow --seed or --seeds"
                    }
                    ErrorKind::InvalidSubcommand if is_like_none => {
                        "; `gehtauf help` lists the commands"
                    }
                    _ => "",
                };
                output::note(&format!("{}{tip}", in_short(&with_short_value(&error))));
            } else if let Err(refused) = print(&error) {
                if output::is_closed_pipe(&refused) {
                    return ExitCode::from(UNREAD);
                }
                output::note(&refused.to_string());
                return ExitCode::from(BAD_INPUT);
            }
            ExitCode::from(error.exit_code() as u8)
        },
    )
}

/// Prints a page.
fn print(page: &clap::Error) -> anyhow::Result<()> {
    match lang::is_ascii() {
        true => output::print(&lang::spelt(&page.render().to_string())),
        false => Ok(page.print()?),
    }
}

/// Whether the argument refused is a bare number, as in `solve domino 7`.
fn names_a_number(error: &clap::Error) -> bool {
    let argument = error.get(ContextKind::InvalidArg);
    matches!(argument, Some(ContextValue::String(word)) if word.parse::<u64>().is_ok())
}

/// Clap's error, of a long value only its beginning.
fn with_short_value(error: &clap::Error) -> String {
    const MOST: usize = 40;
    match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) if value.chars().count() > MOST => {
            let begun: String = value.chars().take(MOST).chain("...".chars()).collect();
            error.to_string().replacen(value, &begun, 1)
        }
        _ => error.to_string(),
    }
}

/// The message and the tip of clap's error, without the usage.
fn in_short(error: &str) -> String {
    let message = error.split("\n\nUsage:").next().unwrap_or_default();
    let message = message.split("\n\nFor more information").next().unwrap_or_default();
    // That a value that begins with a hyphen could be a positional one helps nobody: there is none of this kind.
    let message = message.split("\n\n  tip: to pass").next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let message = message.replace("\n\n  tip:", ";");
    output::one_line(&message.replace("invalid digit found in string", "expected a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed_in_every_language() {
        for lang in [Lang::En, Lang::De] {
            in_language(Cli::command().args(of_all_commands()), lang.texts()).debug_assert();
        }
    }

    #[test]
    fn no_line_at_the_end_of_a_page_is_broken_by_the_screen() {
        for lang in [Lang::En, Lang::De] {
            let mut program = in_language(Cli::command().args(of_all_commands()), lang.texts());
            for command in program.get_subcommands_mut() {
                let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
                for line in text.lines() {
                    assert!(line.chars().count() <= 80, "{line}");
                }
            }
        }
    }

    /// Every text of every page.
    fn texts_of(command: &clap::Command, texts: &mut Vec<String>) {
        let pages = [command.get_about(), command.get_after_help()];
        let helps = command.get_arguments().map(Arg::get_help);
        texts.extend(pages.into_iter().chain(helps).flatten().map(ToString::to_string));
        command.get_subcommands().for_each(|command| texts_of(command, texts));
    }

    #[test]
    fn every_page_of_help_is_there_in_german_and_no_text_is_left_over() {
        let mut program = Cli::command().args(of_all_commands());
        program.build();
        let mut english = Vec::new();
        texts_of(&program, &mut english);
        let german = Lang::De.texts().phrasebook().help;
        let is_said = |text: &&String| german.iter().any(|(key, _)| key == text);
        let missing: Vec<&String> = english.iter().filter(|text| !is_said(text)).collect();
        assert!(missing.is_empty(), "no German for {missing:#?}");
        let keys = german.iter().map(|(key, _)| *key);
        let left: Vec<&str> = keys.filter(|key| english.iter().all(|text| text != key)).collect();
        assert!(left.is_empty(), "no page says {left:#?}");
    }
}
