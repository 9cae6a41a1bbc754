//! The clauses of the stock, where the passes are counted.
//!
//! Where a turned card may stay:
//!
//! *Claim.* Of two cards on the waste at the start the upper one leaves first, or there is a redeal before the lower
//! one leaves. *Proof.* It lies on it.
//!
//! *Claim.* Of three cards in the order in which they are turned: if the third leaves before the first, then the second
//! leaves before the first, or there is a redeal between. *Proof.* When the third leaves, the second has been turned
//! in this pass; if the first leaves in it too, the second does not lie on it.
//!
//! Where it must be played, each turn is an event: of each pass and each stock card, when the pass comes to its place,
//! whether or not it is still there. They come in the order of the stock, each pass between two redeals.
//!
//! *Claim.* A stock card leaves after it is turned, and after a redeal after it is turned again. When it leaves, all that have been
//! turned on it since the last redeal have left. *Proof.* It leaves from the top of the waste.
//!
//! *Claim.* A card that is there when it is turned leaves before anything else happens, or there are at least as many children
//! of the face that it lies on as parents. *Proof.* If it does neither, no column takes it: all of these
//! parents carry a child then.

use super::super::counts::Face;
use super::super::state::Deal;
use super::events::{CardEvents, Event, Events};
use crate::clauses::counts::at_least_as_many;
use crate::clauses::{Formula, Lit, TRUE};

/// Adds the clauses.
pub fn add(formula: &mut Formula, events: &Events, deal: &Deal) {
    if !events.turns.is_empty() {
        (0..events.turns.len()).for_each(|pass| add_pass(formula, events, pass));
    } else if deal.rules.passes.is_some() {
        add_waste(formula, events, deal.start().turned.into());
        add_passes(formula, events);
    }
}

fn add_waste(formula: &mut Formula, events: &Events, turned: usize) {
    let waste = &events.stock()[..turned];
    let redeal = events.redeals.first().copied();
    for (i, under) in waste.iter().enumerate() {
        let later = redeal.map_or(-TRUE, |redeal| events.before(Some(redeal), under.frees));
        for over in &waste[i + 1..] {
            formula.add(&[events.before(over.frees, under.frees), later]);
        }
    }
}

fn add_passes(formula: &mut Formula, events: &Events) {
    let leave: Vec<Event> = events.stock().iter().map(|card| card.frees).collect();
    for (i, &first) in leave.iter().enumerate() {
        for (j, &third) in leave.iter().enumerate().skip(i + 2) {
            // The third leaves, then this redeal happens, then the first leaves.
            let mut between = |&redeal: &usize| {
                let redeal = Some(redeal);
                formula.both([events.before(third, redeal), events.before(redeal, first)])
            };
            let redeals: Vec<Lit> = events.redeals.iter().map(&mut between).collect();
            for &second in &leave[i + 1..j] {
                let conclusions = [&redeals[..], &[events.before(second, first)]].concat();
                formula.imply(&[events.before(third, first)], &conclusions);
            }
        }
    }
}

/// The clauses of a pass of turns.
fn add_pass(formula: &mut Formula, events: &Events, pass: usize) {
    let turns = &events.turns[pass];
    let turn_of = |place: usize| turns.iter().find(|turn| turn.0 == place).map(|turn| turn.1);
    let redeal = |pass: usize| events.redeals.get(pass).copied();
    let (last, next) = (pass.checked_sub(1).and_then(redeal), redeal(pass));
    let stock = events.stock();
    for (place, card) in stock.iter().enumerate() {
        let gone_on = next.map_or(-TRUE, |next| events.before(Some(next), card.frees));
        for (over_place, over) in stock.iter().enumerate().skip(place + 1) {
            // What lies on the waste at the start has been turned before all events.
            let turned = events.before(turn_of(over_place), card.frees);
            formula.imply(&[turned], &[events.before(over.frees, card.frees), gone_on]);
        }
        if let Some(turn) = turn_of(place) {
            let is_later = last.map_or(TRUE, |last| events.before(Some(last), card.frees));
            formula.imply(&[is_later], &[events.before(Some(turn), card.frees)]);
            add_turn(formula, events, card, Some(turn));
        }
    }
}

/// What must be if the card is there at a turn.
fn add_turn(formula: &mut Formula, events: &Events, card: &CardEvents, turn: Event) {
    let [leaves, stays] = [formula.new_variable(), formula.new_variable()];
    formula.add(&[events.before(card.frees, turn), leaves, stays]);
    for other in events.all().filter(|&other| other != card.frees && other != turn) {
        let later = [leaves, events.before(turn, other)];
        formula.imply(&later, &[events.before(card.frees, other)]);
    }
    let parent = Face::of(card.card).parent();
    let mut there = |since: Event, other: &CardEvents| {
        formula.both([events.before(since, turn), events.before(turn, other.goes_up)])
    };
    let (mut children, mut parents) = (Vec::new(), Vec::new());
    for other in events.placed() {
        if Face::of(other.card).parent() == parent {
            children.push(there(other.frees, other));
        }
        if Face::of(other.card) == parent {
            parents.push(there(other.opens, other));
        }
    }
    at_least_as_many(formula, stays, &children, &parents, 0);
}
