//! The steps of a state, listed and played.

use super::abstractions::card_types::CardType;
use super::abstractions::deferred_assignment::Heads;
use super::prunings::equal_steps::drop_pop_like_join;
use super::slot::Slot;
use super::state::{Below, Deal, State, Step, StepKind, bits};

impl Deal {
    fn reveal(&self, state: &mut State, column: usize, left: u16, below: Below, tail: u8) {
        state.slots[column] = left;
        let head = match below {
            Below::Nothing => {
                state.kings[column] = 0;
                return;
            }
            Below::Known(head, _) => head,
            Below::Deferred(row, head) => {
                let tails = &mut state.deferred[row][usize::from(head.parity)];
                *tails = tails.without(tail);
                head
            }
        };
        let open = &mut state.open[usize::from(head.parity)];
        *open = open.with(tail);
        self.settle_king(state, column);
    }

    /// Plays a step.
    pub fn play_step(&self, state: &mut State, step: Step) {
        if step.kind == StepKind::Deal {
            self.deal(state, step.kings);
            self.settle_interchangeable(state);
            return;
        }
        let column = usize::from(step.column);
        let head = self.open_head(state, column);
        let (left, below) = self.below(state, column);
        let take = |state: &mut State, head: CardType, tail: u8| {
            let open = &mut state.open[usize::from(head.parity)];
            *open = open.without(tail);
        };
        match (step.kind, head) {
            (StepKind::Pop, Some(head)) => {
                take(state, head, head.rank + 1);
                self.reveal(state, column, left, below, step.tail);
            }
            (StepKind::Join, Some(head)) => {
                let Below::Deferred(row, _) = below else { panic!("nothing to join") };
                state.slots[column] = left;
                let tails = &mut state.deferred[row][usize::from(head.parity)];
                *tails = tails.without(head.rank + 1);
                self.settle_king(state, column);
            }
            (StepKind::Unveil, _) => self.reveal(state, column, left, below, step.tail),
            (StepKind::King, Some(head)) => {
                let space = (0..self.columns).find(|&space| Self::is_empty(state, space));
                state.kings[space.expect("a King needs an empty column")] = 1 + head.parity;
                self.reveal(state, column, left, below, step.tail);
            }
            (StepKind::Out, Some(head)) => {
                take(state, head, 0);
                state.out += 1;
                self.reveal(state, column, left, below, step.tail);
            }
            (kind, _) => panic!("{kind:?} of an empty or veiled column"),
        }
        self.settle_interchangeable(state);
    }

    /// Whether a step, which leaves its column these slots, changes nothing but them and the tails.
    pub fn is_local(&self, state: &State, step: Step, slots: u16) -> bool {
        let column = usize::from(step.column);
        let is_bare =
            slots == 0 || state.kings[column] == 0 && self.lone_king(column, slots).is_some();
        matches!(step.kind, StepKind::Pop | StepKind::Unveil | StepKind::Join) && !is_bare
    }

    fn deal(&self, state: &mut State, kings: u32) {
        for column in bits(state.interchangeable) {
            state.kings[column] = (kings >> (2 * column) & 3) as u8;
        }
        let slot = self.first_row + u32::from(state.dealt);
        state.deferred[usize::from(state.dealt)] = std::mem::take(&mut state.open);
        state.dealt += 1;
        state.interchangeable = 0;
        for column in 0..self.columns {
            match self.slot(column, slot) {
                Slot::Head(head, tail) => {
                    state.slots[column] |= 1 << slot;
                    let open = &mut state.open[usize::from(head.parity)];
                    *open = open.with(tail);
                    self.settle_king(state, column);
                }
                Slot::Veil if !Self::is_empty(state, column) => state.slots[column] |= 1 << slot,
                Slot::Veil => {}
            }
        }
    }

    /// Appends the steps of a state, without dealing a row; of equal steps one if `merges_equal`.
    pub fn push_plays(&self, state: &State, merges_equal: bool, steps: &mut Vec<Step>) {
        let mut heads = Heads::default();
        let room = self.open_room(state);
        self.push_outs(state, merges_equal, room, &mut heads, steps);
        if Self::is_overdue(room) {
            return;
        }
        let has_empty = self.has_empty(state);
        for column in 0..self.columns {
            let Some(top) = state.slots[column].checked_ilog2() else { continue };
            let (_, below) = self.below(state, column);
            let push = |kind, heads: &mut Heads, steps: &mut Vec<Step>| {
                self.push_reveals(state, heads, Step::new(kind, column), below, steps);
            };
            let Slot::Head(head, _) = self.slot(column, top) else {
                push(StepKind::Unveil, &mut heads, steps);
                continue;
            };
            let parity = usize::from(head.parity);
            let under = below.head();
            let joins = self.joins(state, &mut heads, column, head, below);
            let completes =
                self.forced && head.rank == 0 && under.is_some_and(|u| u.rank == self.king);
            if joins && !completes {
                steps.push(Step::new(StepKind::Join, column));
            }
            if head.rank == self.king {
                if has_empty {
                    push(StepKind::King, &mut heads, steps);
                }
            } else if state.open[parity].has(head.rank + 1)
                // What comes to light must not hide that a run has been completed, nor go out for it.
                && !(room.is_some_and(|room| room[parity] == 0)
                    && under.is_some_and(|under| under.parity == head.parity))
            {
                let before = steps.len();
                push(StepKind::Pop, &mut heads, steps);
                if joins && merges_equal {
                    drop_pop_like_join(head, before, steps);
                }
            }
        }
    }

    /// Appends the steps that take a run out; of equal Kings one if `merges_equal`. A run that is overdue
    /// goes first.
    fn push_outs(
        &self,
        state: &State,
        merges_equal: bool,
        room: Option<[i32; 2]>,
        heads: &mut Heads,
        steps: &mut Vec<Step>,
    ) {
        let is_overdue = Self::is_overdue(room);
        let mut kings_seen = [false; 2];
        for column in 0..self.columns {
            let Some(head) = self.open_head(state, column) else { continue };
            let parity = usize::from(head.parity);
            if head.rank != self.king
                || !state.open[parity].has(0)
                || is_overdue && room.is_some_and(|room| room[parity] >= 0)
            {
                continue;
            }
            let others = self.open_heads(state)[parity].without(head.rank);
            if !self.fit(others, state.open[parity].without(0)) {
                continue;
            }
            let is_interchangeable = state.interchangeable >> column & 1 == 1;
            if merges_equal
                && is_interchangeable
                && std::mem::replace(&mut kings_seen[parity], true)
            {
                continue;
            }
            let (_, below) = self.below(state, column);
            self.push_reveals(state, heads, Step::new(StepKind::Out, column), below, steps);
        }
    }

    /// Appends the steps that deal a row, one for each order of the interchangeable columns.
    pub fn push_deals(&self, state: &State, steps: &mut Vec<Step>) {
        if state.dealt == self.rows || Self::is_overdue(self.open_room(state)) {
            return;
        }
        let mut counts = [0_u8; 3];
        for column in bits(state.interchangeable) {
            counts[usize::from(state.kings[column])] += 1;
        }
        self.push_orders(state.interchangeable, &mut counts, 0, steps);
    }

    fn push_orders(
        &self,
        interchangeable: u16,
        counts: &mut [u8; 3],
        kings: u32,
        steps: &mut Vec<Step>,
    ) {
        let Some(column) = bits(interchangeable).next() else {
            steps.push(Step { kings, ..Step::new(StepKind::Deal, 0) });
            return;
        };
        for king in 0..3 {
            if counts[king] > 0 {
                counts[king] -= 1;
                let kings = kings | (king as u32) << (2 * column);
                self.push_orders(interchangeable & (interchangeable - 1), counts, kings, steps);
                counts[king] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use gehtauf_search::hashing::mix;

    use super::*;

    #[test]
    fn steps_left_out_lead_to_states_of_steps_kept() {
        let mut left_out = [0; 2];
        for options in [&[][..], &[("ranks", "4")], &[("ranks", "3"), ("columns", "5")]] {
            let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
            for seed in 0..200 {
                let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let AnyPosition::EkligeElfer(position) = position else { panic!("another game") };
                let (deal, mut state) = Deal::new(&position);
                let after = |state: &State, step: Step| {
                    let mut next = *state;
                    deal.play_step(&mut next, step);
                    next
                };
                for i in 0.. {
                    let (mut all, mut kept) = (Vec::new(), Vec::new());
                    deal.push_plays(&state, false, &mut all);
                    deal.push_plays(&state, true, &mut kept);
                    for &step in all.iter().filter(|step| !kept.contains(step)) {
                        let next = after(&state, step);
                        assert!(kept.iter().any(|&other| after(&state, other) == next), "{step:?}");
                        left_out[usize::from(step.kind == StepKind::Out)] += 1;
                    }
                    let die = mix(seed << 16 | i);
                    if kept.is_empty() || die.is_multiple_of(4) {
                        deal.push_deals(&state, &mut kept);
                    }
                    let Some(&step) = kept.get((die >> 8) as usize % kept.len().max(1)) else {
                        break;
                    };
                    state = after(&state, step);
                }
            }
        }
        assert!(left_out.iter().all(|&count| count > 20), "{left_out:?}");
    }
}
