//! Fingerprints of states that change little when a state does.

use gehtauf_search::hashing::mix;

use super::ranks::{RANKS, Ranks};
use super::state::{COLUMNS, DEALS, State, Type};

/// The numbers that fingerprints are made of. They prove nothing: if two states share one, a try
/// passes over a state.
pub struct Fingerprints {
    /// The open lows, then those of each pool.
    lows: [[[u64; RANKS]; 2]; DEALS + 1],
}

impl Fingerprints {
    pub fn new() -> Fingerprints {
        let mut number = 0;
        let lows = [[[(); RANKS]; 2]; DEALS + 1].map(|phases| {
            phases.map(|ranks| {
                ranks.map(|()| {
                    number += 1;
                    mix(number)
                })
            })
        });
        Fingerprints { lows }
    }

    /// What [`Fingerprints::heads`] has of a column.
    pub fn column(&self, state: &State, column: usize) -> u64 {
        mix((1 + column as u64) << u32::BITS | u64::from(state.column_key(column)))
    }

    /// Of the heads left.
    pub fn heads(&self, state: &State) -> u64 {
        (0..COLUMNS).fold(0, |print, column| print ^ self.column(state, column))
    }

    /// What [`Fingerprints::lows`] has of a low among the open ones, set 0, or in the pool of a deal,
    /// from set 1 on.
    pub fn low(&self, set: usize, low: Type) -> u64 {
        self.lows[set][usize::from(low.phase)][usize::from(low.rank)]
    }

    /// Of a set of lows: the open ones, set 0, or those in the pool of a deal, from set 1 on.
    fn set(&self, set: usize, lows: [Ranks; 2]) -> u64 {
        let mut print = 0_u64;
        for (phase, lows) in (0..).zip(lows) {
            for rank in lows.iter() {
                let count = u64::from(lows.count(rank));
                print = print.wrapping_add(self.low(set, Type { phase, rank }).wrapping_mul(count));
            }
        }
        print
    }

    /// Of the lows and the loose columns.
    pub fn lows(&self, state: &State) -> u64 {
        sets(state).enumerate().fold(mix(state.loose().into()), |print, (set, lows)| {
            print.wrapping_add(self.set(set, lows))
        })
    }

    /// [`Fingerprints::heads`] of a state, from that of one that is much like it.
    pub fn heads_after(&self, print: u64, before: &State, state: &State) -> u64 {
        let has_changed = |column: &usize| before.column_key(*column) != state.column_key(*column);
        (0..COLUMNS).filter(has_changed).fold(print, |print, column| {
            print ^ self.column(before, column) ^ self.column(state, column)
        })
    }

    /// [`Fingerprints::lows`] of a state, from that of one that is much like it.
    pub fn lows_after(&self, print: u64, before: &State, state: &State) -> u64 {
        let mut print =
            print.wrapping_sub(mix(before.loose().into())).wrapping_add(mix(state.loose().into()));
        for (set, (before, lows)) in sets(before).zip(sets(state)).enumerate() {
            if before != lows {
                print = print.wrapping_sub(self.set(set, before)).wrapping_add(self.set(set, lows));
            }
        }
        print
    }
}

/// The open lows, then those of each pool.
fn sets(state: &State) -> impl Iterator<Item = [Ranks; 2]> {
    std::iter::once(state.open).chain(state.pools)
}
