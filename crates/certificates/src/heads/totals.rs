//! How many of some literals are true, in clauses that hold both ways.
//!
//! *Claim.* The counts of [`counts`] have one solution, in which the i-th, from 0, is true if and only if more than i of the
//! literals are. *Proof.* By induction over the halves: the clauses say that with i and j true ones of these more than i + j - 1
//! are true, and not more than i + j. Beyond
//! [`MOST`] they are one count, so that more than that is as many as anything else.

use crate::clauses::{Formula, Lit, TRUE};

/// As many of the ones as of the others.
pub fn equally_many(formula: &mut Formula, some: &[Lit], others: &[Lit]) {
    let (some, others) = (counts(formula, some, MOST), counts(formula, others, MOST));
    for i in 0..some.len().max(others.len()) {
        let [a, b] = [&some, &others].map(|counts| counts.get(i).copied().unwrap_or(-TRUE));
        formula.imply(&[a], &[b]);
        formula.imply(&[b], &[a]);
    }
}

/// At most as many of the ones as of the others.
pub fn at_most_as_many(formula: &mut Formula, few: &[Lit], many: &[Lit]) {
    let (few, many) = (counts(formula, few, few.len()), counts(formula, many, few.len()));
    for (i, &lit) in few.iter().enumerate() {
        formula.imply(&[lit], &[many.get(i).copied().unwrap_or(-TRUE)]);
    }
}

/// Counts beyond this one are not told apart.
const MOST: usize = 5;

/// By i, from 0, whether more than i of the literals are true.
fn counts(formula: &mut Formula, lits: &[Lit], most: usize) -> Vec<Lit> {
    let lits: Vec<Lit> = lits.iter().copied().filter(|&lit| lit != -TRUE).collect();
    if lits.len() <= 1 || most == 0 {
        return lits;
    }
    let halves = [&lits[..lits.len() / 2], &lits[lits.len() / 2..]];
    let [a, b] = halves.map(|half| counts(formula, half, most));
    let all: Vec<Lit> = (0..most.min(a.len() + b.len())).map(|_| formula.new_variable()).collect();
    let at_least = |counts: &[Lit], i: usize| match i {
        0 => TRUE,
        _ => counts.get(i - 1).copied().unwrap_or(-TRUE),
    };
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            let sum = (i + j).min(all.len());
            formula.imply(&[at_least(&a, i), at_least(&b, j)], &[at_least(&all, sum)]);
            if i + j < all.len() {
                let more = [at_least(&a, i + 1), at_least(&b, j + 1), -at_least(&all, i + j + 1)];
                formula.add(&more);
            }
        }
    }
    all
}
