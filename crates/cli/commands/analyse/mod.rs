//! `gehtauf analyse`: where a game that was played was won or lost.

mod verdicts;

use std::cell::Cell;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use gehtauf::rules::{AnyPosition, Game, Move, Position, Referee};
use gehtauf::search::{Budget, Limit, Progress, Verdict};
use gehtauf::solvers::solve_within;
use serde::Serialize;
use serde_json::Value;

use crate::after::check_legal;
use crate::args::{Format, GameArgs, INTERRUPTED, LimitArgs, SourceArgs, exit_code};
use crate::deals::{Deal, OtherRules};
use crate::formats::json::{Head, Judged, verdict};
use crate::formats::listing::describe;
use crate::formats::replay_page::{Page, TimeLine};
use crate::formats::{board, heading};
use crate::interrupt::Interrupt;
use crate::lang::{self, Prospect};
use crate::lines::{LONGEST_SOLUTION, Lines};
use crate::output::{self, Product};
use crate::played_game::PlayedGame;
use crate::style::Style;
use crate::table::Marks;
use crate::watch::watched;
use verdicts::Verdicts;

/// Say of a game that was played after which move it was lost
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf analyse <GAME> <SOURCE> --moves <FILE> [OPTIONS]")]
#[command(after_help = "\
All cards count as known, hidden ones too. FILE has the moves: a list as --after
takes it, the line that `play` prints in the end, or what `solve` prints. The
limits are for each search, of which there are few: a position reached from a
lost one is lost. Ctrl-C prints what is known by then.
Exit code: 0 the game is won or can be, 1 it is lost, 3 unknown
Example: gehtauf analyse domino --seed 7 --moves game.txt --html game.html")]
pub struct AnalyseArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    source: SourceArgs,
    /// The moves of the game; - is standard input
    #[arg(long, value_name = "FILE")]
    moves: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    format: Format,
    /// Write a page that replays the game; - is stdout
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Analyses the game.
pub fn run(args: &AnalyseArgs) -> Result<ExitCode> {
    let source = args.source.file();
    if output::is_standard(&args.moves) && source == Some(&args.moves) {
        bail!("--moves -: the deal is read from standard input already");
    }
    if args.html.as_deref().is_some_and(output::is_standard) && args.format == Format::Json {
        bail!("--html - and --format json both print to standard output");
    }
    output::check(&[(Product::Page, &args.html)], source.into_iter().chain([&args.moves]))?;
    let game = args.game.game()?;
    let (deal, view) = args.source.single(&game)?.resolved(&game)?;
    if view.is_some() {
        bail!("analyse plays all moves, so all cards must be named");
    }
    let is_of_it = |record: &Value| deal.is_of(record, game.pack());
    let played = PlayedGame::read(Lines::open(&args.moves, LONGEST_SOLUTION)?, is_of_it)?;
    let start = deal.referee(&game)?;
    let positions = positions(start.position(), &played);
    let other_rules = OtherRules::find(&played.name, &played.comments, &game);
    let other_rules = other_rules.map(|other| (other.remark, other.is_other_game));
    let is_other_deal =
        played.json["deck"].is_string() && deal.deck().is_some() && !is_of_it(&played.json);
    let other_deal = is_other_deal.then(|| (format!("{} is of another deal", played.name), true));
    for (remark, is_reason) in other_rules.into_iter().chain(other_deal) {
        if is_reason && positions.is_err() {
            bail!("{remark}");
        }
        output::note(&remark);
    }
    let positions = positions?;
    let moves = played.moves;
    let interrupt = Interrupt::at_once()?;
    let found = watched(true, |progress, bar| {
        let found = look(args, &positions, &moves, &interrupt, progress);
        bar.finish_and_clear();
        found
    })?;
    let analysis = Analysis { game: &game, deal: &deal, start, positions, moves, found };
    analysis.print(args)?;
    let code = if interrupt.is_raised() { INTERRUPTED } else { exit_code(analysis.end()) };
    Ok(ExitCode::from(code))
}

/// The positions before each of the moves and after the last.
fn positions(start: &AnyPosition, played: &PlayedGame) -> Result<Vec<AnyPosition>> {
    let mut positions = vec![start.clone()];
    for (i, (&m, line)) in played.moves.iter().zip(&played.lines).enumerate() {
        let mut position = positions[i].clone();
        check_legal(i + 1, m, &position)
            .with_context(|| format!("{}, line {line}", played.name))?;
        position.play(m);
        positions.push(position);
    }
    Ok(positions)
}

/// What searches say of a game.
struct Found {
    /// What each position is worth.
    verdicts: Verdicts,
    /// What left some of that unknown, if any is.
    limit: Option<Limit>,
    /// The other moves than the one that threw the win away.
    instead: Vec<(Move, Prospect)>,
}

/// Searches the positions that tell, and the moves instead of the one that threw the win away.
fn look(
    args: &AnalyseArgs,
    positions: &[AnyPosition],
    moves: &[Move],
    interrupt: &Interrupt,
    progress: Option<&Progress>,
) -> Result<Found> {
    let struck = Cell::new(None);
    let search = |position: &AnyPosition| {
        let budget = Budget::new(args.limits.limits(), Some(&interrupt.abort));
        let verdict = solve_within(position, &mut budget.watched(progress))?.verdict;
        if let Verdict::Unknown(limit) = verdict {
            struck.set(Some(limit));
        }
        Ok(Some(verdict).filter(|v| *v != Verdict::Unknown(Limit::Interrupted)))
    };
    let verdicts = Verdicts::find(positions, moves, search)?;
    let instead = match verdicts.thrown_away_by() {
        Some(by) => verdicts.instead(&positions[by], moves[by], search)?,
        None => Vec::new(),
    };
    Ok(Found { verdicts, limit: struck.get(), instead })
}

/// A game and what has been found out about it.
struct Analysis<'a> {
    game: &'a Game,
    deal: &'a Deal,
    start: Referee,
    /// Before each move and after the last.
    positions: Vec<AnyPosition>,
    moves: Vec<Move>,
    found: Found,
}

impl Analysis<'_> {
    fn end(&self) -> Prospect {
        self.found.verdicts.of(self.moves.len())
    }

    /// Prints what came of the game, then writes the page: if it cannot be written, nothing is lost.
    fn print(&self, args: &AnalyseArgs) -> Result<()> {
        let style = Style::spoken();
        if !args.html.as_deref().is_some_and(output::is_standard) {
            let mut out = std::io::stdout().lock();
            match args.format {
                Format::Json => writeln!(out, "{}", serde_json::to_string(&self.line())?)?,
                Format::Text => writeln!(out, "{}", style.finish(&self.text(&style)))?,
            }
        }
        match &args.html {
            Some(path) => Product::Page.write(path, self.page().as_bytes()),
            None => Ok(()),
        }
    }

    fn describe(&self, index: usize, m: Move, style: &Style) -> String {
        describe(self.game.rule_set(), &self.positions[index], m, style, board::WIDTH - 25)
    }

    /// What came of the game, in a line.
    fn headline(&self, style: &Style) -> String {
        let texts = style.texts;
        let named = |index: usize| format!("{}, {}", index + 1, self.moves[index]);
        let (won, lost) = (self.found.verdicts.last_won(), self.found.verdicts.first_lost());
        match (won, lost) {
            _ if self.positions[self.moves.len()].is_won() => texts.already_won().to_string(),
            (_, Some(0)) => texts.say("lost from the start").to_string(),
            (Some(won), Some(lost)) if lost == won + 1 => {
                texts.fill("lost by move {}", &[&named(won)])
            }
            (Some(won), Some(lost)) => {
                texts.fill("lost by one of the moves {} to {}", &[&(won + 1), &lost])
            }
            (None, Some(lost)) => texts.fill("lost since move {}, or before", &[&named(lost - 1)]),
            (Some(won), None) if won == self.moves.len() => {
                texts.say("can still be won").to_string()
            }
            (Some(won), None) => {
                texts.fill("could be won before move {}; since then unknown", &[&named(won)])
            }
            (None, None) => texts.say("unknown").to_string(),
        }
    }

    /// The moves that would have kept the win, or may have.
    fn kept(&self) -> impl Iterator<Item = &(Move, Prospect)> {
        self.found.instead.iter().filter(|(_, prospect)| *prospect != Prospect::Lost)
    }

    fn text(&self, style: &Style) -> String {
        let texts = style.texts;
        let line = |prospect: Prospect, m: &str, does: &str| {
            format!("{:<10} {m:<9} {does}", texts.prospect(prospect)).trim_end().to_string()
        };
        let mut lines = vec![heading::comments(self.game), self.headline(style)];
        lines.extend(self.found.limit.map(|limit| texts.struck(limit).to_string()));
        if let Some(by) = self.found.verdicts.thrown_away_by() {
            lines.push(texts.say("Instead of it:").to_string());
            for &(m, prospect) in self.kept() {
                lines.push(line(prospect, &m.to_string(), &self.describe(by, m, style)));
            }
            lines.push(texts.say("The game:").to_string());
        }
        lines.push(format!("{:>3} {}", 0, line(self.found.verdicts.of(0), "", texts.page().start)));
        for (i, &m) in self.moves.iter().enumerate() {
            let told =
                line(self.found.verdicts.of(i + 1), &m.to_string(), &self.describe(i, m, style));
            lines.push(format!("{:>3} {told}", i + 1));
        }
        lines.join("\n")
    }

    fn page(&self) -> String {
        let texts = lang::spoken();
        let style = Style { texts, ascii: false, colour: false };
        let remark = self.found.verdicts.thrown_away_by().map(|by| {
            let mut kept: Vec<&(Move, Prospect)> = self.kept().collect();
            kept.sort_by_key(|(_, prospect)| *prospect != Prospect::Won);
            let told = |&&(m, prospect): &&(Move, Prospect)| match prospect {
                Prospect::Won => self.describe(by, m, &style),
                _ => format!("{} ({})", self.describe(by, m, &style), texts.prospect(prospect)),
            };
            let kept: Vec<String> = kept.iter().map(told).collect();
            (by + 1, texts.fill("instead of it: {}", &[&kept.join("; ")]))
        });
        Page {
            game: self.game,
            start: &self.start,
            moves: &self.moves,
            title: &format!("{} · {}", self.deal.source, self.headline(&style)),
            texts,
            as_seen: false,
            time_line: Some(TimeLine { prospects: self.found.verdicts.all().collect(), remark }),
            marks: Marks::new(),
            remarks: self
                .found
                .limit
                .map(|limit| texts.struck(limit).to_string())
                .into_iter()
                .collect(),
        }
        .html()
    }

    fn line(&self) -> Line<'_> {
        let judged = |(&m, prospect): (&Move, Prospect)| Judged::new(m, prospect);
        let thrown_away = self.found.verdicts.thrown_away_by().map(|by| ThrownAway {
            number: by + 1,
            word: self.moves[by].to_string(),
            instead: self
                .found
                .instead
                .iter()
                .map(|(m, prospect)| judged((m, *prospect)))
                .collect(),
        });
        Line {
            head: Head::new(self.game, self.deal),
            verdict: verdict(self.end()),
            won: self.positions[self.moves.len()].is_won(),
            start: verdict(self.found.verdicts.of(0)),
            limit: self.found.limit.map(Limit::name),
            played: self.moves.iter().zip(self.found.verdicts.all().skip(1)).map(judged).collect(),
            thrown_away,
        }
    }
}

/// What `--format json` prints.
#[derive(Debug, Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// Of the game after the last move.
    verdict: &'static str,
    /// Whether the game has come out with it.
    won: bool,
    /// Of the game before the first move.
    start: &'static str,
    /// What left verdicts unknown.
    limit: Option<&'static str>,
    /// The moves, each with the verdict after it.
    played: Vec<Judged>,
    /// The move after which a game that could be won could not.
    thrown_away: Option<ThrownAway>,
}

#[derive(Debug, Serialize)]
struct ThrownAway {
    number: usize,
    #[serde(rename = "move")]
    word: String,
    /// The other moves.
    instead: Vec<Judged>,
}
