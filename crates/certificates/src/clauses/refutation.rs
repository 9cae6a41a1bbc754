//! Steps from axioms to the empty clause.

use std::fmt::{Display, Write as _};
use std::io::{BufRead, Write};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Lit;
use crate::answers::{Checked, FileError, MAX_UNPACKED_BYTES, Refusal};

/// The text of all steps may have so many bytes: 1 GiB.
const MAX_BYTES: u64 = 1 << 30;

/// What steps start from.
pub trait Axioms {
    /// What names an axiom; as text it begins with a lower-case letter.
    type Axiom: Display + FromStr;

    /// The clause of an axiom; nothing if there is no such axiom.
    fn clause(&self, axiom: &Self::Axiom) -> Option<Vec<Lit>>;

    /// The numbers of all variables are below this.
    fn literals(&self) -> usize;
}

/// The text names no axiom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoAxiom;

/// A clause, and why it is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofStep<A> {
    /// As an axiom.
    Axiom(A),
    /// As it follows from earlier steps, which count from 0.
    Lemma {
        /// The literals of the clause.
        clause: Vec<Lit>,
        /// The numbers of the steps, in turn.
        from: Vec<u32>,
    },
}

/// Steps of which the last is to be the empty clause.
///
/// As text a line is an axiom, or the literals of a lemma, a 0, and the steps that it follows from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation<A> {
    /// The steps.
    pub steps: Vec<ProofStep<A>>,
}

impl<A: Display + FromStr> Refutation<A> {
    /// Writes a line for each step.
    pub(crate) fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let mut line = String::new();
        for step in &self.steps {
            line.clear();
            match step {
                ProofStep::Axiom(axiom) => line += &axiom.to_string(),
                ProofStep::Lemma { clause, from } => {
                    for lit in clause {
                        let _ = write!(line, "{lit} ");
                    }
                    line.push('0');
                    for step in from {
                        let _ = write!(line, " {step}");
                    }
                }
            }
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Reads so many lines and nothing after them.
    pub(crate) fn read(input: impl BufRead, count: usize) -> Result<Self, FileError> {
        let mut input = input.take(MAX_BYTES);
        let mut refutation = Refutation { steps: Vec::new() };
        let (mut line, mut bytes) = (Vec::new(), 0);
        for number in 1..=count {
            line.clear();
            let wrong = |problem: &str| FileError::Body(format!("step {number}: {problem}"));
            input.read_until(b'\n', &mut line).map_err(|error| wrong(&error.to_string()))?;
            if line.pop() != Some(b'\n') {
                return Err(wrong("cut short"));
            }
            let text = std::str::from_utf8(&line).map_err(|_| wrong("no text"))?;
            let step = parse(text).ok_or_else(|| wrong("neither an axiom nor a lemma"))?;
            bytes += size_of::<ProofStep<A>>() + line.len();
            if bytes > MAX_UNPACKED_BYTES {
                return Err(wrong("more than 8 GiB"));
            }
            refutation.steps.try_reserve(1).map_err(std::io::Error::from)?;
            refutation.steps.push(step);
        }
        if !input.fill_buf().is_ok_and(<[u8]>::is_empty) {
            return Err(FileError::Body(format!("more than {count} steps")));
        }
        Ok(refutation)
    }

    /// Checks all steps.
    ///
    /// # Errors
    /// The first step that is not so, or the `interrupt` was raised. Steps count from 1.
    pub(crate) fn check(
        &self,
        of: &impl Axioms<Axiom = A>,
        interrupt: &AtomicBool,
    ) -> Result<Checked, Refusal> {
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let mut truths = Truths { of: vec![None; of.literals()], set: Vec::new() };
        let mut axioms = 0;
        for (number, step) in (1..).zip(&self.steps) {
            if interrupt.load(Ordering::Relaxed) {
                return Err(Refusal::Interrupted);
            }
            clauses.push(match step {
                ProofStep::Axiom(axiom) => {
                    axioms += 1;
                    of.clause(axiom).ok_or(Refusal::NoAxiom { number })?
                }
                ProofStep::Lemma { clause, from } => {
                    let follows = truths.refute(clause, from, &clauses);
                    truths.forget();
                    follows.ok_or(Refusal::DoesNotFollow { number })?;
                    clause.clone()
                }
            });
        }
        match clauses.last() {
            Some(last) if last.is_empty() => {
                Ok(Checked::Order { axioms, lemmas: clauses.len() as u64 - axioms })
            }
            _ => Err(Refusal::NotRefuted),
        }
    }
}

/// Which literals are supposed to be true.
struct Truths {
    /// By number.
    of: Vec<Option<bool>>,
    /// Those that are not nothing.
    set: Vec<usize>,
}

impl Truths {
    fn of(&self, lit: Lit) -> Option<bool> {
        self.of[lit.unsigned_abs() as usize].map(|truth| truth == (lit > 0))
    }

    fn suppose(&mut self, lit: Lit) {
        let number = lit.unsigned_abs() as usize;
        self.of[number] = Some(lit > 0);
        self.set.push(number);
    }

    fn forget(&mut self) {
        self.set.drain(..).for_each(|number| self.of[number] = None);
    }

    /// Supposes that the clause is false, and shows by earlier clauses that this cannot be.
    fn refute(&mut self, clause: &[Lit], from: &[u32], earlier: &[Vec<Lit>]) -> Option<()> {
        for &lit in clause {
            let is_literal = lit != 0 && (lit.unsigned_abs() as usize) < self.of.len();
            match is_literal.then(|| self.of(lit))? {
                None => self.suppose(-lit),
                // Twice the same literal, which would make lemmas of any length, or its contrary.
                Some(_) => return None,
            }
        }
        for &step in from {
            let mut left = None;
            for &lit in earlier.get(step as usize)? {
                match self.of(lit) {
                    Some(false) => {}
                    None if left.is_none() => left = Some(lit),
                    _ => return None,
                }
            }
            match left {
                None => return Some(()),
                Some(lit) => self.suppose(lit),
            }
        }
        None
    }
}

fn parse<A: FromStr>(line: &str) -> Option<ProofStep<A>> {
    if line.starts_with(|c: char| c.is_ascii_lowercase()) {
        return line.parse().ok().map(ProofStep::Axiom);
    }
    let mut words = line.split(' ');
    let mut clause = Vec::new();
    loop {
        match words.next()?.parse().ok()? {
            0 => break,
            // The least number has no contrary.
            Lit::MIN => return None,
            lit => clause.push(lit),
        }
    }
    let from = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    Some(ProofStep::Lemma { clause, from })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1 or 2, not 1, not 2.
    struct Contradiction;

    impl Axioms for Contradiction {
        type Axiom = String;

        fn clause(&self, axiom: &String) -> Option<Vec<Lit>> {
            match axiom.as_str() {
                "either" => Some(vec![1, 2]),
                "no" => Some(vec![-1]),
                "nor" => Some(vec![-2]),
                _ => None,
            }
        }

        fn literals(&self) -> usize {
            3
        }
    }

    fn check(text: &str) -> Result<Checked, Refusal> {
        let refutation = Refutation::<String>::read(text.as_bytes(), text.lines().count());
        refutation.unwrap().check(&Contradiction, &AtomicBool::new(false))
    }

    #[test]
    fn a_lemma_names_each_literal_once_and_follows_from_earlier_steps() {
        let lemma = |lemma| check(&format!("either\nno\nnor\n{lemma}\n0 2 3\n"));
        assert_eq!(lemma("2 0 0 1"), Ok(Checked::Order { axioms: 3, lemmas: 2 }));
        // Twice the same one, which would make lemmas of any length, its contrary, and none at all.
        for wrong in ["2 2 0 0 1", "2 -2 0 0 1", "3 0 0 1", "2 0 4 1", "2 0 3", "2 0"] {
            assert_eq!(lemma(wrong), Err(Refusal::DoesNotFollow { number: 4 }), "{wrong}");
        }
        // An earlier step with two literals open tells nothing, nor does one that is true.
        for wrong in ["0 0 1", "-1 0 0 1"] {
            let nothing = check(&format!("either\nnor\n{wrong}\n"));
            assert_eq!(nothing, Err(Refusal::DoesNotFollow { number: 3 }), "{wrong}");
        }
        assert_eq!(check("either\nall\n0 0 1\n"), Err(Refusal::NoAxiom { number: 2 }));
        assert_eq!(check("either\nno\n2 0 0 1\n"), Err(Refusal::NotRefuted));
    }
}
