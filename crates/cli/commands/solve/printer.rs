//! Prints what `solve` finds.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Result, bail};
use gehtauf::rules::{AnyPosition, Game, Move};
use gehtauf::search::{Limit, Limits, Verdict};
use gehtauf::solvers::reason;
use gehtauf::survey::{Answer, Goal};
use serde::Serialize;

use super::SolveArgs;
use super::files::Solved;
use crate::args::{Format, OK, exit_code};
use crate::deals::Deal;
use crate::formats::board;
use crate::formats::heading::{self, wrapped};
use crate::formats::json::Head;
use crate::formats::listing::{Boards, listing};
use crate::formats::reason::{self as reasons, WhyLost};
use crate::interrupt::Interrupt;
use crate::lang::Texts;
use crate::output;
use crate::style::Style;

/// Prints one answer after another.
pub struct Printer<'a> {
    pub args: &'a SolveArgs,
    pub game: &'a Game,
    pub goal: Goal,
    pub interrupt: &'a Interrupt,
    /// How many have been printed.
    pub deals: u64,
    /// That of the last one.
    pub exit_code: u8,
}

impl Printer<'_> {
    /// Prints an answer; breaks if it was broken off, as those after it were too.
    pub fn print(
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
            let why_lost = why_lost.filter(|_| !self.args.verdicts);
            self.print_answer(deal, answer, moves, why_lost)?;
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
            WhyLost::new(self.game.pack(), position, reason)
        })
    }

    /// The limits of what comes after the search, in the time that it has left.
    pub fn limits_left(&self, answer: &Answer) -> Limits {
        let limits = self.args.limits.limits();
        Limits { time: limits.time.map(|time| time.saturating_sub(answer.time)), ..limits }
    }

    /// Prints the answer in the format that is asked for.
    fn print_answer(
        &self,
        deal: &Deal,
        answer: &Answer,
        moves: &[Move],
        why_lost: Option<&WhyLost>,
    ) -> Result<()> {
        let Printer { args, game, .. } = *self;
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
            (Format::Text, false) => self.print_text(&mut out, deal, answer, moves, why_lost)?,
            (Format::Text, true) => writeln!(out, "{}", words(moves).join(" "))?,
        }
        out.flush()?;
        Ok(())
    }

    /// The verdict in words, why the deal is lost, and the moves with their boards.
    fn print_text(
        &self,
        out: &mut impl Write,
        deal: &Deal,
        answer: &Answer,
        moves: &[Move],
        why_lost: Option<&WhyLost>,
    ) -> Result<()> {
        let Printer { args, game, .. } = *self;
        let style = args.style.style();
        if self.deals == 1 {
            writeln!(out, "{}", heading::comments(game))?;
        }
        if self.deals > 1 && !args.verdicts {
            writeln!(out)?;
        }
        writeln!(out, "{}", self.verdict_line(deal, answer, &style))?;
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
        match args.boards() {
            Boards::At(number) if self.exit_code == OK && number > moves.len() + 1 => {
                out.flush()?;
                let beyond = format!("--board-at {number}: the win ends with move {}", moves.len());
                if args.source.is_single() {
                    bail!("{beyond}");
                }
                output::note(&format!("{}: {beyond}", deal.source));
            }
            _ => {}
        }
        Ok(())
    }

    /// The verdict and what it took, wrapped; with `--verdicts` in one line, with as much as fits into it.
    fn verdict_line(&self, deal: &Deal, answer: &Answer, style: &Style) -> String {
        let Printer { args, .. } = *self;
        let source = match args.source.is_single() {
            true => String::new(),
            false => format!("{}: ", deal.source),
        };
        let line =
            |detail| source.clone() + &style.finish(&in_words(answer, self.goal, style, detail));
        if !args.verdicts {
            return wrapped(&line(Detail::Method), board::WIDTH).join("\n");
        }
        let fits = |line: &String| line.chars().count() <= board::WIDTH;
        let details = [Detail::Method, Detail::Cost].into_iter();
        details.map(line).find(fits).unwrap_or_else(|| line(Detail::Verdict))
    }
}

fn words(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

pub fn verdict_in_words(verdict: &Verdict<Move>, texts: &dyn Texts) -> String {
    match verdict {
        Verdict::Won(moves) => texts.won_in(moves.len()),
        Verdict::Unwinnable => texts.unwinnable().to_string(),
        Verdict::Unknown(limit) => texts.undecided(*limit),
    }
}

/// How much is said of an answer.
#[derive(Clone, Copy)]
enum Detail {
    Verdict,
    /// And what it took.
    Cost,
    /// And by which method.
    Method,
}

/// "won in 88 moves (1,234 states, 0.57 ms, plain)".
fn in_words(answer: &Answer, goal: Goal, style: &Style, detail: Detail) -> String {
    let solution = &answer.solution;
    let verdict = verdict_in_words(&solution.verdict, style.texts);
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
    let cost = style.texts.cost(solution.states, answer.time.as_secs_f64() * 1000.0);
    let cost = match detail {
        Detail::Verdict => String::new(),
        Detail::Cost => format!(" ({cost})"),
        Detail::Method => format!(" ({cost}, {})", style.texts.method(solution.method)),
    };
    format!("{verdict}{proof}{unfinished}{cost}")
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
    reason: Option<reasons::Line>,
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
