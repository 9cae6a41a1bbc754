//! The same without heads: exact for `spaces=any-run`, and smaller; under one card to a space a proof that a state is lost.
//!
//! *Setup.* As the module has it, with `spaces=any-run`, but for the heads: the state leaves them out. A column without a base
//! is *cleared*, whether or not it is empty. children(f) is the number of free cards of face f, parents(f) that of free cards
//! and bases of its parent face. A class of cards with the same parent face *needs* as many cleared columns as it has more children than
//! parents; *spare* is the number of cleared columns that no class needs.
//!
//! *Claim.* A position from which the steps of this file lead to no state without stock and bases is lost, with
//! either value of `spaces`.
//!
//! *Invariant.* Each free card lies first in a cleared column or on one of its parents, which carries no
//! other. So of each class at least as many as are needed lie first in cleared columns, and spare >= 0.
//!
//! *Each move keeps it*, and each move of a position of a state is a step of the state or leaves it as it is. A class *has room* if
//! it has fewer children than parents or spare >= 1.
//! - A card of a column or of the stock goes onto a column, or a base leaves its column: with it among the
//!   children no more columns are needed than there were before what it uncovers, so its class has room. A
//!   free card that moves changes nothing.
//! - A card X of a column goes to a foundation: it carries nothing, so that without it among the parents no more
//!   columns are needed: the class that builds on X has room.
//! - A turned card may be left unplayed only if no card of its parent face is open: then each parent carries a child, so
//!   there are no fewer children than parents. If there are fewer, it must be played at once. What a
//!   forced card may do an unforced one may do as well.
//! - Redeals, stock cards to foundations and Aces are as the module has them.
//!
//! *Conclusion.* By induction a win is a chain of steps. One card to a space is a restriction: what is lost with
//! any run is lost with one card.
//!
//! *Needs.* As the module.

use std::cell::RefCell;

use gehtauf_search::{Space, bits};

use super::column_play::Memo;
use super::fingerprints::group;
use super::persistent_sets::{self, Near};
use super::sets::Sets;
use super::state::{Deal, State, Talon};
use super::steps::Step;
use super::switches::Switches;
use crate::eights::abstractions::card_counts::Cards;
use crate::eights::abstractions::delete_relaxation;
use crate::eights::abstractions::free_cards::{FreeCardKey, FreeCardState};
use crate::eights::card_types::{ByRank, bit, excess};
use crate::eights::state::{self as packed, CardType, below, landing};

#[inline]
fn sum(by_rank: ByRank) -> u32 {
    const ODD: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let bytes = (by_rank & ODD) + (by_rank >> 4 & ODD);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// What counts for the steps of a state.
pub struct Counts {
    /// By colour: parents that carry no child if no more columns are taken than are needed.
    open: [ByRank; 2],
    spare: u32,
}

impl Counts {
    #[inline]
    pub fn new(deal: &Deal, state: &State) -> Counts {
        let [clubs, diamonds, hearts, spades] = state.followers;
        let children = [clubs + spades, diamonds + hearts];
        let mut parents = children;
        for column in deal.columns_with_base(state) {
            let face = deal.base(state, column).face();
            parents[face & 1] += 1 << (4 * (face >> 1));
        }
        let children_of = [children[1] << 4, children[0] << 4];
        let needed =
            sum(excess(children_of[0], parents[0])) + sum(excess(children_of[1], parents[1]));
        let open = [excess(parents[0], children_of[0]), excess(parents[1], children_of[1])];
        Counts { open, spare: u32::from(state.spaces) - needed }
    }

    #[inline]
    fn is_open(&self, face: usize) -> bool {
        self.open[face & 1] >> (4 * (face >> 1)) & 15 > 0
    }

    /// Whether one more card can lie on cards of this face, or first in a column instead of one that does.
    #[inline]
    fn has_room(&self, face: usize) -> bool {
        self.spare > 0 || self.is_open(face)
    }
}

/// Whether the delete relaxation that counts chains proves a state lost.
///
/// *Claim.* `delete_relaxation` holds of the states here. *Proof.* Its relaxed play is asked for places by the cards that
/// have left theirs, which lie here, as there, on foundations, in chains on bases or first in cleared
/// columns. Of the dealt cards under a base only the last comes free at a time, as the packed deal of 8x8 has it: no
/// run among them is longer than a card. What is forced, one card to a space and one pile per suit take moves away.
pub fn cannot_go_on(deal: &packed::Deal, state: &State) -> bool {
    let &State { stock, foundations, dealt: bases, turned, pass, .. } = state;
    let key = FreeCardKey { stock, foundations, bases, turned, pass };
    let free = Cards(state.followers.map(|by_rank| by_rank >> 4));
    delete_relaxation::is_lost(deal, &FreeCardState { key, free })
}

/// A deal without heads as the complete search sees it. In its states all free cards are followers, there are no heads,
/// and spaces are the cleared columns.
pub struct Relaxation {
    deal: Deal,
    /// The deal packed for the chain-counting test, if that is switched on.
    packed: Option<Box<packed::Deal>>,
    switches: Switches,
    memo: RefCell<Memo>,
}

impl Relaxation {
    /// The relaxation of a deal packed for the complete search, and the state of its start.
    pub fn new(
        deal: Deal,
        start: &State,
        packed: Option<Box<packed::Deal>>,
        mut switches: Switches,
    ) -> (Relaxation, State) {
        let mut state = *start;
        state.spaces = (deal.width - deal.columns_with_base(start).count()) as u8;
        for (followers, heads) in state.followers.iter_mut().zip(&mut state.heads) {
            *followers += std::mem::take(heads);
        }
        state.open = [0; 2];
        state.fingerprint = deal.fingerprint(&state);
        switches.persistent_sets &= persistent_sets::supports(&deal.rules, deal.talon);
        (Relaxation { deal, packed, switches, memo: RefCell::default() }, state)
    }

    /// The deal.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The column steps that need not be put off, or the only step that is needed, if there is one; there is none if one
    /// of the tests that are switched on proves the state lost.
    pub fn near(&self, state: &State, counts: &Counts) -> Result<Near, Option<Step>> {
        let Switches { dead_ends, persistent_sets, .. } = self.switches;
        let mut near = Near::ALL;
        // (No column is cleared, so that the state and its steps are those with heads.)
        let state_with_heads = State { open: counts.open, ..*state };
        if (dead_ends || persistent_sets) && state.spaces == 0 {
            let mut memo = self.memo.borrow_mut();
            let sets = Sets::new(&self.deal, &state_with_heads);
            let play = memo.play(&self.deal, &sets);
            if persistent_sets && !state.must_play {
                near = Near::new(&self.deal, &state_with_heads, play)?;
            }
            if dead_ends && play.relaxed.proves_loss(&self.deal, state) {
                return Err(None);
            }
        }
        let is_lost = self.packed.as_ref().is_some_and(|deal| cannot_go_on(deal, state));
        if is_lost { Err(None) } else { Ok(near) }
    }

    fn steps_up(
        &self,
        state: &State,
        counts: &Counts,
        most: u8,
        near: Near,
        steps: &mut Vec<Step>,
    ) {
        for card in self.deal.next_cards(state) {
            if card.rank() > most || !counts.has_room(card.face()) {
                continue;
            }
            if state.followers(card) > 0 && near.suits & bit(card) != 0 {
                steps.push(Step::FollowerToFoundation { card });
            }
            for column in near.of(self.deal.columns_with_base(state)) {
                if self.deal.base(state, column) == card {
                    steps.push(Step::BaseToFoundation { column: column as u8 });
                }
            }
        }
    }

    /// The base of a column has left it.
    fn turn_up(&self, state: &mut State, column: usize) {
        self.deal.turn_up(state, column);
        for suit in 0..4 {
            if state.heads[suit] != 0 {
                let card = CardType::of((state.heads[suit].trailing_zeros() / 4) as u8, suit);
                self.deal.take_head(state, card);
                state.followers[suit] += 1 << (4 * card.rank());
            }
        }
        state.open = [0; 2];
    }

    fn free(&self, state: &mut State, card: CardType) {
        state.followers[card.suit()] += 1 << (4 * card.rank());
    }
}

impl Space for Relaxation {
    type State = State;
    type Move = Step;
    type Key = u128;
    const GROUP: Option<fn(&u128) -> u64> = Some(group);

    fn key(&self, state: &State) -> u128 {
        state.fingerprint
    }

    fn is_won(&self, state: &State) -> bool {
        state.stock == 0 && usize::from(state.spaces) == self.deal.width
    }

    fn moves(&self, state: &State, steps: &mut Vec<Step>) {
        let deal = &self.deal;
        let counts = Counts::new(deal, state);
        if !deal.aces_go_up {
            let before = steps.len();
            self.steps_up(state, &counts, 1, Near::ALL, steps);
            if steps.len() > before {
                return;
            }
        }
        let near = match self.near(state, &counts) {
            Ok(near) => near,
            Err(step) => return steps.extend(step),
        };
        let top = match deal.talon {
            Talon::CardByCard => state.waste_top().map_or(0, |place| 1 << place),
            Talon::MacroMoves if deal.may_redeal(state) => state.stock,
            Talon::MacroMoves => {
                state.stock & !below(state.turned) | state.waste_top().map_or(0, |place| 1 << place)
            }
        };
        for place in bits(top) {
            let card = deal.stock[usize::from(place)];
            if deal.pile_for(state, card).is_some() {
                steps.push(Step::StockToFoundation { place });
            }
            let is_ace = deal.aces_go_up && card.rank() == 1;
            if !is_ace && counts.has_room(landing(card.face())) {
                steps.push(Step::StockDown { place });
            }
        }
        if state.must_play {
            return;
        }
        self.steps_up(state, &counts, u8::MAX, near, steps);
        for column in near.of(deal.columns_with_base(state)) {
            if counts.has_room(landing(deal.base(state, column).face())) {
                steps.push(Step::Uncover { column: column as u8 });
            }
        }
        deal.talon_steps(state, |card| counts.is_open(landing(card.face())), steps);
    }

    fn play(&self, state: &mut State, step: Step) {
        let deal = &self.deal;
        match step {
            Step::Uncover { column } => {
                let column = usize::from(column);
                self.free(state, deal.base(state, column));
                self.turn_up(state, column);
            }
            Step::BaseToFoundation { column } => {
                let column = usize::from(column);
                deal.play_to_foundation(state, deal.base(state, column));
                self.turn_up(state, column);
            }
            Step::FollowerToFoundation { card } => {
                state.followers[card.suit()] -= 1 << (4 * card.rank());
                deal.play_to_foundation(state, card);
            }
            Step::StockDown { place } => {
                let card = deal.take_from_stock(state, place);
                self.free(state, card);
            }
            Step::StockToFoundation { place } => {
                let card = deal.take_from_stock(state, place);
                deal.play_to_foundation(state, card);
            }
            Step::Turn => deal.turn(state),
            Step::Redeal => deal.redeal(state),
            Step::TurnTo { turned, redeals } => deal.turn_to(state, turned, redeals),
            _ => unreachable!("no step of the relaxation"),
        }
    }
}
