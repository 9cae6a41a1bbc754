//! The search of an abstraction.
//!
//! *Claim.* Let two states have the same tracked cards uncovered and taken, in the same pass. The one with no
//! fewer untracked cards uncovered and taken, no more places turned over and no more cards on tracked foundations
//! dominates the other. So cards go to tracked foundations only as another move needs it.
//! *Proof.* It simulates the other, as a state simulates one of a play, if before a move it plays to foundations
//! what the other has there. What the other takes or uncovers it has taken or uncovered too, if that is untracked, or
//! it offers it: in its stock lie none but cards of the other's. A card on top of the other's waste lies on top of the
//! waste here as well, with no more places turned over after it, or in the talon. Afterwards no more places are turned over
//! here either: to take a tracked card turns over the places up to it, at most, in both; to take an untracked one those
//! up to the card of the stock that lies before it, which the other has turned over by then.
//!
//! *Claim.* A state is lost if it does not reach the end with nothing tracked from then on.
//! *Proof.* As that of `delete_relaxation.rs`.
//!
//! Oracle: `no_state_that_can_be_won_is_lost_whatever_is_tracked`.

use gehtauf_search::bytes::{Memory, Share, vec_bytes};
use gehtauf_search::{Budget, Stop, bits, path_to};

use super::abstraction::AbstractMove::{self, Redeal, Take, ToFoundation, Uncover};
use super::abstraction::{AbstractState, Abstraction};
use super::frontier::{Frontier, Generated, Reached};
use super::nogoods::{Expanded, NogoodTable, TrackedPart, UntrackedPart};
use super::tracked::card_types;
use crate::eights::abstractions::card_counts::Cards;
use crate::eights::abstractions::relaxed_play::{Goal, RelaxedPlay};
use crate::eights::abstractions::relaxed_state::RelaxedState;
use crate::eights::state::{COLUMNS, below, may_redeal};

/// A search of an abstraction, which may be broken off and gone on with.
pub struct Search<'d> {
    pub abstraction: Abstraction<'d>,
    expanded: Expanded,
    frontier: Frontier,
    /// From where a state was reached that is not expanded, and the number of one that dominates it.
    dominated: Vec<(u32, u32)>,
    /// The number of the state where it ended.
    end: Option<u32>,
    /// What the frontier and `dominated` take.
    share: Share,
}

impl<'d> Search<'d> {
    pub fn new(abstraction: Abstraction<'d>, memory: &Memory) -> Search<'d> {
        let start = AbstractState::new(abstraction.deal, &abstraction.start);
        Search {
            abstraction,
            expanded: Expanded::new(memory),
            frontier: Frontier::new(start),
            dominated: Vec::new(),
            end: None,
            share: memory.share(),
        }
    }

    /// The moves of a win if there is one. What the tables of coarser abstractions hold is not searched.
    ///
    /// # Errors
    /// The budget is spent, or the states have outgrown its bytes.
    pub fn win(
        &mut self,
        coarser: &[NogoodTable<'_>],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<AbstractMove>>, Stop> {
        while let Some(generated) = self.frontier.pop() {
            let Generated { mut state, reached, level } = generated;
            // Most of those that are dominated are so before what follows of them.
            let mut relaxed = None;
            let dominating = self.dominating(&state).or_else(|| {
                relaxed = Some(self.abstraction.closed(&mut state, |_| {}));
                self.dominating(&state)
            });
            if let (Some(number), Some((from, ..))) = (dominating, reached) {
                self.dominated.push((from, number));
            }
            let Some(relaxed) = relaxed.filter(|_| dominating.is_none()) else {
                budget.check().map_err(Stop::Limit)?;
                continue;
            };
            if coarser.iter().rev().any(|nogoods| nogoods.has(&state)) {
                continue;
            }
            let number = self.frontier.expand(reached);
            if let Err(stop) = self.visit(&state, number, budget) {
                self.frontier.push(generated);
                return Err(stop);
            }
            if state.bases == [0; COLUMNS] && state.stock == 0 {
                self.end = Some(number);
                return Ok(Some(self.abstraction.path(&self.frontier, reached)));
            }
            if !RelaxedPlay::new(&relaxed).reaches(Goal::End) {
                continue;
            }
            for &m in self.abstraction.choices(&relaxed).iter().rev() {
                let (after, _) = self.abstraction.after(&state, &relaxed, m);
                let level = level + u16::from(self.abstraction.is_tracked(&state, m));
                for (i, &(state, _)) in after.iter().enumerate() {
                    let reached = Some((number, m, i as u16));
                    self.frontier.push(Generated { state, reached, level });
                }
            }
        }
        Ok(None)
    }

    /// The number of an expanded state that dominates a state.
    fn dominating(&self, state: &AbstractState) -> Option<u32> {
        let (tracked, untracked) = self.abstraction.parts_of(state);
        self.expanded.dominating(&tracked, &untracked)
    }

    fn visit(
        &mut self,
        state: &AbstractState,
        number: u32,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        budget.visit()?;
        let dominated = vec_bytes::<(u32, u32)>(self.dominated.capacity());
        self.share.resize(self.frontier.bytes() + dominated)?;
        let (tracked, untracked) = self.abstraction.parts_of(state);
        self.expanded.insert(tracked, untracked, number)
    }

    /// The abstraction, and what was expanded and is lost for certain.
    pub fn lost(self) -> (Abstraction<'d>, Expanded) {
        let open = self.frontier.open(self.end, self.dominated);
        (self.abstraction, self.expanded.but(&open))
    }
}

impl<'d> Abstraction<'d> {
    /// What may be done from a closed state, the nearest first.
    fn choices(&self, relaxed: &RelaxedState<'_>) -> Vec<AbstractMove> {
        let columns = (0..self.deal.width).filter(|&column| relaxed.bases[column] > 0);
        let uncover = |column| Uncover { column: column as u8, to_foundation: false };
        let talon = bits(relaxed.stock & !below(relaxed.turned));
        let take = |place| Take { place, to_foundation: false };
        let takes = relaxed.top().into_iter().chain(talon).map(take);
        let mut choices: Vec<AbstractMove> = columns.map(uncover).chain(takes).collect();
        if relaxed.stock != 0 && may_redeal(&self.deal.rules, relaxed.pass) {
            choices.push(Redeal);
        }
        choices
    }

    /// What tells a state apart, without and with what may dominate.
    pub fn parts_of(&self, state: &AbstractState) -> (TrackedPart, UntrackedPart) {
        let &AbstractState { bases, stock, turned, pass, foundations } = state;
        let last_tracked = |i: usize| self.last_tracked[usize::from(bases[i])][i];
        let tracked = TrackedPart {
            last_tracked: std::array::from_fn(last_tracked),
            stock: stock & self.tracked.stock,
            pass,
        };
        let stock = stock & !self.tracked.stock;
        (tracked, UntrackedPart { bases, stock, turned, foundations })
    }

    /// The moves that led to a state.
    fn path(&self, frontier: &Frontier, reached: Option<Reached>) -> Vec<AbstractMove> {
        let link = |reached: &Option<Reached>| {
            reached.map(|step| (frontier.before(step), (step.1, step.2)))
        };
        let mut choices = path_to(reached, link).into_iter();
        let mut moves = Vec::new();
        let mut state = AbstractState::new(self.deal, &self.start);
        loop {
            let relaxed = self.closed(&mut state, |m| moves.push(m));
            let Some((m, i)) = choices.next() else { return moves };
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
