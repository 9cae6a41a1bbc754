//! The switches.

/// Which prunings, abstractions and searches are on. No verdict but "unknown" depends on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunings {
    /// `symmetric_stacks`: in the last round the stacks have no places.
    pub symmetric_stacks: bool,
    /// `safe_foundation_moves`: in the last round some cards go to the foundations at once.
    pub safe_foundation_moves: bool,
    /// `belief_sets`: without redeals belief sets take the place of single states; under
    /// `redeal=blocked` they look for a win without redeals.
    pub belief_sets: bool,
    /// `dominated_nodes`: of two belief-set nodes the one with less choice goes.
    pub dominated_nodes: bool,
    /// `single_suit`: a belief-set node goes from which one suit could not be won even alone.
    pub single_suits: bool,
    /// `retrograde` analysis gives the last levels of the belief-set search, and with them
    /// `frontier_targets`.
    pub retrograde: bool,
    /// `sat`: without redeals the deal goes to a solver of clauses.
    pub sat: bool,
    /// The clauses of the foundations, without which it needs more nogoods.
    pub foundation_clauses: bool,
    /// The clauses of the hosts, without which it needs more nogoods.
    pub host_clauses: bool,
    /// Roll-outs come first. They prove nothing, so nothing has to be shown.
    pub roll_outs: bool,
    /// Last rounds into which roll-outs lead are searched before the whole game is; under
    /// `redeal=blocked` each later round first as if it were the last. Both only look for wins.
    pub last_rounds: bool,
}

impl Prunings {
    /// All on.
    pub const ALL: Prunings = Prunings {
        symmetric_stacks: true,
        safe_foundation_moves: true,
        belief_sets: true,
        dominated_nodes: true,
        single_suits: true,
        retrograde: true,
        sat: true,
        foundation_clauses: true,
        host_clauses: true,
        roll_outs: true,
        last_rounds: true,
    };
    /// All off.
    pub const NONE: Prunings = Prunings {
        symmetric_stacks: false,
        safe_foundation_moves: false,
        belief_sets: false,
        dominated_nodes: false,
        single_suits: false,
        retrograde: false,
        sat: false,
        foundation_clauses: false,
        host_clauses: false,
        roll_outs: false,
        last_rounds: false,
    };
}
