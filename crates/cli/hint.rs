//! `gehtauf hint`: the next move, and which moves keep the game winnable.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gehtauf::rules::{AnyPosition, Game, Move, Position, View};
use gehtauf::search::{Limits, Verdict};
use gehtauf::solvers::solve;
use serde::Serialize;

use crate::args::{
    Format, GameArgs, INTERRUPTED, LimitArgs, NO, OK, SourceArgs, ThreadArgs, UNKNOWN,
};
use crate::completion_counts::SampleArgs;
use crate::deals::Deal;
use crate::formats::json::{Head, Judged, verdict};
use crate::formats::listing::describe;
use crate::formats::{board, heading};
use crate::interrupt::Interrupt;
use crate::lang::Prospect;
use crate::sampled_hint::{Budget, SampledHint};
use crate::style::StyleArgs;
use crate::table::Table;

/// The next move of a win; each legal move: winnable, lost, unknown
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf hint <GAME> <SOURCE> [OPTIONS]")]
#[command(after_help = "\
Of a position with unknown cards, ?? and [??], completions are looked at: in how
many a player who sees no more than you wins after each move, and in how many
who knows all cards can, an upper limit. --max-states is then for each search,
100k by default, --time-limit for the whole hint, which then looks at as many
completions as it has time for.
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
    #[command(flatten)]
    style: StyleArgs,
}

impl HintArgs {
    /// A hint for who does not know all cards.
    fn hint_unknown(&self, game: &Game, deal: &Deal, view: View) -> Result<ExitCode> {
        let time = self.limits.limits().time;
        let limits = Limits { time: None, ..self.limits.limits_of_completions(100_000) };
        let completions = self.samples.completions_within(view, time);
        let budget = Budget { limits, time, threads: self.threads.count() };
        let hint = SampledHint::new(game, &completions, &budget)?;
        let mut out = std::io::stdout().lock();
        match self.format {
            Format::Text => hint.print(&mut out, &self.style.style())?,
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
    /// A move that wins.
    best: Option<String>,
    legal_moves: Vec<Judged>,
}

/// Looks at every legal move of the position.
pub fn run(args: &HintArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    let deal = args.source.single(&game)?;
    args.samples.check(deal.has_unknown_cards())?;
    let (deal, view) = deal.resolved(&game)?;
    if let Some(view) = view {
        return args.hint_unknown(&game, &deal, view);
    }
    let position = deal.position(&game)?;
    let interrupt = Interrupt::at_once()?;
    let mut printer = Printer { args, game: &game, position: &position, judged: Vec::new() };
    printer.begin()?;
    let found = if position.is_won() {
        Some((Prospect::Won, None))
    } else {
        look(&position, args.limits.limits(), &interrupt, &mut printer)?
    };
    let Some((whole, best)) = found else { return Ok(ExitCode::from(INTERRUPTED)) };
    if args.format == Format::Json {
        let best = best.map(|m| m.to_string());
        let (head, legal_moves) = (Head::new(&game, &deal), printer.judged);
        let won = position.is_won();
        let line = Line { head, verdict: verdict(whole), won, best, legal_moves };
        writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&line)?)?;
    }
    Ok(ExitCode::from(match whole {
        Prospect::Won => OK,
        Prospect::Lost => NO,
        Prospect::Unknown => UNKNOWN,
    }))
}

/// Judges the position and each of its moves and prints what is known as soon as it is. Gives the
/// position's prospect and a move that wins; nothing if it was interrupted.
fn look(
    position: &AnyPosition,
    limits: Limits,
    interrupt: &Interrupt,
    printer: &mut Printer<'_>,
) -> Result<Option<(Prospect, Option<Move>)>> {
    let judge = |position: &AnyPosition| prospect(position, limits, interrupt);
    let (found, best) = judge(position)?;
    let of_move = |&m: &Move| {
        Ok(match found {
            Prospect::Lost => Prospect::Lost,
            Prospect::Won if best == Some(m) => Prospect::Won,
            Prospect::Won | Prospect::Unknown => {
                let mut next = position.clone();
                next.play(m);
                judge(&next)?.0
            }
        })
    };
    let moves = position.legal_moves();
    // What the search of the position left open, those of the moves may decide.
    let known: Vec<Prospect> = match found {
        Prospect::Unknown => moves.iter().map(of_move).collect::<Result<_>>()?,
        Prospect::Won | Prospect::Lost => Vec::new(),
    };
    if interrupt.is_raised() {
        return Ok(None);
    }
    let (whole, best) = match found {
        Prospect::Unknown => of_the_moves(&moves, &known),
        Prospect::Won | Prospect::Lost => (found, best),
    };
    printer.headline(whole, best, moves.len())?;
    for (i, &m) in moves.iter().enumerate() {
        let prospect = known.get(i).map_or_else(|| of_move(&m), |&prospect| Ok(prospect))?;
        if interrupt.is_raised() {
            return Ok(None);
        }
        printer.judged(m, prospect)?;
    }
    Ok(Some((whole, best)))
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
            writeln!(std::io::stdout(), "{}", self.args.style.style().finish(text))?;
        }
        Ok(())
    }

    /// The rules, and what the table counts.
    fn begin(&self) -> Result<()> {
        let style = self.args.style.style();
        self.line(&heading::comments(self.game))?;
        self.line(&board::counts(&Table::new(self.game, &self.position.layout()), &style))?;
        if self.position.is_won() { self.line(style.texts.already_won()) } else { Ok(()) }
    }

    fn headline(&self, whole: Prospect, best: Option<Move>, moves: usize) -> Result<()> {
        let texts = self.args.style.style().texts;
        let best = best.map(|m| format!("{m}  {}", self.describe(m)));
        self.line(&texts.next_move(best.as_deref(), whole))?;
        self.line(&texts.legal_moves(moves))
    }

    fn judged(&mut self, m: Move, prospect: Prospect) -> Result<()> {
        let word = m.to_string();
        let name = self.args.style.style().texts.prospect(prospect);
        self.line(&format!("{name:<10} {word:<9} {}", self.describe(m)))?;
        self.judged.push(Judged::new(m, prospect));
        Ok(())
    }

    fn describe(&self, m: Move) -> String {
        let style = self.args.style.style();
        describe(self.game.rule_set(), self.position, m, &style, board::WIDTH - 30)
    }
}

/// What follows for a position that is not won from its moves' prospects, and a move that wins.
fn of_the_moves(moves: &[Move], prospects: &[Prospect]) -> (Prospect, Option<Move>) {
    match prospects.iter().position(|&prospect| prospect == Prospect::Won) {
        Some(i) => (Prospect::Won, Some(moves[i])),
        None if prospects.contains(&Prospect::Unknown) => (Prospect::Unknown, None),
        None => (Prospect::Lost, None),
    }
}

/// Whether the position can be won, and the first move of the win.
fn prospect(
    position: &AnyPosition,
    limits: Limits,
    interrupt: &Interrupt,
) -> Result<(Prospect, Option<Move>)> {
    let solution = solve(position, limits, Some(&interrupt.abort));
    Ok(match solution?.verdict {
        Verdict::Won(moves) => (Prospect::Won, moves.first().copied()),
        Verdict::Unwinnable => (Prospect::Lost, None),
        Verdict::Unknown(_) => (Prospect::Unknown, None),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Prospect::{Lost, Unknown, Won};

    #[test]
    fn the_headline_follows_from_the_list() {
        let moves = [Move::Redeal, Move::Deal, Move::Turn];
        assert_eq!(of_the_moves(&moves, &[Unknown, Won, Won]), (Won, Some(Move::Deal)));
        assert_eq!(of_the_moves(&moves, &[Lost, Unknown, Lost]), (Unknown, None));
        assert_eq!(of_the_moves(&moves, &[Lost; 3]), (Lost, None));
    }
}
