//! "Still winnable?", answered by a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};

use gehtauf::rules::{AnyPosition, Move};
use gehtauf::search::{Budget, Limits, Verdict};
use gehtauf::solvers::{FailedReplay, shorten, solve_within};

type Answer = Result<Verdict<Move>, FailedReplay>;

/// Searches for a win of one position at a time.
pub struct Judge {
    limits: Limits,
    search: Option<(Arc<AtomicBool>, Receiver<Answer>)>,
}

impl Judge {
    /// A judge who spends no more than this on a position.
    pub fn new(limits: Limits) -> Judge {
        Judge { limits, search: None }
    }

    /// Begins with this position; a search under way is given up.
    pub fn ask(&mut self, position: AnyPosition) {
        self.give_up();
        let interrupt = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = channel();
        self.search = Some((interrupt.clone(), receiver));
        let limits = self.limits;
        std::thread::spawn(move || {
            let mut budget = Budget::new(limits, Some(&interrupt));
            let solution = solve_within(&position, &mut budget);
            let verdict = solution.map(|solution| match solution.verdict {
                Verdict::Won(moves) => Verdict::Won(shorten(&position, &moves, &budget).moves),
                other => other,
            });
            // Nobody listens any more when the search was given up.
            let _ = sender.send(verdict);
        });
    }

    /// The answer about the position asked last, once.
    pub fn answer(&mut self) -> Option<Answer> {
        let answer = self.search.as_ref()?.1.try_recv().ok()?;
        self.search = None;
        Some(answer)
    }

    fn give_up(&mut self) {
        if let Some((interrupt, _)) = self.search.take() {
            interrupt.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        self.give_up();
    }
}
