//! The steps of a state.

use super::ranks::Ranks;
use super::state::{Below, DEALS, Kind, Slot, State, Step, Table, Type, bits};

/// The heads over each pool, counted when they are asked for.
#[derive(Default)]
struct Heads([Option<[Ranks; 2]>; DEALS]);

impl Heads {
    fn over(&mut self, table: &Table, state: &State, deal: usize) -> [Ranks; 2] {
        *self.0[deal].get_or_insert_with(|| table.covered_heads(state, deal))
    }
}

impl Table {
    /// Appends a step for each low that the run laid open can have.
    fn push_reveals(
        &self,
        state: &State,
        heads: &mut Heads,
        step: Step,
        below: Below,
        steps: &mut Vec<Step>,
    ) {
        match below {
            Below::Nothing => steps.push(step),
            Below::Known(_, low) => steps.push(Step { low, ..step }),
            Below::Pool(deal, head) => {
                let phase = usize::from(head.phase);
                let lows = state.pools[deal][phase];
                let others = heads.over(self, state, deal)[phase].without(head.rank);
                for low in lows.iter().take_while(|&low| low <= head.rank) {
                    if others.can_carry(lows.without(low)) {
                        steps.push(Step { low, ..step });
                    }
                }
            }
        }
    }

    /// Appends the steps of a state without the deals.
    pub fn push_plays(&self, state: &State, steps: &mut Vec<Step>) {
        let mut heads = Heads::default();
        let empty = (0..self.columns).find(|&column| Self::is_empty(state, column));
        let before = steps.len();
        // Loose columns with equal Kings are alike.
        let mut kings_seen = [false; 2];
        for column in 0..self.columns {
            let Some(head) = self.open_head(state, column) else { continue };
            let phase = usize::from(head.phase);
            if head.rank != self.king || !state.open[phase].has(0) {
                continue;
            }
            if !self.open_heads(state)[phase]
                .without(head.rank)
                .can_carry(state.open[phase].without(0))
            {
                continue;
            }
            if state.loose >> column & 1 == 1 && std::mem::replace(&mut kings_seen[phase], true) {
                continue;
            }
            let (_, below) = self.below(state, column);
            self.push_reveals(state, &mut heads, Step::new(Kind::Out, column), below, steps);
        }
        if self.forced && steps.len() > before {
            return;
        }
        for column in 0..self.columns {
            let Some(top) = state.slots[column].checked_ilog2() else { continue };
            let (_, below) = self.below(state, column);
            let Slot::Head(head, _) = self.slot(column, top) else {
                self.push_reveals(state, &mut heads, Step::new(Kind::Unveil, column), below, steps);
                continue;
            };
            let phase = usize::from(head.phase);
            let joins = self.joins(state, &mut heads, column, head, below);
            if joins {
                self.push_joins(state, &mut heads, column, head, steps);
            }
            if head.rank == self.king {
                if empty.is_some() {
                    self.push_reveals(
                        state,
                        &mut heads,
                        Step::new(Kind::King, column),
                        below,
                        steps,
                    );
                }
            } else if state.open[phase].has(head.rank + 1) {
                let before = steps.len();
                self.push_reveals(state, &mut heads, Step::new(Kind::Pop, column), below, steps);
                if joins {
                    let twin = steps[before..].iter().position(|s| s.low == head.rank + 1);
                    steps.remove(before + twin.expect("a head that joins can also pop"));
                }
            }
        }
    }

    /// Whether the head may lie on the low of the run under it.
    fn joins(
        &self,
        state: &State,
        heads: &mut Heads,
        column: usize,
        head: Type,
        below: Below,
    ) -> bool {
        let Below::Pool(deal, under) = below else { return false };
        let phase = usize::from(head.phase);
        under.phase == head.phase
            && under.rank > head.rank
            && state.slots[column] >> self.first_deal != 0
            && state.pools[deal][phase].has(head.rank + 1)
            && heads.over(self, state, deal)[phase]
                .without(under.rank)
                .can_carry(state.pools[deal][phase].without(head.rank + 1))
    }

    fn push_joins(
        &self,
        state: &State,
        heads: &mut Heads,
        column: usize,
        head: Type,
        steps: &mut Vec<Step>,
    ) {
        let join = Step::new(Kind::Join, column);
        match self.completed_by_join(state, column, head) {
            None => steps.push(join),
            // The run has gone out in the deal.
            Some((top, (_, below))) => {
                if top + 1 == self.first_deal + u32::from(state.dealt) {
                    self.push_reveals(state, heads, join, below, steps);
                }
            }
        }
    }

    /// Under `take-out=forced`, if the head is a 2 that makes the King's run under it complete: the
    /// head's slot, and what comes to light when that run has gone.
    pub fn completed_by_join(
        &self,
        state: &State,
        column: usize,
        head: Type,
    ) -> Option<(u32, (u16, Below))> {
        let (left, below) = self.below(state, column);
        let Below::Pool(_, under) = below else { return None };
        let top = state.slots[column].checked_ilog2()?;
        let mut joined = *state;
        joined.slots[column] = left;
        (self.forced && head.rank == 0 && under.rank == self.king)
            .then(|| (top, self.below(&joined, column)))
    }

    /// Appends the deals of a state, one for each order of the loose columns.
    pub fn push_deals(&self, state: &State, steps: &mut Vec<Step>) {
        if state.dealt == self.deals {
            return;
        }
        let mut counts = [0_u8; 3];
        for column in bits(state.loose) {
            counts[usize::from(state.kings[column])] += 1;
        }
        self.push_orders(state.loose, &mut counts, 0, steps);
    }

    fn push_orders(&self, loose: u16, counts: &mut [u8; 3], kings: u32, steps: &mut Vec<Step>) {
        let Some(column) = bits(loose).next() else {
            steps.push(Step { kings, ..Step::new(Kind::Deal, 0) });
            return;
        };
        for king in 0..3 {
            if counts[king] > 0 {
                counts[king] -= 1;
                let kings = kings | (king as u32) << (2 * column);
                self.push_orders(loose & (loose - 1), counts, kings, steps);
                counts[king] += 1;
            }
        }
    }
}
