//! The switches.

/// Which prunings are on. No verdict but "unknown" depends on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunings {
    /// `delete_relaxation`: heads stay even if nothing is ever used up.
    pub delete_relaxation: bool,
    /// `host_count`: the hosts of a card type come to light too late.
    pub host_count: bool,
    /// `host_arrivals`: a host lies under heads that come onto it faster than they can be placed.
    pub host_arrivals: bool,
    /// `sat`: no order in which the heads leave.
    pub sat: bool,
    /// `equal_steps`: of steps that lead to equal states one is listed.
    pub equal_steps: bool,
    /// `safe_pops`: once no row is left to deal, a top goes at once if nothing else can want what it takes.
    pub safe_pops: bool,
}

impl Prunings {
    /// All on.
    pub const ALL: Prunings = Prunings {
        delete_relaxation: true,
        host_count: true,
        host_arrivals: true,
        sat: true,
        equal_steps: true,
        safe_pops: true,
    };
    /// All off.
    pub const NONE: Prunings = Prunings {
        delete_relaxation: false,
        host_count: false,
        host_arrivals: false,
        sat: false,
        equal_steps: false,
        safe_pops: false,
    };
}
