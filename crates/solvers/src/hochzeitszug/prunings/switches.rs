//! The switches.

use crate::switches::switches;

switches! {
    /// Which prunings, abstractions and searches are on. No verdict but "unknown" depends on them.
    pub struct Prunings {
        /// `symmetric_stacks`: in the last round the stacks have no places; under `redeal=blocked` other rounds are searched
        /// so at first.
        symmetric_stacks,
        /// `safe_foundation_moves`: in the last round some cards go to the foundations at once.
        safe_foundation_moves,
        /// `belief_sets`: without redeals belief sets take the place of single states.
        belief_sets,
        /// `dominated_nodes`: of two belief-set nodes the one with less choice goes.
        dominated_nodes,
        /// `single_suit`: a belief-set node goes from which one suit could not be won even alone.
        single_suits,
        /// `retrograde` analysis gives the last levels of the belief-set search, and with them
        /// `frontier_targets`.
        retrograde,
        /// `sat`: without redeals the deal goes to a solver of clauses.
        sat,
        /// The clauses of the foundations, without which it needs more nogoods.
        foundation_clauses,
        /// The clauses of the hosts, without which it needs more nogoods.
        host_clauses,
        /// `persistent_sets`: under `redeal=blocked` some top cards move before the others.
        persistent_sets,
        /// `reversible_packings`: under `redeal=blocked` cards that can be packed to and fro are searched in one place.
        reversible_packings,
        /// Roll-outs come first. They prove nothing, so nothing has to be shown.
        roll_outs,
        /// Last rounds into which roll-outs lead are searched before the whole game is; under
        /// `redeal=blocked` each later round first as if it were the last. Both only look for wins.
        last_rounds,
    }
}
