//! Prints what `solve` finds.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Result, bail};
use gehtauf::rules::{AnyPosition, Game, Move, redeals};
use gehtauf::search::{Limit, Verdict};
use gehtauf::survey::{Answer, Goal};
use serde::Serialize;

use super::SolveArgs;
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

/// A deal and what was found.
pub struct Solved {
    pub deal: Deal,
    pub position: AnyPosition,
    pub answer: Answer,
    /// Of a deal that is unwinnable, if anything will say so.
    pub why_lost: Option<WhyLost>,
}

impl Solved {
    /// Of a win.
    pub fn moves(&self) -> &[Move] {
        match &self.answer.solution.verdict {
            Verdict::Won(moves) => moves,
            Verdict::Unwinnable | Verdict::Unknown(_) => &[],
        }
    }
}

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
    pub fn print(&mut self, solved: &Solved) -> Result<ControlFlow<()>> {
        self.deals += 1;
        self.exit_code = exit_code((&solved.answer.solution.verdict).into());
        // First what cannot be lost any more when a file cannot be written.
        if !self.args.standard_output_is_taken() {
            self.print_answer(solved)?;
        }
        self.write_files(solved)?;
        Ok(match solved.answer.limit() {
            Some(Limit::Interrupted) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Prints the answer in the format that is asked for.
    fn print_answer(&self, solved: &Solved) -> Result<()> {
        let Printer { args, game, .. } = *self;
        let mut out = std::io::stdout().lock();
        match (args.format, args.moves_only) {
            (Format::Json, false) => {
                serde_json::to_writer(&mut out, &Line::new(game, solved, args.verdicts))?;
                writeln!(out)?;
            }
            (Format::Json, true) => {
                serde_json::to_writer(&mut out, &words(solved.moves()))?;
                writeln!(out)?;
            }
            (Format::Text, false) => self.print_text(&mut out, solved)?,
            (Format::Text, true) => writeln!(out, "{}", words(solved.moves()).join(" "))?,
        }
        out.flush()?;
        Ok(())
    }

    /// The verdict in words, why the deal is lost, and the moves with their boards.
    fn print_text(&self, out: &mut impl Write, solved: &Solved) -> Result<()> {
        let Solved { deal, answer, .. } = solved;
        let Printer { args, game, .. } = *self;
        let style = Style::spoken();
        if self.deals == 1 {
            writeln!(out, "{}", heading::comments(game))?;
        }
        if self.deals > 1 && !args.verdicts {
            writeln!(out)?;
        }
        writeln!(out, "{}", self.verdict_line(deal, answer, &style))?;
        let moves = solved.moves();
        if !args.verdicts {
            if let Some(why_lost) = &solved.why_lost {
                writeln!(out, "{}", style.finish(&why_lost.in_words(&style)))?;
            }
            let referee = deal.referee(game)?;
            let marks = solved.why_lost.as_ref().map(WhyLost::marks).unwrap_or_default();
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
            format!(", {}", style.texts.fewest_redeals(redeals(moves) as usize, proven))
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
    fn new(game: &Game, solved: &'a Solved, is_short: bool) -> Line<'a> {
        let Solved { deal, answer, why_lost, .. } = solved;
        Line {
            head: Head::new(game, deal),
            verdict: answer.decision().name(),
            limit: answer.limit().map(Limit::name),
            moves: (!is_short).then(|| words(solved.moves())),
            states: answer.solution.states,
            micros: answer.time.as_micros() as u64,
            method: answer.solution.method,
            proven: answer.proven,
            at_least: answer.at_least,
            reason: why_lost.as_ref().filter(|_| !is_short).map(WhyLost::line),
        }
    }
}
