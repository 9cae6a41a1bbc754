//! The states and moves of an abstraction.

use gehtauf_search::bits;

use super::columns::{ColumnPart, walk};
use super::tracked::{Trackable, Tracked, card_types};
use crate::eights::abstractions::card_counts::Cards;
use crate::eights::abstractions::free_cards::{FreeCardKey, FreeCardState};
use crate::eights::abstractions::relaxed_state::{RelaxedState, Uncovered};
use crate::eights::state::{COLUMNS, CardType, Deal, below};
use AbstractMove::{Redeal, Take, ToFoundation, Uncover};

/// What is done in the abstraction; `to_foundation` if a card with a tracked foundation goes there with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbstractMove {
    Uncover { column: u8, to_foundation: bool },
    Take { place: u8, to_foundation: bool },
    ToFoundation(CardType),
    Redeal,
}

impl AbstractMove {
    /// Without what becomes of the card; nothing if it is nothing else.
    pub fn without_foundation(self) -> Option<AbstractMove> {
        match self {
            Uncover { column, .. } => Some(Uncover { column, to_foundation: false }),
            Take { place, .. } => Some(Take { place, to_foundation: false }),
            ToFoundation(_) => None,
            Redeal => Some(self),
        }
    }
}

/// A state of the abstraction.
#[derive(Debug, Clone, Copy)]
pub struct AbstractState {
    pub bases: [u8; COLUMNS],
    pub stock: u64,
    pub turned: u8,
    pub pass: u8,
    /// What the foundations held at the start, and of types with tracked foundations what they hold now.
    pub foundations: Cards,
}

impl AbstractState {
    pub fn new(deal: &Deal, start: &FreeCardState) -> AbstractState {
        let &FreeCardKey { bases, stock, turned, pass, .. } = &start.key;
        let foundations = Cards::on_foundations(deal, &start.key.foundations);
        AbstractState { bases, stock, turned, pass, foundations }
    }
}

/// The abstraction of a deal from a state on in which these cards are tracked.
pub struct Abstraction<'d> {
    pub deal: &'d Deal,
    pub start: FreeCardState,
    pub tracked: Tracked,
    /// For each column and base.
    pub parts: Vec<Vec<ColumnPart>>,
    /// [`ColumnPart::last_tracked`] for each base and column, close together.
    pub last_tracked: Vec<[u8; COLUMNS]>,
    /// The types with tracked foundations.
    pub with_foundations: Vec<CardType>,
}

impl<'d> Abstraction<'d> {
    pub fn new(deal: &'d Deal, start: FreeCardState, tracked: Tracked) -> Abstraction<'d> {
        let bases = usize::from(*start.key.bases.iter().max().expect("columns")) + 1;
        let mut last_tracked = vec![[0; COLUMNS]; bases];
        let parts = (0..deal.width).map(|column| {
            let mut parts = vec![ColumnPart::default(); bases];
            walk(deal, &start, &tracked, column, 0, |base, part| {
                parts[usize::from(base)] = part;
                last_tracked[usize::from(base)][column] = part.last_tracked;
            });
            parts
        });
        let parts = parts.collect();
        let with_foundations =
            card_types().filter(|&card| tracked.has_tracked_foundation(card)).collect();
        Abstraction { deal, start, tracked, parts, last_tracked, with_foundations }
    }

    /// Whether the move could be if these were tracked too.
    pub fn could_be(&self, state: &AbstractState, m: AbstractMove, items: &[Trackable]) -> bool {
        let tracked = self.tracked.with(self.deal, items);
        let relaxed = self.relaxed_with(state, &tracked, |column| {
            let mut uncovered = Uncovered::default();
            let base = state.bases[column];
            walk(self.deal, &self.start, &tracked, column, base, |_, part| {
                uncovered = part.uncovered
            });
            uncovered
        });
        self.can_be(&relaxed, m)
    }

    pub fn part(&self, column: usize, base: u8) -> &ColumnPart {
        &self.parts[column][usize::from(base)]
    }

    pub fn relaxed(&self, state: &AbstractState) -> RelaxedState<'d> {
        self.relaxed_with(state, &self.tracked, |column| {
            self.part(column, state.bases[column]).uncovered
        })
    }

    fn relaxed_with(
        &self,
        state: &AbstractState,
        tracked: &Tracked,
        uncovered: impl Fn(usize) -> Uncovered,
    ) -> RelaxedState<'d> {
        let taken = self.start.key.stock & !state.stock;
        let cards = |places: u64| {
            bits(places).fold(Cards::default(), |cards, place| {
                cards.add(self.deal.stock[usize::from(place)])
            })
        };
        let mut relaxed = RelaxedState::new(self.deal, &self.start);
        relaxed.untracked &= !tracked.stock;
        relaxed.tracked_foundations = tracked.foundations;
        relaxed.foundations = state.foundations;
        relaxed.tracked = relaxed.tracked.and(cards(taken & tracked.stock));
        relaxed.taken = cards(taken & !tracked.stock);
        relaxed.all = Uncovered::default();
        for column in 0..self.deal.width {
            relaxed.columns[column] = uncovered(column);
            relaxed.all = relaxed.all.and(relaxed.columns[column]);
        }
        (relaxed.bases, relaxed.stock) = (state.bases, state.stock);
        (relaxed.turned, relaxed.pass) = (state.turned, state.pass);
        relaxed
    }

    pub fn is_tracked(&self, state: &AbstractState, m: AbstractMove) -> bool {
        match m {
            Uncover { column, .. } => {
                let column = usize::from(column);
                self.part(column, state.bases[column]).is_tracked
            }
            Take { place, .. } => self.tracked.stock >> place & 1 == 1,
            ToFoundation(_) | Redeal => true,
        }
    }

    pub fn can_be(&self, relaxed: &RelaxedState<'_>, m: AbstractMove) -> bool {
        match m {
            Uncover { column, to_foundation } => {
                relaxed.can_uncover(usize::from(column), to_foundation)
            }
            Take { place, to_foundation } => relaxed.can_take(place, to_foundation),
            ToFoundation(card) => relaxed.playable_of(std::iter::once(card)).next().is_some(),
            Redeal => true,
        }
    }

    pub fn play(&self, state: &mut AbstractState, m: AbstractMove) {
        match m {
            Uncover { column, to_foundation } => {
                let column = usize::from(column);
                let base = usize::from(state.bases[column]);
                state.bases[column] = self.deal.base(column, base - 1);
                if to_foundation {
                    state.foundations = state.foundations.add(self.deal.dealt[column][base - 1]);
                }
            }
            Take { place, to_foundation } => {
                if self.tracked.stock >> place & 1 == 1 {
                    state.turned = state.turned.max(place + 1);
                } else {
                    // It is turned on until the card is the next one.
                    let before = state.stock & below(place) & !below(state.turned);
                    state.turned = state.turned.max(64 - before.leading_zeros() as u8);
                }
                state.stock &= !(1 << place);
                if to_foundation {
                    state.foundations = state.foundations.add(self.deal.stock[usize::from(place)]);
                }
            }
            ToFoundation(card) => state.foundations = state.foundations.add(card),
            Redeal => {
                state.turned = 0;
                state.pass += u8::from(self.deal.rules.passes.is_some());
            }
        }
    }
}
