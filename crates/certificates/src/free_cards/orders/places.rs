//! Clauses and counts of the places of the free cards.
//!
//! *Setup.* A *check* is an event at which a base or stock card leaves, or a card goes up. At a check a card is a child if it
//! became free before and goes up later, and a parent if it became open before and goes up later. The card
//! of the check itself is a child, and a parent only if it is a base that leaves; one that goes up at once is
//! neither. Aces are neither. The children of a face that are more than its parents need a cleared column each.
//!
//! *Claim.* No check needs more cleared columns than there are: those needed, and those that are not cleared, are no
//! more than all columns. *Proof.* That is the [invariant](super::super) after a card has gone to a column, or before one goes up:
//! from a base that moves none of its children is taken, its column is not cleared before, and nothing lies on a card
//! that comes from the stock or goes up. Aces carry nothing.
//!
//! A variable for each that a card may be at a check, for how many children and others than parents there are of a face,
//! and for each column that its children need; clauses make them true where they have to be, so that for each win they
//! can be what they stand for.

use super::super::counts::{Face, Faces};
use super::events::{CardEvents, Event, Events, Source};
use crate::clauses::counts::counted;
use crate::clauses::{Count, Formula, Lit, TRUE};

/// What makes a card a child, and what a parent.
struct Condition {
    child: Lit,
    parent: Lit,
}

/// Adds the clauses; the count of each check.
pub fn add(formula: &mut Formula, events: &Events) -> Vec<Count> {
    let mut counts = Vec::new();
    for own in events.placed() {
        let leaves = own.source.and(own.frees);
        for check in leaves.into_iter().chain(own.goes_up).map(Some) {
            let condition = |card: &CardEvents| match std::ptr::eq(card, own) {
                true => own_condition(card, check),
                false => condition(formula, events, card, check),
            };
            let conditions: Vec<Condition> = events.placed().map(condition).collect();
            let mut lits = Vec::new();
            // Of a King the parents are none.
            for parent in Faces::all().map(Face::parent) {
                let cards = || events.placed().zip(&conditions);
                let children = cards().filter(|(card, _)| Face::of(card.card).parent() == parent);
                let parents = cards().filter(|(card, _)| Face::of(card.card) == parent);
                let children: Vec<Lit> = children.map(|(_, condition)| condition.child).collect();
                let parents: Vec<Lit> = parents.map(|(_, condition)| condition.parent).collect();
                lits.extend(columns_needed(formula, &children, &parents));
            }
            lits.extend(events.clears.iter().map(|&clears| -events.before(clears, check)));
            counts.push(Count { lits, most: events.clears.len() });
        }
    }
    counts
}

/// Of the card of a check.
fn own_condition(card: &CardEvents, check: Event) -> Condition {
    let leaves_column = card.frees == check && card.source == Some(Source::Column);
    let child = -card.at_once;
    Condition { child, parent: if leaves_column { child } else { -TRUE } }
}

/// Of another card.
fn condition(formula: &mut Formula, events: &Events, card: &CardEvents, check: Event) -> Condition {
    let mut between = |first: Event| {
        formula.both([events.before(first, check), events.before(check, card.goes_up)])
    };
    let child = between(card.frees);
    Condition { child, parent: if card.opens == card.frees { child } else { between(card.opens) } }
}

/// A literal for each cleared column that the children of a face may need, true if they need so many.
fn columns_needed(formula: &mut Formula, children: &[Lit], parents: &[Lit]) -> Vec<Lit> {
    let possible =
        |lits: &[Lit]| -> Vec<Lit> { lits.iter().copied().filter(|&lit| lit != -TRUE).collect() };
    let (children, parents) = (possible(children), possible(parents));
    if children.is_empty() {
        return Vec::new();
    }
    let no_parents: Vec<Lit> = parents.iter().map(|&parent| -parent).collect();
    let children_at_least = counted(formula, &children);
    let no_parents_at_least = counted(formula, &no_parents);
    let mut needed = Vec::new();
    for column in 1..=children.len() {
        let lit = formula.new_variable();
        for (none, &no_parents) in no_parents_at_least.iter().enumerate() {
            // So many that might be parents are none, and the children are more than the others by so many.
            if let Some(&children) = children_at_least.get(parents.len() - none + column) {
                formula.imply(&[no_parents, children], &[lit]);
            }
        }
        needed.push(lit);
    }
    needed
}
