//! The clauses of a count.
//!
//! *Setup.* Literals x1 ... xn; variables s(i, j) for "at least j of x1 ... xi are true", known where j = 0 or
//! j > i. *Claim.* If at least `least` of the literals are true, the variables can be set such that all clauses
//! hold; if the clauses hold, at least so many are true. *Proof.* The clauses say that s(n, least) is true and
//! that s(i, j) implies s(i-1, j), or xi and s(i-1, j-1). With the meanings above they hold. From
//! s(n, least) they lead down to s(0, 0), for s(0, j) is false for j > 0, through `least` places where xi is
//! true.

use super::formula::{Formula, Lit, TRUE};

/// Adds that at least so many of the literals are true.
pub fn at_least(formula: &mut Formula, lits: &[Lit], least: usize) {
    let counts = counts(formula, lits, least);
    formula.add(&[counts[least]]);
}

/// Adds that if a literal is true, then of `many` at least as many literals are as of `few`, and `more`. *Claim.* That is
/// so if and only if for each set of `few`, of which so many are in it, all sets of `many` that leave out fewer than so many
/// and `more` have a true literal, or the set of `few` has one that is not. Only for some four literals each.
pub fn at_least_as_many(
    formula: &mut Formula,
    condition: Lit,
    many: &[Lit],
    few: &[Lit],
    more: usize,
) {
    let sets = |lits: usize| (0u32..1 << lits).map(|set| (set, set.count_ones() as usize));
    for (chosen, so_many) in sets(few.len()) {
        let size = (many.len() + 1).saturating_sub(so_many + more);
        for (others, _) in sets(many.len()).filter(|&(_, lits)| lits == size) {
            let mut conditions: Vec<Lit> = of_set(few, chosen);
            conditions.push(condition);
            let conclusions: Vec<Lit> = of_set(many, others);
            formula.imply(&conditions, &conclusions);
        }
    }
}

/// The variables of all counts up to `most`, from 0.
pub fn counts(formula: &mut Formula, lits: &[Lit], most: usize) -> Vec<Lit> {
    // By j, of the literals so far.
    let mut counts = vec![-TRUE; most + 1];
    counts[0] = TRUE;
    for (i, &lit) in lits.iter().enumerate() {
        // Downwards, so that the counts without this literal are still there.
        for j in (1..=most.min(i + 1)).rev() {
            let count = formula.new_variable();
            formula.add(&[-count, counts[j], lit]);
            formula.add(&[-count, counts[j], counts[j - 1]]);
            counts[j] = count;
        }
    }
    counts
}

/// Literals that are true if so many of these are, from 0 on. Only for some four.
pub fn counted(formula: &mut Formula, lits: &[Lit]) -> Vec<Lit> {
    let known = lits.iter().filter(|&&lit| lit == TRUE).count();
    let open: Vec<Lit> = lits.iter().copied().filter(|&lit| lit != TRUE && lit != -TRUE).collect();
    let mut counts = vec![TRUE; known + 1];
    counts.extend(open.iter().map(|_| formula.new_variable()));
    for set in 1u32..1 << open.len() {
        let of_set: Vec<Lit> = of_set(&open, set);
        formula.imply(&of_set, &[counts[known + of_set.len()]]);
    }
    counts
}

/// The literals of a set, in which bit i stands for the i-th.
fn of_set(lits: &[Lit], set: u32) -> Vec<Lit> {
    lits.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &lit)| lit).collect()
}
