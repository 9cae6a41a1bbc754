//! Clauses of a few literals, counted.

use super::formula::{Formula, Lit, TRUE};

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
