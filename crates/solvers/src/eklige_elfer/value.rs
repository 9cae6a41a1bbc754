//! What the tries go by.

use super::state::{Slot, State, Table, bits};

/// How many features a state has.
pub const FEATURES: usize = 9;

impl Table {
    /// What makes a state good or bad, counted over the columns: the heads; heads of one type over
    /// each other; the squares of the heads in a column; heads over heads that could go onto them;
    /// Kings with something under them; the ranks of the heads; heads on a higher run of their
    /// phase; open heads that can be popped; empty columns.
    pub fn features(&self, state: &State) -> [i32; FEATURES] {
        let mut features = [0; FEATURES];
        for column in 0..self.columns {
            // Bit rank + 1 of each phase: the heads further up.
            let mut above = [0_u16; 2];
            let mut heads = 0;
            let mut last = self.king_type(state, column);
            if let Some(king) = last {
                above[usize::from(king.phase)] |= 2 << king.rank;
            }
            for slot in bits(state.slots[column]) {
                let Slot::Head(head, _) = self.slot(column, slot as u32) else { continue };
                let above = &mut above[usize::from(head.phase)];
                heads += 1;
                features[1] += i32::from(*above >> (head.rank + 1) & 1);
                features[3] += i32::from(*above >> head.rank & 1);
                *above |= 2 << head.rank;
                features[4] += i32::from(head.rank == self.king && last.is_some());
                features[5] += i32::from(head.rank);
                let on_higher = last.is_some_and(|l| l.phase == head.phase && l.rank > head.rank);
                features[6] += i32::from(on_higher);
                last = Some(head);
            }
            features[0] += heads;
            features[2] += heads * heads;
            match last {
                None => features[8] += 1,
                Some(head) if head.rank < self.king => {
                    let can_pop = state.open[usize::from(head.phase)].has(head.rank + 1);
                    features[7] += i32::from(can_pop);
                }
                Some(_) => {}
            }
        }
        features
    }
}
