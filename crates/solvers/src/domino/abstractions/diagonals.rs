//! Diagonals: which cards can ever lie where under `fill=both` when no redeal is left.
//!
//! *Setup.*
//! A card of rank r in place p of a row lies on the diagonal (row, p - r). Cards side by side in
//! order lie on one diagonal, and a won position has each card on its Ace's. The start is the position whose
//! diagonals are told.
//!
//! *Claim.* In each position that can be reached from the start without a redeal there is a map c from
//! the cards to the cards such that
//! - each card x lies on the diagonal on which c(x), a card of its suit, lay at the start;
//! - in each suit c(A) = A and c(A) <= c(2) <= ... <= c(K);
//! - where x lies to the left of y in a row, c(x) lay to the left of c(y) or is c(y).
//!
//! *Invariant.* The claim itself; at the start c(x) = x.
//!
//! *Each move keeps it*: it puts x right beside x - 1 or x + 1, that is onto the diagonal
//! of that card, and c(x) becomes c(x - 1) or c(x + 1). The order of the suit still holds, since those
//! two do not change, and so does that of the row: nothing lies between the two.
//!
//! *Conclusion.* A position without such a map is out of reach, and no move brings a diagonal of a suit into use.
//! The searches look for a map that keeps the order of a suit and for one that keeps that of a row
//! ([`Diagonals::has_map`], [`Diagonals::is_in_order`]), not for one that does both.
//!
//! *Needs.* No redeal, and a card goes beside one that is next to it in its suit only. The Ace is one of the cards: a map
//! without it would call positions unreachable in which a card has come to lie behind its Ace.

use gehtauf_rules::domino::Variant;

use crate::domino::state::{CardId, Cell, State, VariantTables, rank};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, fill_left, aces_free: _, redeals: _, redeal_blocked: _, pickup_lifo: _ } =
        variant;
    !fill_left
}

/// The diagonals on which the cards of the start lie.
pub struct Diagonals {
    /// For each cell the cards (a bit each) for whose suit the diagonal occurs at the start.
    cards: [u64; 64],
    /// For each card and cell the ranks (a bit each) of its suit's cards that lay on the diagonal.
    sources: [[u16; 64]; 64],
    /// For each card and cell the places (a bit each) in which they lay, in the cell's row.
    places: [[u16; 64]; 64],
}

impl Diagonals {
    /// The diagonals of the start.
    pub fn new(tables: &VariantTables, start: &State) -> Diagonals {
        let mut diagonals =
            Diagonals { cards: [0; 64], sources: [[0; 64]; 64], places: [[0; 64]; 64] };
        for row in 0..tables.rows {
            for place in 0..=tables.top {
                let card = start.card(16 * row + place);
                if card != 0 {
                    diagonals.add(tables, row, place, card);
                }
            }
        }
        diagonals
    }

    fn add(&mut self, tables: &VariantTables, row: u8, place: u8, card: CardId) {
        let suit = card & !15;
        for other in 2..=tables.top {
            let at = i32::from(place) - i32::from(rank(card)) + i32::from(other);
            if (1..=i32::from(tables.top)).contains(&at) {
                let (x, cell) = (usize::from(suit + other), 16 * usize::from(row) + at as usize);
                self.cards[cell] |= 1 << x;
                self.sources[x][cell] |= 1 << rank(card);
                self.places[x][cell] |= 1 << place;
            }
        }
    }

    /// The cards, a bit each, that the claim allows in the cell.
    pub fn cards(&self, cell: Cell) -> u64 {
        self.cards[usize::from(cell)]
    }

    /// Whether the suit of the card has a map as claimed. The smallest possible c(x) for each x in
    /// turn leaves most to the cards that follow.
    pub fn has_map(&self, tables: &VariantTables, state: &State, card: CardId) -> bool {
        let suit = card & !15;
        let mut at_least = !0;
        for x in suit + 2..=suit + tables.top {
            let sources = self.sources[usize::from(x)][usize::from(state.spot(x))] & at_least;
            if sources == 0 {
                return false;
            }
            at_least = !0 << sources.trailing_zeros();
        }
        true
    }

    /// Whether the cell's row has a map as claimed, found in the same way from left to right.
    pub fn is_in_order(&self, tables: &VariantTables, state: &State, cell: Cell) -> bool {
        let first = cell & !15;
        let mut at_least = !0;
        for cell in first + 1..=first + tables.top {
            let card = usize::from(state.card(cell));
            if card != 0 {
                let places = self.places[card][usize::from(cell)] & at_least;
                if places == 0 {
                    return false;
                }
                at_least = !0 << places.trailing_zeros();
            }
        }
        true
    }

    /// The diagonals that are still in use, other than the Aces': for each suit and diagonal the bit
    /// of the lowest card that lay on it at the start.
    ///
    /// Claim: no move adds a bit. Proof: a move puts a card onto the diagonal of another card of its
    /// suit.
    pub fn in_use(&self, tables: &VariantTables, state: &State) -> u64 {
        let mut bits = 0;
        for row in 0..tables.rows {
            let suit = state.card(16 * row) & !15;
            for x in suit + 2..=suit + tables.top {
                let sources = self.sources[usize::from(x)][usize::from(state.spot(x))];
                bits |= u64::from(sources & sources.wrapping_neg()) << suit;
            }
            bits &= !(2 << suit);
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn every_play_keeps_to_the_diagonals_and_needs_the_aces() {
        let (mut ace_alone, mut double_links) = (0, 0);
        let game = Game::new(RuleSet::Domino, &[("redeals", "0")]).unwrap();
        for seed in 0..80 {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let AnyPosition::Domino(domino) = &position else { unreachable!() };
            let tables = VariantTables::new(domino.variant());
            let mut state = State::new(domino, domino.variant().row_suits());
            let diagonals = Diagonals::new(&tables, &state);
            let mut in_use = diagonals.in_use(&tables, &state);
            let mut rng = Pcg64::seed_from_u64(seed);
            for _ in 0..300 {
                let mut steps = Vec::new();
                state.for_each_card_step(&tables, |step| steps.push(step));
                if steps.is_empty() {
                    break;
                }
                let step = steps[rng.next_u32() as usize % steps.len()];
                let links = state.links();
                state.move_card(step);
                assert!(diagonals.has_map(&tables, &state, step.card));
                assert!(diagonals.is_in_order(&tables, &state, step.to));
                assert!(diagonals.cards(step.to) >> step.card & 1 == 1);
                let still_in_use = diagonals.in_use(&tables, &state);
                assert_eq!(still_in_use & !in_use, 0);
                assert!(state.links() > links || still_in_use == in_use);
                in_use = still_in_use;
                assert!(state.links() >= links);
                double_links += u32::from(state.links() == links + 2);
                let sources = diagonals.sources[usize::from(step.card)][usize::from(step.to)];
                ace_alone += u32::from(sources == 1 << 1);
            }
        }
        // Cards do come to lie on a diagonal that only the Ace lay on, and moves do link on both
        // sides: maps without the Ace, and levels that cannot be jumped over, would be wrong.
        assert!(ace_alone > 0 && double_links > 0);
    }
}
