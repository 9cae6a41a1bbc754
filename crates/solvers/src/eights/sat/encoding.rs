//! The clauses of a position.

use gehtauf_certificates::clauses::{Formula, Lit, TRUE};

use super::events::{CardEvents, Event, Events};
use super::places::Conditions;
use super::{Plays, single_cards, turns};
use crate::eights::state::{CardType, Deal, State};
use crate::sat::at_most::Constraint;

/// The clauses of a position, and what its variables mean.
#[derive(Clone)]
pub struct Encoding {
    /// All clauses but the [`circles`](gehtauf_certificates::clauses::Order::circles) of the events' order.
    pub formula: Formula,
    pub events: Events,
    pub conditions: Conditions,
    /// Those of [`places`](super::places).
    pub constraints: Vec<Constraint>,
}

impl Encoding {
    /// Of a position, for these plays.
    pub fn new(deal: &Deal, start: &State, plays: Plays) -> Encoding {
        let mut formula = Formula::default();
        let events = Events::new(&mut formula, deal, start);
        let conditions = Conditions::new(&mut formula, &events);
        let constraints = conditions.constraints(&mut formula, &events);
        let mut encoding = Encoding { formula, events, conditions, constraints };
        encoding.add_going_up_at_once();
        encoding.add_foundations(deal.rules.pack.top.number());
        encoding.add_copies();
        if plays == Plays::OfSingleCards {
            single_cards::add(&mut encoding);
        }
        if !encoding.events.turns.is_empty() {
            turns::add(&mut encoding);
        } else if deal.rules.passes.is_some() {
            encoding.add_waste(start);
            encoding.add_passes();
        }
        encoding
    }

    /// *Claim.* What goes up at once leaves and goes up, and nothing happens between the two.
    fn add_going_up_at_once(&mut self) {
        let events = &self.events;
        for card in events.cards.iter().filter(|card| card.goes_up != card.frees) {
            for other in (0..events.order.events()).map(Some) {
                if other != card.frees && other != card.goes_up {
                    let leaves_before = events.before(card.frees, other);
                    self.formula.imply(
                        &[card.at_once, leaves_before],
                        &[events.before(card.goes_up, other)],
                    );
                }
            }
        }
    }

    /// *Claim.* Each card goes up before the last one of its suit that is higher by one; and if as many of both are
    /// left, each higher one after the first lower one. *Proof.* At each time as many lower cards are up as
    /// higher ones at least. If as many are left, as many are up at the start. These clauses are all that the
    /// foundations ask: there are two of each at most.
    ///
    /// An Ace that a 2 has uncovered goes up at the event at which the 2 leaves: not before it if that goes up at once.
    fn add_foundations(&mut self, top: u8) {
        let events = &self.events;
        let of_type =
            |rank, suit| -> Vec<&CardEvents> { events.of_type(CardType::of(rank, suit)).collect() };
        let before =
            |a: &CardEvents, b: &CardEvents| match a.goes_up == b.frees && a.card.rank() == 1 {
                true => -b.at_once,
                false => events.before(a.goes_up, b.goes_up),
            };
        for (suit, rank) in (0..4).flat_map(|suit| (2..=top).map(move |rank| (suit, rank))) {
            let (lower, upper) = (of_type(rank - 1, suit), of_type(rank, suit));
            for a in &lower {
                let before: Vec<Lit> = upper.iter().map(|b| before(a, b)).collect();
                self.formula.add(&before);
            }
            for b in upper.iter().filter(|_| lower.len() == upper.len()) {
                let before: Vec<Lit> = lower.iter().map(|a| before(a, b)).collect();
                self.formula.add(&before);
            }
        }
    }

    /// *Claim.* The copies of a card can be named such that the second, if it is free, goes up before the first only before the
    /// first is free too. *Proof.* If both are free, nothing tells them apart from then on, so that they may
    /// change names.
    fn add_copies(&mut self) {
        let events = &self.events;
        for (i, first) in events.cards.iter().enumerate().filter(|(_, card)| card.card.rank() > 1) {
            if let Some(second) = events.cards[i + 1..].iter().find(|card| card.card == first.card)
            {
                self.formula.imply(
                    &[events.before(second.goes_up, first.goes_up), -second.at_once],
                    &[events.before(second.goes_up, first.frees)],
                );
            }
        }
    }

    /// *Claim.* Of two cards on the waste at the start the upper one leaves first, or there is a redeal before the lower
    /// one leaves. *Proof.* It lies on it.
    fn add_waste(&mut self, start: &State) {
        let waste = self.events.stock().filter(|(place, _)| *place < start.turned);
        let waste: Vec<Event> = waste.map(|(_, card)| card.frees).collect();
        let redeal = self.events.redeals.first().copied();
        for (i, &under) in waste.iter().enumerate() {
            let later = redeal.map_or(-TRUE, |redeal| self.events.before(Some(redeal), under));
            for &over in &waste[i + 1..] {
                self.formula.add(&[self.events.before(over, under), later]);
            }
        }
    }

    /// *Claim.* Of three cards in the order in which they are turned: if the third leaves before the first, then the second
    /// leaves before the first, or there is a redeal between. *Proof.* When the third leaves, the second has been turned
    /// in this pass; if the first leaves in it too, the second does not lie on it.
    ///
    /// These clauses and those of the waste are all that the stock asks: on from the last card that has left, or the
    /// waste at the start, cards are turned only for one that leaves, and it leaves from the top.
    fn add_passes(&mut self) {
        let Encoding { formula, events, .. } = self;
        let leave: Vec<Event> = events.stock().map(|(_, card)| card.frees).collect();
        for (i, &first) in leave.iter().enumerate() {
            for (j, &third) in leave.iter().enumerate().skip(i + 2) {
                // The third leaves, then this redeal happens, then the first leaves.
                let mut between = |&redeal: &usize| {
                    let lit = formula.new_variable();
                    formula.add(&[-lit, events.before(third, Some(redeal))]);
                    formula.add(&[-lit, events.before(Some(redeal), first)]);
                    lit
                };
                let mut conclusions: Vec<Lit> = events.redeals.iter().map(&mut between).collect();
                conclusions.push(TRUE);
                for &second in &leave[i + 1..j] {
                    *conclusions.last_mut().expect("one at least") = events.before(second, first);
                    formula.imply(&[events.before(third, first)], &conclusions);
                }
            }
        }
    }
}
