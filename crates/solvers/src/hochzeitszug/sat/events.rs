//! What happens to the cards of a deal, and the order in which it does.

use gehtauf_certificates::clauses::{Formula, Lit, Order, TRUE};

use super::dealt::{CardId, Dealt, Opening};

/// The events of a deal: each card leaves, numbered as the cards; then the blocks are laid out; then each card that
/// can be packed goes up.
pub struct Events {
    pub order: Order,
    /// By card, the event that lays it open; nothing: it lies open at the start.
    openings: Vec<Option<usize>>,
    /// By card, the event with which it goes up.
    ups: Vec<usize>,
    /// By card, what is true if the clauses about it hold.
    pub selectors: Vec<Lit>,
}

impl Events {
    pub fn new(formula: &mut Formula, dealt: &Dealt, selectors: Vec<Lit>) -> Events {
        let cards = dealt.cards.len();
        let shared = cards + dealt.blocks();
        let mut known = Vec::new();
        for pile in &dealt.piles {
            known.extend(pile.windows(2).map(|pair| (pair[1], pair[0])));
        }
        for (block, pile) in dealt.piles[dealt.stacks.len()..].iter().enumerate() {
            known.extend(pile.last().map(|&last| (cards + block, last)));
            known.extend((block > 0).then(|| (cards + block - 1, cards + block)));
        }
        let mut ups: Vec<usize> = (0..cards).collect();
        let packable = (0..cards).filter(|&id| dealt.is_packable(id));
        for (up, id) in (shared..).zip(packable) {
            ups[id] = up;
            known.push((id, up));
        }
        let openings = dealt.cards.iter().map(|card| match card.opening {
            Opening::Start => None,
            Opening::Leaves(over) => Some(over),
            Opening::Block(block) => Some(cards + block),
        });
        let openings = openings.collect();
        let all = shared + ups.iter().filter(|&&up| up >= shared).count();
        let order = Order::new(all, &known);
        let mut events = Events { order, openings, ups, selectors };
        events.order.relate(formula, &(0..shared).collect::<Vec<usize>>());
        for suit in 0..4 {
            let of_suit = events.of_suit(dealt, suit);
            events.order.relate(formula, &of_suit);
        }
        events
    }

    /// The events that matter to a suit.
    pub fn of_suit(&self, dealt: &Dealt, suit: usize) -> Vec<usize> {
        let of_card = |id| [id, self.ups[id]].into_iter().chain(self.openings[id]);
        let mut events: Vec<usize> = dealt.of_suit(suit).flat_map(of_card).collect();
        events.sort_unstable();
        events.dedup();
        events
    }

    /// The event with which a card goes up.
    pub fn goes_up(&self, card: CardId) -> usize {
        self.ups[card]
    }

    /// Whether an event comes before another that matters to the same suit; it does not before itself.
    pub fn before(&self, first: usize, second: usize) -> Lit {
        self.order.before(first, second)
    }

    /// Whether a card is open before an event.
    pub fn opens_before(&self, card: CardId, event: usize) -> Lit {
        self.openings[card].map_or(TRUE, |opening| self.order.before(opening, event))
    }

    /// Makes the clauses added from now on clauses about these cards.
    pub fn about(&self, formula: &mut Formula, cards: impl IntoIterator<Item = CardId>) {
        formula.unless(cards.into_iter().map(|card| -self.selectors[card]).collect());
    }
}
