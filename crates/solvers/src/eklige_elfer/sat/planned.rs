//! Plays in which each head leaves in the interval that it is given.
//!
//! The prunings hold here too. What they call lost, no play wins. Of steps that lead to equal states each takes the same head
//! in the same interval. Safe pops come when no row is left to deal: then all heads that are left leave in the last interval, in
//! whatever order.

use std::cell::Cell;

use gehtauf_search::Space;

use crate::eklige_elfer::slot::Slot;
use crate::eklige_elfer::space::DeferredSpace;
use crate::eklige_elfer::state::{COLUMNS, SLOTS, State, Step, StepKind, bits};

/// The deferred space with so many plays only.
pub struct PlannedSpace<'t> {
    pub deferred: DeferredSpace<'t>,
    /// By column and slot, how many rows lie when the head leaves; no matter for Kings.
    pub leaves: [[u8; SLOTS]; COLUMNS],
    /// How many rows lie where it has come farthest.
    pub farthest: Cell<u8>,
}

impl PlannedSpace<'_> {
    fn is_king(&self, column: usize, slot: usize) -> bool {
        let deal = self.deferred.deal;
        matches!(deal.slot(column, slot as u32), Slot::Head(head, _) if head.rank == deal.king)
    }

    /// Whether the head that leaves by a step may leave now.
    fn may_leave(&self, state: &State, step: Step) -> bool {
        let column = usize::from(step.column);
        let slot = state.slots[column].ilog2() as usize;
        self.leaves[column][slot] == state.dealt()
    }

    fn all_have_left(&self, state: &State) -> bool {
        let deal = self.deferred.deal;
        (0..deal.columns).all(|column| {
            bits(state.slots[column]).all(|slot| {
                self.is_king(column, slot)
                    || matches!(deal.slot(column, slot as u32), Slot::Veil)
                    || self.leaves[column][slot] > state.dealt()
            })
        })
    }
}

impl Space for PlannedSpace<'_> {
    type State = State;
    type Move = Step;
    type Key = u128;

    fn key(&self, state: &State) -> u128 {
        self.deferred.key(state)
    }

    fn is_won(&self, state: &State) -> bool {
        self.deferred.is_won(state)
    }

    fn moves(&self, state: &State, steps: &mut Vec<Step>) {
        self.farthest.set(self.farthest.get().max(state.dealt()));
        let may_deal = self.all_have_left(state);
        let first = steps.len();
        self.deferred.moves(state, steps);
        let is_off_plan = |step: &mut Step| match step.kind {
            StepKind::Pop | StepKind::Join => !self.may_leave(state, *step),
            StepKind::Deal => !may_deal,
            StepKind::Unveil | StepKind::King | StepKind::Out => false,
        };
        steps.extract_if(first.., is_off_plan).for_each(drop);
    }

    fn play(&self, state: &mut State, step: Step) {
        self.deferred.play(state, step);
    }
}
