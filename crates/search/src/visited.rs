//! The states that a search has met.

use std::hash::Hash;

use ahash::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::bytes::{Memory, Share, next_capacity, table_bytes};
use crate::{Stop, hashing};

/// How many tables a large set has.
const TABLES: usize = 64;

/// A set with so many keys gets more than one table.
const SMALL: usize = 1 << 14;

/// For each value of some bits of a hash the table of the key. A table gets 2^(1/64) times as many keys as the
/// one after it, so that they do not grow all at once.
static TABLE_OF: [u8; 1 << 12] = table_of();

const fn table_of() -> [u8; 1 << 12] {
    // 2^(-1/64), in parts of 2^32, and the sum of its first 64 powers, in parts of 10,000.
    const FACTOR: u64 = 4_248_701_965;
    const SUM: u64 = 464_167;
    let mut table_of = [0; 1 << 12];
    let (mut value, mut table, mut weight, mut end) = (0, 0, 1_u64 << 32, 0);
    while value < table_of.len() {
        while value as u64 >= end >> 32 && table < TABLES {
            end += (weight << 12) * 10_000 / SUM;
            weight = (weight * FACTOR) >> 32;
            table += 1;
        }
        table_of[value] = table as u8 - 1;
        value += 1;
    }
    table_of
}

/// A set of keys that stays within its memory: one hash table while it is small, then many that grow one
/// after another, so that no moment of growth takes three times the bytes of the keys.
#[derive(Debug)]
pub struct Visited<K> {
    hash_state: RandomState,
    tables: Vec<HashTable<K>>,
    share: Share,
}

impl<K: Eq + Hash> Visited<K> {
    /// An empty set.
    pub fn new(memory: &Memory) -> Visited<K> {
        Visited {
            hash_state: hashing::hash_state(),
            tables: vec![HashTable::new()],
            share: memory.share(),
        }
    }

    /// Adds a key; says whether it is new.
    ///
    /// # Errors
    /// The set would have to grow beyond its memory.
    #[inline]
    pub fn insert(&mut self, key: K) -> Result<bool, Stop> {
        let hash = self.hash_state.hash_one(&key);
        let mut table = self.table_of(hash);
        if self.tables[table].len() == self.tables[table].capacity() {
            if self.tables[table].find(hash, |other| *other == key).is_some() {
                return Ok(false);
            }
            self.grow(table)?;
            table = self.table_of(hash);
        }
        let state = &self.hash_state;
        let rehash = |key: &K| state.hash_one(key);
        Ok(match self.tables[table].entry(hash, |other| *other == key, rehash) {
            Entry::Occupied(_) => false,
            Entry::Vacant(vacant) => {
                vacant.insert(key);
                true
            }
        })
    }

    #[inline]
    fn table_of(&self, hash: u64) -> usize {
        // (The tables themselves look at the lowest bits and the seven highest.)
        match self.tables.len() {
            1 => 0,
            _ => usize::from(TABLE_OF[(hash >> 44) as usize & (TABLE_OF.len() - 1)]),
        }
    }

    /// Makes room for one more key in a full table.
    #[cold]
    fn grow(&mut self, table: usize) -> Result<(), Stop> {
        if self.tables.len() == 1 && self.tables[0].len() >= SMALL / 8 * 7 {
            return self.divide();
        }
        let capacity = self.tables[table].capacity();
        let more = table_bytes::<K>(next_capacity(capacity));
        self.share.resize(self.share.bytes() + more)?;
        let state = &self.hash_state;
        self.tables[table].reserve(next_capacity(capacity) - capacity, |key| state.hash_one(key));
        self.share.resize(self.share.bytes() - table_bytes::<K>(capacity))
    }

    /// Makes many tables of the only one, each with room for a key more at least.
    fn divide(&mut self) -> Result<(), Stop> {
        let old = std::mem::take(&mut self.tables[0]);
        let mut counts = [1; TABLES];
        for key in &old {
            let hash = self.hash_state.hash_one(key);
            counts[usize::from(TABLE_OF[(hash >> 44) as usize & (TABLE_OF.len() - 1)])] += 1;
        }
        let bytes: usize = counts.iter().map(|&count| table_bytes::<K>(count)).sum();
        if let Err(stop) = self.share.resize(self.share.bytes() + bytes) {
            self.tables[0] = old;
            return Err(stop);
        }
        self.tables = counts.map(HashTable::with_capacity).into();
        for key in old {
            let hash = self.hash_state.hash_one(&key);
            let table = self.table_of(hash);
            let state = &self.hash_state;
            self.tables[table].insert_unique(hash, key, |key| state.hash_one(key));
        }
        self.share.resize(bytes)
    }

    /// Takes a key out.
    pub(crate) fn remove(&mut self, key: &K) {
        let hash = self.hash_state.hash_one(key);
        let table = self.table_of(hash);
        if let Ok(entry) = self.tables[table].find_entry(hash, |other| other == key) {
            entry.remove();
        }
    }

    /// Whether the key is in the set.
    #[inline]
    pub fn contains(&self, key: &K) -> bool {
        let hash = self.hash_state.hash_one(key);
        self.tables[self.table_of(hash)].find(hash, |other| other == key).is_some()
    }

    /// Leaves no key. The bytes stay with the set.
    pub fn clear(&mut self) {
        self.tables.iter_mut().for_each(HashTable::clear);
    }

    /// All keys, in no order.
    pub fn into_keys(self) -> impl Iterator<Item = K> {
        self.tables.into_iter().flatten()
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.tables.iter().map(HashTable::len).sum()
    }

    /// Whether there is no key yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limit;

    #[test]
    fn it_is_a_set() {
        let mut visited = Visited::new(&Memory::new(usize::MAX));
        let mut set = std::collections::HashSet::new();
        for i in 0..100_000_u64 {
            let key = 7_919 * i % 60_001;
            assert_eq!(visited.contains(&key), set.contains(&key));
            assert_eq!(visited.insert(key), Ok(set.insert(key)));
            if i % 1_000 == 0 {
                visited.remove(&key);
                set.remove(&key);
                assert_eq!(visited.len(), set.len());
            }
        }
        assert!(visited.tables.len() == TABLES && set.len() > 2 * SMALL);
        visited.clear();
        assert!(visited.is_empty() && visited.insert(1) == Ok(true));
    }

    #[test]
    fn it_uses_nine_tenths_of_its_memory_whatever_that_is() {
        for max_bytes in [10_000_000, 13_000_000, 17_000_000, 22_000_000] {
            let memory = Memory::new(max_bytes);
            let mut visited = Visited::new(&memory);
            let mut keys = 0_u128..;
            let stop = keys.find_map(|key| visited.insert(key).err());
            assert_eq!(stop, Some(Stop::Limit(Limit::Memory)));
            assert!(visited.share.bytes() > max_bytes / 10 * 9, "{}", visited.share.bytes());
            let tables = visited.tables.iter().map(|table| table_bytes::<u128>(table.capacity()));
            assert_eq!(tables.sum::<usize>(), visited.share.bytes());
            assert!(visited.contains(&0), "a set that could not grow is as it was");
        }
    }
}
