//! What happens to the cards, in an order.

use gehtauf_cards::{Card, Rank};

use super::super::state::Deal;
use crate::clauses::{Formula, Lit, Order, TRUE};

/// With more of them no orders are looked at, whose literals are as many as pairs of events. Whole deals of 8x8 have 313
/// (seeds 0 to 59), each pass more adds 41, so that ten passes have 600; Acht mal Acht has 289 with 99.
const MAX_EVENTS: usize = 600;

/// A number of an event of the order; nothing for what is so from the start.
pub type Event = Option<usize>;

/// Where a card comes from when it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// It is the base of its column by then.
    Column,
    /// Its place of the stock.
    Stock,
}

/// A card that is not on a foundation at the start, and when what happens to it.
pub struct CardEvents {
    /// The card.
    pub card: Card,
    /// From when on another card may lie on it. Of a stock card it is when it leaves.
    pub opens: Event,
    /// From when on it is free, if it does not go up then.
    pub frees: Event,
    /// Nothing if it becomes free by being uncovered.
    pub source: Option<Source>,
    /// When it goes to its foundation.
    pub goes_up: Event,
    /// Whether it leaves for its foundation.
    pub at_once: Lit,
}

/// The events of a position.
pub struct Events {
    /// The cards that are not on foundations, those of columns before those of the stock.
    pub cards: Vec<CardEvents>,
    /// By column, when it is cleared.
    pub clears: Vec<Event>,
    /// By redeal that is left, when the waste is turned over.
    pub redeals: Vec<usize>,
    /// By pass that is left, the places of the stock cards that it comes to, and when, where turned cards must be
    /// played; see `talon.rs`.
    pub turns: Vec<Vec<(usize, usize)>>,
    /// The order of the events.
    pub order: Order,
}

impl Events {
    /// With variables for the order and for what leaves at once.
    pub fn new(formula: &mut Formula, deal: &Deal) -> Option<Events> {
        let start = deal.start();
        let mut events = Collected::default();
        for (card, count) in deal.counts(start)?.free.iter() {
            (0..count).for_each(|_| events.add(card, None, None, None));
        }
        for (column, &base) in start.bases.iter().enumerate() {
            events.add_column(deal, column, base);
        }
        for &card in &deal.stock {
            let leaves = events.next();
            events.add(card, leaves, leaves, Some(Source::Stock));
        }
        // With any number of passes each stock card can be reached at any time.
        let left = deal.rules.passes.map_or(0, |passes| passes - start.pass);
        let redeals: Vec<usize> = (0..left).filter_map(|_| events.next()).collect();
        events.known.extend(redeals.windows(2).map(|two| (two[0], two[1])));
        // An Ace that stays on a column would be a card that is not counted.
        let turns = match deal.rules.forced_talon_play && deal.aces_go_up {
            true if deal.rules.passes.is_some() => {
                events.add_turns(deal.stock.len(), start.turned.into(), &redeals)
            }
            _ => Vec::new(),
        };
        let Collected { mut cards, clears, known, count } = events;
        if count > MAX_EVENTS {
            return None;
        }
        let mut order = Order::new(count, &known);
        order.relate(formula, &(0..count).collect::<Vec<usize>>());
        for card in cards.iter_mut().filter(|card| card.source.is_some()) {
            let is_ace = card.goes_up == card.frees;
            card.at_once = if is_ace { TRUE } else { formula.new_variable() };
        }
        Some(Events { cards, clears, redeals, turns, order })
    }

    /// Whether one event comes before another.
    pub fn before(&self, first: Event, second: Event) -> Lit {
        match (first, second) {
            (Some(first), Some(second)) => self.order.before(first, second),
            (None, Some(_)) => TRUE,
            (_, None) => -TRUE,
        }
    }

    /// All events.
    pub fn all(&self) -> impl Iterator<Item = Event> + use<> {
        (0..self.order.events()).map(Some)
    }

    /// The cards that are no Aces.
    pub fn placed(&self) -> impl Iterator<Item = &CardEvents> {
        self.cards.iter().filter(|card| card.card.rank != Rank::ACE)
    }

    /// When the stock cards leave, in the order in which they are turned.
    pub fn stock(&self) -> Vec<&CardEvents> {
        self.cards.iter().filter(|card| card.source == Some(Source::Stock)).collect()
    }

    /// The cards of a card type, up to two.
    pub fn of_card_type(&self, card: Card) -> Vec<&CardEvents> {
        self.cards.iter().filter(|other| other.card == card).collect()
    }
}

/// The events counted so far.
#[derive(Default)]
struct Collected {
    cards: Vec<CardEvents>,
    clears: Vec<Event>,
    /// Which come before which in all wins.
    known: Vec<(usize, usize)>,
    count: usize,
}

impl Collected {
    fn next(&mut self) -> Event {
        self.count += 1;
        Some(self.count - 1)
    }

    /// The bases of a column, one after the other, and the cards that are uncovered with each.
    fn add_column(&mut self, deal: &Deal, column: usize, mut base: u8) {
        let mut uncovered = None;
        while let Some(place) = usize::from(base).checked_sub(1) {
            let cards = &deal.columns[column][..=place];
            let card = cards[place];
            let leaves = if card.rank == Rank::ACE { uncovered } else { self.next() };
            self.known.extend(uncovered.zip(leaves).filter(|(first, then)| first != then));
            self.add(card, uncovered, leaves, Some(Source::Column));
            base = deal.base_of(column, place);
            for &card in &cards[base.into()..place] {
                self.add(card, leaves, leaves, None);
            }
            uncovered = leaves;
        }
        self.clears.push(uncovered);
    }

    /// The turns of each pass, one after the other, and the redeals between them.
    fn add_turns(
        &mut self,
        stock: usize,
        turned: usize,
        redeals: &[usize],
    ) -> Vec<Vec<(usize, usize)>> {
        let mut in_order = Vec::new();
        let mut by_pass = Vec::new();
        for pass in 0..=redeals.len() {
            let first = if pass == 0 { turned } else { 0 };
            let turns: Vec<(usize, usize)> = (first..stock).zip(self.count..).collect();
            self.count += turns.len();
            in_order.extend(turns.iter().map(|&(_, turn)| turn).chain(redeals.get(pass).copied()));
            by_pass.push(turns);
        }
        self.known.extend(in_order.windows(2).map(|two| (two[0], two[1])));
        by_pass
    }

    fn add(&mut self, card: Card, opens: Event, frees: Event, source: Option<Source>) {
        let goes_up = if card.rank == Rank::ACE { frees } else { self.next() };
        if goes_up != frees {
            self.known.extend(frees.zip(goes_up));
        }
        self.cards.push(CardEvents { card, opens, frees, source, goes_up, at_once: -TRUE });
    }
}
