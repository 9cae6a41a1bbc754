//! What follows from an order for the places of the free cards, without clauses.
//!
//! *Setup.* A *check* is an event at which a base or stock card leaves, or a card goes up. At a check a card is a child if it
//! became free before and goes up later, and a parent if it became open before and goes up later. The card
//! of the check itself is a child, and a parent only if it is a base that leaves; a base that goes up at once is neither, and
//! a stock card that does needs no place. As in [`free_cards`](crate::eights::abstractions::free_cards) the children
//! of a face that are more than its parents need a cleared column each. Aces are neither children nor parents.
//!
//! *Claim.* In a play over free cards no check needs more cleared columns than there are. *Proof.* These are the
//! conditions of its moves. Aces carry nothing, and are up when they would be free.
//!
//! [`Conditions`] has a variable for each that a card may be at a check, with clauses that say what it means. So what the
//! solver learns can be about children and parents, where it would take two pairs of events for each.
//!
//! From what is known follow the children that there are for certain, and the parents and cleared columns
//! that there may be. If more columns are needed than there may be, the solver is told so; if as many, then
//! that there is no other child of a face whose parents all carry one, and that all that may be parents or cleared
//! columns are. Why is told by the children that count, and by what is no parent or not cleared. In a complete
//! order all is known, so that no check is broken there.
//!
//! Oracle: `places_suffice_in_solutions_and_only_there` in `tests.rs`.

use batsat::theory::TheoryArg;
use batsat::{Lit as SolverLit, lbool};
use gehtauf_search::bytes::vec_bytes;

use super::events::{CardEvents, Event, Events, Source};
use crate::eights::state::{FACES, landing};
use crate::sat::formula::{Formula, Lit, TRUE};
use crate::sat::order::Order;
use crate::sat::solver::{Conclusions, in_solver, place};

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
        for own in 0..cards.len() {
            let leaves = cards[own].source.and(cards[own].frees);
            for event in leaves.into_iter().chain(cards[own].goes_up) {
                let mut both = |first: Event, card: &CardEvents| {
                    let conditions = [
                        events.before(first, Some(event)),
                        events.before(Some(event), card.goes_up),
                    ];
                    formula.both(conditions)
                };
                let condition = |(i, card): (usize, &&CardEvents)| {
                    if i == own {
                        return Condition { child: -TRUE, parent: -TRUE };
                    }
                    let child = both(card.frees, card);
                    let parent =
                        if card.opens == card.frees { child } else { both(card.opens, card) };
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
}

/// What follows from an order for the places, kept up as literals become true and are taken back.
pub struct Places {
    cards: Vec<Card>,
    /// By column, when it is cleared.
    clears: Vec<Event>,
    order: Order,
    /// By event.
    checks: Vec<Option<Check>>,
    /// By literal.
    meanings: Vec<Meaning>,
    /// How many of the solver's literals have been looked at, and those of them that mean something.
    looked_at: usize,
    known: Vec<SolverLit>,
    /// The checks that something has changed for.
    to_do: Vec<usize>,
    is_to_do: Vec<bool>,
    /// What the solver has been told; by literal, why.
    told: Vec<SolverLit>,
    reasons: Vec<Option<Vec<SolverLit>>>,
    /// By level of decisions, how many were known, looked at and told before.
    levels: Vec<[usize; 3]>,
}

/// A card that is no Ace.
struct Card {
    /// Its face, and the one that it lies on.
    face: usize,
    parent: usize,
}

#[derive(Clone, Copy)]
enum Meaning {
    None,
    /// At this event this card is a child, or no parent.
    Child(u16, u16),
    NoParent(u16, u16),
    /// At this event a column is not cleared yet.
    NotCleared(u16),
    /// The card that leaves at the first event goes up at once, at the second, or it does not.
    AtOnce(u16, u16, bool),
}

struct Check {
    own: usize,
    at_once: Lit,
    /// Whether the card goes up at once, as far as it is counted.
    goes_at_once: Option<bool>,
    /// Whether it is a base that leaves: if it goes up at once there must be places too.
    is_base: bool,
    conditions: Vec<Condition>,
    /// By face, the free cards that lie on it or would, and the parents that there may be.
    children: [u8; FACES],
    parents: [u8; FACES],
    /// How many cleared columns are needed at least, and how many there are at most.
    needed: u8,
    cleared: u8,
}

impl Check {
    fn lacking(&self, face: usize) -> u8 {
        self.children[face].saturating_sub(self.parents[face])
    }

    fn change(&mut self, face: usize, children: i8, parents: i8) {
        self.needed -= self.lacking(face);
        self.children[face] = self.children[face].wrapping_add_signed(children);
        self.parents[face] = self.parents[face].wrapping_add_signed(parents);
        self.needed += self.lacking(face);
    }
}

impl Places {
    /// Of events whose variables are numbered up to `variables`.
    pub fn new(events: &Events, conditions: &Conditions, variables: usize) -> Places {
        let count = events.order.events();
        let mut places = Places {
            cards: Vec::new(),
            clears: events.clears.clone(),
            order: events.order.clone(),
            checks: (0..count).map(|_| None).collect(),
            meanings: vec![Meaning::None; 2 * variables],
            looked_at: 0,
            known: Vec::new(),
            to_do: Vec::new(),
            is_to_do: vec![false; count],
            told: Vec::new(),
            reasons: vec![None; 2 * variables],
            levels: Vec::new(),
        };
        for card in events.placed() {
            let face = card.card.face();
            places.cards.push(Card { face, parent: landing(face) });
        }
        for (own, card) in events.placed().enumerate() {
            let (goes_up, at_once) =
                (card.goes_up.expect("only Aces go up at the start"), card.goes_up_at_once);
            places.add_check(goes_up, own, at_once, false, conditions);
            if let (Some(source), Some(leaves)) = (card.source, card.frees) {
                places.add_check(
                    leaves,
                    own,
                    at_once,
                    matches!(source, Source::Column(_)),
                    conditions,
                );
                for (lit, is_so) in [(at_once, true), (-at_once, false)] {
                    places.means(lit, Meaning::AtOnce(leaves as u16, goes_up as u16, is_so));
                }
            }
        }
        (0..count).for_each(|event| places.changed(event));
        places
    }

    fn means(&mut self, lit: Lit, meaning: Meaning) {
        if lit != TRUE && lit != -TRUE {
            debug_assert!(matches!(self.meanings[place(in_solver(lit))], Meaning::None));
            self.meanings[place(in_solver(lit))] = meaning;
        }
    }

    fn add_check(
        &mut self,
        event: usize,
        own: usize,
        at_once: Lit,
        is_base: bool,
        conditions: &Conditions,
    ) {
        let conditions = conditions.checks[event].clone().expect("a check");
        let mut check = Check {
            own,
            at_once,
            goes_at_once: (at_once == -TRUE).then_some(false),
            is_base,
            conditions,
            children: [0; FACES],
            parents: [0; FACES],
            needed: 0,
            cleared: 0,
        };
        for i in 0..self.cards.len() {
            let Card { face, parent } = self.cards[i];
            if i == own {
                check.change(parent, 1, 0);
                check.change(face, 0, i8::from(is_base));
                continue;
            }
            let condition = check.conditions[i];
            check.change(parent, i8::from(condition.child == TRUE), 0);
            check.change(face, 0, i8::from(condition.parent != -TRUE));
            self.means(condition.child, Meaning::Child(event as u16, i as u16));
            self.means(-condition.parent, Meaning::NoParent(event as u16, i as u16));
        }
        for i in 0..self.clears.len() {
            let cleared = self.before(self.clears[i], event);
            check.cleared += u8::from(cleared != -TRUE);
            self.means(-cleared, Meaning::NotCleared(event as u16));
        }
        self.checks[event] = Some(check);
    }

    /// Takes a literal as true, with `step` -1 no longer.
    fn count(&mut self, lit: SolverLit, step: i8) {
        let Places { cards, checks, meanings, .. } = self;
        let mut change = |event: u16, change: &dyn Fn(&mut Check)| {
            change(checks[usize::from(event)].as_mut().expect("a check"));
        };
        match meanings[place(lit)] {
            Meaning::Child(event, card) => {
                change(event, &|check| check.change(cards[usize::from(card)].parent, step, 0));
            }
            Meaning::NoParent(event, card) => {
                change(event, &|check| check.change(cards[usize::from(card)].face, 0, -step));
            }
            Meaning::NotCleared(event) => change(event, &|check| {
                check.cleared = check.cleared.wrapping_add_signed(-step);
            }),
            Meaning::AtOnce(leaves, goes_up, is_so) => {
                for event in [leaves, goes_up] {
                    change(event, &|check| {
                        check.goes_at_once = (step > 0).then_some(is_so);
                        if check.is_base && is_so {
                            let card = &cards[check.own];
                            check.change(card.parent, -step, 0);
                            check.change(card.face, 0, -step);
                        }
                    });
                }
            }
            Meaning::None => {}
        }
    }

    fn changed(&mut self, event: usize) {
        if self.checks[event].is_some() && !self.is_to_do[event] {
            self.is_to_do[event] = true;
            self.to_do.push(event);
        }
    }

    fn before(&self, first: Event, second: usize) -> Lit {
        first.map_or(TRUE, |first| self.order.before(first, second))
    }

    /// Why so many columns are needed and no more cleared, and of one more face why so many children lie on it and
    /// no more parents are there.
    fn why(
        &self,
        check: &Check,
        event: usize,
        face: Option<usize>,
        acts: &TheoryArg,
    ) -> Vec<SolverLit> {
        let counts = |of: usize| check.lacking(of) > 0 || face == Some(of);
        let is_true = |lit: &Lit| truth(acts, *lit) == Some(true);
        let mut why: Vec<Lit> = Vec::new();
        for (card, condition) in self.cards.iter().zip(&check.conditions) {
            why.extend(Some(condition.child).filter(|lit| counts(card.parent) && is_true(lit)));
            why.extend(Some(-condition.parent).filter(|lit| counts(card.face) && is_true(lit)));
        }
        let not_cleared = self.clears.iter().map(|&clears| -self.before(clears, event));
        why.extend(not_cleared.filter(is_true));
        why.into_iter().filter(|&lit| lit != TRUE).map(in_solver).collect()
    }

    /// Tells the solver what follows; whether it has not met a contradiction.
    fn tell(&mut self, lit: Lit, why: Vec<SolverLit>, acts: &mut TheoryArg) -> bool {
        match truth(acts, lit) {
            Some(true) => true,
            Some(false) => {
                let mut clause: Vec<SolverLit> = why.into_iter().map(|lit| !lit).collect();
                clause.extend((lit != -TRUE).then(|| in_solver(lit)));
                acts.raise_conflict(&clause, false);
                false
            }
            None => {
                let lit = in_solver(lit);
                self.reasons[place(lit)] = Some(why);
                self.told.push(lit);
                acts.propagate(lit)
            }
        }
    }

    /// Tells what follows from a check; whether the solver has not met a contradiction.
    fn conclude_from(&mut self, check: &Check, event: usize, acts: &mut TheoryArg) -> bool {
        let at_once = check.goes_at_once;
        let needs_no_place = at_once == Some(true) && !check.is_base;
        if check.needed < check.cleared || needs_no_place {
            return true;
        }
        // The own card's way for which the places have been counted.
        let way = if at_once == Some(true) { check.at_once } else { -check.at_once };
        if check.needed > check.cleared {
            return self.tell(-way, self.why(check, event, None, acts), acts);
        }
        if at_once.is_none() {
            return true;
        }
        let mut follow: Vec<(Lit, Option<usize>)> = Vec::new();
        let is_full = |face: usize| check.children[face] >= check.parents[face];
        let is_open = |lit: Lit| truth(acts, lit).is_none();
        for (i, (card, condition)) in self.cards.iter().zip(&check.conditions).enumerate() {
            if i == check.own {
                continue;
            }
            if is_full(card.parent) && is_open(condition.child) {
                follow.push((-condition.child, Some(card.parent)));
            }
            let carries = is_full(card.face) && check.children[card.face] > 0;
            if carries && is_open(condition.parent) {
                follow.push((condition.parent, Some(card.face)));
            }
        }
        let is_cleared = |&clears: &Event| self.before(clears, event);
        let may_be = self.clears.iter().map(is_cleared);
        follow
            .extend(may_be.filter(|&lit| check.needed > 0 && is_open(lit)).map(|lit| (lit, None)));
        follow.into_iter().all(|(lit, face)| {
            if truth(acts, lit).is_some() {
                return true;
            }
            let mut why = self.why(check, event, face, acts);
            why.extend(Some(way).filter(|&lit| lit != TRUE).map(in_solver));
            self.tell(lit, why, acts)
        })
    }
}

impl Conclusions for Places {
    /// 100 of a whole pack of Acht mal Acht. The first conflicts take as long as some ten states, later ones of a hard
    /// deal many times that, and more with more pairs of events.
    fn states_a_conflict(&self) -> u64 {
        (self.order.events().pow(2) as u64 / 330).max(1)
    }

    fn bytes(&self) -> usize {
        let checks = self.checks.iter().flatten().count();
        checks * (size_of::<Check>() + vec_bytes::<Condition>(self.cards.len()))
            + vec_bytes::<Lit>(self.order.events() * self.order.events())
            + vec_bytes::<Meaning>(self.meanings.len())
            + vec_bytes::<Option<Vec<SolverLit>>>(self.reasons.len())
    }

    fn create_level(&mut self) {
        self.levels.push([self.known.len(), self.looked_at, self.told.len()]);
    }

    fn pop_levels(&mut self, n: usize) {
        let level = self.levels.len() - n;
        let [known, looked_at, told] = self.levels[level];
        self.levels.truncate(level);
        self.known.split_off(known).into_iter().for_each(|lit| self.count(lit, -1));
        for lit in self.told.drain(told..) {
            self.reasons[place(lit)] = None;
        }
        self.looked_at = looked_at;
        self.to_do.drain(..).for_each(|event| self.is_to_do[event] = false);
    }

    fn conclude(&mut self, acts: &mut TheoryArg) {
        while let Some(&lit) = acts.model().get(self.looked_at) {
            self.looked_at += 1;
            let (a, b) = match self.meanings[place(lit)] {
                Meaning::None => continue,
                Meaning::Child(a, _) | Meaning::NoParent(a, _) | Meaning::NotCleared(a) => (a, a),
                Meaning::AtOnce(a, b, _) => (a, b),
            };
            self.count(lit, 1);
            self.known.push(lit);
            self.changed(usize::from(a));
            self.changed(usize::from(b));
        }
        while let Some(event) = self.to_do.pop() {
            self.is_to_do[event] = false;
            let check = self.checks[event].take().expect("a check");
            let goes_on = self.conclude_from(&check, event, acts);
            self.checks[event] = Some(check);
            if !goes_on {
                return;
            }
        }
    }

    fn reason(&self, lit: SolverLit) -> Option<&[SolverLit]> {
        self.reasons[place(lit)].as_deref()
    }
}

/// Whether a literal or constant is known to be true or false.
fn truth(acts: &TheoryArg, lit: Lit) -> Option<bool> {
    if lit == TRUE || lit == -TRUE {
        return Some(lit == TRUE);
    }
    let value = acts.value(in_solver(lit).var());
    (value != lbool::UNDEF).then(|| (value == lbool::TRUE) == (lit > 0))
}
