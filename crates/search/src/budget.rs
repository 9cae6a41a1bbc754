//! Who counts what a search spends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::bytes::Memory;
use crate::limits::{Limit, Limits, Stop};

/// What a search under way tells other threads; nothing that it does depends on it. Each search takes a new one.
#[derive(Debug, Default)]
pub struct Progress {
    states_visited: AtomicU64,
    begun: Mutex<Vec<(&'static str, Instant)>>,
    /// The length in the high 32 bits, the bound in the low ones.
    lengths: AtomicU64,
}

impl Progress {
    /// Of the shortest win known how many moves it has, and how many every win has at least; nothing before there
    /// is a search for a shorter one.
    pub fn lengths(&self) -> Option<(u32, u32)> {
        let lengths = self.lengths.load(Ordering::Relaxed);
        (lengths > 0).then_some(((lengths >> 32) as u32, lengths as u32))
    }

    /// How many states have been visited, give or take some.
    pub fn states_visited(&self) -> u64 {
        self.states_visited.load(Ordering::Relaxed)
    }

    /// The method that is at work; empty before the first.
    pub fn method(&self) -> &'static str {
        self.lock().last().map_or("", |&(method, _)| method)
    }

    /// The methods that have begun up to now, and when.
    pub fn begun(&self) -> Vec<(&'static str, Instant)> {
        self.lock().clone()
    }

    fn begin(&self, method: &'static str) {
        self.lock().push((method, Instant::now()));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(&'static str, Instant)>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts what one search has spent and stops it at its limits. It stays on the thread that made it.
#[derive(Debug)]
pub struct Budget<'a> {
    limits: Limits,
    interrupt: Option<&'a AtomicBool>,
    progress: Option<&'a Progress>,
    started: Instant,
    states_visited: u64,
    /// The stage's end, at most `limits.max_states`.
    stage_end: u64,
    /// When to look at the clock and the flag again, at most `stage_end`.
    next_look: u64,
    memory: Memory,
}

/// States between two looks at the clock and the interrupt flag. Slow states take about a millisecond;
/// for fast ones a look at every 32nd costs little.
const LOOK_EVERY: u64 = 32;

impl<'a> Budget<'a> {
    /// A fresh budget; the clock starts now. A raised `interrupt` stops the search.
    pub fn new(limits: Limits, interrupt: Option<&'a AtomicBool>) -> Budget<'a> {
        let memory = Memory::new(limits.max_bytes);
        Budget {
            limits,
            interrupt,
            progress: None,
            started: Instant::now(),
            states_visited: 0,
            stage_end: limits.max_states,
            next_look: 0,
            memory,
        }
    }

    /// The same, whose search tells how it gets on.
    pub fn watched(self, progress: Option<&'a Progress>) -> Budget<'a> {
        Budget { progress, ..self }
    }

    /// Tells those who watch that a method begins.
    pub fn begin(&self, method: &'static str) {
        if let Some(progress) = self.progress {
            progress.begin(method);
        }
    }

    /// Tells those who watch how many moves the shortest win known has, and how many every win has at least.
    pub fn tell_lengths(&self, length: u32, at_least: u32) {
        if let Some(progress) = self.progress {
            let lengths = u64::from(length) << 32 | u64::from(at_least);
            progress.lengths.store(lengths, Ordering::Relaxed);
        }
    }

    /// Counts one more state.
    ///
    /// # Errors
    /// The state is one too many for the stage or the search, or the time is up, or the interrupt
    /// flag is raised.
    #[inline]
    pub fn visit(&mut self) -> Result<(), Stop> {
        if self.states_visited >= self.next_look {
            self.look()?;
        }
        self.states_visited += 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        if self.states_visited >= self.limits.max_states {
            return Err(Stop::Limit(Limit::States));
        }
        self.check().map_err(Stop::Limit)?;
        if let Some(progress) = self.progress {
            progress.states_visited.store(self.states_visited, Ordering::Relaxed);
        }
        if self.states_visited >= self.stage_end {
            return Err(Stop::Stage);
        }
        self.next_look = self.stage_end.min(self.states_visited + LOOK_EVERY);
        Ok(())
    }

    /// Looks at the clock and the interrupt flag, for work that visits no state.
    ///
    /// # Errors
    /// The time is up, or the flag is raised.
    pub fn check(&self) -> Result<(), Limit> {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Limit::Interrupted);
        }
        if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            return Err(Limit::Time);
        }
        Ok(())
    }

    /// States visited so far by the whole search.
    pub fn states_visited(&self) -> u64 {
        self.states_visited
    }

    /// States that the search, or the stage it is in, may still visit.
    pub fn states_left(&self) -> u64 {
        self.stage_end.saturating_sub(self.states_visited)
    }

    /// The bytes that the tables of the search may take.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Runs a part of the search that may visit at most `max_states` more states. Stages may nest.
    pub fn stage<T>(&mut self, max_states: u64, run: impl FnOnce(&mut Self) -> T) -> T {
        let outer_end = self.stage_end;
        self.stage_end = outer_end.min(self.states_visited.saturating_add(max_states));
        self.next_look = self.states_visited;
        let result = run(self);
        self.stage_end = outer_end;
        self.next_look = self.states_visited;
        result
    }

    /// What a part of the search comes to within `max_states` more states; nothing if it has spent them.
    ///
    /// # Errors
    /// A limit of the whole search was reached.
    pub fn within<T>(
        &mut self,
        max_states: u64,
        run: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        match self.stage(max_states, run) {
            Ok(found) => Ok(Some(found)),
            Err(Stop::Stage) => Ok(None),
            Err(stop) => Err(stop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_is_seen_within_a_few_states() {
        let raised = AtomicBool::new(false);
        let mut budget = Budget::new(Limits::default(), Some(&raised));
        assert_eq!(budget.visit(), Ok(()));
        raised.store(true, Ordering::Relaxed);
        let visited = (0..1000).take_while(|_| budget.visit().is_ok()).count();
        assert!(visited < 64, "{visited}");
    }

    #[test]
    fn who_watches_sees_the_method_and_about_how_many_states() {
        let progress = Progress::default();
        let mut budget = Budget::new(Limits::default(), None).watched(Some(&progress));
        assert_eq!((progress.method(), progress.states_visited()), ("", 0));
        budget.begin("beam");
        (0..1000).for_each(|_| budget.visit().unwrap());
        assert_eq!(progress.method(), "beam");
        budget.begin("wide beam");
        let begun = progress.begun();
        assert_eq!((begun[0].0, begun[1].0), ("beam", "wide beam"));
        assert!(begun[0].1 <= begun[1].1);
        assert!((900..=1000).contains(&progress.states_visited()));
    }
}
