//! The checker.

use std::sync::atomic::{AtomicBool, Ordering};

use gehtauf_rules::{AnyPosition, LayoutError, Move, Position};

use crate::order::Events;
use crate::{Certificate, Evidence, Packer, Packings};

/// What a complete check looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// A set of positions.
    Positions {
        /// Positions of the set.
        positions: u64,
        /// Legal moves played from them.
        moves: u64,
    },
    /// A refutation of all orders.
    Order {
        /// Steps that are axioms.
        axioms: u64,
        /// Steps that follow from others.
        lemmas: u64,
    },
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
    /// The axioms do not hold for the game or the start.
    #[error("the axioms are only for Hochzeitszug without a redeal, as it is dealt by default")]
    NoEvents,
    /// A step that is no axiom. Steps count from 0.
    #[error("step {number}: there is no such axiom")]
    NoAxiom {
        /// Which step.
        number: usize,
    },
    /// A step that does not follow from those that it names.
    #[error("step {number} does not follow")]
    DoesNotFollow {
        /// Which step.
        number: usize,
    },
    /// The last step is not the empty clause.
    #[error("the last step is no contradiction")]
    NotRefuted,
    /// The flag was raised before all was looked at.
    #[error("interrupted before all was checked")]
    Interrupted,
}

impl Certificate {
    /// Checks that the start cannot be won: that the set of positions is inductive, or that all steps of the
    /// refutation hold.
    ///
    /// # Errors
    /// The first thing that is not so, or the `interrupt` was raised.
    pub fn check(&self, interrupt: &AtomicBool) -> Result<Checked, Refusal> {
        match self.evidence() {
            Evidence::Positions { packer, set } => self.check_positions(packer, set, interrupt),
            Evidence::Order(refutation) => {
                let AnyPosition::Hochzeitszug(start) = self.start() else {
                    return Err(Refusal::NoEvents);
                };
                let events = Events::new(start).ok_or(Refusal::NoEvents)?;
                refutation.check(&events, interrupt)
            }
        }
    }

    fn check_positions(
        &self,
        packer: &Packer,
        set: &Packings,
        interrupt: &AtomicBool,
    ) -> Result<Checked, Refusal> {
        let in_set = |position: &AnyPosition| {
            packer.pack(&position.layout()).is_some_and(|bytes| set.contains(&bytes))
        };
        if !in_set(self.start()) {
            return Err(Refusal::NoStart);
        }
        let mut moves = 0;
        for (number, bytes) in (1..).zip(set.iter()) {
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
        Ok(Checked::Positions { positions: set.len() as u64, moves })
    }
}
