//! `gehtauf games`: the rule sets in short, and their options.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gehtauf::rules::{OptionSpec, RuleSet, Values};

use crate::args::rule_set_parser;
use crate::lang::{Lang, Texts};

/// List the games, or one game's rules in short and all its options
#[derive(Debug, Args)]
#[command(after_help = "Example: gehtauf games domino")]
pub struct GamesArgs {
    /// The rule set
    #[arg(value_name = "GAME", value_parser = rule_set_parser(), ignore_case = true)]
    rule_set: Option<RuleSet>,
    /// Language of the rules
    #[arg(long, value_name = "LANG", value_enum, default_value_t)]
    lang: Lang,
}

/// Describes the game, or lists them all.
pub fn run(args: &GamesArgs) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let texts = args.lang.texts();
    match args.rule_set {
        Some(rule_set) => describe(rule_set, texts, &mut out)?,
        None => {
            for rule_set in RuleSet::ALL {
                writeln!(out, "{:<14}  {}", rule_set.name(), texts.in_one_line(rule_set))?;
            }
            writeln!(out, "\n{}", texts.games().more)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(rule_set: RuleSet, texts: &dyn Texts, out: &mut impl Write) -> Result<()> {
    let rules = texts.rules_in_short(rule_set);
    writeln!(out, "{} ({})\n\n{rules}", rule_set.title(), rule_set.name())?;
    let words = texts.games();
    for (is_reduced, heading) in [(false, words.options), (true, words.reduced)] {
        writeln!(out, "\n{heading}")?;
        for spec in rule_set.option_specs().iter().filter(|spec| spec.is_reduced == is_reduced) {
            describe_option(spec, texts, out)?;
        }
    }
    Ok(())
}

fn describe_option(spec: &OptionSpec, texts: &dyn Texts, out: &mut impl Write) -> Result<()> {
    let default = match spec.values {
        Values::Words(words) => words[0].to_string(),
        Values::Count { default, .. } => default.to_string(),
        Values::Suits => "CDHS".to_string(),
    };
    writeln!(out, "  {}={default}  ({})", spec.name, texts.values(spec.values))?;
    writeln!(out, "      {}", texts.effect(spec))?;
    Ok(())
}
