//! Positions of which some cards are unknown: what holds in how many of their completions.

use std::ops::ControlFlow;

use gehtauf_cards::{Card, seeded_generator, shuffle};
use gehtauf_players::IllegalPlan;
use gehtauf_rules::{AnyPosition, Position, Referee, View};
use gehtauf_search::{Limit, Limits};
use gehtauf_solvers::FailedReplay;

use crate::interval::{Interval, IntervalMethod, interval};
use crate::parallel::{NoThreads, for_each};
use crate::searches::{Answer, Goal, Searches};
use crate::survey::Flags;

/// Completions of what a player sees, each equally likely and the same ones everywhere: so many
/// drawn with fixed seeds, or, if there are no more than that and no more than 10,000, each of them once.
#[derive(Debug, Clone)]
pub struct Completions {
    view: View,
    /// All orders of the unseen cards, shuffled, so that the first ones are a fair sample.
    all: Option<Vec<Vec<Card>>>,
    count: u64,
}

/// More orders than this are not listed.
const MAX_LISTED: u64 = 10_000;

/// How many completions may be worked on while an earlier one is not ready.
pub(crate) const MAX_AHEAD: usize = 1024;

impl Completions {
    /// At most so many completions.
    pub fn new(view: View, samples: u64) -> Completions {
        let all = all_orders(&view.unseen_cards(), samples.min(MAX_LISTED));
        let count = all.as_ref().map_or(samples, |all| all.len() as u64);
        Completions { view, all, count }
    }

    /// What is seen.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// How many there are here.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether these are all there can be.
    pub fn are_all(&self) -> bool {
        self.all.is_some()
    }

    /// The completion of this number.
    ///
    /// # Panics
    /// The number is not below [`Completions::count`].
    pub fn get(&self, number: u64) -> AnyPosition {
        self.view.completed(&self.order(number))
    }

    /// The completion of this number as a game of which no more is seen than before.
    ///
    /// # Panics
    /// The number is not below [`Completions::count`].
    pub fn game(&self, number: u64) -> Referee {
        Referee::completed(self.view.clone(), &self.order(number))
    }

    fn order(&self, number: u64) -> Vec<Card> {
        assert!(number < self.count, "completion {number} of {}", self.count);
        match &self.all {
            Some(all) => all[number as usize].clone(),
            None => {
                // As `View::sample` does it.
                let mut cards = self.view.unseen_cards();
                shuffle(&mut cards, &mut seeded_generator(number));
                cards
            }
        }
    }

    /// The interval of the share of which so many were found among the first so many completions,
    /// widened by the unknowns: the share itself if they are all that can be, Wilson's otherwise.
    ///
    /// # Panics
    /// More were found or unknown than looked at.
    pub fn interval(&self, found: u64, unknown: u64, looked_at: u64) -> Interval {
        let widened = interval(IntervalMethod::Wilson, found, unknown, looked_at);
        if self.are_all() && looked_at == self.count {
            let share = |count: u64| count as f64 / looked_at as f64;
            return Interval { low: share(found), high: share(found + unknown) };
        }
        widened
    }

    /// Solves the completions and hands the answers to `sink` in order, until it breaks or a flag is
    /// raised. `limits` are those for each, the bytes those for all at a time.
    ///
    /// # Errors
    /// [`CompletionError`]; `sink` has all answers before a failed one.
    pub fn solve(
        &self,
        limits: Limits,
        threads: usize,
        flags: Flags<'_>,
        mut sink: impl FnMut(&Answer) -> ControlFlow<()>,
    ) -> Result<(), CompletionError> {
        let searches = Searches::new(limits, Goal::AsFound, threads, flags.abort);
        let work = |number| {
            let answer = solve_one(&searches, &self.get(number))?;
            Ok((answer.limit() != Some(Limit::Interrupted)).then_some(answer))
        };
        for_each(0..self.count, threads, MAX_AHEAD, flags.stop, work, |answer| sink(&answer))
    }
}

/// Solves a position that a completion leads to.
pub(crate) fn solve_one(
    searches: &Searches<'_>,
    position: &AnyPosition,
) -> Result<Answer, CompletionError> {
    searches.solve(position).map_err(|error| CompletionError::FailedReplay {
        position: position.layout().to_string(),
        error,
    })
}

/// What ends work on completions before its time.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompletionError {
    /// There are no threads to begin with.
    #[error(transparent)]
    NoThreads(#[from] NoThreads),
    /// A player planned a move that is not legal.
    #[error(transparent)]
    IllegalPlan(#[from] IllegalPlan),
    /// A solver claimed a win that the rules refuse: a bug to report, never a verdict.
    #[error("{position}: {error}")]
    FailedReplay {
        /// The position's text.
        position: String,
        /// What went wrong.
        error: FailedReplay,
    },
}

/// All different orders of the cards, shuffled with a fixed seed, if they are no more than `most`.
fn all_orders(cards: &[Card], most: u64) -> Option<Vec<Vec<Card>>> {
    let mut cards = cards.to_vec();
    cards.sort_unstable_by_key(|card| card.index());
    let mut orders = Vec::new();
    let mut next = Some(cards);
    while let Some(order) = next {
        if orders.len() as u64 == most {
            return None;
        }
        next = next_order(&order);
        orders.push(order);
    }
    shuffle(&mut orders, &mut seeded_generator(0));
    Some(orders)
}

/// The order that follows in the order of the pack.
fn next_order(order: &[Card]) -> Option<Vec<Card>> {
    let mut next = order.to_vec();
    let rises = |pair: &[Card]| pair[0].index() < pair[1].index();
    let place = next.windows(2).rposition(rises)?;
    let successor = next.iter().rposition(|card| card.index() > next[place].index())?;
    next.swap(place, successor);
    next[place + 1..].reverse();
    Some(next)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use gehtauf_rules::{Game, Layout, RuleSet};

    use super::*;

    fn completions(talon: &str, samples: u64) -> Completions {
        let sets = [("ranks", "3"), ("suits", "CH"), ("columns", "2"), ("rows", "3")];
        let game = Game::new(RuleSet::AchtMalAcht, &sets).unwrap();
        let text =
            format!("c1: 3C AH 2H\nc2: 2C AC 3H\nfoundations:\nwaste: 3C AH\n{talon}\npass: 1");
        let view = View::read(&game, &Layout::parse(&text).unwrap()).unwrap();
        Completions::new(view, samples)
    }

    #[test]
    fn few_orders_are_taken_once_each_and_many_are_drawn() {
        let unseen = "talon: ?? ?? ?? ??";
        let all = completions(unseen, 24);
        assert!(all.are_all() && all.count() == 24);
        let different: HashSet<_> = (0..24).map(|number| all.get(number)).collect();
        assert_eq!(different.len(), 24);
        assert_eq!(all.interval(6, 6, 24), Interval { low: 0.25, high: 0.5 });
        assert!(all.interval(6, 0, 12).low < 0.5, "a part is a sample");
        let drawn = completions(unseen, 23);
        assert!(!drawn.are_all() && drawn.count() == 23);
        let sample = drawn.view().sample(&mut seeded_generator(7));
        assert_eq!(drawn.get(7), sample, "the recipe is fixed");
    }
}
