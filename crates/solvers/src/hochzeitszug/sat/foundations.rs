//! The clauses of the foundations.
//!
//! *Setup.* As in [`encoding`](super::encoding). Of rank r, `lower` are the copies not yet on the foundations, and `upper`
//! those of rank r + 2.
//!
//! *Claim.* In a win (1) each lower card goes up before the last upper one; (2) if there are as many upper
//! cards as lower ones, each upper card goes up after the first lower one.
//!
//! *Proof.* A card of rank r + 2 goes onto one of rank r. So at each time no more copies of r + 2 are on the
//! foundations than of r. After the last upper card all copies of r + 2 are there, so all of r were before:
//! (1). If as many are missing of both, no upper card fits before a lower one has gone up: (2).
//!
//! For two decks and one these clauses are all that the foundations ask: with two missing of each, the first upper card
//! needs one lower card and the second needs both; with one lower and two upper cards the first upper card
//! fits as it is.

use gehtauf_certificates::clauses::{Formula, Lit};

use super::dealt::{CardId, Dealt};
use super::events::Events;

pub fn add(formula: &mut Formula, dealt: &Dealt, events: &Events, suit: usize) {
    let before = |a: CardId, b: CardId| events.before(events.goes_up(a), events.goes_up(b));
    for rank in 3..=dealt.top_rank {
        let lower = dealt.copies(suit, rank - 2);
        let upper = dealt.copies(suit, rank);
        for &a in &lower {
            events.about(formula, upper.iter().copied().chain([a]));
            formula.add(&upper.iter().map(|&b| before(a, b)).collect::<Vec<Lit>>());
        }
        if lower.len() == upper.len() {
            for &b in &upper {
                events.about(formula, lower.iter().copied().chain([b]));
                formula.add(&lower.iter().map(|&a| before(a, b)).collect::<Vec<Lit>>());
            }
        }
    }
}
