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

/// A hash table that stays within its memory: one table while it is small, then many that grow one after
/// another, so that no moment of growth takes three times the bytes of the entries.
#[derive(Debug)]
struct Tables<T> {
    tables: Vec<HashTable<T>>,
    share: Share,
}

impl<T> Tables<T> {
    fn new(memory: &Memory) -> Tables<T> {
        Tables { tables: vec![HashTable::new()], share: memory.share() }
    }

    #[inline]
    fn find(&self, hash: u64, is_it: impl Fn(&T) -> bool) -> Option<&T> {
        self.tables[self.table_of(hash)].find(hash, is_it)
    }

    /// The entry that it is, or a new one for which there is room now.
    #[inline]
    fn entry(
        &mut self,
        hash: u64,
        is_it: impl Fn(&T) -> bool,
        rehash: impl Fn(&T) -> u64,
    ) -> Result<Entry<'_, T>, Stop> {
        let mut table = self.table_of(hash);
        if self.tables[table].len() == self.tables[table].capacity()
            && self.tables[table].find(hash, &is_it).is_none()
        {
            self.grow(table, &rehash)?;
            table = self.table_of(hash);
        }
        Ok(self.tables[table].entry(hash, is_it, rehash))
    }

    #[inline]
    fn table_of(&self, hash: u64) -> usize {
        if self.tables.len() == 1 { 0 } else { one_of_many(hash) }
    }

    /// Makes room for one more entry in a full table.
    #[cold]
    fn grow(&mut self, table: usize, rehash: impl Fn(&T) -> u64) -> Result<(), Stop> {
        if self.tables.len() == 1 && self.tables[0].len() >= SMALL / 8 * 7 {
            return self.divide(rehash);
        }
        let capacity = self.tables[table].capacity();
        let more = table_bytes::<T>(next_capacity(capacity));
        self.share.resize(self.share.bytes() + more)?;
        self.tables[table].reserve(next_capacity(capacity) - capacity, rehash);
        self.share.resize(self.share.bytes() - table_bytes::<T>(capacity))
    }

    /// Makes many tables of the only one, each with room for an entry more at least.
    fn divide(&mut self, rehash: impl Fn(&T) -> u64) -> Result<(), Stop> {
        let mut counts = [1; TABLES];
        self.tables[0].iter().for_each(|entry| counts[one_of_many(rehash(entry))] += 1);
        let bytes: usize = counts.iter().map(|&count| table_bytes::<T>(count)).sum();
        self.share.resize(self.share.bytes() + bytes)?;
        let old = std::mem::take(&mut self.tables[0]);
        self.tables = counts.map(HashTable::with_capacity).into();
        for entry in old {
            let hash = rehash(&entry);
            self.tables[one_of_many(hash)].insert_unique(hash, entry, &rehash);
        }
        self.share.resize(bytes)
    }

    fn len(&self) -> usize {
        self.tables.iter().map(HashTable::len).sum()
    }
}

/// The table of a hash where there are many. (The tables themselves look at its lowest bits and at the seven
/// highest.)
#[inline]
fn one_of_many(hash: u64) -> usize {
    usize::from(TABLE_OF[(hash >> 44) as usize & (TABLE_OF.len() - 1)])
}

/// A set of keys that stays within its memory.
#[derive(Debug)]
pub struct Visited<K> {
    hash_state: RandomState,
    keys: Tables<K>,
}

impl<K: Eq + Hash> Visited<K> {
    /// An empty set.
    pub fn new(memory: &Memory) -> Visited<K> {
        Visited { hash_state: hashing::hash_state(), keys: Tables::new(memory) }
    }

    /// Adds a key; says whether it is new.
    ///
    /// # Errors
    /// The set would have to grow beyond its memory.
    #[inline]
    pub fn insert(&mut self, key: K) -> Result<bool, Stop> {
        let state = &self.hash_state;
        let rehash = |key: &K| state.hash_one(key);
        Ok(match self.keys.entry(rehash(&key), |other| *other == key, rehash)? {
            Entry::Occupied(_) => false,
            Entry::Vacant(vacant) => {
                vacant.insert(key);
                true
            }
        })
    }

    /// Takes a key out.
    pub(crate) fn remove(&mut self, key: &K) {
        let hash = self.hash_state.hash_one(key);
        let table = self.keys.table_of(hash);
        if let Ok(entry) = self.keys.tables[table].find_entry(hash, |other| other == key) {
            entry.remove();
        }
    }

    /// Whether the key is in the set.
    #[inline]
    pub fn contains(&self, key: &K) -> bool {
        self.keys.find(self.hash_state.hash_one(key), |other| other == key).is_some()
    }

    /// Leaves no key. The bytes stay with the set.
    pub fn clear(&mut self) {
        self.keys.tables.iter_mut().for_each(HashTable::clear);
    }

    /// All keys, in no order.
    pub fn into_keys(self) -> impl Iterator<Item = K> {
        self.keys.tables.into_iter().flatten()
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no key yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Keys, each with the least number of moves in which it was reached, within a memory.
#[derive(Debug)]
pub(crate) struct Reached<K> {
    hash_state: RandomState,
    entries: Tables<(K, u32)>,
}

impl<K: Eq + Hash> Reached<K> {
    pub(crate) fn new(memory: &Memory) -> Reached<K> {
        Reached { hash_state: hashing::hash_state(), entries: Tables::new(memory) }
    }

    /// Takes note that a key was reached in so many moves; says whether that is the least so far.
    ///
    /// # Errors
    /// The table would have to grow beyond its memory.
    pub(crate) fn reach(&mut self, key: K, moves: u32) -> Result<bool, Stop> {
        let state = &self.hash_state;
        let rehash = |entry: &(K, u32)| state.hash_one(&entry.0);
        let hash = state.hash_one(&key);
        Ok(match self.entries.entry(hash, |(other, _)| *other == key, rehash)? {
            Entry::Occupied(mut entry) => {
                let is_less = moves < entry.get().1;
                if is_less {
                    entry.get_mut().1 = moves;
                }
                is_less
            }
            Entry::Vacant(vacant) => {
                vacant.insert((key, moves));
                true
            }
        })
    }

    /// The least number of moves in which a key was reached.
    pub(crate) fn moves_to(&self, key: &K) -> Option<u32> {
        let hash = self.hash_state.hash_one(key);
        self.entries.find(hash, |(other, _)| other == key).map(|&(_, moves)| moves)
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
        assert!(visited.keys.tables.len() == TABLES && set.len() > 2 * SMALL);
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
            assert!(
                visited.keys.share.bytes() > max_bytes / 10 * 9,
                "{}",
                visited.keys.share.bytes()
            );
            let tables =
                visited.keys.tables.iter().map(|table| table_bytes::<u128>(table.capacity()));
            assert_eq!(tables.sum::<usize>(), visited.keys.share.bytes());
            assert!(visited.contains(&0), "a set that could not grow is as it was");
        }
    }
}
