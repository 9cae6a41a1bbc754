//! The moves of the free-card space.

use gehtauf_search::{Space, bits};

use super::counts::Counts;
use super::state::{FreeCardKey, FreeCardState, supports};
use crate::eights::abstractions::card_counts::digit;
use crate::eights::abstractions::delete_relaxation;
use crate::eights::prunings::Prunings;
use crate::eights::state::{COLUMNS, CardType, Deal, State, below, may_redeal};
use FreeCardMove::{BaseToFoundation, StockToColumn, StockToFoundation, ToFoundation, Uncover};

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
        let free = state.free.lines();
        let mut counts = Counts { free, parents: free, cleared: self.deal.width as u32 };
        for column in self.columns_with_base(state) {
            counts.parents = counts.parents.with(self.base(state, column));
            counts.cleared -= 1;
        }
        counts
    }

    /// A foundation move that never hurts by `safe_foundation_moves.rs`; a free card lies on one that it
    /// builds on, or first in a cleared column.
    pub fn safe_move(&self, state: &FreeCardState) -> Option<FreeCardMove> {
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
        let may_redeal = may_redeal(&self.deal.rules, pass);
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
