//! A position of Eklige Elfer and its moves.

use gehtauf_cards::{Card, Colour, Deck, Rank};

use super::variant::Variant;
use crate::column::{Column, builds};
use crate::{Layout, Move, Position};

/// A position of Eklige Elfer. The cards that are in no column and not in the talon are the Aces laid
/// aside and the runs taken out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EkligeElfer {
    pub(super) variant: Variant,
    pub(super) columns: Vec<Column>,
    /// The next card first.
    pub(super) talon: Vec<Card>,
    pub(super) runs_out: u8,
}

impl EkligeElfer {
    pub(crate) fn deal(variant: Variant, deck: &Deck) -> EkligeElfer {
        let (tableau, talon) = deck.cards().split_at(variant.tableau_len());
        let width = usize::from(variant.columns);
        let columns = Column::deal(tableau, width, usize::from(variant.face_down_rows));
        let mut position = EkligeElfer { variant, columns, talon: talon.to_vec(), runs_out: 0 };
        position.settle();
        position
    }

    /// The options of the game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The columns, left to right.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The talon, the next card first.
    pub fn talon(&self) -> &[Card] {
        &self.talon
    }

    /// How many runs have been taken out.
    pub fn runs_out(&self) -> usize {
        usize::from(self.runs_out)
    }

    /// Lays the open Aces aside and, if that is forced, takes the complete runs out, until neither is
    /// left.
    fn settle(&mut self) {
        let run_len = self.variant.run_len();
        for column in &mut self.columns {
            loop {
                if ends_in_ace(column) {
                    column.take(1);
                } else if self.variant.take_out_forced && ends_in_complete_run(column, run_len) {
                    column.take(run_len);
                    self.runs_out += 1;
                } else {
                    break;
                }
            }
        }
    }

    /// How many cards of `from` go onto `to`, which is another column, if any do. There is at most
    /// one number: the ranks of a run are all different.
    fn fitting_count(&self, from: &Column, to: &Column) -> Option<usize> {
        (1..=from.run_len()).find(|&count| {
            let card = from.end(count)[0];
            match to.cards.last() {
                Some(&open) => builds(card, open),
                None => card.rank == self.variant.pack.top,
            }
        })
    }

    /// The cards in no column and not in the talon, in the order of the pack.
    fn cards_gone(&self) -> Vec<Card> {
        let mut counts = [0_u8; Card::TYPES];
        for card in self.columns.iter().flat_map(|column| &column.cards).chain(&self.talon) {
            counts[card.index()] += 1;
        }
        let missing = |card: Card| usize::from(self.variant.pack.decks - counts[card.index()]);
        let card_types = self.variant.pack.card_types();
        card_types.flat_map(|card| std::iter::repeat_n(card, missing(card))).collect()
    }

    /// The cards of the runs out, sorted into complete runs: which suits went together is not kept.
    fn runs_of(&self, mut cards: Vec<Card>) -> Vec<Card> {
        let mut runs = Vec::new();
        for top_colour in [Colour::Black, Colour::Red] {
            let fits = |card: &Card, rank: Rank| {
                let steps = self.variant.pack.top.number() - rank.number();
                card.rank == rank && (card.colour() == top_colour) == steps.is_multiple_of(2)
            };
            while cards.iter().any(|card| fits(card, self.variant.pack.top)) {
                let ranks = (2..=self.variant.pack.top.number()).rev().filter_map(Rank::new);
                runs.extend(ranks.filter_map(|rank| {
                    let place = cards.iter().position(|card| fits(card, rank))?;
                    Some(cards.remove(place))
                }));
            }
        }
        runs
    }
}

pub(super) fn ends_in_ace(column: &Column) -> bool {
    column.cards.last().is_some_and(|card| card.rank == Rank::ACE)
}

/// Whether the column ends in a run of `run_len` cards down to the 2.
pub(super) fn ends_in_complete_run(column: &Column, run_len: usize) -> bool {
    column.run_len() >= run_len && column.cards.last().is_some_and(|card| card.rank.number() == 2)
}

impl Position for EkligeElfer {
    fn legal_moves(&self) -> Vec<Move> {
        if self.is_won() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (i, from) in self.columns.iter().enumerate() {
            if ends_in_complete_run(from, self.variant.run_len()) {
                moves.push(Move::ColumnOut { from: i as u8 });
            }
            for (j, to) in self.columns.iter().enumerate().filter(|&(j, _)| j != i) {
                moves.extend(self.fitting_count(from, to).map(|count| Move::ColumnToColumn {
                    from: i as u8,
                    to: j as u8,
                    count: count as u8,
                }));
            }
        }
        if !self.talon.is_empty() {
            moves.push(Move::Deal);
        }
        moves
    }

    fn is_legal(&self, m: Move) -> bool {
        let column = |column: u8| self.columns.get(usize::from(column));
        let is_there = match m {
            Move::ColumnToColumn { from, to, count } => match (column(from), column(to)) {
                (Some(source), Some(target)) => {
                    from != to && self.fitting_count(source, target) == Some(usize::from(count))
                }
                _ => false,
            },
            Move::ColumnOut { from } => {
                column(from).is_some_and(|from| ends_in_complete_run(from, self.variant.run_len()))
            }
            Move::Deal => !self.talon.is_empty(),
            _ => false,
        };
        is_there && !self.is_won()
    }

    fn play(&mut self, m: Move) {
        match m {
            Move::ColumnToColumn { from, to, count } => {
                let cards = self.columns[usize::from(from)].take(usize::from(count));
                self.columns[usize::from(to)].cards.extend(cards);
            }
            Move::ColumnOut { from } => {
                self.columns[usize::from(from)].take(self.variant.run_len());
                self.runs_out += 1;
            }
            Move::Deal => {
                let count = self.columns.len().min(self.talon.len());
                for (column, card) in self.columns.iter_mut().zip(self.talon.drain(..count)) {
                    column.cards.push(card);
                }
            }
            _ => panic!("{m} is no move of Eklige Elfer"),
        }
        self.settle();
    }

    fn is_won(&self) -> bool {
        self.runs_out() == self.variant.runs()
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        for (i, column) in self.columns.iter().enumerate() {
            layout.push_slots(Column::label(i), column.slots());
        }
        layout.push_up("talon", &self.talon);
        let (aces, out) = self.cards_gone().into_iter().partition(|card| card.rank == Rank::ACE);
        layout.push_up("aces", &Vec::from_iter::<Vec<Card>>(aces));
        layout.push_up("out", &self.runs_of(out));
        layout
    }

    fn cards_moved(&self, m: Move) -> Vec<Card> {
        match m {
            Move::ColumnToColumn { from, count, .. } => {
                self.columns[usize::from(from)].end(usize::from(count)).to_vec()
            }
            Move::ColumnOut { from } => {
                self.columns[usize::from(from)].end(self.variant.run_len()).to_vec()
            }
            _ => Vec::new(),
        }
    }
}
