//! What the search of an abstraction found to be lost, kept for finer ones.
//!
//! *Claim.* A state that is lost in an abstraction is lost in a finer one too, which tracks all that it tracks
//! and more.
//! *Proof.* The abstraction simulates a play of the finer one as it simulates one of the free-card space: what needs
//! a place here when something is done needs one there, and what foundations, bases and cleared columns offer there
//! is offered here. Whether a state is lost does not hang on how it was reached.
//!
//! *Claim.* If a search ends with a win or for want of budget, all that it expanded is lost but what lies on
//! the path to where it ended.
//! *Proof.* Let a state be expanded and not lie on the path. Each state that comes after it was expanded,
//! is dominated by one that was expanded before, or was known to be lost: the frontier is last in, first out, so
//! that no state after it is left. None of the dominating states lies on the path: a state on the path that
//! was expanded before would have all that comes after it expanded first, so that the dominated state came after the
//! dominating one. But each move uncovers, takes, or begins another pass: what comes after a state has more tracked
//! cards uncovered or taken or is in a later pass, so that they have another [`TrackedPart`], or has more untracked ones,
//! so that it is not dominated. By induction from the last states on the state is lost.
//!
//! *Needs.* A frontier that is last in, first out, asserted in [`Expanded::without_path`]; passes that are counted,
//! asserted in [`NogoodTable::new`]: with unlimited passes a state may come after itself.
//! Oracle: `no_state_that_can_be_won_is_lost_whatever_is_tracked` compares searches with and without a table, and
//! `what_is_lost_in_a_coarser_abstraction_of_a_whole_deal_is_lost_in_a_finer_one`.

use gehtauf_search::bytes::{Memory, Share, vec_bytes};
use gehtauf_search::{Known, Stop};

use super::abstraction::{AbstractState, Abstraction};
use super::frontier::{Frontier, Reached};
use crate::eights::abstractions::card_counts::Cards;
use crate::eights::state::COLUMNS;

/// What tells states apart but for untracked cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TrackedPart {
    /// For each column the base after the last tracked one was uncovered.
    pub last_tracked: [u8; COLUMNS],
    /// Tracked cards only.
    pub stock: u64,
    pub pass: u8,
}

/// How far the untracked cards of a state have come, and what else lets it dominate another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UntrackedPart {
    pub bases: [u8; COLUMNS],
    pub stock: u64,
    pub next: Option<u8>,
    pub turned: u8,
    pub foundations: Cards,
}

impl UntrackedPart {
    /// Whether a state dominates another, the same one perhaps, with the same tracked part.
    fn dominates(&self, other: &UntrackedPart) -> bool {
        let mut bases = self.bases.iter().zip(other.bases);
        self.next == other.next
            && self.stock & !other.stock == 0
            && self.turned <= other.turned
            && self.foundations.is_among(other.foundations)
            && bases.all(|(&base, other)| base <= other)
    }
}

/// The states that a search expanded; of those that dominate others only they.
pub struct Expanded {
    states: Known<TrackedPart, Vec<UntrackedPart>>,
    /// How many states were expanded.
    pub count: usize,
    /// What the vectors in `states` take.
    share: Share,
}

/// What a vector takes beside its elements where it lies.
const ALLOCATION: usize = 16;

impl Expanded {
    pub fn new(memory: &Memory) -> Expanded {
        Expanded { states: Known::new(memory), count: 0, share: memory.share() }
    }

    /// Whether one of them dominates a state.
    pub fn dominates(&self, tracked: &TrackedPart, untracked: &UntrackedPart) -> bool {
        self.states.get(tracked).is_some_and(|best| best.iter().any(|b| b.dominates(untracked)))
    }

    /// Adds a state that none dominates.
    ///
    /// # Errors
    /// The states would outgrow the memory.
    pub fn insert(&mut self, tracked: TrackedPart, untracked: UntrackedPart) -> Result<(), Stop> {
        let best = self.states.get_or_insert(tracked, Vec::new)?;
        best.retain(|other| !untracked.dominates(other));
        let before = best.capacity();
        if before == 0 {
            best.reserve_exact(1);
        }
        best.push(untracked);
        let new = if before == 0 { ALLOCATION } else { 0 };
        let bytes = vec_bytes::<UntrackedPart>(best.capacity() - before) + new;
        self.count += 1;
        self.share.resize(self.share.bytes() + bytes)
    }

    /// Those that do not lie on the path to the state where the search ended, which was reached so: they are lost.
    ///
    /// # Panics
    /// If a state waits that comes after one of them: the frontier was not last in, first out.
    pub fn without_path(
        mut self,
        path: &[(TrackedPart, UntrackedPart)],
        frontier: &Frontier,
        reached: Option<Reached>,
    ) -> Expanded {
        assert!(frontier.hangs_on_path(reached), "first out is last in");
        for (tracked, untracked) in path {
            if let Some(best) = self.states.get_mut(tracked) {
                best.retain(|other| other != untracked);
            }
        }
        self
    }
}

/// States of an abstraction that are known to be lost: sound only since the frontier of its search was last in,
/// first out, which [`Expanded::without_path`] asserts, and no state comes after itself, which
/// [`NogoodTable::new`] asserts.
pub struct NogoodTable<'d> {
    abstraction: Abstraction<'d>,
    lost: Expanded,
}

impl<'d> NogoodTable<'d> {
    /// What a search of the abstraction left behind.
    ///
    /// # Panics
    /// If passes are not counted.
    pub fn new(abstraction: Abstraction<'d>, lost: Expanded) -> NogoodTable<'d> {
        assert!(abstraction.deal.rules.passes.is_some(), "no state may come after itself");
        NogoodTable { abstraction, lost }
    }

    /// Whether a state of a finer abstraction is known to be lost.
    pub fn has(&self, state: &AbstractState) -> bool {
        let Abstraction { deal, start, tracked, .. } = &self.abstraction;
        let first = Cards::on_foundations(deal, &start.key.foundations);
        let of_tracked_types = state.foundations.minus(state.foundations.but(tracked.foundations));
        let foundations = first.but(tracked.foundations).and(of_tracked_types);
        let (tracked, untracked) =
            self.abstraction.parts_of(&AbstractState { foundations, ..*state });
        self.lost.dominates(&tracked, &untracked)
    }
}
