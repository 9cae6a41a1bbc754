//! The heads of a position, and the order of what happens.

use gehtauf_certificates::clauses::{Formula, Lit, Order, TRUE};

use crate::eklige_elfer::abstractions::card_types::CardType;
use crate::eklige_elfer::slot::Slot;
use crate::eklige_elfer::state::{Deal, State};

/// What comes to light when a head leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Under {
    Nothing,
    /// A run from the start that has this tail.
    Tail(CardType),
    /// What the head's row has covered.
    Covered,
}

/// A head of the start, or of a card that a row brings.
#[derive(Debug, Clone, Copy)]
pub struct Head {
    pub card: CardType,
    pub column: usize,
    /// Its slot; none if it is a King alone in its column at the start.
    pub slot: Option<u32>,
    /// 0 at the start, else the row that brings it.
    pub row: usize,
    pub under: Under,
}

/// The heads, and the order of all events: that each leaves, that each King's run goes out, that each row is dealt.
///
/// Interval k is the time in which k rows lie.
#[derive(Debug, Clone)]
pub struct Events {
    /// By column, the lower ones first. The event that one leaves has its number.
    pub heads: Vec<Head>,
    pub rows: usize,
    pub king: u8,
    pub columns: usize,
    pub order: Order,
    /// By head and interval, whether it leaves in it.
    leaves_in: Vec<Vec<Lit>>,
    /// By King, the number of his head and the event that his run goes out.
    pub kings: Vec<(usize, usize)>,
}

impl Events {
    /// Those of a state from which all rows are still to be dealt.
    pub fn new(formula: &mut Formula, deal: &Deal, start: &State) -> Events {
        let (rows, king) = (usize::from(deal.rows()), deal.king);
        let mut heads = Vec::new();
        for column in 0..deal.columns {
            let mut tail = None;
            for (number, card, rank) in runs_at_start(deal, column) {
                // A King alone in his column is none of the slots any more.
                let slot = Some(number).filter(|&number| start.slots[column] >> number & 1 == 1);
                let under = tail.map_or(Under::Nothing, Under::Tail);
                heads.push(Head { card, column, slot, row: 0, under });
                tail = Some(CardType { rank, ..card });
            }
            for row in 1..=rows {
                let slot = deal.first_row + row as u32 - 1;
                if let Slot::Head(card, _) = deal.slot(column, slot) {
                    let (slot, under) = (Some(slot), Under::Covered);
                    heads.push(Head { card, column, slot, row, under });
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
        let columns = deal.columns;
        let mut all = Events { heads, rows, king, columns, order, leaves_in: Vec::new(), kings };
        all.leaves_in = (0..count)
            .map(|head| (0..=rows).map(|k| all.happens_in(formula, head, k)).collect())
            .collect();
        all
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

/// The runs of a column at the start, the lower ones first: slot, head, and rank of the tail. (The state may have put a King
/// who is alone in his column into another one, since these may change places.)
pub fn runs_at_start(deal: &Deal, column: usize) -> impl Iterator<Item = (u32, CardType, u8)> {
    (0..deal.first_row).filter_map(move |slot| match deal.slot(column, slot) {
        Slot::Head(head, tail) => Some((slot, head, tail)),
        Slot::Veil => None,
    })
}
