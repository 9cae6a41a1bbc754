//! `gehtauf games`: the rule sets in short, and their options.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gehtauf::rules::{OptionSpec, RuleSet, Values};
use serde_json::{Value, json};

use crate::args::{Format, rule_set_parser};
use crate::formats::json::SCHEMA;
use crate::lang::{self, Lang, Texts};
use crate::output;

/// List the games, or one game's rules in short and all its options
#[derive(Debug, Args)]
#[command(after_help = "Example: gehtauf games domino")]
pub struct GamesArgs {
    /// The rule set
    #[arg(value_name = "GAME", value_parser = rule_set_parser(), ignore_case = true)]
    rule_set: Option<RuleSet>,
    /// Print text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    format: Format,
}

/// Describes the game, or lists them all.
pub fn run(args: &GamesArgs) -> Result<ExitCode> {
    let mut out = output::texts();
    let texts = lang::spoken();
    if args.format == Format::Json {
        let named = |rule_set: &RuleSet| args.rule_set.is_none_or(|wanted| wanted == *rule_set);
        for rule_set in RuleSet::ALL.into_iter().filter(named) {
            writeln!(out, "{}", in_json(rule_set))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
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

/// One object with the rules in short and all options, in English as all JSON.
fn in_json(rule_set: RuleSet) -> Value {
    let texts = Lang::En.texts();
    let option = |spec: &OptionSpec| {
        let values = match spec.values {
            Values::Words(words) => json!({ "words": words }),
            Values::Count { least, most, unlimited, .. } => {
                json!({ "least": least, "most": most, "unlimited": unlimited })
            }
            Values::Suits => json!({ "letters": "CDHS" }),
        };
        json!({
            "name": spec.name,
            "default": spec.default_value(),
            "values": values,
            "effect": texts.effect(spec),
            "reduced": spec.is_reduced,
        })
    };
    json!({
        "schema": SCHEMA,
        "game": rule_set.name(),
        "title": rule_set.title(),
        "rules": texts.rules_in_short(rule_set).replace('\n', " "),
        "options": rule_set.option_specs().iter().map(option).collect::<Vec<_>>(),
    })
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
    let default = spec.default_value();
    writeln!(out, "  {}={default}  ({})", spec.name, texts.values(spec.values))?;
    writeln!(out, "      {}", texts.effect(spec))?;
    Ok(())
}
