//! Under `redeal=blocked` cards that can be packed to and fro are searched in one place.
//!
//! *Setup.* As in [`persistent_sets`](super::persistent_sets). A top card of type t is *loose* if it lies on a card of the next higher
//! rank of its suit and another such card is a top card: it can be packed onto that one, and back. Such packings are *reversible*;
//! positions that they lead to from one another are a *class*. A *step* is some reversible packings and then one other move.
//!
//! *Claim.* No position of a class with a loose card is without moves or won. All others are reached, class by class, by the
//! steps that [`push_steps`] lists for one position of each class, which [`settle`] chooses.
//!
//! *Proof.* A loose card can move, and it is no foundation's. Of each type one card at most is loose, since the two cards that can carry it carry no other
//! then. Of these two at most one can be loose itself once the other is gone from it: there would be three cards for
//! them to lie on. So let each loose card lie on one that is *fixed*, not loose when uncovered, as [`settle`] packs them from the lowest rank
//! up. Then every loose card is a top card and can be packed onto either of its two, and those above it onto theirs first, so that a
//! class is all choices of a place for each of its loose cards.
//!
//! A move of a position of the class that is not reversible takes a card c that is loose, or on which no card lies but a loose one that is elsewhere
//! then, so that c is a top card of the settled position or lies under a loose one there, and by one reversible packing it becomes
//! one. To a foundation the move makes the same class wherever loose cards lie. Onto a card h: if c can still be packed onto the other card
//! of h's type, c is loose and h is covered by it or not, as one likes, so that it is the same class for either; if a loose twin of c lies on
//! the other one, the twins may be exchanged. Else h is covered for good, and if it was loose, each of
//! its places makes a class of its own: all of them are listed.
//!
//! *Needs.* Two decks at most; a position where a card can go to a space has moves that are neither, and is searched as it is.
//!
//! Oracles: `no_position_without_moves_is_missed` in [`persistent_sets`](super::persistent_sets); `tests/hochzeitszug.rs` with the switch on and
//! off.

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::Variant;
use gehtauf_search::bits;

use super::persistent_sets;
use crate::hochzeitszug::state::{NONE, State, VariantTables, card_type};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    persistent_sets::supports(variant) && variant.pack.decks <= 2
}

/// Moves that are played one after another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Reversible packings that make way.
    pub before: Vec<Move>,
    pub last: Move,
}

impl Step {
    pub fn of(last: Move) -> Step {
        Step { before: Vec::new(), last }
    }

    pub fn moves(&self) -> impl Iterator<Item = Move> + use<'_> {
        self.before.iter().copied().chain([self.last])
    }
}

fn pack(from: u8, to: u8) -> Move {
    Move::StackToStack { from, to, count: 1 }
}

/// The stacks with a loose card, a bit each.
pub fn loose(state: &State) -> u16 {
    let tops = state.tops()[0];
    let stacks = bits(tops & tops >> 1).flat_map(|card_type| state.stacks_of(card_type));
    stacks.filter(|&stack| is_loose(state, stack)).fold(0, |all, stack| all | 1 << stack)
}

/// Whether the top card of a stack is loose.
fn is_loose(state: &State, stack: u8) -> bool {
    let top = state.top(stack.into());
    let below = state.below(top);
    below != NONE && can_be_packed_back(state, card_type(top), card_type(below))
}

/// Whether a card of this type on one of that type is loose if it is a top card.
fn can_be_packed_back(state: &State, upper: u8, lower: u8) -> bool {
    lower == upper + 1 && state.tops()[0] >> lower & 1 == 1
}

/// The stack with the other card that can carry a loose card.
fn other_host(state: &State, stack: u8) -> u8 {
    let higher = card_type(state.top(stack.into())) + 1;
    state.stacks_of(higher).next().expect("the card is loose")
}

/// Packs loose cards onto fixed ones, of two onto that of the first stack; tells each packing.
pub fn settle(tables: &VariantTables, state: &mut State, mut played: impl FnMut(Move)) {
    let tops = state.tops()[0];
    for card_type in bits(tops & tops >> 1) {
        let Some(from) = state.stacks_of(card_type).find(|&stack| is_loose(state, stack)) else {
            continue;
        };
        let to = other_host(state, from);
        let lies_loose = |host: u8| {
            let under = state.below(host);
            under != NONE && can_be_packed_back(state, card_type + 1, self::card_type(under))
        };
        let host = state.below(state.top(from.into()));
        let other = state.top(to.into());
        if lies_loose(host) || !lies_loose(other) && to < from {
            let m = pack(from, to);
            state.play(tables, m);
            played(m);
        }
    }
}

/// Appends the steps from a settled state.
pub fn push_steps(tables: &VariantTables, state: &State, steps: &mut Vec<Step>) {
    let loose = loose(state);
    for from in (0..tables.stacks as u8).filter(|&stack| state.top(stack.into()) != NONE) {
        if loose >> from & 1 == 0 {
            push_steps_of(tables, state, from, &[], steps);
            continue;
        }
        if is_wanted(tables, state, from) {
            steps.push(Step::of(Move::StackToFoundation { from }));
        }
        let away = pack(from, other_host(state, from));
        let mut without = state.clone();
        without.play(tables, away);
        push_steps_of(tables, &without, from, &[away], steps);
    }
}

fn is_wanted(tables: &VariantTables, state: &State, stack: u8) -> bool {
    state.wanted(tables) >> card_type(state.top(stack.into())) & 1 == 1
}

/// Appends the steps with a top card that is not loose.
fn push_steps_of(
    tables: &VariantTables,
    state: &State,
    from: u8,
    before: &[Move],
    steps: &mut Vec<Step>,
) {
    if is_wanted(tables, state, from) {
        steps.push(Step { before: before.to_vec(), last: Move::StackToFoundation { from } });
    }
    let higher = card_type(state.top(from.into())) + 1;
    if let Some(to) = state.stacks_of(higher).next() {
        for_each_place(tables, state, to, before, &mut |before, to| {
            steps.push(Step { before: before.to_vec(), last: pack(from, to) });
        });
    }
}

/// The places of a top card: its stack, and all to which it can be packed if it is loose.
fn for_each_place(
    tables: &VariantTables,
    state: &State,
    stack: u8,
    before: &[Move],
    found: &mut dyn FnMut(&[Move], u8),
) {
    found(before, stack);
    if is_loose(state, stack) {
        let host = other_host(state, stack);
        for_each_place(tables, state, host, before, &mut |before, host| {
            found(&[before, &[pack(stack, host)]].concat(), host);
        });
    }
}
