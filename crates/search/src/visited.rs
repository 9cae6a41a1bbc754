//! The states that a search has met.

use std::hash::Hash;

use ahash::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::bytes::{Memory, Share, next_capacity, table_bytes, vec_bytes};
use crate::{Stop, hashing};

/// How many places a table has at most; one that is full is divided into two.
const PLACES: usize = 1 << 14;

/// The lowest bit of a hash that says in which table it belongs. (The tables themselves look at the bits below
/// and at the seven highest.)
const FIRST_BIT: u32 = 16;

/// A hash table that stays within its memory: one that doubles while it is small, then tables of one size that
/// are divided one after another (extendible hashing, Fagin and others 1979), so that no moment of growth takes
/// three times the bytes of the entries.
#[derive(Debug)]
struct Tables<T> {
    tables: Vec<Table<T>>,
    /// The table of each value of some bits of a hash, as many as the deepest table needs.
    directory: Vec<u32>,
    /// Room for what stays in a table that is divided, which leaves its own room for the next: a table that
    /// is freed leaves a hole in the heap that no two new ones fit into.
    spare: Option<HashTable<T>>,
    share: Share,
}

#[derive(Debug)]
struct Table<T> {
    entries: HashTable<T>,
    /// In how many bits of their hashes all its entries agree.
    depth: u32,
}

impl<T> Tables<T> {
    fn new(memory: &Memory) -> Tables<T> {
        let table = Table { entries: HashTable::new(), depth: 0 };
        Tables { tables: vec![table], directory: vec![0], spare: None, share: memory.share() }
    }

    /// The table in which a hash belongs.
    #[inline]
    fn table_of(&self, hash: u64) -> usize {
        self.directory[(hash >> FIRST_BIT) as usize & (self.directory.len() - 1)] as usize
    }

    #[inline]
    fn find(&self, hash: u64, is_it: impl Fn(&T) -> bool) -> Option<&T> {
        self.tables[self.table_of(hash)].entries.find(hash, is_it)
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
        let entries = &self.tables[table].entries;
        if entries.len() == entries.capacity() {
            // (To ask a full table for an entry lets it grow.)
            if entries.find(hash, &is_it).is_some() {
                let found = self.tables[table].entries.find_entry(hash, is_it);
                return Ok(Entry::Occupied(found.ok().expect("found just now")));
            }
            self.grow(hash, &rehash)?;
            table = self.table_of(hash);
        }
        Ok(self.tables[table].entries.entry(hash, is_it, rehash))
    }

    /// Makes room for one more entry in the full table of a hash.
    #[cold]
    fn grow(&mut self, hash: u64, rehash: impl Fn(&T) -> u64) -> Result<(), Stop> {
        let table = self.table_of(hash);
        let entries = &mut self.tables[table].entries;
        let capacity = entries.capacity();
        if capacity < PLACES / 8 * 7 {
            self.share.resize(self.share.bytes() + table_bytes::<T>(next_capacity(capacity)))?;
            entries.reserve(next_capacity(capacity) - capacity, rehash);
            return self.share.resize(self.share.bytes() - table_bytes::<T>(capacity));
        }
        while self.tables[self.table_of(hash)].entries.len() == capacity {
            self.divide(hash, &rehash)?;
        }
        Ok(())
    }

    /// Divides the table of a hash by one more bit.
    fn divide(&mut self, hash: u64, rehash: impl Fn(&T) -> u64) -> Result<(), Stop> {
        let (old, new) = (self.table_of(hash), self.tables.len());
        let Table { entries, depth } = &self.tables[old];
        let (depth, capacity) = (*depth, entries.capacity());
        let doubled = 1 << depth == self.directory.len();
        let directory = vec_bytes::<u32>(if doubled { self.directory.len() } else { 0 });
        let table = table_bytes::<T>(capacity) + size_of::<Table<T>>();
        let tables = 1 + usize::from(self.spare.is_none());
        self.share.resize(self.share.bytes() + tables * table + directory)?;
        if doubled {
            self.directory.extend_from_within(..);
        }
        let bit = 1_usize << depth;
        let first = (hash >> FIRST_BIT) as usize & (bit - 1) | bit;
        self.directory[first..].iter_mut().step_by(2 * bit).for_each(|table| *table = new as u32);
        let empty = || HashTable::with_capacity(capacity);
        let spare = self.spare.take().unwrap_or_else(empty);
        self.tables.push(Table { entries: empty(), depth: depth + 1 });
        self.tables[old].depth += 1;
        let mut entries = std::mem::replace(&mut self.tables[old].entries, spare);
        for entry in entries.drain() {
            let hash = rehash(&entry);
            let table = self.table_of(hash);
            self.tables[table].entries.insert_unique(hash, entry, &rehash);
        }
        self.spare = Some(entries);
        Ok(())
    }

    fn len(&self) -> usize {
        self.tables.iter().map(|table| table.entries.len()).sum()
    }
}

/// How many bits of a group say in which table a key belongs: few, for keys of one group do not part by them.
const GROUP_BITS: u32 = 6;

/// A set of keys that stays within its memory.
#[derive(Debug)]
pub struct Visited<K> {
    hash_state: RandomState,
    keys: Tables<K>,
    /// Whose keys lie near each other.
    group: Option<fn(&K) -> u64>,
}

impl<K: Eq + Hash> Visited<K> {
    /// An empty set.
    pub fn new(memory: &Memory) -> Visited<K> {
        Visited { hash_state: hashing::hash_state(), keys: Tables::new(memory), group: None }
    }

    /// An empty set that keeps the keys of a group near each other: faster where most of those asked for one after
    /// another are of one.
    pub fn grouped(memory: &Memory, group: Option<fn(&K) -> u64>) -> Visited<K> {
        Visited { group, ..Visited::new(memory) }
    }

    #[inline]
    fn hash(hash_state: &RandomState, group: Option<fn(&K) -> u64>, key: &K) -> u64 {
        const MASK: u64 = (1 << GROUP_BITS) - 1;
        let hash = hash_state.hash_one(key);
        match group {
            Some(group) => hash & !(MASK << FIRST_BIT) | (group(key) & MASK) << FIRST_BIT,
            None => hash,
        }
    }

    /// Adds a key; says whether it is new.
    ///
    /// # Errors
    /// The set would have to grow beyond its memory.
    #[inline]
    pub fn insert(&mut self, key: K) -> Result<bool, Stop> {
        let (state, group) = (&self.hash_state, self.group);
        let rehash = |key: &K| Self::hash(state, group, key);
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
        let hash = Self::hash(&self.hash_state, self.group, key);
        let table = self.keys.table_of(hash);
        let keys = &mut self.keys.tables[table].entries;
        if let Ok(entry) = keys.find_entry(hash, |other| other == key) {
            entry.remove();
        }
    }

    /// Whether the key is in the set.
    #[inline]
    pub fn contains(&self, key: &K) -> bool {
        let hash = Self::hash(&self.hash_state, self.group, key);
        self.keys.find(hash, |other| other == key).is_some()
    }

    /// Leaves no key. The bytes stay with the set.
    pub fn clear(&mut self) {
        self.keys.tables.iter_mut().for_each(|table| table.entries.clear());
    }

    /// All keys, in no order.
    pub fn into_keys(self) -> impl Iterator<Item = K> {
        self.keys.tables.into_iter().flat_map(|table| table.entries)
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

/// Values by their keys, within a memory.
#[derive(Debug)]
pub struct Known<K, V> {
    hash_state: RandomState,
    entries: Tables<(K, V)>,
}

impl<K: Eq + Hash, V> Known<K, V> {
    /// Without keys.
    pub fn new(memory: &Memory) -> Known<K, V> {
        Known { hash_state: hashing::hash_state(), entries: Tables::new(memory) }
    }

    /// The value of a key, which is made if there is none yet.
    ///
    /// # Errors
    /// The table would have to grow beyond its memory.
    pub fn get_or_insert(&mut self, key: K, make: impl FnOnce() -> V) -> Result<&mut V, Stop> {
        let state = &self.hash_state;
        let rehash = |entry: &(K, V)| state.hash_one(&entry.0);
        let hash = state.hash_one(&key);
        let entry = match self.entries.entry(hash, |(other, _)| *other == key, rehash)? {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(vacant) => vacant.insert((key, make())).into_mut(),
        };
        Ok(&mut entry.1)
    }

    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        let hash = self.hash_state.hash_one(key);
        self.entries.find(hash, |(other, _)| other == key).map(|(_, value)| value)
    }

    /// The value of a key.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let hash = self.hash_state.hash_one(key);
        let table = self.entries.table_of(hash);
        let entries = &mut self.entries.tables[table].entries;
        entries.find_mut(hash, |(other, _)| other == key).map(|(_, value)| value)
    }

    /// Leaves out what is not wanted; the values may be changed.
    pub fn retain(&mut self, mut is_wanted: impl FnMut(&K, &mut V) -> bool) {
        for table in &mut self.entries.tables {
            table.entries.retain(|(key, value)| is_wanted(key, value));
        }
    }

    /// All keys, in no order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.entries.tables.iter().flat_map(|table| &table.entries).map(|(key, _)| key)
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
        assert!(visited.keys.tables.len() >= 4 && set.len() > 2 * PLACES);
        visited.clear();
        assert!(visited.is_empty() && visited.insert(1) == Ok(true));
    }

    #[test]
    fn groups_change_nothing_but_the_tables() {
        let key = |i: u64| (7_919 * i) % 120_001;
        let groups: [fn(&u64) -> u64; 3] = [|_| 5, |key| *key, |key| key / 40_000];
        for group in groups {
            let mut visited = Visited::grouped(&Memory::new(usize::MAX), Some(group));
            let mut set = std::collections::HashSet::new();
            for i in 0..150_000 {
                assert_eq!(visited.insert(key(i)), Ok(set.insert(key(i))));
            }
            assert_eq!(visited.len(), set.len());
            assert!((0..130_000).all(|key| visited.contains(&key) == set.contains(&key)));
            visited.remove(&key(1));
            assert!(!visited.contains(&key(1)));
        }
    }

    #[test]
    fn it_is_a_map() {
        let mut known = Known::new(&Memory::new(usize::MAX));
        let mut map = std::collections::HashMap::new();
        for i in 0..50_000_u64 {
            let key = 7_919 * i % 30_011;
            assert_eq!(known.get(&key), map.get(&key));
            let value = known.get_or_insert(key, || i).unwrap();
            assert_eq!(value, map.entry(key).or_insert(i));
            if let Some(value) = known.get_mut(&(key / 2)) {
                *value += 1;
                *map.get_mut(&(key / 2)).unwrap() += 1;
            }
        }
        assert!(known.entries.tables.len() >= 2 && known.entries.len() == map.len());
        let mut is_wanted = |key: &u64, value: &mut u64| {
            *value += 1;
            !key.is_multiple_of(3)
        };
        known.retain(&mut is_wanted);
        map.retain(&mut is_wanted);
        assert!((0..30_011).all(|key| known.get(&key) == map.get(&key)));
        assert_eq!(
            known.keys().copied().collect::<std::collections::HashSet<_>>(),
            map.keys().copied().collect()
        );
    }

    #[test]
    fn it_uses_nine_tenths_of_its_memory_whatever_that_is() {
        for max_bytes in [10_000_000, 13_000_000, 17_000_000, 22_000_000] {
            let memory = Memory::new(max_bytes);
            let mut visited = Visited::new(&memory);
            let mut keys = 0_u128..;
            let stop = keys.find_map(|key| {
                let stop = visited.insert(key).err();
                assert!(stop.is_some() || visited.insert(key) == Ok(false));
                stop
            });
            assert_eq!(stop, Some(Stop::Limit(Limit::Memory)));
            assert!(
                visited.keys.share.bytes() > max_bytes / 10 * 9,
                "{}",
                visited.keys.share.bytes()
            );
            let tables = visited.keys.tables.iter().map(|table| table.entries.capacity());
            let bytes: usize = tables.map(table_bytes::<u128>).sum();
            let bookkeeping = visited.keys.share.bytes() - bytes;
            assert!(bookkeeping < max_bytes / 20, "{bookkeeping}");
            assert!(visited.contains(&0), "a set that could not grow is as it was");
        }
    }
}
