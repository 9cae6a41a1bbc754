//! `gehtauf completions` and `gehtauf man`: help for the shell and the manual, made from the
//! command line's definition.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

/// Print the completions of a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Example: gehtauf completions bash > ~/.local/share/bash-completion/completions/gehtauf")]
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
    std::io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the page.
pub fn man(args: &ManArgs, mut program: Command) -> Result<ExitCode> {
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => {
            let command = program.find_subcommand(name);
            command.with_context(|| format!("there is no command {name}"))?.clone()
        }
    };
    Man::new(command).render(&mut std::io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
