//! What the search of an abstraction found to be lost, kept for finer ones.
//!
//! *Claim.* A state that is lost in an abstraction is lost in a finer one too, which tracks all that it tracks
//! and more.
//! *Proof.* The abstraction simulates a play of the finer one as it simulates one of the free-card space: what needs
//! a place here when something is done needs one there, and what foundations, bases and cleared columns offer there
//! is offered here. Whether a state is lost does not hang on how it was reached.
//!
//! *Claim.* If a search ends with a win or for want of budget, all that it expanded is lost but what is open. Open
//! are the state where it ended and each from which one was reached that waits to be expanded, is open, or was not
//! expanded since an open one dominates it.
//! *Proof.* Of a state that can be won let the distance be the fewest tracked moves and redeals to a win, and of as
//! many the number of cards that it has neither uncovered nor taken. A state that dominates another is no further
//! away: it answers a tracked move with the same one, a redeal with a redeal, an untracked move with others or none
//! (`search.rs`), and has uncovered and taken no less. Suppose that some expanded states can be won and are not open,
//! and look at one of the shortest distance. The first move of a win by that distance leads nearer. The state after it does
//! not wait, is not known to be lost, and is not where the search ended; so it is expanded and not open, or
//! dominated by one that is: which is nearer, too.
//!
//! Oracle: `no_state_that_can_be_won_is_lost_whatever_is_tracked` compares searches with and without a table, and
//! `what_is_lost_in_a_coarser_abstraction_of_a_whole_deal_is_lost_in_a_finer_one`.

use gehtauf_search::bytes::{Memory, Share, vec_bytes};
use gehtauf_search::hashing::mix_two;
use gehtauf_search::{Known, Stop};

use super::abstraction::{AbstractState, Abstraction};
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
    pub turned: u8,
    pub foundations: Cards,
}

impl UntrackedPart {
    /// Whether a state dominates another, the same one perhaps, with the same tracked part.
    fn dominates(&self, other: &UntrackedPart) -> bool {
        let mut bases = self.bases.iter().zip(other.bases);
        self.stock & !other.stock == 0
            && self.turned <= other.turned
            && self.foundations.is_among(other.foundations)
            && bases.all(|(&base, other)| base <= other)
    }
}

/// The states that a search expanded; of those that dominate others only they.
pub struct Expanded {
    states: Known<TrackedPart, Vec<(UntrackedPart, u32)>>,
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

    /// The number of one that dominates a state.
    pub fn dominating(&self, tracked: &TrackedPart, untracked: &UntrackedPart) -> Option<u32> {
        let best = self.states.get(tracked)?;
        best.iter().find(|(best, _)| best.dominates(untracked)).map(|&(_, number)| number)
    }

    /// Adds a state that none dominates, with its number.
    ///
    /// # Errors
    /// The states would outgrow the memory.
    pub fn insert(
        &mut self,
        tracked: TrackedPart,
        untracked: UntrackedPart,
        number: u32,
    ) -> Result<(), Stop> {
        let best = self.states.get_or_insert(tracked, Vec::new)?;
        best.retain(|(other, _)| !untracked.dominates(other));
        let before = best.capacity();
        if before == 0 {
            best.reserve_exact(1);
        }
        best.reserve(1);
        let new = if before == 0 { ALLOCATION } else { 0 };
        let bytes = vec_bytes::<(UntrackedPart, u32)>(best.capacity() - before) + new;
        self.share.resize(self.share.bytes() + bytes)?;
        best.push((untracked, number));
        self.count += 1;
        Ok(())
    }

    /// Those that are not open, by their numbers: they are lost.
    pub fn but(mut self, open: &[bool]) -> Expanded {
        self.states.retain(|_, best| {
            best.retain(|&(_, number)| !open[number as usize]);
            !best.is_empty()
        });
        self
    }
}

/// Which tracked parts a table may have, in so few bytes that it is faster to ask than the table (Bloom 1970, with one
/// hash function): most are in none of the tables.
struct Filter {
    bits: Vec<u64>,
}

impl Filter {
    fn new<V>(table: &Known<TrackedPart, V>) -> Filter {
        let mut filter = Filter { bits: vec![0; (table.keys().count() / 4).next_power_of_two()] };
        for tracked in table.keys() {
            let (word, bit) = filter.place(tracked);
            filter.bits[word] |= bit;
        }
        filter
    }

    fn may_have(&self, tracked: &TrackedPart) -> bool {
        let (word, bit) = self.place(tracked);
        self.bits[word] & bit != 0
    }

    fn place(&self, tracked: &TrackedPart) -> (usize, u64) {
        let &TrackedPart { last_tracked, stock, pass } = tracked;
        let hash = mix_two(u64::from_le_bytes(last_tracked), stock ^ u64::from(pass) << 56);
        ((hash >> 6) as usize & (self.bits.len() - 1), 1 << (hash & 63))
    }
}

/// States of an abstraction that are known to be lost.
pub struct NogoodTable<'d> {
    abstraction: Abstraction<'d>,
    lost: Expanded,
    filter: Filter,
}

impl<'d> NogoodTable<'d> {
    /// What a search of the abstraction left behind.
    ///
    /// # Errors
    /// The filter would outgrow the memory.
    pub fn new(abstraction: Abstraction<'d>, mut lost: Expanded) -> Result<NogoodTable<'d>, Stop> {
        let filter = Filter::new(&lost.states);
        lost.share.resize(lost.share.bytes() + vec_bytes::<u64>(filter.bits.len()))?;
        Ok(NogoodTable { abstraction, lost, filter })
    }

    /// Whether a state of a finer abstraction is known to be lost.
    pub fn has(&self, state: &AbstractState) -> bool {
        let Abstraction { deal, start, tracked, .. } = &self.abstraction;
        let first = Cards::on_foundations(deal, &start.key.foundations);
        let of_tracked_types = state.foundations.minus(state.foundations.but(tracked.foundations));
        let foundations = first.but(tracked.foundations).and(of_tracked_types);
        let (tracked, untracked) =
            self.abstraction.parts_of(&AbstractState { foundations, ..*state });
        self.filter.may_have(&tracked) && self.lost.dominating(&tracked, &untracked).is_some()
    }
}
