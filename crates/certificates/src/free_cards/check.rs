//! The checker of a set of states, with heads or without.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use gehtauf_rules::AnyPosition;

use super::state::Deal;
use crate::answers::{Checked, Refusal};
use crate::packing::Packings;

/// Checks that the start is lost: that no state of the set is won, and each of its steps leads to one of the set or to a dead
/// one. By induction over the moves of a play no win is reached. (A start that is dead itself needs no set.)
pub(crate) fn check(
    start: &AnyPosition,
    set: &Packings,
    interrupt: &AtomicBool,
) -> Result<Checked, Refusal> {
    let deal = Deal::new(start).ok_or(Refusal::NoFreeCards)?;
    if !set.is_empty() && !deal.has_steps() {
        return Err(Refusal::NoFreeCards);
    }
    let with_heads = deal.start_with_heads().is_some_and(|start| set.contains(&deal.pack(&start)));
    if !with_heads && !set.contains(&deal.pack(deal.start())) && !deal.is_dead(deal.start()) {
        return Err(Refusal::NoStart);
    }
    let mut dead: HashSet<Box<[u8]>> = HashSet::new();
    let mut steps = 0;
    for (number, bytes) in (1..).zip(set.iter()) {
        if interrupt.load(Ordering::Relaxed) {
            return Err(Refusal::Interrupted);
        }
        let state = deal.unpack(bytes).ok_or(Refusal::NoState { number })?;
        if state.is_won() {
            return Err(Refusal::StateWon { number });
        }
        for step in deal.steps(&state) {
            steps += 1;
            let after = deal.after(&state, step);
            let bytes = deal.pack(&after);
            if set.contains(&bytes) || dead.contains(&bytes) {
                continue;
            }
            if after.is_won() || !deal.is_dead(&after) {
                return Err(Refusal::StateLeaves { number, step });
            }
            dead.insert(bytes);
        }
    }
    Ok(Checked::FreeCards { states: set.len() as u64, with_heads, steps, dead: dead.len() as u64 })
}
