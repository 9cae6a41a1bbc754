//! Losses as steps from axioms that the certificates' checker has of its own.
//!
//! The axioms of [`gehtauf_certificates::hochzeitszug_orders`] are given to the solver of clauses. What it has learnt when it finds that
//! they contradict each other is cut down to what the contradiction needs ([`trim`](crate::sat::trim)). Nothing here has
//! to be right: the checker looks at every step.
//!
//! There are no nogoods among the axioms, so that some lost deals are not certified.

use std::collections::HashMap;

use gehtauf_certificates::clauses::{Axioms, Formula, Lit, Order, ProofStep, Refutation};
use gehtauf_certificates::hochzeitszug_orders::{Axiom, Events, Half, Moves, Takes};
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::{Budget, Stop};

use crate::sat::solver::Solver;
use crate::sat::trim::trim;

/// Bytes that a clause takes to be trimmed: of three literals, with its watches, in tables that grow by doubling.
const TRIMMED_BYTES: usize = 128;

/// Steps that refute all orders of the events of a position; nothing if the axioms do not, or do not hold for it.
///
/// # Errors
/// The budget is spent.
pub fn refutation(
    position: &Hochzeitszug,
    budget: &mut Budget<'_>,
) -> Result<Option<Refutation<Axiom>>, Stop> {
    let Some(events) = Events::new(position) else { return Ok(None) };
    let mut numbering = Numbering::default();
    let mut formula = Formula::default();
    let mut axioms = Vec::new();
    let mut share = budget.memory().share();
    for axiom in axioms_of(&events) {
        if axioms.len() % 1_000 == 0 {
            budget.check().map_err(Stop::Limit)?;
            share.resize(formula.bytes())?;
        }
        if let Some(clause) = events.clause(&axiom) {
            let clause = numbering.inside(&mut formula, &clause);
            formula.add(&clause);
            axioms.push(axiom);
        }
    }
    let solver = Solver::new(&formula, &Order::new(0, &[]), budget)?;
    let Some(learnt) = solver.refute()? else { return Ok(None) };
    share.resize(TRIMMED_BYTES * formula.clauses().len() + learnt.len() + formula.bytes())?;
    // The first clause is that TRUE is true.
    let clauses = axioms.into_iter().zip(formula.clauses().skip(1).map(<[Lit]>::to_vec));
    let mut steps = trim(formula.variables(), clauses, (), &learnt, budget)?;
    for step in &mut steps {
        if let ProofStep::Lemma { clause, .. } = step {
            *clause = numbering.outside(clause);
        }
    }
    Ok(Some(Refutation { steps }))
}

/// The axioms' literals as the solver has them: numbers without gaps.
#[derive(Default)]
struct Numbering {
    inside: HashMap<Lit, Lit>,
    /// By number inside, counted from 2.
    outside: Vec<Lit>,
}

impl Numbering {
    fn inside(&mut self, formula: &mut Formula, clause: &[Lit]) -> Vec<Lit> {
        let mut inside = |lit: Lit| {
            let number = *self.inside.entry(lit.abs()).or_insert_with(|| {
                self.outside.push(lit.abs());
                formula.new_variable()
            });
            number * lit.signum()
        };
        clause.iter().map(|&lit| inside(lit)).collect()
    }

    fn outside(&self, clause: &[Lit]) -> Vec<Lit> {
        let outside = |&lit: &Lit| self.outside[lit.unsigned_abs() as usize - 2] * lit.signum();
        clause.iter().map(outside).collect()
    }
}

/// The axioms of a position; circles only of the events of all cards leaving and blocks, and of those that matter to
/// one suit.
fn axioms_of(events: &Events) -> Vec<Axiom> {
    let mut axioms: Vec<Axiom> = events.known().iter().map(|&(a, b)| Axiom::Known(a, b)).collect();
    let shared: Vec<usize> = (0..events.cards() + events.blocks()).collect();
    add_circles(&mut axioms, &shared, 0);
    for block in 0..events.blocks() {
        for of in 1..=events.lowest_before(block).count() {
            for least in 1..=of.min(block + 1) {
                axioms
                    .extend([Half::In, Half::Out].map(|half| Axiom::Count(block, of, least, half)));
            }
        }
        axioms.push(Axiom::Enough(block));
    }
    for suit in gehtauf_cards::Suit::ALL {
        let cards: Vec<usize> =
            (0..events.cards()).filter(|&card| events.card(card).suit == suit).collect();
        let mut of_suit: Vec<usize> = cards
            .iter()
            .copied()
            .chain(cards.iter().filter_map(|&card| events.opens(card)))
            .collect();
        of_suit.sort_unstable();
        of_suit.dedup();
        let shared = of_suit.len();
        let packable = cards.iter().filter(|&&card| events.is_packable(card));
        of_suit.extend(packable.map(|&card| events.goes_up(card)));
        add_circles(&mut axioms, &of_suit, shared);
        for &card in &cards {
            axioms.extend([Axiom::Last(card), Axiom::First(card)]);
            if events.is_packable(card) {
                add_packing(&mut axioms, events, card, &of_suit);
            }
        }
    }
    axioms
}

/// The circles of three of these events, not all of which are among the first `done`.
fn add_circles(axioms: &mut Vec<Axiom>, events: &[usize], done: usize) {
    for (k, &c) in events.iter().enumerate().skip(done) {
        for (j, &b) in events[..k].iter().enumerate() {
            for &a in &events[..j] {
                axioms.extend([Axiom::Circle(a, b, c), Axiom::Circle(c, b, a)]);
            }
        }
    }
}

fn add_packing(axioms: &mut Vec<Axiom>, events: &Events, card: usize, of_suit: &[usize]) {
    const TAKES: [Takes; 2] = [Takes::Open, Takes::Stays];
    axioms.extend(of_suit.iter().map(|&event| Axiom::Direct(card, event)));
    for one in TAKES {
        axioms.extend(TAKES.map(|other| Axiom::Onto(card, one, other)));
    }
    for host in events.hosts(card) {
        axioms.extend(TAKES.map(|takes| Axiom::Twin(card, host, takes)));
        for moves in [Moves::Leaves, Moves::Up] {
            axioms.push(Axiom::Both(card, host, moves));
            axioms.extend(TAKES.map(|takes| Axiom::Host(card, host, moves, takes)));
        }
    }
}
