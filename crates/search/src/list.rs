//! A list that never copies its elements when it grows.

use std::ops::{Index, IndexMut};

use crate::bytes::{Memory, Share, vec_bytes};
use crate::limits::{Limit, Stop};

/// How many bytes a piece has at most.
const PIECE_BYTES: usize = 1 << 14;

/// A vector in pieces of equal size, so that it takes no more bytes than it has elements, but for the last
/// piece. It has fewer than `u32::MAX` elements, so that searches number their nodes in four bytes and have one
/// number for none.
#[derive(Debug)]
pub struct List<T> {
    /// All pieces before the last that is in use are full, all after it empty.
    pieces: Vec<Vec<T>>,
    len: usize,
    share: Share,
}

impl<T> List<T> {
    /// The logarithm of the number of elements of a piece to the base 2.
    const LOG: u32 = match PIECE_BYTES.checked_div(size_of::<T>()) {
        Some(count) if count > 0 => count.ilog2(),
        _ => 0,
    };
    const PIECE: usize = 1 << Self::LOG;
    const MAX_PIECES: usize = (u32::MAX >> Self::LOG) as usize;

    /// An empty list.
    pub fn new(memory: &Memory) -> List<T> {
        List { pieces: Vec::new(), len: 0, share: memory.share() }
    }

    /// Adds an element at the end.
    ///
    /// # Errors
    /// The list would outgrow its bytes, or the numbers of four bytes.
    #[inline]
    pub fn push(&mut self, element: T) -> Result<(), Stop> {
        let piece = self.len >> Self::LOG;
        if piece == self.pieces.len() {
            self.grow()?;
        }
        self.pieces[piece].push(element);
        self.len += 1;
        Ok(())
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        if self.pieces.len() == Self::MAX_PIECES {
            return Err(Stop::Limit(Limit::Memory));
        }
        let piece = vec_bytes::<T>(Self::PIECE) + size_of::<Vec<T>>();
        self.share.resize((self.pieces.len() + 1) * piece)?;
        self.pieces.push(Vec::with_capacity(Self::PIECE));
        Ok(())
    }

    /// Takes the last element away.
    pub fn pop(&mut self) -> Option<T> {
        let last = self.len.checked_sub(1)?;
        let element = self.pieces[last >> Self::LOG].pop();
        self.len = last;
        element
    }

    /// Leaves the first `len` elements. The bytes of the others stay with the list.
    pub fn truncate(&mut self, len: usize) {
        for (i, piece) in self.pieces.iter_mut().enumerate().skip(len >> Self::LOG) {
            piece.truncate(len.saturating_sub(i << Self::LOG));
        }
        self.len = self.len.min(len);
    }

    /// Leaves no element. The bytes stay with the list.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The last element.
    pub fn last(&self) -> Option<&T> {
        self.len.checked_sub(1).map(|last| &self[last])
    }

    /// The last element.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.len.checked_sub(1).map(|last| &mut self[last])
    }

    /// The elements in their order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.pieces.iter().flatten()
    }
}

impl<T> Index<usize> for List<T> {
    type Output = T;

    #[inline]
    fn index(&self, i: usize) -> &T {
        &self.pieces[i >> Self::LOG][i & (Self::PIECE - 1)]
    }
}

impl<T> IndexMut<usize> for List<T> {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.pieces[i >> Self::LOG][i & (Self::PIECE - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_vector_within_its_bytes() {
        let memory = Memory::new(100_000);
        let mut list = List::new(&memory);
        let mut vec = Vec::new();
        for i in 0..5_000_u64 {
            assert_eq!(list.push(i), Ok(()));
            vec.push(i);
            if i % 1_000 == 999 {
                list.truncate(vec.len() / 2);
                vec.truncate(vec.len() / 2);
            }
            if i % 7 == 0 {
                assert_eq!(list.pop(), vec.pop());
            }
            assert_eq!((list.len(), list.last()), (vec.len(), vec.last()));
        }
        assert!(list.iter().eq(&vec));
        assert!((0..vec.len()).all(|i| list[i] == vec[i]));
        while list.push(0).is_ok() {}
        assert_eq!(list.push(0), Err(Stop::Limit(Limit::Memory)));
        assert!(8 * list.len() > 90_000 && 8 * list.len() <= 100_000);
        drop(list);
        assert_eq!(memory.left(), 100_000);
    }

    #[test]
    fn numbers_of_four_bytes_suffice() {
        let mut list = List::<u8>::new(&Memory::new(usize::MAX));
        // All pieces but the last one, without their elements.
        list.pieces.resize_with(List::<u8>::MAX_PIECES - 1, Vec::new);
        list.len = list.pieces.len() << List::<u8>::LOG;
        while list.push(0).is_ok() {}
        assert_eq!(list.push(0), Err(Stop::Limit(Limit::Memory)));
        assert!(list.len() < u32::MAX as usize && list.len() > (u32::MAX - (1 << 15)) as usize);
    }
}
