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

const NO_HANDLER: &str = "no thread for Ctrl-C";

impl Interrupt {
    /// Any Ctrl-C raises both flags.
    pub fn at_once() -> Result<Interrupt> {
        let interrupt = Interrupt::default();
        let flags = interrupt.clone();
        ctrlc::set_handler(move || {
            flags.stop.store(true, Ordering::Relaxed);
            flags.abort.store(true, Ordering::Relaxed);
        })
        .context(NO_HANDLER)?;
        Ok(interrupt)
    }

    /// The first Ctrl-C raises `stop` and says on stderr, above the bar, that deals are being
    /// finished; the next one raises `abort` as well.
    pub fn after_deals_in_hand(bar: ProgressBar) -> Result<Interrupt> {
        let interrupt = Interrupt::default();
        let flags = interrupt.clone();
        ctrlc::set_handler(move || {
            if flags.stop.swap(true, Ordering::Relaxed) {
                flags.abort.store(true, Ordering::Relaxed);
            } else {
                let text = "finishing the deals in hand; a second signal (Ctrl-C) leaves them";
                bar.suspend(|| output::note(text));
            }
        })
        .context(NO_HANDLER)?;
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
