//! The places of the free cards: clauses and constraints.
//!
//! *Setup.* A *check* is an event at which a base or stock card leaves, or a card goes up. At a check a card is a child if it
//! became free before and goes up later, and a parent if it became open before and goes up later. The card
//! of the check itself is a child, and a parent only if it is a base that leaves; one that goes up at once is
//! neither. As in [`free_cards`](crate::eights::abstractions::free_cards) the children
//! of a face that are more than its parents need a cleared column each. Aces are neither children nor parents.
//!
//! *Claim.* In a play over free cards no check needs more cleared columns than there are. *Proof.* These are the
//! conditions of its moves; where a card goes up at once, of the position before or after. Aces carry nothing, and are
//! up when they would be free.
//!
//! A variable for each that a card may be at a check, for how many children and others than parents there are of a face,
//! and for each column that its children need; clauses make them true where they have to be. What the solver learns
//! can be about any of these. That so many columns are needed and not cleared as there are at most is a [`Constraint`].
//! In a complete order the clauses ask for no more than counts do, so that what fulfils those fulfils all.
//!
//! Oracle: `places_suffice_in_solutions_and_only_there` in `tests.rs`.

use gehtauf_certificates::clauses::counts::counted;
use gehtauf_certificates::clauses::{Formula, Lit, TRUE};

use super::events::{CardEvents, Event, Events, Source};
use crate::eights::state::{FACES, landing};
use crate::sat::at_most::Constraint;

/// By event at which there is a check, what makes each card that is no Ace a child and a parent at it.
#[derive(Clone)]
pub struct Conditions {
    checks: Vec<Option<Vec<Condition>>>,
}

/// What makes a card a child, and what a parent.
#[derive(Clone, Copy)]
pub struct Condition {
    pub child: Lit,
    pub parent: Lit,
}

impl Conditions {
    /// With variables for them, and clauses that say what they mean.
    pub fn new(formula: &mut Formula, events: &Events) -> Conditions {
        let mut checks: Vec<Option<Vec<Condition>>> = vec![None; events.order.events()];
        let cards: Vec<&CardEvents> = events.placed().collect();
        for (own, own_card) in cards.iter().enumerate() {
            let leaves = own_card.source.and(own_card.frees);
            for event in leaves.into_iter().chain(own_card.goes_up) {
                let mut both = |first: Event, card: &CardEvents| {
                    let [since, until] = [(first, Some(event)), (Some(event), card.goes_up)];
                    formula.both([since, until].map(|(first, then)| events.before(first, then)))
                };
                let condition = |(i, card): (usize, &&CardEvents)| {
                    if i == own {
                        return own_condition(card, event);
                    }
                    let child = both(card.frees, card);
                    let is_opened_then = card.opens == card.frees;
                    let parent = if is_opened_then { child } else { both(card.opens, card) };
                    Condition { child, parent }
                };
                checks[event] = Some(cards.iter().enumerate().map(condition).collect());
            }
        }
        Conditions { checks }
    }

    pub fn at(&self, event: usize) -> &[Condition] {
        self.checks[event].as_ref().expect("a check")
    }

    /// The columns that each check needs, with clauses that say so.
    pub fn constraints(&self, formula: &mut Formula, events: &Events) -> Vec<Constraint> {
        let mut constraints = Vec::new();
        for (event, conditions) in self.checks.iter().enumerate() {
            let Some(conditions) = conditions else { continue };
            let mut needed = Vec::new();
            for face in 0..FACES {
                let (mut children, mut no_parents) = (Vec::new(), Vec::new());
                for (card, condition) in events.placed().zip(conditions) {
                    if landing(card.card.face()) == face && condition.child != -TRUE {
                        children.push(condition.child);
                    }
                    if card.card.face() == face && condition.parent != -TRUE {
                        no_parents.push(-condition.parent);
                    }
                }
                needed.extend(columns_needed(formula, &children, &no_parents));
            }
            let not_cleared =
                events.clears.iter().map(|&clears| -events.before(clears, Some(event)));
            needed.extend(not_cleared);
            constraints.push(Constraint::new(formula, &needed, events.clears.len()));
        }
        constraints
    }
}

/// Of the card of a check.
fn own_condition(card: &CardEvents, event: usize) -> Condition {
    let leaves_column = card.frees == Some(event) && matches!(card.source, Some(Source::Column(_)));
    let child = -card.at_once;
    Condition { child, parent: if leaves_column { child } else { -TRUE } }
}

/// A literal for each cleared column that the children of a face may need, true if they need so many.
fn columns_needed(formula: &mut Formula, children: &[Lit], no_parents: &[Lit]) -> Vec<Lit> {
    if children.is_empty() {
        return Vec::new();
    }
    let children_at_least = counted(formula, children);
    let no_parents_at_least = counted(formula, no_parents);
    let mut needed = Vec::new();
    for column in 1..=children.len() {
        // So many that might be parents are none, and so many children.
        let counts = no_parents_at_least.iter().enumerate().filter_map(|(none, &are_none)| {
            let children = no_parents.len() - none + column;
            children_at_least.get(children).map(|&children| [are_none, children])
        });
        let counts: Vec<[Lit; 2]> = counts.collect();
        if counts.contains(&[TRUE, TRUE]) {
            needed.push(TRUE);
            continue;
        }
        let lit = formula.new_variable();
        counts.into_iter().for_each(|counts| formula.imply(&counts, &[lit]));
        needed.push(lit);
    }
    needed
}
