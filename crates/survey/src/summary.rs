//! The summary of records: a pure function of a header and its records.

use serde::Serialize;

use crate::interval::Method;
use crate::record::{Decision, Header, Record, Source};
use crate::survey::Tally;

/// What a file of records says in short. The fields are those of the JSON form.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// The header of the records.
    #[serde(flatten)]
    pub header: Header,
    /// How many deals there are records of.
    pub deals: u64,
    /// How many come out.
    pub won: u64,
    /// How many do not.
    pub unwinnable: u64,
    /// How many are undecided.
    pub unknown: u64,
    /// The share that comes out.
    pub winnable: Winnable,
    /// States visited per deal.
    pub states: Spread,
    /// Microseconds per deal.
    pub micros: Spread,
    /// Moves per solution.
    pub moves: Spread,
    /// Redeals (in Eklige Elfer, deals) per solution.
    pub redeals: Spread,
    /// In Eklige Elfer, talon deals of a solution before the first run is out.
    pub deals_before_run: Spread,
    /// In Eklige Elfer, moves of a solution that fill an empty column.
    pub spaces: Spread,
    /// What each rung of the ladder decided, in order of the rungs' names.
    pub rungs: Vec<Rung>,
    /// Deals by states visited.
    pub states_histogram: Vec<Bin>,
    /// Deals by microseconds.
    pub micros_histogram: Vec<Bin>,
    /// Won deals by moves.
    pub moves_histogram: Vec<Bin>,
    /// Won deals by redeals (in Eklige Elfer, deals).
    pub redeals_histogram: Vec<Bin>,
}

/// The interval of the share that comes out, from the lower end if every unknown deal is lost to
/// the upper end if every one is won.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Winnable {
    /// `wilson` or `exact`.
    pub interval: &'static str,
    /// The level, 0.95.
    pub level: f64,
    /// The lower end, 0 to 1.
    pub low: f64,
    /// The upper end, 0 to 1.
    pub high: f64,
}

/// How a number spreads over the deals; all 0 if there are none. A percentile is the least value
/// that so many per cent of the deals do not exceed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
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

/// What one rung of the ladder decided. Unknown deals count for the rung at which a limit struck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rung {
    /// Its name.
    pub method: String,
    /// Deals it won.
    pub won: u64,
    /// Deals it proved unwinnable.
    pub unwinnable: u64,
    /// Deals it left undecided.
    pub unknown: u64,
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

/// Gathers records for a [`Summary`]; takes 64 bytes a record, 96 in Eklige Elfer.
#[derive(Debug, Clone, Default)]
pub struct Gatherer {
    tally: Tally,
    /// States and whether the deal is decided.
    states: Vec<(u64, bool)>,
    micros: Vec<(u64, bool)>,
    moves: Vec<(u64, bool)>,
    redeals: Vec<(u64, bool)>,
    deals_before_run: Vec<(u64, bool)>,
    spaces: Vec<(u64, bool)>,
    rungs: Vec<Rung>,
}

impl Gatherer {
    /// Counts a record.
    pub fn add(&mut self, record: &Record) {
        self.tally.add(record);
        let decided = record.verdict != Decision::Unknown;
        self.states.push((record.states, decided));
        self.micros.push((record.micros, decided));
        for (values, value) in [
            (&mut self.moves, record.moves),
            (&mut self.redeals, record.redeals),
            (&mut self.deals_before_run, record.deals_before_run),
            (&mut self.spaces, record.spaces),
        ] {
            values.extend(value.map(|value| (value.into(), true)));
        }
        let place = self.rungs.iter().position(|rung| rung.method == record.method);
        let place = place.unwrap_or_else(|| {
            let method = record.method.clone();
            self.rungs.push(Rung { method, won: 0, unwinnable: 0, unknown: 0 });
            self.rungs.len() - 1
        });
        let rung = &mut self.rungs[place];
        match record.verdict {
            Decision::Won => rung.won += 1,
            Decision::Unwinnable => rung.unwinnable += 1,
            Decision::Unknown => rung.unknown += 1,
        }
    }

    /// The counts so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The summary of all records.
    pub fn summary(mut self, header: Header, method: Method) -> Summary {
        let interval = self.tally.winnable(method);
        for values in [
            &mut self.states,
            &mut self.micros,
            &mut self.moves,
            &mut self.redeals,
            &mut self.deals_before_run,
            &mut self.spaces,
        ] {
            values.sort_unstable();
        }
        self.rungs.sort_by(|a, b| a.method.cmp(&b.method));
        Summary {
            header,
            deals: self.tally.deals(),
            won: self.tally.won,
            unwinnable: self.tally.unwinnable,
            unknown: self.tally.unknown,
            winnable: Winnable {
                interval: method.name(),
                level: 0.95,
                low: interval.low,
                high: interval.high,
            },
            states: spread(&self.states),
            micros: spread(&self.micros),
            moves: spread(&self.moves),
            redeals: spread(&self.redeals),
            deals_before_run: spread(&self.deals_before_run),
            spaces: spread(&self.spaces),
            rungs: self.rungs,
            states_histogram: histogram(&self.states, &steps_by_ratio(&self.states)),
            micros_histogram: histogram(&self.micros, &steps_by_ratio(&self.micros)),
            moves_histogram: histogram(&self.moves, &even_steps(&self.moves)),
            redeals_histogram: histogram(&self.redeals, &even_steps(&self.redeals)),
        }
    }
}

impl Source {
    /// The name in records and texts: `seeds` or `pysol`.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Seeds => "seeds",
            Source::Pysol => "pysol",
        }
    }
}

fn spread(sorted: &[(u64, bool)]) -> Spread {
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else {
        return Spread::default();
    };
    let percentile = |p: usize| sorted[(sorted.len() * p).div_ceil(100) - 1].0;
    let sum: u128 = sorted.iter().map(|&(value, _)| u128::from(value)).sum();
    Spread {
        mean: sum as f64 / sorted.len() as f64,
        min: first.0,
        p50: percentile(50),
        p90: percentile(90),
        p99: percentile(99),
        max: last.0,
    }
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
    let Spread { min, p99, max, .. } = spread(sorted);
    if sorted.is_empty() {
        return Vec::new();
    }
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
        let hundred = spread(&values(1..=100));
        assert_eq!((hundred.p50, hundred.p90, hundred.p99, hundred.max), (50, 90, 99, 100));
        let three = spread(&values([7, 8, 9]));
        assert_eq!((three.mean, three.min, three.p50, three.p99), (8.0, 7, 8, 9));
        assert_eq!(spread(&[]), Spread::default());
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
