//! Fingerprints of states that change little when a state does.

use gehtauf_search::hashing::mix;

use super::abstractions::card_types::CardType;
use super::abstractions::ranks::{RANKS, Ranks};
use super::state::{COLUMNS, ROWS, State};

/// The numbers that fingerprints are made of. They prove nothing: if two states share one, a beam
/// leaves one out.
pub struct Fingerprints {
    /// The open tails, then those of each deferred set.
    tails: [[[u64; RANKS]; 2]; ROWS + 1],
}

impl Fingerprints {
    pub fn new() -> Fingerprints {
        let mut number = 0;
        let tails = [[[(); RANKS]; 2]; ROWS + 1].map(|parities| {
            parities.map(|ranks| {
                ranks.map(|()| {
                    number += 1;
                    mix(number)
                })
            })
        });
        Fingerprints { tails }
    }

    /// What [`Fingerprints::heads`] has of a column.
    pub fn column(&self, state: &State, column: usize) -> u64 {
        mix((1 + column as u64) << u32::BITS | u64::from(state.column_key(column)))
    }

    /// Of the heads left.
    pub fn heads(&self, state: &State) -> u64 {
        (0..COLUMNS).fold(0, |fingerprint, column| fingerprint ^ self.column(state, column))
    }

    /// What [`Fingerprints::tails`] has of a tail among the open ones, set 0, or in the deferred set of a deal,
    /// from set 1 on.
    pub fn tail(&self, set: usize, tail: CardType) -> u64 {
        self.tails[set][usize::from(tail.parity)][usize::from(tail.rank)]
    }

    /// Of a set of tails: the open ones, set 0, or those in the deferred set of a row, from set 1 on.
    fn set(&self, set: usize, tails: [Ranks; 2]) -> u64 {
        let mut fingerprint = 0_u64;
        for (parity, tails) in (0..).zip(tails) {
            for rank in tails.iter() {
                let count = u64::from(tails.count(rank));
                fingerprint = fingerprint
                    .wrapping_add(self.tail(set, CardType { parity, rank }).wrapping_mul(count));
            }
        }
        fingerprint
    }

    /// Of the tails and the interchangeable columns.
    pub fn tails(&self, state: &State) -> u64 {
        sets(state)
            .enumerate()
            .fold(mix(state.interchangeable().into()), |fingerprint, (set, tails)| {
                fingerprint.wrapping_add(self.set(set, tails))
            })
    }

    /// [`Fingerprints::heads`] of a state, from that of one that is much like it.
    pub fn heads_after(&self, fingerprint: u64, before: &State, state: &State) -> u64 {
        let has_changed = |column: &usize| before.column_key(*column) != state.column_key(*column);
        (0..COLUMNS).filter(has_changed).fold(fingerprint, |fingerprint, column| {
            fingerprint ^ self.column(before, column) ^ self.column(state, column)
        })
    }

    /// [`Fingerprints::tails`] of a state, from that of one that is much like it.
    pub fn tails_after(&self, fingerprint: u64, before: &State, state: &State) -> u64 {
        let mut fingerprint = fingerprint
            .wrapping_sub(mix(before.interchangeable().into()))
            .wrapping_add(mix(state.interchangeable().into()));
        for (set, (before, tails)) in sets(before).zip(sets(state)).enumerate() {
            if before != tails {
                fingerprint = fingerprint
                    .wrapping_sub(self.set(set, before))
                    .wrapping_add(self.set(set, tails));
            }
        }
        fingerprint
    }
}

/// The open tails, then those of each deferred set.
fn sets(state: &State) -> impl Iterator<Item = [Ranks; 2]> {
    std::iter::once(state.open).chain(state.deferred)
}
