//! A position of Domino and its moves.

use gehtauf_cards::{Card, Deck, Rank, Suit};

use super::variant::{MAX_PLACES, MAX_ROWS, Variant};
use crate::layout::Slot;
use crate::{AceOrder, Layout, Move, Position};

/// A position of Domino.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Domino {
    pub(super) variant: Variant,
    /// The places of each row, 0 the Ace's; those that the reduced game does not have stay empty.
    pub(super) rows: [[Option<Card>; MAX_PLACES]; MAX_ROWS],
    /// Where each card of the rows lies, by [`Card::index`], in the rows one after another. Only
    /// [`Domino::put`] changes it.
    spots: [u8; Card::TYPES],
    pub(super) redeals_used: u8,
}

impl Domino {
    pub(super) fn empty(variant: Variant) -> Domino {
        let rows = [[None; MAX_PLACES]; MAX_ROWS];
        Domino { variant, rows, spots: [0; Card::TYPES], redeals_used: 0 }
    }

    /// Puts a card into an empty place.
    pub(super) fn put(&mut self, row: usize, place: usize, card: Card) {
        self.rows[row][place] = Some(card);
        self.spots[card.index()] = (MAX_PLACES * row + place) as u8;
    }

    pub(crate) fn deal(variant: Variant, deck: &Deck) -> Domino {
        let mut position = Domino::empty(variant);
        let length = usize::from(variant.pack.top.number());
        for (row, cards) in deck.cards().chunks(length).enumerate() {
            for (place, &card) in cards.iter().enumerate() {
                if card.rank != Rank::ACE {
                    position.put(row, place + 1, card);
                }
            }
        }
        if !variant.aces_free {
            position.put_aces(variant.row_suits());
        }
        position
    }

    /// The options of the game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The card in a place of a row, both counted from 0; place 0 is the Ace's. None where there is no such place.
    pub fn card(&self, row: usize, place: usize) -> Option<Card> {
        *self.rows.get(row)?.get(place)?
    }

    /// How many redeals have been used.
    pub fn redeals_used(&self) -> u8 {
        self.redeals_used
    }

    /// How many redeals are left.
    pub fn redeals_left(&self) -> u8 {
        self.variant.redeals - self.redeals_used
    }

    /// The same position with so many redeals left, no more than it has.
    ///
    /// # Panics
    /// They are more.
    pub fn with_redeals_left(&self, redeals: u8) -> Domino {
        assert!(redeals <= self.redeals_left(), "{redeals} redeals are more than are left");
        Domino { redeals_used: self.variant.redeals - redeals, ..self.clone() }
    }

    /// Whether each row has its Ace; before that (`aces=free`) nothing but the choice is legal.
    pub fn aces_chosen(&self) -> bool {
        self.rows[0][0].is_some()
    }

    fn put_aces(&mut self, suits: impl Iterator<Item = Suit>) {
        for (row, suit) in suits.enumerate() {
            self.put(row, 0, Card::new(Rank::ACE, suit));
        }
    }

    /// The moves of cards into gaps.
    fn card_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(2 * MAX_ROWS + 1);
        let places = self.variant.places();
        for (row, cards) in self.rows[..self.variant.rows()].iter().enumerate() {
            for place in (1..places).filter(|&place| cards[place].is_none()) {
                let after = self.wanted_after_left(row, place);
                let before =
                    self.wanted_before_right(row, place).filter(|&card| Some(card) != after);
                moves.extend(after.into_iter().chain(before).map(|card| Move::CardToGap {
                    card,
                    row: row as u8,
                    place: place as u8,
                }));
            }
        }
        moves
    }

    /// The card that the left neighbour of a gap calls for.
    fn wanted_after_left(&self, row: usize, gap: usize) -> Option<Card> {
        self.rows[row][gap - 1].and_then(|left| self.neighbour(left, Rank::up))
    }

    /// The card that the right neighbour of a gap calls for, if the options let it.
    fn wanted_before_right(&self, row: usize, gap: usize) -> Option<Card> {
        if self.variant.fill_left || gap + 1 == self.variant.places() {
            return None;
        }
        self.rows[row][gap + 1].and_then(|right| self.neighbour(right, Rank::down))
    }

    /// The movable card of the same suit one rank up or down, if the pack has it.
    fn neighbour(&self, card: Card, step: fn(Rank) -> Option<Rank>) -> Option<Card> {
        let rank = step(card.rank)?;
        (rank != Rank::ACE && rank <= self.variant.pack.top).then_some(Card { rank, ..card })
    }

    /// How many places from the left hold the Ace and its suit in unbroken order.
    fn prefix(&self, row: usize) -> usize {
        let cards = &self.rows[row];
        let mut length = 1;
        while length < self.variant.places()
            && cards[length].is_some()
            && cards[length] == cards[length - 1].and_then(|card| self.neighbour(card, Rank::up))
        {
            length += 1;
        }
        length
    }

    fn redeal(&mut self) {
        let places = self.variant.places();
        let prefixes: Vec<usize> = (0..self.variant.rows()).map(|row| self.prefix(row)).collect();
        let mut pickup = Vec::with_capacity(52);
        for (row, &prefix) in self.rows.iter_mut().zip(&prefixes) {
            pickup.extend(row[prefix..].iter_mut().rev().filter_map(Option::take));
        }
        if self.variant.pickup_lifo {
            pickup.reverse();
        }
        let mut pickup = pickup.into_iter();
        for (row, &prefix) in prefixes.iter().enumerate() {
            for (place, card) in (prefix + 1..places).zip(&mut pickup) {
                self.put(row, place, card);
            }
        }
        self.redeals_used += 1;
    }
}

impl Position for Domino {
    fn legal_moves(&self) -> Vec<Move> {
        if self.is_won() {
            return Vec::new();
        }
        if !self.aces_chosen() {
            let mut orders = Vec::new();
            push_orders(&self.variant.row_suits().collect::<Vec<_>>(), 0, &mut orders);
            return orders;
        }
        let mut moves = self.card_moves();
        let allowed = !self.variant.redeal_blocked || moves.is_empty();
        if allowed && self.redeals_used < self.variant.redeals {
            moves.push(Move::Redeal);
        }
        moves
    }

    fn is_legal(&self, m: Move) -> bool {
        let Move::CardToGap { card, row, place } = m else {
            return self.legal_moves().contains(&m);
        };
        let (row, place) = (usize::from(row), usize::from(place));
        let inside = row < self.variant.rows() && (1..self.variant.places()).contains(&place);
        self.aces_chosen()
            && inside
            && self.rows[row][place].is_none()
            && (self.wanted_after_left(row, place) == Some(card)
                || self.wanted_before_right(row, place) == Some(card))
    }

    fn play(&mut self, m: Move) {
        match m {
            Move::Aces(order) => self.put_aces(order.suits()),
            Move::Redeal => self.redeal(),
            Move::CardToGap { card, row, place } => {
                let from = usize::from(self.spots[card.index()]);
                self.rows.as_flattened_mut()[from] = None;
                self.put(usize::from(row), usize::from(place), card);
            }
            _ => panic!("{m} is no move of Domino"),
        }
    }

    fn is_won(&self) -> bool {
        (0..self.variant.rows())
            .all(|row| self.aces_chosen() && self.prefix(row) == self.variant.places() - 1)
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        for (row, cards) in self.rows[..self.variant.rows()].iter().enumerate() {
            let slots = cards[..self.variant.places()].iter();
            let slots = slots.map(|card| card.map_or(Slot::Gap, Slot::Up)).collect();
            layout.push_slots(format!("r{}", row + 1), slots);
        }
        if !self.aces_chosen() {
            let aces: Vec<Card> =
                self.variant.row_suits().map(|suit| Card::new(Rank::ACE, suit)).collect();
            layout.push_up("aces", &aces);
        }
        layout.push_counter("redeals-used", u32::from(self.redeals_used));
        layout
    }

    fn cards_moved(&self, m: Move) -> Vec<Card> {
        match m {
            Move::CardToGap { card, .. } => vec![card],
            _ => Vec::new(),
        }
    }
}

/// Appends the choices of Aces whose first `settled` suits are those given.
fn push_orders(suits: &[Suit], settled: usize, orders: &mut Vec<Move>) {
    if settled == suits.len() {
        orders.extend(AceOrder::new(suits).map(Move::Aces));
        return;
    }
    for next in settled..suits.len() {
        let mut suits = suits.to_vec();
        suits[settled..=next].rotate_right(1);
        push_orders(&suits, settled + 1, orders);
    }
}
