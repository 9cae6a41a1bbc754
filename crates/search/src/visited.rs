//! The states that a search has met.

use std::hash::Hash;

use crate::bytes::{Memory, Share, next_capacity, table_bytes, table_bytes_growing};
use crate::{Stop, hashing};

/// A set of keys that stays within its memory.
#[derive(Debug)]
pub struct Visited<K> {
    keys: hashing::Set<K>,
    share: Share,
}

impl<K: Eq + Hash> Visited<K> {
    /// An empty set.
    pub fn new(memory: &Memory) -> Visited<K> {
        Visited { keys: hashing::set(), share: memory.share() }
    }

    /// Adds a key; says whether it is new.
    ///
    /// # Errors
    /// The set would have to grow beyond its memory.
    pub fn insert(&mut self, key: K) -> Result<bool, Stop> {
        let capacity = self.keys.capacity();
        if self.keys.len() == capacity {
            if self.keys.contains(&key) {
                return Ok(false);
            }
            self.share.resize(table_bytes_growing::<K>(capacity))?;
            let grown = next_capacity(capacity);
            self.keys.reserve(grown - capacity);
            self.share.resize(table_bytes::<K>(grown))?;
        }
        Ok(self.keys.insert(key))
    }

    /// Takes a key out.
    pub(crate) fn remove(&mut self, key: &K) {
        self.keys.remove(key);
    }

    /// Whether the key is in the set.
    pub fn contains(&self, key: &K) -> bool {
        self.keys.contains(key)
    }

    /// Leaves no key. The bytes stay with the set.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// All keys, in no order.
    pub fn into_keys(self) -> impl Iterator<Item = K> {
        self.keys.into_iter()
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no key yet.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}
