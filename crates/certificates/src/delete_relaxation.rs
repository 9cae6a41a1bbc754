//! Dead ends of Domino under `fill=left` when no redeal is left, by a play from which nothing is ever taken away.
//!
//! *Setup.* In the *relaxed* play from a position a card that is put into a gap lies there and in all places where it
//! has lain; the gap stays one, and the place that the card has been dealt to becomes one.
//!
//! *Claim.* A position is lost if a card never comes to lie in its place, which is that of its rank in its Ace's row.
//!
//! *Invariant.* A card that lies in a place in a play does so in the relaxed play, and a gap is one there.
//!
//! *Each move keeps it*: a card goes into a gap whose left neighbour calls for it. Gap and neighbour are there in the
//! relaxed play, so the card is put there as well. The place that it leaves is a gap there: it lay in that from the
//! start, or has been put into it when it was one.
//!
//! *Conclusion.* In a won position each card lies in its place.
//!
//! *Needs.* No redeal is left, no Ace moves, and nothing but the left neighbour calls for a card.

use gehtauf_cards::Card;
use gehtauf_rules::AnyPosition;
use gehtauf_rules::domino::Variant;

/// A row has so many bits of a set of places, and a suit of a set of cards.
const WIDTH: usize = 16;

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.checked_ilog2()? as usize;
        set ^= 1 << bit;
        Some(bit)
    })
}

/// Whether it is certain that a position is lost. "No" means nothing.
pub fn is_dead(position: &AnyPosition) -> bool {
    let AnyPosition::Domino(position) = position else { return false };
    let variant = position.variant();
    let Variant { pack: _, fill_left, aces_free: _, redeals: _, redeal_blocked: _, pickup_lifo: _ } =
        variant;
    if !fill_left || position.redeals_left() > 0 || !position.aces_chosen() {
        return false;
    }
    let number = |card: Card| WIDTH * card.suit.index() + usize::from(card.rank.number());
    // By place the cards that lie there, by card the place where it has been dealt, by suit the Ace's row.
    let (mut lie, mut dealt, mut rows) = ([0_u64; 64], [0; 64], [0; 4]);
    let (mut gaps, mut movable) = (0_u64, 0_u64);
    for row in 0..variant.rows() {
        for place in 0..variant.places() {
            let at = WIDTH * row + place;
            let Some(card) = position.card(row, place) else {
                gaps |= 1 << at;
                continue;
            };
            lie[at] = 1 << number(card);
            if place == 0 {
                rows[card.suit.index()] = row;
            } else {
                dealt[number(card)] = at;
                movable |= 1 << number(card);
            }
        }
    }
    let mut goes_on = true;
    while std::mem::take(&mut goes_on) {
        for gap in bits(gaps) {
            let called = (lie[gap - 1] << 1) & movable & !lie[gap];
            lie[gap] |= called;
            gaps |= bits(called).fold(0, |places, card| places | 1 << dealt[card]);
            goes_on |= called != 0;
        }
    }
    bits(movable).any(|card| {
        let its_place = WIDTH * rows[card / WIDTH] + card % WIDTH - 1;
        lie[its_place] >> card & 1 == 0
    })
}
