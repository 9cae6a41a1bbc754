//! The clauses of a total order.
//!
//! *Setup.* A variable for each two events: whether the one comes before the other. *Claim.* The variables fulfil the
//! clauses exactly if they tell a total order. *Proof.* For each three events there are two clauses, against the two
//! circles; a relation that holds for each two one way or the other, and has no circle of three, is transitive.
//! Pairs of which the order is known have a constant, and so have those whose order follows by transitivity.

use super::formula::{Formula, Lit, TRUE};

/// A total order of events, numbered from 0.
#[derive(Debug, Clone)]
pub struct Order {
    events: usize,
    /// By the two events; 0 as long as it has none.
    before: Vec<Lit>,
}

impl Order {
    /// Of so many events, in which `known` tells which come before which.
    pub fn new(formula: &mut Formula, events: usize, known: &[(usize, usize)]) -> Order {
        Order { events, before: vec![0; events * events] }.completed(formula, 0, known)
    }

    /// Of some events of this order and of so many more; those of this order come first.
    pub fn extended(
        &self,
        formula: &mut Formula,
        shared: &[usize],
        more: usize,
        known: &[(usize, usize)],
    ) -> Order {
        let events = shared.len() + more;
        let mut order = Order { events, before: vec![0; events * events] };
        for (i, &first) in shared.iter().enumerate() {
            for (j, &second) in shared[..i].iter().enumerate() {
                order.set(i, j, self.before(first, second));
            }
        }
        order.completed(formula, shared.len(), known)
    }

    /// Whether an event comes before another; it does not before itself.
    pub fn before(&self, first: usize, second: usize) -> Lit {
        if first == second { -TRUE } else { self.before[first * self.events + second] }
    }

    fn set(&mut self, first: usize, second: usize, lit: Lit) {
        self.before[first * self.events + second] = lit;
        self.before[second * self.events + first] = -lit;
    }

    /// Adds constants, variables and clauses; the first `done` events have theirs.
    fn completed(mut self, formula: &mut Formula, done: usize, known: &[(usize, usize)]) -> Order {
        for &(first, second) in known {
            self.set(first, second, TRUE);
        }
        self.close();
        for first in 0..self.events {
            for second in first + 1..self.events {
                if self.before(first, second) == 0 {
                    self.set(first, second, formula.new_variable());
                }
            }
        }
        for a in 0..self.events {
            for b in a + 1..self.events {
                for c in (b + 1).max(done)..self.events {
                    let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(x, y)| self.before(x, y));
                    formula.add(&[-ab, -bc, -ca]);
                    formula.add(&[ab, bc, ca]);
                }
            }
        }
        self
    }

    /// Closes what is known under transitivity.
    fn close(&mut self) {
        for middle in 0..self.events {
            let is_known = |order: &Order, a: usize, b: usize| order.before(a, b) == TRUE;
            let later: Vec<usize> =
                (0..self.events).filter(|&last| is_known(self, middle, last)).collect();
            for first in 0..self.events {
                if is_known(self, first, middle) {
                    later.iter().for_each(|&last| self.set(first, last, TRUE));
                }
            }
        }
    }
}
