//! `gehtauf solve`: verdicts and solutions.

mod files;

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::task::Poll;

use anyhow::{Context, Result, bail};
use clap::Args;
use gehtauf::rules::{AnyPosition, Game, Move, View};
use gehtauf::search::{Limit, Limits, Progress, Verdict};
use gehtauf::solvers::reason;
use gehtauf::survey::{Answer, Goal, Searches, in_order, thread_pool};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::args::{
    Format, GameArgs, GoalArgs, INTERRUPTED, LimitArgs, OK, SourceArgs, ThreadArgs, exit_code,
};
use crate::commands::completion_counts::{self, SampleArgs};
use crate::deals::{AwaitedDeals, Deal, Deals, read_apart};
use crate::formats::heading::{self, wrapped};
use crate::formats::json::Head;
use crate::formats::listing::{Boards, listing};
use crate::formats::reason::WhyLost;
use crate::formats::{self, board};
use crate::interrupt::Interrupt;
use crate::lang::Texts;
use crate::output::{self, Product};
use crate::style::{Style, StyleArgs};
use crate::units;
use crate::watch::watched;
use files::Solved;

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
    #[command(flatten)]
    style: StyleArgs,
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
        let is_output = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
        paths.into_iter().filter(move |(_, path)| is_output(path)).map(|(option, _)| option)
    }

    fn standard_output_is_taken(&self) -> bool {
        self.on_standard_output().next().is_some()
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
                let style = self.style.style();
                writeln!(out, "{}", style.finish(&counted.in_words(&completions, &style)))?;
            }
        }
        Ok(ExitCode::from(counted.exit_code()))
    }
}

/// How many deals may be solved while an earlier one is not.
const MAX_AHEAD: usize = 1024;

/// Solves the deals.
pub fn run(args: &SolveArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    // What is not printed need not be shortened.
    let is_as_found = args.as_found || args.verdicts && args.html.is_none();
    let goal = args.goal.goal(&game, if is_as_found { Goal::AsFound } else { Goal::Short })?;
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
        let answer = searches
            .solve(&position)
            .with_context(|| format!("{}, {:?}", deal.source, deal.start))?;
        Ok((deal, position, answer))
    };
    let mut failure = None;
    let print = |solved: Result<(Deal, AnyPosition, Answer)>| {
        bar.finish_and_clear();
        let printed =
            solved.and_then(|(deal, position, answer)| printer.print(&deal, &position, &answer));
        printed.unwrap_or_else(|error| {
            failure = Some(error);
            ControlFlow::Break(())
        })
    };
    in_order(&thread_pool(threads)?, deals, MAX_AHEAD, &interrupt.stop, work, print);
    failure.map_or(Ok(()), Err)
}

/// Prints one answer after another.
struct Printer<'a> {
    args: &'a SolveArgs,
    game: &'a Game,
    goal: Goal,
    interrupt: &'a Interrupt,
    /// How many have been printed.
    deals: u64,
    /// That of the last one.
    exit_code: u8,
}

impl Printer<'_> {
    /// Prints an answer; breaks if it was broken off, as those after it were too.
    fn print(
        &mut self,
        deal: &Deal,
        position: &AnyPosition,
        answer: &Answer,
    ) -> Result<ControlFlow<()>> {
        let verdict = &answer.solution.verdict;
        let moves = match verdict {
            Verdict::Won(moves) => moves.as_slice(),
            Verdict::Unwinnable | Verdict::Unknown(_) => &[],
        };
        self.deals += 1;
        self.exit_code = exit_code(verdict.into());
        let why_lost = self.why_lost(position, answer);
        let why_lost = why_lost.as_ref();
        // First what cannot be lost any more when a file cannot be written.
        if !self.args.standard_output_is_taken() {
            self.print_text(deal, answer, moves, why_lost.filter(|_| !self.args.verdicts))?;
        }
        self.write_files(&Solved { deal, position, answer, moves, why_lost })?;
        Ok(match answer.limit() {
            Some(Limit::Interrupted) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Why the position is unwinnable, if it is and anything will say so.
    fn why_lost(&self, position: &AnyPosition, answer: &Answer) -> Option<WhyLost> {
        let Printer { args, .. } = *self;
        let is_short = args.verdicts || args.moves_only;
        let is_wanted = !is_short || args.html.is_some() || args.svg.is_some();
        (is_wanted && answer.solution.verdict == Verdict::Unwinnable).then(|| {
            let limits = self.limits_left(answer);
            let abort = Some(&*self.interrupt.abort);
            let reason = reason(position, answer.solution.method, limits, abort);
            WhyLost::new(self.game.pack(), position, reason, answer.solution.states)
        })
    }

    /// The limits of what comes after the search, in the time that it has left.
    fn limits_left(&self, answer: &Answer) -> Limits {
        let limits = self.args.limits.limits();
        Limits { time: limits.time.map(|time| time.saturating_sub(answer.time)), ..limits }
    }

    /// Prints the answer in the format that is asked for.
    fn print_text(
        &self,
        deal: &Deal,
        answer: &Answer,
        moves: &[Move],
        why_lost: Option<&WhyLost>,
    ) -> Result<()> {
        let Printer { args, game, .. } = *self;
        let beyond = match args.boards() {
            Boards::At(number) if self.exit_code == OK && number > moves.len() + 1 => {
                Some(format!("--board-at {number}: the win ends with move {}", moves.len()))
            }
            _ => None,
        };
        let mut out = std::io::stdout().lock();
        match (args.format, args.moves_only) {
            (Format::Json, false) => {
                let mut line = Line::new(game, deal, answer, (!args.verdicts).then_some(moves));
                line.reason = why_lost.map(WhyLost::line);
                serde_json::to_writer(&mut out, &line)?;
                writeln!(out)?;
            }
            (Format::Json, true) => {
                serde_json::to_writer(&mut out, &words(moves))?;
                writeln!(out)?;
            }
            (Format::Text, false) => {
                if self.deals == 1 {
                    writeln!(out, "{}", heading::comments(game))?;
                }
                let style = args.style.style();
                let source = match args.source.is_single() {
                    true => String::new(),
                    false => format!("{}: ", deal.source),
                };
                let words = |method: &str| {
                    source.clone() + &style.finish(&in_words(answer, self.goal, &style, method))
                };
                let mut line = words(&format!(", {}", style.texts.method(answer.solution.method)));
                if args.verdicts && line.chars().count() > board::WIDTH {
                    line = words("");
                }
                if !args.verdicts {
                    let separator = if self.deals > 1 { "\n" } else { "" };
                    line = separator.to_string() + &wrapped(&line, board::WIDTH).join("\n");
                }
                writeln!(out, "{line}")?;
                if let Some(why_lost) = why_lost {
                    writeln!(out, "{}", style.finish(&why_lost.in_words(&style)))?;
                }
                if !args.verdicts {
                    let referee = deal.referee(game)?;
                    let marks = why_lost.map(WhyLost::marks).unwrap_or_default();
                    let boards =
                        listing(game, &referee, moves, &style, args.boards(), args.as_seen, &marks);
                    write!(out, "{boards}")?;
                }
                if let Some(beyond) = beyond {
                    out.flush()?;
                    if args.source.is_single() {
                        bail!("{beyond}");
                    }
                    output::note(&format!("{}: {beyond}", deal.source));
                }
            }
            (Format::Text, true) => writeln!(out, "{}", words(moves).join(" "))?,
        }
        out.flush()?;
        Ok(())
    }
}

fn words(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

fn verdict_in_words(verdict: &Verdict<Move>, texts: &dyn Texts) -> String {
    match verdict {
        Verdict::Won(moves) => texts.won_in(moves.len()),
        Verdict::Unwinnable => texts.unwinnable().to_string(),
        Verdict::Unknown(limit) => texts.undecided(*limit),
    }
}

/// "won in 88 moves (1,234 states, 0.57 ms, plain)", what comes after the time as it is given.
fn in_words(answer: &Answer, goal: Goal, style: &Style, method: &str) -> String {
    let solution = &answer.solution;
    let verdict = verdict_in_words(&solution.verdict, style.texts);
    let cost = style.texts.cost(solution.states, answer.time.as_secs_f64() * 1000.0);
    let proof = match (&solution.verdict, answer.proven) {
        (Verdict::Won(moves), Some(proven)) if goal == Goal::FewestRedeals => {
            let redeals = moves.iter().filter(|&&m| m == Move::Redeal).count();
            format!(", {}", style.texts.fewest_redeals(redeals, proven))
        }
        (_, Some(proven)) => {
            format!(", {}", style.texts.shortest(proven, answer.at_least.unwrap_or(0)))
        }
        (_, None) => String::new(),
    };
    let unfinished = answer.unfinished.map(|limit| format!(", {}", style.texts.struck(limit)));
    let unfinished = unfinished.unwrap_or_default();
    format!("{verdict}{proof}{unfinished} ({cost}{method})")
}

/// What `--format json` prints of a deal, in this order; `verify` reads it again.
#[derive(Debug, Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    verdict: &'static str,
    limit: Option<&'static str>,
    /// Left out by `--verdicts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    states: u64,
    micros: u64,
    method: &'static str,
    /// With a goal to prove: whether no win is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<bool>,
    /// With `--shortest`: no win has fewer moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u32>,
    /// Why it is unwinnable; left out by `--verdicts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<formats::reason::Line>,
}

impl<'a> Line<'a> {
    fn new(game: &Game, deal: &'a Deal, answer: &Answer, moves: Option<&[Move]>) -> Line<'a> {
        let verdict = match answer.solution.verdict {
            Verdict::Won(_) => "won",
            Verdict::Unwinnable => "unwinnable",
            Verdict::Unknown(_) => "unknown",
        };
        Line {
            head: Head::new(game, deal),
            verdict,
            limit: answer.limit().map(Limit::name),
            moves: moves.map(words),
            states: answer.solution.states,
            micros: answer.time.as_micros() as u64,
            method: answer.solution.method,
            proven: answer.proven,
            at_least: answer.at_least,
            reason: None,
        }
    }
}
