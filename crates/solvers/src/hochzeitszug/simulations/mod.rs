//! The abstractions along a play of the rules, until the first redeal.

mod along;
mod levels;
pub mod orders;

use gehtauf_rules::hochzeitszug::Hochzeitszug;

use super::abstractions::belief_sets;
use super::sat;
use crate::Simulation;

/// Those that hold for a position.
pub fn simulations(start: &Hochzeitszug) -> Vec<Simulation<Hochzeitszug>> {
    let variant = start.variant();
    let mut all = Vec::new();
    if start.redeals_used() > 0 || !belief_sets::supports(&variant) {
        return all;
    }
    all.extend(levels::simulations(start));
    if sat::supports(&variant) {
        all.extend(orders::simulations(start));
    }
    all
}
