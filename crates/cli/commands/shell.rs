//! `gehtauf completions` and `gehtauf man`: help for the shell and the manual, made from the
//! command line's definition.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::builder::Resettable;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use gehtauf::players::players;
use gehtauf::rules::{OptionSpec, RuleSet};

use crate::lang;

/// Print the completions of a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Example: gehtauf completions bash \\
  > ~/.local/share/bash-completion/completions/gehtauf")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print a page of the manual
#[derive(Debug, Args)]
#[command(after_help = "Example: gehtauf man solve | man -l -")]
pub struct ManArgs {
    /// The command whose page is wanted; without one, the program's
    command: Option<String>,
}

/// Prints the completions.
pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "gehtauf", &mut script);
    if args.shell == Shell::Bash {
        script.extend(bash_settings().into_bytes());
    }
    std::io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// What Bash needs besides: `=` parts words there, and options and players are those of the game named.
fn bash_settings() -> String {
    let game = |rule_set: RuleSet| {
        let settings: Vec<String> =
            rule_set.option_specs().iter().flat_map(OptionSpec::examples).collect();
        let settings = settings.join(" ");
        let players: Vec<&str> = players(rule_set).iter().map(|player| player.name()).collect();
        let players = players.join(" ");
        format!("            {}) all='{settings}' players='{players}' ;;\n", rule_set.name())
    };
    let games: String = RuleSet::ALL.into_iter().map(game).collect();
    include_str!("settings.bash").replace("@GAMES@\n", &games)
}

/// The lines of a text that was broken by hand, one for each paragraph: those that begin with a label
/// such as `Exit code:` begin a new one.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    for line in text.lines() {
        let label = line.split_once(": ").map_or("", |(label, _)| label);
        let is_label = label.starts_with(char::is_uppercase) && label.split(' ').count() <= 2;
        match paragraphs.last_mut().filter(|_| !is_label) {
            Some(paragraph) => *paragraph += &format!(" {line}"),
            None => paragraphs.push(line.to_string()),
        }
    }
    paragraphs
}

/// Prints the page.
pub fn man(args: &ManArgs, program: Command) -> Result<ExitCode> {
    // It has no page: each page has its own command's help.
    let program = program.mut_subcommand("help", |help| help.hide(true));
    let (title, command) = match &args.command {
        None => ("gehtauf".to_string(), program),
        Some(name) => {
            let command = program.find_subcommand(name).filter(|command| !command.is_hide_set());
            let command = command.with_context(|| format!("there is no command {name}"))?;
            (format!("gehtauf-{name}"), command.clone())
        }
    };
    let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let command = command.version(env!("CARGO_PKG_VERSION")).after_help(Resettable::Reset);
    let mut page = Vec::new();
    let source = concat!("gehtauf ", env!("CARGO_PKG_VERSION"));
    Man::new(command).title(title).source(source).render(&mut page)?;
    if !notes.is_empty() {
        // Otherwise they would be one paragraph, named EXTRA.
        let lines = paragraphs(&notes).join("\n.br\n").replace('\\', "\\e").replace('-', "\\-");
        writeln!(page, ".SH NOTES\n{lines}")?;
    }
    let mut page = String::from_utf8(page)?;
    for heading in ["SYNOPSIS", "DESCRIPTION", "NOTES"] {
        let said = lang::spoken().say(heading);
        page = page.replace(&format!(".SH {heading}\n"), &format!(".SH {said}\n"));
    }
    std::io::stdout().write_all(page.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_broken_by_hand_flow_again_but_for_those_with_a_label() {
        let text = "One line. Prints: this,\nthat.\nExit code: 0\nExample: gehtauf";
        let whole = ["One line. Prints: this, that.", "Exit code: 0", "Example: gehtauf"];
        assert_eq!(paragraphs(text), whole);
    }
}
