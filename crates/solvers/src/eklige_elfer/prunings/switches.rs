//! The switches.

use crate::switches::switches;

switches! {
    /// Which prunings are on. No verdict but "unknown" depends on them.
    pub struct Prunings {
        /// `delete_relaxation`: heads stay even if nothing is ever used up.
        delete_relaxation,
        /// `host_count`: the hosts of a card type come to light too late.
        host_count,
        /// `host_arrivals`: a host lies under heads that come onto it faster than they can be placed.
        host_arrivals,
        /// `sat`: no order in which the heads leave.
        sat,
        /// `equal_steps`: of steps that lead to equal states one is listed.
        equal_steps,
        /// `safe_pops`: once no row is left to deal, a top goes at once if nothing else can want what it takes.
        safe_pops,
    }
}
