//! The numbers that fingerprints of states are made of.

use gehtauf_search::hashing::SplitMix;

use crate::eights::state::{CARD_TYPES, COLUMNS, DEALT};

/// Most cards of a stock.
pub const STOCK: usize = 64;
/// Most cards on a pile of the foundations.
const PILE: usize = 26;
/// Most passes that the rules know, and one more.
const PASSES: usize = 100;

/// A random number of 128 bits for each part of a state; the fingerprint is the exclusive or of its
/// parts' numbers. The first [`GROUP_BITS`] bits are 0 in the numbers of the talon, so that states that differ there only share
/// them.
///
/// Two different states have different sets of parts. So if the numbers were drawn truly at random, any
/// two given states would share a fingerprint with a chance of 2^-122 at most, and any two of n states with one
/// below n^2 / 2^123: 9.4e-22 for 100 million.
#[derive(Debug)]
pub struct Fingerprints {
    pub stock: [u128; STOCK],
    pub foundations: [[u128; PILE + 1]; 8],
    pub dealt: [[u128; DEALT + 1]; COLUMNS],
    pub turned: [u128; STOCK + 1],
    pub pass: [u128; PASSES],
    pub must_play: u128,
    /// By how many heads of the card type there are already.
    pub heads: [[u128; CARD_TYPES]; 2],
}

/// How many bits of a fingerprint only columns and foundations change.
const GROUP_BITS: u32 = 6;

/// These bits.
pub fn group(fingerprint: &u128) -> u64 {
    (fingerprint >> (u128::BITS - GROUP_BITS)) as u64
}

impl Fingerprints {
    pub fn new() -> Fingerprints {
        let mut random = SplitMix::new(0x8888);
        let mut next = || random.next_u128();
        let mut fingerprints = Fingerprints {
            stock: std::array::from_fn(|_| next()),
            foundations: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            dealt: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            turned: std::array::from_fn(|_| next()),
            pass: std::array::from_fn(|_| next()),
            must_play: next(),
            heads: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        };
        let Fingerprints { stock, turned, pass, must_play, .. } = &mut fingerprints;
        let of_talon = stock.iter_mut().chain(turned).chain(pass);
        of_talon.chain([must_play]).for_each(|fingerprint| *fingerprint >>= GROUP_BITS);
        fingerprints
    }
}
