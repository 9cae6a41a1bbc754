//! The checker.

use std::sync::atomic::{AtomicBool, Ordering};

use gehtauf_rules::{AnyPosition, Position};

use crate::answers::{Checked, Refusal};
use crate::buried_hosts;
use crate::delete_relaxation::is_dead;
use crate::file::{Certificate, Evidence};
use crate::free_cards;
use crate::heads;
use crate::hochzeitszug_orders::Events;
use crate::packing::{Packer, Packings};

impl Certificate {
    /// Checks that the start is one of the game and cannot be won: that the set of positions or states is inductive, that the
    /// states of tracked cards hold no win, that hosts come to light too late, or that all steps of the refutation hold.
    ///
    /// # Errors
    /// The first thing that is not so, or the `interrupt` was raised.
    pub fn check(&self, interrupt: &AtomicBool) -> Result<Checked, Refusal> {
        if self.game().read(&self.start().layout()).as_ref() != Ok(self.start()) {
            return Err(Refusal::OtherGame);
        }
        match self.evidence() {
            Evidence::Positions { packer, set } => self.check_positions(packer, set, interrupt),
            Evidence::FreeCards(set) => free_cards::check(self.start(), set, interrupt),
            Evidence::TrackedCards(tracked) => {
                let goes_on = || !interrupt.load(Ordering::Relaxed);
                let states = tracked.go_through(self.start(), goes_on)?;
                Ok(Checked::TrackedCards { cards: tracked.cards.len() as u64, states })
            }
            Evidence::BuriedHosts(host) => buried_hosts::check(self.start(), *host),
            Evidence::HochzeitszugOrders(refutation) => {
                let AnyPosition::Hochzeitszug(start) = self.start() else {
                    return Err(Refusal::NoEvents);
                };
                let events = Events::new(start).ok_or(Refusal::NoEvents)?;
                refutation.check(&events, interrupt)
            }
            Evidence::FreeCardOrders(refutation) => {
                let deal = free_cards::Deal::new(self.start());
                let formula = deal.and_then(|deal| free_cards::orders::order_formula(&deal));
                refutation.check(&formula.ok_or(Refusal::NoFreeCards)?, interrupt)
            }
            Evidence::HeadOrders(refutation) => {
                let AnyPosition::EkligeElfer(start) = self.start() else {
                    return Err(Refusal::OtherGame);
                };
                let formula = heads::order_formula(start).ok_or(Refusal::TooManyRows)?;
                refutation.check(&formula, interrupt)
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
        if !in_set(self.start()) && !is_dead(self.start()) {
            return Err(Refusal::NoStart);
        }
        let (mut moves, mut dead) = (0, 0);
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
                if is_dead(&next) {
                    dead += 1;
                } else if !in_set(&next) {
                    return Err(Refusal::Leaves { number, m });
                }
            }
        }
        Ok(Checked::Positions { positions: set.len() as u64, moves, dead })
    }
}
