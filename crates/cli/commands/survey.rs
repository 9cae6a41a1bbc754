//! `gehtauf survey`: how many of many deals come out.

use std::collections::HashSet;
use std::io::IsTerminal;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use gehtauf::cards::{Deck, Pack, seeded_deck};
use gehtauf::rules::{Game, View};
use gehtauf::survey::{
    Decision, Gatherer, Goal, IntervalMethod, MOST_GAMES, MOST_SHARDS, PlayerRun, Playing, Reached,
    Record, RecordFile, Settings, Source, Survey, Until,
};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::args::{GameArgs, GoalArgs, INTERRUPTED, LimitArgs, ThreadArgs, note_pysol};
use crate::commands::players::{PlayerParser, player_named};
use crate::deals::decks;
use crate::formats::summary::{self, ReportFormat};
use crate::interrupt::Interrupt;
use crate::lang::{self, Texts};
use crate::output;
use crate::units;

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
    #[arg(long, value_enum, default_value_t = IntervalArg::Wilson)]
    interval: IntervalArg,
    /// Form of the summary, and of --only
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
    /// Print the deals with this verdict, by their numbers
    #[arg(long, value_enum, value_name = "VERDICT")]
    only: Option<VerdictArg>,
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
    let is_possible = |games: &u64| (1..=MOST_GAMES).contains(games);
    let games = units::count(text).ok().filter(is_possible);
    games.ok_or_else(|| format!("expected a number from 1 to {MOST_GAMES}"))
}

/// The deals of a survey: one of these.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct DealsArgs {
    /// The deals of many seeds, B excluded; A alone is one
    #[arg(long, value_name = "A..B", value_parser = units::range)]
    seeds: Option<Range<u64>>,
    /// The deals of these PySolFC numbers, B excluded
    #[arg(long, value_name = "A..B", value_parser = units::range)]
    pysol: Option<Range<u64>>,
    /// The deals of these deck lines, from 1; # comments
    #[arg(long, value_name = "FILE")]
    deal: Option<PathBuf>,
}

impl DealsArgs {
    /// The decks of the file, if there is one. Says how many lines are of a deck that stood before.
    pub fn decks(&self, pack: Pack) -> Result<Vec<Deck>> {
        let decks = self.deal.as_ref().map_or(Ok(Vec::new()), |path| decks(path, pack))?;
        let again = decks.len() - decks.iter().collect::<HashSet<_>>().len();
        if again > 0 {
            let [again, all] = [again, decks.len()].map(|n| lang::spoken().number(n as u64));
            output::note(&format!(
                "deck lines that repeat earlier ones and count again: {again} of {all}"
            ));
        }
        Ok(decks)
    }

    /// Where the deals come from, and their numbers.
    pub fn numbers<'a>(&self, decks: &'a [Deck]) -> (Source<'a>, Range<u64>) {
        match (&self.seeds, &self.pysol) {
            (Some(seeds), _) => (Source::Seeds, seeds.clone()),
            (None, Some(numbers)) => (Source::Pysol, numbers.clone()),
            (None, None) => (Source::Listed(decks), 1..decks.len() as u64 + 1),
        }
    }
}

/// The methods of [`IntervalMethod`] on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum IntervalArg {
    Wilson,
    Exact,
}

impl IntervalArg {
    /// The method.
    pub fn method(self) -> IntervalMethod {
        match self {
            IntervalArg::Wilson => IntervalMethod::Wilson,
            IntervalArg::Exact => IntervalMethod::Exact,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum VerdictArg {
    Won,
    Unwinnable,
    Unknown,
    Lost,
}

impl VerdictArg {
    fn is(self, decision: Decision) -> bool {
        matches!(
            (self, decision),
            (VerdictArg::Won, Decision::Won)
                | (VerdictArg::Unwinnable, Decision::Unwinnable)
                | (VerdictArg::Unknown, Decision::Unknown)
                | (VerdictArg::Lost, Decision::Lost)
        )
    }

    /// Checks that it is a verdict that solvers, or players, can give.
    fn check(self, is_played: bool) -> Result<()> {
        match (self, is_played) {
            (VerdictArg::Lost, false) => {
                bail!("--only lost: solved deals are won, unwinnable or unknown")
            }
            (VerdictArg::Unwinnable | VerdictArg::Unknown, true) => {
                bail!("--only: games that are played are won or lost")
            }
            _ => Ok(()),
        }
    }
}

pub fn parse_shard(text: &str) -> Result<(u64, u64), String> {
    text.split_once('/')
        .and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)))
        .filter(|(i, n)| 1 <= *i && i <= n && *n <= MOST_SHARDS)
        .ok_or_else(|| {
            format!("expected I/N with I from 1 to N, such as 3/8, and N at most {MOST_SHARDS}")
        })
}

pub fn parse_width(text: &str) -> Result<f64, String> {
    let (number, scale) = match text.strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    let width = number.trim().parse::<f64>().ok().map(|number| number / scale);
    width
        .filter(|&width| width > 0.0 && width < 0.5)
        .ok_or_else(|| "expected a half-width such as 0.1% or 0.001".to_string())
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
    if let Some(only) = args.only {
        if args.format == ReportFormat::Markdown {
            bail!("--only prints text or json");
        }
        only.check(player.is_some())?;
    }
    let to_stdout = args.out.as_deref() == Some(Path::new("-"));
    if to_stdout && args.only.is_some() {
        bail!("--out - and --only both print to standard output");
    }
    if to_stdout && args.format != ReportFormat::Text {
        bail!("--out - and --format both print to standard output");
    }
    let mut running = Running::new(args, &numbers);
    let mut rows = 0;
    let mut file = match &args.out {
        Some(_) if to_stdout => Some(RecordFile::to_stdout(&settings)?),
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
    running.bar.finish_and_clear();
    if let Some(error) = running.failure {
        return Err(error);
    }
    let (deals_done, texts) = (running.gatherer.tally().deals(), lang::spoken());
    let all_done = deals_done == numbers.end - numbers.start;
    if let Some(mut file) = file {
        if all_done { file.finish()? } else { file.sync()? }
    }
    if rows > deals_done {
        let [rows, deals] = [rows, deals_done].map(|count| texts.number(count));
        output::note(&format!(
            "the file has {rows} deals, of which the first {deals} are counted here"
        ));
    }
    let (reached, tally) = (running.reached, running.gatherer.tally());
    let is_too_wide = |until: Until| tally.winnable(until.method).half_width() > until.half_width;
    if all_done && reached.is_none() && running.until.is_some_and(is_too_wide) {
        output::note("these deals are too few for the half-width");
    }
    if args.only.is_none() && !to_stdout {
        let summary = running.gatherer.summary(settings, args.interval.method());
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
            tell_stop(deals);
            return ExitCode::from(INTERRUPTED);
        }
        (None, None) => {}
    }
    ExitCode::SUCCESS
}

/// Says after how many deals Ctrl-C ended them.
pub fn tell_stop(deals: u64) {
    if deals == 1 {
        output::note("stopped after 1 deal");
    } else {
        let deals = lang::spoken().number(deals);
        output::note(&format!("stopped after {deals} deals"));
    }
}

/// The survey while it runs: what has come, what is shown, and whether it is over.
struct Running {
    only: Option<VerdictArg>,
    format: ReportFormat,
    until: Option<Until>,
    gatherer: Gatherer,
    reached: Option<Reached>,
    failure: Option<anyhow::Error>,
    bar: ProgressBar,
    last_shown: Instant,
}

/// How often the progress shows a new interval.
const SHOW_EVERY: Duration = Duration::from_millis(200);

impl Running {
    fn new(args: &SurveyArgs, numbers: &Range<u64>) -> Running {
        let method = args.interval.method();
        let is_shown = !args.quiet && std::io::stderr().is_terminal();
        Running {
            only: args.only,
            format: args.format,
            until: args.until.map(|half_width| Until { half_width, method }),
            gatherer: Gatherer::default(),
            reached: None,
            failure: None,
            bar: progress_bar(is_shown, numbers.end - numbers.start, lang::spoken().say("deals")),
            last_shown: Instant::now(),
        }
    }

    /// Takes the next record, from the file or from the search.
    fn take(&mut self, record: &Record) {
        if self.is_over() {
            return;
        }
        self.gatherer.add(record);
        if self.only.is_some_and(|only| only.is(record.verdict)) {
            self.failure = self.print(record).err();
        }
        let tally = self.gatherer.tally();
        self.reached = self.until.and_then(|until| until.look(tally));
        if !self.bar.is_hidden() && self.last_shown.elapsed() >= SHOW_EVERY {
            self.show();
        }
    }

    /// Prints a record that was asked for.
    fn print(&self, record: &Record) -> Result<()> {
        let line = match self.format {
            ReportFormat::Json => serde_json::to_string(record)?,
            ReportFormat::Text | ReportFormat::Markdown => record.seed.to_string(),
        };
        self.bar.suspend(|| output::print(&(line + "\n")))
    }

    /// Starts the clock of the progress after the records of the file.
    fn begin(&mut self) {
        self.show();
        self.bar.reset_eta();
    }

    fn show(&mut self) {
        let tally = self.gatherer.tally();
        self.bar.set_position(tally.deals());
        self.bar.set_message(summary::in_short(tally, lang::spoken()));
        self.last_shown = Instant::now();
    }

    fn is_over(&self) -> bool {
        self.reached.is_some() || self.failure.is_some()
    }

    /// The deals that are still to be solved.
    fn rest(&self, numbers: &Range<u64>) -> Range<u64> {
        let deals_done = self.gatherer.tally().deals();
        if self.is_over() {
            numbers.end..numbers.end
        } else {
            numbers.start + deals_done..numbers.end
        }
    }
}

/// A bar on stderr with rate, time left and a message for so many deals or other `things`; nothing
/// at all if it is not to be shown.
pub fn progress_bar(is_shown: bool, count: u64, things: &str) -> ProgressBar {
    let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = format!("{{bar:20}} {{done}} {things}{{pace}}; {{msg}}");
    let done = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let [now, all] = [state.pos(), state.len().unwrap_or(0)].map(|n| lang::spoken().number(n));
        let _ = write!(out, "{now}/{all}");
    };
    let pace = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // What cannot be shown is not shown.
        let _ = out.write_str(&pace(state.per_sec(), state.eta(), lang::spoken()));
    };
    let style = ProgressStyle::with_template(&style).expect("the template is well-formed");
    let style = style.with_key("done", done).with_key("pace", pace);
    ProgressBar::with_draw_target(Some(count), target).with_style(style)
}

/// The rate and the time left, once there is a rate.
fn pace(per_second: f64, left: Duration, texts: &dyn Texts) -> String {
    if per_second <= 0.0 {
        return String::new();
    }
    let places = if per_second < 10.0 { 1 } else { 0 };
    let (pace, left) = (texts.decimal(per_second, places), HumanDuration(left));
    texts.fill(", {}/s, {} left", &[&pace, &format!("{left:#}")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_not_told_before_it_is_known() {
        let pace = |per_second, left| pace(per_second, left, lang::Lang::En.texts());
        assert_eq!(pace(0.0, Duration::ZERO), "");
        assert_eq!(pace(2.5, Duration::from_secs(45)), ", 2.5/s, 45s left");
        assert_eq!(pace(25.4, Duration::from_secs(7)), ", 25/s, 7s left");
    }
}
