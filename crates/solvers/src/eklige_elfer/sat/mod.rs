//! By satisfiability (SAT): an order in which the heads leave, or the proof that there is none.
//!
//! | where | what |
//! |---|---|
//! | [`events`] | the heads of a position, and the order of what happens |
//! | [`encoding`] | the clauses of a position |
//! | [`totals`] | clauses of how many literals are true |
//! | [`planned`] | plays in which each head leaves in the interval that a solution gives it |
//!
//! *Setup.* A head *leaves* when its run first goes from its column to a card, to an empty column or out, or when it is dealt
//! onto a tail that is one higher and of its parity. Interval k is the time in which k rows lie.
//!
//! *Claim.* If [`solve`] says that a position is lost, it is.
//!
//! *Proof.* Let there be a win. All heads leave in it, and all Kings' runs go out: the order of these events and the
//! deals, and what lies where when a row is dealt, fulfil the clauses by the claims in [`encoding`]. So there is a solution, as
//! long as none of the clauses that are added excludes that win. These exclude a plan, which tells for each head but the
//! Kings in which of the first intervals it leaves, or that it leaves in none of them; and they do so after all plays that keep
//! to it have been searched and none has come to a later interval ([`planned`]). A win that kept to it would
//! have. Where that search stops for its limit the plan is excluded too, but nothing counts as proven from then on.
//!
//! A win that is found is a play of the deferred space.
//!
//! *Needs.* The free game, whose losses are losses under `take-out=forced` too.
//!
//! Clauses, orders and their solver: [`crate::sat`]. Oracles: in `tests.rs` the orders of wins of whole and small deals and of
//! positions from the middle of games, and the exhaustive search of small ones; `tests/eklige_elfer.rs` with the switch on and
//! off.

mod encoding;
mod events;
mod planned;
#[cfg(test)]
mod tests;
mod totals;

use std::cell::Cell;

use gehtauf_certificates::clauses::{Lit, TRUE};
use gehtauf_rules::eklige_elfer::Variant;
use gehtauf_search::{Budget, Outcome, Stop, depth_first};

use super::prunings::Prunings;
use super::space::DeferredSpace;
use super::state::{COLUMNS, Deal, SLOTS, State, Step};
use crate::sat::solver::{Nothing, Solver};
use encoding::Encoding;
use events::Events;
use planned::PlannedSpace;

/// For which variants the proof holds.
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, take_out_forced: _, columns: _, face_down_rows: _, face_up_rows: _ } =
        *variant;
    true
}

/// A conflict takes two to five times as long as so many states of the beams.
const STATES_A_CONFLICT: u64 = 100;

/// How many states are searched for a play of a solution.
const PLANNED_STATES: u64 = 50_000;

/// Looks for plans and plays of them; open if it cannot tell.
///
/// # Errors
/// The budget is spent.
pub fn solve(
    deal: &Deal,
    start: &State,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Step>, Stop> {
    let Encoding { formula, events, .. } = Encoding::new(deal, start);
    let mut solver = Solver::with(&formula, &events.order, Nothing(STATES_A_CONFLICT), budget)?;
    let mut is_complete = true;
    while solver.solve()? {
        let plan = Plan::new(&events, |lit| lit == TRUE || lit != -TRUE && solver.is_true(lit));
        let leaves = plan.by_slot(&events);
        let space = PlannedSpace {
            deferred: DeferredSpace { deal, prunings },
            leaves,
            farthest: Cell::new(0),
        };
        let played =
            solver.budget().stage(PLANNED_STATES, |budget| depth_first(&space, start, budget));
        match played {
            Ok(Outcome::Won(steps)) => return Ok(Outcome::Won(steps)),
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

    fn by_slot(&self, events: &Events) -> [[u8; SLOTS]; COLUMNS] {
        let mut leaves = [[0; SLOTS]; COLUMNS];
        for &(number, interval) in &self.0 {
            let head = events.heads[number];
            let slot = head.slot.expect("only a King has none");
            leaves[head.column][slot as usize] = interval as u8;
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
