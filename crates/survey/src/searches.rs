//! Searches side by side within one amount of memory.

use std::sync::RwLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gehtauf_rules::{AnyPosition, Move, redeals};
use gehtauf_search::{Budget, Limit, Limits, Progress, Verdict};
use gehtauf_solvers::{
    FailedReplay, Solution, check_win, fewest_redeals, shorten, shortest_win, solve_within,
};
use serde::{Deserialize, Serialize};

use crate::decision::Decision;

/// What a win is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// The win that was found first.
    AsFound,
    /// Any win; one of more than 1000 moves without those that it does not need.
    Any,
    /// A win without the moves that it does not need.
    Short,
    /// A win of the fewest moves: a second search, below the short win.
    Shortest,
    /// A win of the fewest redeals: a second search, of Domino and Hochzeitszug alone.
    FewestRedeals,
}

/// Whole deals are won in some hundred moves. A depth-first search may make tens of thousands, which
/// say nothing about the deal.
pub const LONG_WIN: usize = 1000;

impl Goal {
    /// The name in records: `as-found`, `any`, `short`, `shortest` or `fewest-redeals`.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::AsFound => "as-found",
            Goal::Any => "any",
            Goal::Short => "short",
            Goal::Shortest => "shortest",
            Goal::FewestRedeals => "fewest-redeals",
        }
    }

    fn is_to_shorten(self, moves: &[Move]) -> bool {
        match self {
            Goal::Any => moves.len() > LONG_WIN,
            Goal::Short | Goal::Shortest => true,
            Goal::AsFound | Goal::FewestRedeals => false,
        }
    }
}

/// Solves positions on several threads; all searches together stay within `limits.max_bytes`.
///
/// A search may take its share, the bytes divided by the threads. One that was short of memory at any time, even
/// if it went on without what it wanted, runs again, alone, with all of it.
///
/// Claim: the answer is that of a search with all the memory, whatever the thread count. Proof: a
/// solver looks at its bytes only where it is refused more; until then it does the same with
/// more of them. Cost: the share's search is lost, at most as long as the second one.
#[derive(Debug)]
pub struct Searches<'a> {
    limits: Limits,
    goal: Goal,
    share: usize,
    /// Read by a search that keeps to its share, written by one that needs everything.
    memory: RwLock<()>,
    pub(crate) interrupt: Option<&'a AtomicBool>,
    progress: Option<&'a Progress>,
}

/// What was answered about one deal and how long it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The verdict, the states and the method.
    pub solution: Solution,
    /// For a win with a goal to prove: whether it is proven that no win is better.
    pub proven: Option<bool>,
    /// For a win that was to be the shortest: no win has fewer moves.
    pub at_least: Option<u32>,
    /// For a win: the limit that struck before the goal was reached.
    pub unfinished: Option<Limit>,
    /// Time of all work on the deal by the clock, without waiting for memory.
    pub time: Duration,
}

impl Answer {
    /// The verdict without its moves.
    pub fn decision(&self) -> Decision {
        match self.solution.verdict {
            Verdict::Won(_) => Decision::Won,
            Verdict::Unwinnable => Decision::Unwinnable,
            Verdict::Unknown(_) => Decision::Unknown,
        }
    }

    /// The limit that struck, before the verdict or before the goal.
    pub fn limit(&self) -> Option<Limit> {
        match self.solution.verdict {
            Verdict::Unknown(limit) => Some(limit),
            Verdict::Won(_) | Verdict::Unwinnable => self.unfinished,
        }
    }
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
        Searches { limits, goal, share, memory: RwLock::new(()), interrupt, progress: None }
    }

    /// The same, which tell how they get on; of use where there is one at a time.
    pub fn watched(self, progress: &'a Progress) -> Searches<'a> {
        Searches { progress: Some(progress), ..self }
    }

    /// Solves one position; called from any thread. The limits are those of all work on it.
    ///
    /// # Errors
    /// A claimed win that the rules refuse.
    ///
    /// # Panics
    /// When another search panicked while it had all the memory.
    pub fn solve(&self, position: &AnyPosition) -> Result<Answer, FailedReplay> {
        let (first, was_short) = {
            let _together = self.memory.read().expect("no search panicked");
            self.work(position, Limits { max_bytes: self.share, ..self.limits })?
        };
        if !was_short || self.share == self.limits.max_bytes {
            return Ok(first);
        }
        let _alone = self.memory.write().expect("no search panicked");
        let time_left = self.limits.time.map(|time| time.saturating_sub(first.time));
        let (second, _) = self.work(position, Limits { time: time_left, ..self.limits })?;
        let time = first.time + second.time;
        match (&first.solution.verdict, &second.solution.verdict) {
            // The clock or an interrupt struck: the win of the first search is not lost.
            (Verdict::Won(_), Verdict::Unknown(limit)) => {
                Ok(Answer { unfinished: Some(*limit), time, ..first })
            }
            _ => Ok(Answer { time, ..second }),
        }
    }

    /// Does other work that takes at most so many bytes, or all there are: beside the searches if a share is as
    /// much, else alone. What it does depends on neither the threads nor the searches.
    ///
    /// # Panics
    /// When a search panicked while it had all the memory.
    pub fn beside<T>(&self, max_bytes: usize, work: impl FnOnce(usize) -> T) -> T {
        let max_bytes = max_bytes.min(self.limits.max_bytes);
        if max_bytes <= self.share {
            let _together = self.memory.read().expect("no search panicked");
            work(max_bytes)
        } else {
            let _alone = self.memory.write().expect("no search panicked");
            work(max_bytes)
        }
    }

    /// Solves a position and reaches for the goal, all within one budget; says whether it was short of memory.
    fn work(&self, position: &AnyPosition, limits: Limits) -> Result<(Answer, bool), FailedReplay> {
        let started = Instant::now();
        let mut budget = Budget::new(limits, self.interrupt).watched(self.progress);
        let solution = solve_within(position, &mut budget)?;
        let mut answer = Answer {
            solution,
            proven: None,
            at_least: None,
            unfinished: None,
            time: Duration::ZERO,
        };
        if let Verdict::Won(moves) = &mut answer.solution.verdict {
            if self.goal.is_to_shorten(moves) {
                budget.begin("shortening");
                let shortened = shorten(position, moves, &budget);
                *moves = shortened.moves;
                answer.unfinished = shortened.broken_off;
            }
            if matches!(self.goal, Goal::Shortest | Goal::FewestRedeals) {
                budget.begin(self.goal.name());
            }
            let better = match self.goal {
                Goal::AsFound | Goal::Any | Goal::Short => None,
                Goal::Shortest => {
                    let best = shortest_win(position, moves, &mut budget);
                    answer.at_least = Some(best.at_least);
                    let is_better = best.moves.len() < moves.len();
                    Some((is_better.then_some(best.moves), best.unproven))
                }
                Goal::FewestRedeals => fewer_redeals(position, moves, &mut budget)?,
            };
            if let Some((win, unfinished)) = better {
                if let Some(win) = win {
                    check_win(position, &win, self.goal.name())?;
                    *moves = win;
                }
                answer.proven = Some(unfinished.is_none());
                answer.unfinished = unfinished;
            }
        }
        answer.solution.states = budget.states_visited();
        answer.time = started.elapsed();
        Ok((answer, budget.memory().taken_when_refused().is_some()))
    }
}

/// A better win, if there is one, and the limit that struck before it was proven that none is better still.
type Better = (Option<Vec<Move>>, Option<Limit>);

/// A win of fewer redeals than this one, and the limit that struck before it was proven that none
/// has fewer; nothing if no search of this game is for that.
fn fewer_redeals(
    position: &AnyPosition,
    moves: &[Move],
    budget: &mut Budget<'_>,
) -> Result<Option<Better>, FailedReplay> {
    let used = redeals(moves);
    if used == 0 {
        return Ok(Some((None, None)));
    }
    // Of games with more there is no such search.
    let used = u8::try_from(used).unwrap_or(u8::MAX);
    let Some(fewest) = fewest_redeals(position, used, budget)? else { return Ok(None) };
    let is_proven = fewest.win.as_ref().map_or(used, |(redeals, _)| *redeals) == fewest.at_least;
    let limit = match budget.check() {
        _ if is_proven => None,
        Err(limit) => Some(limit),
        Ok(()) if budget.memory().taken_when_refused().is_some() => Some(Limit::Memory),
        Ok(()) => Some(Limit::States),
    };
    Ok(Some((fewest.win.map(|(_, moves)| moves), limit)))
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{Game, RuleSet};

    use super::*;

    fn domino() -> AnyPosition {
        let game = Game::new(RuleSet::Domino, &[]).unwrap();
        game.deal(&seeded_deck(7, game.pack())).unwrap()
    }

    #[test]
    fn the_search_and_the_goal_share_the_states() {
        let limits = Limits { max_states: 5000, ..Limits::default() };
        let answer = Searches::new(limits, Goal::Shortest, 1, None).solve(&domino()).unwrap();
        assert!(matches!(answer.solution.verdict, Verdict::Won(_)));
        assert_eq!((answer.proven, answer.unfinished), (Some(false), Some(Limit::States)));
        assert_eq!(answer.solution.states, 5000);
    }

    #[test]
    fn the_time_is_that_of_all_work() {
        let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
        for goal in [Goal::Short, Goal::Shortest] {
            let started = Instant::now();
            let answer = Searches::new(limits, goal, 1, None).solve(&domino()).unwrap();
            let elapsed = started.elapsed();
            assert!(answer.time > elapsed / 2, "{goal:?}: {:?} of {elapsed:?}", answer.time);
        }
    }

    /// Also where a search of the goal is left out for want of memory and the answer proven without it.
    #[test]
    fn the_share_of_the_memory_changes_nothing() {
        for (rule_set, kib) in [(RuleSet::Hochzeitszug, 120), (RuleSet::Domino, 500)] {
            let game = Game::new(rule_set, &[("ranks", "6")]).unwrap();
            let limits = Limits { max_states: 60_000, max_bytes: kib << 10, ..Limits::default() };
            for seed in 0..40 {
                let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let [shared, whole] = [4, 1].map(|threads| {
                    let searches = Searches::new(limits, Goal::FewestRedeals, threads, None);
                    Answer { time: Duration::ZERO, ..searches.solve(&position).unwrap() }
                });
                assert_eq!(shared, whole, "{rule_set:?} {seed}");
            }
        }
    }

    #[test]
    fn nothing_is_proven_where_no_search_is_for_the_goal() {
        let game = Game::new(RuleSet::AchtMalAcht, &[]).unwrap();
        let position = game.deal(&seeded_deck(1, game.pack())).unwrap();
        let searches = Searches::new(Limits::default(), Goal::FewestRedeals, 1, None);
        let answer = searches.solve(&position).unwrap();
        let Verdict::Won(moves) = &answer.solution.verdict else { panic!("{answer:?}") };
        assert!(redeals(moves) > 0);
        assert_eq!((answer.proven, answer.unfinished), (None, None));
    }

    #[test]
    fn an_interrupt_is_named_whatever_it_broke_off() {
        let raised = AtomicBool::new(true);
        for goal in [Goal::Short, Goal::Shortest, Goal::FewestRedeals] {
            let searches = Searches::new(Limits::default(), goal, 1, Some(&raised));
            let answer = searches.solve(&domino()).unwrap();
            assert_eq!(answer.limit(), Some(Limit::Interrupted));
        }
    }

    #[test]
    fn only_a_long_win_is_shortened_where_any_will_do() {
        let long = vec![Move::Redeal; LONG_WIN + 1];
        assert!(Goal::Any.is_to_shorten(&long) && !Goal::Any.is_to_shorten(&long[1..]));
        assert!(!Goal::AsFound.is_to_shorten(&long));
    }
}
