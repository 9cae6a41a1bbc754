//! A position without its suits, in 117 bytes: all that the length of a win depends on.

use gehtauf_cards::{Card, Rank};
use gehtauf_rules::Move;
use gehtauf_rules::eklige_elfer::EkligeElfer;

use crate::eklige_elfer::abstractions::card_types::{CardType, CardTypes};
use crate::eklige_elfer::state::COLUMNS;

/// The most cards that a pack has.
const CARDS: usize = 104;

/// An Ace; no card has this number by its [`CardType`].
const ACE: u8 = 15;
/// The bit of a card that lies face down.
const FACE_DOWN: u8 = 32;

/// What stays the same while a deal is played.
pub struct Deal {
    width: usize,
    talon: Vec<u8>,
    /// How many of the talon cards matter: none but Aces come after them.
    wanted: usize,
    king: u8,
    runs: u8,
    forced: bool,
}

/// The columns from their first cards on, one after the other, each card as its type's bit; then zeros.
///
/// A card goes onto the one with the next number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Table {
    cards: [u8; CARDS],
    /// Where each column ends.
    ends: [u8; COLUMNS],
    /// How many cards of the talon have been dealt.
    pub dealt: u8,
    pub out: u8,
}

/// A run at the end of a column: its head's number, its tail's.
type Run = (u8, u8);

fn number(card: Card) -> u8 {
    if card.rank == Rank::ACE { ACE } else { CardTypes::bit(CardType::of(card)) }
}

/// The rank from the 2, and 15 for an Ace.
fn rank(number: u8) -> u8 {
    number & 15
}

impl Deal {
    /// The deal and the table of a position.
    pub fn new(position: &EkligeElfer) -> (Deal, Table) {
        let variant = position.variant();
        let talon: Vec<u8> = position.talon().iter().copied().map(number).collect();
        let wanted = talon.iter().rposition(|&card| card != ACE).map_or(0, |last| last + 1);
        let mut table = Table {
            cards: [0; CARDS],
            ends: [0; COLUMNS],
            dealt: 0,
            out: position.runs_out() as u8,
        };
        let mut end = 0;
        for (i, column) in position.columns().iter().enumerate() {
            for (place, &card) in column.cards.iter().enumerate() {
                let is_down = place < column.face_down;
                table.cards[end] = number(card) | if is_down { FACE_DOWN } else { 0 };
                end += 1;
            }
            table.ends[i..].fill(end as u8);
        }
        let deal = Deal {
            width: usize::from(variant.columns),
            talon,
            wanted,
            king: variant.pack.top.number() - 2,
            runs: variant.runs() as u8,
            forced: variant.take_out_forced,
        };
        (deal, table)
    }

    /// How many rows the rest of the talon makes.
    pub fn rows_left(&self, table: &Table) -> usize {
        (self.talon.len() - usize::from(table.dealt)).div_ceil(self.width)
    }

    pub fn is_won(&self, table: &Table) -> bool {
        table.out == self.runs
    }

    pub fn is_king(&self, card: u8) -> bool {
        rank(card) == self.king
    }

    /// The columns.
    pub fn columns<'t>(&self, table: &'t Table) -> impl Iterator<Item = &'t [u8]> {
        (0..self.width).map(|i| table.column(i))
    }

    fn is_complete(&self, (head, tail): Run) -> bool {
        self.is_king(head) && rank(tail) == 0
    }

    /// Appends the moves of the rules.
    pub fn moves(&self, table: &Table, moves: &mut Vec<Move>) {
        let mut runs = [None; COLUMNS];
        for (run, column) in runs.iter_mut().zip(self.columns(table)) {
            *run = last_run(column);
        }
        for (from, run) in (0..).zip(runs) {
            let Some((head, tail)) = run else { continue };
            if self.is_complete((head, tail)) {
                moves.push(Move::ColumnOut { from });
            }
            for (to, target) in (0..self.width as u8).zip(runs) {
                let first = match target {
                    Some((_, open)) => open.wrapping_sub(1),
                    None if self.is_king(head) => head,
                    None => continue,
                };
                if to != from && (tail..=head).contains(&first) {
                    moves.push(Move::ColumnToColumn { from, to, count: first - tail + 1 });
                }
            }
        }
        if usize::from(table.dealt) < self.talon.len() {
            moves.push(Move::Deal);
        }
    }

    /// Plays a legal move with what it forces.
    pub fn play(&self, table: &mut Table, m: Move) {
        match m {
            Move::ColumnToColumn { from, to, count } => {
                table.carry(from.into(), to.into(), count.into());
                self.settle(table, from.into());
                self.settle(table, to.into());
            }
            Move::ColumnOut { from } => {
                table.take(from.into(), usize::from(self.king) + 1);
                table.out += 1;
                self.settle(table, from.into());
            }
            _ => self.deal(table),
        }
    }

    fn deal(&self, table: &mut Table) {
        let next = &self.talon[table.dealt.into()..];
        let count = next.len().min(self.width);
        let before = *table;
        table.cards = [0; CARDS];
        let mut end = 0;
        for i in 0..self.width {
            let column = before.column(i);
            table.cards[end..end + column.len()].copy_from_slice(column);
            end += column.len();
            if let Some(&card) = next.get(i) {
                table.cards[end] = card;
                end += 1;
            }
            table.ends[i..].fill(end as u8);
        }
        table.dealt += count as u8;
        for column in 0..self.width {
            self.settle(table, column);
        }
    }

    /// Lays open Aces aside, turns up what lies face down, and takes out what must go.
    fn settle(&self, table: &mut Table, column: usize) {
        while let Some(open) = table.column(column).last() {
            if open & FACE_DOWN != 0 {
                table.cards[usize::from(table.ends[column]) - 1] &= !FACE_DOWN;
            } else if *open == ACE {
                table.take(column, 1);
            } else if self.forced
                && last_run(table.column(column)).is_some_and(|run| self.is_complete(run))
            {
                table.take(column, usize::from(self.king) + 1);
                table.out += 1;
            } else {
                return;
            }
        }
    }

    /// The same table with its columns in order, if no row comes any more.
    pub fn in_order(&self, table: &Table) -> Table {
        if usize::from(table.dealt) < self.talon.len() {
            return *table;
        }
        let mut order: [usize; COLUMNS] = std::array::from_fn(|i| i);
        order.sort_unstable_by_key(|&i| table.column(i));
        let (mut sorted, mut end) = (Table { cards: [0; CARDS], ..*table }, 0);
        for (i, column) in order.into_iter().map(|i| table.column(i)).enumerate() {
            sorted.cards[end..end + column.len()].copy_from_slice(column);
            end += column.len();
            sorted.ends[i] = end as u8;
        }
        sorted
    }

    /// At most as many moves as a win takes: see [`super::super::evaluation::lower_bound`].
    pub fn moves_left(&self, table: &Table) -> u32 {
        let heads = |column| heads(column).filter(|&(_, head)| !self.is_king(head)).count();
        let heads: usize = self.columns(table).map(heads).sum();
        let rows = self.wanted.saturating_sub(table.dealt.into()).div_ceil(self.width);
        let out = if self.forced { 0 } else { self.runs - table.out };
        (heads + rows + usize::from(out)) as u32
    }
}

/// The run at the end of a column.
fn last_run(column: &[u8]) -> Option<Run> {
    let tail = *column.last()?;
    let steps = column.windows(2).rev().take_while(|pair| pair[0] == pair[1] + 1).count();
    Some((tail + steps as u8, tail))
}

/// The first cards of the runs of a column, but for Aces, each with its place.
pub fn heads(column: &[u8]) -> impl Iterator<Item = (usize, u8)> + '_ {
    let is_head =
        |&(i, &card): &(usize, &u8)| rank(card) != ACE && (i == 0 || column[i - 1] != card + 1);
    column.iter().enumerate().filter(is_head).map(|(i, &card)| (i, card & !FACE_DOWN))
}

impl Table {
    fn column(&self, i: usize) -> &[u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.cards[start.into()..self.ends[i].into()]
    }

    /// Takes the last cards of a column away.
    fn take(&mut self, column: usize, count: usize) {
        let (end, all) = (usize::from(self.ends[column]), usize::from(self.ends[COLUMNS - 1]));
        self.cards.copy_within(end..all, end - count);
        self.cards[all - count..all].fill(0);
        self.ends[column..].iter_mut().for_each(|end| *end -= count as u8);
    }

    /// Moves the last cards of a column onto another one.
    fn carry(&mut self, from: usize, to: usize, count: usize) {
        let (end, target) = (usize::from(self.ends[from]), usize::from(self.ends[to]));
        if from < to {
            self.cards[end - count..target].rotate_left(count);
            self.ends[from..to].iter_mut().for_each(|end| *end -= count as u8);
        } else {
            self.cards[target..end].rotate_right(count);
            self.ends[to..from].iter_mut().for_each(|end| *end += count as u8);
        }
    }
}
