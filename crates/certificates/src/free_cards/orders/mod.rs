//! Certificates of the sixth kind: no order in which the cards leave and go up could be that of a win. Acht mal Acht and
//! 8x8.
//!
//! | file | what is there |
//! |---|---|
//! | `events.rs` | what happens to the cards |
//! | `foundations.rs` | clauses of the cards that go up |
//! | `places.rs` | clauses and counts of the places of free cards |
//! | `talon.rs` | clauses of the stock |
//! | `axiom.rs` | names of axioms |
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

mod axiom;
mod events;
mod foundations;
mod places;
mod talon;

use super::state::Deal;
use crate::clauses::{Axioms, Formula, Lit, Order, TRUE};
pub use axiom::Axiom;
use events::Events;
pub use places::Count;

/// What is true of the order of each win of a position.
pub struct Orders {
    /// All clauses but the circles of the order.
    pub formula: Formula,
    /// The order of the events.
    pub order: Order,
    /// Of each of these literals no more are true than so many.
    pub counts: Vec<Count>,
}

impl Orders {
    /// Those of the position that a deal goes on from; nothing if the claim is not about it, or there are
    /// too many events.
    pub fn new(deal: &Deal) -> Option<Orders> {
        if !deal.has_steps() {
            return None;
        }
        let mut formula = Formula::default();
        let events = Events::new(&mut formula, deal)?;
        foundations::add(&mut formula, &events, deal.rules.pack.top);
        talon::add(&mut formula, &events, deal);
        let counts = places::add(&mut formula, &events);
        Some(Orders { formula, order: events.order, counts })
    }
}

impl Axioms for Orders {
    type Axiom = Axiom;

    fn clause(&self, axiom: &Axiom) -> Option<Vec<Lit>> {
        let clause = match axiom {
            Axiom::Clause(number) => self.formula.clause(*number)?.to_vec(),
            &Axiom::Circle([a, b, c]) => {
                let are_three = a != b && b != c && c != a;
                let are_events = [a, b, c].iter().all(|&event| event < self.order.events());
                let before = |a, b| -self.order.before(a, b);
                (are_three && are_events).then(|| vec![before(a, b), before(b, c), before(c, a)])?
            }
            Axiom::Count(number, of) => self.counts.get(*number)?.clause(of)?,
        };
        let mut lits: Vec<Lit> = clause.into_iter().filter(|&lit| lit != -TRUE).collect();
        // Two events at which the same cards go up make a literal come twice.
        lits.sort_unstable();
        lits.dedup();
        (!lits.contains(&TRUE)).then_some(lits)
    }

    fn literals(&self) -> usize {
        self.formula.variables() + 1
    }
}
