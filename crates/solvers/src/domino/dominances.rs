//! The gaps that may as well be filled first, for those who try to refute that.

use gehtauf_rules::domino::Domino;

use super::abstractions::delete_relaxation::{DeleteRelaxation, Reached};
use super::moves::Step;
use super::partial_order::point::Point;
use super::prunings::persistent_sets;
use super::state::VariantTables;
use super::translate::starts;
use crate::Dominance;

/// Those of a position: each gap that is undisturbed alone, where there is no redeal as long as a card can move.
pub fn dominances(position: &Domino) -> Vec<Dominance> {
    let variant = position.variant();
    let plays_on = position.redeals_left() == 0 || variant.redeal_blocked;
    if !(persistent_sets::supports(&variant) && plays_on && position.aces_chosen()) {
        return Vec::new();
    }
    let tables = VariantTables::new(variant);
    let state = starts(position).pop().expect("one start").state;
    let point = Point::new(&tables, state);
    let calls = point.calls();
    let relaxation = DeleteRelaxation::new(&tables, &point, calls);
    let is_undisturbed = |&gap: &u8| {
        tables.movable >> calls[usize::from(gap)] & 1 == 1
            && relaxation.is_undisturbed(&point, 1 << gap, 0, &mut Reached::default())
    };
    let fill = |gap: u8| Step { card: calls[usize::from(gap)], to: state.gap(gap) }.to_move();
    (0..4)
        .filter(is_undisturbed)
        .map(|gap| Dominance { name: "undisturbed gap, filled", moves: vec![fill(gap)] })
        .collect()
}
