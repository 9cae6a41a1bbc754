//! The proofs, each by itself, for those who try to refute them.

use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_search::Stage;

use super::portfolio::{HOST_ARRIVALS, SATISFIABILITY, Search, run};
use super::prunings::Prunings;
use crate::Proof;

const NONE: Prunings = Prunings::NONE;

const SWITCHES: [(&str, Prunings, Search); 7] = [
    ("deferred assignment", NONE, Search::DepthFirst),
    ("delete relaxation", Prunings { delete_relaxation: true, ..NONE }, Search::DepthFirst),
    ("host count", Prunings { host_count: true, ..NONE }, Search::DepthFirst),
    (HOST_ARRIVALS, Prunings { host_arrivals: true, ..NONE }, Search::DepthFirst),
    ("equal steps", Prunings { equal_steps: true, ..NONE }, Search::DepthFirst),
    ("safe pops", Prunings { safe_pops: true, ..NONE }, Search::DepthFirst),
    (SATISFIABILITY, Prunings { sat: true, ..NONE }, Search::Sat),
];

/// Those that hold for a position.
pub fn proofs(position: &EkligeElfer) -> Vec<Proof<'_>> {
    let variant = position.variant();
    SWITCHES
        .into_iter()
        .filter(|(_, prunings, _)| prunings.supported(&variant) == *prunings)
        .map(|(name, prunings, search)| {
            let stages = [Stage::unlimited(name, search)];
            Proof::new(name, move |budget| run(position, prunings, stages, budget).0)
        })
        .collect()
}
