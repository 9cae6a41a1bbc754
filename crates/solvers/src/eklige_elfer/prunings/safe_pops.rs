//! Safe pops: once no row is left to deal, a top goes at once if nothing else can want what it takes.
//!
//! *Setup.* All rows lie. On top of a column is (1) a head h that is no King, and of its type no more heads are left
//! than tails one higher are open; or (2) a King, and no more Kings lie on something than columns are empty; or (3) a
//! veil. (Under (1) no join is possible: in a state that can be won there are as many heads of a type as tails one higher,
//! and all of these are open. Packs in which there are not are lost, and the claim says nothing of them.)
//!
//! *Claim.* If the state can be won, then by steps of which the first takes this top: a pop, a move of the King, an
//! unveiling.
//!
//! *Proof.* Follow a win W. In it each hidden run comes to light with some tail. All heads go in the end, so W takes
//! the top at some time, or the King's run as a whole. Let W' take it at once and let come to light what comes to light
//! then in W, and play the other steps of W in their order, Kings into whatever columns are empty. What is hidden keeps
//! its tails, so heads and tails go together as they do in W. Until W takes the top, W' has all that W has, and what
//! came to light, but for
//! - (1) one tail one higher than h. Only heads of this type go onto one. When W' has taken the top there are as
//!   many left as other heads of the type, each of which takes one at most.
//! - (2) one empty column. Only Kings that lie on something take one, and the same holds. If W takes the King's run out
//!   where it lies, W' takes it out then too.
//! - (3) nothing.
//!
//! A run goes out if the other open heads carry the other open tails: at no rank more tails than heads at or above it.
//! W' has the head h and a tail one higher less, and a head more with a tail that it carries, so at no rank more tails
//! for its heads than W. When W has taken the top, both are at the same state.
//!
//! *Needs.* The free game, whose losses are losses under `take-out=forced` too. (There what comes to light may complete a
//! run too early: all steps are kept.) No row to come: it would cover the open tails.
//!
//! Oracles: `a_won_state_is_won_by_a_step_that_is_kept` beside; `tests/eklige_elfer.rs` with the switch on and off.

use gehtauf_rules::eklige_elfer::Variant;

use crate::eklige_elfer::abstractions::ranks::Ranks;
use crate::eklige_elfer::slot::Slot;
use crate::eklige_elfer::state::{Deal, State, Step, StepKind, add, bits};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, take_out_forced: _, columns: _, face_down_rows: _, face_up_rows: _ } =
        *variant;
    true
}

impl Deal {
    /// Of the steps from `first` on, which are all of the state's, keeps those that take a top that may go
    /// at once; all if there is none, or under `take-out=forced`.
    pub fn keep_safe_pop(&self, state: &State, first: usize, steps: &mut Vec<Step>) {
        if self.forced || state.dealt < self.rows || steps.len() < first + 2 {
            return;
        }
        let mut left = [Ranks::default(); 2];
        for column in 0..self.columns {
            for slot in bits(state.slots[column]) {
                if let Slot::Head(head, _) = self.slot(column, slot as u32) {
                    add(&mut left, Some(head));
                }
            }
        }
        let spaces = (0..self.columns).filter(|&column| Self::is_empty(state, column)).count();
        let kings: u32 = left.iter().map(|left| left.count(self.king)).sum();
        let is_safe = |step: &Step| match step.kind {
            StepKind::Unveil => true,
            StepKind::King => kings as usize <= spaces,
            StepKind::Pop => self.open_head(state, step.column.into()).is_some_and(|head| {
                let parity = usize::from(head.parity);
                left[parity].count(head.rank) <= state.open[parity].count(head.rank + 1)
            }),
            StepKind::Join | StepKind::Out | StepKind::Deal => false,
        };
        if let Some(safe) = steps[first..].iter().find(|step| is_safe(step)) {
            let column = safe.column;
            let is_other = |step: &mut Step| step.column != column || step.kind == StepKind::Out;
            steps.extract_if(first.., is_other).for_each(drop);
        }
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_search::hashing::mix;
    use gehtauf_search::{Budget, Limits, Outcome, depth_first};

    use super::*;
    use crate::eklige_elfer::prunings::Prunings;
    use crate::eklige_elfer::prunings::tests::{CASES, deal};
    use crate::eklige_elfer::space::DeferredSpace;

    /// Whether the state can be won, if few states tell.
    fn is_winnable(deal: &Deal, state: &State) -> Option<bool> {
        let space = DeferredSpace { deal, prunings: Prunings::NONE };
        let limits = Limits { max_states: 20_000, ..Limits::default() };
        let outcome = depth_first(&space, state, &mut Budget::new(limits, None)).ok()?;
        Some(matches!(outcome, Outcome::Won(_)))
    }

    /// Follows random plays of small deals; answers how many won states have fewer steps, by kinds of safe steps.
    fn follow(seeds: u64) -> [u32; 3] {
        let mut cut = [0; 3];
        for (options, seed) in CASES.iter().flat_map(|case| (0..seeds).map(move |s| (case, s))) {
            let (deal, mut state) = deal(options, seed);
            for i in 0.. {
                let mut steps = Vec::new();
                deal.push_plays(&state, true, &mut steps);
                let mut kept = steps.clone();
                deal.keep_safe_pop(&state, 0, &mut kept);
                if kept.len() < steps.len() && is_winnable(&deal, &state) == Some(true) {
                    let mut won = kept.iter().map(|&step| {
                        let mut next = state;
                        deal.play_step(&mut next, step);
                        is_winnable(&deal, &next)
                    });
                    assert!(won.any(|won| won == Some(true)), "{options:?} seed {seed} {state:?}");
                    cut[match kept[0].kind {
                        StepKind::Unveil => 0,
                        StepKind::King => 1,
                        _ => 2,
                    }] += 1;
                }
                deal.push_deals(&state, &mut steps);
                let die = mix(seed << 16 | i) as usize;
                let Some(&step) = steps.get(die % steps.len().max(1)) else { break };
                deal.play_step(&mut state, step);
            }
        }
        cut
    }

    #[test]
    fn a_won_state_is_won_by_a_step_that_is_kept() {
        let cut = follow(300);
        assert!(cut.iter().all(|&count| count > 20), "{cut:?}");
    }

    #[test]
    #[ignore = "thorough: run in release"]
    fn each_of_many_won_states_is_won_by_a_step_that_is_kept() {
        let cut = follow(20_000);
        assert!(cut.iter().all(|&count| count > 1_000), "{cut:?}");
    }
}
