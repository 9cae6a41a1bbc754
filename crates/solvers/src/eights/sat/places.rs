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
//! From what is known of an order follow the children that there are for certain, and the parents and cleared columns
//! that there may be. If more columns are needed than there may be, the solver is told so; if as many, then
//! that no condition of another child may come true and none of a parent or cleared column false. Why is
//! told by what makes those that count children, and what keeps others from being parents or cleared. In a complete
//! order all is known, so that no check is broken there.
//!
//! Oracle: `places_suffice_in_solutions_and_only_there` in `tests.rs`.

use batsat::theory::TheoryArg;
use batsat::{Lit as SolverLit, lbool};
use gehtauf_search::bytes::vec_bytes;

use super::events::{Event, Events, Source};
use crate::eights::state::{FACES, landing};
use crate::sat::formula::{Lit, TRUE};
use crate::sat::order::Order;
use crate::sat::solver::{Conclusions, in_solver, place};

/// What follows from an order for the places, kept up as literals become true and are taken back.
pub struct Places {
    cards: Vec<Card>,
    /// By column, when it is cleared.
    clears: Vec<Event>,
    order: Order,
    /// By event.
    checks: Vec<Option<Check>>,
    /// By event, the cards that it frees, that it opens, that go up at it; and how many columns it clears.
    freed_by: Vec<Vec<usize>>,
    opened_by: Vec<Vec<usize>>,
    up_by: Vec<Vec<usize>>,
    cleared_by: Vec<u8>,
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
    opens: Event,
    frees: Event,
    goes_up: usize,
    /// Its face, and the one that it lies on.
    face: usize,
    parent: usize,
}

#[derive(Clone, Copy)]
enum Meaning {
    None,
    /// The first event comes before the second.
    Before(u16, u16),
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
    /// By face, the free cards that lie on it or would, and the parents that there may be.
    children: [u8; FACES],
    parents: [u8; FACES],
    /// By card, how many of the two conditions of a child are known to hold, and how many of those of a parent not to.
    child: Vec<u8>,
    no_parent: Vec<u8>,
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

    /// One more condition of a child holds, or one less.
    fn count_child(&mut self, i: usize, card: &Card, step: i8) {
        if i != self.own {
            let both = u8::from(step < 0) + 1;
            if self.child[i] == both {
                self.change(card.parent, step, 0);
            }
            self.child[i] = self.child[i].wrapping_add_signed(step);
        }
    }

    /// One more condition of a parent does not hold, or one less.
    fn count_no_parent(&mut self, i: usize, card: &Card, step: i8) {
        if i != self.own {
            if self.no_parent[i] == u8::from(step < 0) {
                self.change(card.face, 0, -step);
            }
            self.no_parent[i] = self.no_parent[i].wrapping_add_signed(step);
        }
    }
}

impl Places {
    /// Of events whose variables are numbered up to `variables`.
    pub fn new(events: &Events, variables: usize) -> Places {
        let count = events.order.events();
        let mut places = Places {
            cards: Vec::new(),
            clears: events.clears.clone(),
            order: events.order.clone(),
            checks: (0..count).map(|_| None).collect(),
            freed_by: vec![Vec::new(); count],
            opened_by: vec![Vec::new(); count],
            up_by: vec![Vec::new(); count],
            cleared_by: vec![0; count],
            meanings: vec![Meaning::None; 2 * variables],
            looked_at: 0,
            known: Vec::new(),
            to_do: Vec::new(),
            is_to_do: vec![false; count],
            told: Vec::new(),
            reasons: vec![None; 2 * variables],
            levels: Vec::new(),
        };
        for &event in events.clears.iter().flatten() {
            places.cleared_by[event] += 1;
        }
        let cards = || events.cards.iter().filter(|card| card.card.rank() > 1);
        for (i, card) in cards().enumerate() {
            let (opens, frees, face) = (card.opens, card.frees, card.card.face());
            let goes_up = card.goes_up.expect("only Aces go up at the start");
            places.cards.push(Card { opens, frees, goes_up, face, parent: landing(face) });
            places.up_by[goes_up].push(i);
            frees.into_iter().for_each(|event| places.freed_by[event].push(i));
            opens.into_iter().for_each(|event| places.opened_by[event].push(i));
        }
        for (own, card) in cards().enumerate() {
            let (goes_up, at_once) = (places.cards[own].goes_up, card.goes_up_at_once);
            places.add_check(goes_up, own, at_once, false);
            if let (Some(source), Some(leaves)) = (card.source, card.frees) {
                places.add_check(leaves, own, at_once, matches!(source, Source::Column(_)));
                for (lit, is_so) in [(at_once, true), (-at_once, false)] {
                    let meaning = Meaning::AtOnce(leaves as u16, goes_up as u16, is_so);
                    places.meanings[place(in_solver(lit))] = meaning;
                }
            }
        }
        for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
            match places.order.before(a, b) {
                TRUE => places.count_before(a, b, 1),
                lit if lit == -TRUE => {}
                lit => {
                    places.meanings[place(in_solver(lit))] = Meaning::Before(a as u16, b as u16);
                }
            }
        }
        (0..count).for_each(|event| places.changed(event));
        places
    }

    fn add_check(&mut self, event: usize, own: usize, at_once: Lit, is_base: bool) {
        let stays = self.clears.iter().filter(|&&clears| clears != Some(event));
        let mut check = Check {
            own,
            at_once,
            goes_at_once: (at_once == -TRUE).then_some(false),
            is_base,
            children: [0; FACES],
            parents: [0; FACES],
            child: self.cards.iter().map(|card| u8::from(card.frees.is_none())).collect(),
            no_parent: vec![0; self.cards.len()],
            needed: 0,
            cleared: stays.count() as u8,
        };
        for (i, card) in self.cards.iter().enumerate() {
            if i == own {
                check.change(card.parent, 1, 0);
            }
            check.change(card.face, 0, i8::from(i != own || is_base));
            if card.opens == Some(event) {
                check.count_no_parent(i, card, 1);
            }
        }
        self.checks[event] = Some(check);
    }

    /// Counts that one event comes before another, with `step` -1 no longer.
    fn count_before(&mut self, first: usize, second: usize, step: i8) {
        let Places { cards, checks, freed_by, opened_by, up_by, cleared_by, .. } = self;
        if let Some(check) = &mut checks[second] {
            freed_by[first].iter().for_each(|&i| check.count_child(i, &cards[i], step));
            up_by[first].iter().for_each(|&i| check.count_no_parent(i, &cards[i], step));
        }
        if let Some(check) = &mut checks[first] {
            up_by[second].iter().for_each(|&i| check.count_child(i, &cards[i], step));
            opened_by[second].iter().for_each(|&i| check.count_no_parent(i, &cards[i], step));
            check.cleared = check.cleared.wrapping_add_signed(-step * cleared_by[second] as i8);
        }
    }

    /// Takes a literal as true, with `step` -1 no longer.
    fn count(&mut self, lit: SolverLit, step: i8) {
        match self.meanings[place(lit)] {
            Meaning::Before(a, b) => self.count_before(usize::from(a), usize::from(b), step),
            Meaning::AtOnce(leaves, goes_up, is_so) => {
                for event in [leaves, goes_up] {
                    let check = self.checks[usize::from(event)].as_mut().expect("a check");
                    check.goes_at_once = (step > 0).then_some(is_so);
                    if check.is_base && is_so {
                        let card = &self.cards[check.own];
                        check.change(card.parent, -step, 0);
                        check.change(card.face, 0, -step);
                    }
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

    /// The two conditions of a child at an event.
    fn child_if(&self, card: &Card, event: usize) -> [Lit; 2] {
        [self.before(card.frees, event), self.order.before(event, card.goes_up)]
    }

    /// The two conditions of a parent at an event.
    fn parent_if(&self, card: &Card, event: usize) -> [Lit; 2] {
        [self.before(card.opens, event), self.order.before(event, card.goes_up)]
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
        for (i, card) in self.cards.iter().enumerate().filter(|(i, _)| *i != check.own) {
            if check.child[i] == 2 && counts(card.parent) {
                why.extend(self.child_if(card, event));
            }
            if check.no_parent[i] > 0 && counts(card.face) {
                let fails = self.parent_if(card, event).map(|lit| -lit);
                why.extend(fails.iter().find(|lit| is_true(lit)));
            }
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
        let mut follow: Vec<(Lit, Option<usize>, Lit)> = Vec::new();
        let is_full = |face: usize| check.children[face] >= check.parents[face];
        for (i, card) in self.cards.iter().enumerate().filter(|(i, _)| *i != check.own) {
            if check.child[i] == 1 && is_full(card.parent) {
                let [a, b] = self.child_if(card, event);
                let (holds, open) = if truth(acts, a) == Some(true) { (a, b) } else { (b, a) };
                follow.push((-open, Some(card.parent), holds));
            }
            if check.no_parent[i] == 0 && is_full(card.face) && check.children[card.face] > 0 {
                let conditions = self.parent_if(card, event);
                follow.extend(conditions.map(|lit| (lit, Some(card.face), TRUE)));
            }
        }
        let is_cleared = |&clears: &Event| self.before(clears, event);
        let may_be = self.clears.iter().map(is_cleared);
        let may_be = may_be.filter(|&lit| check.needed > 0 && truth(acts, lit).is_none());
        follow.extend(may_be.map(|lit| (lit, None, TRUE)));
        follow.into_iter().all(|(lit, face, also)| {
            if truth(acts, lit).is_some() {
                return true;
            }
            let mut why = self.why(check, event, face, acts);
            why.extend([way, also].into_iter().filter(|&lit| lit != TRUE).map(in_solver));
            self.tell(lit, why, acts)
        })
    }
}

impl Conclusions for Places {
    /// Some tenth of a millisecond at first, as long as some ten states take; a hard deal's later take many times that.
    const STATES_A_CONFLICT: u64 = 100;

    fn bytes(&self) -> usize {
        let checks = self.checks.iter().flatten().count();
        checks * (size_of::<Check>() + 2 * vec_bytes::<u8>(self.cards.len()))
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
                Meaning::Before(a, b) | Meaning::AtOnce(a, b, _) => (a, b),
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
