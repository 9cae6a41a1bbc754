//! Hash functions with fixed seeds: the same numbers in every run and on every machine, but for builds for a CPU with AES
//! instructions, where [`ahash`] has others. No verdict, move or count of states hangs on these; where the memory ends may.
//! [`key_of`] is the same everywhere, and verdicts rest on it being another one for each state.

use std::hash::Hash;

use ahash::{AHashMap, AHashSet, RandomState};
use siphasher::sip128::{Hasher128, SipHasher13};

/// A hash map whose hash function has fixed seeds.
pub type Map<K, V> = AHashMap<K, V>;

/// A hash set whose hash function has fixed seeds.
pub type Set<K> = AHashSet<K>;

/// The hash function of all tables in memory.
pub fn hash_state() -> RandomState {
    RandomState::with_seeds(1, 2, 3, 4)
}

/// An empty map with [`hash_state`].
pub fn map<K, V>() -> Map<K, V> {
    Map::with_hasher(hash_state())
}

/// An empty set with [`hash_state`].
pub fn set<K>() -> Set<K> {
    Set::with_hasher(hash_state())
}

/// A key of 128 bits: SipHash-1-3 of what `value` hashes.
///
/// Claim: equal keys are equal values. The chance that any two of n different values share a key is
/// below n^2 / 2^129: 1.5e-23 for 100 million.
pub fn key_of(value: &impl Hash) -> u128 {
    let mut hasher = SipHasher13::new();
    value.hash(&mut hasher);
    hasher.finish128().as_u128()
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): each bit of the result hangs on all bits of the
/// number. It is a bijection; 0 becomes 0.
#[inline]
pub const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// Mixes two numbers into one by a folded multiplication, as wyhash does. Different pairs may share a
/// result.
#[inline]
pub const fn mix_two(a: u64, b: u64) -> u64 {
    let product = (a ^ 0x9e37_79b9_7f4a_7c15) as u128 * (b ^ 0xd6e8_feb8_6659_fd93) as u128;
    (product >> 64) as u64 ^ product as u64
}

/// The numbers of SplitMix64 from a seed on: a Zobrist key each.
#[derive(Debug, Clone)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The generator with this seed.
    pub const fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// The next 128 bits, the high half first.
    pub const fn next_u128(&mut self) -> u128 {
        let high = self.next_u64();
        (high as u128) << 64 | self.next_u64() as u128
    }
}

/// The place of a number in a table of 2^`log` places, by Fibonacci hashing (Knuth, The Art of Computer
/// Programming 3, 6.4).
#[inline]
pub const fn place_of(number: u64, log: u32) -> usize {
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - log)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_published_generator() {
        // The first numbers of SplitMix64 with seed 1234567, as published with its C source.
        let mut generator = SplitMix::new(1_234_567);
        assert_eq!(generator.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(generator.next_u64(), 3_203_168_211_198_807_973);
    }
}
