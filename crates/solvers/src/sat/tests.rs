//! Counts and orders, alone.

use gehtauf_certificates::clauses::counts::{at_least_as_many, counted};
use gehtauf_certificates::clauses::{Formula, Lit, Order, TRUE};
use gehtauf_search::{Budget, Limits};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::at_least::at_least;
use super::at_most::{AtMost, Constraint};
use super::solver::Solver;

fn unlimited<'a>() -> Budget<'a> {
    Budget::new(Limits { max_states: u64::MAX, ..Limits::default() }, None)
}

/// By all ways to set three variables: the clauses of a count, with what is known of a fourth literal.
#[test]
fn clauses_of_a_count_hold_if_enough_is_true() {
    for (least, known) in (0..=4).flat_map(|least| [(least, TRUE), (least, -TRUE)]) {
        for set in 0..8_u32 {
            let mut formula = Formula::default();
            let lits: Vec<Lit> = (0..3).map(|_| formula.new_variable()).collect();
            at_least(&mut formula, &[lits[0], known, lits[1], lits[2]], least);
            for (i, &lit) in lits.iter().enumerate() {
                formula.add(&[if set >> i & 1 == 1 { lit } else { -lit }]);
            }
            let mut budget = unlimited();
            let holds =
                Solver::new(&formula, &Order::new(0, &[]), &mut budget).unwrap().solve().unwrap();
            let count = set.count_ones() as usize + usize::from(known == TRUE);
            assert_eq!(holds, count >= least, "{count} of {least}");
        }
    }
}

/// By all ways to set three literals, two others and a condition.
#[test]
fn clauses_of_two_counts_hold_if_enough_of_many_are_true() {
    for (more, set) in (0..3).flat_map(|more| (0..64_u32).map(move |set| (more, set))) {
        let mut formula = Formula::default();
        let lits: Vec<Lit> = (0..6).map(|_| formula.new_variable()).collect();
        at_least_as_many(&mut formula, lits[5], &lits[..3], &lits[3..5], more);
        for (i, &lit) in lits.iter().enumerate() {
            formula.add(&[if set >> i & 1 == 1 { lit } else { -lit }]);
        }
        let mut budget = unlimited();
        let holds =
            Solver::new(&formula, &Order::new(0, &[]), &mut budget).unwrap().solve().unwrap();
        let [many, few] = [set & 0b111, set & 0b11000].map(|set| set.count_ones() as usize);
        let is_asked = set & 0b100000 != 0;
        assert_eq!(holds, !is_asked || many >= few + more, "{set:b} {more}");
    }
}

/// By all ways to set four literals, with what is known of a fifth: at least which counts are true.
#[test]
fn counted_is_true_from_so_many_on() {
    for (known, set) in [TRUE, -TRUE].into_iter().flat_map(|k| (0..16_u32).map(move |set| (k, set)))
    {
        let mut formula = Formula::default();
        let lits: Vec<Lit> = (0..4).map(|_| formula.new_variable()).collect();
        let counts = counted(&mut formula, &[lits[0], known, lits[1], lits[2], lits[3]]);
        for (i, &lit) in lits.iter().enumerate() {
            formula.add(&[if set >> i & 1 == 1 { lit } else { -lit }]);
        }
        let so_many = set.count_ones() as usize + usize::from(known == TRUE);
        for (count, &lit) in counts.iter().enumerate() {
            let mut formula = formula.clone();
            formula.add(&[-lit]);
            let mut budget = unlimited();
            let solver = Solver::new(&formula, &Order::new(0, &[]), &mut budget);
            assert_eq!(solver.unwrap().solve(), Ok(count > so_many), "{set:b} {known} {count}");
        }
    }
}

/// Clauses and constraints drawn at random: whether they have a solution, with the constraints as clauses and without.
#[test]
fn at_most_concludes_what_clauses_do() {
    let mut tally = [0; 2];
    for seed in 0..600 {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut number = |below: usize| random.next_u32() as usize % below;
        let mut formula = Formula::default();
        let variables: Vec<Lit> = (0..12).map(|_| formula.new_variable()).collect();
        let mut unused: Vec<Lit> = variables.iter().flat_map(|&lit| [lit, -lit]).collect();
        unused.extend([TRUE, -TRUE]);
        for _ in 0..40 {
            let mut lit = || variables[number(12)] * if number(2) == 0 { 1 } else { -1 };
            formula.add(&[lit(), lit(), lit()]);
        }
        let mut as_clauses = formula.clone();
        let mut constraints = Vec::new();
        for _ in 0..3 {
            let size = 3 + number(4);
            let lits: Vec<Lit> =
                (0..size).map(|_| unused.swap_remove(number(unused.len()))).collect();
            let most = number(size);
            for set in (0_u32..1 << size).filter(|set| set.count_ones() as usize == most + 1) {
                let of_set = (0..size).filter(|i| set >> i & 1 == 1).map(|i| -lits[i]);
                as_clauses.add(&of_set.collect::<Vec<Lit>>());
            }
            constraints.push(Constraint::new(&mut formula, &lits, most));
        }
        let (mut budget, mut other) = (unlimited(), unlimited());
        let order = Order::new(0, &[]);
        let theory = AtMost::new(constraints, formula.variables(), 1);
        let ours = Solver::with(&formula, &order, theory, &mut budget).unwrap().solve().unwrap();
        let theirs = Solver::new(&as_clauses, &order, &mut other).unwrap().solve().unwrap();
        assert_eq!(ours, theirs, "seed {seed}");
        tally[usize::from(ours)] += 1;
    }
    assert!(tally.iter().all(|&count| count > 100), "{tally:?}");
}

/// Clauses about an order, drawn at random: whether they have a solution, with the circles as clauses and without; where
/// they have one, it has no circle.
#[test]
fn an_order_concludes_what_its_circles_do() {
    let mut tally = [0; 2];
    for seed in 0..2_000 {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut below = |n: usize| random.next_u32() as usize % n;
        let events = 3 + below(5);
        let known = (1..events).filter(|_| below(10) < 3).map(|b| (b - 1, b));
        let mut order = Order::new(events, &known.collect::<Vec<_>>());
        let mut formula = Formula::default();
        for _ in 0..3 {
            let some: Vec<usize> = (0..events).filter(|_| below(10) < 7).collect();
            order.relate(&mut formula, &some);
        }
        let pairs = (0..events).flat_map(|a| (0..events).map(move |b| (a, b)));
        let related = pairs.filter(|&(a, b)| a != b && order.relates(a, b));
        let lits: Vec<Lit> = related.map(|(a, b)| order.before(a, b)).collect();
        let clauses = if lits.is_empty() { 0 } else { 3 * events };
        for _ in 0..clauses {
            let clause: Vec<Lit> = (0..2).map(|_| lits[below(lits.len())]).collect();
            formula.add(&clause);
        }
        let mut budget = unlimited();
        let mut solver = Solver::new(&formula, &order, &mut budget).unwrap();
        let has_solution = solver.solve().unwrap();
        let is_true = |lit: Lit| lit == TRUE || lit != -TRUE && solver.is_true(lit);
        if has_solution {
            assert!(order.circles().all(|circle| circle.into_iter().any(is_true)), "seed {seed}");
        }
        let mut with_circles = formula.clone();
        order.circles().for_each(|circle| with_circles.add(&circle));
        let mut budget = unlimited();
        let mut solver = Solver::new(&with_circles, &Order::new(0, &[]), &mut budget).unwrap();
        assert_eq!(solver.solve().unwrap(), has_solution, "seed {seed}");
        tally[usize::from(has_solution)] += 1;
    }
    assert!(tally.iter().all(|&count| count > 300), "{tally:?}");
}
