//! Positions as bytes, one to one, by way of their layouts.

use std::collections::TryReserveError;

use gehtauf_cards::Card;
use gehtauf_rules::{Content, Layout, Slot};

/// Added to a card's index if it lies face down.
const FACE_DOWN: u8 = 64;
const GAP: u8 = 128;
const END_OF_PILE: u8 = 255;

/// The lines of a layout: their labels, and whether they are counters.
type Shape = Vec<(String, bool)>;

/// Packs layouts of one game to bytes and unpacks them.
///
/// The first byte is the number of the layout's shape; then follow its lines: a pile is a byte a
/// card (the card's index, 64 more if it lies face down, 128 for a gap) and 255 as its end, a
/// counter is one byte.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Packer {
    shapes: Vec<Shape>,
}

impl Packer {
    /// More shapes have no byte of their own.
    pub(crate) const MAX_SHAPES: usize = 255;

    /// A packer that knows these shapes.
    pub(crate) fn with_shapes(shapes: Vec<Shape>) -> Packer {
        Packer { shapes }
    }

    /// The shapes known.
    pub(crate) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The bytes of a layout; nothing if its shape is not known, a card not named or a counter above 255.
    pub fn pack(&self, layout: &Layout) -> Option<Vec<u8>> {
        let shape = self.shapes.iter().position(|shape| has_shape(layout, shape))?;
        let mut bytes = vec![shape as u8];
        for (_, content) in &layout.lines {
            match content {
                Content::Pile(slots) => {
                    for slot in slots {
                        bytes.push(pack_slot(slot)?);
                    }
                    bytes.push(END_OF_PILE);
                }
                Content::Counter(count) => bytes.push(u8::try_from(*count).ok()?),
            }
        }
        Some(bytes)
    }

    /// The bytes of a layout, whose shape is known from now on.
    ///
    /// # Panics
    /// A game has more than 255 shapes, a counter is above 255 or a card not named.
    pub fn learn(&mut self, layout: &Layout) -> Vec<u8> {
        if !self.shapes.iter().any(|shape| has_shape(layout, shape)) {
            let is_counter = |content: &Content| matches!(content, Content::Counter(_));
            let lines = layout.lines.iter();
            self.shapes.push(lines.map(|(l, content)| (l.clone(), is_counter(content))).collect());
            assert!(self.shapes.len() <= Packer::MAX_SHAPES, "a game has few shapes");
        }
        self.pack(layout).expect("a known shape, counters below 256, all cards named")
    }

    /// The layout of these bytes, if they are the packing of one.
    pub fn unpack(&self, bytes: &[u8]) -> Option<Layout> {
        let (&shape, mut rest) = bytes.split_first()?;
        let mut layout = Layout::default();
        for (label, is_counter) in self.shapes.get(usize::from(shape))? {
            let content = if *is_counter {
                let (&count, after) = rest.split_first()?;
                rest = after;
                Content::Counter(count.into())
            } else {
                let end = rest.iter().position(|&byte| byte == END_OF_PILE)?;
                let slots = rest[..end].iter().map(|&byte| unpack_slot(byte));
                let pile = slots.collect::<Option<_>>()?;
                rest = &rest[end + 1..];
                Content::Pile(pile)
            };
            layout.lines.push((label.clone(), content));
        }
        rest.is_empty().then_some(layout)
    }
}

fn has_shape(layout: &Layout, shape: &Shape) -> bool {
    layout.lines.len() == shape.len()
        && layout.lines.iter().zip(shape).all(|((label, content), (known, is_counter))| {
            label == known && matches!(content, Content::Counter(_)) == *is_counter
        })
}

fn pack_slot(slot: &Slot) -> Option<u8> {
    match slot {
        Slot::Up(card) => Some(card.index() as u8),
        Slot::Down(card) => Some(card.index() as u8 + FACE_DOWN),
        Slot::Gap => Some(GAP),
        Slot::Unseen { .. } => None,
    }
}

fn unpack_slot(byte: u8) -> Option<Slot> {
    match byte {
        GAP => Some(Slot::Gap),
        _ if byte < FACE_DOWN => Some(Slot::Up(Card::from_index(byte.into())?)),
        _ => Some(Slot::Down(Card::from_index((byte - FACE_DOWN).into())?)),
    }
}

/// A sorted set of packed positions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Packings {
    bytes: Vec<u8>,
    /// Where each position's bytes end.
    ends: Vec<usize>,
}

impl Packings {
    /// The set of these.
    pub fn new(packings: impl IntoIterator<Item = Box<[u8]>>) -> Packings {
        let mut sorted: Vec<Box<[u8]>> = packings.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let mut set = Packings::default();
        for packing in sorted {
            set.push(&packing).expect("there is memory for a second copy");
        }
        set
    }

    /// Appends the greatest of the set.
    ///
    /// # Errors
    /// There is no memory for it.
    pub(crate) fn push(&mut self, packing: &[u8]) -> Result<(), TryReserveError> {
        self.bytes.try_reserve(packing.len())?;
        self.ends.try_reserve(1)?;
        self.bytes.extend_from_slice(packing);
        self.ends.push(self.bytes.len());
        Ok(())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The bytes of the `i`-th, in order, from 0.
    ///
    /// # Panics
    /// There are no more than `i`.
    pub fn get(&self, i: usize) -> &[u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.bytes[start..self.ends[i]]
    }

    /// All, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|i| self.get(i))
    }

    /// Whether the set has these bytes.
    pub fn contains(&self, packing: &[u8]) -> bool {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.get(middle).cmp(packing) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_bytes_is_not_packed() {
        let mut packer = Packer::default();
        packer.learn(&Layout::parse("c1: KS\npass: 255").unwrap());
        for text in ["c1: ??\npass: 1", "c1: KS\npass: 256", "c2: KS\npass: 1"] {
            assert_eq!(packer.pack(&Layout::parse(text).unwrap()), None, "{text}");
        }
    }
}
