//! The proofs, each by itself, for those who try to refute them.

use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_search::Stage;

use super::portfolio::{HOST_ARRIVALS, Search, run};
use super::prunings::Prunings;
use crate::Proof;

const NONE: Prunings = Prunings::NONE;

const SWITCHES: [(&str, Prunings); 6] = [
    ("deferred assignment", NONE),
    ("delete relaxation", Prunings { delete_relaxation: true, ..NONE }),
    ("host count", Prunings { host_count: true, ..NONE }),
    (HOST_ARRIVALS, Prunings { host_arrivals: true, ..NONE }),
    ("equal steps", Prunings { equal_steps: true, ..NONE }),
    ("safe pops", Prunings { safe_pops: true, ..NONE }),
];

/// Those that hold for a position.
pub fn proofs(position: &EkligeElfer) -> Vec<Proof<'_>> {
    let variant = position.variant();
    SWITCHES
        .into_iter()
        .filter(|(_, prunings)| prunings.supported(&variant) == *prunings)
        .map(|(name, prunings)| {
            let stages = [Stage::unlimited(name, Search::DepthFirst)];
            Proof::new(name, move |budget| run(position, prunings, stages, budget).0)
        })
        .collect()
}
