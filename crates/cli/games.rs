//! `gehtauf games`: the rule sets in short, and their options.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gehtauf::rules::{OptionSpec, RuleSet, Values};

use crate::args::rule_set_parser;

/// List the games, or one game's rules in short and all its options
#[derive(Debug, Args)]
#[command(after_help = "Example: gehtauf games domino")]
pub struct GamesArgs {
    /// The rule set
    #[arg(value_name = "GAME", value_parser = rule_set_parser())]
    rule_set: Option<RuleSet>,
}

/// Describes the game, or lists them all.
pub fn run(args: &GamesArgs) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match args.rule_set {
        Some(rule_set) => describe(rule_set, &mut out)?,
        None => {
            for rule_set in RuleSet::ALL {
                writeln!(out, "{:<14}  {}", rule_set.name(), in_one_line(rule_set))?;
            }
            writeln!(out, "\n`gehtauf games GAME` has a game's rules in short and its options.")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(rule_set: RuleSet, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{} ({})\n\n{}", rule_set.title(), rule_set.name(), in_short(rule_set))?;
    let reduced = |spec: &&OptionSpec| spec.effect.starts_with("reduced game");
    writeln!(out, "\nOptions (--set NAME=VALUE):")?;
    for spec in rule_set.option_specs().iter().filter(|spec| !reduced(spec)) {
        describe_option(spec, out)?;
    }
    writeln!(out, "\nReduced games, to see a whole search space:")?;
    for spec in rule_set.option_specs().iter().filter(reduced) {
        describe_option(spec, out)?;
    }
    Ok(())
}

fn describe_option(spec: &OptionSpec, out: &mut impl Write) -> Result<()> {
    let default = match spec.values {
        Values::Words(words) => words[0].to_string(),
        Values::Count { default, .. } => default.to_string(),
        Values::Suits => "CDHS".to_string(),
    };
    writeln!(out, "  {}={default}  ({})", spec.name, spec.values)?;
    let effect = spec.effect.strip_prefix("reduced game: ").unwrap_or(spec.effect);
    writeln!(out, "      {effect}")?;
    Ok(())
}

fn in_one_line(rule_set: RuleSet) -> &'static str {
    match rule_set {
        RuleSet::AchtMalAcht => "Acht mal Acht: two decks, eight open columns of eight, a talon",
        RuleSet::EightByEight => "8 x 8: the same with face-down cards and a forced talon card",
        RuleSet::EkligeElfer => "Eklige Elfer: two decks, eleven columns, eight deals of eleven",
        RuleSet::Domino => "Domino, Verschiebebahnhof: one deck in four rows with four gaps",
        RuleSet::Hochzeitszug => "Hochzeitszug: two decks, sixteen stacks of four, two redeals",
    }
}

fn in_short(rule_set: RuleSet) -> &'static str {
    match rule_set {
        RuleSet::AchtMalAcht => {
            "\
Two decks. Eight columns of eight open cards; the other 40 cards are the talon.
Runs that descend in alternating colours move as one, in whole or in part; an
empty column takes any card or run. The talon is turned card by card onto the
waste, whose top card is playable, and goes through three times. Won when all
cards lie on eight foundations, from Ace to King in suit."
        }
        RuleSet::EightByEight => {
            "\
Acht mal Acht with the first seven cards of each column face down; a face-down
card that comes to the open end is turned up. An empty column takes one card. A
turned talon card that fits onto a column must be played at once, there or onto
a foundation. An open Ace goes to its foundation by itself."
        }
        RuleSet::EkligeElfer => {
            "\
Two decks. Eleven columns of a face-down and a face-up card; the other 82 cards
are the talon, dealt one onto each column whenever the player likes. Aces are
laid aside. Runs that descend in alternating colours move as one, in whole or in
part; an empty column takes a King or a run headed by one. A run from King to 2
may be taken out. Won when eight such runs are out."
        }
        RuleSet::Domino => {
            "\
One deck in four rows of thirteen; the Aces go to the left of the rows and leave
gaps. A gap takes the card of the same suit that is one higher than its left
neighbour or one lower than its right one. Three times the cards behind the
ordered ones may be taken up and dealt again, unshuffled. Won when every row
holds its suit from Ace to King."
        }
        RuleSet::Hochzeitszug => {
            "\
Two decks. Sixteen stacks of four open cards in two rows; the other 40 cards are
the talon. Foundations go by twos in suit, eight A 3 5 ... K, eight 2 4 ... Q. A
top card may go onto a card of its suit one higher. An emptied stack takes the
next four talon cards. Twice the stacks may be put under the talon and dealt
again, unshuffled. Won when all cards lie on the foundations."
        }
    }
}
