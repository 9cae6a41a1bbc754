//! The variables of a total order.
//!
//! *Setup.* A variable for each two of some events: whether the one comes before the other. Of which the order is known,
//! or follows from what is known by transitivity, they have a constant. *Claim.* Each total order of all events fulfils
//! [`circles`](Order::circles), for each three events of which each two have a variable or constant the two clauses
//! against the two circles; and where each two of some events have one, only what tells a total order of these does.
//! *Proof.* Of three events in a circle none comes first; a relation that holds for each two one way or the
//! other, and has no circle of three, is transitive.
//!
//! The solver is not given these clauses: `crates/solvers/src/sat/transitivity.rs` does what they would.

use super::formula::{Formula, Lit, TRUE};

/// A total order of events, numbered from 0.
#[derive(Debug, Clone)]
pub struct Order {
    events: usize,
    /// By the two events; 0 as long as it has none.
    before: Vec<Lit>,
}

impl Order {
    /// Of so many events, in which `known` tells which come before which. Others have no variables yet.
    pub fn new(events: usize, known: &[(usize, usize)]) -> Order {
        let mut order = Order { events, before: vec![0; events * events] };
        for &(first, second) in known {
            order.set(first, second, TRUE);
        }
        order.close();
        order
    }

    /// Gives each two of these events a variable that have none yet.
    pub fn relate(&mut self, formula: &mut Formula, events: &[usize]) {
        for (i, &first) in events.iter().enumerate() {
            for &second in &events[i + 1..] {
                if !self.relates(first, second) {
                    self.set(first, second, formula.new_variable());
                }
            }
        }
    }

    /// How many events there are.
    pub fn events(&self) -> usize {
        self.events
    }

    /// Whether two events have a variable or constant.
    pub fn relates(&self, first: usize, second: usize) -> bool {
        self.before[first * self.events + second] != 0
    }

    /// Whether an event comes before another that it is related to; it does not before itself.
    pub fn before(&self, first: usize, second: usize) -> Lit {
        debug_assert!(first == second || self.relates(first, second));
        if first == second { -TRUE } else { self.before[first * self.events + second] }
    }

    /// The clauses of a total order.
    pub fn circles(&self) -> impl Iterator<Item = [Lit; 3]> + '_ {
        let pairs = (0..self.events).flat_map(|a| (0..a).map(move |b| (a, b)));
        let threes = pairs.flat_map(|(a, b)| (0..b).map(move |c| [(a, b), (b, c), (c, a)]));
        let threes = threes.filter(|pairs| pairs.iter().all(|&(a, b)| self.relates(a, b)));
        let threes = threes.map(|pairs| pairs.map(|(a, b)| self.before(a, b)));
        threes.flat_map(|circle| [circle.map(|lit| -lit), circle])
    }

    fn set(&mut self, first: usize, second: usize, lit: Lit) {
        self.before[first * self.events + second] = lit;
        self.before[second * self.events + first] = -lit;
    }

    /// Closes what is known under transitivity.
    fn close(&mut self) {
        for middle in 0..self.events {
            let is_known =
                |order: &Order, a: usize, b: usize| order.before[a * order.events + b] == TRUE;
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
