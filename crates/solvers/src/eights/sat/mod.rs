//! Both games by satisfiability (SAT): an order in which the cards leave and go up, or the proof that there is none.
//!
//! | where | what |
//! |---|---|
//! | [`events`] | what happens to the cards, in an order |
//! | [`encoding`] | the clauses of a position |
//! | [`turns`] | the clauses of talon cards that must be played when they are turned |
//! | [`single_cards`] | clauses that leave out plays which need a run to go to a space |
//! | [`places`] | what follows from an order for the places of the free cards, without clauses |
//! | [`heads`] | the steps of 8x8 that a solution stands for |
//!
//! *Setup.* Positions without how free cards lie ([`free_cards`](super::abstractions::free_cards)), which are won if and only
//! if the real ones are. Each base and each stock card leaves once, for a column or its foundation; each card
//! goes up once; each redeal happens once. Aces go up when they leave or are uncovered.
//!
//! *Claim.* [`solve`] ends. With [`Plays::All`] it finds a solution if there is a win, and in Acht mal Acht only then. The moves
//! of a solution are a play there.
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
//! The moves of 8x8 keep these conditions too
//! ([`relaxation`](super::abstractions::free_cards_with_heads::relaxation)), with the first of the cards that lie face up as the
//! base; those under it leave and are uncovered one by one. Where one pile has to take a suit twice, two take its cards in
//! the same order, and an Ace that had to wait for its foundation goes up earlier. That a space takes one card only is
//! not asked for, so that the solutions are more than the plays ([`heads`] says which of them are). Nor is it that the top
//! waste card must be played at the start.
//!
//! *Needs.* That nothing comes back from foundations ([`supports`]).
//!
//! Clauses, orders and their solver: [`crate::sat`]. Oracles: `each_pruning` in `tests/eights`, `Prunings::sat` alone; in
//! `tests.rs` here wins of whole deals, what solutions say, and `places` against plain counts.

pub mod encoding;
pub mod events;
pub mod heads;
mod places;
mod single_cards;
#[cfg(test)]
mod tests;
mod turns;

use gehtauf_certificates::clauses::{Formula, Lit, Order, TRUE};
use gehtauf_rules::eights::Rules;
use gehtauf_search::{Budget, Stop};

use super::abstractions::free_cards::FreeCardMove;
use super::state::{Deal, State};
use crate::sat::at_most::{AtMost, Constraint};
use crate::sat::solver::Solver;
use encoding::Encoding;
use events::{CardEvents, Event, Events, Source};

/// For which values the proof holds.
pub fn supports(rules: &Rules) -> bool {
    let Rules {
        pack: _,
        columns: _,
        rows: _,
        passes: _,
        foundation_return,
        runs_to_spaces: _,
        forced_talon_play: _,
        one_pile_per_suit: _,
        face_down: _,
        forced_aces: _,
    } = rules;
    !foundation_return
}

/// As many as 8x8 has in ten passes.
const MAX_TURNS: usize = 400;

/// Whether turns are events and so many that the clauses about each two of them would take hundreds of megabytes.
pub fn is_too_big(deal: &Deal, start: &State) -> bool {
    let passes = deal.rules.passes.map_or(0, |passes| usize::from(passes - start.pass) + 1);
    turns::supports(&deal.rules) && passes * start.stock.count_ones() as usize > MAX_TURNS
}

/// Which plays are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plays {
    All,
    /// Only those in which no run has to go to a space; that there are none proves nothing.
    OfSingleCards,
}

/// An order of all events.
#[derive(Debug, Clone)]
pub struct Solution {
    events: Events,
    in_order: Vec<usize>,
    /// By card, whether it leaves for its foundation.
    at_once: Vec<bool>,
}

/// Constraints as the solver has them. A conflict takes about as long as so many states.
pub fn at_most(constraints: Vec<Constraint>, formula: &Formula, order: &Order) -> AtMost {
    let states_a_conflict = (order.events().pow(2) as u64 / 330).max(1);
    AtMost::new(constraints, formula.variables(), states_a_conflict)
}

/// Looks for a solution; nothing if there is none.
///
/// # Errors
/// The budget is spent.
pub fn solve(
    deal: &Deal,
    start: &State,
    plays: Plays,
    budget: &mut Budget<'_>,
) -> Result<Option<Solution>, Stop> {
    Solution::of(&Encoding::new(deal, start, plays), budget)
}

impl Solution {
    /// Of clauses, if there is one.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn of(encoding: &Encoding, budget: &mut Budget<'_>) -> Result<Option<Solution>, Stop> {
        let Encoding { formula, events, constraints, .. } = encoding;
        let places = at_most(constraints.clone(), formula, &events.order);
        let mut solver = Solver::with(formula, &events.order, places, budget)?;
        if !solver.solve()? {
            return Ok(None);
        }
        let is_true = |lit: Lit| lit == TRUE || lit != -TRUE && solver.is_true(lit);
        let count = events.order.events();
        let comes_after = |event: &usize| {
            (0..count).filter(|&other| is_true(events.order.before(other, *event))).count()
        };
        let mut in_order: Vec<usize> = (0..count).collect();
        in_order.sort_by_cached_key(comes_after);
        let at_once = events.cards.iter().map(|card| is_true(card.at_once)).collect();
        Ok(Some(Solution { events: events.clone(), in_order, at_once }))
    }

    /// What is so from the start, and then all events in order.
    fn in_order(&self) -> impl Iterator<Item = Event> {
        let from_the_start: Event = None;
        std::iter::once(from_the_start).chain(self.in_order.iter().copied().map(Some))
    }

    /// The cards, and whether they go up at once.
    fn cards(&self) -> impl Iterator<Item = (&CardEvents, bool)> {
        self.events.cards.iter().zip(self.at_once.iter().copied())
    }

    /// The moves of Acht mal Acht without how free cards lie.
    pub fn moves(&self) -> Vec<FreeCardMove> {
        let mut moves = Vec::new();
        for event in self.in_order() {
            for (card, at_once) in self.cards().filter(|(card, _)| card.frees == event) {
                moves.extend(card.source.map(|source| match (source, at_once) {
                    (Source::Column(column), true) => FreeCardMove::BaseToFoundation { column },
                    (Source::Column(column), false) => FreeCardMove::Uncover { column },
                    (Source::Stock(place), true) => FreeCardMove::StockToFoundation { place },
                    (Source::Stock(place), false) => FreeCardMove::StockToColumn { place },
                }));
            }
            let goes_up = |(card, at_once): &(&CardEvents, bool)| card.goes_up == event && !at_once;
            moves.extend(
                self.cards()
                    .filter(goes_up)
                    .map(|(card, _)| FreeCardMove::ToFoundation { card: card.card }),
            );
        }
        moves
    }
}
