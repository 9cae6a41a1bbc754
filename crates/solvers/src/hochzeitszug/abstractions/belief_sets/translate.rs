//! From the packed state to piles of units, and from an order of steps back to the moves of the rules.

use gehtauf_rules::Move;

use super::configuration::{SUIT_CARDS, Shift, SuitRules, SuitUnit, Unit};
use super::piles::Piles;
use super::unroll::{Event, unroll};
use crate::hochzeitszug::state::{NONE, State, VariantTables, card_type};

/// A position as piles.
pub struct DealtPiles {
    pub piles: Piles,
    /// The stacks of the piles that lie open at the start.
    stacks: Vec<u8>,
    /// The cards of each suit.
    pub cards: [u32; 4],
    /// Those of them that lie in no pile.
    pub gone: [u32; 4],
}

impl DealtPiles {
    pub fn new(tables: &VariantTables, state: &State) -> DealtPiles {
        let stacks: Vec<u8> =
            (0..tables.stacks as u8).filter(|&stack| state.top(stack.into()) != NONE).collect();
        let mut dealt: Vec<Vec<u8>> =
            stacks.iter().map(|&stack| stack_cards(state, stack)).collect();
        dealt.extend(state.talon().chunks(tables.variant.depth.into()).map(<[u8]>::to_vec));
        let cards = std::array::from_fn(|suit| suit_cards(tables, suit));
        let mut gone = cards;
        let piles = dealt.iter().map(|cards| units(cards, &mut gone)).collect();
        DealtPiles { piles: Piles::new(piles, stacks.len()), stacks, cards, gone }
    }

    /// The moves of a play in which the heads leave their piles in this order.
    pub fn moves(&self, rules: SuitRules, order: &[usize]) -> Vec<Move> {
        let (events, stack_of) = self.events(order);
        let mut shifts: Vec<(usize, bool, usize, Shift)> = Vec::new();
        for (suit, events) in events.iter().enumerate() {
            let only_events: Vec<Event> = events.iter().map(|&(_, event)| event).collect();
            for (after, shift) in unroll(rules, self.gone[suit], &only_events) {
                let (step, event) = events[after - 1];
                let departs = matches!(event, Event::Leaves(head) if head == shift.from);
                shifts.push((step, !departs, suit, shift));
            }
        }
        // Stable: the shifts of a suit keep their order, and a step begins with its departure.
        shifts.sort_by_key(|&(step, later, ..)| (step, later));
        let mut pile_of = [[0; SUIT_CARDS]; 4];
        for pile in 0..self.piles.len() {
            for (suit, unit) in self.piles.units(pile) {
                pile_of[*suit][usize::from(unit.head)] = pile;
            }
        }
        let stack = |suit: usize, head: u8| stack_of[pile_of[suit][usize::from(head)]];
        let to_move = |(_, _, suit, Shift { from, to, count })| {
            let from = stack(suit, from);
            match to {
                None => Move::StackToFoundation { from },
                Some(to) => Move::StackToStack { from, to: stack(suit, to), count },
            }
        };
        shifts.into_iter().map(to_move).collect()
    }

    /// For each suit its events, each with the number of steps after which it happens; and the stack of
    /// each pile.
    fn events(&self, order: &[usize]) -> ([Vec<(usize, Event)>; 4], Vec<u8>) {
        let mut events: [Vec<(usize, Event)>; 4] = Default::default();
        let mut left = self.piles.full();
        let mut stack_of = self.stacks.clone();
        for (suit, unit) in self.open_units() {
            events[suit].push((0, Event::Opens(unit)));
        }
        for (i, &pile) in order.iter().enumerate() {
            let step = self.piles.step(left, pile, stack_of.len());
            let (suit, unit) = step.leaving;
            events[suit].push((i + 1, Event::Leaves(unit.head)));
            if let Some((suit, unit)) = step.opening {
                events[suit].push((i + 1, Event::Opens(unit)));
            }
            left = step.left_after;
            if self.piles.left_in(left, pile) == 0 {
                stack_of.push(stack_of[pile]);
            }
        }
        (events, stack_of)
    }

    /// The units that lie open at the start.
    pub fn open_units(&self) -> impl Iterator<Item = SuitUnit> {
        (0..self.stacks.len()).filter_map(|pile| self.piles.top(self.piles.full(), pile))
    }
}

/// The ids of a stack's cards, the top card last.
fn stack_cards(state: &State, stack: u8) -> Vec<u8> {
    let below = |&id: &u8| Some(state.below(id)).filter(|&id| id != NONE);
    let mut cards: Vec<u8> = std::iter::successors(Some(state.top(stack.into())), below).collect();
    cards.reverse();
    cards
}

fn suit_cards(tables: &VariantTables, suit: usize) -> u32 {
    let card_types = tables.card_types >> (16 * suit) & 0xffff;
    let copies = (1 << tables.variant.pack.decks) - 1;
    let ranks = (1..14).filter(|rank| card_types >> rank & 1 == 1);
    ranks.fold(0, |cards, rank| cards | copies << (2 * (rank - 1)))
}

/// The units of a pile's cards, which are taken from those that have `gone`.
fn units(cards: &[u8], gone: &mut [u32; 4]) -> Vec<SuitUnit> {
    let mut units: Vec<SuitUnit> = Vec::new();
    let mut below = None;
    for &id in cards {
        let (suit, card) = (usize::from(id / 32), id % 32 - 2);
        gone[suit] &= !(1 << card);
        match units.last_mut() {
            Some((_, unit)) if below == Some(card_type(id) + 1) => {
                unit.run += 1;
                unit.cards |= 1 << card;
            }
            _ => units.push((suit, Unit { head: card, run: 0, cards: 0 })),
        }
        below = Some(card_type(id));
    }
    units
}
