//! Searches side by side within one amount of memory.

use std::sync::RwLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gehtauf_rules::AnyPosition;
use gehtauf_search::{Limit, Limits, Verdict};
use gehtauf_solvers::{FailedReplay, Solution, solve};

/// Solves positions on several threads; all searches together stay within `limits.max_bytes`.
///
/// A search may take its share, the bytes divided by the threads. One that stops for want of memory
/// runs again, alone, with all of it.
///
/// Claim: the answer is that of a search with all the memory, whatever the thread count. Proof: a
/// solver looks at its bytes only to stop with [`Limit::Memory`]; until then it does the same with
/// more of them. Cost: the share's search is lost, at most as long as the second one.
#[derive(Debug)]
pub struct Searches<'a> {
    limits: Limits,
    share: usize,
    /// Read by a search that keeps to its share, written by one that needs everything.
    memory: RwLock<()>,
    interrupt: Option<&'a AtomicBool>,
}

/// What one search answered and how long it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The verdict, the states and the rung.
    pub solution: Solution,
    /// Time of the search by the clock, without waiting for memory.
    pub time: Duration,
}

impl<'a> Searches<'a> {
    /// Searches on this many threads; a raised `interrupt` ends them with an unknown.
    pub fn new(limits: Limits, threads: usize, interrupt: Option<&'a AtomicBool>) -> Searches<'a> {
        let share = limits.max_bytes / threads.max(1);
        Searches { limits, share, memory: RwLock::new(()), interrupt }
    }

    /// Solves one position; called from any thread.
    ///
    /// # Errors
    /// A claimed win that the rules refuse.
    ///
    /// # Panics
    /// When another search panicked while it had all the memory.
    pub fn solve(&self, position: &AnyPosition) -> Result<Answer, FailedReplay> {
        let run = |limits| {
            let started = Instant::now();
            let solution = solve(position, limits, self.interrupt)?;
            Ok(Answer { solution, time: started.elapsed() })
        };
        let small = {
            let _together = self.memory.read().expect("no search panicked");
            run(Limits { max_bytes: self.share, ..self.limits })?
        };
        let short_of_memory = small.solution.verdict == Verdict::Unknown(Limit::Memory);
        if !short_of_memory || self.share == self.limits.max_bytes {
            return Ok(small);
        }
        let _alone = self.memory.write().expect("no search panicked");
        run(self.limits)
    }
}
