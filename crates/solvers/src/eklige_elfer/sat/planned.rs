//! Plays in which each head leaves in the interval that it is given.

use std::cell::Cell;

use gehtauf_search::{Space, hashing};

use crate::eklige_elfer::prunings::Prunings;
use crate::eklige_elfer::slot::Slot;
use crate::eklige_elfer::space::DeferredSpace;
use crate::eklige_elfer::state::{COLUMNS, Deal, SLOTS, State, Step, StepKind, bits};

/// The deferred space with so many plays only.
pub struct PlannedSpace<'t> {
    pub deal: &'t Deal,
    pub prunings: Prunings,
    /// By column and slot, how many rows lie when the head leaves; no matter for Kings.
    pub leaves: [[u8; SLOTS]; COLUMNS],
    /// How many rows lie where it has come farthest.
    pub farthest: Cell<u8>,
}

impl PlannedSpace<'_> {
    fn is_king(&self, column: usize, slot: usize) -> bool {
        matches!(self.deal.slot(column, slot as u32), Slot::Head(head, _) if head.rank == self.deal.king)
    }

    /// Whether a head of the highest slot may leave now.
    fn may_leave(&self, state: &State, step: Step) -> bool {
        if !matches!(step.kind, StepKind::Pop | StepKind::Join) {
            return true;
        }
        let column = usize::from(step.column);
        let slot = state.slots[column].ilog2() as usize;
        self.leaves[column][slot] == state.dealt()
    }

    fn all_have_left(&self, state: &State) -> bool {
        (0..self.deal.columns).all(|column| {
            bits(state.slots[column]).all(|slot| {
                self.is_king(column, slot)
                    || matches!(self.deal.slot(column, slot as u32), Slot::Veil)
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
        hashing::key_of(state)
    }

    fn is_won(&self, state: &State) -> bool {
        self.deal.is_won(state)
    }

    fn moves(&self, state: &State, steps: &mut Vec<Step>) {
        self.farthest.set(self.farthest.get().max(state.dealt()));
        let space = DeferredSpace { deal: self.deal, prunings: self.prunings };
        if space.is_lost(state) {
            return;
        }
        let first = steps.len();
        space.push_plays(state, steps);
        let mut i = first;
        while i < steps.len() {
            if self.may_leave(state, steps[i]) {
                i += 1
            } else {
                steps.remove(i);
            }
        }
        if self.all_have_left(state) {
            self.deal.push_deals(state, steps);
        }
    }

    fn play(&self, state: &mut State, step: Step) {
        self.deal.play_step(state, step);
    }
}
