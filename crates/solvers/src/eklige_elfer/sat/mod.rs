//! By satisfiability (SAT): an order in which the heads leave, or the proof that there is none.
//!
//! | where | what |
//! |---|---|
//! | [`gehtauf_certificates::heads`] | the heads, the order of events, and its clauses |
//! | [`planned`] | plays in which each head leaves in the interval that a solution gives it |
//!
//! *Setup* as in [`gehtauf_certificates::heads`]. Interval k is the time in which k rows lie.
//!
//! *Claim.* If [`solve`] says that a position is lost, it is.
//!
//! *Proof.* Let there be a win. Its events fulfil the clauses, as is proven there. So there is a solution, as long as none of the
//! clauses that are added excludes that win. These exclude a plan, which tells for each head but the
//! Kings in which of the first intervals it leaves, or that it leaves in none of them; and they do so after all plays that keep
//! to it have been searched and none has come to a later interval ([`planned`]). A win that kept to it would
//! have. Where that search stops for its limit, or finds a win that `take-out=forced` does not let be played, the plan is
//! excluded too, but nothing counts as proven from then on.
//!
//! A win that is found is a play of the deferred space. Under `take-out=forced` it is looked for once more among the plays
//! in which no King has a 2 ([`Deal::fit`]), since nearly all of these can be played.
//!
//! *Needs.* The free game, whose losses are losses under `take-out=forced` too.
//!
//! Orders and the solver of clauses: [`crate::sat`]. Oracles: in `tests.rs` the orders of wins of whole and small deals and of
//! positions from the middle of games, and the exhaustive search of small ones; `tests/eklige_elfer.rs` with the switch on and
//! off.

mod planned;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use gehtauf_certificates::clauses::{Lit, TRUE};
use gehtauf_certificates::heads::{Encoding, Events};
use gehtauf_rules::Move;
use gehtauf_rules::eklige_elfer::{EkligeElfer, Variant};
use gehtauf_search::{Budget, Outcome, Stop, depth_first};

use super::prunings::switches::Prunings;
use super::slot::Slot;
use super::space::DeferredSpace;
use super::state::{COLUMNS, Deal, SLOTS, State};
use super::translate::translate;
use crate::sat::conclusions::Nothing;
use crate::sat::solver::Solver;
use planned::PlannedSpace;

/// For which variants the proof holds.
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, take_out_forced: _, columns: _, face_down_rows: _, face_up_rows: _ } =
        *variant;
    true
}

/// A conflict takes two to five times as long as so many states of the beams.
pub const STATES_A_CONFLICT: u64 = 100;

/// How many states are searched for a play of a solution.
const PLANNED_STATES: u64 = 50_000;

/// Looks for plans of a position and plays of them in its deferred space; open if it cannot tell.
///
/// # Errors
/// The budget is spent.
pub fn solve(
    position: &EkligeElfer,
    deal: &Deal,
    start: &State,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Move>, Stop> {
    let Some(Encoding { formula, events, .. }) = Encoding::new(position) else {
        return Ok(Outcome::Open);
    };
    let mut solver = Solver::with(&formula, &events.order, Nothing(STATES_A_CONFLICT), budget)?;
    let free = deal.free();
    let mut is_complete = true;
    while solver.solve()? {
        let plan = Plan::new(&events, |lit| lit == TRUE || lit != -TRUE && solver.is_true(lit));
        let planned = |deal| PlannedSpace {
            deferred: DeferredSpace { deal, prunings },
            leaves: plan.by_slot(&events, deal),
            farthest: Cell::new(0),
        };
        let mut played = |space: &PlannedSpace<'_>| {
            solver.budget().stage(PLANNED_STATES, |budget| depth_first(space, start, budget))
        };
        let space = planned(&free);
        match played(&space) {
            Ok(Outcome::Won(steps)) => {
                if let Some(moves) = translate(position, deal, start, &steps) {
                    return Ok(Outcome::Won(moves));
                }
                is_complete = false;
                if let Ok(Outcome::Won(steps)) = played(&planned(deal))
                    && let Some(moves) = translate(position, deal, start, &steps)
                {
                    return Ok(Outcome::Won(moves));
                }
            }
            Ok(_) => {}
            Err(Stop::Stage) => is_complete = false,
            Err(stop) => return Err(stop),
        }
        // What ended the search may have been the end of the stage that this is in.
        solver.budget().visit()?;
        solver.add(&plan.another(&events, usize::from(space.farthest.get())))?;
    }
    Ok(if is_complete { Outcome::Unwinnable } else { Outcome::Open })
}

/// By number of a head that is no King, the interval in which it leaves.
struct Plan(Vec<(usize, usize)>);

impl Plan {
    fn new(events: &Events, is_true: impl Fn(Lit) -> bool) -> Plan {
        let planned = events.heads.iter().enumerate().filter(|(_, h)| h.card.rank != events.king);
        let interval = |number| {
            (0..=events.rows)
                .find(|&interval| is_true(events.happened_by(number, interval)))
                .expect("all leave in the end")
        };
        Plan(planned.map(|(number, _)| (number, interval(number))).collect())
    }

    fn by_slot(&self, events: &Events, deal: &Deal) -> [[u8; SLOTS]; COLUMNS] {
        let slots = slots_of(events, deal);
        let mut leaves = [[0; SLOTS]; COLUMNS];
        for &(number, interval) in &self.0 {
            leaves[events.heads[number].column][slots[number]] = interval as u8;
        }
        leaves
    }

    /// The clause that up to an interval some head leaves in another one.
    fn another(&self, events: &Events, interval: usize) -> Vec<Lit> {
        let by_then = self.0.iter().filter(|&&(number, _)| events.heads[number].row <= interval);
        let other = by_then.map(|&(number, leaves)| match leaves <= interval {
            true => -events.leaves_in(number, leaves),
            false => events.happened_by(number, interval),
        });
        other.filter(|&lit| lit != -TRUE).collect()
    }
}

/// By number of a head, its slot.
fn slots_of(events: &Events, deal: &Deal) -> Vec<usize> {
    let columns = (0..events.columns).map(|column| {
        (0..SLOTS).filter(move |&slot| matches!(deal.slot(column, slot as u32), Slot::Head(..)))
    });
    columns.flatten().collect()
}
