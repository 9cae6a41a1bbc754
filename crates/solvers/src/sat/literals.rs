//! Literals of clauses as the solver has them.

use std::fmt::Write;

use batsat::Var;
use gehtauf_certificates::clauses::Lit;

pub fn in_solver(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(Var::unsafe_from_idx(lit.unsigned_abs() - 1), lit > 0)
}

pub fn outside(lit: batsat::Lit) -> Lit {
    let variable = lit.var().idx() as Lit + 1;
    if lit.sign() { variable } else { -variable }
}

/// Where what is kept by literal has the entry of a literal.
pub fn place(lit: batsat::Lit) -> usize {
    2 * lit.var().idx() as usize + usize::from(lit.sign())
}

/// Adds a line with a clause, as in a DIMACS file.
pub fn write_clause(text: &mut String, clause: impl IntoIterator<Item = Lit>) {
    for lit in clause {
        write!(text, "{lit} ").expect("a string takes all");
    }
    text.push_str("0\n");
}
