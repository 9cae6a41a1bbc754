//! Under `redeal=blocked` positions that differ only by packings to and fro are searched as one.
//!
//! *Setup.* As in [`persistent_sets`]. A top card of type t that lies on a host, a card of the
//! next higher rank of its suit, while its other host is a top card, can be packed onto that one, and back. Such
//! packings, and their cards, are *reversible*; positions that they lead to from one another are a *class*. A *macro
//! move* is some reversible packings and then one other move.
//!
//! *Claim.* No position of a class with a reversible card is won or without moves. All classes that a round comes to are
//! reached by the macro moves that [`push_macro_moves`] lists for one position of each class, the one of
//! [`make_canonical`].
//!
//! *Proof.* A reversible card can move, and it is on no foundation. Of each type one card at most is reversible, since it
//! has only two hosts. One host at most could be reversible if no card lay on it: otherwise there would be three cards
//! for the two to lie on. [`make_canonical`] packs each reversible card onto a host that is not, from the lowest rank up,
//! so that then all reversible cards are top cards. From there each can be packed onto its other host, and to both in
//! turn, those of higher ranks first: the positions of the class are all choices of a host for each reversible card.
//!
//! Let another move be possible in a position of the class, of a card c. On c lies no card then, so that in the canonical
//! position c is a top card, or only a reversible card lies on it, which its other host takes. To a foundation, the move
//! leads to one class, wherever reversible cards lie that are not on c. Onto a host h of c: if the other host is a top
//! card too, c is reversible from then on, and either host will do; if a reversible card lies on the other host, it is of
//! c's type, and the two may be exchanged. Otherwise h is covered for good, and if it was reversible, the class depends
//! on its place: each of them has a macro move.
//!
//! *Needs.* Two decks at most, for two hosts. Where a top card can go to an empty stack, each position is searched by
//! itself, with all its moves; whether a packing is reversible does not hang on that.
//!
//! Oracles: `no_position_without_moves_is_missed` in [`persistent_sets`]; `tests/hochzeitszug.rs`
//! with the switch on and off.

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::Variant;
use gehtauf_search::bits;

use super::{persistent_sets, symmetric_stacks};
use crate::hochzeitszug::state::{NONE, State, VariantTables, card_type};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    persistent_sets::supports(variant) && variant.pack.decks <= 2
}

/// Moves that are played one after another, as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacroMove {
    /// Reversible packings.
    pub before: Vec<Move>,
    /// Another move.
    pub last: Move,
}

impl MacroMove {
    pub fn of(last: Move) -> MacroMove {
        MacroMove { before: Vec::new(), last }
    }

    pub fn moves(&self) -> impl Iterator<Item = Move> + use<'_> {
        self.before.iter().copied().chain([self.last])
    }
}

fn pack(from: u8, to: u8) -> Move {
    Move::StackToStack { from, to, count: 1 }
}

/// The stacks with a reversible card, a bit each.
pub fn reversible(state: &State) -> u16 {
    let tops = state.tops()[0];
    let stacks = bits(tops & tops >> 1).flat_map(|card_type| state.stacks_of(card_type));
    stacks.filter(|&stack| is_reversible(state, stack)).fold(0, |all, stack| all | 1 << stack)
}

/// Whether the top card of a stack is reversible.
fn is_reversible(state: &State, stack: u8) -> bool {
    let top = state.top(stack.into());
    let below = state.below(top);
    below != NONE && can_be_packed_back(state, card_type(top), card_type(below))
}

/// Whether a card of the upper type on one of the lower type is reversible if it is a top card.
fn can_be_packed_back(state: &State, upper: u8, lower: u8) -> bool {
    lower == upper + 1 && state.tops()[0] >> lower & 1 == 1
}

/// The stack with the other host of a reversible card.
fn other_host(state: &State, stack: u8) -> u8 {
    let higher = card_type(state.top(stack.into())) + 1;
    state.stacks_of(higher).next().expect("the card is reversible")
}

/// Packs each reversible card onto a host that is not reversible, of two such onto the one that comes first by the cards
/// under it; tells each packing.
pub fn make_canonical(tables: &VariantTables, state: &mut State, mut played: impl FnMut(Move)) {
    let tops = state.tops()[0];
    for card_type in bits(tops & tops >> 1) {
        let Some(from) = state.stacks_of(card_type).find(|&stack| is_reversible(state, stack))
        else {
            continue;
        };
        let to = other_host(state, from);
        let lies_reversibly = |host: u8| {
            let under = state.below(host);
            under != NONE && can_be_packed_back(state, card_type + 1, self::card_type(under))
        };
        let host = state.below(state.top(from.into()));
        let other = state.top(to.into());
        if lies_reversibly(host)
            || !lies_reversibly(other)
                && symmetric_stacks::compare(state, other, host).then(to.cmp(&from)).is_lt()
        {
            let m = pack(from, to);
            state.play(tables, m);
            played(m);
        }
    }
}

/// Appends the macro moves from a canonical state.
pub fn push_macro_moves(tables: &VariantTables, state: &State, macro_moves: &mut Vec<MacroMove>) {
    let reversible = reversible(state);
    for from in (0..tables.stacks as u8).filter(|&stack| state.top(stack.into()) != NONE) {
        if reversible >> from & 1 == 0 {
            push_macro_moves_of(tables, state, from, &[], macro_moves);
            continue;
        }
        if is_wanted(tables, state, from) {
            macro_moves.push(MacroMove::of(Move::StackToFoundation { from }));
        }
        let away = pack(from, other_host(state, from));
        let mut without = state.clone();
        without.play(tables, away);
        push_macro_moves_of(tables, &without, from, &[away], macro_moves);
    }
}

fn is_wanted(tables: &VariantTables, state: &State, stack: u8) -> bool {
    state.wanted(tables) >> card_type(state.top(stack.into())) & 1 == 1
}

/// Appends the macro moves of a top card that is not reversible, after these packings.
fn push_macro_moves_of(
    tables: &VariantTables,
    state: &State,
    from: u8,
    before: &[Move],
    macro_moves: &mut Vec<MacroMove>,
) {
    if is_wanted(tables, state, from) {
        macro_moves
            .push(MacroMove { before: before.to_vec(), last: Move::StackToFoundation { from } });
    }
    let mut push = |before: &[Move], to| {
        macro_moves.push(MacroMove { before: before.to_vec(), last: pack(from, to) });
    };
    let mut hosts = state.stacks_of(card_type(state.top(from.into())) + 1);
    match (hosts.next(), hosts.next()) {
        (None, _) => {}
        // The card is reversible then, on either.
        (Some(to), Some(_)) => push(before, to),
        (Some(to), None) => for_each_place(state, to, before, &mut push),
    }
}

/// The places of a top card: its stack, and those to which it can be packed if it is reversible.
fn for_each_place(state: &State, stack: u8, before: &[Move], found: &mut dyn FnMut(&[Move], u8)) {
    found(before, stack);
    if is_reversible(state, stack) {
        for_each_place(state, other_host(state, stack), before, &mut |before, host| {
            found(&[before, &[pack(stack, host)]].concat(), host);
        });
    }
}
