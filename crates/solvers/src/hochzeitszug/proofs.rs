//! The proofs, each by itself, for those who try to refute them.

use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::Stage;

use super::portfolio::{Search, has_belief_sets, run};
use super::prunings::Prunings;
use super::rounds::Caps;
use crate::Proof;

const NONE: Prunings = Prunings::NONE;
const BELIEF_SETS: Prunings = Prunings { belief_sets: true, ..NONE };
const RETROGRADE: Prunings = Prunings { retrograde: true, ..BELIEF_SETS };
const SAT: Prunings = Prunings { sat: true, ..BELIEF_SETS };

const ALL_ROUNDS: Search = Search::Rounds(Caps { round: u64::MAX, last_round: None });
const ALL_NODES: Search = Search::Beams { width: usize::MAX, restarts: u64::MAX };
const FEW_ENDINGS: Search = Search::Retrograde { max_nodes: 1_000 };

/// The exhaustive search with each switch.
const ROUNDS: [(&str, Prunings, &[Search]); 6] = [
    ("all plays", NONE, &[ALL_ROUNDS]),
    ("symmetric stacks", Prunings { symmetric_stacks: true, ..NONE }, &[ALL_ROUNDS]),
    ("safe foundation moves", Prunings { safe_foundation_moves: true, ..NONE }, &[ALL_ROUNDS]),
    ("persistent sets", Prunings { persistent_sets: true, ..NONE }, &[ALL_ROUNDS]),
    ("reversible packings", Prunings { reversible_packings: true, ..NONE }, &[ALL_ROUNDS]),
    (
        "symmetric stacks, persistent sets, reversible packings",
        Prunings {
            symmetric_stacks: true,
            persistent_sets: true,
            reversible_packings: true,
            ..NONE
        },
        &[ALL_ROUNDS],
    ),
];

/// The searches of the game without redeals with each switch.
const NO_REDEALS: [(&str, Prunings, &[Search]); 9] = [
    ("belief sets", BELIEF_SETS, &[ALL_NODES]),
    (
        "belief sets, safe foundation moves",
        Prunings { safe_foundation_moves: true, ..BELIEF_SETS },
        &[ALL_NODES],
    ),
    (
        "belief sets, dominated nodes",
        Prunings { dominated_nodes: true, ..BELIEF_SETS },
        &[ALL_NODES],
    ),
    ("belief sets, single suits", Prunings { single_suits: true, ..BELIEF_SETS }, &[ALL_NODES]),
    ("retrograde", RETROGRADE, &[FEW_ENDINGS, ALL_NODES]),
    (
        "retrograde, dominated nodes",
        Prunings { dominated_nodes: true, ..RETROGRADE },
        &[FEW_ENDINGS, ALL_NODES],
    ),
    ("satisfiability", SAT, &[Search::Sat]),
    (
        "satisfiability, foundation clauses",
        Prunings { foundation_clauses: true, ..SAT },
        &[Search::Sat],
    ),
    ("satisfiability, host clauses", Prunings { host_clauses: true, ..SAT }, &[Search::Sat]),
];

/// Those that hold for a position.
pub fn proofs(position: &Hochzeitszug) -> Vec<Proof<'_>> {
    let variant = position.variant();
    let no_redeals = if has_belief_sets(position) { &NO_REDEALS[..] } else { &[] };
    ROUNDS
        .iter()
        .chain(no_redeals)
        .filter(|(_, prunings, _)| prunings.supported(&variant) == *prunings)
        .map(|&(name, prunings, searches)| {
            let stages = searches.iter().map(move |&search| Stage::unlimited(name, search));
            Proof::new(name, move |budget| run(position, prunings, stages.clone(), budget).0)
        })
        .collect()
}
