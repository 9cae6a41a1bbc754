//! `gehtauf survey`: how many of many deals come out; `running.rs` has what is shown meanwhile.

mod running;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use gehtauf::cards::seeded_deck;
use gehtauf::rules::{Game, View};
use gehtauf::survey::{
    Decision, Goal, IntervalMethod, MAX_GAMES, MAX_SHARDS, PlayerRun, Playing, Reached, RecordFile,
    Settings, Source, Survey,
};

use crate::args::{
    DealsArgs, GameArgs, GoalArgs, INTERRUPTED, LimitArgs, ThreadArgs, interval_parser, named,
    note_pysol,
};
use crate::commands::players::{PlayerParser, player_named};
use crate::formats::summary::{self, ReportFormat};
use crate::interrupt::Interrupt;
use crate::lang;
use crate::output;
use crate::units;
use running::Running;

/// Solve many deals and measure how often the game comes out
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf survey <GAME> --seeds <A..B> [OPTIONS]")]
#[command(after_help = "\
After a crash or Ctrl-C the same line goes on with the file of --out.
--resample deals hidden cards alike for all players and every --player-seed.
Exit code: 0 done, 130 stopped by Ctrl-C
Example: gehtauf survey domino --seeds 0..10k --out domino.csv")]
pub struct SurveyArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    deals: DealsArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// Leave out the moves that a win does not need
    #[arg(long, conflicts_with_all = ["shortest", "fewest_redeals"])]
    shorten: bool,
    /// Let a player of `gehtauf players` play, not solve
    #[arg(long, value_name = "NAME", value_parser = PlayerParser, hide_possible_values = true)]
    #[arg(conflicts_with_all = [
        "shortest", "fewest_redeals", "shorten", "max_states", "max_memory", "time_limit",
    ])]
    player: Option<String>,
    /// Seed of the player's random numbers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = units::count)]
    player_seed: u64,
    /// K games more a deal, its hidden cards dealt anew
    #[arg(long, value_name = "K", requires = "player", value_parser = games)]
    resample: Option<u64>,
    /// Find the weakest player who wins, by K games each
    #[arg(long, value_name = "K", value_parser = games, conflicts_with_all = [
        "player", "resample", "shortest", "fewest_redeals", "shorten", "max_states", "max_memory", "time_limit",
    ])]
    weakest: Option<u64>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// A CSV file, a row a deal, completed if there; or -
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only the I-th of N parts; FILE.part until complete
    #[arg(long, value_name = "I/N", value_parser = parse_shard, requires = "out")]
    shard: Option<(u64, u64)>,
    /// Stop at half-width 0.1% or so; looks each 1k deals
    #[arg(
        long, value_name = "WIDTH", value_parser = parse_width, conflicts_with = "shard",
        allow_hyphen_values = true
    )]
    until: Option<f64>,
    /// How the 95 % interval is computed
    #[arg(long, value_parser = interval_parser(), default_value_t = IntervalMethod::Wilson)]
    interval: IntervalMethod,
    /// Form of the summary, and of --only
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
    /// Print the deals with this verdict, by their numbers
    #[arg(long, value_name = "VERDICT", value_parser = named::<Decision>(&["won", "unwinnable", "unknown", "lost"]))]
    only: Option<Decision>,
    /// No progress
    #[arg(long)]
    quiet: bool,
}

impl SurveyArgs {
    /// Who plays, if the deals are not solved.
    fn player_run(&self, game: &Game) -> Result<Option<PlayerRun>> {
        let seed = self.player_seed;
        Ok(match (&self.player, self.weakest) {
            (Some(name), _) => {
                let player = player_named(game, name)?;
                let deal = game.deal(&seeded_deck(0, game.pack()))?;
                let is_open = View::of_deal(&deal).unseen_cards().is_empty();
                let playing = match self.resample {
                    Some(_) if is_open => bail!("--resample: {} hides no card", game.rule_set()),
                    Some(games) => Playing::Resampled(player, games),
                    None => Playing::Once(player),
                };
                Some(PlayerRun { playing, seed })
            }
            (None, Some(games)) => Some(PlayerRun { playing: Playing::Weakest(games), seed }),
            (None, None) if seed != 0 => bail!("--player-seed without a player"),
            (None, None) => None,
        })
    }
}

/// How many games a deal has.
fn games(text: &str) -> Result<u64, String> {
    let is_possible = |games: &u64| (1..=MAX_GAMES).contains(games);
    let games = units::count(text).ok().filter(is_possible);
    games.ok_or_else(|| format!("expected a number from 1 to {MAX_GAMES}"))
}

/// Checks that it is a verdict that solvers, or players, can give.
fn check_only(only: Decision, is_played: bool) -> Result<()> {
    match (only, is_played) {
        (Decision::Lost, false) => {
            bail!("--only lost: solved deals are won, unwinnable or unknown")
        }
        (Decision::Unwinnable | Decision::Unknown, true) => {
            bail!("--only: games that are played are won or lost")
        }
        _ => Ok(()),
    }
}

pub fn parse_shard(text: &str) -> Result<(u64, u64), String> {
    text.split_once('/')
        .and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)))
        .filter(|(i, n)| 1 <= *i && i <= n && *n <= MAX_SHARDS)
        .ok_or_else(|| {
            format!("expected I/N with I from 1 to N, such as 3/8, and N at most {MAX_SHARDS}")
        })
}

pub fn parse_width(text: &str) -> Result<f64, String> {
    let (number, scale) = match text.strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    // A decimal comma, too: a half-width has no thousands.
    let number = number.trim().replace(',', ".");
    let width = number.parse::<f64>().ok().map(|number| number / scale);
    width
        .filter(|&width| width > 0.0 && width < 0.5)
        .ok_or_else(|| "expected a half-width such as 0.1% or 0.001".to_string())
}

impl SurveyArgs {
    /// Whether the records go to standard output.
    fn to_stdout(&self) -> bool {
        self.out.as_deref().is_some_and(output::is_standard)
    }

    /// That what is to be printed does not get in the way of anything else.
    fn check_prints(&self, is_played: bool) -> Result<()> {
        if let Some(only) = self.only {
            if self.format == ReportFormat::Markdown {
                bail!("--only prints text or json");
            }
            check_only(only, is_played)?;
        }
        if self.to_stdout() && self.only.is_some() {
            bail!("--out - and --only both print to standard output");
        }
        if self.to_stdout() && self.format != ReportFormat::Text {
            bail!("--out - and --format both print to standard output");
        }
        Ok(())
    }
}

/// Surveys the deals.
pub fn run(args: &SurveyArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    let limits = args.limits.limits();
    let decks = args.deals.decks(game.pack())?;
    let (source, all) = args.deals.numbers(&decks);
    if source == Source::Pysol {
        note_pysol(game.rule_set());
    }
    let goal = args.goal.goal(&game, if args.shorten { Goal::Short } else { Goal::Any })?;
    let player = args.player_run(&game)?;
    let threads = args.threads.count();
    let survey = Survey { game: &game, source, limits, goal, player, threads };
    let mut settings = Settings::new(&survey, all);
    if let Some((part, parts)) = args.shard {
        settings = settings.of_shard(part, parts);
    }
    let numbers = settings.from..settings.to;
    args.check_prints(player.is_some())?;
    let mut running = Running::new(args, &numbers);
    let mut rows = 0;
    let mut file = match &args.out {
        Some(_) if args.to_stdout() => Some(RecordFile::to_stdout(&settings)?),
        Some(path) if args.shard.is_some() && path.exists() && !path.is_file() => {
            bail!("{}: a shard is written to a regular file", path.display());
        }
        Some(path) => RecordFile::open(path, &settings, |record| {
            rows += 1;
            running.take(&record);
        })?,
        None => None,
    };
    // Until here a signal ends the program; the file is whole at any moment.
    let interrupt = Interrupt::after_deals_in_hand(running.bar.clone())?;
    running.begin();
    survey.run(running.rest(&numbers), interrupt.flags(), |record| {
        if let Err(error) = file.as_mut().map_or(Ok(()), |file| file.write(&record)) {
            running.failure = Some(error.into());
        } else {
            running.take(&record);
        }
        if running.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    conclude(args, running, settings, file, rows)
}

/// Closes the file, which had so many `rows` before the survey went on, says what is to be said and prints the summary.
fn conclude(
    args: &SurveyArgs,
    running: Running,
    settings: Settings,
    file: Option<RecordFile>,
    rows: u64,
) -> Result<ExitCode> {
    running.bar.finish_and_clear();
    if let Some(error) = running.failure {
        return Err(error);
    }
    let (deals_done, texts) = (running.gatherer.tally().deals(), lang::spoken());
    let all_done = deals_done == settings.to - settings.from;
    if let Some(mut file) = file {
        if all_done { file.finish()? } else { file.sync()? }
    }
    if rows > deals_done {
        let [rows, deals] = [rows, deals_done].map(|count| texts.number(count));
        output::note(&format!(
            "the file has {rows} deals, of which the first {deals} are counted here"
        ));
    }
    let reached = running.reached;
    if all_done && running.is_too_wide() {
        output::note("these deals are too few for the half-width");
    }
    if args.only.is_none() && !args.to_stdout() {
        let summary = running.gatherer.summary(settings, args.interval);
        output::print(&summary::render(&[summary], args.format, texts)?)?;
    }
    Ok(tell_end(reached, (!all_done).then_some(deals_done)))
}

/// Says why the survey has ended, if not with its last deal; `stopped_after` so many deals if some are left.
fn tell_end(reached: Option<Reached>, stopped_after: Option<u64>) -> ExitCode {
    match (reached, stopped_after) {
        (Some(Reached::HalfWidth), _) => output::note("the half-width is reached"),
        (Some(Reached::Floor), _) => {
            output::note("the unknown deals alone keep the interval wider; stopped");
        }
        (None, Some(deals)) => {
            output::tell_stop(deals);
            return ExitCode::from(INTERRUPTED);
        }
        (None, None) => {}
    }
    ExitCode::SUCCESS
}
