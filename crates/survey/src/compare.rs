//! Two readings of the rules on the same deals.

use std::ops::{ControlFlow, Range};

use gehtauf_rules::Game;

use crate::decision::Decision;
use crate::interval::{Interval, paired_difference};
use crate::parallel::for_each;
use crate::record::Record;
use crate::relaxation::is_relaxation;
use crate::searches::Searches;
use crate::survey::{Flags, MAX_AHEAD, Survey, SurveyError};

/// How often each pair of verdicts came.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pairs {
    counts: [[u64; 4]; 4],
}

const WON: usize = Decision::Won as usize;
const UNWINNABLE: usize = Decision::Unwinnable as usize;
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
    ///
    /// `wins_all`: whether the first side wins each deal that the second wins, and the other way round, as
    /// [`is_relaxation`] says of rules. What that rules out is left out: an unknown deal that the other side decides, two
    /// unknowns that differ against it, a difference below or above 0.
    pub fn interval(&self, wins_all: [bool; 2]) -> Option<Interval> {
        if self.deals() == 0 {
            return None;
        }
        let [first_wins_all, second_wins_all] = wins_all;
        let low = self.newcombe([false, true], wins_all, first_wins_all).low;
        let high = self.newcombe([true, false], wins_all, second_wins_all).high;
        Some(Interval {
            low: if first_wins_all { low.max(0.0) } else { low },
            high: if second_wins_all { high.min(0.0) } else { high },
        })
    }

    /// The interval if the unknowns of each side are won or not. Where `are_alike` two of one deal are both won or
    /// both lost, in as many deals as make the interval reach farthest, which may be any number.
    fn newcombe(&self, unknown_won: [bool; 2], wins_all: [bool; 2], are_alike: bool) -> Interval {
        let unknown = if are_alike { self.counts[UNKNOWN][UNKNOWN] } else { 0 };
        let (mut both, mut only_first, mut only_second) = (0, 0, 0);
        for (i, row) in self.counts.iter().enumerate() {
            for (j, count) in row.iter().enumerate() {
                let won = |side: usize| {
                    let (verdict, other) = [(i, j), (j, i)][side];
                    verdict == WON
                        || verdict == UNKNOWN
                            && match other {
                                WON if wins_all[side] => true,
                                UNWINNABLE if wins_all[1 - side] => false,
                                UNKNOWN if are_alike => false,
                                _ => unknown_won[side],
                            }
                };
                match (won(0), won(1)) {
                    (true, true) => both += count,
                    (true, false) => only_first += count,
                    (false, true) => only_second += count,
                    (false, false) => {}
                }
            }
        }
        (0..=unknown)
            .map(|won| paired_difference(both + won, only_first, only_second, self.deals()))
            .reduce(|a, b| Interval { low: a.low.min(b.low), high: a.high.max(b.high) })
            .expect("0 of them are won at least")
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
    let work = |number| {
        let record = first.solve(number, &searches)?;
        Ok(record.zip(second.solve(number, &searches)?))
    };
    let sink = |(first, second)| sink(first, second);
    for_each(numbers, first.threads, MAX_AHEAD, flags.stop, work, sink)
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
        let interval = |pairs: &Pairs| pairs.interval([false; 2]).unwrap();
        let (narrow, wide) = (interval(&decided), interval(&open));
        assert!(wide.low < 0.0 && narrow.low > 0.1 && wide.high > narrow.high, "{wide:?}");
        assert_eq!(Pairs::default().interval([false; 2]), None);
    }

    #[test]
    fn two_unknowns_of_a_deal_are_what_lies_farthest_out() {
        let open = pairs(&[(Won, Unwinnable, 3), (Unknown, Unknown, 2)]);
        let low = |one, other| {
            let known = pairs(&[(Won, Unwinnable, 3), (one, one, 1), (other, other, 1)]);
            known.interval([true, false]).unwrap().low
        };
        assert!(low(Won, Won) > 0.02 && low(Unwinnable, Unwinnable) > 0.02);
        assert_eq!(low(Won, Unwinnable), 0.0);
        assert_eq!(open.interval([true, false]).unwrap().low, 0.0);
    }

    #[test]
    fn what_looser_rules_rule_out_is_left_out() {
        // The first rules are looser: what they leave unknown and the second win is won, and so on.
        let open = pairs(&[
            (Won, Won, 60),
            (Won, Unwinnable, 1),
            (Unknown, Won, 5),
            (Unwinnable, Unknown, 5),
            (Unknown, Unknown, 5),
            (Unwinnable, Unwinnable, 24),
        ]);
        let known = pairs(&[(Won, Won, 65), (Won, Unwinnable, 1), (Unwinnable, Unwinnable, 34)]);
        let [blind, looser] = [[false; 2], [true, false]].map(|all| open.interval(all).unwrap());
        let decided = known.interval([true, false]).unwrap();
        assert!(blind.low < -0.1 && looser.low == 0.0 && decided.low == 0.0, "{blind:?}");
        // The five that both leave unknown may still be won by the first alone.
        assert!(decided.high < looser.high && looser.high == blind.high, "{looser:?} {blind:?}");
        let mirrored = pairs(&[(Won, Unknown, 5), (Unknown, Unwinnable, 5), (Won, Won, 90)]);
        let stricter = mirrored.interval([false, true]).unwrap();
        assert!(stricter.low > -0.05 && stricter.high == 0.0, "{stricter:?}");
        // The same rules, with other limits.
        let same = open.interval([true; 2]).unwrap();
        assert_eq!((same.low, same.high), (0.0, 0.0));
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
