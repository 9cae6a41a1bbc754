//! From a position of the rules to the packed state. The moves are those of the rules.

use gehtauf_cards::Card;
use gehtauf_rules::hochzeitszug::{Hochzeitszug, MAX_STACKS};

use super::state::{MAX_CARDS, NONE, State, VariantTables, card_type_of};

impl State {
    pub fn new(tables: &VariantTables, position: &Hochzeitszug) -> State {
        let mut copies = [0; 64];
        let mut id = |card: Card| {
            let card_type = card_type_of(card);
            copies[usize::from(card_type)] += 1;
            2 * card_type + copies[usize::from(card_type)] - 1
        };
        let mut state = State {
            below: [NONE; 128],
            at: [NONE; 128],
            talon: [NONE; MAX_CARDS],
            top: [NONE; MAX_STACKS],
            tops: [0; 2],
            on_foundations: [0; 2],
            talon_next: 0,
            talon_end: position.talon().len() as u8,
            redeals_left: tables.variant.redeals - position.redeals_used(),
            first_round: position.redeals_used() == 0,
        };
        for stack in 0..tables.stacks {
            for &card in position.stack(stack) {
                state.push(id(card), stack as u8);
            }
            state.show_top(stack as u8);
        }
        for (place, card) in state.talon.iter_mut().zip(position.talon()) {
            *place = id(card);
        }
        for card in tables.variant.pack.card_types() {
            for copy in 0..usize::from(position.copies_on_foundations(card)) {
                state.on_foundations[copy] |= 1 << card_type_of(card);
            }
        }
        state
    }
}
