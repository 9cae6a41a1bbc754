//! The heads of a position, and the order of what happens.

use gehtauf_cards::Rank;
use gehtauf_rules::eklige_elfer::{EkligeElfer, Variant};

use super::runs::{CardType, runs_of};
use crate::clauses::{Formula, Lit, Order, TRUE};

/// With more rows the clauses would take too much memory. (A whole deal has eight.)
const MAX_ROWS: usize = 16;

/// What comes to light when a head leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Under {
    /// The column is empty then.
    Nothing,
    /// A run from the start that has this tail.
    Tail(CardType),
    /// What the head's row has covered.
    Covered,
}

/// A head of the start, or of a card that a row brings.
#[derive(Debug, Clone, Copy)]
pub struct Head {
    /// Its type.
    pub card: CardType,
    /// The column in which it lies or will lie.
    pub column: usize,
    /// 0 at the start, else the row that brings it.
    pub row: usize,
    /// What lies under it.
    pub under: Under,
}

/// The heads, and the order of all events: that each leaves, that each King's run goes out, that each row is dealt.
///
/// Interval k is the time in which k rows lie.
#[derive(Debug, Clone)]
pub struct Events {
    /// By column, the lower ones first. The event that one leaves has its number.
    pub heads: Vec<Head>,
    /// How many rows are to be dealt.
    pub rows: usize,
    /// The rank of the Kings, the highest of the pack.
    pub king: u8,
    /// How many columns there are.
    pub columns: usize,
    /// The order of the events.
    pub order: Order,
    /// By head and interval, whether it leaves in it.
    leaves_in: Vec<Vec<Lit>>,
    /// By King, the number of his head and the event that his run goes out.
    pub kings: Vec<(usize, usize)>,
}

impl Events {
    /// Those of a position; nothing if too many rows are to be dealt.
    pub fn new(formula: &mut Formula, position: &EkligeElfer) -> Option<Events> {
        let Variant { pack, take_out_forced: _, columns, face_down_rows: _, face_up_rows: _ } =
            position.variant();
        let king = pack.top.number() - 2;
        let columns = usize::from(columns);
        let talon: Vec<_> = position.talon().chunks(columns).collect();
        let rows = talon.len();
        if rows > MAX_ROWS {
            return None;
        }
        let mut heads = Vec::new();
        for (column, at) in position.columns().iter().enumerate() {
            let mut under = Under::Nothing;
            for (card, tail) in runs_of(at) {
                heads.push(Head { card, column, row: 0, under });
                under = Under::Tail(CardType { rank: tail, ..card });
            }
            for (row, cards) in (1..).zip(&talon) {
                if let Some(&card) = cards.get(column).filter(|card| card.rank != Rank::ACE) {
                    let card = CardType::of(card);
                    heads.push(Head { card, column, row, under: Under::Covered });
                }
            }
        }
        let count = heads.len();
        let deals = |row: usize| count + row - 1;
        let kings = (0..count).filter(|&head| heads[head].card.rank == king);
        let kings: Vec<(usize, usize)> = kings.zip(count + rows..).collect();
        let mut known: Vec<(usize, usize)> = (1..rows).map(|r| (deals(r), deals(r + 1))).collect();
        known.extend(&kings);
        for (i, head) in heads.iter().enumerate() {
            match head.row {
                0 => known.extend(
                    (0..i)
                        .filter(|&under| heads[under].column == head.column)
                        .map(|under| (i, under)),
                ),
                row => known.push((deals(row), i)),
            }
        }
        let events = count + rows + kings.len();
        let mut order = Order::new(events, &known);
        order.relate(formula, &(0..events).collect::<Vec<usize>>());
        let mut all = Events { heads, rows, king, columns, order, leaves_in: Vec::new(), kings };
        all.leaves_in = (0..count)
            .map(|head| (0..=rows).map(|k| all.happens_in(formula, head, k)).collect())
            .collect();
        Some(all)
    }

    /// Whether a head has left, or a King's run has gone out, by the end of an interval.
    pub fn happened_by(&self, event: usize, interval: usize) -> Lit {
        match interval == self.rows {
            true => TRUE,
            false => self.order.before(event, self.heads.len() + interval),
        }
    }

    /// Whether it happens in an interval.
    pub fn happens_in(&self, formula: &mut Formula, event: usize, interval: usize) -> Lit {
        let before = match interval {
            0 => -TRUE,
            _ => self.happened_by(event, interval - 1),
        };
        formula.both([self.happened_by(event, interval), -before])
    }

    /// Whether a head leaves in an interval.
    pub fn leaves_in(&self, head: usize, interval: usize) -> Lit {
        self.leaves_in[head][interval]
    }

    /// The [`kings`](Events::kings) of a parity.
    pub fn kings_of(&self, parity: u8) -> impl Iterator<Item = (usize, usize)> {
        let kings = self.kings.iter().copied();
        kings.filter(move |&(king, _)| self.heads[king].card.parity == parity)
    }

    /// The numbers and heads of a column that lie there by the end of an interval, the lower ones first.
    pub fn of_column(
        &self,
        column: usize,
        interval: usize,
    ) -> impl DoubleEndedIterator<Item = (usize, &Head)> {
        let heads = self.heads.iter().enumerate();
        heads.filter(move |(_, head)| head.column == column && head.row <= interval)
    }
}
