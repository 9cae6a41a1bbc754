//! The abstraction that leaves out how free cards lie; `../../level_wise.rs` searches it, `arrange.rs` makes real
//! moves of a win.
//!
//! *Setup.* The base of a column is the first card of the longest run at its end, if dealt cards lie under that.
//! The other cards of these runs are free. A column that is nothing but one run has no base and is called
//! cleared, whether or not it is empty. An abstract state is the bases, the stock, the place in the talon, the pass
//! and the foundations ([`FreeCardKey`]); which cards are free follows. Each free card lies first in a cleared
//! column or on a parent, a base or free card of the face that it builds on, which carries no other. The free
//! cards that build on one face are a class. A class with more children than parents needs the difference of
//! cleared columns; the state needs the sum over its classes, never more than there are.
//!
//! *Claim.* Positions of one state are all winnable or none is.
//!
//! *Invariant.* From two positions of one state two plays go on through positions of one state.
//!
//! *Each move keeps it.* What a move asks of the state:
//! - A turn or a redeal, and a run or part of one that takes no base along: nothing, and nothing of the state but the
//!   place in the talon changes.
//! - A base with all that lies on it to another column, or a stock card to a column: with it among the children no
//!   more cleared columns are needed than there are, for it becomes a free card. (A stock card is no parent
//!   before it lies.)
//! - A base or free card to its foundation: it carries nothing then, so that without it among the parents no more
//!   cleared columns are needed than there are.
//! - A stock card to its foundation: nothing.
//!
//! That is also enough. Let there be no open parent for the new child, or for the child of the card that is to be
//! uncovered, and no empty column. Then all parents of the class carry a child, so that one card less of the class
//! lies first in a cleared column than will be needed. All cleared columns have a first card, so in another class
//! more lie first than are needed. That class has an open parent, and the move there, of the whole column,
//! empties it. Now the child has a place.
//!
//! *Conclusion.* Both plays come to no base and no stock card, or neither. Then both win: of the free cards the
//! lowest carry nothing, and all lower cards are on the foundations.
//!
//! *Needs.* Runs go to empty columns, no card is face down, nothing is forced, nothing comes back from the
//! foundations, each copy has a pile of its own.
//! Oracle: `each_pruning` in `tests/eights`, `Prunings::free_cards` alone and with each pruning of it, and
//! `a_beam_of_any_width_is_right_or_open`.

mod arrange;
mod counts;

use gehtauf_rules::eights::Rules;
use gehtauf_search::{Space, bits};

use super::card_counts::{Cards, Lines, digit};
use super::delete_relaxation;
use crate::eights::prunings::Prunings;
use crate::eights::state::{COLUMNS, CardType, Deal, State, below};
use FreeCardMove::{BaseToFoundation, StockToColumn, StockToFoundation, ToFoundation, Uncover};
use counts::Counts;

/// For which values the proof holds.
pub fn supports(rules: &Rules) -> bool {
    let Rules {
        pack: _,
        columns: _,
        rows: _,
        passes: _,
        foundation_return,
        runs_to_spaces,
        forced_talon_play,
        one_pile_per_suit,
        face_down,
        forced_aces,
    } = rules;
    *runs_to_spaces
        && !foundation_return
        && !forced_talon_play
        && !one_pile_per_suit
        && !face_down
        && !forced_aces
}

/// What tells states apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FreeCardKey {
    pub stock: u64,
    /// As in [`State::foundations`].
    pub foundations: [u8; 8],
    /// The place of each column's base, from 1; 0 for a cleared one.
    pub bases: [u8; COLUMNS],
    pub turned: u8,
    pub pass: u8,
}

/// A state and what follows from it.
#[derive(Debug, Clone, Copy)]
pub struct FreeCardState {
    pub key: FreeCardKey,
    pub free: Cards,
}

impl FreeCardState {
    /// The start of a deal.
    pub fn new(deal: &Deal, start: &State) -> FreeCardState {
        let &State { stock, foundations, turned, pass, .. } = start;
        let key = FreeCardKey { stock, foundations, bases: [0; COLUMNS], turned, pass };
        let mut state = FreeCardState { key, free: Cards::default() };
        for column in 0..deal.width {
            state.uncover_to(deal, column, deal.dealt[column].len());
        }
        state
    }

    /// Leaves the first so many dealt cards to a column.
    fn uncover_to(&mut self, deal: &Deal, column: usize, cards: usize) {
        let base = deal.base(column, cards);
        self.key.bases[column] = base;
        for &card in &deal.dealt[column][usize::from(base)..cards] {
            self.free = self.free.add(card);
        }
    }

    /// Whether a card of the type is free.
    pub fn has(&self, card: CardType) -> bool {
        self.free.0[card.suit()] & (3 * digit(card)) != 0
    }
}

/// A macro move: what cannot be undone. The cards that are in its way are put elsewhere first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FreeCardMove {
    /// A free card to its foundation.
    ToFoundation { card: CardType },
    /// A column's base to its foundation.
    BaseToFoundation { column: u8 },
    /// A column's base with all that lies on it onto another column.
    Uncover { column: u8 },
    /// On to the stock card at a place, and then the card to its foundation.
    StockToFoundation { place: u8 },
    /// The same, and the card onto a column.
    StockToColumn { place: u8 },
}

/// A deal without how free cards lie.
pub struct FreeCardSpace<'d> {
    pub deal: &'d Deal,
    prunings: Prunings,
}

impl<'d> FreeCardSpace<'d> {
    /// Nothing if the rules are not those of the claim. Of the prunings `safe_foundation_moves` and
    /// `delete_relaxation` count.
    pub fn new(deal: &'d Deal, prunings: Prunings) -> Option<FreeCardSpace<'d>> {
        supports(&deal.rules).then_some(FreeCardSpace { deal, prunings })
    }

    /// The state of the start of the deal, safe foundation moves played.
    pub fn start(&self, start: &State) -> FreeCardState {
        let mut state = FreeCardState::new(self.deal, start);
        self.play_safe_moves(&mut state, |_| {});
        state
    }

    /// The base of a column that is not cleared.
    pub fn base(&self, state: &FreeCardState, column: usize) -> CardType {
        self.deal.dealt[column][usize::from(state.key.bases[column]) - 1]
    }

    pub fn columns_with_base(&self, state: &FreeCardState) -> impl Iterator<Item = usize> + use<> {
        let bases = state.key.bases;
        (0..self.deal.width).filter(move |&column| bases[column] > 0)
    }

    pub fn counts(&self, state: &FreeCardState) -> Counts {
        let free = Lines(state.free.lines());
        let mut counts = Counts { free, parents: free, cleared: self.deal.width as u32 };
        for column in self.columns_with_base(state) {
            counts.parents = counts.parents.with(self.base(state, column));
            counts.cleared -= 1;
        }
        counts
    }

    /// A foundation move that never hurts by `safe_foundation_moves.rs`; a free card lies on one that it
    /// builds on, or first in a cleared column.
    fn safe_move(&self, state: &FreeCardState) -> Option<FreeCardMove> {
        let next = self.deal.next_cards(&state.key.foundations);
        let waste_top = state.key.turned.checked_sub(1);
        let waste_is_safe = |&i: &u8| next.is_safe_on_waste(self.deal.stock[usize::from(i)]);
        if let Some(place) = waste_top.filter(waste_is_safe) {
            return Some(StockToFoundation { place });
        }
        let free_card_is_safe = |card: &CardType| next.is_safe_on_parent(*card) && state.has(*card);
        let can_be_open = |card: CardType| self.counts(state).fit_without(card);
        let mut safe = bits(next.all).map(CardType::from_index).filter(free_card_is_safe);
        if let Some(card) = safe.find(|&card| can_be_open(card)) {
            return Some(ToFoundation { card });
        }
        let base_is_safe = |&column: &usize| {
            let base = self.base(state, column);
            next.is_safe_on_waste(base) && can_be_open(base)
        };
        let column = self.columns_with_base(state).find(base_is_safe)?;
        Some(BaseToFoundation { column: column as u8 })
    }

    pub fn play_safe_moves(&self, state: &mut FreeCardState, mut tell: impl FnMut(FreeCardMove)) {
        while let Some(m) = self.safe_move(state).filter(|_| self.prunings.safe_foundation_moves) {
            tell(m);
            self.play_move(state, m);
        }
    }

    pub fn play_move(&self, state: &mut FreeCardState, m: FreeCardMove) {
        match m {
            ToFoundation { card } => {
                state.free.0[card.suit()] -= digit(card);
                to_foundation(state, card);
            }
            BaseToFoundation { column } | Uncover { column } => {
                let column = usize::from(column);
                let base = self.base(state, column);
                match m {
                    Uncover { .. } => state.free = state.free.add(base),
                    _ => to_foundation(state, base),
                }
                state.uncover_to(self.deal, column, usize::from(state.key.bases[column]) - 1);
            }
            StockToFoundation { place } | StockToColumn { place } => {
                let card = self.deal.stock[usize::from(place)];
                match m {
                    StockToColumn { .. } => state.free = state.free.add(card),
                    _ => to_foundation(state, card),
                }
                let key = &mut state.key;
                if place + 1 < key.turned {
                    key.pass += u8::from(self.deal.rules.passes.is_some());
                }
                key.stock &= !(1 << place);
                key.turned = 64 - (key.stock & below(place)).leading_zeros() as u8;
            }
        }
    }
}

fn to_foundation(state: &mut FreeCardState, card: CardType) {
    let first = 2 * card.suit();
    let high_takes_it = state.key.foundations[first] == card.rank() - 1;
    state.key.foundations[first + usize::from(!high_takes_it)] += 1;
}

impl Space for FreeCardSpace<'_> {
    type State = FreeCardState;
    type Move = FreeCardMove;
    type Key = FreeCardKey;

    /// With unlimited passes without the place in the talon, as in `talon_macro_moves.rs`.
    fn key(&self, state: &FreeCardState) -> FreeCardKey {
        let any_place = self.deal.rules.passes.is_none();
        FreeCardKey { turned: if any_place { 0 } else { state.key.turned }, ..state.key }
    }

    fn is_won(&self, state: &FreeCardState) -> bool {
        state.key.stock == 0 && state.key.bases == [0; COLUMNS]
    }

    fn moves(&self, state: &FreeCardState, moves: &mut Vec<FreeCardMove>) {
        if self.prunings.delete_relaxation && delete_relaxation::is_lost(self.deal, state) {
            return;
        }
        let next = self.deal.next_cards(&state.key.foundations);
        let takes = |card: CardType| next.all >> card.index() & 1 == 1;
        let counts = self.counts(state);
        for i in self.columns_with_base(state) {
            let (base, column) = (self.base(state, i), i as u8);
            if counts.fit_with(base) {
                moves.push(Uncover { column });
            }
            if takes(base) && counts.fit_without(base) {
                moves.push(BaseToFoundation { column });
            }
        }
        let &FreeCardKey { stock, turned, pass, .. } = &state.key;
        let may_redeal = self.deal.rules.passes.is_none_or(|passes| pass < passes);
        let top = turned.checked_sub(1).map_or(0, |place| 1 << place);
        let reach = if may_redeal { stock } else { stock & !below(turned) | top };
        for place in bits(reach) {
            let card = self.deal.stock[usize::from(place)];
            if counts.fit_with(card) {
                moves.push(StockToColumn { place });
            }
            if takes(card) {
                moves.push(StockToFoundation { place });
            }
        }
        for card in bits(next.all).map(CardType::from_index) {
            if state.has(card) && counts.fit_without(card) {
                moves.push(ToFoundation { card });
            }
        }
    }

    fn play(&self, state: &mut FreeCardState, m: FreeCardMove) {
        self.play_move(state, m);
        self.play_safe_moves(state, |_| {});
    }
}
