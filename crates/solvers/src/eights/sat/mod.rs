//! Acht mal Acht by satisfiability (SAT): an order in which the cards leave and go up, or the proof that there is none.
//!
//! | where | what |
//! |---|---|
//! | [`events`] | what happens to the cards, in an order |
//! | [`encoding`] | the clauses of a position |
//! | [`places`] | what follows from an order for the places of the free cards, without clauses |
//!
//! *Setup.* Positions without how free cards lie ([`free_cards`](super::abstractions::free_cards)), which are won if and only
//! if the real ones are. Each base and each stock card leaves once, for a column or its foundation; each card
//! goes up once; each redeal happens once. Aces go up when they leave or are uncovered.
//!
//! *Claim.* [`search`] ends. It answers "unwinnable" only if no play wins, and with the moves of a play otherwise.
//!
//! *Proof.* Let there be a win. An Ace carries nothing and its foundation takes it, and once it is up no class has more
//! children: all other moves stay legal if each Ace goes up as soon as it can. After the last card has left, the free
//! cards go up, the lowest first. The order of these events fulfils the clauses by their claims, if the copies of a
//! card are named as one of them says, and at each event there are places, as [`places`] says: these are the
//! conditions of the moves.
//!
//! Conversely, the events of a solution, one after the other, are moves: the conditions of moves, one by one, are
//! the clauses of foundations and stock, and the places. At its end no card is left to leave.
//!
//! *Needs.* Those of free cards.
//!
//! Clauses, orders and their solver: [`crate::sat`]. Oracles: `each_pruning` in `tests/eights`, `Prunings::sat` alone; in
//! `tests.rs` here wins of whole deals, and `places` against plain counts.

mod encoding;
mod events;
mod places;
#[cfg(test)]
mod tests;

use gehtauf_search::{Budget, Outcome, Stop};

use super::abstractions::free_cards::FreeCardMove;
use super::state::{Deal, State};
use crate::sat::formula::{Lit, TRUE};
use crate::sat::solver::Solver;
use encoding::Encoding;
use events::{Event, Events, Source};
use places::Places;

pub use super::abstractions::free_cards::supports;

/// Looks for a play over free cards.
///
/// # Errors
/// The budget is spent.
pub fn search(
    deal: &Deal,
    start: &State,
    budget: &mut Budget<'_>,
) -> Result<Outcome<FreeCardMove>, Stop> {
    let Encoding { formula, events } = Encoding::new(deal, start);
    let places = Places::new(&events, formula.variables());
    let mut solver = Solver::with(&formula, &events.order, places, budget)?;
    if !solver.solve()? {
        return Ok(Outcome::Unwinnable);
    }
    let is_true = |lit: Lit| lit == TRUE || lit != -TRUE && solver.is_true(lit);
    let count = events.order.events();
    let comes_after = |event: &usize| {
        (0..count).filter(|&other| is_true(events.order.before(other, *event))).count()
    };
    let mut in_order: Vec<usize> = (0..count).collect();
    in_order.sort_by_cached_key(comes_after);
    Ok(Outcome::Won(moves(&events, &in_order, is_true)))
}

/// The moves of a solution: of all events in order, and of what else is true.
fn moves(events: &Events, in_order: &[usize], is_true: impl Fn(Lit) -> bool) -> Vec<FreeCardMove> {
    let mut moves = Vec::new();
    let from_the_start: Event = None;
    for event in std::iter::once(from_the_start).chain(in_order.iter().copied().map(Some)) {
        for card in events.cards.iter().filter(|card| card.frees == event) {
            let at_once = is_true(card.goes_up_at_once);
            moves.extend(card.source.map(|source| match (source, at_once) {
                (Source::Column(column), true) => FreeCardMove::BaseToFoundation { column },
                (Source::Column(column), false) => FreeCardMove::Uncover { column },
                (Source::Stock(place), true) => FreeCardMove::StockToFoundation { place },
                (Source::Stock(place), false) => FreeCardMove::StockToColumn { place },
            }));
        }
        for card in events.cards.iter().filter(|card| card.goes_up == event) {
            if !is_true(card.goes_up_at_once) {
                moves.push(FreeCardMove::ToFoundation { card: card.card });
            }
        }
    }
    moves
}
