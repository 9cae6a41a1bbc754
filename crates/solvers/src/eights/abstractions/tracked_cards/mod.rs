//! The abstraction in which few cards are tracked: what is lost in it is lost in the free-card space.
//!
//! *Setup.* Cards are tracked or untracked (`relaxed_state.rs`). To uncover a base is tracked if one of the cards
//! that it frees is. What is untracked and can be uncovered, or taken from the top of the waste or next
//! of the talon, is so at once. Moves are to uncover and to take what is tracked, to turn on to a card further on in
//! the talon and take it, and to redeal. Some types, all of whose cards are tracked, have *tracked foundations*: which
//! of them are on foundations is part of the state, none comes back, and they need no place in a chain to go
//! there from. Others are taken to be there whenever they can be. How many places are turned over is counted as in
//! `delete_relaxation.rs`.
//!
//! *Claim.* If the abstraction cannot be won from a state, whatever is tracked, the state is lost.
//!
//! *Invariant* (simulation relation). To each state of a play there is an abstract one that can be reached and
//! simulates it: (a) of tracked cards the same are uncovered and taken, of types with tracked foundations
//! the same are there; (b) of untracked cards at least those; (c) it is the same pass; (d) no more places of the
//! stock are turned over than in the play.
//!
//! *Each move keeps it.*
//! - A turn of the play: the abstraction waits. A redeal: it redeals, and no place is turned over in both.
//! - A card of the waste to a column or a foundation: let it not be taken in the abstraction yet. On top of it in the
//!   waste of the abstraction there is nothing: by (d) such a card's place is turned over in the play, where the card
//!   has left since, and by (a) and (b) it has left in the abstraction. So the card is on top of the waste, or
//!   further on in the talon; to turn on to it turns over no place that the play has not. It can be taken: of what
//!   is asked to have a place all is released in the play (by (a); what lay on the card by (d)), and what offers
//!   places in the play does so here (by (b); in a column no base is counted that lay on the last tracked one uncovered, for that has left in the play
//!   too). So it is a move, or done already.
//! - A base to a foundation or to a column: likewise.
//! - A free card of a type with tracked foundation to it: the same, as soon as a move needs it (`search.rs`). Other moves of
//!   free cards: nothing.
//!
//! *Conclusion.* A win leaves no base and no stock card there either.
//!
//! *Claim.* To play a card to its tracked foundation at once loses no win if those that could lie on it, and those
//! that could lie on these, can go to foundations as soon as they are free ([`RelaxedState::needs_no_place`]).
//! *Proof.* Look at a win without that, and play all such cards and all that could lie on them in turn as soon as they
//! are free. None of them needs a place then, and no other card has its place on one of them.
//!
//! *Needs.* The free-card space.
//! Oracle: `no_state_that_can_be_won_is_lost_whatever_is_tracked`, and `each_pruning` in `tests/eights`.

mod closure;
mod columns;
mod flaws;
mod nogoods;
mod refinement;
mod search;

use gehtauf_rules::eights::Rules;
use gehtauf_search::bits;

use super::card_counts::Cards;
use super::free_cards::{self, FreeCardKey, FreeCardState};
use super::relaxed_state::{RelaxedState, Uncovered};
use crate::eights::state::{COLUMNS, CardType, Deal, below};
use AbstractMove::{Redeal, Take, ToFoundation, Uncover};
use columns::{ColumnPart, walk};

pub use refinement::Refinement;

/// For which values the proof holds.
pub fn supports(rules: &Rules) -> bool {
    free_cards::supports(rules)
}

/// What an abstraction tracks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tracked {
    /// The places of dealt cards, by column.
    pub columns: [u32; COLUMNS],
    /// Places of the stock.
    pub stock: u64,
    /// Types with tracked foundations, four bits each; all of their cards are tracked.
    pub foundations: [u64; 4],
}

/// A card that may be tracked, or a type whose foundation may be.
#[derive(Debug, Clone, Copy)]
pub enum Trackable {
    Dealt { column: usize, place: usize },
    Stock(u8),
    Foundation(CardType),
}

impl Tracked {
    pub fn has_tracked_foundation(&self, card: CardType) -> bool {
        Cards(self.foundations).of(card) > 0
    }

    pub fn with(mut self, deal: &Deal, items: &[Trackable]) -> Tracked {
        for &item in items {
            match item {
                Trackable::Dealt { column, place } => self.columns[column] |= 1 << place,
                Trackable::Stock(place) => self.stock |= 1 << place,
                Trackable::Foundation(card) => {
                    self.foundations[card.suit()] |= 15 << (4 * (card.rank() - 1));
                    self.stock |= deal.places_of_type[card.index()];
                    for (column, cards) in self.columns.iter_mut().zip(&deal.dealt) {
                        let places = (0..cards.len()).filter(|&place| cards[place] == card);
                        *column |= places.fold(0, |places, place| places | 1 << place);
                    }
                }
            }
        }
        self
    }
}

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
    parts: Vec<Vec<ColumnPart>>,
    /// [`ColumnPart::last_tracked`] for each base and column, close together.
    last_tracked: Vec<[u8; COLUMNS]>,
    /// The types with tracked foundations.
    with_foundations: Vec<CardType>,
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

    fn part(&self, column: usize, base: u8) -> &ColumnPart {
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
                let is_tracked = self.tracked.stock >> place & 1 == 1;
                let turned_over = state.stock & below(place) & !below(state.turned);
                if place >= state.turned && (is_tracked || turned_over != 0) {
                    state.turned = place + 1;
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

/// All card types.
pub fn card_types() -> impl Iterator<Item = CardType> {
    (0..4).flat_map(|suit| (1..=13).map(move |rank| CardType::of(rank, suit)))
}
