//! What every player knows of cards.

use gehtauf_cards::Card;

/// Whether `card` goes onto the open card `onto` of a column: one rank lower, the other colour.
pub(crate) fn builds(card: Card, onto: Card) -> bool {
    card.rank.up() == Some(onto.rank) && card.colour() != onto.colour()
}
