//! What several commands take as arguments, and their exit codes.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Debug;
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use gehtauf::cards::Deck;
use gehtauf::cards::pysol::Number;
use gehtauf::rules::{Game, OptionError, OptionSpec, RuleSet, View};
use gehtauf::search::Limits;
use gehtauf::survey::{Completions, Goal, IntervalMethod, Source};
use serde_json::{Map, Value};

use crate::lang::Prospect;
use crate::{output, units};

/// Exit code: won, or all is well.
pub const OK: u8 = 0;
/// Exit code: the one deal is unwinnable, a solution does not hold, or verdicts contradict each other.
pub const NO: u8 = 1;
/// Exit code: the input or the command line is wrong.
pub const BAD_INPUT: u8 = 2;
/// Exit code: the one deal is undecided.
pub const UNKNOWN: u8 = 3;
/// Exit code: stopped by Ctrl-C.
pub const INTERRUPTED: u8 = 130;
/// Exit code: nobody reads the output any more (what a shell says of a program that SIGPIPE ended). No verdict has it.
pub const UNREAD: u8 = 141;

/// The exit code of one deal or position.
pub fn exit_code(prospect: Prospect) -> u8 {
    match prospect {
        Prospect::Won => OK,
        Prospect::Lost => NO,
        Prospect::Unknown => UNKNOWN,
    }
}

/// Checks that no two of the files are standard input.
pub fn check_files(files: &[PathBuf]) -> Result<()> {
    if files.iter().filter(|path| output::is_standard(path)).count() > 1 {
        bail!("standard input is named twice");
    }
    Ok(())
}

/// The rule set and its options.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The rule set
    #[arg(value_name = "GAME", value_parser = rule_set_parser(), ignore_case = true)]
    pub rule_set: RuleSet,
    /// An option of `gehtauf games GAME`; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = SettingParser, hide_possible_values = true)]
    pub sets: Vec<(String, String)>,
}

impl GameArgs {
    /// The game with these options.
    pub fn game(&self) -> Result<Game> {
        check_once("--set", &self.sets)?;
        game(self.rule_set, &self.sets)
    }
}

/// Checks that an argument that may be repeated sets no option twice.
pub fn check_once(argument: &str, sets: &[(String, String)]) -> Result<()> {
    for (i, (name, _)) in sets.iter().enumerate() {
        if sets[..i].iter().any(|(other, _)| other == name) {
            bail!("{argument} names {name} twice");
        }
    }
    Ok(())
}

/// The rule set with these options; the error of a wrong spelling suggests the right one.
pub fn game(rule_set: RuleSet, sets: &[(String, String)]) -> Result<Game> {
    let sets: Vec<_> = sets.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    Game::new(rule_set, &sets).map_err(|error| {
        let OptionError::Unknown { name, known, .. } = &error else { return error.into() };
        match nearest(name, known.split(", ")) {
            Some(guess) => anyhow::anyhow!("{error}; did you mean {guess}?"),
            None => error.into(),
        }
    })
}

/// The game that a file names, with its options, whose values others may write as numbers.
pub fn named_game(name: &str, options: &Map<String, Value>) -> Result<Game> {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let sets: Vec<_> = options.iter().map(|(name, value)| (name.clone(), word(value))).collect();
    game(name.parse()?, &sets)
}

/// The candidate that a misspelt word most likely stands for.
fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// The distance of longer words, which no misspelling is, would take much time and memory.
    const LONGEST: usize = 40;
    candidates
        .filter(|_| word.len() <= LONGEST)
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len() / 3)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Says that the numbers of PySolFC stand for another game there, if they do.
pub fn note_pysol(rule_set: RuleSet) {
    if rule_set == RuleSet::EightByEight {
        output::note(
            "PySolFC's \"8 x 8\" is acht-mal-acht --set passes=unlimited --set foundation-return=yes",
        );
    }
}

/// Reads the name of a rule set, or another one that it is known by.
pub fn rule_set_parser() -> impl TypedValueParser<Value = RuleSet> {
    let names = |rule_set: RuleSet| {
        let name = PossibleValue::new(rule_set.name());
        match rule_set {
            // "8 x 8" is what PySolFC calls Acht mal Acht with other options.
            RuleSet::EightByEight => name,
            RuleSet::EkligeElfer => name.aliases([rule_set.title(), "elfer"]),
            RuleSet::Domino => name.alias("verschiebebahnhof"),
            _ => name.alias(rule_set.title()),
        }
    };
    PossibleValuesParser::new(RuleSet::ALL.map(names)).map(move |name| {
        let is_named = |rule_set: &RuleSet| names(*rule_set).matches(&name, true);
        let named = RuleSet::ALL.into_iter().find(is_named);
        named.expect("only names of rule sets are possible")
    })
}

/// Reads one of these names of something.
pub fn named<T>(names: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Debug> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).map(|name| name.parse().expect("one of the names"))
}

/// Reads how an interval is computed.
pub fn interval_parser() -> impl TypedValueParser<Value = IntervalMethod> {
    named(&["wilson", "exact"])
}

/// Reads `name=value`; offers the options of all games for completion.
#[derive(Debug, Clone)]
pub struct SettingParser;

impl TypedValueParser for SettingParser {
    type Value = (String, String);

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<(String, String), clap::Error> {
        setting.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(SETTINGS.iter().map(|setting| PossibleValue::new(setting.as_str()))))
    }
}

/// The options of all games with values that they take.
static SETTINGS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let specs = RuleSet::ALL.into_iter().flat_map(|rule_set| rule_set.option_specs());
    specs.flat_map(OptionSpec::examples).collect()
});

/// Reads `name=value`.
pub fn setting(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(name, value)| (name.trim().to_string(), value.trim().to_string()))
        .ok_or_else(|| "expected NAME=VALUE".to_string())
}

/// Where the deals come from: exactly one of these.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct SourceArgs {
    /// The deal of one seed
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub seed: Option<u64>,
    /// The deals of many seeds, B excluded; A alone is one
    #[arg(long, value_name = "A..B", value_parser = units::range)]
    pub seeds: Option<Range<u64>>,
    /// Deck lines, # comments; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub deal: Option<PathBuf>,
    /// One deck line
    #[arg(long, value_name = "CARDS")]
    pub deck: Option<String>,
    /// The deals of PySolFC numbers: N, msN, or A..B
    #[arg(long, value_name = "N", value_parser = pysol_numbers)]
    pub pysol: Option<PysolNumbers>,
    /// A position of `gehtauf show`; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
}

impl SourceArgs {
    /// Whether the source is a single deal by its nature.
    pub fn is_single(&self) -> bool {
        self.seed.is_some()
            || self.deck.is_some()
            || self.position.is_some()
            || matches!(self.pysol, Some(PysolNumbers::One(_)))
    }

    /// The file that the source is read from, if it is one; `-` is standard input.
    pub fn file(&self) -> Option<&PathBuf> {
        self.deal.as_ref().or(self.position.as_ref())
    }
}

/// The deals of a survey: one of these.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct DealsArgs {
    /// The deals of many seeds, B excluded; A alone is one
    #[arg(long, value_name = "A..B", value_parser = units::range)]
    pub seeds: Option<Range<u64>>,
    /// The deals of these PySolFC numbers, B excluded
    #[arg(long, value_name = "A..B", value_parser = units::range)]
    pub pysol: Option<Range<u64>>,
    /// The deals of these deck lines, from 1; # comments
    #[arg(long, value_name = "FILE")]
    pub deal: Option<PathBuf>,
}

impl DealsArgs {
    /// Where the deals come from, and their numbers.
    pub fn numbers<'a>(&self, decks: &'a [Deck]) -> (Source<'a>, Range<u64>) {
        match (&self.seeds, &self.pysol) {
            (Some(seeds), _) => (Source::Seeds, seeds.clone()),
            (None, Some(numbers)) => (Source::Pysol, numbers.clone()),
            (None, None) => (Source::Listed(decks), 1..decks.len() as u64 + 1),
        }
    }
}

/// One deal number of PySolFC or a range of plain ones.
#[derive(Debug, Clone)]
pub enum PysolNumbers {
    /// One number.
    One(Number),
    /// Numbers as PySolFC reads them without a prefix.
    Range(Range<u64>),
}

pub fn pysol_numbers(text: &str) -> Result<PysolNumbers, String> {
    if text.contains("..") {
        units::range(text).map(PysolNumbers::Range)
    } else {
        text.parse().map(PysolNumbers::One).map_err(|error| format!("{error}"))
    }
}

/// What the search for one deal may spend.
#[derive(Debug, Args)]
pub struct LimitArgs {
    /// States to search for a deal [default: 10M]
    #[arg(long, value_name = "N", value_parser = units::states)]
    max_states: Option<u64>,
    /// Memory of all searches together
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = units::size)]
    max_memory: usize,
    /// Time for a deal, such as 2s; verdicts may then vary
    #[arg(long, value_name = "DUR", value_parser = units::duration)]
    time_limit: Option<Duration>,
}

impl LimitArgs {
    /// The limits of the searches.
    pub fn limits(&self) -> Limits {
        let max_states = self.max_states.unwrap_or(10_000_000);
        Limits { max_states, max_bytes: self.max_memory, time: self.time_limit }
    }

    /// The limits of the search for each of many completions of a position, with so many states
    /// unless it is said.
    pub fn limits_of_completions(&self, states: u64) -> Limits {
        Limits { max_states: self.max_states.unwrap_or(states), ..self.limits() }
    }
}

/// How many completions are looked at.
#[derive(Debug, Args)]
pub struct SampleArgs {
    /// Completions to try of unknown cards [default: 200]
    #[arg(long, value_name = "N", value_parser = samples)]
    samples: Option<u64>,
}

const MAX_SAMPLES: u64 = 1_000_000;

fn samples(text: &str) -> Result<u64, String> {
    let count = units::count(text)?;
    let is_possible = (1..=MAX_SAMPLES).contains(&count);
    is_possible.then_some(count).ok_or_else(|| "expected a number from 1 to 1M".to_string())
}

impl SampleArgs {
    /// Completions of what is seen.
    pub fn completions(&self, view: View) -> Completions {
        Completions::new(view, self.samples.unwrap_or(200))
    }

    /// As many completions of what is seen as there is time for, if there is an end of it.
    pub fn completions_within(&self, view: View, time: Option<Duration>) -> Completions {
        match (self.samples, time) {
            (None, Some(_)) => Completions::new(view, MAX_SAMPLES),
            _ => self.completions(view),
        }
    }

    /// Checks that there may be something to be sampled if it is asked for: in the positions of a game that is
    /// followed step by step no card is unknown at last.
    ///
    /// # Errors
    /// There is not.
    pub fn check(&self, source: &SourceArgs) -> Result<()> {
        if self.samples.is_some() && source.position.is_none() {
            bail!("--samples is for positions with unknown cards");
        }
        Ok(())
    }
}

/// What a win is to be: at most one of these.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct GoalArgs {
    /// Win in the fewest moves, and say if it is proven
    #[arg(long)]
    pub shortest: bool,
    /// Win with the fewest redeals (domino, hochzeitszug)
    #[arg(long)]
    pub fewest_redeals: bool,
}

impl GoalArgs {
    /// The goal, or `otherwise` if none is named.
    ///
    /// # Errors
    /// The game cannot have it.
    pub fn goal(&self, game: &Game, otherwise: Goal) -> Result<Goal> {
        let has_redeals = matches!(game.rule_set(), RuleSet::Domino | RuleSet::Hochzeitszug);
        if self.fewest_redeals && !has_redeals {
            bail!("--fewest-redeals is for domino and hochzeitszug");
        }
        Ok(match (self.shortest, self.fewest_redeals) {
            (true, _) => Goal::Shortest,
            (_, true) => Goal::FewestRedeals,
            _ => otherwise,
        })
    }
}

/// How many deals are worked on at a time.
#[derive(Debug, Args)]
pub struct ThreadArgs {
    /// Threads; all cores when not given
    #[arg(long, value_name = "N", value_parser = units::threads)]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// The number of threads, at least one.
    pub fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// How results are printed: for people, or one JSON object a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_options_are_guessed() {
        let known = "passes, foundation-return, ranks, suits";
        assert_eq!(nearest("pases", known.split(", ")), Some("passes"));
        assert_eq!(nearest("fundation-retrun", known.split(", ")), Some("foundation-return"));
        assert_eq!(nearest("x", known.split(", ")), None);
    }
}
