//! The search of an abstraction.
//!
//! *Claim.* Let two states have the same tracked cards uncovered and taken, the same pass and the same next card
//! of the talon. The one with no fewer untracked cards uncovered and taken, no more places turned over and no more
//! cards on tracked foundations dominates the other. So cards go to tracked foundations only as another move
//! needs it.
//! *Proof.* It simulates the other, as a state simulates one of a play, if before a move it plays to foundations
//! what the other has there.
//!
//! *Claim.* A state is lost if it does not reach the end with nothing tracked from then on.
//! *Proof.* As that of `delete_relaxation.rs`.
//!
//! Oracle: `no_state_that_can_be_won_is_lost_whatever_is_tracked`.

use gehtauf_search::{Budget, Stop, bits, path_to};

use super::abstraction::AbstractMove::{self, Redeal, Take, ToFoundation, Uncover};
use super::abstraction::{AbstractState, Abstraction};
use super::frontier::{Frontier, Reached};
use super::nogoods::{Expanded, NogoodTable, TrackedPart, UntrackedPart};
use super::tracked::card_types;
use crate::eights::abstractions::card_counts::Cards;
use crate::eights::abstractions::delete_relaxation::Goal;
use crate::eights::abstractions::relaxed_state::RelaxedState;
use crate::eights::state::{COLUMNS, below};

impl<'d> Abstraction<'d> {
    /// The moves of a win if there is one. What the tables of coarser abstractions hold is not searched. Leaves
    /// behind what was expanded and is lost.
    ///
    /// # Errors
    /// The budget is spent, or the states have outgrown its bytes.
    pub fn win(
        &self,
        coarser: &[NogoodTable<'_>],
        budget: &mut Budget<'_>,
    ) -> (Result<Option<Vec<AbstractMove>>, Stop>, Expanded) {
        let mut expanded = Expanded::new(budget.memory());
        let mut share = budget.memory().share();
        let mut frontier = Frontier::new(AbstractState::new(self.deal, &self.start));
        while let Some((mut state, reached)) = frontier.pop() {
            let relaxed = self.closed(&mut state, |_| {});
            let (tracked, untracked) = self.parts_of(&state);
            if expanded.dominates(&tracked, &untracked)
                || coarser.iter().rev().any(|nogoods| nogoods.has(&state))
            {
                continue;
            }
            let stop = expanded.insert(tracked, untracked).and(share.resize(frontier.bytes()));
            let stop = stop.and_then(|()| budget.visit());
            if stop.is_err() || state.bases == [0; COLUMNS] && state.stock == 0 {
                let (moves, path) = self.path(&frontier, reached);
                let lost = expanded.without_path(&path, &frontier, reached);
                return (stop.map(|()| Some(moves)), lost);
            }
            if !relaxed.untracked_from_now_on().reaches(Goal::End) {
                continue;
            }
            let before = frontier.expand(reached);
            for &m in self.choices(&relaxed).iter().rev() {
                let (after, _) = self.after(&state, &relaxed, m);
                for (i, &(state, _)) in after.iter().enumerate() {
                    frontier.push(state, (before, m, i as u16));
                }
            }
        }
        (Ok(None), expanded)
    }

    /// What may be done from a closed state, the nearest first.
    fn choices(&self, relaxed: &RelaxedState<'_>) -> Vec<AbstractMove> {
        let columns = (0..self.deal.width).filter(|&column| relaxed.bases[column] > 0);
        let uncover = |column| Uncover { column: column as u8, to_foundation: false };
        let talon = bits(relaxed.stock & !below(relaxed.turned));
        let take = |place| Take { place, to_foundation: false };
        let takes = relaxed.top().into_iter().chain(talon).map(take);
        let mut choices: Vec<AbstractMove> = columns.map(uncover).chain(takes).collect();
        let passes = self.deal.rules.passes;
        if relaxed.stock != 0 && passes.is_none_or(|passes| relaxed.pass < passes) {
            choices.push(Redeal);
        }
        choices
    }

    /// What tells a state apart, without and with what may dominate.
    pub fn parts_of(&self, state: &AbstractState) -> (TrackedPart, UntrackedPart) {
        let &AbstractState { bases, stock, turned, pass, foundations } = state;
        let last_tracked = |i: usize| self.last_tracked[usize::from(bases[i])][i];
        let talon = stock & !below(turned);
        let next = (talon != 0).then(|| talon.trailing_zeros() as u8);
        let tracked = TrackedPart {
            last_tracked: std::array::from_fn(last_tracked),
            stock: stock & self.tracked.stock,
            pass,
        };
        let stock = stock & !self.tracked.stock;
        (tracked, UntrackedPart { bases, stock, next, turned, foundations })
    }

    /// The moves that led to a state, and the states on the way there with it.
    fn path(
        &self,
        frontier: &Frontier,
        reached: Option<Reached>,
    ) -> (Vec<AbstractMove>, Vec<(TrackedPart, UntrackedPart)>) {
        let link = |reached: &Option<Reached>| {
            reached.map(|step| (frontier.before(step), (step.1, step.2)))
        };
        let mut choices = path_to(reached, link).into_iter();
        let (mut moves, mut states) = (Vec::new(), Vec::new());
        let mut state = AbstractState::new(self.deal, &self.start);
        loop {
            let relaxed = self.closed(&mut state, |m| moves.push(m));
            states.push(self.parts_of(&state));
            let Some((m, i)) = choices.next() else { return (moves, states) };
            let (after, m) = self.after(&state, &relaxed, m).0[usize::from(i)];
            let mut before = after.foundations.minus(state.foundations);
            if let Some(card) = self.put_on_foundation(&relaxed, m) {
                before = before.minus(Cards::default().add(card));
            }
            let played = card_types().flat_map(|card| (0..before.of(card)).map(move |_| card));
            moves.extend(played.map(ToFoundation));
            moves.push(m);
            state = after;
        }
    }
}
