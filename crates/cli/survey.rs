//! `gehtauf survey`: how many of many deals come out.

use std::io::{IsTerminal, Write};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use gehtauf::survey::{
    Decision, Gatherer, Goal, MOST_SHARDS, Method, Reached, Record, RecordFile, Settings, Source,
    Survey, Until,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::args::{GameArgs, GoalArgs, INTERRUPTED, LimitArgs, ThreadArgs};
use crate::interrupt::Interrupt;
use crate::summary::{self, ReportFormat};
use crate::units;

/// Solve many deals and measure how often the game comes out
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf survey <GAME> --seeds <A..B> [OPTIONS]")]
#[command(after_help = "\
The file of --out is written as it goes. After a crash or Ctrl-C the same line
goes on where it stopped. Exit code: 0 done, 130 stopped by Ctrl-C
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
    #[command(flatten)]
    threads: ThreadArgs,
    /// A CSV file, a row a deal; it is completed if there
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only the I-th of N parts; FILE.part until complete
    #[arg(long, value_name = "I/N", value_parser = parse_shard, requires = "out")]
    shard: Option<(u64, u64)>,
    /// Stop at this half-width of the interval, as 0.1%
    #[arg(long, value_name = "WIDTH", value_parser = parse_width, conflicts_with = "shard")]
    until: Option<f64>,
    /// How the 95 % interval is computed
    #[arg(long, value_enum, default_value_t = IntervalArg::Wilson)]
    interval: IntervalArg,
    /// How the summary is printed
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
    /// Print the numbers of the deals with this verdict
    #[arg(long, value_enum, value_name = "VERDICT")]
    only: Option<VerdictArg>,
    /// No progress
    #[arg(long)]
    quiet: bool,
}

/// The deals of a survey: one of these.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct DealsArgs {
    /// The deals of these seeds, B excluded
    #[arg(long, value_name = "A..B", value_parser = units::range)]
    seeds: Option<Range<u64>>,
    /// The deals of these PySolFC numbers, B excluded
    #[arg(long, value_name = "A..B", value_parser = units::range)]
    pysol: Option<Range<u64>>,
}

impl DealsArgs {
    /// What the numbers are, and the numbers.
    pub fn numbers(&self) -> (Source, Range<u64>) {
        match (&self.seeds, &self.pysol) {
            (Some(seeds), _) => (Source::Seeds, seeds.clone()),
            (None, Some(numbers)) => (Source::Pysol, numbers.clone()),
            (None, None) => unreachable!("clap asks for one of them"),
        }
    }
}

/// The methods of [`Method`] on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum IntervalArg {
    Wilson,
    Exact,
}

impl IntervalArg {
    /// The method.
    pub fn method(self) -> Method {
        match self {
            IntervalArg::Wilson => Method::Wilson,
            IntervalArg::Exact => Method::Exact,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum VerdictArg {
    Won,
    Unwinnable,
    Unknown,
}

impl VerdictArg {
    fn is(self, decision: Decision) -> bool {
        matches!(
            (self, decision),
            (VerdictArg::Won, Decision::Won)
                | (VerdictArg::Unwinnable, Decision::Unwinnable)
                | (VerdictArg::Unknown, Decision::Unknown)
        )
    }
}

fn parse_shard(text: &str) -> Result<(u64, u64), String> {
    text.split_once('/')
        .and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)))
        .filter(|(i, n)| 1 <= *i && i <= n && *n <= MOST_SHARDS)
        .ok_or_else(|| "expected I/N with I from 1 to N, such as 3/8".to_string())
}

fn parse_width(text: &str) -> Result<f64, String> {
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
    let (source, all) = args.deals.numbers();
    let goal = args.goal.goal(&game, if args.shorten { Goal::Short } else { Goal::Any })?;
    let survey = Survey { game: &game, source, limits, goal, threads: args.threads.count() };
    let mut settings = Settings::new(&survey, all);
    if let Some((part, parts)) = args.shard {
        settings = settings.of_shard(part, parts);
    }
    let numbers = settings.from..settings.to;
    if numbers.is_empty() {
        bail!("there are fewer deals than shards");
    }
    let mut running = Running::new(args, &numbers);
    let mut file = match &args.out {
        Some(path) if args.shard.is_some() && path.exists() && !path.is_file() => {
            bail!("{}: a shard is written to a regular file", path.display());
        }
        Some(path) => RecordFile::open(path, &settings, |record| running.take(&record))?,
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
    let deals_done = running.gatherer.tally().deals();
    let all_done = deals_done == numbers.end - numbers.start;
    if let Some(mut file) = file {
        if all_done { file.finish()? } else { file.sync()? }
    }
    let reached = running.reached;
    if args.only.is_none() {
        let summary = running.gatherer.summary(settings, args.interval.method());
        write!(std::io::stdout().lock(), "{}", summary::render(&[summary], args.format)?)?;
    }
    match reached {
        Some(Reached::HalfWidth) => eprintln!("gehtauf: the half-width is reached"),
        Some(Reached::Floor) => {
            eprintln!("gehtauf: the unknown deals alone keep the interval wider; stopped");
        }
        None if !all_done => {
            eprintln!("gehtauf: stopped after {} deals", units::grouped(deals_done));
            return Ok(ExitCode::from(INTERRUPTED));
        }
        None => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// The survey while it runs: what has come, what is shown, and whether it is over.
struct Running {
    only: Option<VerdictArg>,
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
            until: args.until.map(|half_width| Until { half_width, method }),
            gatherer: Gatherer::default(),
            reached: None,
            failure: None,
            bar: progress_bar(is_shown, numbers.end - numbers.start),
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
            let printed = writeln!(std::io::stdout().lock(), "{}", record.seed);
            self.failure = printed.err().map(Into::into);
        }
        let tally = self.gatherer.tally();
        self.reached = self.until.and_then(|until| until.look(tally));
        if !self.bar.is_hidden() && self.last_shown.elapsed() >= SHOW_EVERY {
            self.show();
        }
    }

    /// Starts the clock of the progress after the records of the file.
    fn begin(&mut self) {
        self.show();
        self.bar.reset_eta();
    }

    fn show(&mut self) {
        let tally = self.gatherer.tally();
        self.bar.set_position(tally.deals());
        self.bar.set_message(summary::in_short(tally));
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

/// A bar on stderr with rate, time left and a message; nothing at all if it is not to be shown.
pub fn progress_bar(is_shown: bool, deals: u64) -> ProgressBar {
    let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = "{bar:20} {human_pos}/{human_len} deals, {rate}, {eta} left; {msg}";
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let per_second = state.per_sec();
        let places = if per_second < 10.0 { 1 } else { 0 };
        // What cannot be shown is not shown.
        let _ = write!(out, "{per_second:.places$}/s");
    };
    let style = ProgressStyle::with_template(style).expect("the template is well-formed");
    let style = style.with_key("rate", rate);
    ProgressBar::with_draw_target(Some(deals), target).with_style(style)
}
