//! The axis of shares: even where the shares lie in the middle, else by odds, on which 99.95 % and
//! 99.99 % are as far apart as 95 % and 99 %.

/// Where shares lie on a line from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// The shares that are named, in order.
    pub ticks: Vec<f64>,
    /// Whether it goes by the logarithm of the odds.
    pub by_odds: bool,
}

/// The shares that an axis by odds may name, besides 0 and 1.
const BY_ODDS: [f64; 15] = [
    1e-7,
    1e-6,
    1e-5,
    1e-4,
    1e-3,
    0.01,
    0.1,
    0.5,
    0.9,
    0.99,
    0.999,
    0.9999,
    0.99999,
    0.999_999,
    0.999_999_9,
];

/// Beyond this near an end, or further apart, an even axis shows too little.
const MARGIN: f64 = 0.05;

impl Axis {
    /// An axis for these shares, each from 0 to 1, at least one.
    pub fn new(shares: &[f64]) -> Axis {
        let lowest = shares.iter().copied().fold(1.0, f64::min);
        let highest = shares.iter().copied().fold(0.0, f64::max);
        if lowest > MARGIN && highest < 1.0 - MARGIN {
            even(lowest, highest)
        } else {
            by_odds(shares)
        }
    }

    /// The place of a share, 0 to 1.
    pub fn place(&self, share: f64) -> f64 {
        let (first, last) = (self.ticks[0], self.ticks[self.ticks.len() - 1]);
        if !self.by_odds {
            return (share - first) / (last - first);
        }
        // One end lies a step beyond the last share that has odds.
        let inner: Vec<f64> = self.ticks.iter().copied().filter(|t| 0.0 < *t && *t < 1.0).collect();
        let start = odds(inner[0]) - if first == 0.0 { STEP } else { 0.0 };
        let end = odds(inner[inner.len() - 1]) + if last == 1.0 { STEP } else { 0.0 };
        ((odds(share).clamp(start, end) - start) / (end - start)).clamp(0.0, 1.0)
    }
}

/// The logarithm of ten: how far 0.99 and 0.999 are apart.
const STEP: f64 = std::f64::consts::LN_10;

fn odds(share: f64) -> f64 {
    (share / (1.0 - share)).ln()
}

/// From one round share to another with three to seven between and at the ends.
fn even(lowest: f64, highest: f64) -> Axis {
    let steps = (1..=6).rev().flat_map(|power| [1.0, 2.0, 5.0].map(|n| n / 10_f64.powi(power)));
    let bounds = |step: f64| ((lowest / step).floor(), (highest / step).ceil());
    let fits = |step: &f64| bounds(*step).1 - bounds(*step).0 <= 5.0;
    let step = steps.clone().find(fits).unwrap_or(0.5);
    let (from, to) = bounds(step);
    let to = to.max(from + 1.0);
    Axis { ticks: (from as i64..=to as i64).map(|n| n as f64 * step).collect(), by_odds: false }
}

fn by_odds(shares: &[f64]) -> Axis {
    let inner: Vec<f64> = shares.iter().copied().filter(|s| 0.0 < *s && *s < 1.0).collect();
    let lowest = inner.iter().copied().fold(0.5, f64::min);
    let highest = inner.iter().copied().fold(0.5, f64::max);
    let all_high = shares.iter().all(|share| *share >= 0.5);
    let all_low = shares.iter().all(|share| *share <= 0.5);
    // Zoomed in on the side where all of them lie.
    let lowest = if all_high { inner.iter().copied().fold(1.0, f64::min) } else { lowest };
    let highest = if all_low { inner.iter().copied().fold(0.0, f64::max) } else { highest };
    let from = BY_ODDS.iter().rposition(|tick| *tick <= lowest).unwrap_or(0);
    let to = BY_ODDS.iter().position(|tick| *tick >= highest).unwrap_or(BY_ODDS.len() - 1);
    let (from, to) = (from.min(to), from.max(to));
    let mut ticks = BY_ODDS[from..=to].to_vec();
    if shares.iter().any(|share| *share < ticks[0]) {
        ticks.insert(0, 0.0);
    }
    if shares.iter().any(|share| *share > ticks[ticks.len() - 1]) || ticks.len() == 1 {
        ticks.push(1.0);
    }
    Axis { ticks, by_odds: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_near_one_are_told_apart() {
        let axis = Axis::new(&[0.9994, 0.9996, 0.9998, 1.0]);
        assert_eq!(axis.ticks, [0.999, 0.9999, 1.0]);
        assert!(axis.place(0.9999) - axis.place(0.9995) > 0.1);
        assert_eq!((axis.place(0.999), axis.place(1.0)), (0.0, 1.0));
    }

    #[test]
    fn shares_in_the_middle_get_an_even_axis_around_them() {
        let axis = Axis::new(&[0.2478, 0.2495]);
        assert!(!axis.by_odds);
        assert!(axis.ticks[0] <= 0.2478 && *axis.ticks.last().unwrap() >= 0.2495);
        assert!((3..=7).contains(&axis.ticks.len()), "{axis:?}");
        assert!(axis.place(0.2495) - axis.place(0.2478) > 0.3);
    }

    #[test]
    fn every_share_has_a_place_in_order() {
        for shares in [
            vec![0.0, 1.0],
            vec![1.0],
            vec![0.0],
            vec![0.5],
            vec![0.0, 0.001],
            vec![0.2, 0.999_999_99, 1.0],
            vec![0.03, 0.04],
        ] {
            let axis = Axis::new(&shares);
            let places: Vec<f64> = shares.iter().map(|share| axis.place(*share)).collect();
            assert!(
                places.iter().all(|place| (0.0..=1.0).contains(place)),
                "{shares:?} {places:?}"
            );
            assert!(places.is_sorted(), "{shares:?} {places:?}");
            let ticks: Vec<f64> = axis.ticks.iter().map(|tick| axis.place(*tick)).collect();
            assert!(ticks.is_sorted() && ticks[0] == 0.0 && *ticks.last().unwrap() == 1.0);
        }
    }
}
