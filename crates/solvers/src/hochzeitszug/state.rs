//! The packed state of the searches over single states.
//!
//! A *card type* is a card without its copy, `16 * suit + rank`: a bit of a `u64`. An *id* is a card of
//! the pack, `2 * card type + copy`, below 128.
//!
//! ```text
//! below           128 bytes   by id: the id under the card in its stack, or NONE
//! at              128 bytes   by id: the stack of the card
//! talon           104 bytes   ids, the next one at place talon_next
//! top              16 bytes   by stack: the id of the top card, or NONE
//! tops             16 bytes   card types of which at least 1 / 2 copies are top cards
//! on_foundations   16 bytes   card types of which at least 1 / 2 copies are on the foundations
//! and 4 bytes of counters: 416 in all, with padding
//! ```
//!
//! The cards of a stack are a list from its top down, so that stacks of any height fit and every
//! move of one card costs the same few instructions.

use gehtauf_cards::Card;
use gehtauf_rules::hochzeitszug::{MAX_STACKS, Variant};

/// No card.
pub const NONE: u8 = 255;

/// The most cards there are.
pub const MAX_CARDS: usize = 104;

/// The card type of a card, by id.
pub fn card_type(id: u8) -> u8 {
    id / 2
}

/// The card type of a card of the rules.
pub fn card_type_of(card: Card) -> u8 {
    16 * card.suit.index() as u8 + card.rank.number()
}

/// A variant with what follows from it.
#[derive(Debug, Clone)]
pub struct VariantTables {
    pub variant: Variant,
    pub stacks: usize,
    /// The card types of the pack.
    pub card_types: u64,
    /// The card types that begin a foundation.
    pub bases: u64,
    /// The stack of each card of a redeal, in the order in which they are dealt.
    pub dealing: Vec<u8>,
    /// The stacks in the order in which they are put under the talon.
    pub pickup: Vec<u8>,
}

impl VariantTables {
    pub fn new(variant: Variant) -> VariantTables {
        let card_types = variant
            .pack
            .card_types()
            .fold(0, |card_types, card| card_types | 1 << card_type_of(card));
        VariantTables {
            variant,
            stacks: variant.stacks(),
            card_types,
            bases: card_types & 0x0006_0006_0006_0006,
            dealing: variant.dealing_order().map(|stack| stack as u8).collect(),
            pickup: variant.pickup_order().map(|stack| stack as u8).collect(),
        }
    }
}

#[derive(Debug, Clone)]
pub struct State {
    pub(super) below: [u8; 128],
    pub(super) at: [u8; 128],
    pub(super) talon: [u8; MAX_CARDS],
    pub(super) top: [u8; MAX_STACKS],
    pub(super) tops: [u64; 2],
    pub(super) on_foundations: [u64; 2],
    pub(super) talon_next: u8,
    pub(super) talon_end: u8,
    /// Redeals left.
    pub redeals_left: u8,
    /// Whether there has been no redeal yet: an emptied stack is then refilled at once.
    pub first_round: bool,
}

impl State {
    pub fn is_won(&self, tables: &VariantTables) -> bool {
        self.on_foundations[usize::from(tables.variant.pack.decks) - 1] == tables.card_types
    }

    /// The same state with no redeal left. A win from it is one from this state.
    pub fn without_redeals(&self) -> State {
        State { redeals_left: 0, ..self.clone() }
    }

    /// The top card of a stack, by id; [`NONE`] if it is empty.
    pub fn top(&self, stack: usize) -> u8 {
        self.top[stack]
    }

    /// The card under a card of a stack, by id; [`NONE`] if there is none.
    pub fn below(&self, id: u8) -> u8 {
        self.below[usize::from(id)]
    }

    /// Whether at least one top card, or at least two, are of each card type.
    pub fn tops(&self) -> [u64; 2] {
        self.tops
    }

    /// The card types of which at least one copy, or at least two, are on the foundations.
    pub fn on_foundations(&self) -> [u64; 2] {
        self.on_foundations
    }

    /// The card types that the foundations take now.
    pub fn wanted(&self, tables: &VariantTables) -> u64 {
        self.wanted_with(tables, self.on_foundations)
    }

    /// The card types that the foundations would take, with one and two copies of these on them too.
    pub fn wanted_with(&self, tables: &VariantTables, founded: [u64; 2]) -> u64 {
        let one = founded[0] << 2 | tables.bases;
        let two = if tables.variant.pack.decks == 2 { founded[1] << 2 | tables.bases } else { 0 };
        (one & !self.on_foundations[0] | two & !self.on_foundations[1]) & tables.card_types
    }

    /// The cards left in the talon, the next one first, by id.
    pub fn talon(&self) -> &[u8] {
        &self.talon[usize::from(self.talon_next)..usize::from(self.talon_end)]
    }

    /// The stacks whose top card is of this card type, one or two.
    pub fn stacks_of(&self, card_type: u8) -> impl Iterator<Item = u8> + use<'_> {
        [2 * card_type, 2 * card_type + 1].into_iter().filter_map(|id| {
            let stack = self.at[usize::from(id)];
            (stack != NONE && self.top[usize::from(stack)] == id).then_some(stack)
        })
    }

    /// The empty stacks.
    pub fn empty_stacks<'s>(
        &'s self,
        tables: &'s VariantTables,
    ) -> impl Iterator<Item = u8> + use<'s> {
        (0..tables.stacks as u8).filter(|&stack| self.top[usize::from(stack)] == NONE)
    }

    /// How many cards from a stack's top down are a run of one suit.
    pub fn run_length(&self, stack: u8) -> u8 {
        let mut id = self.top[usize::from(stack)];
        let mut length = 1;
        while self.below(id) != NONE && card_type(self.below(id)) == card_type(id) + 1 {
            id = self.below(id);
            length += 1;
        }
        length
    }

    pub(super) fn deal_card(&mut self, stack: u8) {
        self.push(self.talon[usize::from(self.talon_next)], stack);
        self.talon_next += 1;
    }

    pub(super) fn take_top(&mut self, stack: u8) -> u8 {
        self.hide_top(stack);
        let id = self.top[usize::from(stack)];
        self.top[usize::from(stack)] = self.below(id);
        self.at[usize::from(id)] = NONE;
        self.show_top(stack);
        id
    }

    /// Puts a card on a stack; `tops` does not know of it yet.
    pub(super) fn push(&mut self, id: u8, stack: u8) {
        self.below[usize::from(id)] = self.top[usize::from(stack)];
        self.at[usize::from(id)] = stack;
        self.top[usize::from(stack)] = id;
    }

    pub(super) fn show_top(&mut self, stack: u8) {
        let id = self.top[usize::from(stack)];
        if id != NONE {
            let bit = 1 << card_type(id);
            self.tops[1] |= self.tops[0] & bit;
            self.tops[0] |= bit;
        }
    }

    pub(super) fn hide_top(&mut self, stack: u8) {
        let id = self.top[usize::from(stack)];
        if id != NONE {
            let bit = 1 << card_type(id);
            self.tops[0] &= !bit | self.tops[1];
            self.tops[1] &= !bit;
        }
    }
}
