//! What is true of the order of each win, as axioms with numbers.

use super::{Axioms, Formula, Lit, Order, OrderAxiom, TRUE};

/// Clauses, counts, and the circles of an order.
pub struct OrderFormula {
    /// All clauses but the circles of the order.
    pub formula: Formula,
    /// The order of the events.
    pub order: Order,
    /// Of each of these literals no more are true than so many.
    pub counts: Vec<Count>,
}

/// Literals of which at most so many are true.
pub struct Count {
    /// The literals, constants among them.
    pub lits: Vec<Lit>,
    /// How many.
    pub most: usize,
}

impl Count {
    /// That of these literals, one more than may be true, in the order of their numbers, one is false.
    fn clause(&self, of: &[usize]) -> Option<Vec<Lit>> {
        let in_order = of.windows(2).all(|two| two[0] < two[1]);
        let clause = of.iter().map(|&number| self.lits.get(number).map(|&lit| -lit));
        (in_order && of.len() == self.most + 1).then(|| clause.collect())?
    }
}

impl Axioms for OrderFormula {
    type Axiom = OrderAxiom;

    fn clause(&self, axiom: &OrderAxiom) -> Option<Vec<Lit>> {
        let clause = match axiom {
            OrderAxiom::Clause(number) => self.formula.clause(*number)?.to_vec(),
            &OrderAxiom::Circle([a, b, c]) => {
                let are_three = a != b && b != c && c != a;
                let are_events = [a, b, c].iter().all(|&event| event < self.order.events());
                let before = |a, b| -self.order.before(a, b);
                (are_three && are_events).then(|| vec![before(a, b), before(b, c), before(c, a)])?
            }
            OrderAxiom::Count(number, of) => self.counts.get(*number)?.clause(of)?,
        };
        let mut lits: Vec<Lit> = clause.into_iter().filter(|&lit| lit != -TRUE).collect();
        // Two events at which the same cards go up make a literal come twice.
        lits.sort_unstable();
        lits.dedup();
        (!lits.contains(&TRUE)).then_some(lits)
    }

    fn literals(&self) -> usize {
        self.formula.variables() + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_names_one_literal_more_than_may_be_true_each_once() {
        let count = Count { lits: vec![2, 3, 4], most: 1 };
        assert_eq!(count.clause(&[0, 2]), Some(vec![-2, -4]));
        for wrong in [&[0][..], &[0, 0], &[2, 0], &[0, 1, 2], &[1, 3], &[]] {
            assert_eq!(count.clause(wrong), None, "{wrong:?}");
        }
    }
}
