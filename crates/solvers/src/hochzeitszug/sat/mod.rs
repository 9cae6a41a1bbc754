//! The game without redeals by satisfiability (SAT): an order in which the cards leave their places, or
//! the proof that there is none.
//!
//! | where | what |
//! |---|---|
//! | [`dealt`] | the dealt cards, and what lays each open |
//! | [`events`] | what happens to the cards, in an order |
//! | [`encoding`] | the clauses of a deal: refills here, [`foundations`] and [`hosts`] of each suit |
//! | [`refinement`] | the solver and the suits in turn, until one of them answers |
//! | [`projection`] | one suit alone under conditions on when its cards open |
//! | [`mod@nogoods`] | why a suit has no play in an order, as a clause for all orders |
//! | [`proof`] | a loss as clauses and a proof for checkers of others |
//! | [`merge`] | from a play of each suit to the moves of the rules |
//!
//! *Setup.* No redeal is left and there has been none, cards move one by one, packing at any time. A
//! *dealt place* is where a card lies at the start, in a stack or the talon. Each card leaves its dealt
//! place once, to lie packed on a card of its suit or on a foundation. An *order* tells of each two cards
//! which leaves first. A card *opens* when nothing is left over it in its stack; when that is follows from the order.
//!
//! *Claim.* [`search`] ends. It answers "unwinnable" only if no play wins, and with the moves of a play
//! otherwise.
//!
//! *Invariant.* The order of each win fulfils all clauses: those of [`encoding`] by the claims of the
//! clause families, the nogoods by the claim of [`mod@nogoods`].
//!
//! *Each round keeps it.* A solution of the clauses is an order. Each suit is asked for a play of its own
//! whose cards open no earlier than in this order ([`projection`]). If all four have one, the plays
//! merge into one of the whole deal ([`merge`]). If not, each suit without adds a nogood that this order
//! breaks.
//!
//! *Conclusion.* There are only so many orders, and none comes twice. Clauses that no order fulfils prove that
//! there is no win.
//!
//! *Needs.* Not `packing=stalled`, under which the suits meet; not `moves=run`, of which [`hosts`] knows nothing;
//! no redeal, or one that is not looked for: a win without redeals is a win.
//!
//! Clauses, orders and their solver: [`crate::sat`].
//!
//! Oracles: `tests/hochzeitszug.rs` with each switch on and off, and in `tests.rs` here brute force
//! with this search alone, and wins of whole deals against the clauses.

pub mod dealt;
pub mod encoding;
mod events;
mod foundations;
mod hosts;
mod merge;
mod nogoods;
pub mod projection;
pub mod proof;
mod refinement;
#[cfg(test)]
mod tests;

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::{Hochzeitszug, Variant};
use gehtauf_search::{Budget, Outcome, Stop};

use super::prunings::switches::Prunings;
use dealt::Dealt;
use encoding::Encoding;
use refinement::{Refinement, Step};

/// Whether the proofs hold for the variant, no redeal being looked for.
pub fn supports(variant: &Variant) -> bool {
    let Variant {
        pack: _,
        layers: _,
        runs,
        packing_stalled,
        redeals: _,
        redeal_blocked: _,
        upper: _,
        lower: _,
        depth: _,
    } = *variant;
    !runs && !packing_stalled
}

/// Looks for a win without redeals from a position of the first round.
///
/// # Errors
/// The budget is spent.
pub fn search(
    position: &Hochzeitszug,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Move>, Stop> {
    let dealt = Dealt::new(position);
    let encoding = Encoding::new(&dealt, prunings);
    let mut refinement = Refinement::new(&dealt, &encoding, budget)?;
    loop {
        match refinement.next()? {
            Step::Unwinnable => return Ok(Outcome::Unwinnable),
            Step::Won(moves) => return Ok(Outcome::Won(moves)),
            Step::Nogoods(clauses) => refinement.add(&clauses)?,
        }
    }
}
