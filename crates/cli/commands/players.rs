//! `gehtauf players`: who can play a game without seeing the hidden cards.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use gehtauf::players::{Player, player, players};
use gehtauf::rules::{Game, RuleSet};
use serde_json::json;

use crate::args::{Format, rule_set_parser};
use crate::formats::board::WIDTH;
use crate::formats::heading::wrapped;
use crate::formats::json::SCHEMA;
use crate::lang::{self, Lang};
use crate::output;

/// List the players who see only what lies open, and how they play
#[derive(Debug, Args)]
#[command(after_help = "\
They play in `survey --player` and `compare --player`, the weakest first.
Example: gehtauf players domino")]
pub struct PlayersArgs {
    /// The rule set; all when not given
    #[arg(value_name = "GAME", value_parser = rule_set_parser(), ignore_case = true)]
    rule_set: Option<RuleSet>,
    /// Print text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    format: Format,
}

/// Lists the players.
pub fn run(args: &PlayersArgs) -> Result<ExitCode> {
    let mut out = output::texts();
    let all = RuleSet::ALL.into_iter().filter(|all| args.rule_set.is_none_or(|one| one == *all));
    if args.format == Format::Json {
        for (rule_set, player) in all.flat_map(|game| players(game).iter().map(move |p| (game, p)))
        {
            // In English as all JSON.
            let plays = Lang::En.texts().player(*player).replace('\n', " ");
            let (game, name) = (rule_set.name(), player.name());
            writeln!(
                out,
                "{}",
                json!({"schema": SCHEMA, "game": game, "player": name, "plays": plays})
            )?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    for (i, rule_set) in all.enumerate() {
        writeln!(out, "{}{} ({rule_set})", if i > 0 { "\n" } else { "" }, rule_set.title())?;
        for player in players(rule_set) {
            writeln!(out, "  {}", player.name())?;
            for line in wrapped(lang::spoken().player(*player), WIDTH - 6) {
                writeln!(out, "      {line}")?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the name of a player; the shells complete those of all games.
#[derive(Debug, Clone)]
pub struct PlayerParser;

impl TypedValueParser for PlayerParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let players = RuleSet::ALL.into_iter().flat_map(|rule_set| players(rule_set).iter());
        let names: BTreeSet<&str> = players.map(|player| player.name()).collect();
        Some(Box::new(names.into_iter().map(PossibleValue::new)))
    }
}

/// The player of this name.
///
/// # Errors
/// The game has no such player.
pub fn player_named(game: &Game, name: &str) -> Result<&'static dyn Player> {
    let rule_set = game.rule_set();
    player(rule_set, name).with_context(|| {
        let names: Vec<&str> = players(rule_set).iter().map(|player| player.name()).collect();
        format!("{rule_set} has no player {name}; its players are {}", names.join(", "))
    })
}
