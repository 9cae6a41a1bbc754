//! Multisets of ranks of one parity.

const BITS: u32 = 5;
const FIELD: u64 = (1 << BITS) - 1;

/// A multiset of at most 15 ranks; rank 0 is the 2. Five bits a rank, the count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tails(u64);

impl Tails {
    pub fn has(self, rank: u8) -> bool {
        self.count(rank) > 0
    }

    pub fn count(self, rank: u8) -> u32 {
        (self.0 >> (BITS * u32::from(rank)) & FIELD) as u32
    }

    pub fn add(&mut self, rank: u8) {
        self.0 += 1 << (BITS * u32::from(rank));
    }

    pub fn remove(&mut self, rank: u8) {
        debug_assert!(self.has(rank));
        self.0 -= 1 << (BITS * u32::from(rank));
    }

    /// The highest rank in it up to this one.
    pub fn highest_at_most(self, rank: u8) -> Option<u8> {
        let below = self.0 & ((1 << (BITS * (u32::from(rank) + 1))) - 1);
        Some((below.checked_ilog2()? / BITS) as u8)
    }

    /// Whether each of `tails` can be given a head of its own, at least as high, among these: at no rank
    /// are there more tails than heads at or above it (Hall's condition).
    pub fn can_carry(self, tails: Tails) -> bool {
        let mut more = 0_i32;
        (0..12).rev().all(|rank| {
            more += self.count(rank) as i32 - tails.count(rank) as i32;
            more >= 0
        })
    }
}
