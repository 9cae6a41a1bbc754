//! What follows in an abstract state without a choice, and what a move leads to.

use gehtauf_search::hashing;

use super::abstraction::AbstractMove::{self, Redeal, Take, ToFoundation, Uncover};
use super::abstraction::{AbstractState, Abstraction};
use crate::eights::abstractions::relaxed_state::RelaxedState;
use crate::eights::state::CardType;

impl<'d> Abstraction<'d> {
    /// Does what is untracked, and plays to foundations what needs no place.
    fn close(&self, relaxed: &mut RelaxedState<'_>, mut tell: impl FnMut(AbstractMove)) {
        loop {
            let mut moved = false;
            let is_untracked = |&place: &u8| self.tracked.stock >> place & 1 == 0;
            while let Some(place) =
                relaxed.offered().filter(is_untracked).find(|&place| relaxed.can_take(place, false))
            {
                relaxed.take(place);
                tell(Take { place, to_foundation: false });
                moved = true;
            }
            for column in 0..self.deal.width {
                while relaxed.bases[column] > 0
                    && !self.part(column, relaxed.bases[column]).is_tracked
                    && relaxed.can_uncover(column, false)
                {
                    relaxed.uncover(column);
                    tell(Uncover { column: column as u8, to_foundation: false });
                    moved = true;
                }
            }
            let safe = |relaxed: &RelaxedState<'_>| {
                self.playable(relaxed).find(|&card| relaxed.needs_no_place(card))
            };
            while let Some(card) = safe(relaxed) {
                relaxed.foundations = relaxed.foundations.add(card);
                tell(ToFoundation(card));
                moved = true;
            }
            if !moved {
                return;
            }
        }
    }

    /// Does that in a state; says what follows of the state.
    pub fn closed(
        &self,
        state: &mut AbstractState,
        tell: impl FnMut(AbstractMove),
    ) -> RelaxedState<'d> {
        let mut relaxed = self.relaxed(state);
        self.close(&mut relaxed, tell);
        (state.bases, state.stock, state.foundations) =
            (relaxed.bases, relaxed.stock, relaxed.foundations);
        relaxed
    }

    /// The states after a move, with it or its like for a card that goes to its foundation with it. Before it
    /// cards go to tracked foundations only as far as it needs that: what more of the same leads to is
    /// dominated. Says also how often it asked whether the move can be.
    pub fn after(
        &self,
        state: &AbstractState,
        relaxed: &RelaxedState<'_>,
        m: AbstractMove,
    ) -> (Vec<(AbstractState, AbstractMove)>, usize) {
        let mut found: Vec<(AbstractState, AbstractMove)> = Vec::new();
        let mut seen = hashing::set();
        let mut foundations_before = vec![relaxed.foundations];
        let mut next = 0;
        while let Some(&foundations) = foundations_before.get(next) {
            next += 1;
            if found.iter().any(|(other, _)| other.foundations.is_among(foundations)) {
                continue;
            }
            let relaxed = RelaxedState { foundations, ..*relaxed };
            let is_possible = self.can_be(&relaxed, m);
            let m = if is_possible { Some(m) } else { self.with_foundation(&relaxed, m) };
            if let Some(m) = m {
                let mut after = AbstractState { foundations, ..*state };
                self.play(&mut after, m);
                found.push((after, m));
            }
            if !is_possible {
                let safe = self.playable(&relaxed).find(|&card| relaxed.needs_no_place(card));
                let cards =
                    self.playable(&relaxed).filter(|&card| safe.is_none_or(|safe| safe == card));
                foundations_before.extend(
                    cards
                        .map(|card| foundations.add(card))
                        .filter(|&foundations| seen.insert(foundations)),
                );
            }
        }
        (found, next)
    }

    /// The cards that can go to tracked foundations.
    fn playable(&self, relaxed: &RelaxedState<'_>) -> impl Iterator<Item = CardType> {
        relaxed.playable_of(self.with_foundations.iter().copied())
    }

    /// The same move for a card that goes to its tracked foundation with it.
    fn with_foundation(&self, relaxed: &RelaxedState<'_>, m: AbstractMove) -> Option<AbstractMove> {
        let m = match m {
            Uncover { column, .. } => Uncover { column, to_foundation: true },
            Take { place, .. } => Take { place, to_foundation: true },
            ToFoundation(_) | Redeal => return None,
        };
        let card = self.put_on_foundation(relaxed, m)?;
        (self.tracked.has_tracked_foundation(card) && self.can_be(relaxed, m)).then_some(m)
    }

    /// The card that a move plays to a tracked foundation.
    pub fn put_on_foundation(
        &self,
        relaxed: &RelaxedState<'_>,
        m: AbstractMove,
    ) -> Option<CardType> {
        match m {
            Uncover { column, to_foundation: true } => Some(relaxed.base(usize::from(column))),
            Take { place, to_foundation: true } => Some(self.deal.stock[usize::from(place)]),
            ToFoundation(card) => Some(card),
            _ => None,
        }
    }
}
