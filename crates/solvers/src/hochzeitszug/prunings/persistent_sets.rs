//! Persistent sets of top cards: under `redeal=blocked` it is enough to move some of them now.
//!
//! *Setup.* `redeal=blocked`, a round before the last. A position is won or followed by a redeal only where no card
//! can move, so that these positions are all that a round is about. There is no empty stack, or it is the first round,
//! in which no card goes to one. A *part* is some of the stacks; its moves are those that their top cards have now. It is
//! *undisturbed* if in no play of moves that are none of its own
//! - a card is packed on a top card X of the part,
//! - a card of the next higher rank of X's suit gets open or is open and of no stack of the part,
//! - X fits a foundation that it does not fit now, or its twin takes the only place that there is for both,
//! - a stack is emptied if X lies alone and the talon refills stacks, or if it is not the first round.
//!
//! *Claim.* If a part is undisturbed and has a move, its moves are enough: through one of them each position without
//! moves is reached that can be reached, in as many moves. (The moves are a persistent set; Godefroid 1996.)
//!
//! *Invariant.* A play of other moves leaves the part its moves, and they are all that its top cards have. Each of
//! these moves and each of those, where both are possible, can be played in both orders and give the same position.
//!
//! *Each move keeps it.* Nothing is packed on X or on a card that X can be packed on, whose stack belongs to the
//! part, and neither moves by any other move; a card that goes to a foundation takes X's place there only if it is the
//! twin. Different cards that go to foundations or onto different cards do not hinder each other. Two stacks that are
//! emptied are refilled in the order in which they are: with a talon the two orders differ, and that is ruled out.
//!
//! *Conclusion.* While a play makes other moves only, there is a move, so that it is not at its end. Of a play to a
//! position without moves the first move of the part may therefore come first; so on with the rest, which is shorter.
//!
//! *With [reversible packings](super::reversible_packings)* the same holds of macro moves, by the number of moves that
//! are not reversible. A part with a reversible card has a move, too. Let a play lead to a position without moves. Of an
//! undisturbed part it has a move that is not reversible: otherwise all that its stacks have at the start they still have
//! at the end, and there is a move. Before the first such move come moves of other parts and reversible packings of the
//! part itself, which change places with them as above; so a macro move of the part comes first, and the rest has one
//! such move less. If the part has none, there is no such play. A card under a reversible one is of the type of another
//! top card, its other host, and adds nothing to what disturbs the part but this: its stack may be emptied.
//!
//! *With [stacks in any order](super::symmetric_stacks)* two stacks may be emptied one after the other: whichever is
//! first, the positions differ in the order of the stacks alone.
//!
//! *Needs.* What other moves come to is asked of a delete relaxation: the top cards of the part stay where they are,
//! other cards that have been top cards remain so, and a pile whose cards have all been is one that the talon refills. It
//! reaches all that plays do. Not `moves=run` nor `packing=stalled`, under which more moves hinder each other.
//!
//! Oracles: `no_position_without_moves_is_missed` and `no_move_disturbs_an_undisturbed_part` here;
//! `tests/hochzeitszug.rs` with the switch on and off.

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::{MAX_STACKS, Variant};
use gehtauf_search::bits;

use super::reversible_packings::MacroMove;
use crate::hochzeitszug::state::{NONE, State, VariantTables, card_type};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant {
        pack: _,
        layers: _,
        runs,
        packing_stalled,
        redeals: _,
        redeal_blocked,
        upper: _,
        lower: _,
        depth: _,
    } = *variant;
    redeal_blocked && !runs && !packing_stalled
}

/// Some of the stacks, a bit each.
type Part = u16;

/// A position without spaces.
#[derive(Clone, Copy)]
pub struct Position<'s> {
    pub tables: &'s VariantTables,
    pub state: &'s State,
    /// The stacks with reversible cards, if packings are merged.
    pub reversible: Part,
    /// Whether the order of the stacks is no matter.
    pub any_order: bool,
}

impl Position<'_> {
    /// Of the macro moves, all from `first` on, keeps those of the undisturbed part that has the fewest.
    pub fn keep_fewest(&self, macro_moves: &mut Vec<MacroMove>, first: usize) {
        let all = macro_moves.len() - first;
        if all == 0 || all == 1 && self.reversible == 0 {
            return;
        }
        let mut counts = [0; MAX_STACKS];
        for macro_move in &macro_moves[first..] {
            counts[usize::from(source(macro_move.last))] += 1;
        }
        let count =
            |part: Part| bits(u64::from(part)).map(|s| counts[usize::from(s)]).sum::<usize>();
        let (mut groups, mut found, mut grouped) = ([(0, 0); MAX_STACKS], 0, 0);
        let moves = |&stack: &usize| counts[stack] > 0 || self.reversible >> stack & 1 == 1;
        for stack in (0..self.tables.stacks).filter(moves) {
            if grouped >> stack & 1 == 0 {
                let group = group(self.state, 1 << stack);
                grouped |= group;
                groups[found] = (count(group), group);
                found += 1;
            }
        }
        groups[..found].sort_unstable();
        let (mut best, mut fewest) = (Part::MAX, all);
        for &(_, group) in &groups[..found] {
            if let Some(part) = self.undisturbed(group, |part| count(part) < fewest) {
                (best, fewest) = (part, count(part));
            }
        }
        let is_left = |m: &mut MacroMove| best >> source(m.last) & 1 == 0;
        macro_moves.extract_if(first.., is_left).for_each(drop);
    }

    /// An undisturbed part with these stacks among others, if one is found that is small enough.
    fn undisturbed(&self, mut part: Part, is_small: impl Fn(Part) -> bool) -> Option<Part> {
        while is_small(part) {
            match Relaxed::new(self, part).disturbers()? {
                0 => return Some(part),
                disturbers => part |= disturbers,
            }
        }
        None
    }
}

/// The stack that a card leaves.
fn source(m: Move) -> u8 {
    match m {
        Move::StackToFoundation { from } | Move::StackToStack { from, .. } => from,
        _ => unreachable!("without a space only top cards move"),
    }
}

/// These stacks and those whose top cards are of the next rank of the suit of one of them, and so on: such a card
/// disturbs a part that lacks its stack.
fn group(state: &State, stacks: Part) -> Part {
    let card_types = bits(u64::from(stacks)).map(|stack| card_type(state.top(stack.into())));
    let neighbours = card_types.flat_map(|own| [own - 1, own + 1]);
    let larger =
        neighbours.flat_map(|next| state.stacks_of(next)).fold(stacks, |all, s| all | 1 << s);
    if larger == stacks { stacks } else { group(state, larger) }
}

/// The delete relaxation in which the top cards of a part stay.
struct Relaxed<'s> {
    tables: &'s VariantTables,
    state: &'s State,
    /// What would disturb the part as a top card elsewhere.
    neighbours: u64,
    /// The card types of the part's top cards that fit no foundation.
    unfit: u64,
    /// Whether a stack of the part can be emptied by one move and is refilled, so that no other one may be.
    is_refilled: bool,
    /// By copy, the card types of the other cards that are top cards or become it.
    cards: [u64; 2],
    /// Those of them that are not known to move.
    waiting: [u64; 2],
    /// The card types of which a top card can move: to foundations, or onto one of these or of the part.
    movable: u64,
    /// The card types of which one, two copies can be on the foundations.
    up: [u64; 2],
    /// How many cards of the talon have been dealt, and under a dealt one, by id, the next of its pile.
    dealt: usize,
    under_dealt: [u8; 128],
}

impl<'s> Relaxed<'s> {
    fn new(position: &Position<'s>, part: Part) -> Relaxed<'s> {
        let Position { tables, state, reversible, any_order } = *position;
        let mut relaxed = Relaxed {
            tables,
            state,
            neighbours: 0,
            unfit: 0,
            is_refilled: false,
            cards: [0; 2],
            waiting: [0; 2],
            movable: state.tops()[0] >> 1,
            up: state.on_foundations,
            dealt: 0,
            under_dealt: [NONE; 128],
        };
        for stack in 0..tables.stacks {
            let top = state.top(stack);
            if top == NONE {
                continue;
            }
            let bit = 1 << card_type(top);
            if part >> stack & 1 == 0 {
                relaxed.cards[usize::from(top % 2)] |= bit;
                continue;
            }
            relaxed.neighbours |= bit << 1 | bit >> 1;
            match relaxed.fits(state.on_foundations, bit) {
                0 => relaxed.unfit |= bit,
                1 => relaxed.neighbours |= bit,
                _ => {}
            }
            let lowest = if reversible >> stack & 1 == 1 { state.below(top) } else { top };
            let is_refilled = state.below(lowest) == NONE && !state.talon().is_empty();
            relaxed.is_refilled |= is_refilled && !any_order;
        }
        relaxed.waiting = relaxed.cards;
        relaxed
    }

    /// How many foundations with these cards a card of one type fits that it is not on.
    fn fits(&self, up: [u64; 2], card_types: u64) -> u32 {
        let fits = |copy: usize| {
            (up[copy] << 2 | self.tables.bases) & !self.state.on_foundations[copy] & card_types
        };
        fits(0).count_ones() + fits(1).count_ones()
    }

    /// Stacks, none of the part, without whose top cards less of what disturbs the part can be reached, none if it is
    /// undisturbed; nothing if that comes from the talon, or if a stack is emptied after the first round. (Of the talon
    /// `at` tells nothing after a redeal; but then no stack is emptied, so that nothing comes from it.)
    fn disturbers(mut self) -> Option<Part> {
        let disturbers = self.stacks_of(self.neighbours)?;
        if disturbers != 0 {
            return Some(disturbers);
        }
        self.raise_foundations();
        loop {
            if self.unfit != 0 && self.fits(self.up, self.unfit) > 0 {
                let fits = (self.up[0] | self.up[1]) << 2 & self.unfit;
                return self.stacks_of(fits >> 2);
            }
            self.movable |= self.state.wanted_with(self.tables, self.up);
            loop {
                let moved = (self.waiting[0] | self.waiting[1]) & self.movable;
                if moved == 0 {
                    break;
                }
                let card_type = moved.trailing_zeros() as u8;
                for id in [2 * card_type, 2 * card_type + 1] {
                    if self.waiting[usize::from(id % 2)] >> card_type & 1 == 1 {
                        self.waiting[usize::from(id % 2)] ^= 1 << card_type;
                        let disturber = self.take(id)?;
                        if disturber != 0 {
                            return Some(disturber);
                        }
                    }
                }
            }
            let up = self.up;
            self.raise_foundations();
            if up == self.up {
                return Some(0);
            }
        }
    }

    /// The stacks of the cards of these types that are reached; nothing if one is of the talon.
    fn stacks_of(&self, card_types: u64) -> Option<Part> {
        let mut stacks = 0;
        for copy in 0..2 {
            for card_type in bits(self.cards[copy] & card_types) {
                stacks |= self.stack_of(2 * card_type + copy as u8)?;
            }
        }
        Some(stacks)
    }

    fn stack_of(&self, id: u8) -> Option<Part> {
        let stack = self.state.at[usize::from(id)];
        (stack != NONE).then(|| 1 << stack)
    }

    /// Moves a top card away and what can be moved under it, up to a card that disturbs the part.
    fn take(&mut self, mut id: u8) -> Option<Part> {
        loop {
            let is_dealt = self.dealt > 0 && self.state.at[usize::from(id)] == NONE;
            let mut next =
                if is_dealt { self.under_dealt[usize::from(id)] } else { self.state.below(id) };
            if next == NONE {
                if !self.state.first_round {
                    return None;
                }
                if self.is_refilled {
                    return self.stack_of(id);
                }
                next = self.deal();
                if next == NONE {
                    return Some(0);
                }
            }
            let (copy, bit) = (usize::from(next % 2), 1 << card_type(next));
            self.cards[copy] |= bit;
            if self.neighbours & bit != 0 {
                return self.stack_of(next);
            }
            self.movable |= bit >> 1;
            if self.movable & bit == 0 {
                self.waiting[copy] |= bit;
                return Some(0);
            }
            id = next;
        }
    }

    /// Deals the next pile; its top card.
    fn deal(&mut self) -> u8 {
        let talon = &self.state.talon()[self.dealt..];
        let mut top = NONE;
        for &id in talon.iter().take(self.tables.variant.depth.into()) {
            self.under_dealt[usize::from(id)] = top;
            top = id;
            self.dealt += 1;
        }
        top
    }

    /// Lets the foundations take what they can.
    fn raise_foundations(&mut self) {
        let [one, two] = self.state.on_foundations;
        let (either, both) = (self.cards[0] | self.cards[1], self.cards[0] & self.cards[1]);
        let copies = [one | either, two | one & either | both];
        for ((up, copies), founded) in self.up.iter_mut().zip(copies).zip([one, two]) {
            loop {
                let higher = founded | copies & (*up << 2 | self.tables.bases);
                if higher == *up {
                    break;
                }
                *up = higher;
            }
        }
    }
}

#[cfg(test)]
mod tests;
