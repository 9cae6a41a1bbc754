//! The packed state that the roll-outs and the exhaustive search share.
//!
//! A *kind* is a card without its copy: `16 * suit + rank`, a place in a `u64`. An *id* is a card of
//! the pack: `2 * kind + copy`, below 128.
//!
//! ```text
//! below   128 bytes   by id: the id under the card in its stack, or NONE
//! at      128 bytes   by id: the stack of the card
//! talon   104 bytes   ids, the next one at place talon_next
//! top      16 bytes   by stack: the id of the top card, or NONE
//! tops     16 bytes   kinds of which at least 1 / 2 copies are top cards
//! out      16 bytes   kinds of which at least 1 / 2 copies are on the foundations
//! and 4 bytes of counters: 416 in all, with padding
//! ```
//!
//! The cards of a stack are a list from its top down, so that stacks of any height fit and every
//! move of one card costs the same few instructions.

use gehtauf_cards::Card;
use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::{Hochzeitszug, MAX_STACKS, Variant};

/// No card.
pub const NONE: u8 = 255;

/// The most cards there are.
const MAX_CARDS: usize = 104;

/// The kind of a card, by id.
pub fn kind(id: u8) -> u8 {
    id / 2
}

fn kind_of(card: Card) -> u8 {
    16 * card.suit.index() as u8 + card.rank.number()
}

/// What stays the same during a game.
#[derive(Debug, Clone)]
pub struct Rules {
    pub variant: Variant,
    pub stacks: usize,
    /// The kinds of the pack.
    pub kinds: u64,
    /// The kinds that begin a foundation.
    bases: u64,
    /// The stack of each card of a redeal, in the order in which they are dealt.
    dealing: Vec<u8>,
    /// The stacks in the order in which they are put under the talon.
    pickup: Vec<u8>,
}

impl Rules {
    pub fn new(variant: Variant) -> Rules {
        let kinds = variant.pack.kinds().fold(0, |kinds, card| kinds | 1 << kind_of(card));
        Rules {
            variant,
            stacks: variant.stacks(),
            kinds,
            bases: kinds & 0x0006_0006_0006_0006,
            dealing: variant.dealing_order().map(|stack| stack as u8).collect(),
            pickup: variant.pickup_order().map(|stack| stack as u8).collect(),
        }
    }
}

#[derive(Debug, Clone)]
pub struct State {
    below: [u8; 128],
    at: [u8; 128],
    talon: [u8; MAX_CARDS],
    top: [u8; MAX_STACKS],
    tops: [u64; 2],
    out: [u64; 2],
    talon_next: u8,
    talon_end: u8,
    /// Redeals left.
    pub redeals_left: u8,
    /// Whether the rules of the first deal hold.
    pub first_deal: bool,
}

impl State {
    pub fn new(rules: &Rules, position: &Hochzeitszug) -> State {
        let mut copies = [0; 64];
        let mut id = |card: Card| {
            let kind = kind_of(card);
            copies[usize::from(kind)] += 1;
            2 * kind + copies[usize::from(kind)] - 1
        };
        let mut state = State {
            below: [NONE; 128],
            at: [NONE; 128],
            talon: [NONE; MAX_CARDS],
            top: [NONE; MAX_STACKS],
            tops: [0; 2],
            out: [0; 2],
            talon_next: 0,
            talon_end: position.talon().len() as u8,
            redeals_left: rules.variant.redeals - position.redeals_used(),
            first_deal: position.redeals_used() == 0,
        };
        for stack in 0..rules.stacks {
            for &card in position.stack(stack) {
                state.push(id(card), stack as u8);
            }
            state.show_top(stack as u8);
        }
        for (place, card) in state.talon.iter_mut().zip(position.talon()) {
            *place = id(card);
        }
        for card in rules.variant.pack.kinds() {
            for copy in 0..usize::from(position.copies_on_foundations(card)) {
                state.out[copy] |= 1 << kind_of(card);
            }
        }
        state
    }

    pub fn is_won(&self, rules: &Rules) -> bool {
        self.out[usize::from(rules.variant.pack.decks) - 1] == rules.kinds
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

    /// Whether at least one top card, or at least two, are of each kind.
    pub fn tops(&self) -> [u64; 2] {
        self.tops
    }

    /// The kinds of which at least one copy, or at least two, are on the foundations.
    pub fn out(&self) -> [u64; 2] {
        self.out
    }

    /// The kinds that the foundations take now.
    pub fn wanted(&self, rules: &Rules) -> u64 {
        let one = self.out[0] << 2 | rules.bases;
        let two = if rules.variant.pack.decks == 2 { self.out[1] << 2 | rules.bases } else { 0 };
        (one & !self.out[0] | two & !self.out[1]) & rules.kinds
    }

    /// The cards left in the talon, the next one first, by id.
    pub fn talon(&self) -> &[u8] {
        &self.talon[usize::from(self.talon_next)..usize::from(self.talon_end)]
    }

    /// The stacks whose top card is of this kind, one or two.
    pub fn stacks_of(&self, kind: u8) -> impl Iterator<Item = u8> + use<'_> {
        [2 * kind, 2 * kind + 1].into_iter().filter_map(|id| {
            let stack = self.at[usize::from(id)];
            (stack != NONE && self.top[usize::from(stack)] == id).then_some(stack)
        })
    }

    /// The empty stacks.
    pub fn empty_stacks<'s>(&'s self, rules: &'s Rules) -> impl Iterator<Item = u8> + use<'s> {
        (0..rules.stacks as u8).filter(|&stack| self.top[usize::from(stack)] == NONE)
    }

    /// How many cards from a stack's top down are a run of one suit.
    pub fn run_length(&self, stack: u8) -> u8 {
        let mut id = self.top[usize::from(stack)];
        let mut length = 1;
        while self.below(id) != NONE && kind(self.below(id)) == kind(id) + 1 {
            id = self.below(id);
            length += 1;
        }
        length
    }

    /// Plays a legal move of the rules.
    pub fn play(&mut self, rules: &Rules, m: Move) {
        match m {
            Move::StackToFoundation { from } => self.lay_up(rules, from),
            Move::StackToStack { from, to, count: 1 } => self.pack(rules, from, to),
            Move::StackToStack { from, to, count } => self.pack_run(rules, from, to, count),
            Move::Fill { stack } => self.fill(rules, stack),
            Move::Redeal => self.redeal(rules),
            _ => panic!("{m} is no move of Hochzeitszug"),
        }
    }

    /// A stack's top card to the foundations.
    pub fn lay_up(&mut self, rules: &Rules, from: u8) {
        let bit = 1 << kind(self.take_top(from));
        let copy = usize::from(self.out[0] & bit != 0);
        self.out[copy] |= bit;
        self.left(rules, from);
    }

    /// A stack's top card onto another stack.
    pub fn pack(&mut self, rules: &Rules, from: u8, to: u8) {
        let id = self.take_top(from);
        self.hide_top(to);
        self.push(id, to);
        self.show_top(to);
        self.left(rules, from);
    }

    fn pack_run(&mut self, rules: &Rules, from: u8, to: u8, count: u8) {
        self.hide_top(from);
        self.hide_top(to);
        let mut ids = [NONE; 13];
        for id in &mut ids[..usize::from(count)] {
            *id = self.top[usize::from(from)];
            self.top[usize::from(from)] = self.below(*id);
        }
        for &id in ids[..usize::from(count)].iter().rev() {
            self.push(id, to);
        }
        self.show_top(from);
        self.show_top(to);
        self.left(rules, from);
    }

    /// The next talon cards onto an empty stack.
    pub fn fill(&mut self, rules: &Rules, stack: u8) {
        for _ in 0..usize::from(rules.variant.depth).min(self.talon().len()) {
            self.deal_card(stack);
        }
        self.show_top(stack);
    }

    /// The stacks under the talon, and dealt anew.
    pub fn redeal(&mut self, rules: &Rules) {
        let left = self.talon().len();
        self.talon.copy_within(usize::from(self.talon_next)..usize::from(self.talon_end), 0);
        self.talon_next = 0;
        self.talon_end = left as u8;
        for &stack in &rules.pickup {
            let start = usize::from(self.talon_end);
            let mut id = self.top[usize::from(stack)];
            while id != NONE {
                self.talon[usize::from(self.talon_end)] = id;
                self.talon_end += 1;
                id = self.below(id);
            }
            self.talon[start..usize::from(self.talon_end)].reverse();
        }
        self.top = [NONE; MAX_STACKS];
        self.tops = [0; 2];
        for &stack in &rules.dealing[..rules.dealing.len().min(usize::from(self.talon_end))] {
            self.deal_card(stack);
        }
        for stack in 0..rules.stacks {
            self.show_top(stack as u8);
        }
        self.redeals_left -= 1;
        self.first_deal = false;
    }

    fn deal_card(&mut self, stack: u8) {
        self.push(self.talon[usize::from(self.talon_next)], stack);
        self.talon_next += 1;
    }

    /// Refills a stack that a card has left, if it is empty and the rules of the first deal hold.
    fn left(&mut self, rules: &Rules, stack: u8) {
        if self.first_deal && self.top[usize::from(stack)] == NONE {
            self.fill(rules, stack);
        }
    }

    fn take_top(&mut self, stack: u8) -> u8 {
        self.hide_top(stack);
        let id = self.top[usize::from(stack)];
        self.top[usize::from(stack)] = self.below(id);
        self.at[usize::from(id)] = NONE;
        self.show_top(stack);
        id
    }

    /// Puts a card on a stack; `tops` does not know of it yet.
    fn push(&mut self, id: u8, stack: u8) {
        self.below[usize::from(id)] = self.top[usize::from(stack)];
        self.at[usize::from(id)] = stack;
        self.top[usize::from(stack)] = id;
    }

    fn show_top(&mut self, stack: u8) {
        let id = self.top[usize::from(stack)];
        if id != NONE {
            let bit = 1 << kind(id);
            self.tops[1] |= self.tops[0] & bit;
            self.tops[0] |= bit;
        }
    }

    fn hide_top(&mut self, stack: u8) {
        let id = self.top[usize::from(stack)];
        if id != NONE {
            let bit = 1 << kind(id);
            self.tops[0] &= !bit | self.tops[1];
            self.tops[1] &= !bit;
        }
    }

    /// Appends all legal moves but the redeal.
    pub fn card_moves(&self, rules: &Rules, moves: &mut Vec<Move>) {
        let tops = Kinds(self.tops[0]);
        let wanted = self.wanted(rules);
        for from in Kinds(self.tops[0] & wanted).flat_map(|kind| self.stacks_of(kind)) {
            moves.push(Move::StackToFoundation { from });
        }
        if !rules.variant.packing_stalled || self.tops[0] & wanted == 0 {
            for kind in tops {
                for from in self.stacks_of(kind) {
                    let longest = if rules.variant.runs { self.run_length(from) } else { 1 };
                    for count in 1..=longest {
                        // A run ends at the King, before the next suit's bits begin.
                        let to =
                            if self.tops[0] >> (kind + count) & 1 == 1 { kind + count } else { 0 };
                        moves.extend(self.stacks_of(to).map(|to| Move::StackToStack {
                            from,
                            to,
                            count,
                        }));
                    }
                }
            }
        }
        if !self.first_deal {
            for to in self.empty_stacks(rules) {
                for from in Kinds(self.tops[0]).flat_map(|kind| self.stacks_of(kind)) {
                    moves.push(Move::StackToStack { from, to, count: 1 });
                }
                if !self.talon().is_empty() {
                    moves.push(Move::Fill { stack: to });
                }
            }
        }
    }

    /// Whether the next move may be a redeal, all other legal moves being `moves`.
    pub fn may_redeal(&self, rules: &Rules, moves: &[Move]) -> bool {
        self.redeals_left > 0 && (moves.is_empty() || !rules.variant.redeal_blocked)
    }
}

/// The kinds whose bits are set, in order.
#[derive(Clone, Copy)]
pub struct Kinds(pub u64);

impl Iterator for Kinds {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let kind = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        (kind < 64).then_some(kind)
    }
}
