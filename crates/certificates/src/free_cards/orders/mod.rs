//! Certificates by orders of free cards: no order in which the cards leave and go up could be that of a win. Acht mal
//! Acht and 8x8.
//!
//! | file | what is there |
//! |---|---|
//! | `events.rs` | what happens to the cards |
//! | `foundations.rs` | clauses of the cards that go up |
//! | `places.rs` | clauses and counts of the places of free cards |
//! | `talon.rs` | clauses of the stock |
//!
//! *Setup.* Bases, free cards, classes and parents as in [`free_cards`](super). Each base and each stock card *leaves* once, for a
//! column or, *at once*, for its foundation; each card goes up once; each redeal that is left happens once. Aces
//! go up when they leave or are uncovered. These are the *events*, in an order.
//!
//! *Claim.* If the steps of a [`Refutation`](crate::clauses::Refutation) from these axioms hold, the position is lost.
//!
//! *Proof.* Let there be a win. Its moves are steps of states, as the module above shows; those of one base, one stock card
//! or one free card each are events. An Ace carries nothing and its foundation takes it, and once it is up no class
//! has more cards: all other steps stay possible if each Ace goes up as soon as it leaves or is uncovered, so let it.
//! After the last card has left, the free cards go up, the lowest first; and a redeal that the win does not need happens at
//! the end. With four foundations two piles of a suit take its cards in the same order as the one that takes them
//! twice. The order of these events makes all axioms true, as each file shows, and so all that follows from them. The
//! empty clause is true of nothing.
//!
//! *Needs.* That nothing comes back from foundations. That a space takes one card only, and that a turned card must be
//! played, only make the wins fewer.

mod events;
mod foundations;
mod places;
mod talon;

use super::state::Deal;
use crate::clauses::{Formula, OrderFormula};
pub use events::Events;

/// What is true of the order of each win of the position that a deal goes on from; nothing if the claim is not about it, or
/// there are too many events.
pub fn order_formula(deal: &Deal) -> Option<OrderFormula> {
    if !deal.has_steps() {
        return None;
    }
    let mut formula = Formula::default();
    let events = Events::new(&mut formula, deal)?;
    foundations::add(&mut formula, &events, deal.rules.pack.top);
    talon::add(&mut formula, &events, deal);
    let counts = places::add(&mut formula, &events);
    Some(OrderFormula { formula, order: events.order, counts })
}
