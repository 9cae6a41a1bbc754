//! Where a win of an abstraction fails as a play of ours, and what is tracked next.
//!
//! What is untracked in the win is put off as long as can be first. Of its moves that could not be if all cards were
//! tracked the one is looked for that shows so with the fewest; these become tracked. If there is none,
//! foundations become tracked, unless cards come back from there. Which does not matter for the claims, only for how soon
//! there is a proof.

use gehtauf_search::{Budget, Stop, bits};

use super::abstraction::AbstractMove::{self, Redeal, Take, Uncover};
use super::abstraction::{AbstractState, Abstraction};
use super::tracked::{Trackable, Tracked, card_types};

impl Abstraction<'_> {
    /// Puts off what is untracked in a win as long as can be.
    pub fn postpone_untracked(&self, moves: &mut [AbstractMove]) {
        let mut states = vec![AbstractState::new(self.deal, &self.start)];
        for &m in moves.iter() {
            let mut state = *states.last().expect("the start");
            self.play(&mut state, m);
            states.push(state);
        }
        for first in (0..moves.len()).rev() {
            if self.is_tracked(&states[first], moves[first]) {
                continue;
            }
            for at in first..moves.len() - 1 {
                let [m, next] = [moves[at], moves[at + 1]];
                let may_change = match (m, next) {
                    (Uncover { column: a, .. }, Uncover { column: b, .. }) => a != b,
                    (Take { .. }, Take { .. } | Redeal) => false,
                    _ => true,
                };
                if !may_change || !self.can_be(&self.relaxed(&states[at]), next) {
                    break;
                }
                let mut between = states[at];
                self.play(&mut between, next);
                if !self.can_be(&self.relaxed(&between), m) {
                    break;
                }
                states[at + 1] = between;
                moves.swap(at, at + 1);
            }
        }
    }

    /// More that is tracked, so that a win of the abstraction is none; nothing if it is one though all is tracked.
    pub fn refined(
        &self,
        moves: &[AbstractMove],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Tracked>, Stop> {
        if let Some(tracked) = self.card_flaw(moves)? {
            return Ok(Some(tracked));
        }
        if self.deal.rules.foundation_return {
            return Ok(None);
        }
        let moves: Vec<AbstractMove> =
            moves.iter().filter_map(|m| m.without_foundation()).collect();
        self.foundation_flaw(&moves, budget)
    }

    /// The fewest untracked cards with which, were they tracked, one of the moves could not be.
    fn card_flaw(&self, moves: &[AbstractMove]) -> Result<Option<Tracked>, Stop> {
        let mut state = AbstractState::new(self.deal, &self.start);
        let mut fewest: Option<Vec<Trackable>> = None;
        for &m in moves {
            let can_be = |items: &[Trackable]| self.could_be(&state, m, items);
            let mut items = self.untracked_items(&state);
            if !can_be(&items) {
                minimise(&mut items, |items| Ok(!can_be(items)))?;
                if fewest.as_ref().is_none_or(|fewest| items.len() < fewest.len()) {
                    fewest = Some(items);
                }
                if fewest.as_ref().is_some_and(|fewest| fewest.len() == 1) {
                    break;
                }
            }
            self.play(&mut state, m);
        }
        Ok(fewest.map(|items| self.tracked.with(self.deal, &items)))
    }

    /// The untracked cards that have left their places.
    fn untracked_items(&self, state: &AbstractState) -> Vec<Trackable> {
        let taken = self.start.key.stock & !state.stock & !self.tracked.stock;
        let mut items: Vec<Trackable> = bits(taken).map(Trackable::Stock).collect();
        for column in 0..self.deal.width {
            let uncovered =
                usize::from(state.bases[column])..usize::from(self.start.key.bases[column]);
            let untracked =
                uncovered.filter(|&place| self.tracked.columns[column] >> place & 1 == 0);
            items.extend(untracked.map(|place| Trackable::Dealt { column, place }));
        }
        items
    }

    /// The fewest foundations and cards with which, were they tracked, the moves could not be, however
    /// the foundation moves come in between.
    fn foundation_flaw(
        &self,
        moves: &[AbstractMove],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Tracked>, Stop> {
        let mut end = AbstractState::new(self.deal, &self.start);
        moves.iter().for_each(|&m| self.play(&mut end, m));
        let cards = self.untracked_items(&end);
        let with = |items: &[Trackable], cards: &[Trackable]| {
            let tracked = self.tracked.with(self.deal, items).with(self.deal, cards);
            Abstraction::new(self.deal, self.start, tracked)
        };
        let mut items: Vec<Trackable> = card_types().map(Trackable::Foundation).collect();
        let Some(end) = with(&items, &cards).first_flaw(moves, budget)? else {
            return Ok(None);
        };
        let moves = &moves[..=end];
        minimise(&mut items, |items| Ok(with(items, &cards).first_flaw(moves, budget)?.is_some()))?;
        let mut fewest = cards.clone();
        minimise(&mut fewest, |cards| {
            Ok(with(&items, cards).first_flaw(moves, budget)?.is_some())
        })?;
        Ok(Some(self.tracked.with(self.deal, &items).with(self.deal, &fewest)))
    }

    /// The index of the first move that cannot be, with moves to tracked foundations where they help.
    fn first_flaw(
        &self,
        moves: &[AbstractMove],
        budget: &mut Budget<'_>,
    ) -> Result<Option<usize>, Stop> {
        let mut states = vec![AbstractState::new(self.deal, &self.start)];
        for (i, &m) in moves.iter().enumerate() {
            let mut after: Vec<AbstractState> = Vec::new();
            for state in states {
                let (states, times_asked) = self.after(&state, &self.relaxed(&state), m);
                (0..times_asked).try_for_each(|_| budget.visit())?;
                for (state, _) in states {
                    if !after.iter().any(|other| other.foundations.is_among(state.foundations)) {
                        after.retain(|other| !state.foundations.is_among(other.foundations));
                        after.push(state);
                    }
                }
            }
            if after.is_empty() {
                return Ok(Some(i));
            }
            states = after;
        }
        Ok(None)
    }
}

/// Leaves items out, many at a time at first, as long as the others will do (deletion filter).
fn minimise(
    items: &mut Vec<Trackable>,
    mut will_do: impl FnMut(&[Trackable]) -> Result<bool, Stop>,
) -> Result<(), Stop> {
    let mut size = items.len();
    while size > 0 {
        let mut at = 0;
        while at < items.len() {
            let mut fewer = items.clone();
            fewer.drain(at..items.len().min(at + size));
            if will_do(&fewer)? {
                *items = fewer;
            } else {
                at += size;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Ok(())
}
