//! The order in which the heads of a win leave and its Kings' runs go out fulfils the clauses of satisfiability.

use gehtauf_cards::Rank;
use gehtauf_certificates::heads::{CardType, Encoding, Events, Head, runs_of};
use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_rules::{Column, Move, Position};

use crate::sat::solver::Solver;
use crate::simulations::{fix, order_of_a_win};
use crate::{Followed, Simulation};

/// Asks at the end of a play that wins.
pub fn satisfiability(start: &EkligeElfer) -> Option<Simulation<EkligeElfer>> {
    let Encoding { mut formula, events, .. } = Encoding::new(start)?;
    let mut order = EventsOfPlay::new(start, events);
    Some(Simulation::new("satisfiability", move |m, after: &EkligeElfer| {
        order.follow(m, after).ok_or("no such cards lie there")?;
        if !after.is_won() {
            return Ok(Followed::Unasked);
        }
        let events = &order.events.order;
        fix(&mut formula, events, &order.in_order);
        order_of_a_win(|budget| Solver::new(&formula, events, budget)?.solve().map(Some))
    }))
}

/// A card that is no Ace, and the number of the head that it is, if it is one.
type Numbered = (CardType, Option<usize>);

/// The events of a play in their order.
struct EventsOfPlay {
    events: Events,
    columns: Vec<Vec<Numbered>>,
    rows_dealt: usize,
    has_left: Vec<bool>,
    in_order: Vec<usize>,
}

impl EventsOfPlay {
    fn new(start: &EkligeElfer, events: Events) -> EventsOfPlay {
        let of_column = |(column, cards): (usize, &Column)| {
            let is_here = |head: &usize| {
                let Head { column: of, row, .. } = events.heads[*head];
                (of, row) == (column, 0)
            };
            let heads = (0..events.heads.len()).filter(is_here);
            let of_run = |(number, (head, tail)): (usize, (CardType, u8))| {
                let card =
                    move |rank| (CardType { rank, ..head }, (rank == head.rank).then_some(number));
                (tail..=head.rank).rev().map(card)
            };
            heads.zip(runs_of(cards)).flat_map(of_run).collect()
        };
        let columns = start.columns().iter().enumerate().map(of_column).collect();
        let has_left = vec![false; events.heads.len()];
        EventsOfPlay { events, columns, rows_dealt: 0, has_left, in_order: Vec::new() }
    }

    /// Plays a move, and what goes out then; nothing if the cards are not there.
    fn follow(&mut self, m: Move, after: &EkligeElfer) -> Option<()> {
        match m {
            Move::Deal => self.deal(),
            Move::ColumnToColumn { from, to, count } => {
                let moved = self.lift(from.into(), count.into())?;
                self.columns[usize::from(to)].extend(moved);
            }
            _ => {}
        }
        for (column, now) in after.columns().iter().enumerate() {
            let now = now.cards.iter().filter(|card| card.rank != Rank::ACE).count();
            if let Some(count @ 1..) = self.columns[column].len().checked_sub(now) {
                let king = self.lift(column, count)?[0].1;
                let goes_out = self.events.kings.iter().find(|(head, _)| Some(*head) == king);
                self.in_order.extend(goes_out.map(|(_, event)| event));
            }
        }
        Some(())
    }

    /// The next row. What joins the tail that it covers has left with it.
    fn deal(&mut self) {
        self.in_order.push(self.events.heads.len() + self.rows_dealt);
        self.rows_dealt += 1;
        for number in 0..self.events.heads.len() {
            let Head { card, column, row, .. } = self.events.heads[number];
            if row == self.rows_dealt {
                let tail = self.columns[column].last().map(|&(tail, _)| tail);
                let host = CardType { rank: card.rank + 1, ..card };
                self.columns[column].push((card, Some(number)));
                if tail == Some(host) {
                    self.leave(number);
                }
            }
        }
    }

    /// The last cards of a column, whose first one leaves if it has not.
    fn lift(&mut self, column: usize, count: usize) -> Option<Vec<Numbered>> {
        let cards = &mut self.columns[column];
        let lifted = cards.split_off(cards.len().checked_sub(count)?);
        lifted[0].1.into_iter().for_each(|number| self.leave(number));
        Some(lifted)
    }

    fn leave(&mut self, number: usize) {
        if !std::mem::replace(&mut self.has_left[number], true) {
            self.in_order.push(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use gehtauf_search::{Limits, Verdict};

    use super::*;

    fn of(position: &AnyPosition) -> &EkligeElfer {
        let AnyPosition::EkligeElfer(position) = position else { panic!("another game") };
        position
    }

    /// Of wins of small deals, how many fulfil the clauses of their own deal, and how many break those of the next deal, or
    /// find no cards there.
    #[test]
    fn wins_fulfil_the_clauses_of_their_own_deals_only() {
        let options = [("ranks", "5"), ("suits", "CH"), ("columns", "4")];
        let game = Game::new(RuleSet::EkligeElfer, &options).unwrap();
        let deal = |seed| game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let (mut answered, mut broken) = (0, 0);
        for seed in 0..60 {
            let mut position = deal(seed);
            let solution = crate::solve(&position, Limits::default(), None).unwrap();
            let Verdict::Won(moves) = solution.verdict else { continue };
            let [mut own, mut next] =
                [seed, seed + 1].map(|seed| satisfiability(of(&deal(seed))).unwrap());
            let mut next_says = Ok(Followed::Unasked);
            for m in moves {
                position.play(m);
                let says = own.follow(m, of(&position)).unwrap();
                answered += u32::from(says == Followed::Answered);
                if next_says.is_ok() {
                    next_says = next.follow(m, of(&position));
                }
            }
            broken += u32::from(next_says == Err("the order of a win breaks clauses".to_string()));
        }
        assert!(answered > 30 && broken > 0, "{answered} {broken}");
    }
}
