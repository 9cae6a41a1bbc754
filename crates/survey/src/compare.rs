//! Two readings of the rules on the same deals.

use std::ops::{ControlFlow, Range};

use gehtauf_rules::Game;

use crate::decision::Decision;
use crate::interval::{Interval, paired_difference};
use crate::record::Record;
use crate::relaxation::is_relaxation;
use crate::searches::Searches;
use crate::survey::{Flags, Survey, SurveyError};

/// How often each pair of verdicts came.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pairs {
    counts: [[u64; 4]; 4],
}

const WON: usize = Decision::Won as usize;
const UNKNOWN: usize = Decision::Unknown as usize;

impl Pairs {
    /// Counts a deal.
    pub fn add(&mut self, first: Decision, second: Decision) {
        self.counts[first as usize][second as usize] += 1;
    }

    /// How many deals had these verdicts.
    pub fn count(&self, first: Decision, second: Decision) -> u64 {
        self.counts[first as usize][second as usize]
    }

    /// All deals.
    pub fn deals(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// The share won under the first rules less that under the second; nothing for no deals, or
    /// where a verdict is unknown, which is neither won nor lost.
    pub fn difference(&self) -> Option<f64> {
        let first: u64 = self.counts[WON].iter().sum();
        let second: u64 = self.counts.iter().map(|row| row[WON]).sum();
        let is_known = self.deals() > 0 && !self.has_unknown();
        is_known.then(|| (first as f64 - second as f64) / self.deals() as f64)
    }

    /// Whether a verdict of either side is unknown.
    fn has_unknown(&self) -> bool {
        (0..4).any(|other| self.counts[UNKNOWN][other] + self.counts[other][UNKNOWN] > 0)
    }

    /// The interval of that difference: from its lower end if every unknown of the first rules is
    /// lost and every unknown of the second won, to its upper end the other way round.
    pub fn interval(&self) -> Option<Interval> {
        if self.deals() == 0 {
            return None;
        }
        let ends = |first_unknown_won: bool, second_unknown_won: bool| {
            let mut both = 0;
            let (mut only_first, mut only_second) = (0, 0);
            for (i, row) in self.counts.iter().enumerate() {
                for (j, count) in row.iter().enumerate() {
                    let won = |verdict, unknown_won| {
                        verdict == WON || (verdict == UNKNOWN && unknown_won)
                    };
                    match (won(i, first_unknown_won), won(j, second_unknown_won)) {
                        (true, true) => both += count,
                        (true, false) => only_first += count,
                        (false, true) => only_second += count,
                        (false, false) => {}
                    }
                }
            }
            paired_difference(both, only_first, only_second, self.deals())
        };
        Some(Interval { low: ends(false, true).low, high: ends(true, false).high })
    }
}

/// Solves the deals under both surveys' rules and hands the pairs of records to `sink` in order,
/// until it breaks or a flag is raised. The second survey is to differ in game and player only: the limits, the
/// goal and the threads are the first one's.
///
/// # Errors
/// [`SurveyError`].
///
/// # Panics
/// The two games are not played with the same pack.
pub fn compare(
    first: &Survey<'_>,
    second: &Survey<'_>,
    numbers: Range<u64>,
    flags: Flags<'_>,
    mut sink: impl FnMut(Record, Record) -> ControlFlow<()>,
) -> Result<(), SurveyError> {
    assert_eq!(first.game.pack(), second.game.pack(), "the deals are not the same");
    let searches = Searches::new(first.limits, first.goal, first.threads, flags.abort);
    let solve = |number| {
        let record = first.solve(number, &searches)?;
        Ok(record.zip(second.solve(number, &searches)?))
    };
    first.run_with(numbers, flags, solve, |(first, second)| sink(first, second))
}

/// Whether these verdicts of one deal contradict each other: more freedom lost a deal.
pub fn is_contradiction(first: (&Game, Decision), second: (&Game, Decision)) -> bool {
    let lost = |(loose, loose_verdict): (&Game, Decision), (strict, strict_verdict)| {
        loose_verdict == Decision::Unwinnable
            && strict_verdict == Decision::Won
            && is_relaxation(loose, strict)
    };
    lost(first, second) || lost(second, first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Decision::{Unknown, Unwinnable, Won};
    use gehtauf_rules::RuleSet;

    fn pairs(counts: &[(Decision, Decision, usize)]) -> Pairs {
        let mut pairs = Pairs::default();
        for &(first, second, count) in counts {
            (0..count).for_each(|_| pairs.add(first, second));
        }
        pairs
    }

    #[test]
    fn unknowns_widen_the_difference_both_ways() {
        let decided = pairs(&[(Won, Won, 60), (Won, Unwinnable, 20), (Unwinnable, Unwinnable, 20)]);
        assert_eq!(decided.difference(), Some(0.2));
        let open = pairs(&[(Won, Won, 60), (Won, Unknown, 20), (Unknown, Unwinnable, 20)]);
        assert_eq!(open.difference(), None);
        let (narrow, wide) = (decided.interval().unwrap(), open.interval().unwrap());
        assert!(wide.low < 0.0 && narrow.low > 0.1 && wide.high > narrow.high, "{wide:?}");
        assert_eq!(Pairs::default().interval(), None);
    }

    #[test]
    fn only_a_relaxation_that_loses_contradicts() {
        let game = |sets: &[(&str, &str)]| Game::new(RuleSet::Domino, sets).unwrap();
        let (three, two) = (game(&[]), game(&[("redeals", "2")]));
        assert!(is_contradiction((&three, Unwinnable), (&two, Won)));
        assert!(is_contradiction((&two, Won), (&three, Unwinnable)));
        assert!(!is_contradiction((&three, Won), (&two, Unwinnable)));
        assert!(!is_contradiction((&three, Unknown), (&two, Won)));
        assert!(!is_contradiction((&three, Unwinnable), (&game(&[("pickup", "lifo")]), Won)));
    }
}
