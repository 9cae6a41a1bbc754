//! The clauses of a count.
//!
//! *Setup.* Literals x1 ... xn; variables s(i, j) for "at least j of x1 ... xi are true", known where j = 0 or
//! j > i. *Claim.* If at least `least` of the literals are true, the variables can be set such that all clauses
//! hold; if the clauses hold, at least so many are true. *Proof.* The clauses say that s(n, least) is true and
//! that s(i, j) implies s(i-1, j), or xi and s(i-1, j-1). With the meanings above they hold. From
//! s(n, least) they lead down to s(0, 0), for s(0, j) is false for j > 0, through `least` places where xi is
//! true.

use gehtauf_certificates::clauses::{Formula, Lit, TRUE};

/// Adds that at least so many of the literals are true.
pub fn at_least(formula: &mut Formula, lits: &[Lit], least: usize) {
    let counts = counts(formula, lits, least);
    formula.add(&[counts[least]]);
}

/// The variables of all counts up to `most`, from 0.
fn counts(formula: &mut Formula, lits: &[Lit], most: usize) -> Vec<Lit> {
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
