//! The summary of records: a pure function of their settings and the records.

use serde::{Serialize, Serializer};

use crate::decision::Decision;
use crate::games::Luck;
use crate::interval::IntervalMethod;
use crate::record::Record;
use crate::settings::Settings;
use crate::statistics::{Bins, STATISTICS, WINS, place};
use crate::survey::Tally;

/// What a file of records says in short. The fields are those of the JSON form.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// The settings of the records.
    #[serde(flatten)]
    pub settings: Settings,
    /// How many deals there are records of.
    pub deals: u64,
    /// How many come out.
    pub won: u64,
    /// How many do not.
    pub unwinnable: u64,
    /// How many are undecided.
    pub unknown: u64,
    /// How many a player lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<u64>,
    /// The share that comes out; nothing of a player's games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winnable: Option<Winnable>,
    /// The share that a player won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate: Option<Winnable>,
    /// How much of what decided the games could be seen before the first move, if the hidden cards were dealt anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
    /// How each of [`STATISTICS`] spreads, by its name, if any deal has it.
    #[serde(flatten, serialize_with = "spreads_by_name")]
    pub spreads: [Option<Spread>; STATISTICS.len()],
    /// What each stage of the portfolio decided, in order of their names.
    pub stages: Vec<StageTally>,
    /// The histograms, each by the name of its statistic and `_histogram`, if any deal has it.
    #[serde(flatten, serialize_with = "histograms_by_name")]
    pub histograms: [Vec<Bin>; STATISTICS.len()],
}

impl Summary {
    /// The share of the deals that were won, by a solver or by a player.
    pub fn rate(&self) -> Winnable {
        self.winnable.or(self.win_rate).expect("there is one of the two")
    }

    /// How a statistic spreads, if any deal has it.
    ///
    /// # Panics
    /// There is no statistic of this name.
    pub fn spread(&self, name: &str) -> Option<&Spread> {
        self.spreads[place(name)].as_ref()
    }

    /// The histogram of a statistic; empty if it has none or no deal has it.
    ///
    /// # Panics
    /// There is no statistic of this name.
    pub fn histogram(&self, name: &str) -> &[Bin] {
        &self.histograms[place(name)]
    }
}

fn spreads_by_name<S: Serializer>(
    spreads: &[Option<Spread>; STATISTICS.len()],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let named = STATISTICS.iter().zip(spreads);
    serializer.collect_map(named.filter_map(|(s, spread)| Some((s.name, spread.as_ref()?))))
}

fn histograms_by_name<S: Serializer>(
    histograms: &[Vec<Bin>; STATISTICS.len()],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let named = STATISTICS.iter().zip(histograms).filter(|(_, bins)| !bins.is_empty());
    serializer.collect_map(named.map(|(s, bins)| (format!("{}_histogram", s.name), bins)))
}

/// The interval of the share that comes out, from the lower end if every unknown deal is lost to
/// the upper end if every one is won.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Winnable {
    /// How it is computed.
    pub interval: IntervalMethod,
    /// The level, 0.95.
    pub level: f64,
    /// The lower end, 0 to 1.
    pub low: f64,
    /// The upper end, 0 to 1.
    pub high: f64,
}

/// How a number spreads over the deals. A percentile is the least value that so many per cent of the
/// deals do not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The least value.
    pub min: u64,
    /// The median.
    pub p50: u64,
    /// The 90th percentile.
    pub p90: u64,
    /// The 99th percentile.
    pub p99: u64,
    /// The greatest value.
    pub max: u64,
}

/// What one stage of the portfolio decided. Unknown deals count for the stage at which a limit struck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StageTally {
    /// Its name.
    pub method: String,
    /// Deals it won.
    pub won: u64,
    /// Deals it proved unwinnable.
    pub unwinnable: u64,
    /// Deals it left undecided.
    pub unknown: u64,
    /// Games of a player that it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<u64>,
}

/// One bar of a histogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The least value that counts.
    pub from: u64,
    /// The value after the greatest that counts.
    pub to: u64,
    /// How many deals.
    pub deals: u64,
    /// How many of them are decided.
    pub decided: u64,
}

/// Gathers records for a [`Summary`]; takes 16 bytes for each number of a record.
#[derive(Debug, Clone, Default)]
pub struct Gatherer {
    tally: Tally,
    /// The values of each of [`STATISTICS`], and whether the deal is decided.
    values: [Vec<(u64, bool)>; STATISTICS.len()],
    stages: Vec<StageTally>,
}

impl Gatherer {
    /// Counts a record.
    pub fn add(&mut self, record: &Record) {
        self.tally.add(record);
        let decided = record.verdict != Decision::Unknown;
        for (values, number) in self.values.iter_mut().zip(record.numbers) {
            values.extend(number.map(|number| (number, decided)));
        }
        let place = self.stages.iter().position(|stage| stage.method == record.method);
        let place = place.unwrap_or_else(|| {
            let method = record.method.clone();
            self.stages.push(StageTally { method, won: 0, unwinnable: 0, unknown: 0, lost: None });
            self.stages.len() - 1
        });
        let stage = &mut self.stages[place];
        match record.verdict {
            Decision::Won => stage.won += 1,
            Decision::Unwinnable => stage.unwinnable += 1,
            Decision::Unknown => stage.unknown += 1,
            Decision::Lost => *stage.lost.get_or_insert(0) += 1,
        }
    }

    /// The counts so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The summary of all records, which are of these settings.
    ///
    /// # Panics
    /// A record has more wins than a deal has games.
    pub fn summary(mut self, settings: Settings, method: IntervalMethod) -> Summary {
        let interval = self.tally.winnable(method);
        self.values.iter_mut().for_each(|values| values.sort_unstable());
        self.stages.sort_by(|a, b| a.method.cmp(&b.method));
        let bins_of = |i: usize| {
            let values = &self.values[i];
            match STATISTICS[i].bins {
                None => Vec::new(),
                Some(Bins::ByRatio) => histogram(values, &steps_by_ratio(values)),
                Some(Bins::Even) => histogram(values, &even_steps(values)),
            }
        };
        let is_played = settings.player.is_some();
        let wins = self.values[WINS].iter().map(|&(wins, _)| wins);
        let luck = settings.resample.and_then(|games| Luck::new(games, wins));
        let rate =
            Winnable { interval: method, level: 0.95, low: interval.low, high: interval.high };
        Summary {
            settings,
            deals: self.tally.deals(),
            won: self.tally.won,
            unwinnable: self.tally.unwinnable,
            unknown: self.tally.unknown,
            lost: is_played.then_some(self.tally.lost),
            winnable: (!is_played).then_some(rate),
            win_rate: is_played.then_some(rate),
            luck,
            spreads: self.values.each_ref().map(|values| spread(values)),
            histograms: std::array::from_fn(bins_of),
            stages: self.stages,
        }
    }
}

fn spread(sorted: &[(u64, bool)]) -> Option<Spread> {
    let (first, last) = (sorted.first()?, sorted.last()?);
    let percentile = |p: usize| sorted[(sorted.len() * p).div_ceil(100) - 1].0;
    let sum: u128 = sorted.iter().map(|&(value, _)| u128::from(value)).sum();
    Some(Spread {
        mean: sum as f64 / sorted.len() as f64,
        min: first.0,
        p50: percentile(50),
        p90: percentile(90),
        p99: percentile(99),
        max: last.0,
    })
}

/// Bounds 0, 1, 2, 5, 10, 20, 50, ... around the values.
fn steps_by_ratio(sorted: &[(u64, bool)]) -> Vec<u64> {
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else { return Vec::new() };
    let powers = (0..19).map(|power| 10_u64.pow(power));
    let steps = powers.flat_map(|power| [power, 2 * power, 5 * power]);
    let steps: Vec<u64> = std::iter::once(0).chain(steps).collect();
    let start = steps.partition_point(|&step| step <= first.0) - 1;
    let end = steps.partition_point(|&step| step <= last.0).min(steps.len() - 1);
    steps[start..=end].to_vec()
}

/// At most 25 even steps of 1, 2, 5, 10, ... up to the 99th percentile, and one for the rest.
fn even_steps(sorted: &[(u64, bool)]) -> Vec<u64> {
    const MOST: u64 = 25;
    let Some(Spread { min, p99, max, .. }) = spread(sorted) else { return Vec::new() };
    let mut width = 1;
    while p99 / width - min / width >= MOST {
        let leading = width / 10_u64.pow(width.ilog10());
        width = if leading == 2 { width / 2 * 5 } else { width * 2 };
    }
    let mut bounds: Vec<u64> = (min / width..=p99 / width + 1).map(|step| step * width).collect();
    if bounds.last().is_some_and(|&last| last <= max) {
        bounds.push(max + 1);
    }
    bounds
}

fn histogram(sorted: &[(u64, bool)], bounds: &[u64]) -> Vec<Bin> {
    let bars = bounds.windows(2).map(|bounds| {
        let place = |bound| sorted.partition_point(|&(value, _)| value < bound);
        let values = &sorted[place(bounds[0])..place(bounds[1])];
        let decided = values.iter().filter(|&&(_, decided)| decided).count() as u64;
        Bin { from: bounds[0], to: bounds[1], deals: values.len() as u64, decided }
    });
    bars.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(values: impl IntoIterator<Item = u64>) -> Vec<(u64, bool)> {
        values.into_iter().map(|value| (value, true)).collect()
    }

    #[test]
    fn percentiles_are_values_that_occur() {
        let hundred = spread(&values(1..=100)).unwrap();
        assert_eq!((hundred.p50, hundred.p90, hundred.p99, hundred.max), (50, 90, 99, 100));
        let three = spread(&values([7, 8, 9])).unwrap();
        assert_eq!((three.mean, three.min, three.p50, three.p99), (8.0, 7, 8, 9));
        assert_eq!(spread(&[]), None);
    }

    #[test]
    fn every_deal_is_in_one_bar() {
        for sample in
            [vec![0], vec![3, 4, 4, 90], vec![1, 1_000_000], vec![17; 5], vec![5, 1 << 60]]
        {
            let sample = values(sample);
            for bounds in [steps_by_ratio(&sample), even_steps(&sample)] {
                assert!(bounds.len() <= 60);
                let bars = histogram(&sample, &bounds);
                assert_eq!(bars.iter().map(|bar| bar.deals).sum::<u64>(), sample.len() as u64);
                assert!(bars.first().unwrap().deals > 0 && bars.last().unwrap().deals > 0);
            }
        }
        assert!(even_steps(&values([3, 4, 90])).into_iter().eq((0..=95).step_by(5)));
        let with_an_outlier = (0..200).map(|i| i % 10).chain([5000]);
        let mut with_an_outlier = values(with_an_outlier);
        with_an_outlier.sort_unstable();
        assert!(even_steps(&with_an_outlier).into_iter().eq((0..=10).chain([5001])));
        assert_eq!(steps_by_ratio(&values([3, 4, 90])), [2, 5, 10, 20, 50, 100]);
    }
}
