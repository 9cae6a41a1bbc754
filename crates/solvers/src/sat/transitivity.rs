//! What the [`circles`](gehtauf_certificates::clauses::Order::circles) of an order say, without the clauses.
//!
//! *Claim.* At each decision the same is known as by unit propagation with those clauses, and a contradiction is
//! found if they would be broken. *Proof.* Of three events a, b, c each two of which have a literal, a clause says
//! that if a comes before b and b before c, then a comes before c. For each literal that has become true, one of the two
//! premises, `follow` looks at all events that make the other one true; whichever premise comes later finds the
//! first one.
//!
//! Why a literal is true is told by the two premises: the clause itself. So what the solver learns follows from
//! its clauses and the circles by unit propagation.
//!
//! Oracle: `an_order_concludes_what_its_circles_do` in `tests.rs`, with this and with the clauses instead.
//!
//! There are some hundred thousand circles, each looked at time and again by a solver that has them as clauses; here 64
//! events are looked at in one step.

use batsat::theory::{Theory, TheoryArg};
use batsat::{Lit, lbool};
use gehtauf_certificates::clauses::{Order, TRUE};
use gehtauf_search::bits;
use gehtauf_search::bytes::vec_bytes;

use super::conclusions::Conclusions;
use super::literals::{in_solver, place};

/// Two events, the first before the second.
type Pair = [u16; 2];

/// What is known of an order, kept up as literals become true and are taken back.
pub struct Transitivity {
    events: usize,
    /// By two events, the literal that the one comes before the other, if there is a variable.
    literals: Vec<Option<Lit>>,
    /// By literal.
    pairs: Vec<Option<Pair>>,
    /// By event, those that it has a literal or constant with.
    related: Sets,
    /// By event, those known to come after it, and before it.
    after: Sets,
    before: Sets,
    /// By literal that follows, the event between the two.
    middles: Vec<u16>,
    /// The pairs known that are not constants, in the order in which they were looked at.
    known: Vec<Pair>,
    /// How many of the solver's literals have been looked at.
    looked_at: usize,
    /// By level of decisions, how many pairs were known and literals looked at before.
    levels: Vec<[usize; 2]>,
    explanation: Vec<Lit>,
}

/// By event, a set of events.
struct Sets {
    /// Words of a set.
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    fn new(events: usize) -> Sets {
        let words = events.div_ceil(64);
        Sets { words, bits: vec![0; words * events] }
    }

    fn of(&self, event: u16) -> &[u64] {
        &self.bits[usize::from(event) * self.words..][..self.words]
    }

    fn flip(&mut self, event: u16, other: u16) {
        let word = usize::from(event) * self.words + usize::from(other) / 64;
        self.bits[word] ^= 1 << (other % 64);
    }
}

impl Transitivity {
    /// Of an order whose variables are numbered up to `variables`.
    pub fn new(order: &Order, variables: usize) -> Transitivity {
        let events = order.events();
        let mut transitivity = Transitivity {
            events,
            literals: vec![None; events * events],
            pairs: vec![None; 2 * variables],
            related: Sets::new(events),
            after: Sets::new(events),
            before: Sets::new(events),
            middles: vec![0; 2 * variables],
            known: Vec::new(),
            looked_at: 0,
            levels: Vec::new(),
            explanation: Vec::new(),
        };
        for (a, b) in (0..events).flat_map(|a| (0..events).map(move |b| (a, b))) {
            if a == b || !order.relates(a, b) {
                continue;
            }
            let pair = [a as u16, b as u16];
            transitivity.related.flip(pair[0], pair[1]);
            match order.before(a, b) {
                TRUE => transitivity.flip(pair),
                lit if lit == -TRUE => {}
                lit => {
                    let lit = in_solver(lit);
                    transitivity.literals[a * events + b] = Some(lit);
                    transitivity.pairs[place(lit)] = Some(pair);
                }
            }
        }
        transitivity
    }

    /// Bytes that such an order takes.
    pub fn bytes(order: &Order, variables: usize) -> usize {
        let events = order.events();
        vec_bytes::<Option<Lit>>(events * events)
            + 3 * vec_bytes::<u64>(events * events.div_ceil(64))
            + vec_bytes::<Option<Pair>>(2 * variables)
            + vec_bytes::<u16>(2 * variables)
            + 2 * vec_bytes::<Pair>(variables)
    }

    /// Makes a pair known, or no longer.
    fn flip(&mut self, [first, second]: Pair) {
        self.after.flip(first, second);
        self.before.flip(second, first);
    }

    fn literal(&self, [first, second]: Pair) -> Option<Lit> {
        self.literals[usize::from(first) * self.events + usize::from(second)]
    }

    /// Tells the solver what follows from a pair that has become known and what was known before. Whether it has not
    /// met a contradiction.
    fn follow(&mut self, [first, second]: Pair, acts: &mut TheoryArg) -> bool {
        for word in 0..self.after.words {
            let unknown = self.related.of(first)[word] & !self.after.of(first)[word];
            for last in bits(self.after.of(second)[word] & unknown) {
                let pair = [first, word as u16 * 64 + u16::from(last)];
                if !self.tell(pair, second, acts) {
                    return false;
                }
            }
            let unknown = self.related.of(second)[word] & !self.before.of(second)[word];
            for earliest in bits(self.before.of(first)[word] & unknown) {
                let pair = [word as u16 * 64 + u16::from(earliest), second];
                if !self.tell(pair, first, acts) {
                    return false;
                }
            }
        }
        true
    }

    /// Tells the solver that a pair follows, by the event between the two.
    fn tell(&mut self, pair: Pair, middle: u16, acts: &mut TheoryArg) -> bool {
        // A constant is known, so this pair has a literal.
        let lit = self.literal(pair).expect("not known, so no constant");
        if acts.value(lit.var()) ^ !lit.sign() == lbool::TRUE {
            return true;
        }
        self.middles[place(lit)] = middle;
        acts.propagate(lit)
    }
}

impl Transitivity {
    fn create_level(&mut self) {
        self.levels.push([self.known.len(), self.looked_at]);
    }

    fn pop_levels(&mut self, n: usize) {
        let level = self.levels.len() - n;
        let [known, looked_at] = self.levels[level];
        self.levels.truncate(level);
        for pair in self.known.split_off(known) {
            self.flip(pair);
        }
        self.looked_at = looked_at;
    }

    fn conclude(&mut self, acts: &mut TheoryArg) {
        while let Some(&lit) = acts.model().get(self.looked_at) {
            self.looked_at += 1;
            let Some(pair) = self.pairs.get(place(lit)).copied().flatten() else { continue };
            self.flip(pair);
            self.known.push(pair);
            if !self.follow(pair, acts) {
                return;
            }
        }
    }

    fn reason(&mut self, lit: Lit) -> &[Lit] {
        let [first, last] = self.pairs[place(lit)].expect("a literal of the order");
        let middle = self.middles[place(lit)];
        self.explanation.clear();
        for pair in [[first, middle], [middle, last]] {
            self.explanation.extend(self.literal(pair));
        }
        &self.explanation
    }
}

/// The order's circles, and what else follows from it.
pub struct Theories<C> {
    pub transitivity: Transitivity,
    pub conclusions: C,
}

impl<C: Conclusions> Theory for Theories<C> {
    fn final_check(&mut self, acts: &mut TheoryArg) {
        self.partial_check(acts);
    }

    fn create_level(&mut self) {
        self.transitivity.create_level();
        self.conclusions.create_level();
    }

    fn pop_levels(&mut self, n: usize) {
        self.transitivity.pop_levels(n);
        self.conclusions.pop_levels(n);
    }

    fn n_levels(&self) -> usize {
        self.transitivity.levels.len()
    }

    fn partial_check(&mut self, acts: &mut TheoryArg) {
        self.transitivity.conclude(acts);
        if acts.is_ok() {
            self.conclusions.conclude(acts);
        }
    }

    fn explain_propagation(&mut self, lit: Lit) -> &[Lit] {
        if self.conclusions.reason(lit).is_some() {
            return self.conclusions.reason(lit).expect("just found");
        }
        self.transitivity.reason(lit)
    }
}
