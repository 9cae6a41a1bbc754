//! Losses as steps from axioms that the certificates' checker makes.
//!
//! These are given to the solver. What it has learnt when it finds that they contradict each other is cut down to what the
//! contradiction needs ([`trim`](super::trim)). Nothing here has to be right: the checker looks at every step.

use gehtauf_certificates::clauses::{Axioms, Lit, OrderAxiom, OrderFormula, Refutation, TRUE};
use gehtauf_search::{Budget, Stop};

use super::conclusions::Conclusions;
use super::solver::Solver;
use super::trim::{Unlisted, place_of, trim};

/// Bytes that a clause takes to be trimmed: of four literals, with its watches, in tables that grow by doubling.
const TRIMMED_BYTES: usize = 144;

/// Steps that refute all orders of the events; nothing if there are none. `conclusions` makes what else follows.
///
/// # Errors
/// The budget is spent.
pub fn refutation<C: Conclusions>(
    mut orders: OrderFormula,
    conclusions: impl FnOnce(&mut OrderFormula) -> C,
    budget: &mut Budget<'_>,
) -> Result<Option<Refutation<OrderAxiom>>, Stop> {
    let listed = orders.formula.clauses().len();
    let conclusions = conclusions(&mut orders);
    let solver = Solver::with(&orders.formula, &orders.order, conclusions, budget)?;
    let Some(learnt) = solver.refute()? else { return Ok(None) };
    let mut share = budget.memory().share();
    share.resize(TRIMMED_BYTES * listed + learnt.len() + orders.formula.bytes())?;
    // The first clause is that TRUE is true; no other has it.
    let clauses = (1..listed).map(OrderAxiom::Clause).filter_map(|axiom| {
        let clause = orders.clause(&axiom)?;
        Some((axiom, clause))
    });
    let clauses = std::iter::once((OrderAxiom::Clause(0), vec![TRUE])).chain(clauses);
    let variables = orders.formula.variables();
    let steps = trim(variables, clauses, Told::new(&orders), &learnt, budget)?;
    Ok(Some(Refutation { steps }))
}

/// Circles of the order and counts.
struct Told<'a> {
    orders: &'a OrderFormula,
    /// By literal, the events of which the first comes before the second, if it says so.
    pairs: Vec<Option<[usize; 2]>>,
    /// By literal, the count that has it.
    counts: Vec<Option<usize>>,
}

impl<'a> Told<'a> {
    fn new(orders: &'a OrderFormula) -> Told<'a> {
        let places = 2 * orders.formula.variables() + 2;
        let mut told = Told { orders, pairs: vec![None; places], counts: vec![None; places] };
        let events = orders.order.events();
        for [first, second] in (0..events).flat_map(|a| (0..events).map(move |b| [a, b])) {
            told.pairs[place_of(orders.order.before(first, second))] = Some([first, second]);
        }
        for (number, count) in orders.counts.iter().enumerate() {
            count.lits.iter().for_each(|&lit| told.counts[place_of(lit)] = Some(number));
        }
        // Constants say nothing.
        for lit in [TRUE, -TRUE] {
            told.pairs[place_of(lit)] = None;
            told.counts[place_of(lit)] = None;
        }
        told
    }

    /// The circles with two events of which the one now comes before the other.
    fn circles(
        &self,
        [first, second]: [usize; 2],
        truth: &dyn Fn(Lit) -> Option<bool>,
    ) -> Vec<(OrderAxiom, Vec<Lit>)> {
        let order = &self.orders.order;
        let mut told = Vec::new();
        for third in (0..order.events()).filter(|&third| third != first && third != second) {
            let others = [order.before(second, third), order.before(third, first)];
            let truths = others.map(truth);
            if truths.contains(&Some(true)) && !truths.contains(&Some(false)) {
                let lits = [order.before(first, second), others[0], others[1]];
                let clause = lits.iter().filter(|&&lit| lit != TRUE).map(|&lit| -lit).collect();
                told.push((OrderAxiom::Circle([first, second, third]), clause));
            }
        }
        told
    }

    /// What a count says if as many of its literals are true as may be.
    fn of_count(
        &self,
        number: usize,
        truth: &dyn Fn(Lit) -> Option<bool>,
    ) -> Vec<(OrderAxiom, Vec<Lit>)> {
        let count = &self.orders.counts[number];
        let with = |value: Option<bool>| -> Vec<usize> {
            (0..count.lits.len()).filter(|&i| truth(count.lits[i]) == value).collect()
        };
        let are_true = with(Some(true));
        let told = |mut of: Vec<usize>| {
            of.sort_unstable();
            let lits = of.iter().map(|&i| count.lits[i]).filter(|&lit| lit != TRUE);
            let clause = lits.map(|lit| -lit).collect();
            (OrderAxiom::Count(number, of), clause)
        };
        match are_true.len().cmp(&count.most) {
            std::cmp::Ordering::Less => Vec::new(),
            std::cmp::Ordering::Equal => {
                with(None).into_iter().map(|i| told([&are_true[..], &[i]].concat())).collect()
            }
            std::cmp::Ordering::Greater => vec![told(are_true[..=count.most].to_vec())],
        }
    }
}

impl Unlisted<OrderAxiom> for Told<'_> {
    fn told(&self, lit: Lit, truth: &dyn Fn(Lit) -> Option<bool>) -> Vec<(OrderAxiom, Vec<Lit>)> {
        if lit == TRUE {
            return (0..self.orders.counts.len()).flat_map(|i| self.of_count(i, truth)).collect();
        }
        let circles = self.pairs[place_of(lit)].map(|pair| self.circles(pair, truth));
        let counts = self.counts[place_of(lit)].map(|number| self.of_count(number, truth));
        [circles, counts].into_iter().flatten().flatten().collect()
    }
}
