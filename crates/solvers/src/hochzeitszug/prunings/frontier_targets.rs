//! A node of the belief-set levels goes if no node of the retrograde analysis can be reached from it.
//!
//! *Setup.* The *meeting level* is the level of the retrograde analysis, farthest from the end, that has at most
//! [`MAX_TARGETS`] choices of units left in the piles; each choice is a *frontier target*. U is how many
//! units a node has left in each pile.
//!
//! *Claim.* No win comes through a node before the meeting level if each target has more units left in
//! some pile than U has there.
//!
//! *Invariant.* During a play the units left in a pile only become fewer.
//!
//! *Each move keeps it.* A step takes a unit from one pile; no other move takes or adds one.
//!
//! *Conclusion.* A win comes through the meeting level with the units of one of the targets, by the claim of
//! the [retrograde analysis](crate::hochzeitszug::abstractions::retrograde), and that target has no more units
//! left in any pile than any node before it.
//!
//! *Needs.* The level of the retrograde analysis to be whole; it leaves none out but dominated nodes, which
//! have the units of another that stays.
//!
//! Oracles: `tests/hochzeitszug.rs` with the switch `retrograde` on and off;
//! `plays_and_endings_meet_anywhere` in the levels.

use crate::hochzeitszug::abstractions::belief_sets::piles::{Left, Piles};

/// Targets, a bit each.
pub type Targets = Vec<u64>;

/// How many targets there may be.
const MAX_TARGETS: usize = 2048;

/// The targets of the meeting level.
#[derive(Debug, Default)]
pub struct FrontierTargets {
    /// By pile and units left there, the targets that have no more, as far as not all have no more.
    at_most: Vec<Vec<Targets>>,
    all: Targets,
}

impl FrontierTargets {
    /// Those that have these units left, each once; nothing if there are too many.
    pub fn new(piles: &Piles, lefts: &[Left]) -> Option<FrontierTargets> {
        if lefts.len() > MAX_TARGETS {
            return None;
        }
        let choose = |fits: &dyn Fn(Left) -> bool| {
            let mut targets = vec![0; lefts.len().div_ceil(64)];
            for (i, _) in lefts.iter().enumerate().filter(|&(_, &left)| fits(left)) {
                targets[i / 64] |= 1 << (i % 64);
            }
            targets
        };
        let at_most = |pile: usize| {
            let left_in = |left| piles.left_in(left, pile);
            let most = lefts.iter().map(|&left| left_in(left)).max().unwrap_or(0);
            (0..most).map(|most| choose(&|left| left_in(left) <= most)).collect()
        };
        Some(FrontierTargets {
            at_most: (0..piles.len()).map(at_most).collect(),
            all: choose(&|_| true),
        })
    }

    /// The targets that a play can still reach that has so many units left in each pile.
    pub fn reachable(&self, units_left: &[u8], targets: &mut Targets) {
        targets.clone_from(&self.all);
        for (at_most, &left) in self.at_most.iter().zip(units_left) {
            let Some(at_most) = at_most.get(usize::from(left)) else { continue };
            for (targets, at_most) in targets.iter_mut().zip(at_most) {
                *targets &= at_most;
            }
        }
    }

    /// How many of these there still are with so many units left in a pile.
    pub fn reachable_after(&self, targets: &Targets, pile: usize, left: usize) -> u32 {
        let at_most = self.at_most[pile].get(left).unwrap_or(targets);
        targets.iter().zip(at_most).map(|(targets, at_most)| (targets & at_most).count_ones()).sum()
    }
}
