//! Of two belief-set nodes the one that has less choice goes.
//!
//! *Setup.* Two nodes of a level with the same units left in each pile, in the search onwards from the
//! deal or backwards from the win.
//!
//! *Claim.* If each belief set of the one contains that of the other, and the one is kept, the other may go.
//!
//! *Invariant.* After the same steps from both, each belief set of the one contains that of the other.
//!
//! *Each move keeps it.* A configuration that follows from, or leads to, one of the smaller set does so from
//! the larger. Where a safe move is taken at once, its result stands for the configuration in both.
//!
//! *Conclusion.* An order of steps that empties no set from the other node empties none from the one: it
//! wins from there as well. Of a chain of nodes one is kept, since a node that has gone lets no other go.
//!
//! *Needs.* Nodes of the same level, so that the same orders of steps are left: what is not compared
//! ([`MAX_COMPARED`]) is kept.
//!
//! Oracles: `tests/hochzeitszug.rs` with the switch on and off; `plays_and_endings_meet_anywhere` in
//! the levels.

use gehtauf_rules::hochzeitszug::Variant;
use gehtauf_search::{Budget, Stop};

use crate::hochzeitszug::abstractions::belief_sets;
use crate::hochzeitszug::abstractions::belief_sets::piles::{Left, Node, Origin};
use crate::hochzeitszug::abstractions::belief_sets::table::SetId;

/// How many nodes with the same units left are compared with each other.
const MAX_COMPARED: usize = 100;

/// Whether the proof holds for the variant: wherever the one of the belief sets does.
pub fn supports(variant: &Variant) -> bool {
    belief_sets::supports(variant)
}

/// Drops dominated nodes. `contains` says of a suit and two of its sets whether the first has all
/// configurations of the second.
///
/// # Errors
/// The time is up, or the interrupt flag is raised.
pub fn drop_dominated(
    nodes: &mut Vec<(i32, Node, Origin)>,
    contains: impl Fn(usize, SetId, SetId) -> bool,
    budget: &Budget<'_>,
) -> Result<(), Stop> {
    let mut order: Vec<(Left, usize)> =
        nodes.iter().enumerate().map(|(i, (_, node, _))| (node.left, i)).collect();
    order.sort_unstable();
    let mut dominated = vec![false; nodes.len()];
    for group in order.chunk_by(|(left, _), (other, _)| left == other) {
        budget.check().map_err(Stop::Limit)?;
        let group = &group[..group.len().min(MAX_COMPARED)];
        for &(_, i) in group {
            dominated[i] = group.iter().any(|&(_, j)| {
                let (small, large) = (&nodes[i].1.sets, &nodes[j].1.sets);
                i != j
                    && !dominated[j]
                    && (0..4).all(|suit| {
                        small[suit] == large[suit] || contains(suit, large[suit], small[suit])
                    })
            });
        }
    }
    let mut dominated = dominated.into_iter();
    nodes.retain(|_| !dominated.next().expect("one for each node"));
    Ok(())
}
