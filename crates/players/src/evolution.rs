//! An evolution strategy: learns weights from nothing but games.

use gehtauf_cards::seeded_generator;
use rand_core::Rng;
use rand_pcg::Pcg64;

/// Pairs of weights of a round.
const PAIRS: usize = 12;
/// The step of a round, in spreads, and how much of the last step goes on.
const RATE: f64 = 0.35;
const MOMENTUM: f64 = 0.8;

/// Weights that learn. In each round pairs of weights on both sides of them play the same fresh deals, and the weights go where
/// the better ones lie.
pub struct Evolution<const N: usize> {
    /// The weights.
    pub point: [f64; N],
    step: [f64; N],
    rng: Pcg64,
}

impl<const N: usize> Evolution<N> {
    /// Begins with these weights.
    pub fn new(point: [f64; N]) -> Evolution<N> {
        Evolution { point, step: [0.0; N], rng: seeded_generator(1) }
    }

    /// Plays a round with weights that lie so far apart; `score` lets some play the deals of the round. Gives the mean score.
    pub fn round(&mut self, spread: &[f64; N], mut score: impl FnMut(&[f64; N]) -> f64) -> f64 {
        let mut slope = [0.0; N];
        let mut total = 0.0;
        let mut squares = 0.0;
        for _ in 0..PAIRS {
            let noise: [f64; N] = std::array::from_fn(|_| normal(&mut self.rng));
            let [up, down] = [1.0, -1.0].map(|sign| {
                score(&std::array::from_fn(|i| self.point[i] + sign * spread[i] * noise[i]))
            });
            total += up + down;
            squares += (up - down) * (up - down);
            slope.iter_mut().zip(noise).for_each(|(sum, n)| *sum += (up - down) * n);
        }
        let scale = (squares / PAIRS as f64).sqrt().max(1e-9) * (PAIRS as f64);
        for i in 0..N {
            self.step[i] = MOMENTUM * self.step[i] + (1.0 - MOMENTUM) * RATE * slope[i] / scale;
            self.point[i] += spread[i] * self.step[i];
        }
        total / (2 * PAIRS) as f64
    }
}

/// A normal deviate: the sum of twelve uniform ones.
fn normal(rng: &mut impl Rng) -> f64 {
    (0..12).map(|_| f64::from(rng.next_u32()) / f64::from(u32::MAX)).sum::<f64>() - 6.0
}
