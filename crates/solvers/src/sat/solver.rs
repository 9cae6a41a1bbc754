//! The solver of clauses, and what it may spend.
//!
//! [`batsat`] is a MiniSat in Rust. With its default settings nothing in it is random, so that the same
//! clauses in the same order give the same solution after the same conflicts.

use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};
use gehtauf_certificates::clauses::{Formula, Lit, Order};
use gehtauf_search::bytes::Share;
use gehtauf_search::{Budget, Stop};

use super::conclusions::{Conclusions, Nothing};
use super::literals::{in_solver, outside, write_clause};
use super::transitivity::{Theories, Transitivity};

/// A conflict takes about as long as so many nodes of Hochzeitszug's belief-set search.
const STATES_A_CONFLICT: u64 = 500;

/// Bytes of a clause besides its literals: header, activity, reference, and two watchers of 8 bytes in lists that
/// are three quarters full.
const CLAUSE_BYTES: usize = 36;

/// Bytes asked for at once.
const PIECE_BYTES: usize = 1 << 20;

/// Bytes of a literal in a clause.
const LIT_BYTES: usize = 4;

/// Bytes of a variable: what MiniSat keeps by variable and by literal.
const VARIABLE_BYTES: usize = 192;

/// A solver of clauses that more can be added to.
pub struct Solver<'b, 'a, C = Nothing> {
    solver: batsat::Solver<Meter<'b, 'a>>,
    theories: Theories<C>,
}

impl<'b, 'a> Solver<'b, 'a> {
    /// With the clauses of a formula and those of an order.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn new(formula: &Formula, order: &Order, budget: &'b mut Budget<'a>) -> Result<Self, Stop> {
        Solver::with(formula, order, Nothing(STATES_A_CONFLICT), budget)
    }
}

impl<'b, 'a, C: Conclusions> Solver<'b, 'a, C> {
    /// With the clauses of a formula and those of an order.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn with(
        formula: &Formula,
        order: &Order,
        conclusions: C,
        budget: &'b mut Budget<'a>,
    ) -> Result<Self, Stop> {
        budget.visit()?;
        let mut share = budget.memory().share();
        let needed = VARIABLE_BYTES * formula.variables()
            + formula.bytes()
            + Transitivity::bytes(order, formula.variables())
            + conclusions.bytes();
        // In pieces, so that little is left over where it is too much.
        while share.bytes() < needed {
            share.resize(needed.min(share.bytes() + PIECE_BYTES))?;
        }
        let states_a_conflict = conclusions.states_a_conflict();
        let meter = Meter { budget, share, states_a_conflict, stop: None, proof: None };
        let mut solver = batsat::Solver::new(SolverOpts::default(), meter);
        solver.var_of_int(formula.variables() as u32 - 1);
        let transitivity = Transitivity::new(order, formula.variables());
        let theories = Theories { transitivity, conclusions };
        let mut solver = Solver { solver, theories };
        for clause in formula.clauses() {
            solver.budget().check().map_err(Stop::Limit)?;
            solver.add(clause)?;
        }
        Ok(solver)
    }

    /// Adds a clause.
    ///
    /// # Errors
    /// The clauses would outgrow their memory.
    pub fn add(&mut self, clause: &[Lit]) -> Result<(), Stop> {
        self.solver.cb_mut().count_clause(clause.len())?;
        let mut lits = clause.iter().map(|&lit| in_solver(lit)).collect();
        self.solver.add_clause_reuse(&mut lits);
        Ok(())
    }

    /// Whether the clauses have a solution.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn solve(&mut self) -> Result<bool, Stop> {
        Ok(self.core(&[])?.is_none())
    }

    /// Some of these literals that cannot all be true; nothing if they can.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn core(&mut self, lits: &[Lit]) -> Result<Option<Vec<Lit>>, Stop> {
        let lits: Vec<_> = lits.iter().map(|&lit| in_solver(lit)).collect();
        let answer = self.solver.solve_limited_th(&mut self.theories, &lits);
        if answer == lbool::UNDEF {
            return Err(self.solver.cb().stop.expect("nothing else ends a search"));
        }
        let core = || self.solver.unsat_core().iter().map(|&lit| -outside(lit)).collect();
        Ok((answer == lbool::FALSE).then(core))
    }

    /// Whether a literal is true in the solution found.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.solver.value_lit(in_solver(lit)) == lbool::TRUE
    }

    /// What has been learnt when the clauses contradict each other, for [`trim`](super::trim::trim); nothing if they do not.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn refute(mut self) -> Result<Option<String>, Stop> {
        self.record();
        Ok((!self.solve()?).then(|| self.recorded()))
    }

    /// Records from now on how the clauses contradict each other.
    pub fn record(&mut self) {
        self.solver.cb_mut().proof = Some(String::new());
    }

    /// What has been recorded, as a DRAT file has it.
    pub fn recorded(&mut self) -> String {
        self.solver.cb_mut().proof.take().unwrap_or_default()
    }

    pub fn budget(&mut self) -> &mut Budget<'a> {
        self.solver.cb_mut().budget
    }
}

/// Counts conflicts and clauses learnt.
struct Meter<'b, 'a> {
    budget: &'b mut Budget<'a>,
    share: Share,
    states_a_conflict: u64,
    stop: Option<Stop>,
    /// The clauses learnt and deleted so far, as a DRAT file has them, if they are recorded.
    proof: Option<String>,
}

impl Meter<'_, '_> {
    fn record(&mut self, line_start: &str, lits: &[batsat::Lit]) {
        if let Some(proof) = &mut self.proof {
            proof.push_str(line_start);
            write_clause(proof, lits.iter().map(|&lit| outside(lit)));
        }
    }

    fn count_clause(&mut self, lits: usize) -> Result<(), Stop> {
        self.share.resize(self.share.bytes() + CLAUSE_BYTES + LIT_BYTES * lits)
    }

    fn count_conflict(&mut self, lits: usize) -> Result<(), Stop> {
        self.count_clause(lits)?;
        (0..self.states_a_conflict).try_for_each(|_| self.budget.visit())
    }
}

impl Callbacks for Meter<'_, '_> {
    fn on_new_clause(&mut self, lits: &[batsat::Lit], kind: ClauseKind) {
        if !matches!(kind, ClauseKind::Axiom) {
            self.record("", lits);
            self.stop = self.count_conflict(lits.len()).err().or(self.stop);
        }
    }

    fn on_delete_clause(&mut self, lits: &[batsat::Lit]) {
        self.record("d ", lits);
        let bytes = CLAUSE_BYTES + LIT_BYTES * lits.len();
        // Fewer bytes are always granted.
        let _ = self.share.resize(self.share.bytes().saturating_sub(bytes));
    }

    fn stop(&self) -> bool {
        self.stop.is_some()
    }
}
