//! Multisets of ranks of one parity, and whether runs can be made of them.

/// How many ranks a run can have: 2 up to the King.
pub const RANKS: usize = 12;

const BITS: u32 = 5;
const FIELD: u64 = (1 << BITS) - 1;
/// The highest bit of each field.
const HIGH: u64 = {
    let mut high = 0;
    let mut rank = 0;
    while rank < RANKS {
        high |= 1 << (BITS as usize * rank + BITS as usize - 1);
        rank += 1;
    }
    high
};

/// A multiset of at most 15 ranks; rank 0 is the 2. Five bits a rank, the count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ranks(u64);

impl Ranks {
    /// How often the rank is in it.
    pub fn count(self, rank: u8) -> u32 {
        (self.0 >> (BITS * u32::from(rank)) & FIELD) as u32
    }

    /// Whether the rank is in it.
    pub fn has(self, rank: u8) -> bool {
        self.count(rank) != 0
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        (self.at_least() & FIELD) as u32
    }

    /// With the rank once more.
    pub fn with(self, rank: u8) -> Ranks {
        Ranks(self.0 + (1 << (BITS * u32::from(rank))))
    }

    /// With the rank, which is in it, once less.
    pub fn without(self, rank: u8) -> Ranks {
        debug_assert!(self.has(rank));
        Ranks(self.0 - (1 << (BITS * u32::from(rank))))
    }

    /// The ranks in it, each once, the lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let rank = (left != 0).then(|| left.trailing_zeros() / BITS)?;
            left &= !(FIELD << (BITS * rank));
            Some(rank as u8)
        })
    }

    /// A bit for each rank that is in it.
    pub fn support(self) -> u32 {
        let tail = HIGH >> (BITS - 1);
        let halves = self.0 | self.0 >> 1;
        let mut bits = (halves | halves >> 2) & tail;
        // Bit 5 r moves down by 4 r: by 4, 8, 16 and 32 as the bits of r say.
        bits = (bits | bits >> 4) & 0x000c_0300_c030_0c03;
        bits = (bits | bits >> 8) & 0x0000_0f00_00f0_000f;
        bits = (bits | bits >> 16) & 0x0000_0f00_0000_00ff;
        (bits | bits >> 32) as u32 & 0xfff
    }

    /// In each field how many ranks of the multiset are at least so high.
    fn at_least(self) -> u64 {
        let mut sums = self.0;
        sums += sums >> BITS;
        sums += sums >> (2 * BITS);
        sums += sums >> (4 * BITS);
        sums + (sums >> (8 * BITS))
    }

    /// Whether each of `tails` can be given a head of its own, at least as high, among these heads.
    ///
    /// Hall's condition: every head takes all tails up to itself, so it is enough that for each rank
    /// there are no more tails than heads at or above it.
    pub fn can_carry(self, tails: Ranks) -> bool {
        ((self.at_least() | HIGH) - tails.at_least()) & HIGH == HIGH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn support_has_a_bit_for_each_rank() {
        for support in 0..1 << RANKS {
            let ranks = (0..RANKS as u8).filter(|rank| support >> rank & 1 == 1);
            let set = ranks
                .fold(Ranks::default(), |set, rank| (0..=rank).fold(set, |set, _| set.with(rank)));
            assert_eq!(set.support(), support);
        }
    }

    #[test]
    fn hall_condition_equals_trying_all_pairings() {
        fn pairs(heads: &[u8], tails: &mut Vec<u8>) -> bool {
            let Some((&head, heads)) = heads.split_first() else { return true };
            (0..tails.len()).any(|i| {
                let tail = tails.swap_remove(i);
                let found = tail <= head && pairs(heads, tails);
                tails.push(tail);
                let last = tails.len() - 1;
                tails.swap(i, last);
                found
            })
        }
        for code in 0..6_u32.pow(6) {
            let digits: Vec<u8> = (0..6).map(|i| (code / 6_u32.pow(i) % 6) as u8 * 2).collect();
            let (heads, tails) = digits.split_at(3);
            let multiset =
                |ranks: &[u8]| ranks.iter().fold(Ranks::default(), |set, &r| set.with(r));
            let expected = pairs(heads, &mut tails.to_vec());
            assert_eq!(multiset(heads).can_carry(multiset(tails)), expected, "{heads:?} {tails:?}");
        }
    }
}
