//! A proof by clauses cut down to what its end needs, each step with the steps that it follows from.

use std::collections::HashMap;
use std::hash::Hash;

use gehtauf_certificates::clauses::{Lit, ProofStep};
use gehtauf_search::{Budget, Stop};

/// Clauses that are too many to be listed. They are told when they serve.
pub trait Unlisted<A> {
    /// Those, with their names, that a literal which has become true leaves one literal that is not false, or none.
    fn told(&self, lit: Lit, truth: &dyn Fn(Lit) -> Option<bool>) -> Vec<(A, Vec<Lit>)>;
}

impl<A> Unlisted<A> for () {
    fn told(&self, _: Lit, _: &dyn Fn(Lit) -> Option<bool>) -> Vec<(A, Vec<Lit>)> {
        Vec::new()
    }
}

/// The steps to the empty clause, which is the last, from named axioms and what a solver has [recorded](super::solver::Solver::refute).
///
/// # Errors
/// The budget is spent.
///
/// # Panics
/// A learnt clause does not follow by unit propagation, or no contradiction does.
pub fn trim<A: Clone + Eq + Hash>(
    variables: usize,
    given: impl Iterator<Item = (A, Vec<Lit>)>,
    unlisted: impl Unlisted<A>,
    learnt: &str,
    budget: &Budget<'_>,
) -> Result<Vec<ProofStep<A>>, Stop> {
    let mut proof = Proof::new(variables, unlisted);
    given.for_each(|(axiom, clause)| proof.add(clause, Why::Axiom(axiom)));
    let mut end = proof.settle();
    for line in learnt.lines().filter(|line| !line.starts_with('d')) {
        if end.is_some() {
            break;
        }
        budget.check().map_err(Stop::Limit)?;
        let lits = line.split(' ').map(|lit| lit.parse().expect("a number"));
        let clause: Vec<Lit> = lits.take_while(|&lit| lit != 0).collect();
        // What is known to be true by itself needs no clause.
        if !clause.iter().any(|&lit| proof.truth(lit) == Some(true)) {
            let from = proof.follows(&clause).expect("a learnt clause follows");
            proof.add(clause, Why::Steps(from));
            end = proof.settle();
        }
    }
    let end = end.expect("the clauses contradict each other");
    Ok(proof.needed_by(end))
}

/// Why a clause is true.
enum Why<A> {
    Axiom(A),
    /// By unit propagation from earlier clauses, by number, in turn.
    Steps(Vec<u32>),
}

/// Clauses so far, and what follows of itself from them.
struct Proof<A, U> {
    unlisted: U,
    /// The unlisted axioms that have served, by number.
    numbers: HashMap<A, u32>,
    clauses: Vec<Vec<Lit>>,
    /// By clause.
    from: Vec<Why<A>>,
    /// By literal, the clauses that watch it: it is one of their first two.
    watches: Vec<Vec<u32>>,
    truths: Vec<Option<bool>>,
    /// By variable, the clause that has made it true or false.
    reasons: Vec<Option<u32>>,
    trail: Vec<Lit>,
    /// How many of the trail have been propagated, and how many are known for good.
    propagated: usize,
    settled: usize,
}

/// Where what is kept by literal has the entry of a literal.
pub fn place_of(lit: Lit) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

impl<A: Clone + Eq + Hash, U: Unlisted<A>> Proof<A, U> {
    fn new(variables: usize, unlisted: U) -> Self {
        Proof {
            unlisted,
            numbers: HashMap::new(),
            clauses: Vec::new(),
            from: Vec::new(),
            watches: vec![Vec::new(); 2 * variables + 2],
            truths: vec![None; variables + 1],
            reasons: vec![None; variables + 1],
            trail: Vec::new(),
            propagated: 0,
            settled: 0,
        }
    }

    fn truth(&self, lit: Lit) -> Option<bool> {
        self.truths[lit.unsigned_abs() as usize].map(|truth| truth == (lit > 0))
    }

    fn assign(&mut self, lit: Lit, reason: Option<u32>) {
        self.truths[lit.unsigned_abs() as usize] = Some(lit > 0);
        self.reasons[lit.unsigned_abs() as usize] = reason;
        self.trail.push(lit);
    }

    /// Adds a clause; the literals that are not false come first.
    fn add(&mut self, mut clause: Vec<Lit>, from: Why<A>) {
        let number = self.clauses.len() as u32;
        clause.sort_by_key(|&lit| self.truth(lit) == Some(false));
        for &lit in clause.iter().take(2) {
            self.watches[place_of(lit)].push(number);
        }
        // Of a clause without two such literals the rest is done when it is settled.
        let open = clause.iter().filter(|&&lit| self.truth(lit) != Some(false)).count();
        let first = clause.first().copied();
        self.clauses.push(clause);
        self.from.push(from);
        if let (1, Some(lit)) = (open, first)
            && self.truth(lit).is_none()
        {
            self.assign(lit, Some(number));
        }
    }

    /// What follows from all clauses, for good; the number of the empty clause if they contradict each other.
    fn settle(&mut self) -> Option<u32> {
        let false_one = |proof: &Self| {
            let last = proof.clauses.len().checked_sub(1)?;
            let all_false = |clause: &[Lit]| clause.iter().all(|&l| proof.truth(l) == Some(false));
            all_false(&proof.clauses[last]).then_some(last as u32)
        };
        let conflict = false_one(self).or_else(|| self.propagate());
        // Each literal becomes a clause of its own, so that nobody has to go further back.
        for i in self.settled..self.trail.len() {
            let lit = self.trail[i];
            let reason = self.reasons[lit.unsigned_abs() as usize].expect("settled by a clause");
            if self.clauses[reason as usize].len() > 1 {
                let from = self.units_of(reason, Some(lit));
                let number = self.clauses.len() as u32;
                self.clauses.push(vec![lit]);
                self.from.push(Why::Steps(from));
                self.reasons[lit.unsigned_abs() as usize] = Some(number);
            }
        }
        self.settled = self.trail.len();
        let from = self.units_of(conflict?, None);
        self.clauses.push(Vec::new());
        self.from.push(Why::Steps(from));
        Some(self.clauses.len() as u32 - 1)
    }

    /// The clauses that say of all literals of a clause but one that they are false, and then the clause.
    fn units_of(&self, clause: u32, but: Option<Lit>) -> Vec<u32> {
        let others = self.clauses[clause as usize].iter().filter(|&&lit| Some(lit) != but);
        let unit = |&lit: &Lit| self.reasons[lit.unsigned_abs() as usize].expect("known for good");
        others.map(unit).chain([clause]).collect()
    }

    /// Makes true what must be; a clause of which all literals are false, if there is one.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let watchers = std::mem::take(&mut self.watches[place_of(-lit)]);
            for (i, &number) in watchers.iter().enumerate() {
                if self.visit(number, -lit) {
                    continue;
                }
                // This clause and those not yet visited go on watching.
                self.watches[place_of(-lit)].extend(&watchers[i..]);
                return Some(number);
            }
            if let Some(conflict) = self.be_told(lit) {
                return Some(conflict);
            }
        }
        None
    }

    /// Makes true what must be by clauses that are not listed.
    fn be_told(&mut self, lit: Lit) -> Option<u32> {
        for (axiom, clause) in self.unlisted.told(lit, &|lit| self.truth(lit)) {
            let is_open = |lit: &Lit| self.truth(*lit) != Some(false);
            let open: Vec<Lit> = clause.iter().copied().filter(is_open).collect();
            // One told before may have made it true.
            if open.len() > 1 || open.iter().any(|&lit| self.truth(lit) == Some(true)) {
                continue;
            }
            let number = self.clauses.len() as u32;
            self.clauses.push(clause);
            self.from.push(Why::Axiom(axiom));
            let Some(&lit) = open.first() else { return Some(number) };
            self.assign(lit, Some(number));
        }
        None
    }

    /// Looks at a clause of which a watched literal has become false. Whether it can still be true.
    fn visit(&mut self, number: u32, lit: Lit) -> bool {
        let truths = &self.truths;
        let truth = |lit: Lit| truths[lit.unsigned_abs() as usize].map(|truth| truth == (lit > 0));
        let clause = &mut self.clauses[number as usize];
        if clause.len() > 1 && clause[0] == lit {
            clause.swap(0, 1);
        }
        let other = clause[0];
        if truth(other) != Some(true) {
            let free = (2..clause.len()).find(|&i| truth(clause[i]) != Some(false));
            if let Some(free) = free {
                clause.swap(1, free);
                let watched = clause[1];
                self.watches[place_of(watched)].push(number);
                return true;
            }
            if clause.len() == 1 || truth(other) == Some(false) {
                return false;
            }
            self.assign(other, Some(number));
        }
        self.watches[place_of(lit)].push(number);
        true
    }

    /// What a clause follows from by propagation.
    fn follows(&mut self, clause: &[Lit]) -> Option<Vec<u32>> {
        for &lit in clause {
            if self.truth(lit).is_none() {
                self.assign(-lit, None);
            }
        }
        let listed = self.clauses.len();
        let conflict = self.propagate();
        let from = conflict.map(|conflict| self.behind(conflict, clause));
        for lit in self.trail.drain(self.settled..) {
            self.truths[lit.unsigned_abs() as usize] = None;
            self.reasons[lit.unsigned_abs() as usize] = None;
        }
        self.propagated = self.settled;
        from.map(|from| self.keep(from, listed))
    }

    /// Keeps of the clauses told from a number on only those among these; their numbers then.
    fn keep(&mut self, mut these: Vec<u32>, first: usize) -> Vec<u32> {
        let mut told: Vec<Option<(Vec<Lit>, Why<A>)>> =
            self.clauses.drain(first..).zip(self.from.drain(first..)).map(Some).collect();
        for number in these.iter_mut().filter(|number| **number as usize >= first) {
            let told = told[*number as usize - first].take();
            let Some((clause, Why::Axiom(axiom))) = told else { unreachable!("told, once") };
            *number = *self.numbers.entry(axiom.clone()).or_insert_with(|| {
                self.clauses.push(clause);
                self.from.push(Why::Axiom(axiom));
                self.clauses.len() as u32 - 1
            });
        }
        these
    }

    /// The reasons of all that makes a clause false, the first ones first, and the clause. That the literals of `supposed`
    /// are false needs no reason.
    fn behind(&self, conflict: u32, supposed: &[Lit]) -> Vec<u32> {
        let mut wanted = vec![false; self.truths.len()];
        let mut from = vec![conflict];
        let want = |wanted: &mut Vec<bool>, clause: u32| {
            for &lit in &self.clauses[clause as usize] {
                wanted[lit.unsigned_abs() as usize] = true;
            }
        };
        want(&mut wanted, conflict);
        for &lit in supposed {
            wanted[lit.unsigned_abs() as usize] = false;
        }
        let mut settled = Vec::new();
        for (i, &lit) in self.trail.iter().enumerate().rev() {
            let variable = lit.unsigned_abs() as usize;
            if !wanted[variable] || supposed.contains(&-lit) {
                continue;
            }
            let reason = self.reasons[variable].expect("not supposed, so it has a reason");
            if i < self.settled {
                settled.push(reason);
            } else {
                from.push(reason);
                want(&mut wanted, reason);
            }
        }
        settled.extend(from.into_iter().rev());
        settled
    }

    /// The steps that a clause needs, and it.
    fn needed_by(mut self, end: u32) -> Vec<ProofStep<A>> {
        let mut needed = vec![false; self.clauses.len()];
        needed[end as usize] = true;
        for number in (0..=end as usize).rev() {
            if needed[number]
                && let Why::Steps(steps) = &self.from[number]
            {
                steps.iter().for_each(|&step| needed[step as usize] = true);
            }
        }
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let mut steps = Vec::new();
        for (number, from) in
            (0..=end).zip(self.from).filter(|(number, _)| needed[*number as usize])
        {
            numbers.insert(number, steps.len() as u32);
            steps.push(match from {
                Why::Axiom(axiom) => ProofStep::Axiom(axiom),
                Why::Steps(from) => ProofStep::Lemma {
                    clause: std::mem::take(&mut self.clauses[number as usize]),
                    from: from.iter().map(|step| numbers[step]).collect(),
                },
            });
        }
        steps
    }
}
