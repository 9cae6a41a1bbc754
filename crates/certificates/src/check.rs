//! The checker.

use std::sync::atomic::{AtomicBool, Ordering};

use gehtauf_rules::{AnyPosition, LayoutError, Move, Position};

use crate::Certificate;

/// What a complete check looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked {
    /// Positions of the set.
    pub positions: u64,
    /// Legal moves played from them.
    pub moves: u64,
}

/// Why a certificate proves nothing. Positions count from 1 in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The start is not in the set.
    #[error("the start is not among the positions")]
    NoStart,
    /// Bytes of the set that are no position.
    #[error("position {number} cannot be unpacked")]
    NoLayout {
        /// Which position.
        number: usize,
    },
    /// A layout of the set that the rules refuse.
    #[error("position {number}: {error}")]
    NoPosition {
        /// Which position.
        number: usize,
        /// What the rules say.
        error: LayoutError,
    },
    /// A position of the set is won.
    #[error("position {number} is won")]
    Won {
        /// Which position.
        number: usize,
    },
    /// A legal move leads out of the set.
    #[error("position {number}: {m} leads to a position that is not among them")]
    Leaves {
        /// Which position.
        number: usize,
        /// The move.
        m: Move,
    },
    /// The flag was raised before all was looked at.
    #[error("interrupted before all positions were checked")]
    Interrupted,
}

impl Certificate {
    /// Checks that the set of positions is inductive, and so that the start cannot be won.
    ///
    /// # Errors
    /// The first thing that is not so, or the `interrupt` was raised.
    pub fn check(&self, interrupt: &AtomicBool) -> Result<Checked, Refusal> {
        let packer = self.packer();
        let in_set = |position: &AnyPosition| {
            packer.pack(&position.layout()).is_some_and(|bytes| self.set().contains(&bytes))
        };
        if !in_set(self.start()) {
            return Err(Refusal::NoStart);
        }
        let mut moves = 0;
        for (number, bytes) in (1..).zip(self.set().iter()) {
            if interrupt.load(Ordering::Relaxed) {
                return Err(Refusal::Interrupted);
            }
            let layout = packer.unpack(bytes).ok_or(Refusal::NoLayout { number })?;
            let read = self.game().read(&layout);
            let position = read.map_err(|error| Refusal::NoPosition { number, error })?;
            if position.is_won() {
                return Err(Refusal::Won { number });
            }
            for m in position.legal_moves() {
                let mut next = position.clone();
                next.play(m);
                moves += 1;
                if !in_set(&next) {
                    return Err(Refusal::Leaves { number, m });
                }
            }
        }
        Ok(Checked { positions: self.set().len() as u64, moves })
    }
}
