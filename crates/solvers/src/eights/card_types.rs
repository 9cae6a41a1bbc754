//! Sets of card types, and numbers for each rank.

use gehtauf_search::bits;

use crate::eights::state::CardType;

/// Four bits for each rank, at the rank.
pub type ByRank = u64;

const ONES: u64 = 0x1111_1111_1111_1111;

/// The lowest bit of each rank that is not zero.
#[inline]
pub fn some(by_rank: ByRank) -> ByRank {
    (by_rank | by_rank >> 1 | by_rank >> 2) & ONES
}

#[inline]
pub fn one(card: CardType) -> ByRank {
    1 << (4 * card.rank())
}

/// A set of card types: four bits for each rank, as [`CardType::index`] has them. A set of faces is the set of both card types of
/// each.
pub type CardTypes = u64;

/// The Aces.
pub const ACES: CardTypes = of_rank(1);

/// The cards of a rank.
pub const fn of_rank(rank: u8) -> CardTypes {
    0xf << (4 * rank)
}

/// The card types of which there is a card, by suit.
#[inline]
pub fn types(by_suit: &[ByRank; 4]) -> CardTypes {
    let [clubs, diamonds, hearts, spades] = by_suit.map(some);
    clubs | spades << 1 | diamonds << 2 | hearts << 3
}

const EVEN_FACES: CardTypes = 0x3333_3333_3333_3333;

#[inline]
pub fn bit(card: CardType) -> CardTypes {
    1 << card.index()
}

/// The card types of a set, lowest first.
pub fn cards(types: CardTypes) -> impl Iterator<Item = CardType> {
    bits(types).map(CardType::from_index)
}

/// The card types of a set, C D H S, of a suit the highest first.
pub fn by_suit(types: CardTypes) -> impl Iterator<Item = CardType> {
    [1, 4, 8, 2].into_iter().flat_map(move |suit: u64| {
        let mut left = types & (suit * ONES);
        std::iter::from_fn(move || {
            let card = left.checked_ilog2()?;
            left ^= 1 << card;
            Some(CardType::from_index(card as u8))
        })
    })
}

/// Exchanges the colours.
#[inline]
fn other_colour(types: CardTypes) -> CardTypes {
    (types & EVEN_FACES) << 2 | types >> 2 & EVEN_FACES
}

/// The faces of some card types.
#[inline]
pub fn faces(types: CardTypes) -> CardTypes {
    const FIRST: CardTypes = 0x5555_5555_5555_5555;
    ((types | types >> 1) & FIRST) * 3
}

/// The faces of which there is a card, by colour.
#[inline]
pub fn faces_of(by_colour: &[ByRank; 2]) -> CardTypes {
    (some(by_colour[0]) | some(by_colour[1]) << 2) * 3
}

/// All card types of the suits of some.
#[inline]
pub fn suits(types: CardTypes) -> CardTypes {
    let types = types | types >> 32;
    let types = types | types >> 16;
    let types = types | types >> 8;
    ((types | types >> 4) & 15) * ONES
}

/// For each rank how much the one number exceeds the other, neither above 7.
#[inline]
pub fn excess(more: ByRank, fewer: ByRank) -> ByRank {
    const EIGHTS: u64 = 0x8888_8888_8888_8888;
    let difference = (more | EIGHTS) - fewer;
    let is_more = (difference & EIGHTS) >> 3;
    difference & (is_more * 7)
}

/// The faces that build on these.
#[inline]
pub fn children(faces: CardTypes) -> CardTypes {
    other_colour(faces >> 4)
}

/// The faces that these card types build on.
#[inline]
pub fn parents(types: CardTypes) -> CardTypes {
    other_colour(faces(types) << 4)
}
