//! `gehtauf compare`: two readings of the rules on the same deals.

use std::ffi::OsStr;
use std::io::IsTerminal;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use gehtauf::rules::Game;
use gehtauf::survey::{
    Decision, Goal, Pairs, PlayerRun, Playing, Record, RecordReader, Settings, Survey, compare,
    is_contradiction, is_relaxation, options_by_name,
};
use serde_json::json;

use crate::args::{
    self, DealsArgs, Format, GameArgs, INTERRUPTED, LimitArgs, NO, OK, SettingParser, ThreadArgs,
};
use crate::commands::players::{PlayerParser, player_named};
use crate::formats::board::WIDTH;
use crate::formats::heading::{changes, wrapped};
use crate::formats::summary::{deals_in_words, limits_in_words};
use crate::interrupt::Interrupt;
use crate::lang::{self, Texts};
use crate::output;
use crate::units;
use crate::watch::progress_bar;

/// Compare two sets of options on the same deals
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf compare <GAME> --seeds <A..B> --vs <NAME[=VALUE]> [OPTIONS]")]
#[command(after_help = "\
The second rules are the first with the options of --vs on top, or the second
player, also named by --vs, plays the deals of the first.
For many deals, survey both into files and pair these: gehtauf report --paired.
The interval is Newcombe's for paired shares (1998, method 10).
Exit code: 0 done, 1 verdicts contradict each other (a bug), 130 interrupted
Example: gehtauf compare hochzeitszug --seeds 0..1k --vs redeals=1")]
pub struct CompareArgs {
    #[command(flatten)]
    game: GameArgs,
    /// An option of the second rules or the second player; may be repeated
    #[arg(long, value_name = "NAME[=VALUE]", required = true, value_parser = RivalParser, hide_possible_values = true)]
    vs: Vec<Rival>,
    /// Let a player of `gehtauf players` play, not solve
    #[arg(long, value_name = "NAME", value_parser = PlayerParser, hide_possible_values = true, conflicts_with_all = ["max_states", "max_memory", "time_limit"])]
    player: Option<String>,
    /// Seed of the players' random numbers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = units::count, requires = "player")]
    player_seed: u64,
    #[command(flatten)]
    deals: DealsArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Print text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    format: Format,
    /// No progress
    #[arg(long)]
    quiet: bool,
}

/// What `--vs` names.
#[derive(Debug, Clone)]
enum Rival {
    Setting((String, String)),
    Player(String),
}

/// Reads a [`Rival`]: what has no `=` is a player. The shells complete options and players.
#[derive(Debug, Clone)]
struct RivalParser;

impl TypedValueParser for RivalParser {
    type Value = Rival;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Rival, clap::Error> {
        match value.to_str().filter(|text| !text.contains('=')) {
            Some(name) => Ok(Rival::Player(name.to_string())),
            None => SettingParser.parse_ref(command, argument, value).map(Rival::Setting),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(SettingParser.possible_values()?.chain(PlayerParser.possible_values()?)))
    }
}

/// The second rules, and who plays by them.
fn second_side(args: &CompareArgs) -> Result<(Game, Option<PlayerRun>)> {
    let (mut sets, mut player) = (Vec::new(), None);
    for rival in &args.vs {
        match rival {
            Rival::Setting(set) => sets.push(set.clone()),
            Rival::Player(name) if args.player.is_none() => {
                bail!("--vs {name} is no NAME=VALUE, and names a player only beside --player")
            }
            Rival::Player(name) => {
                if let Some(other) = player.replace(name) {
                    bail!("--vs names two players, {other} and {name}");
                }
            }
        }
    }
    args::check_once("--vs", &sets)?;
    let game = args::game(args.game.rule_set, &[&args.game.sets[..], &sets].concat())?;
    let run = run_of(args, &game, player.or(args.player.as_ref()))?;
    Ok((game, run))
}

fn run_of(args: &CompareArgs, game: &Game, name: Option<&String>) -> Result<Option<PlayerRun>> {
    let player = name.map(|name| player_named(game, name)).transpose()?;
    let seed = args.player_seed;
    Ok(player.map(|player| PlayerRun { playing: Playing::Once(player), seed }))
}

/// Compares the rules.
pub fn run(args: &CompareArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    let (second_game, second_player) = second_side(args)?;
    let decks = args.deals.decks(game.pack())?;
    let (source, numbers) = args.deals.numbers(&decks);
    let player = run_of(args, &game, args.player.as_ref())?;
    let first = Survey {
        game: &game,
        source,
        limits: args.limits.limits(),
        goal: Goal::AsFound,
        player,
        threads: args.threads.count(),
    };
    let second = Survey { game: &second_game, player: second_player, ..first };
    let side = |survey: &Survey| (survey.game.clone(), Settings::new(survey, numbers.clone()));
    let mut comparison = Comparison::new([side(&first), side(&second)], numbers.clone())?;
    let is_shown = !args.quiet && std::io::stderr().is_terminal();
    let bar = progress_bar(is_shown, numbers.end - numbers.start, lang::spoken().say("deals"));
    let interrupt = Interrupt::after_deals_in_hand(bar.clone())?;
    compare(&first, &second, numbers.clone(), interrupt.flags(), |one, other| {
        comparison.add(&one, &other);
        bar.inc(1);
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    let code = comparison.print(args.format)?;
    let deals = comparison.pairs.deals();
    if deals == numbers.end - numbers.start {
        return Ok(code);
    }
    output::tell_stop(deals);
    Ok(ExitCode::from(INTERRUPTED))
}

/// Compares the deals that both of two files of records hold.
pub fn compare_files(first: &Path, second: &Path, format: Format) -> Result<ExitCode> {
    let (mut one, mut other) = (RecordReader::open(first)?, RecordReader::open(second)?);
    let names = format!("{} and {}", first.display(), second.display());
    let (settings, second_settings) = (one.settings(), other.settings());
    let deals = |settings: &Settings| (settings.source, settings.deals_crc32);
    if deals(settings) != deals(second_settings) {
        bail!("{names} number different deals");
    }
    let side = |path: &Path, settings: &Settings| {
        let game = args::named_game(&settings.game, &settings.options);
        let game = game.with_context(|| path.display().to_string())?;
        anyhow::Ok((game, settings.clone()))
    };
    let from = settings.from.max(second_settings.from);
    let to = settings.to.min(second_settings.to);
    let sides = [side(first, settings)?, side(second, second_settings)?];
    let mut comparison =
        Comparison::new(sides, from..to).with_context(|| format!("files {names}"))?;
    let next = |reader: &mut RecordReader| {
        reader.find(|record| record.as_ref().map_or(true, |record| record.seed >= from)).transpose()
    };
    while let (Some(one), Some(other)) = (next(&mut one)?, next(&mut other)?) {
        comparison.add(&one, &other);
    }
    if comparison.pairs.deals() == 0 {
        bail!("{names} have no deal in common");
    }
    comparison.print(format)
}

/// What two readings of the rules gave on the same deals.
struct Comparison {
    games: [Game; 2],
    /// The settings of both, of the deals that are compared and with the goal `any`: what tells apart
    /// the verdicts.
    settings: [Settings; 2],
    /// Whether the first side wins each deal that the second wins, and the other way round.
    wins_all: [bool; 2],
    pairs: Pairs,
    /// The deals lost under the looser rules and won under the stricter ones.
    contradictions: Vec<u64>,
}

/// Those of the settings that a comparison has beside the options and the players.
const OF_A_SIDE: [&str; 7] = [
    "version",
    "max_states",
    "max_memory",
    "time_limit_micros",
    "player_seed",
    "resample",
    "games_each",
];

impl Comparison {
    fn new(sides: [(Game, Settings); 2], deals: Range<u64>) -> Result<Comparison> {
        let [(first, one), (second, other)] = sides;
        if first.rule_set() != second.rule_set() {
            bail!("{} and {} cannot be compared", first.rule_set(), second.rule_set());
        }
        if first.pack() != second.pack() {
            bail!("the two games are played with different packs, so their deals are not the same");
        }
        let settings = [(&first, one), (&second, other)].map(|(game, settings)| Settings {
            options: options_by_name(game),
            goal: Goal::Any,
            ..settings.of_deals(deals.clone())
        });
        if settings[0] == settings[1] {
            let what = if settings[0].player.is_some() { "games and players" } else { "games" };
            bail!("the two {what} are the same");
        }
        // Who knows all cards wins whatever a player wins.
        let is_solved = |side: usize| settings[side].player.is_none();
        let wins_all = [
            is_solved(0) && is_relaxation(&first, &second),
            is_solved(1) && is_relaxation(&second, &first),
        ];
        let (pairs, contradictions) = (Pairs::default(), Vec::new());
        Ok(Comparison { games: [first, second], settings, wins_all, pairs, contradictions })
    }

    fn add(&mut self, one: &Record, other: &Record) {
        self.pairs.add(one.verdict, other.verdict);
        let [first, second] = &self.games;
        if is_contradiction((first, one.verdict), (second, other.verdict)) {
            self.contradictions.push(one.seed);
        }
    }

    /// Prints it all, and says whether the verdicts can all be right.
    fn print(&self, format: Format) -> Result<ExitCode> {
        output::print(&match format {
            Format::Json => self.in_json() + "\n",
            Format::Text => lang::spelt(&self.in_words(lang::spoken())).into_owned(),
        })?;
        for number in &self.contradictions {
            output::note(&format!(
                "deal {number} is lost under rules that only add freedom to those it is won \
                 under; please report this bug"
            ));
        }
        Ok(ExitCode::from(if self.contradictions.is_empty() { OK } else { NO }))
    }

    fn in_json(&self) -> String {
        let pairs = &self.pairs;
        let [first, second] = &self.settings;
        let [rows, columns] = self.verdicts();
        let table: serde_json::Map<_, _> = rows
            .iter()
            .flat_map(|one| columns.iter().map(move |other| (one, other)))
            .map(|(one, other)| {
                (format!("{}/{}", one.name(), other.name()), json!(pairs.count(*one, *other)))
            })
            .collect();
        let of_a_side = |settings: &Settings| {
            let mut all = json!(settings);
            all.as_object_mut()
                .expect("settings are a JSON object")
                .retain(|name, _| OF_A_SIDE.contains(&name.as_str()));
            all
        };
        let interval = pairs.interval(self.wins_all);
        let mut json = json!({
            "schema": 1,
            "game": first.game,
            "first": first.options,
            "second": second.options,
            "first_settings": of_a_side(first),
            "second_settings": of_a_side(second),
            "source": first.source,
            "from": first.from,
            "to": first.to,
            "deals": pairs.deals(),
            "table": table,
            "difference": pairs.difference(),
            "interval": "newcombe",
            "level": 0.95,
            "low": interval.map(|interval| interval.low),
            "high": interval.map(|interval| interval.high),
            "contradictions": self.contradictions,
        });
        for (name, settings) in ["first_player", "second_player"].iter().zip(&self.settings) {
            if let Some(player) = &settings.player {
                json[name] = json!(player);
            }
        }
        if let Some(crc32) = first.deals_crc32 {
            json["deals_crc32"] = json!(crc32);
        }
        json.to_string()
    }

    /// The verdicts that each of the two can give.
    fn verdicts(&self) -> [&'static [Decision]; 2] {
        self.settings.each_ref().map(|settings| match settings.player {
            Some(_) => &Decision::OF_PLAYERS[..],
            None => &Decision::OF_SOLVERS[..],
        })
    }

    /// What tells the two apart: the players and the options, or else the files.
    fn names(&self, texts: &dyn Texts) -> [String; 2] {
        let differing = |game: &Game, other: &Game| -> String {
            let own = game.options().iter().zip(other.options().iter());
            let own = own.filter(|(own, other)| own != other);
            own.map(|((name, value), _)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        };
        let named = |settings: &Settings, options: String| match &settings.player {
            Some(player) if options.is_empty() => player.clone(),
            Some(player) => format!("{player} {options}"),
            None if options.is_empty() => texts.say("all cards known").to_string(),
            None => options,
        };
        let ([first, second], [one, other]) = (&self.games, &self.settings);
        let names = [named(one, differing(first, second)), named(other, differing(second, first))];
        if names[0] == names[1] {
            return ["first file", "second file"].map(|name| texts.say(name).to_string());
        }
        names
    }

    fn in_words(&self, texts: &dyn Texts) -> String {
        let pairs = &self.pairs;
        let [first, second] = &self.settings;
        let [names, others] = self.names(texts);
        let changed = self.games.each_ref().map(changes);
        let shared: Vec<&str> = changed[0]
            .split_whitespace()
            .filter(|change| changed[1].split_whitespace().any(|other| other == *change))
            .collect();
        let heading = match shared[..] {
            [] => first.game.clone(),
            _ => format!("{}, {}", first.game, shared.join(" ")),
        };
        let limits = self.settings.each_ref().map(|settings| {
            let limits = limits_in_words(settings, texts);
            if first.version == second.version {
                limits
            } else {
                format!("{limits}; gehtauf {}", settings.version)
            }
        });
        let mut lines = wrapped(&heading, WIDTH);
        lines.push(deals_in_words(first, pairs.deals(), texts));
        if limits[0] == limits[1] {
            lines.extend(wrapped(&limits[0], WIDTH));
        } else {
            for (name, limits) in [&names, &others].iter().zip(&limits) {
                lines.extend(wrapped(&format!("{name}: {limits}"), WIDTH));
            }
        }
        lines.push(String::new());
        lines.extend(self.table_lines(&names, &others, texts));
        lines.push(String::new());
        lines.extend(self.difference_lines(&names, &others, texts));
        lines.push(String::new());
        lines.join("\n")
    }

    /// How often each pair of verdicts came.
    fn table_lines(&self, names: &str, others: &str, texts: &dyn Texts) -> Vec<String> {
        let [rows, column_verdicts] = self.verdicts();
        let word = |decision: Decision| texts.say(decision.name());
        let above = wrapped(others, WIDTH - 30);
        let mut lines: Vec<String> = above.iter().map(|line| format!("{:<30}{line}", "")).collect();
        let cells = |cell: &dyn Fn(Decision) -> String| -> String {
            column_verdicts.iter().map(|&other| format!("{:>17}", cell(other))).collect()
        };
        let heading = cells(&|other| word(other).to_string());
        if names.chars().count() + heading.chars().count() <= WIDTH {
            lines.push(format!("{names:<17}{heading}"));
        } else {
            lines.extend(wrapped(names, WIDTH));
            lines.push(format!("{:<17}{heading}", ""));
        }
        for &decision in rows {
            let counts = cells(&|other| texts.number(self.pairs.count(decision, other)));
            lines.push(format!("  {:<15}{counts}", word(decision)));
        }
        lines
    }

    /// How many more deals are won with the first than with the second; nothing of no deals.
    fn difference_lines(&self, names: &str, others: &str, texts: &dyn Texts) -> Vec<String> {
        let Some(interval) = self.pairs.interval(self.wins_all) else { return Vec::new() };
        let signed = |points: f64| {
            let sign = if points < 0.0 { "" } else { "+" };
            format!("{sign}{}", texts.decimal(points, 3))
        };
        let low = signed((interval.low * 1e5).floor() / 1e3);
        let high = signed((interval.high * 1e5).ceil() / 1e3);
        let difference_of = texts.fill("won with {} less won with {}:", &[&names, &others]);
        let mut lines = wrapped(&difference_of, WIDTH);
        lines.push(match self.pairs.difference() {
            Some(difference) => texts.fill(
                "{} points, from {} to {} (95 %, paired, Newcombe)",
                &[&signed(difference * 100.0), &low, &high],
            ),
            None => texts.fill(
                "from {} to {} points (95 %, paired, Newcombe, unknowns both ways)",
                &[&low, &high],
            ),
        });
        lines
    }
}
