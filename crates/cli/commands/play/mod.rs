//! `gehtauf play`: a game in the terminal, with take-back, hints and the question whether it can
//! still be won.
//!
//! [`session`] is the game and what is known of it under which position ([`book`]), [`keys`] what
//! each key does to it, [`view`] how it looks, [`judge`] the search beside it and [`terminal`] what
//! they all run in.

mod book;
mod judge;
mod keys;
mod session;
mod terminal;
mod view;

#[cfg(test)]
mod tests;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use gehtauf::players::best_cheap;
use gehtauf::survey::MoveOutcome;
use ratatui::DefaultTerminal;

use crate::after::AfterArgs;
use crate::args::{GameArgs, INTERRUPTED, LimitArgs, OK, SourceArgs};
use crate::interrupt::Interrupt;
use crate::output::is_standard;
use crate::style::Style;
use book::Known;
use judge::{Answer, Judge, Question, Sample, find_out, try_moves};
use keys::After;
use session::Session;
use terminal::Happening;

/// Play a deal in the terminal, or step through its solution
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf play <GAME> <SOURCE> [OPTIONS]")]
#[command(mut_arg("deal", |arg| arg.help("Deck lines, # comments")))]
#[command(mut_arg("position", |arg| arg.help("A position of `gehtauf show`")))]
#[command(after_help = "\
Keys: arrows and Enter play a move, u takes back, h gives a hint, Space plays
the next move of a solution, ? lists all keys, q quits. Hidden cards stay
hidden; before each move stands in how many percent of their orders it can still
be won, and h chooses the one after which `hint`'s player wins most.
It takes 60 columns and 17 rows. A terminal that is closed ends the game, whose
moves are then lost; under tmux or screen a game outlives its connection.
Example: gehtauf play hochzeitszug --seed 7 --lang de")]
pub struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    after: AfterArgs,
    /// Play with all cards known; hints are then solutions
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// How long to wait for something to happen before looking for signals.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// What is found out is drawn no more often than this: who feels or hears the screen needs it to stand still.
const DRAW_EVERY: Duration = Duration::from_millis(400);

/// Plays until the player quits, and prints the moves that lead to where he was.
pub fn run(args: &PlayArgs) -> Result<ExitCode> {
    if args.source.file().is_some_and(|path| is_standard(path)) {
        bail!("play reads the keys from standard input, so the deal must come from a file");
    }
    let game = args.game.game()?;
    let (deal, view) = args.source.single(&game)?.resolved(&game)?;
    if view.is_some() {
        bail!("play turns cards up, so they must all be named; hint takes unknown ones");
    }
    let referee = deal.referee(&game)?;
    let mut session = Session::new(game.clone(), referee, deal.source, args.open);
    args.after.play(session.position())?;
    args.after.moves().for_each(|m| session.play(m));
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        bail!("play needs a terminal");
    }
    if terminal::is_dumb() {
        bail!(
            "play draws on the screen, which a terminal with TERM=dumb cannot; `show --after` and `hint` do without"
        );
    }
    let style = Style::spoken();
    // In the game Ctrl-C is a key; a signal from elsewhere must not leave the terminal as it is.
    let interrupt = Interrupt::at_once()?;
    terminal::end_at_last(interrupt.clone(), LOOK_EVERY)?;
    let (sender, happenings) = channel();
    // Nobody looks any more when the game is over.
    let wake = |answered: Sender<Happening>| move || drop(answered.send(Happening::Answered));
    let limits = args.limits.limits();
    let judge =
        Judge::new(move |q: &Question, flag| find_out(q, limits, flag), wake(sender.clone()));
    let (limits, player) =
        (args.limits.limits_of_completions(100_000), best_cheap(game.rule_set()));
    let sampler = Judge::new(
        move |s: &Sample, flag| try_moves(s, player, limits, flag),
        wake(sender.clone()),
    );
    let mut screen = terminal::take()?;
    let result = terminal::listen(sender).and_then(|()| {
        let judges = (judge, sampler);
        play(&mut screen, &mut session, judges, &style, &interrupt, &happenings)
    });
    if terminal::is_gone() {
        // It would complain that it cannot show the cursor.
        std::mem::forget(screen);
        return Ok(ExitCode::from(INTERRUPTED));
    }
    terminal::hand_back(&mut screen)?;
    drop(screen);
    let moves: Vec<String> = session.moves_played().iter().map(ToString::to_string).collect();
    if !moves.is_empty() {
        // No terminal takes what is not UTF-8 as it was.
        let args = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
        let line = command_line(args, &moves.join(" "));
        let text = style.texts.to_go_on(moves.len(), &line);
        writeln!(std::io::stdout(), "{}", style.finish(&text))?;
    }
    result.map(|()| ExitCode::from(if interrupt.is_raised() { INTERRUPTED } else { OK }))
}

/// The command that goes on after these moves, from the arguments of the one that began.
fn command_line(args: impl Iterator<Item = String>, moves: &str) -> String {
    let mut line = "gehtauf".to_string();
    let mut is_value = false;
    for arg in args {
        if std::mem::take(&mut is_value) || arg.starts_with("--after=") {
            continue;
        }
        is_value = arg == "--after";
        if !is_value {
            line += &format!(" {}", quoted(&arg));
        }
    }
    format!("{line} --after '{moves}'")
}

/// An argument as a shell takes it.
fn quoted(arg: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    match !arg.is_empty() && arg.chars().all(is_plain) {
        true => arg.to_string(),
        false => format!("'{}'", arg.replace('\'', r"'\''")),
    }
}

/// When the screen is drawn anew.
struct Redraw {
    /// When it was last.
    drawn: Instant,
    /// When it is next, if there is anything new.
    due: Option<Instant>,
}

impl Redraw {
    fn new() -> Redraw {
        let now = Instant::now();
        Redraw { drawn: now, due: Some(now) }
    }

    /// What the player does is seen at once.
    fn at_once(&mut self) {
        self.due = Some(self.drawn);
    }

    /// What is found out can wait.
    fn soon(&mut self) {
        self.due = self.due.or(Some(self.drawn + DRAW_EVERY));
    }

    /// Whether to draw now; then it counts as drawn.
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let is_due = self.due.take_if(|due| *due <= now).is_some();
        if is_due {
            self.drawn = now;
        }
        is_due
    }
}

fn play(
    screen: &mut DefaultTerminal,
    session: &mut Session,
    (mut judge, mut sampler): (Judge<Question, Known>, Judge<Sample, Vec<MoveOutcome>>),
    style: &Style,
    interrupt: &Interrupt,
    happenings: &Receiver<Happening>,
) -> Result<()> {
    let mut redraw = Redraw::new();
    while !interrupt.is_raised() && !terminal::is_gone() {
        // A paste is worked off before anything is drawn or asked.
        if let Ok(happening) = happenings.try_recv() {
            if !attend(happening, screen, session, &mut redraw)? {
                break;
            }
            continue;
        }
        if let Some((question, known)) = judge.attend(session.question())? {
            session.learn(Answer { position: question.position().clone(), known });
            redraw.soon();
            continue;
        }
        if let Some((sample, outcomes)) = sampler.attend(session.sample())? {
            session.learn_outcomes(sample, outcomes);
            redraw.soon();
            continue;
        }
        if redraw.is_due() {
            session.is_drawn = view::is_large_enough(screen.size()?);
            screen.draw(|frame| session.scroll = view::draw(frame, session, style))?;
        }
        let Ok(happening) = happenings.recv_timeout(LOOK_EVERY) else { continue };
        if !attend(happening, screen, session, &mut redraw)? {
            break;
        }
    }
    Ok(())
}

/// Does what is to be done; says whether the game goes on.
fn attend(
    happening: Happening,
    screen: &mut DefaultTerminal,
    session: &mut Session,
    redraw: &mut Redraw,
) -> Result<bool> {
    match happening {
        Happening::Key(key) => {
            match keys::press(session, key) {
                After::GoOn => {}
                After::Suspend => terminal::suspend(screen)?,
                After::DrawAnew => terminal::clear(screen)?,
                After::Quit => return Ok(false),
            }
            redraw.at_once();
        }
        Happening::Resized => redraw.at_once(),
        Happening::Gone => return Ok(false),
        Happening::Answered => {}
    }
    Ok(true)
}
