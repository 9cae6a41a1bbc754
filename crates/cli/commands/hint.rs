//! `gehtauf hint`: the next move, and which moves keep the game winnable.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use gehtauf::rules::{AnyPosition, Game, Move, Position, View};
use gehtauf::search::{Limit, Limits, Verdict};
use gehtauf::survey::{Goal, Searches};
use serde::Serialize;

use crate::args::{
    Format, GameArgs, INTERRUPTED, LimitArgs, SampleArgs, SourceArgs, ThreadArgs, exit_code,
};
use crate::commands::sampled_hint::{HintLimits, SampledHint};
use crate::deals::Deal;
use crate::formats::json::{self, Head, Judged};
use crate::formats::listing::describe;
use crate::formats::{board, heading};
use crate::interrupt::Interrupt;
use crate::lang::Prospect;
use crate::style::Style;
use crate::table::Table;

/// The next move of a win; each legal move: winnable, lost, unknown
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf hint <GAME> <SOURCE> [OPTIONS]")]
#[command(after_help = "\
Of a position with unknown cards, ?? and [??], completions are looked at, on all
--threads: in how many a player who sees no more than you wins after each move,
and in how many who knows all cards can, an upper limit. --max-states is for
each search, with unknown cards 100k by default, --time-limit for the whole
hint, which then looks at as many completions as it has time for.
Each hint is looked for anew: who asks after each move may be led in a circle.
`moves` in JSON is the whole win, to be followed until another move is played.
Exit code: 0 a move wins, or the game is won already (then no move is named, and
`won` is true in JSON), 1 the position is lost, 3 unknown
Example: gehtauf show domino --seed 7 | gehtauf hint domino --position -")]
pub struct HintArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    format: Format,
    #[command(flatten)]
    samples: SampleArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

impl HintArgs {
    /// A hint for who does not know all cards.
    fn hint_unknown(&self, game: &Game, deal: &Deal, view: View) -> Result<ExitCode> {
        let time = self.limits.limits().time;
        let limits = Limits { time: None, ..self.limits.limits_of_completions(100_000) };
        let completions = self.samples.completions_within(view, time);
        let hint_limits = HintLimits { limits, time, threads: self.threads.count() };
        let hint = SampledHint::new(game, &completions, &hint_limits)?;
        let mut out = std::io::stdout().lock();
        match self.format {
            Format::Text => hint.print(&mut out, &Style::spoken())?,
            Format::Json => writeln!(out, "{}", hint.to_json(deal))?,
        }
        Ok(hint.exit_code())
    }
}

/// What `--format json` prints.
#[derive(Debug, Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// Of the position: `won` if it can be won.
    verdict: &'static str,
    /// Whether it has come out, so that there is no move to make.
    won: bool,
    /// What left the position unknown.
    limit: Option<&'static str>,
    /// The first move of `moves`.
    best: Option<String>,
    /// A win.
    moves: Option<Vec<String>>,
    legal_moves: Vec<Judged>,
}

/// Looks at every legal move of the position.
pub fn run(args: &HintArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    let deal = args.source.single(&game)?;
    args.samples.check(&args.source)?;
    let (deal, view) = deal.resolved(&game)?;
    if let Some(view) = view {
        return args.hint_unknown(&game, &deal, view);
    }
    let position = deal.position(&game)?;
    let interrupt = Interrupt::at_once()?;
    let mut printer = Printer { args, game: &game, position: &position, judged: Vec::new() };
    printer.begin()?;
    let verdict = if position.is_won() {
        Verdict::Won(Vec::new())
    } else {
        let judge = Judge::new(args.limits.limits(), &interrupt);
        look(&position, &judge, &mut printer)?
    };
    let prospect = Prospect::from(&verdict);
    if args.format == Format::Json {
        let best = best(&verdict).map(|m| m.to_string());
        let (moves, limit) = match verdict {
            Verdict::Won(win) => (Some(win.iter().map(Move::to_string).collect()), None),
            Verdict::Unwinnable => (None, None),
            Verdict::Unknown(limit) => (None, Some(limit.name())),
        };
        let line = Line {
            head: Head::new(&game, &deal),
            verdict: json::verdict(prospect),
            won: position.is_won(),
            limit,
            best,
            moves,
            legal_moves: printer.judged,
        };
        writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&line)?)?;
    }
    let code = if interrupt.is_raised() { INTERRUPTED } else { exit_code(prospect) };
    Ok(ExitCode::from(code))
}

/// The first move of a win.
fn best(verdict: &Verdict<Move>) -> Option<Move> {
    match verdict {
        Verdict::Won(win) => win.first().copied(),
        Verdict::Unwinnable | Verdict::Unknown(_) => None,
    }
}

/// Judges the position and each of its moves and prints what is known as soon as it is. Gives the
/// position's verdict.
fn look(
    position: &AnyPosition,
    judge: &Judge<'_>,
    printer: &mut Printer<'_>,
) -> Result<Verdict<Move>> {
    let moves = position.legal_moves();
    // The moves have as much time as the position.
    let found = judge.verdict(position, if moves.len() > 1 { 2 } else { 1 }, Goal::Short)?;
    let of_move = |i: usize| {
        let mut next = position.clone();
        next.play(moves[i]);
        judge.verdict(&next, moves.len() - i, Goal::AsFound)
    };
    // What the search of the position left open, those of the moves may decide.
    let (whole, known) = match found {
        Verdict::Unknown(limit) => {
            let known: Vec<_> = (0..moves.len()).map(of_move).collect::<Result<_>>()?;
            (of_the_moves(&moves, &known, limit), known)
        }
        found => (found, Vec::new()),
    };
    printer.headline(&whole, moves.len())?;
    for (i, &m) in moves.iter().enumerate() {
        let prospect = match known.get(i) {
            Some(verdict) => verdict.into(),
            None if whole == Verdict::Unwinnable => Prospect::Lost,
            None if best(&whole) == Some(m) => Prospect::Won,
            None => (&of_move(i)?).into(),
        };
        printer.judged(m, prospect)?;
    }
    Ok(whole)
}

/// The searches of a hint, which share its time.
struct Judge<'a> {
    /// But for the time, those of each search.
    limits: Limits,
    /// When all are to be done.
    end: Option<Instant>,
    interrupt: &'a Interrupt,
}

impl Judge<'_> {
    fn new(limits: Limits, interrupt: &Interrupt) -> Judge<'_> {
        Judge { limits, end: limits.time.map(|time| Instant::now() + time), interrupt }
    }

    /// Searches for an equal part of the time that is left to so many searches.
    fn verdict(
        &self,
        position: &AnyPosition,
        searches: usize,
        goal: Goal,
    ) -> Result<Verdict<Move>> {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        let time = self.end.map(|end| left(end) / searches as u32);
        let searches =
            Searches::new(Limits { time, ..self.limits }, goal, 1, Some(&self.interrupt.abort));
        Ok(searches.solve(position)?.solution.verdict)
    }
}

/// Prints line by line in text, and gathers the list for JSON.
struct Printer<'a> {
    args: &'a HintArgs,
    game: &'a Game,
    position: &'a AnyPosition,
    judged: Vec<Judged>,
}

impl Printer<'_> {
    fn line(&self, text: &str) -> Result<()> {
        if self.args.format == Format::Text {
            writeln!(std::io::stdout(), "{}", Style::spoken().finish(text))?;
        }
        Ok(())
    }

    /// The rules, and what the table counts.
    fn begin(&self) -> Result<()> {
        let style = Style::spoken();
        self.line(&heading::comments(self.game))?;
        self.line(&board::counts(&Table::new(self.game, &self.position.layout()), &style))?;
        if self.position.is_won() { self.line(style.texts.already_won()) } else { Ok(()) }
    }

    fn headline(&self, verdict: &Verdict<Move>, moves: usize) -> Result<()> {
        let texts = Style::spoken().texts;
        let best = best(verdict).map(|m| format!("{m}  {}", self.describe(m)));
        let mut text = texts.next_move(best.as_deref(), verdict.into());
        if let Verdict::Unknown(limit) = *verdict {
            text += &format!(" ({})", texts.struck(limit));
        }
        self.line(&text)?;
        if matches!(verdict, Verdict::Won(win) if win.len() > 1) {
            self.line(
                texts.say("each hint begins anew, perhaps in a circle; `solve` shows a whole win"),
            )?;
        }
        self.line(&texts.legal_moves(moves))
    }

    fn judged(&mut self, m: Move, prospect: Prospect) -> Result<()> {
        let word = m.to_string();
        let name = Style::spoken().texts.prospect(prospect);
        self.line(&format!("{name:<10} {word:<9} {}", self.describe(m)))?;
        self.judged.push(Judged::new(m, prospect));
        Ok(())
    }

    fn describe(&self, m: Move) -> String {
        let style = Style::spoken();
        describe(self.game.rule_set(), self.position, m, &style, board::WIDTH - 30)
    }
}

/// What follows for a position that is not won, which a limit left unknown, from what its moves lead to.
fn of_the_moves(moves: &[Move], known: &[Verdict<Move>], limit: Limit) -> Verdict<Move> {
    for (&m, verdict) in moves.iter().zip(known) {
        if let Verdict::Won(win) = verdict {
            return Verdict::Won([&[m], &win[..]].concat());
        }
    }
    match known.iter().all(|verdict| *verdict == Verdict::Unwinnable) {
        true => Verdict::Unwinnable,
        false => Verdict::Unknown(limit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_headline_follows_from_the_list() {
        let moves = [Move::Redeal, Move::Deal, Move::Turn];
        let won = || Verdict::Won(vec![Move::Turn]);
        let (lost, unknown) = (|| Verdict::Unwinnable, || Verdict::Unknown(Limit::Time));
        let of = |known: [_; 3]| of_the_moves(&moves, &known, Limit::States);
        let win = vec![Move::Deal, Move::Turn];
        assert_eq!(of([unknown(), won(), won()]), Verdict::Won(win));
        assert_eq!(of([lost(), unknown(), lost()]), Verdict::Unknown(Limit::States));
        assert_eq!(of([lost(), lost(), lost()]), lost());
    }
}
