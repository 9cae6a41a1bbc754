//! The terminal as the game needs it, and its return to what it was.

use std::sync::mpsc::Sender;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use ratatui::crossterm::terminal::{disable_raw_mode, size};
use ratatui::layout::{Position, Rect};

use crate::args::INTERRUPTED;
use crate::interrupt::Interrupt;

/// Something that the game is to look at.
#[derive(Debug)]
pub enum Happening {
    /// A key was pressed.
    Key(KeyEvent),
    /// The terminal has another size.
    Resized,
    /// The search has an answer.
    Answered,
    /// There is no terminal any more.
    Gone,
}

/// Whether the terminal says of itself that it does no more than print.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Takes the terminal for a game. Some have no other screen: what stands on this one is cleared away.
pub fn take() -> Result<DefaultTerminal> {
    let (columns, rows) = size()?;
    if columns == 0 || rows == 0 {
        bail!("the terminal does not say how large it is");
    }
    let mut terminal = ratatui::try_init()?;
    clear(&mut terminal)?;
    Ok(terminal)
}

/// Gives it back, without the game where there is no other screen.
pub fn hand_back(terminal: &mut DefaultTerminal) -> Result<()> {
    clear(terminal)?;
    terminal.set_cursor_position(Position::ORIGIN)?;
    ratatui::try_restore()?;
    Ok(())
}

/// Clears the screen and has all of it drawn anew.
///
/// (The terminal's own `clear` asks where the cursor is, and the thread that listens would take the answer.)
pub fn clear(terminal: &mut DefaultTerminal) -> Result<()> {
    let size = terminal.size()?;
    terminal.resize(Rect::from((Position::ORIGIN, size)))?;
    Ok(())
}

/// Tells of keys until the program ends.
///
/// This is a thread of its own since reading from a terminal that has been closed never returns
/// (crossterm 0.29 reads the end of the file over and over).
pub fn listen(happenings: Sender<Happening>) -> Result<()> {
    let listener = move || {
        loop {
            let happening = match event::read() {
                Ok(Event::Key(key)) if key.kind == KeyEventKind::Press => Happening::Key(key),
                Ok(Event::Resize(..)) => Happening::Resized,
                Ok(_) => continue,
                Err(_) => Happening::Gone,
            };
            let is_gone = matches!(happening, Happening::Gone);
            if happenings.send(happening).is_err() || is_gone {
                return;
            }
        }
    };
    std::thread::Builder::new().spawn(listener).context("no thread for the keys")?;
    Ok(())
}

/// How long a game that is told to end may take to do so.
const GRACE: Duration = Duration::from_secs(1);

/// Ends the program soon after a signal even if it waits for a terminal that takes no more output.
pub fn end_at_last(interrupt: Interrupt, look_every: Duration) -> Result<()> {
    let watcher = move || {
        while !interrupt.is_raised() {
            std::thread::sleep(look_every);
        }
        std::thread::sleep(GRACE);
        let _ = disable_raw_mode();
        std::process::exit(INTERRUPTED.into());
    };
    std::thread::Builder::new().spawn(watcher).context("no thread for signals")?;
    Ok(())
}

/// Whether the terminal has been closed.
#[cfg(unix)]
pub fn is_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let input = std::io::stdin();
    let mut polled = [PollFd::new(&input, PollFlags::empty())];
    poll(&mut polled, Some(&Timespec::default())).is_ok()
        && polled[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
}

/// Whether the terminal has been closed.
#[cfg(not(unix))]
pub fn is_gone() -> bool {
    false
}

/// Hands the terminal back and stops the program until it is called to the foreground again.
#[cfg(unix)]
pub fn suspend(terminal: &mut DefaultTerminal) -> Result<()> {
    hand_back(terminal)?;
    rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
    *terminal = take()?;
    Ok(())
}

/// There are no jobs to stop here.
#[cfg(not(unix))]
pub fn suspend(_: &mut DefaultTerminal) -> Result<()> {
    Ok(())
}
