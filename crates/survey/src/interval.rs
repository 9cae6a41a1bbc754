//! 95 % intervals for shares and for differences of paired shares, widened by what is unknown.

use serde::Serialize;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// The chance left out on either side.
const TAIL: f64 = 0.025;

/// How the interval of a share is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum IntervalMethod {
    /// The score interval: Wilson, JASA 22 (1927) 209-212.
    Wilson,
    /// The exact interval: Clopper and Pearson, Biometrika 26 (1934) 404-413.
    Exact,
}

impl IntervalMethod {
    /// The name in records: `wilson` or `exact`.
    pub const fn name(self) -> &'static str {
        match self {
            IntervalMethod::Wilson => "wilson",
            IntervalMethod::Exact => "exact",
        }
    }
}

/// A closed interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Half of the distance between the ends.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The interval for the share of `won` among `deals` of which `unknown` are undecided: from the
/// lower end if all of those are lost to the upper end if all are won. All of 0 to 1 for no deals.
///
/// # Panics
/// More deals are won or unknown than there are.
pub fn interval(method: IntervalMethod, won: u64, unknown: u64, deals: u64) -> Interval {
    let lost = won.checked_add(unknown).and_then(|others| deals.checked_sub(others));
    let lost = lost.unwrap_or_else(|| panic!("{won} won and {unknown} unknown of {deals}"));
    if deals == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let low = |successes| match method {
        IntervalMethod::Wilson => wilson_low(successes, deals),
        IntervalMethod::Exact => exact_low(successes, deals),
    };
    // The upper end for k successes is one less the lower end for the n - k failures.
    Interval { low: low(won), high: 1.0 - low(lost) }
}

fn wilson_low(successes: u64, trials: u64) -> f64 {
    if successes == 0 {
        return 0.0;
    }
    let (k, n) = (successes as f64, trials as f64);
    let p = k / n;
    let spread = Z * ((p * (1.0 - p) + Z * Z / (4.0 * n)) / n).sqrt();
    ((p + Z * Z / (2.0 * n) - spread) / (1.0 + Z * Z / n)).max(0.0)
}

/// The share under which as many successes or more have a chance of 2.5 %, by bisection.
fn exact_low(successes: u64, trials: u64) -> f64 {
    if successes == 0 {
        return 0.0;
    }
    if successes == trials {
        return TAIL.powf(1.0 / trials as f64);
    }
    let (mut low, mut high) = (0.0, successes as f64 / trials as f64);
    loop {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            return low;
        }
        if chance_of_at_least(successes, trials, middle) < TAIL {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// P(X >= k) of the binomial distribution for 0 < k < n and p < k / n, where the terms of the sum
/// fall from the first on.
fn chance_of_at_least(k: u64, n: u64, p: f64) -> f64 {
    let odds = p / (1.0 - p);
    let mut term = 1.0;
    let mut sum = 0.0;
    for j in k..=n {
        sum += term;
        term *= (n - j) as f64 / (j + 1) as f64 * odds;
        if term < sum * 1e-17 {
            break;
        }
    }
    sum * ln_chance_of(k as f64, n as f64, p).exp()
}

/// The logarithm of P(X = k) for 0 < k < n by Stirling's series and deviances, as Loader, "Fast and accurate computation
/// of binomial probabilities" (2000). Unlike there, a deviance is the plain x ln(x / m) + m - x, which loses digits where x
/// is near m: the relative error of the chance was below 2e-10 for a million deals, below 3e-9 for ten million.
fn ln_chance_of(k: f64, n: f64, p: f64) -> f64 {
    let deviance = |x: f64, mean: f64| x * (x / mean).ln() + mean - x;
    stirling_error(n)
        - stirling_error(k)
        - stirling_error(n - k)
        - deviance(k, n * p)
        - deviance(n - k, n * (1.0 - p))
        + 0.5 * (n / (std::f64::consts::TAU * k * (n - k))).ln()
}

/// ln n! less Stirling's approximation of it, (n + 1/2) ln n - n + ln(2 pi) / 2.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        let factorial: f64 = (1..=n as u32).map(f64::from).product();
        return factorial.ln() - ((n + 0.5) * n.ln() - n + 0.5 * std::f64::consts::TAU.ln());
    }
    let n2 = n * n;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / 1680.0 / n2) / n2) / n2) / n
}

/// The interval for the difference of two shares measured on the same deals: `first` deals have
/// only the first property, `second` only the second, `both` both.
///
/// Source: Newcombe, Statistics in Medicine 17 (1998) 2635-2650, method 10 (Wilson intervals,
/// squared and added, with the correlation of the pairs).
///
/// # Panics
/// More deals are counted than there are.
pub fn paired_difference(both: u64, first: u64, second: u64, deals: u64) -> Interval {
    let neither = [both, first, second].into_iter().try_fold(deals, u64::checked_sub);
    let neither = neither.expect("no more deals are counted than there are");
    let wilson = |k| interval(IntervalMethod::Wilson, k, 0, deals);
    let (interval_1, interval_2) = (wilson(both + first), wilson(both + second));
    let n = deals as f64;
    let (p1, p2) = ((both + first) as f64 / n, (both + second) as f64 / n);
    let [a, b, c, d] = [both, first, second, neither].map(|count| count as f64);
    let spread = ((a + b) * (c + d) * (a + c) * (b + d)).sqrt();
    let agreement = a * d - b * c;
    let agreement = if agreement > 0.0 { (agreement - n / 2.0).max(0.0) } else { agreement };
    let phi = if spread == 0.0 { 0.0 } else { agreement / spread };
    let reach = |x: f64, y: f64| (x * x - 2.0 * phi * x * y + y * y).max(0.0).sqrt();
    Interval {
        low: (p1 - p2 - reach(p1 - interval_1.low, interval_2.high - p2)).max(-1.0),
        high: (p1 - p2 + reach(interval_1.high - p1, p2 - interval_2.low)).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn exact_intervals_are_right_to_nine_places() {
        // Found by bisection of the binomial tail in 60-digit arithmetic; the first three and 10 of
        // 100 are in every published table.
        let known = [
            (5, 10, 0.187086028447399, 0.812913971552601),
            (0, 10, 0.0, 0.308497107818761),
            (10, 10, 0.691502892181239, 1.0),
            (1, 20, 0.001265089497950, 0.248732762772028),
            (10, 100, 0.049004689221486, 0.176222597740023),
            (263, 1000, 0.235943524680293, 0.291459361439264),
            (999, 1000, 0.994441075720173, 0.999974682512509),
            (1, 1000, 0.000025317487491, 0.005558924279827),
            (24_902, 100_000, 0.246342033499540, 0.251712530484563),
            (1_000_000, 1_000_000, 0.999996311127350, 1.0),
            (0, 1_000_000, 0.0, 0.000003688872650),
        ];
        for (won, deals, low, high) in known {
            let found = interval(IntervalMethod::Exact, won, 0, deals);
            assert_near(found.low, low, 1e-12);
            assert_near(found.high, high, 1e-12);
        }
    }

    #[test]
    fn wilson_intervals_are_those_of_the_literature() {
        // Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3.
        for (won, deals, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = interval(IntervalMethod::Wilson, won, 0, deals);
            assert_near(found.low, low, 5e-5);
            assert_near(found.high, high, 5e-5);
        }
    }

    #[test]
    fn unknowns_widen_both_ways() {
        for method in [IntervalMethod::Wilson, IntervalMethod::Exact] {
            let all_lost = interval(method, 70, 0, 100);
            let all_won = interval(method, 80, 0, 100);
            let widened = interval(method, 70, 10, 100);
            assert_eq!(widened, Interval { low: all_lost.low, high: all_won.high });
        }
        assert_eq!(interval(IntervalMethod::Wilson, 0, 5, 5), Interval { low: 0.0, high: 1.0 });
        assert_eq!(interval(IntervalMethod::Exact, 0, 0, 0), Interval { low: 0.0, high: 1.0 });
    }

    /// Also without overflow checks.
    #[test]
    fn more_than_all_deals_are_refused() {
        let refused = |count: fn() -> Interval| std::panic::catch_unwind(count).is_err();
        assert!(refused(|| interval(IntervalMethod::Wilson, u64::MAX, 4, 3)));
        assert!(refused(|| interval(IntervalMethod::Wilson, 2, 2, 3)));
        assert!(refused(|| paired_difference(0, 2, 2, 3)));
    }

    #[test]
    fn exact_intervals_cover() {
        // For every share, the chance of a count whose interval holds it is 95 % or more.
        let n = 40_u64;
        for step in 1..200 {
            let share = f64::from(step) / 200.0;
            let covered: f64 = (0..=n)
                .filter(|&k| {
                    let found = interval(IntervalMethod::Exact, k, 0, n);
                    (found.low..=found.high).contains(&share)
                })
                .map(|k| chance_of(k, n, share))
                .sum();
            assert!(covered >= 0.95, "{covered} at {share}");
        }
    }

    fn chance_of(k: u64, n: u64, p: f64) -> f64 {
        (0..k).fold((1.0 - p).powi(n as i32), |chance, j| {
            chance * (n - j) as f64 / (j + 1) as f64 * p / (1.0 - p)
        })
    }

    #[test]
    fn paired_differences_are_those_of_the_literature() {
        // Newcombe's own examples: both, only the first, only the second, neither.
        for (both, first, second, neither, low, high) in [
            (36, 12, 2, 0, 0.0569, 0.3404),
            (18, 12, 2, 18, 0.0562, 0.3290),
            (53, 0, 0, 1, -0.0729, 0.0729),
            (0, 30, 0, 0, 0.8395, 1.0),
        ] {
            let found = paired_difference(both, first, second, both + first + second + neither);
            assert_near(found.low, low, 5e-5);
            assert_near(found.high, high, 5e-5);
        }
        // Agresti, Categorical Data Analysis (2nd ed.), section 10.1: approval 944 and 880 of 1600,
        // 794 both; the large-sample interval of the difference is 0.040 +- 0.019.
        let found = paired_difference(794, 150, 86, 1600);
        assert_near(found.low, 0.021, 1e-3);
        assert_near(found.high, 0.059, 1e-3);
        let swapped = paired_difference(794, 86, 150, 1600);
        assert_near(swapped.low, -found.high, 1e-12);
        assert_near(swapped.high, -found.low, 1e-12);
    }

    #[test]
    fn paired_differences_stay_inside_and_need_no_variation() {
        for (both, first, second) in [(0, 0, 0), (10, 0, 0), (0, 10, 0), (0, 0, 10), (5, 5, 0)] {
            let found = paired_difference(both, first, second, 10);
            let difference = (first as f64 - second as f64) / 10.0;
            assert!(-1.0 <= found.low && found.high <= 1.0, "{found:?}");
            assert!(found.low <= difference && difference <= found.high, "{found:?}");
        }
    }
}
