//! Who takes how many bytes, so that a search stays within its memory.

use std::cell::Cell;
use std::rc::Rc;

use crate::limits::{Limit, Stop};

/// The bytes that the tables of one search may take, shared by all of them: what one does not need another
/// may take.
#[derive(Debug, Clone)]
pub struct Memory(Rc<Account>);

#[derive(Debug)]
struct Account {
    max_bytes: usize,
    taken: Cell<usize>,
    when_refused: Cell<Option<usize>>,
}

impl Memory {
    /// Memory of which nothing is taken yet.
    pub fn new(max_bytes: usize) -> Memory {
        let (taken, when_refused) = (Cell::new(0), Cell::new(None));
        Memory(Rc::new(Account { max_bytes, taken, when_refused }))
    }

    /// How many bytes were taken when, the last time, more were wanted than were left; none if that never
    /// happened. Then a search has done nothing that it would not do with more memory.
    pub fn taken_when_refused(&self) -> Option<usize> {
        self.0.when_refused.get()
    }

    /// How many bytes may still be taken.
    pub fn left(&self) -> usize {
        self.0.max_bytes.saturating_sub(self.0.taken.get())
    }

    /// A share of which nothing is taken yet.
    pub fn share(&self) -> Share {
        Share { memory: self.clone(), bytes: 0 }
    }
}

/// What one table, or all tables of one search, have taken of a [`Memory`]. It is given back when the share
/// is dropped, so a share stands beside the tables that it counts.
#[derive(Debug)]
pub struct Share {
    memory: Memory,
    bytes: usize,
}

impl Share {
    /// Takes more, or gives some back, so that the share has so many bytes.
    ///
    /// # Errors
    /// There are not so many left; the share stays as it was.
    pub fn resize(&mut self, bytes: usize) -> Result<(), Stop> {
        let Account { taken, when_refused, .. } = &*self.memory.0;
        if bytes > self.bytes && bytes - self.bytes > self.memory.left() {
            when_refused.set(Some(taken.get()));
            return Err(Stop::Limit(Limit::Memory));
        }
        taken.set(taken.get() - self.bytes + bytes);
        self.bytes = bytes;
        Ok(())
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// For how many elements a full vector, which is all that the share counts, has room after it has grown: for
    /// twice as many, or for as many as the bytes left allow, but at least for an eighth more.
    ///
    /// # Errors
    /// There are not so many left; the share stays as it was.
    pub fn grow_vec<T>(&mut self, capacity: usize) -> Result<usize, Stop> {
        let left = self.memory.left() / size_of::<T>();
        let capacity = capacity + left.clamp(capacity / 8, capacity).max(64);
        self.resize(vec_bytes::<T>(capacity))?;
        Ok(capacity)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let taken = &self.memory.0.taken;
        taken.set(taken.get() - self.bytes);
    }
}

/// The bytes of a vector, or a heap, with room for so many elements. (When it doubles, the new room is not
/// resident before it is used, so that the old one beside it adds nothing.)
pub const fn vec_bytes<T>(capacity: usize) -> usize {
    capacity * size_of::<T>()
}

/// The bytes of a hash table with room for so many entries: places are a power of two, seven of eight are
/// used, and each has a byte of control.
pub const fn table_bytes<T>(capacity: usize) -> usize {
    match capacity {
        0 => 0,
        _ => table_places(capacity) * (size_of::<T>() + 1) + 16,
    }
}

/// The places of a hash table with room for so many entries.
const fn table_places(capacity: usize) -> usize {
    if capacity < 8 { 8 } else { (capacity * 8).div_ceil(7).next_power_of_two() }
}

/// For how many entries a full hash table has room after it has grown.
pub(crate) const fn next_capacity(capacity: usize) -> usize {
    if capacity < 7 { 7 } else { table_places(capacity) * 2 / 8 * 7 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hashing;

    #[test]
    fn what_is_dropped_is_given_back() {
        let memory = Memory::new(100);
        let (mut one, mut other) = (memory.share(), memory.share());
        assert_eq!(one.resize(60), Ok(()));
        assert_eq!(other.resize(41), Err(Stop::Limit(Limit::Memory)));
        assert_eq!((other.resize(40), memory.left()), (Ok(()), 0));
        assert_eq!((one.resize(10), memory.left()), (Ok(()), 50));
        drop(other);
        assert_eq!((memory.left(), memory.taken_when_refused()), (90, Some(60)));
    }

    #[test]
    fn a_vector_that_cannot_double_takes_what_is_left() {
        let memory = Memory::new(10_000);
        let mut share = memory.share();
        let capacities = std::iter::successors(Some(0), |&c| share.grow_vec::<u64>(c).ok());
        assert_eq!(capacities.collect::<Vec<_>>(), [0, 64, 128, 256, 512, 1024, 1250]);
        assert_eq!(memory.taken_when_refused(), Some(10_000));
    }

    #[test]
    fn tables_grow_as_they_are_counted() {
        let mut set = hashing::set();
        for key in 0..100_000_u64 {
            let (full, capacity) = (set.len() == set.capacity(), set.capacity());
            set.insert(key);
            if full && capacity >= 7 {
                assert_eq!(set.capacity(), next_capacity(capacity));
                assert_eq!(
                    2 * table_bytes::<u64>(capacity) - 16,
                    table_bytes::<u64>(set.capacity())
                );
            } else if capacity >= 7 {
                assert_eq!(set.capacity(), capacity);
            }
        }
    }
}
