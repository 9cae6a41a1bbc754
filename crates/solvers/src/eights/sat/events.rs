//! What happens to the cards in a play over free cards, in an order.

use gehtauf_certificates::clauses::{Formula, Lit, Order, TRUE};
use gehtauf_search::bits;

use super::turns;
use crate::eights::state::{CardType, Deal, State};

/// A number of an event of the order; nothing for what is so from the start.
pub type Event = Option<usize>;

/// Where a card comes from when it leaves for a column or a foundation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// It is the base of this column by then.
    Column(u8),
    /// This place of the stock.
    Stock(u8),
}

/// A card that is not on a foundation at the start, and when what happens to it.
#[derive(Debug, Clone)]
pub struct CardEvents {
    pub card: CardType,
    /// From when on it may carry another card. Of a stock card it is when it leaves.
    pub opens: Event,
    /// From when on it is free, if it does not go up then.
    pub frees: Event,
    /// Where it comes from when it leaves; nothing if it becomes free by being uncovered.
    pub source: Option<Source>,
    /// When it goes to its foundation. Aces go up when they leave or are uncovered.
    pub goes_up: Event,
    /// Whether it leaves for its foundation.
    pub at_once: Lit,
}

/// The events of a position.
#[derive(Debug, Clone)]
pub struct Events {
    pub cards: Vec<CardEvents>,
    /// By column, when it is cleared.
    pub clears: Vec<Event>,
    /// By redeal that is left, when the waste is turned over.
    pub redeals: Vec<usize>,
    /// By pass that is left, the places of the stock cards that it comes to, and when, as [`turns`] says; nothing where
    /// that does not serve.
    pub turns: Vec<Vec<(u8, usize)>>,
    pub order: Order,
}

impl Events {
    pub fn new(formula: &mut Formula, deal: &Deal, start: &State) -> Events {
        let mut events = Collected::default();
        for column in 0..deal.width {
            events.add_column(deal, column);
        }
        for place in bits(start.stock) {
            let card = deal.stock[usize::from(place)];
            let leaves = events.next();
            events.add(card, leaves, leaves, Some(Source::Stock(place)));
        }
        // With any number of passes each stock card can be reached at any time.
        let left = deal.rules.passes.map_or(0, |passes| passes - start.pass);
        let redeals: Vec<usize> = (0..left).filter_map(|_| events.next()).collect();
        events.known.extend(redeals.windows(2).map(|two| (two[0], two[1])));
        let turns = match turns::supports(&deal.rules) {
            true => events.add_turns(start, &redeals),
            false => Vec::new(),
        };
        let Collected { mut cards, clears, known, count } = events;
        let mut order = Order::new(count, &known);
        order.relate(formula, &(0..count).collect::<Vec<usize>>());
        for card in cards.iter_mut().filter(|card| card.source.is_some()) {
            card.at_once = match card.goes_up == card.frees {
                true => TRUE,
                false => formula.new_variable(),
            };
        }
        Events { cards, clears, redeals, turns, order }
    }

    /// Whether one event comes before another.
    pub fn before(&self, first: Event, second: Event) -> Lit {
        match (first, second) {
            (Some(first), Some(second)) => self.order.before(first, second),
            (None, Some(_)) => TRUE,
            (_, None) => -TRUE,
        }
    }

    /// The cards that are no Aces.
    pub fn placed(&self) -> impl Iterator<Item = &CardEvents> {
        self.cards.iter().filter(|card| card.card.rank() > 1)
    }

    /// The stock cards in the order in which they are turned, by place.
    pub fn stock(&self) -> impl Iterator<Item = (u8, &CardEvents)> {
        self.cards.iter().filter_map(|card| match card.source {
            Some(Source::Stock(place)) => Some((place, card)),
            _ => None,
        })
    }

    /// The cards of a type, up to two.
    pub fn of_type(&self, card: CardType) -> impl Iterator<Item = &CardEvents> {
        self.cards.iter().filter(move |other| other.card == card)
    }
}

/// The events counted so far.
#[derive(Default)]
struct Collected {
    cards: Vec<CardEvents>,
    clears: Vec<Event>,
    /// Which come before which in all plays.
    known: Vec<(usize, usize)>,
    count: usize,
}

impl Collected {
    fn next(&mut self) -> Event {
        self.count += 1;
        Some(self.count - 1)
    }

    /// The dealt cards of a column from its end on: the base of what is left, and the cards that are uncovered with it.
    fn add_column(&mut self, deal: &Deal, column: usize) {
        let dealt = &deal.dealt[column];
        let (mut left, mut uncovered) = (dealt.len(), None);
        loop {
            let base = usize::from(deal.base(column, left));
            for &card in &dealt[base..left] {
                self.add(card, uncovered, uncovered, None);
            }
            let Some(under) = base.checked_sub(1) else { break };
            let leaves = match dealt[under].rank() {
                // It goes up as soon as it is uncovered.
                1 => uncovered,
                _ => self.next(),
            };
            self.known.extend(uncovered.zip(leaves).filter(|(first, then)| first != then));
            self.add(dealt[under], uncovered, leaves, Some(Source::Column(column as u8)));
            (left, uncovered) = (under, leaves);
        }
        self.clears.push(uncovered);
    }

    /// The turns of each pass, one after the other, and the redeals between them.
    fn add_turns(&mut self, start: &State, redeals: &[usize]) -> Vec<Vec<(u8, usize)>> {
        let mut in_order: Vec<usize> = Vec::new();
        let mut by_pass = Vec::new();
        for pass in 0..=redeals.len() {
            let to_turn = bits(start.stock).filter(|&place| pass > 0 || place >= start.turned);
            let turns: Vec<(u8, usize)> = to_turn.zip(self.count..).collect();
            self.count += turns.len();
            in_order.extend(turns.iter().map(|&(_, turn)| turn).chain(redeals.get(pass).copied()));
            by_pass.push(turns);
        }
        self.known.extend(in_order.windows(2).map(|two| (two[0], two[1])));
        by_pass
    }

    fn add(&mut self, card: CardType, opens: Event, frees: Event, source: Option<Source>) {
        let goes_up = if card.rank() == 1 { frees } else { self.next() };
        if goes_up != frees {
            self.known.extend(frees.zip(goes_up));
        }
        let at_once = -TRUE;
        self.cards.push(CardEvents { card, opens, frees, source, goes_up, at_once });
    }
}
