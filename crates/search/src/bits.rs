//! The bits of a mask, one after another.

/// The numbers of the bits that are set, lowest first.
///
/// # Examples
/// ```
/// assert_eq!(gehtauf_search::bits(0b1010_u16).collect::<Vec<_>>(), [1, 3]);
/// ```
#[inline]
pub fn bits(mask: impl Into<u64>) -> Bits {
    Bits(mask.into())
}

/// The iterator that [`bits`] makes.
#[derive(Debug, Clone, Copy)]
pub struct Bits(u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let lowest = self.0.trailing_zeros() as u8;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            lowest
        })
    }
}
