//! What happens to the cards of a suit, in an order of their own.

use super::dealt::{CardId, Dealt};
use super::formula::{Formula, Lit, TRUE};
use super::order::Order;

/// The events that matter to a suit, in an order of their own that agrees with the whole one.
pub struct SuitEvents {
    pub suit: usize,
    order: Order,
    /// By card of the deal, what is true if the clauses about it hold.
    selectors: Vec<Lit>,
    /// By card of the suit, the events in which it opens (nothing: at the start), leaves and goes up.
    cards: Vec<Option<CardEvents>>,
    /// How many events there are.
    pub events: usize,
}

/// The events of a card.
#[derive(Debug, Clone, Copy)]
pub struct CardEvents {
    opens: Option<usize>,
    pub leaves: usize,
    pub goes_up: usize,
}

impl SuitEvents {
    /// Of a suit, given the order of the events of the whole deal and by card the one that lays it open.
    pub fn new(
        formula: &mut Formula,
        order: &Order,
        openings: &[Option<usize>],
        dealt: &Dealt,
        suit: usize,
        selectors: &[Lit],
    ) -> SuitEvents {
        let mut shared: Vec<usize> = dealt.of_suit(suit).collect();
        shared.extend(dealt.of_suit(suit).filter_map(|id| openings[id]));
        shared.sort_unstable();
        shared.dedup();
        let event = |whole: usize| shared.binary_search(&whole).expect("the event is shared");
        let mut cards = vec![None; dealt.cards.len()];
        let mut known = Vec::new();
        for id in dealt.of_suit(suit) {
            let leaves = event(id);
            let mut goes_up = leaves;
            if dealt.is_packable(id) {
                goes_up = shared.len() + known.len();
                known.push((leaves, goes_up));
            }
            let opens = openings[id].map(event);
            cards[id] = Some(CardEvents { opens, leaves, goes_up });
        }
        let order = order.extended(formula, &shared, known.len(), &known);
        let events = shared.len() + known.len();
        SuitEvents { suit, order, selectors: selectors.to_vec(), cards, events }
    }

    /// Makes the clauses added from now on clauses about these cards.
    pub fn about(&self, formula: &mut Formula, cards: impl IntoIterator<Item = CardId>) {
        formula.unless(cards.into_iter().map(|card| -self.selectors[card]).collect());
    }

    /// The events of a card of the suit.
    pub fn of(&self, card: CardId) -> CardEvents {
        self.cards[card].expect("the card is of the suit")
    }

    /// Whether an event comes before another; it does not before itself.
    pub fn before(&self, first: usize, second: usize) -> Lit {
        self.order.before(first, second)
    }

    /// Whether a card is open before an event.
    pub fn opens_before(&self, card: CardId, event: usize) -> Lit {
        self.of(card).opens.map_or(TRUE, |opens| self.before(opens, event))
    }
}
