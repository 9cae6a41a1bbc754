//! Fingerprints of states, kept up to date column by column, and the diversity keys of beams.

use gehtauf_search::hashing::mix_two;

use super::evaluation::tables::columns_of;
use super::state::{COLUMNS, Column, State};

/// What one column adds to the sums of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprints {
    /// The part of the fingerprint.
    pub all: u64,
    /// The part of the diversity key.
    pub dealt: u64,
}

impl Fingerprints {
    /// Random odd numbers for the columns, the first for all without a dealt card: these count the same
    /// wherever they are.
    const FACTORS: [u64; COLUMNS + 1] = {
        let mut factors = [0; COLUMNS + 1];
        let mut i = 0;
        while i <= COLUMNS {
            factors[i] = mix_two(i as u64, 0x1234_5678_9abc_def1) | 1;
            i += 1;
        }
        factors
    };

    #[inline]
    fn of(index: usize, column: Column) -> Fingerprints {
        let dealt = u64::from(column.dealt());
        let place = if dealt == 0 { 0 } else { index + 1 };
        Fingerprints {
            all: u64::from(column.0).wrapping_mul(Fingerprints::FACTORS[place]),
            dealt: dealt << (5 * index),
        }
    }

    /// The sums over the columns.
    pub fn of_all(state: &State) -> Fingerprints {
        Fingerprints { all: 0, dealt: 0 }.after(&[Column::default(); COLUMNS], &state.columns, 0xff)
    }

    /// The sums after these columns changed.
    #[inline]
    pub fn after(
        mut self,
        before: &[Column; COLUMNS],
        now: &[Column; COLUMNS],
        changed: u32,
    ) -> Fingerprints {
        for i in columns_of(changed) {
            let (old, new) = (Fingerprints::of(i, before[i]), Fingerprints::of(i, now[i]));
            self.all = self.all.wrapping_sub(old.all).wrapping_add(new.all);
            self.dealt = self.dealt + new.dealt - old.dealt;
        }
        self
    }
}

/// A fingerprint of a state. Two states may share one: then a beam misses one of them.
#[inline]
pub fn fingerprint(state: &State, fingerprints: Fingerprints) -> u64 {
    mix_two(
        fingerprints.all ^ mix_two(state.stock, talon_place(state)),
        u64::from_le_bytes(state.foundations),
    )
}

/// The place in the talon and the pass.
#[inline]
fn talon_place(state: &State) -> u64 {
    u64::from(state.turned) | u64::from(state.pass) << 8
}

/// What the states of one level of a beam must differ in.
#[derive(Debug, Clone, Copy)]
pub enum DiversityKey {
    /// Which dealt cards are left where, and how many cards the stock has left: narrow beams win most by it.
    Dealt,
    /// The foundations too: wide beams by this key win other deals.
    Foundations,
    /// The place in the talon and the pass instead: with few passes what is past counts as much.
    TalonPlace,
}

impl DiversityKey {
    #[inline]
    pub fn of(self, state: &State, fingerprints: Fingerprints, stock_cards: u8) -> u64 {
        let dealt = fingerprints.dealt << 8 | u64::from(stock_cards);
        match self {
            DiversityKey::Dealt => dealt,
            DiversityKey::Foundations => mix_two(dealt, u64::from_le_bytes(state.foundations)),
            DiversityKey::TalonPlace => mix_two(dealt, talon_place(state)),
        }
    }
}
