//! That at most so many of some literals are true, without clauses.
//!
//! *Claim.* At each decision, as soon as more than so many are true the solver is told so; as soon as so many are, that no
//! other is. *Proof.* Each literal that becomes true is counted once, and taken back with its level.
//!
//! *Needs.* No literal is in two constraints. One that comes twice in one counts once: then less is concluded, and nothing
//! false.
//!
//! Why is told by those that are true: a clause that each solution fulfils. Oracle:
//! `at_most_concludes_what_clauses_do` in `tests.rs`.

use batsat::theory::TheoryArg;
use batsat::{Lit as SolverLit, lbool};
use gehtauf_certificates::clauses::{Formula, Lit, TRUE};
use gehtauf_search::bytes::vec_bytes;

use super::conclusions::Conclusions;
use super::literals::{in_solver, place};

/// Of these literals at most so many are true.
#[derive(Debug, Clone)]
pub struct Constraint {
    lits: Vec<SolverLit>,
    most: usize,
}

impl Constraint {
    /// What is known of the literals is left out; a clause says so where too many are true whatever happens.
    pub fn new(formula: &mut Formula, lits: &[Lit], most: usize) -> Constraint {
        let known = lits.iter().filter(|&&lit| lit == TRUE).count();
        if known > most {
            formula.add(&[-TRUE]);
        }
        let open = lits.iter().filter(|&&lit| lit != TRUE && lit != -TRUE);
        let lits = open.map(|&lit| in_solver(lit)).collect();
        Constraint { lits, most: most.saturating_sub(known) }
    }
}

/// Constraints, and how many of their literals are true, kept up as they become so and are taken back.
pub struct AtMost {
    constraints: Vec<Constraint>,
    /// By constraint.
    counts: Vec<usize>,
    /// By literal, the constraint that has it.
    of_literal: Vec<Option<u32>>,
    /// How many of the solver's literals have been looked at, and those of them that were counted.
    looked_at: usize,
    counted: Vec<SolverLit>,
    /// The constraints of which as many literals are true as may be, to be looked at.
    to_do: Vec<u32>,
    /// What the solver has been told; by literal, which of the reasons is why.
    told: Vec<SolverLit>,
    reason_of: Vec<u32>,
    reasons: Vec<Vec<SolverLit>>,
    /// By level of decisions, how many were looked at, counted, told, and how many reasons there were before.
    levels: Vec<[usize; 4]>,
    states_a_conflict: u64,
}

const NONE: u32 = u32::MAX;

impl AtMost {
    /// Of constraints without a literal in common, and variables numbered up to `variables`.
    pub fn new(constraints: Vec<Constraint>, variables: usize, states_a_conflict: u64) -> AtMost {
        let mut of_literal = vec![None; 2 * variables];
        for (i, constraint) in constraints.iter().enumerate() {
            for &lit in &constraint.lits {
                debug_assert_eq!(of_literal[place(lit)], None);
                of_literal[place(lit)] = Some(i as u32);
            }
        }
        let is_full = |i: &u32| constraints[*i as usize].most == 0;
        AtMost {
            counts: vec![0; constraints.len()],
            of_literal,
            looked_at: 0,
            counted: Vec::new(),
            to_do: (0..constraints.len() as u32).filter(is_full).collect(),
            told: Vec::new(),
            reason_of: vec![NONE; 2 * variables],
            reasons: Vec::new(),
            levels: Vec::new(),
            states_a_conflict,
            constraints,
        }
    }

    /// Counts what has become true.
    fn count(&mut self, acts: &TheoryArg) {
        while let Some(&lit) = acts.model().get(self.looked_at) {
            self.looked_at += 1;
            let Some(i) = self.of_literal[place(lit)] else { continue };
            self.counted.push(lit);
            self.counts[i as usize] += 1;
            if self.counts[i as usize] >= self.constraints[i as usize].most {
                self.to_do.push(i);
            }
        }
    }

    /// Tells what follows where as many are true as may be; whether the solver has not met a contradiction.
    fn tell(&mut self, i: usize, acts: &mut TheoryArg) -> bool {
        let Constraint { lits, most } = &self.constraints[i];
        let with_value = |value: lbool, acts: &TheoryArg| -> Vec<SolverLit> {
            lits.iter()
                .copied()
                .filter(|&lit| acts.value(lit.var()) ^ !lit.sign() == value)
                .collect()
        };
        let are_true = with_value(lbool::TRUE, acts);
        if are_true.len() > *most {
            let clause: Vec<SolverLit> = are_true.into_iter().map(|lit| !lit).collect();
            acts.raise_conflict(&clause, false);
            return false;
        }
        let others = with_value(lbool::UNDEF, acts);
        if !others.is_empty() {
            self.reasons.push(are_true);
        }
        others.into_iter().all(|lit| {
            self.reason_of[place(!lit)] = self.reasons.len() as u32 - 1;
            self.told.push(!lit);
            acts.propagate(!lit)
        })
    }
}

impl Conclusions for AtMost {
    fn states_a_conflict(&self) -> u64 {
        self.states_a_conflict
    }

    fn bytes(&self) -> usize {
        let of = |constraint: &Constraint| vec_bytes::<SolverLit>(constraint.lits.len());
        self.constraints.iter().map(of).sum::<usize>()
            + vec_bytes::<Option<u32>>(self.of_literal.len())
            + vec_bytes::<u32>(self.reason_of.len())
    }

    fn create_level(&mut self) {
        let levels = [self.looked_at, self.counted.len(), self.told.len(), self.reasons.len()];
        self.levels.push(levels);
    }

    fn pop_levels(&mut self, n: usize) {
        let level = self.levels.len() - n;
        let [looked_at, counted, told, reasons] = self.levels[level];
        self.levels.truncate(level);
        self.looked_at = looked_at;
        for lit in self.counted.drain(counted..) {
            let i = self.of_literal[place(lit)].expect("counted for it");
            self.counts[i as usize] -= 1;
        }
        for lit in self.told.drain(told..) {
            self.reason_of[place(lit)] = NONE;
        }
        self.reasons.truncate(reasons);
        self.to_do.clear();
    }

    fn conclude(&mut self, acts: &mut TheoryArg) {
        self.count(acts);
        while let Some(i) = self.to_do.pop() {
            if !self.tell(i as usize, acts) {
                return;
            }
        }
    }

    fn reason(&self, lit: SolverLit) -> Option<&[SolverLit]> {
        self.reasons.get(self.reason_of[place(lit)] as usize).map(Vec::as_slice)
    }
}
