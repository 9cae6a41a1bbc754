//! Which states have been met.

/// A set of fingerprints with open addressing; 0 is none.
#[derive(Default)]
pub(crate) struct Fingerprints {
    slots: Vec<u64>,
    len: usize,
}

impl Fingerprints {
    /// Empties it and makes room for about half so many.
    pub fn clear(&mut self, slots: usize) {
        self.slots.clear();
        self.slots.resize(slots.next_power_of_two(), 0);
        self.len = 0;
    }

    /// Whether it was not there yet.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        if 2 * self.len >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at] != 0 {
            if self.slots[at] == key {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = key;
        self.len += 1;
        true
    }

    fn grow(&mut self) {
        let doubled = 2 * self.slots.len();
        let old = std::mem::replace(&mut self.slots, vec![0; doubled]);
        self.len = 0;
        for key in old.into_iter().filter(|&key| key != 0) {
            self.insert(key);
        }
    }
}
