//! The survey itself: deals solved in parallel, records in order, and when to stop.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use gehtauf_players::IllegalPlan;
use gehtauf_rules::Game;
use gehtauf_search::{Limit, Limits};
use gehtauf_solvers::FailedReplay;

use crate::decision::Decision;
use crate::games::PlayerRun;
use crate::interval::{Interval, IntervalMethod, interval};
use crate::parallel::{NoThreads, for_each};
use crate::record::Record;
use crate::searches::{Goal, Searches};
use crate::source::Source;

/// How many deals may be solved while an earlier one is not.
pub(crate) const MAX_AHEAD: usize = 1 << 16;

/// Many deals of one game.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
/// use gehtauf_rules::{Game, RuleSet};
/// use gehtauf_survey::{Flags, Goal, Source, Survey, Tally};
///
/// let game = Game::new(RuleSet::Domino, &[("ranks", "4")])?;
/// let limits = Default::default();
/// let survey =
///     Survey { game: &game, source: Source::Seeds, limits, goal: Goal::Any, player: None, threads: 2 };
/// let mut tally = Tally::default();
/// survey.run(0..100, Flags::default(), |record| {
///     tally.add(&record);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(tally.deals(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Survey<'a> {
    /// The rule set and its options.
    pub game: &'a Game,
    /// Where the deals come from.
    pub source: Source<'a>,
    /// What the search for one deal may spend; the bytes are those of all searches together.
    pub limits: Limits,
    /// What a win is to be.
    pub goal: Goal,
    /// Who plays the deals; nobody if they are solved.
    pub player: Option<PlayerRun>,
    /// How many deals are solved at a time. Does not change any record but its `micros`.
    pub threads: usize,
}

/// Flags that end a survey when they are raised, from a signal handler perhaps.
#[derive(Debug, Clone, Copy, Default)]
pub struct Flags<'a> {
    /// Begin no new deal; those in hand are finished.
    pub stop: Option<&'a AtomicBool>,
    /// Break off the deals in hand as well; they get no record.
    pub abort: Option<&'a AtomicBool>,
}

/// A deal on which the solver failed: a bug to report, never a verdict.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{source_name} {number}, deck {deck}: {error}")]
pub struct FailedDeal {
    /// What the number stands for.
    pub source_name: &'static str,
    /// The number of the deal.
    pub number: u64,
    /// The deck line.
    pub deck: String,
    /// What went wrong.
    pub error: Box<Failure>,
}

/// A bug of a solver or of a player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// A solver claimed a win that the rules refuse.
    #[error(transparent)]
    Replay(#[from] FailedReplay),
    /// A player planned a move that its view does not allow.
    #[error(transparent)]
    Plan(#[from] IllegalPlan),
}

/// What ends a survey before its time.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// There are no threads to begin with.
    #[error(transparent)]
    NoThreads(#[from] NoThreads),
    /// A solver or a player made a move that the rules refuse.
    #[error(transparent)]
    FailedDeal(#[from] FailedDeal),
}

impl Survey<'_> {
    /// Solves the deals of these numbers and hands their records to `sink` in order, until it
    /// breaks or a flag is raised. No deal is left out before the last record.
    ///
    /// # Errors
    /// [`SurveyError`]; `sink` has all records before a failed deal.
    ///
    /// # Panics
    /// A listed deal is not there or not of the game's pack, or [`Playing`](crate::Playing) asks for no games on a
    /// deal or more than [`MAX_GAMES`](crate::MAX_GAMES).
    pub fn run(
        &self,
        numbers: Range<u64>,
        flags: Flags<'_>,
        sink: impl FnMut(Record) -> ControlFlow<()>,
    ) -> Result<(), SurveyError> {
        let searches = Searches::new(self.limits, self.goal, self.threads, flags.abort);
        let work = |number| Ok(self.solve(number, &searches)?);
        for_each(numbers, self.threads, MAX_AHEAD, flags.stop, work, sink)
    }

    /// The record of one deal; nothing if the search was broken off.
    pub(crate) fn solve(
        &self,
        number: u64,
        searches: &Searches<'_>,
    ) -> Result<Option<Record>, FailedDeal> {
        let deck = self.source.deck(number, self.game.pack());
        let position = self.game.deal(&deck).expect("the deck is the game's pack");
        let failed = |error: Failure| FailedDeal {
            source_name: self.source.numbering().name(),
            number,
            deck: deck.to_string(),
            error: error.into(),
        };
        let game = self.game.rule_set();
        if let Some(run) = self.player {
            let started = Instant::now();
            let games = run.play(game, &position, searches.interrupt);
            let games = games.map_err(|error| failed(error.into()))?;
            return Ok(games.map(|games| {
                Record::of_games(game, number, &position, &games, started.elapsed())
            }));
        }
        match searches.solve(&position) {
            Ok(answer) if answer.limit() == Some(Limit::Interrupted) => Ok(None),
            Ok(answer) => Ok(Some(Record::new(game, number, self.goal, &position, &answer))),
            Err(error) => Err(failed(error.into())),
        }
    }
}

/// How many deals had which verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Deals that come out.
    pub won: u64,
    /// Deals that do not.
    pub unwinnable: u64,
    /// Deals that are undecided.
    pub unknown: u64,
    /// Deals that a player lost.
    pub lost: u64,
}

impl Tally {
    /// Counts a record.
    pub fn add(&mut self, record: &Record) {
        self.count(record.verdict);
    }

    /// Counts a deal that was decided so.
    pub fn count(&mut self, decision: Decision) {
        match decision {
            Decision::Won => self.won += 1,
            Decision::Unwinnable => self.unwinnable += 1,
            Decision::Unknown => self.unknown += 1,
            Decision::Lost => self.lost += 1,
        }
    }

    /// All deals.
    pub fn deals(self) -> u64 {
        self.won + self.unwinnable + self.unknown + self.lost
    }

    /// The interval of the share won, widened by the unknowns.
    pub fn winnable(self, method: IntervalMethod) -> Interval {
        interval(method, self.won, self.unknown, self.deals())
    }
}

/// Stops a survey when its interval is narrow enough.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Until {
    /// The half-width to reach.
    pub half_width: f64,
    /// How the interval is computed.
    pub method: IntervalMethod,
}

/// Why [`Until`] stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// The half-width is reached.
    HalfWidth,
    /// So many deals are unknown that it never will be: half of the lower end of the interval of
    /// their share is beyond it.
    Floor,
}

impl Until {
    /// Looks only when the deals are a multiple of this many: to look more often would cost the interval more of its
    /// coverage. These looks cost the exact one some tenths of a percent at worst, as computed (docs/records.md).
    pub const LOOK_EVERY: u64 = 1000;

    /// Whether the survey is to stop after these deals.
    pub fn look(self, tally: Tally) -> Option<Reached> {
        let deals = tally.deals();
        if deals == 0 || !deals.is_multiple_of(Self::LOOK_EVERY) {
            return None;
        }
        let unknown = interval(self.method, tally.unknown, 0, deals);
        if tally.winnable(self.method).half_width() <= self.half_width {
            Some(Reached::HalfWidth)
        } else if unknown.low / 2.0 > self.half_width {
            Some(Reached::Floor)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_players::players;
    use gehtauf_rules::RuleSet;

    use super::*;
    use crate::Playing;

    #[test]
    fn deals_in_hand_are_broken_off_without_a_record() {
        let game = Game::new(RuleSet::Domino, &[]).unwrap();
        let player = players(RuleSet::Domino)[0];
        let (source, goal, limits) = (Source::Seeds, Goal::Any, Limits::default());
        let all = [Playing::Once(player), Playing::Resampled(player, 3), Playing::Weakest(1)];
        let runs = all.map(|playing| Some(PlayerRun { playing, seed: 0 }));
        for player in [None].into_iter().chain(runs) {
            let survey = Survey { game: &game, source, limits, goal, player, threads: 1 };
            for (raised, records) in [(true, 0), (false, 5)] {
                let abort = AtomicBool::new(raised);
                let (mut count, flags) = (0, Flags { stop: None, abort: Some(&abort) });
                let sink = |_| {
                    count += 1;
                    ControlFlow::Continue(())
                };
                survey.run(0..5, flags, sink).unwrap();
                assert_eq!(count, records, "{player:?}");
            }
        }
    }

    #[test]
    fn a_deal_has_neither_no_games_nor_too_many() {
        let game = Game::new(RuleSet::Domino, &[("ranks", "2")]).unwrap();
        let first = players(RuleSet::Domino)[0];
        let (source, goal, limits) = (Source::Seeds, Goal::Any, Limits::default());
        for games in [0, crate::MAX_GAMES + 1] {
            for playing in [Playing::Resampled(first, games), Playing::Weakest(games)] {
                let player = Some(PlayerRun { playing, seed: 0 });
                let survey = Survey { game: &game, source, limits, goal, player, threads: 1 };
                let run = || survey.run(0..1, Flags::default(), |_| ControlFlow::Continue(()));
                let run = std::panic::AssertUnwindSafe(run);
                assert!(std::panic::catch_unwind(run).is_err(), "{playing:?}");
            }
        }
    }
}
