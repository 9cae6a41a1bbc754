//! `gehtauf solve`: verdicts and solutions.

mod files;
mod printer;

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::task::Poll;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use gehtauf::rules::{AnyPosition, Game, View, redeals};
use gehtauf::search::{Budget, Limits, Progress, Verdict};
use gehtauf::solvers::{reason, shorten};
use gehtauf::survey::{Answer, Goal, Searches, in_order, thread_pool};
use indicatif::ProgressBar;

use crate::args::{
    Format, GameArgs, GoalArgs, INTERRUPTED, LimitArgs, OK, SampleArgs, SourceArgs, ThreadArgs,
};
use crate::commands::completion_counts;
use crate::deals::{AwaitedDeals, Deal, Deals, read_apart};
use crate::formats::heading;
use crate::formats::listing::Boards;
use crate::formats::reason::WhyLost;
use crate::interrupt::Interrupt;
use crate::output::{self, Product};
use crate::style::Style;
use crate::units;
use crate::watch::watched;
use printer::{Printer, Solved};

/// Solve deals: the verdict, then the moves of a win
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf solve <GAME> <SOURCE> [OPTIONS]")]
#[command(after_help = "\
Of unknown cards (??, [??]) completions are solved and counted, 1M states each.
Exit code: 0 won (all completions), 1 unwinnable (all), 3 else; several deals: 0
Example: gehtauf solve hochzeitszug --seed 7 --set redeals=1")]
pub struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// Keep the moves that the win does not need
    #[arg(long, conflicts_with_all = ["shortest", "fewest_redeals"])]
    as_found: bool,
    #[command(flatten)]
    samples: SampleArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Print text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    format: Format,
    /// Only the moves, a line a deal, empty if not won
    #[arg(long)]
    moves_only: bool,
    /// Only the verdicts, a line a deal
    #[arg(long, conflicts_with_all = ["moves_only", "boards", "board_at"])]
    verdicts: bool,
    /// Draw the table before every move
    #[arg(long, conflicts_with = "moves_only")]
    boards: bool,
    /// Draw the table before move K (last + 1: the end)
    #[arg(long, value_name = "K", value_parser = units::from_one)]
    #[arg(conflicts_with_all = ["boards", "moves_only"])]
    board_at: Option<NonZeroUsize>,
    /// Hide cards until turned up wherever they are drawn
    #[arg(long)]
    as_seen: bool,
    /// Write a page that replays one win; - is stdout
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Draw one deal, cards to blame marked; - is stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Certify to `verify` that one deal is lost; - is stdout
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl SolveArgs {
    fn boards(&self) -> Boards {
        match self.board_at {
            Some(number) => Boards::At(number.get()),
            None if self.boards => Boards::All,
            None => Boards::None,
        }
    }

    /// The options whose product goes to standard output, so that no text can.
    fn on_standard_output(&self) -> impl Iterator<Item = &'static str> {
        let paths =
            [("--html", &self.html), ("--svg", &self.svg), ("--certificate", &self.certificate)];
        let is_output = |path: &Option<PathBuf>| path.as_deref().is_some_and(output::is_standard);
        paths.into_iter().filter(move |(_, path)| is_output(path)).map(|(option, _)| option)
    }

    fn standard_output_is_taken(&self) -> bool {
        self.on_standard_output().next().is_some()
    }

    /// The limits of what comes after the search, in the time that it has left.
    fn limits_left(&self, answer: &Answer) -> Limits {
        let limits = self.limits.limits();
        Limits { time: limits.time.map(|time| time.saturating_sub(answer.time)), ..limits }
    }

    /// Whether anything will show the moves of a win.
    fn needs_moves(&self) -> bool {
        !self.verdicts || self.html.is_some()
    }

    /// Whether anything will say why a position is unwinnable.
    fn says_why_lost(&self) -> bool {
        let is_short = self.verdicts || self.moves_only;
        !is_short || self.html.is_some() || self.svg.is_some()
    }

    /// Checks that nothing that is asked for would not be printed.
    fn check_standard_output(&self) -> Result<()> {
        let mut taken = self.on_standard_output();
        if let (Some(one), Some(other)) = (taken.next(), taken.next()) {
            bail!("{one} and {other}: only one of them can go to standard output");
        }
        let printed = [
            ("--format json", self.format == Format::Json),
            ("--moves-only", self.moves_only),
            ("--verdicts", self.verdicts),
            ("--boards", self.boards),
            ("--board-at", self.board_at.is_some()),
        ];
        let mut printed = printed.iter().filter(|(_, is_given)| *is_given);
        if self.standard_output_is_taken()
            && let Some((option, _)) = printed.next()
        {
            bail!("{option}: standard output is taken, so name a file for what else goes there");
        }
        if self.format == Format::Json && self.boards() != Boards::None {
            bail!("--format json draws no boards");
        }
        Ok(())
    }

    /// Counts in how many completions of what is seen the game can be won.
    fn solve_unknown(&self, game: &Game, deal: &Deal, view: View) -> Result<ExitCode> {
        let of_a_solution = [
            ("--shortest", self.goal.shortest),
            ("--fewest-redeals", self.goal.fewest_redeals),
            ("--as-found", self.as_found),
            ("--moves-only", self.moves_only),
            ("--boards", self.boards),
            ("--board-at", self.board_at.is_some()),
            ("--html", self.html.is_some()),
            ("--svg", self.svg.is_some()),
            ("--certificate", self.certificate.is_some()),
        ];
        if let Some((option, _)) = of_a_solution.iter().find(|(_, is_given)| *is_given) {
            bail!("{option}: the position has unknown cards, so there is no one solution");
        }
        let completions = self.samples.completions(view);
        let limits = self.limits.limits_of_completions(1_000_000);
        let counted = completion_counts::count(&completions, limits, self.threads.count())?;
        let mut out = std::io::stdout().lock();
        match self.format {
            Format::Json => {
                serde_json::to_writer(&mut out, &counted.line(game, deal, &completions))?;
                writeln!(out)?;
            }
            Format::Text => {
                writeln!(out, "{}", heading::comments(game))?;
                let style = Style::spoken();
                writeln!(out, "{}", style.finish(&counted.in_words(&completions, &style)))?;
            }
        }
        Ok(ExitCode::from(counted.exit_code()))
    }
}

/// How many deals may be solved while an earlier one is not.
const MAX_AHEAD: usize = 1024;

/// Enough to say why a deal is lost.
const BYTES_OF_A_REASON: usize = 64 << 20;

/// Solves the deals.
pub fn run(args: &SolveArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    // What is not printed need not be shortened.
    let is_short = !args.as_found && args.needs_moves();
    let goal = args.goal.goal(&game, if is_short { Goal::Short } else { Goal::AsFound })?;
    let draws = args.html.is_some() || args.svg.is_some() || args.boards() != Boards::None;
    if args.as_seen && !draws {
        bail!("--as-seen is for --boards, --board-at, --html and --svg");
    }
    args.check_standard_output()?;
    let products = [
        (Product::Page, &args.html),
        (Product::Picture, &args.svg),
        (Product::Certificate, &args.certificate),
    ];
    output::check(&products, args.source.file())?;
    let is_single = args.html.is_some() || args.svg.is_some() || args.certificate.is_some();
    args.samples.check(&args.source)?;
    let deals: Deals = if args.source.position.is_some() {
        let deal = args.source.single(&game)?;
        let (deal, view) = deal.resolved(&game)?;
        if let Some(view) = view {
            return args.solve_unknown(&game, &deal, view);
        }
        Box::new(std::iter::once(Ok(deal)))
    } else {
        if is_single {
            Box::new(std::iter::once(Ok(args.source.single(&game)?)))
        } else {
            args.source.deals(&game)?
        }
    };
    // Until here a signal ends the program.
    let interrupt = Interrupt::at_once()?;
    let deals = match args.source.deal {
        Some(_) => read_apart(deals)?,
        None => Box::new(deals.map(Poll::Ready)),
    };
    let mut printer =
        Printer { args, game: &game, goal, interrupt: &interrupt, deals: 0, exit_code: OK };
    let solved = watched(args.source.is_single(), |progress, bar| {
        solve_all(&mut printer, deals, progress, bar)
    });
    solved?;
    let exit_code = match printer.deals {
        _ if interrupt.is_raised() => INTERRUPTED,
        1 => printer.exit_code,
        _ => OK,
    };
    Ok(ExitCode::from(exit_code))
}

/// Solves the deals side by side and prints the answers in order.
fn solve_all(
    printer: &mut Printer<'_>,
    deals: AwaitedDeals,
    progress: Option<&Progress>,
    bar: &ProgressBar,
) -> Result<()> {
    let Printer { args, game, goal, interrupt, .. } = *printer;
    let threads = args.threads.count();
    let mut searches = Searches::new(args.limits.limits(), goal, threads, Some(&interrupt.abort));
    if let Some(progress) = progress {
        searches = searches.watched(progress);
    }
    let work = |deal: Result<Deal>| {
        let deal = deal?;
        let position = deal.position(game)?;
        let mut answer = searches
            .solve(&position)
            .with_context(|| format!("{}, {:?}", deal.source, deal.start))?;
        let limits = args.limits_left(&answer);
        if goal == Goal::FewestRedeals && args.needs_moves() {
            let budget = Budget::new(limits, Some(&interrupt.abort)).watched(progress);
            shorten_adding_no_redeal(&position, &mut answer, &budget);
        }
        let is_lost = answer.solution.verdict == Verdict::Unwinnable;
        let why_lost = (is_lost && args.says_why_lost()).then(|| {
            let reason = searches.beside(BYTES_OF_A_REASON, |max_bytes| {
                let limits = Limits { max_bytes, ..limits };
                reason(&position, answer.solution.method, limits, Some(&interrupt.abort))
            });
            WhyLost::new(game.pack(), &position, reason)
        });
        Ok(Solved { deal, position, answer, why_lost })
    };
    let mut failure = None;
    let print = |solved: Result<Solved>| {
        bar.finish_and_clear();
        solved.and_then(|solved| printer.print(&solved)).unwrap_or_else(|error| {
            failure = Some(error);
            ControlFlow::Break(())
        })
    };
    in_order(&thread_pool(threads)?, deals, MAX_AHEAD, &interrupt.stop, work, print);
    failure.map_or(Ok(()), Err)
}

/// Leaves out of a win of few redeals what it does not need, unless it takes more of them without.
fn shorten_adding_no_redeal(position: &AnyPosition, answer: &mut Answer, budget: &Budget<'_>) {
    let Verdict::Won(moves) = &mut answer.solution.verdict else { return };
    let started = Instant::now();
    budget.begin("shortening");
    let shortened = shorten(position, moves, budget);
    if redeals(&shortened.moves) <= redeals(moves) {
        *moves = shortened.moves;
    }
    answer.unfinished = answer.unfinished.or(shortened.broken_off);
    answer.time += started.elapsed();
}
