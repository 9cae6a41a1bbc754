//! Multisets of ranks of one parity.

const BITS: u32 = 5;
const FIELD: u64 = (1 << BITS) - 1;
/// One of each rank.
const EACH: u64 = {
    let (mut each, mut rank) = (0, 0);
    while rank < 12 {
        each |= 1 << (BITS * rank);
        rank += 1;
    }
    each
};

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

    /// How many are in it up to each rank, five bits a rank; the highest four bits are how many there are.
    fn up_to_each_rank(self) -> u64 {
        self.0.wrapping_mul(EACH | 1 << (BITS * 12))
    }

    /// Whether each of as many `tails` can be given a head of its own, at least as high, among these: up to no
    /// rank are there more heads than tails (Hall's condition).
    pub fn can_carry(self, tails: Tails) -> bool {
        let [heads, tails] = [self, tails].map(Tails::up_to_each_rank);
        debug_assert_eq!(heads >> (BITS * 12), tails >> (BITS * 12), "as many tails as heads");
        // A count is at most 15, so that the field's highest bit stays set exactly if it is not exceeded.
        let not_exceeded = EACH << (BITS - 1);
        ((tails | not_exceeded) - heads) & not_exceeded == not_exceeded
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_generator;
    use rand_core::Rng;

    use super::*;

    fn tails(ranks: &[u8]) -> Tails {
        let mut tails = Tails::default();
        ranks.iter().for_each(|&rank| tails.add(rank));
        tails
    }

    /// Against the obvious way: the lowest tail to the lowest head, and so on.
    #[test]
    fn heads_carry_tails_if_they_do_in_order() {
        let mut counts = [0; 2];
        let mut generator = seeded_generator(1);
        for i in 0..2_000 {
            let mut ranks = || {
                let mut ranks: Vec<u8> =
                    (0..i % 12).map(|_| (generator.next_u32() % 12) as u8).collect();
                ranks.sort_unstable();
                ranks
            };
            let (heads, below) = (ranks(), ranks());
            let carries = heads.iter().zip(&below).all(|(head, tail)| tail <= head);
            assert_eq!(tails(&heads).can_carry(tails(&below)), carries, "{heads:?} {below:?}");
            counts[usize::from(carries)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}
