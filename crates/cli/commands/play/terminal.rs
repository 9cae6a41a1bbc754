//! The terminal as the game needs it, and its return to what it was.

use std::sync::mpsc::Sender;
use std::time::Duration;

use anyhow::{Context, Result};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use ratatui::crossterm::terminal::disable_raw_mode;

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
    ratatui::try_restore()?;
    rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
    *terminal = ratatui::try_init()?;
    Ok(())
}

/// There are no jobs to stop here.
#[cfg(not(unix))]
pub fn suspend(_: &mut DefaultTerminal) -> Result<()> {
    Ok(())
}
