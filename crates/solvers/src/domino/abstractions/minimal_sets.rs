//! Sets of small numbers, and how many of them lie within another.

use gehtauf_search::bits;

/// Sets with elements 1 to 63, kept so that it takes few steps to count those within a set.
pub struct Sets {
    /// 512 sets each: for each element the sets that have it, a bit each; element 0 stands for no set.
    chunks: Vec<[[u64; 8]; 64]>,
    /// The elements that occur, and 0.
    elements: u64,
}

impl Sets {
    /// These sets.
    pub fn new(sets: &[u64]) -> Sets {
        let mut elements = 1;
        let chunk = |sets: &[u64]| {
            let mut chunk = [[0; 8]; 64];
            for (i, bit) in (0..512).map(|i| (i / 64, 1 << (i % 64))).enumerate() {
                let set = sets.get(i).map_or(1, |&set| set);
                elements |= set;
                for element in (0..64).filter(|element| set >> element & 1 == 1) {
                    chunk[element][bit.0] |= bit.1;
                }
            }
            chunk
        };
        let chunks = sets.chunks(512).map(chunk).collect();
        Sets { chunks, elements }
    }

    /// How many of the sets have no element that this one has not.
    pub fn count_within(&self, set: u64) -> u32 {
        let mut count = 0;
        for chunk in &self.chunks {
            let mut outside = [0; 8];
            for missing in bits(self.elements & !set) {
                let with_it = &chunk[usize::from(missing)];
                for (outside, with_it) in outside.iter_mut().zip(with_it) {
                    *outside |= with_it;
                }
            }
            count += outside.iter().map(|outside: &u64| outside.count_zeros()).sum::<u32>();
        }
        count
    }
}

/// The sets, a bit for each element, that have none of the others as a part.
pub fn minimal_sets(mut sets: Vec<u64>) -> Vec<u64> {
    sets.sort_unstable_by_key(|&set| (set.count_ones(), set));
    sets.dedup();
    let mut minimal: Vec<u64> = Vec::new();
    for set in sets {
        if minimal.iter().all(|part| part & !set != 0) {
            minimal.push(set);
        }
    }
    minimal
}
