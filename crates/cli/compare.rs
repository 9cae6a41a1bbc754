//! `gehtauf compare`: two readings of the rules on the same deals.

use std::ffi::OsStr;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use gehtauf::rules::Game;
use gehtauf::survey::{
    Decision, Goal, Pairs, PlayerRun, Playing, Record, RecordReader, Settings, Survey, compare,
    is_contradiction, options_by_name,
};
use serde_json::json;

use crate::args::{
    self, Format, GameArgs, INTERRUPTED, LimitArgs, NO, OK, SettingParser, ThreadArgs,
};
use crate::formats::board::WIDTH;
use crate::formats::heading::wrapped;
use crate::interrupt::Interrupt;
use crate::lang::{self, Texts};
use crate::output;
use crate::players::{PlayerParser, player_named};
use crate::survey::{DealsArgs, progress_bar};

/// Compare two sets of options on the same deals
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf compare <GAME> --seeds <A..B> --vs <NAME[=VALUE]> [OPTIONS]")]
#[command(after_help = "\
The second rules are the first with the options of --vs on top, or the second
player, also named by --vs, plays the deals of the first.
For many deals, survey both into files and pair these: gehtauf report --paired.
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
    #[arg(long, value_name = "N", default_value_t = 0, requires = "player")]
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
    let first = args.game.game()?;
    let (second, second_player) = second_side(args)?;
    let decks = args.deals.decks(first.pack())?;
    let (source, numbers) = args.deals.numbers(&decks);
    let player = run_of(args, &first, args.player.as_ref())?;
    let name = |run: Option<PlayerRun>| run.map(|run| run.name().to_string());
    let mut comparison =
        Comparison::new((first.clone(), name(player)), (second.clone(), name(second_player)))?;
    let is_shown = !args.quiet && std::io::stderr().is_terminal();
    let bar = progress_bar(is_shown, numbers.end - numbers.start, lang::spoken().say("deals"));
    let interrupt = Interrupt::after_deals_in_hand(bar.clone())?;
    let survey = Survey {
        game: &first,
        source,
        limits: args.limits.limits(),
        goal: Goal::AsFound,
        player,
        threads: args.threads.count(),
    };
    let second = Survey { game: &second, player: second_player, ..survey };
    compare(&survey, &second, numbers.clone(), interrupt.flags(), |one, other| {
        comparison.add(&one, &other);
        bar.inc(1);
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    let code = comparison.print(args.format)?;
    let all_done = comparison.pairs.deals() == numbers.end - numbers.start;
    Ok(if all_done { code } else { ExitCode::from(INTERRUPTED) })
}

/// Compares the deals that both of two files of records hold.
pub fn compare_files(first: &Path, second: &Path, format: Format) -> Result<ExitCode> {
    let (mut one, mut other) =
        (RecordReader::open(args::records(first))?, RecordReader::open(args::records(second))?);
    let names = format!("{} and {}", first.display(), second.display());
    let (settings, second_settings) = (one.settings(), other.settings());
    let deals = |settings: &Settings| (settings.source, settings.deals_crc32);
    if deals(settings) != deals(second_settings) {
        bail!("{names} number different deals");
    }
    let game = |path: &Path, settings: &Settings| {
        let game = args::named_game(&settings.game, &settings.options);
        game.with_context(|| path.display().to_string())
    };
    let games = (game(first, settings)?, game(second, second_settings)?);
    let players = (settings.player.clone(), second_settings.player.clone());
    let mut comparison = Comparison::new((games.0, players.0), (games.1, players.1))
        .with_context(|| format!("files {names}"))?;
    let from = settings.from.max(second_settings.from);
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
    first: Game,
    second: Game,
    /// The players of both; nobody where the deals are solved.
    players: [Option<String>; 2],
    pairs: Pairs,
    /// The deals lost under the looser rules and won under the stricter ones.
    contradictions: Vec<u64>,
}

impl Comparison {
    fn new(
        (first, player): (Game, Option<String>),
        (second, second_player): (Game, Option<String>),
    ) -> Result<Comparison> {
        if first.rule_set() != second.rule_set() {
            bail!("{} and {} cannot be compared", first.rule_set(), second.rule_set());
        }
        if first.pack() != second.pack() {
            bail!("the two games are played with different packs, so their deals are not the same");
        }
        let players = [player, second_player];
        if first == second && players[0] == players[1] {
            let what = if players[0].is_some() { "games and players" } else { "games" };
            bail!("the two {what} are the same");
        }
        let (pairs, contradictions) = (Pairs::default(), Vec::new());
        Ok(Comparison { first, second, players, pairs, contradictions })
    }

    fn add(&mut self, one: &Record, other: &Record) {
        self.pairs.add(one.verdict, other.verdict);
        if is_contradiction((&self.first, one.verdict), (&self.second, other.verdict)) {
            self.contradictions.push(one.seed);
        }
    }

    /// Prints it all, and says whether the verdicts can all be right.
    fn print(&self, format: Format) -> Result<ExitCode> {
        let mut out = std::io::stdout().lock();
        match format {
            Format::Json => writeln!(out, "{}", self.in_json())?,
            Format::Text => write!(out, "{}", self.in_words(lang::spoken()))?,
        }
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
        let [rows, columns] = self.verdicts();
        let table: serde_json::Map<_, _> = rows
            .iter()
            .flat_map(|one| columns.iter().map(move |other| (one, other)))
            .map(|(one, other)| {
                (format!("{}/{}", one.name(), other.name()), json!(pairs.count(*one, *other)))
            })
            .collect();
        let interval = pairs.interval();
        let mut json = json!({
            "schema": 1,
            "game": self.first.rule_set().name(),
            "first": options_by_name(&self.first),
            "second": options_by_name(&self.second),
            "deals": pairs.deals(),
            "table": table,
            "difference": pairs.difference(),
            "low": interval.map(|interval| interval.low),
            "high": interval.map(|interval| interval.high),
            "contradictions": self.contradictions,
        });
        for (name, player) in ["first_player", "second_player"].iter().zip(&self.players) {
            if let Some(player) = player {
                json[name] = json!(player);
            }
        }
        json.to_string()
    }

    /// The verdicts that each of the two can give.
    fn verdicts(&self) -> [&'static [Decision]; 2] {
        self.players.each_ref().map(|player| match player {
            Some(_) => &Decision::OF_PLAYERS[..],
            None => &Decision::OF_SOLVERS[..],
        })
    }

    fn in_words(&self, texts: &dyn Texts) -> String {
        let Comparison { first, second, pairs, .. } = self;
        let differing = |game: &Game, other: &Game| -> String {
            let own = game.options().iter().zip(other.options().iter());
            let own = own.filter(|(own, other)| own != other);
            own.map(|((name, value), _)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        };
        let named = |player: &Option<String>, options: String| match player {
            Some(player) if options.is_empty() => player.clone(),
            Some(player) => format!("{player} {options}"),
            None if options.is_empty() => texts.say("all cards known").to_string(),
            None => options,
        };
        let names = named(&self.players[0], differing(first, second));
        let others = named(&self.players[1], differing(second, first));
        let [rows, column_verdicts] = self.verdicts();
        let word = |decision: Decision| match decision {
            Decision::Won => texts.say("won"),
            Decision::Unwinnable => texts.say("unwinnable"),
            Decision::Unknown => texts.say("unknown"),
            Decision::Lost => texts.say("lost"),
        };
        let (deals, unit) = (pairs.deals(), if pairs.deals() == 1 { "deal" } else { "deals" });
        let count = texts.number(deals);
        let mut lines = vec![format!("{}, {count} {}", first.rule_set(), texts.say(unit))];
        lines.push(String::new());
        let above = wrapped(&others, WIDTH - 30);
        lines.extend(above.iter().map(|line| format!("{:<30}{line}", "")));
        let cells = |cell: &dyn Fn(Decision) -> String| -> String {
            column_verdicts.iter().map(|&other| format!("{:>17}", cell(other))).collect()
        };
        let heading = cells(&|other| word(other).to_string());
        if names.chars().count() + heading.chars().count() <= WIDTH {
            lines.push(format!("{names:<17}{heading}"));
        } else {
            lines.extend(wrapped(&names, WIDTH));
            lines.push(format!("{:<17}{heading}", ""));
        }
        for &decision in rows {
            let counts = cells(&|other| texts.number(pairs.count(decision, other)));
            lines.push(format!("  {:<15}{counts}", word(decision)));
        }
        lines.push(String::new());
        if let Some(interval) = pairs.interval() {
            let signed = |points: f64| {
                let sign = if points < 0.0 { "" } else { "+" };
                format!("{sign}{}", texts.decimal(points, 3))
            };
            let low = signed((interval.low * 1e5).floor() / 1e3);
            let high = signed((interval.high * 1e5).ceil() / 1e3);
            let difference_of = texts.fill("won with {} less won with {}:", &[&names, &others]);
            lines.extend(wrapped(&difference_of, WIDTH));
            lines.push(match pairs.difference() {
                Some(difference) => texts.fill(
                    "{} points, from {} to {} (95 %, paired, Newcombe)",
                    &[&signed(difference * 100.0), &low, &high],
                ),
                None => texts.fill(
                    "from {} to {} points (95 %, paired, Newcombe, unknowns both ways)",
                    &[&low, &high],
                ),
            });
        }
        lines.push(String::new());
        lines.join("\n")
    }
}
