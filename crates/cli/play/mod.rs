//! `gehtauf play`: a game in the terminal, with take-back, hints and the question whether it can
//! still be won.

mod judge;
mod session;
mod view;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use crate::args::{GameArgs, INTERRUPTED, LimitArgs, OK, SourceArgs};
use crate::interrupt::Interrupt;
use crate::style::{Style, StyleArgs};
use judge::Judge;
use session::Session;

/// Play a deal in the terminal, or step through its solution
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf play <GAME> <SOURCE> [OPTIONS]")]
#[command(after_help = "\
Keys: arrows and Enter play a move, u takes back, h gives a hint, Space plays
the next move of a solution, ? lists all keys, q quits
Example: gehtauf play hochzeitszug --seed 7 --lang de")]
pub struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    style: StyleArgs,
}

/// How long to wait for a key before looking at the search in the background.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Plays until the player quits.
pub fn run(args: &PlayArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    let deal = args.source.single(game.pack())?;
    let position = deal.position(&game)?;
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        bail!("play needs a terminal");
    }
    let session = Session::new(game, position, deal.source);
    let judge = Judge::new(args.limits.limits());
    let style = args.style.style();
    // In the game Ctrl-C is a key; a signal from elsewhere must not leave the terminal as it is.
    let interrupt = Interrupt::on_ctrl_c(true)?;
    let mut terminal = ratatui::try_init()?;
    let result = play(&mut terminal, session, judge, &style, &interrupt);
    ratatui::restore();
    result.map(|()| ExitCode::from(if interrupt.is_raised() { INTERRUPTED } else { OK }))
}

fn play(
    terminal: &mut DefaultTerminal,
    mut session: Session,
    mut judge: Judge,
    style: &Style,
    interrupt: &Interrupt,
) -> Result<()> {
    while !interrupt.is_raised() {
        if let Some(position) = session.take_question() {
            judge.ask(position);
        }
        if let Some(answer) = judge.answer() {
            session.learn(answer?);
        }
        terminal.draw(|frame| view::draw(frame, &session, style))?;
        if !event::poll(LOOK_EVERY)? {
            continue;
        }
        if let Event::Key(key) = event::read()?
            && key.kind == KeyEventKind::Press
            && session.press(key, style.texts).is_break()
        {
            break;
        }
    }
    Ok(())
}
