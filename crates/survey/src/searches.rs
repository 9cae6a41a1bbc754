//! Searches side by side within one amount of memory.

use std::sync::RwLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gehtauf_rules::{AnyPosition, Move, replay};
use gehtauf_search::{Budget, Limit, Limits, Verdict};
use gehtauf_solvers::{FailedReplay, Solution, fewest_redeals, shorten, shortest_win, solve};

/// What a win is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Any win.
    Any,
    /// A win without the moves that it does not need.
    Short,
    /// A win of the fewest moves: a second search, within the same limits, below the short win.
    Shortest,
    /// A win of the fewest redeals: a second search, within the same limits. Domino and Hochzeitszug.
    FewestRedeals,
}

impl Goal {
    /// The name in records: `any`, `short`, `shortest` or `fewest-redeals`.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Any => "any",
            Goal::Short => "short",
            Goal::Shortest => "shortest",
            Goal::FewestRedeals => "fewest-redeals",
        }
    }
}

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
    goal: Goal,
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
    /// For a win with a goal to prove: whether it is proven that no win is better.
    pub proven: Option<bool>,
    /// Time of the search by the clock, without waiting for memory and without leaving out needless
    /// moves.
    pub time: Duration,
}

impl<'a> Searches<'a> {
    /// Searches on this many threads; a raised `interrupt` ends them with an unknown.
    pub fn new(
        limits: Limits,
        goal: Goal,
        threads: usize,
        interrupt: Option<&'a AtomicBool>,
    ) -> Searches<'a> {
        let share = limits.max_bytes / threads.max(1);
        Searches { limits, goal, share, memory: RwLock::new(()), interrupt }
    }

    /// Solves one position; called from any thread.
    ///
    /// # Errors
    /// A claimed win that the rules refuse.
    ///
    /// # Panics
    /// When another search panicked while it had all the memory.
    pub fn solve(&self, position: &AnyPosition) -> Result<Answer, FailedReplay> {
        {
            let _together = self.memory.read().expect("no search panicked");
            let limits = Limits { max_bytes: self.share, ..self.limits };
            let (answer, short_of_memory) = self.search(position, limits)?;
            if !short_of_memory || self.share == self.limits.max_bytes {
                return Ok(answer);
            }
        }
        let _alone = self.memory.write().expect("no search panicked");
        Ok(self.search(position, self.limits)?.0)
    }

    /// The answer, and whether more memory might give a better one.
    fn search(
        &self,
        position: &AnyPosition,
        limits: Limits,
    ) -> Result<(Answer, bool), FailedReplay> {
        let started = Instant::now();
        let mut solution = solve(position, limits, self.interrupt)?;
        let mut time = started.elapsed();
        let Verdict::Won(moves) = &mut solution.verdict else {
            let short_of_memory = solution.verdict == Verdict::Unknown(Limit::Memory);
            return Ok((Answer { solution, proven: None, time }, short_of_memory));
        };
        if matches!(self.goal, Goal::Short | Goal::Shortest) {
            *moves = shorten(position, moves);
        }
        let won = Instant::now();
        let (proven, short_of_memory) = match self.goal {
            Goal::Any | Goal::Short => (None, false),
            Goal::Shortest => {
                let best = shortest_win(position, moves, limits, self.interrupt);
                *moves = replayed(position, best.moves, self.goal)?;
                solution.states += best.states;
                (Some(best.unproven.is_none()), best.unproven == Some(Limit::Memory))
            }
            Goal::FewestRedeals => {
                let mut used = redeals(moves);
                let (mut at_least, mut short_of_memory) = (0, false);
                let mut budget = Budget::new(limits, self.interrupt);
                let fewest = (used > 0).then(|| fewest_redeals(position, &mut budget)).flatten();
                if let Some(fewest) = fewest {
                    (at_least, short_of_memory) = (fewest.at_least, fewest.short_of_memory);
                    if let Some((redeals, win)) = fewest.win.filter(|(n, _)| *n < used) {
                        *moves = replayed(position, win, self.goal)?;
                        used = redeals;
                    }
                }
                solution.states += budget.states_visited();
                let proven = used == at_least;
                (Some(proven), !proven && short_of_memory)
            }
        };
        time += won.elapsed();
        Ok((Answer { solution, proven, time }, short_of_memory))
    }
}

/// The moves, if the rules confirm that they win.
fn replayed(
    position: &AnyPosition,
    moves: Vec<Move>,
    goal: Goal,
) -> Result<Vec<Move>, FailedReplay> {
    match replay(position, &moves) {
        Ok(()) => Ok(moves),
        Err(error) => {
            let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
            Err(FailedReplay { method: goal.name(), error, moves: moves.join(" ") })
        }
    }
}

fn redeals(moves: &[Move]) -> u8 {
    moves.iter().filter(|&&m| m == Move::Redeal).count() as u8
}
