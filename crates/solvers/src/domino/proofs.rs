//! The proofs, each by itself, for those who try to refute them.

use gehtauf_rules::domino::Domino;

use super::portfolio::solve_with;
use super::prunings::Prunings;
use crate::Proof;

const NONE: Prunings = Prunings::NONE;
const RETROGRADE: Prunings = Prunings { retrograde: true, ..NONE };

/// The switches of the searches, and whether they act in the last round only.
const SWITCHES: [(&str, Prunings, bool); 8] = [
    ("all plays", NONE, false),
    ("persistent sets", Prunings { persistent_sets: true, ..NONE }, false),
    ("sleep sets", Prunings { sleep_sets: true, ..NONE }, false),
    ("delete relaxation", Prunings { delete_relaxation: true, ..NONE }, false),
    ("retrograde", RETROGRADE, true),
    ("retrograde, row order", Prunings { row_order: true, ..RETROGRADE }, true),
    ("retrograde, diagonals in use", Prunings { diagonals_in_use: true, ..RETROGRADE }, true),
    ("retrograde, last mover", Prunings { last_mover: true, ..RETROGRADE }, true),
];

/// Those that hold for a position.
pub fn proofs(position: &Domino) -> Vec<Proof<'_>> {
    let variant = position.variant();
    let is_last_round = position.redeals_left() == 0;
    SWITCHES
        .into_iter()
        .filter(|(_, prunings, of_last_round)| {
            prunings.supported(&variant) == *prunings && (is_last_round || !of_last_round)
        })
        .map(|(name, prunings, _)| {
            Proof::new(name, move |budget| solve_with(position, prunings, budget).0)
        })
        .collect()
}
