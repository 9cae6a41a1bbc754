//! The clauses of the cards that go up.
//!
//! *Claim.* What goes up at once leaves and goes up, and nothing happens between the two.
//!
//! *Claim.* Each card goes up before the last one of its suit that is higher by one; and if as many of both are
//! left, each higher one after the first lower one. *Proof.* At each time as many lower cards are up as
//! higher ones at least. If as many are left, as many are up at the start. An Ace that a 2 uncovers goes
//! up at the event at which the 2 leaves: not before it if that goes up at once.
//!
//! *Claim.* The copies of a card can be named such that the second, if it is free, goes up before the first only before the
//! first is free too. *Proof.* If both are free, nothing tells them apart from then on, so that they may
//! change names.

use gehtauf_cards::{Card, Rank, Suit};

use super::events::{CardEvents, Events};
use crate::clauses::{Formula, Lit};

/// Adds the clauses, of ranks up to the top one.
pub fn add(formula: &mut Formula, events: &Events, top: Rank) {
    add_at_once(formula, events);
    for suit in Suit::ALL {
        for rank in 2..=top.number() {
            add_rank(formula, events, suit, rank);
        }
    }
    add_copies(formula, events);
}

fn add_at_once(formula: &mut Formula, events: &Events) {
    for card in events.cards.iter().filter(|card| card.goes_up != card.frees) {
        for other in events.all().filter(|&other| other != card.frees && other != card.goes_up) {
            let conditions = [card.at_once, events.before(card.frees, other)];
            formula.imply(&conditions, &[events.before(card.goes_up, other)]);
        }
    }
}

fn add_rank(formula: &mut Formula, events: &Events, suit: Suit, rank: u8) {
    let of_rank = |rank| events.of_card_type(Card::new(Rank::new(rank).expect("a rank"), suit));
    let (lower, upper) = (of_rank(rank - 1), of_rank(rank));
    let before = |a: &CardEvents, b: &CardEvents| {
        let is_uncovered = a.card.rank == Rank::ACE && a.goes_up == b.frees;
        if is_uncovered { -b.at_once } else { events.before(a.goes_up, b.goes_up) }
    };
    for a in &lower {
        let before: Vec<Lit> = upper.iter().map(|b| before(a, b)).collect();
        formula.add(&before);
    }
    for b in upper.iter().filter(|_| lower.len() == upper.len()) {
        let before: Vec<Lit> = lower.iter().map(|a| before(a, b)).collect();
        formula.add(&before);
    }
}

fn add_copies(formula: &mut Formula, events: &Events) {
    for (i, first) in
        events.cards.iter().enumerate().filter(|(_, card)| card.card.rank != Rank::ACE)
    {
        if let Some(second) = events.cards[i + 1..].iter().find(|card| card.card == first.card) {
            let conditions = [events.before(second.goes_up, first.goes_up), -second.at_once];
            formula.imply(&conditions, &[events.before(second.goes_up, first.frees)]);
        }
    }
}
