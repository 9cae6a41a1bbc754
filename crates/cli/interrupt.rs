//! Ctrl-C (and a polite request to end): first no new deals, then no more search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use gehtauf::survey::Flags;
use indicatif::ProgressBar;

use crate::output;

/// Flags that Ctrl-C raises.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    /// Begin no new deal.
    pub stop: Arc<AtomicBool>,
    /// End the searches under way.
    pub abort: Arc<AtomicBool>,
}

impl Interrupt {
    /// Any Ctrl-C raises both flags.
    pub fn at_once() -> Result<Interrupt> {
        let interrupt = Interrupt::default();
        let flags = interrupt.clone();
        on_signals(move || {
            flags.stop.store(true, Ordering::Relaxed);
            flags.abort.store(true, Ordering::Relaxed);
        })?;
        Ok(interrupt)
    }

    /// The first Ctrl-C raises `stop` and says on stderr, above the bar, that deals are being
    /// finished; the next one raises `abort` as well.
    pub fn after_deals_in_hand(bar: ProgressBar) -> Result<Interrupt> {
        let interrupt = Interrupt::default();
        let flags = interrupt.clone();
        on_signals(move || {
            if flags.stop.swap(true, Ordering::Relaxed) {
                flags.abort.store(true, Ordering::Relaxed);
            } else {
                let text = "finishing the deals in hand; a second signal (Ctrl-C) leaves them";
                bar.suspend(|| output::note(text));
            }
        })?;
        Ok(interrupt)
    }

    /// The flags of a survey.
    pub fn flags(&self) -> Flags<'_> {
        Flags { stop: Some(&self.stop), abort: Some(&self.abort) }
    }

    /// Whether there was a Ctrl-C.
    pub fn is_raised(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

const NO_HANDLER: &str = "no thread for Ctrl-C";

/// Calls this at each signal that asks the program to end, but for those that are to be ignored, as under nohup.
#[cfg(unix)]
fn on_signals(mut handler: impl FnMut() + Send + 'static) -> Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let heeded = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(heeded).context(NO_HANDLER)?;
    let listener = move || signals.forever().for_each(|_| handler());
    std::thread::Builder::new().spawn(listener).context(NO_HANDLER)?;
    Ok(())
}

/// Whether who began the program has it ignore the signal, where the system tells (Linux).
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn on_signals(handler: impl FnMut() + Send + 'static) -> Result<()> {
    ctrlc::set_handler(handler).context(NO_HANDLER)
}
