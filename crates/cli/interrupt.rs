//! Ctrl-C (and a polite request to end): first no new deals, then no more search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use gehtauf::survey::Flags;

/// Flags that Ctrl-C raises.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    /// Begin no new deal.
    pub stop: Arc<AtomicBool>,
    /// End the searches under way.
    pub abort: Arc<AtomicBool>,
}

impl Interrupt {
    /// The first Ctrl-C raises `stop` and, if `at_once`, `abort`; the next one raises both.
    pub fn on_ctrl_c(at_once: bool) -> Result<Interrupt> {
        let interrupt = Interrupt::default();
        let flags = interrupt.clone();
        ctrlc::set_handler(move || {
            if flags.stop.swap(true, Ordering::Relaxed) || at_once {
                flags.abort.store(true, Ordering::Relaxed);
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
