//! Refutations that are written, read and spoilt.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use gehtauf_certificates::clauses::{ProofStep, Refutation};
use gehtauf_certificates::{Certificate, Checked, Evidence, Refusal};
use gehtauf_rules::{AnyPosition, Game, Position};
use rand_core::Rng;
use rand_pcg::Pcg64;

/// What the checker says.
pub fn check(game: &Game, start: &AnyPosition, evidence: Evidence) -> Result<Checked, Refusal> {
    Certificate::new(game.clone(), start.clone(), evidence).check(&AtomicBool::new(false))
}

/// Writes evidence of steps to a file, reads that again, and has it checked.
pub fn check_file(game: &Game, start: &AnyPosition, evidence: Evidence) {
    let written = Certificate::new(game.clone(), start.clone(), evidence);
    let file = written.encode(usize::MAX).unwrap().unwrap();
    let read = Certificate::read(file.as_slice()).unwrap();
    assert_eq!(read, written);
    let checked = read.check(&AtomicBool::new(false));
    assert!(matches!(checked, Ok(Checked::Order { .. })), "{}: {checked:?}", start.layout());
}

/// A deal that can be won, and refutations of deals of the same game that cannot.
pub struct Deals<A> {
    pub game: Game,
    pub won: AnyPosition,
    pub lost: Vec<(AnyPosition, Refutation<A>)>,
}

impl<A: Clone + Debug> Deals<A> {
    /// Gives so many spoilt refutations to the checker, as evidence. Of the deal that can be won neither these nor the
    /// others may be believed. How many of their own deals are not.
    pub fn refuse(
        &self,
        evidence: impl Fn(Refutation<A>) -> Evidence,
        other_axiom: impl Fn(&A, usize) -> A,
        spoilt_ones: usize,
        rng: &mut Pcg64,
    ) -> usize {
        let is_believed = |start: &AnyPosition, refutation: &Refutation<A>| {
            check(&self.game, start, evidence(refutation.clone())).is_ok()
        };
        for (_, refutation) in &self.lost {
            assert!(!is_believed(&self.won, refutation));
        }
        let mut refused = 0;
        for (start, refutation) in self.lost.iter().cycle().take(spoilt_ones) {
            let spoilt = spoilt(refutation, &other_axiom, rng);
            assert!(!is_believed(&self.won, &spoilt), "{spoilt:?}");
            refused += usize::from(!is_believed(start, &spoilt));
        }
        refused
    }
}

/// A refutation to which one to three things have been done.
pub fn spoilt<A: Clone>(
    refutation: &Refutation<A>,
    other_axiom: impl Fn(&A, usize) -> A,
    rng: &mut Pcg64,
) -> Refutation<A> {
    let mut spoilt = refutation.clone();
    for _ in 0..=rng.next_u64() % 3 {
        if !spoilt.steps.is_empty() {
            spoil(&mut spoilt.steps, &other_axiom, rng);
        }
    }
    spoilt
}

/// Does one thing to the steps.
fn spoil<A>(steps: &mut Vec<ProofStep<A>>, other_axiom: impl Fn(&A, usize) -> A, rng: &mut Pcg64) {
    let mut below = |n: usize| (rng.next_u64() % n.max(1) as u64) as usize;
    let place = below(steps.len());
    let lit = [1, -1][below(2)] * (1 + below(2_000) as i32);
    match below(7) {
        0 => drop(steps.remove(place)),
        1 => steps.truncate(place),
        2 => {
            let other = below(steps.len());
            steps.swap(place, other);
        }
        3 => steps
            .push(ProofStep::Lemma { clause: Vec::new(), from: vec![below(steps.len()) as u32] }),
        what => match &mut steps[place] {
            ProofStep::Axiom(axiom) => *axiom = other_axiom(axiom, below(60)),
            ProofStep::Lemma { clause, from } => match what {
                4 if !clause.is_empty() => {
                    let lit = below(clause.len());
                    clause.remove(lit);
                }
                5 if !from.is_empty() => {
                    let step = below(from.len());
                    from.remove(step);
                }
                _ => clause.push(lit),
            },
        },
    }
}
