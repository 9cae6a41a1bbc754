//! What lies on the table, and the moves.

use gehtauf_cards::{Card, Deck, Rank, Suit};

use super::variant::Rules;
use crate::column::{Column, builds};
use crate::{Layout, Move, Position};

/// Everything that lies on the table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Table {
    /// The rules that are played by.
    pub rules: Rules,
    /// The columns, left to right.
    pub columns: Vec<Column>,
    /// The waste, bottom first, and after it the talon, the next card first: turning the waste over
    /// keeps the order.
    pub stock: Vec<Card>,
    /// How many cards of the stock are the waste.
    pub turned: usize,
    /// The pass, 1 at first; it stays 1 if any number is allowed.
    pub pass: u8,
    /// How many cards lie on the piles of each suit, the higher pile first. With one pile per suit
    /// that pile goes through the ranks again and again, and the second number stays 0.
    pub foundations: [[u8; 2]; 4],
    /// Whether the top waste card was just turned and must be played.
    pub must_play: bool,
}

impl Table {
    pub(crate) fn deal(rules: Rules, deck: &Deck) -> Table {
        let (width, rows) = (usize::from(rules.columns), usize::from(rules.rows));
        let (dealt, talon) = deck.cards().split_at(width * rows);
        let mut table = Table {
            rules,
            columns: Column::deal(dealt, width, rules.face_down_rows()),
            stock: talon.to_vec(),
            turned: 0,
            pass: 1,
            foundations: [[0; 2]; 4],
            must_play: false,
        };
        table.play_aces_to_foundations();
        table
    }

    /// The top waste card.
    pub fn waste_top(&self) -> Option<Card> {
        Some(self.stock[self.turned.checked_sub(1)?])
    }

    /// Which of the suit's piles takes the card.
    fn pile_for(&self, card: Card) -> Option<usize> {
        let piles = self.foundations[card.suit.index()];
        let top = self.rules.pack.top.number();
        let below = card.rank.number() - 1;
        if self.rules.one_pile_per_suit {
            return (piles[0] % top == below && piles[0] < top * self.rules.pack.decks)
                .then_some(0);
        }
        (0..usize::from(self.rules.pack.decks)).find(|&i| piles[i] == below)
    }

    /// The top card of a suit's pile.
    fn pile_top(&self, suit: Suit, pile: usize) -> Option<Card> {
        let count = self.foundations[suit.index()][pile].checked_sub(1)?;
        Some(Card::new(Rank::new(count % self.rules.pack.top.number() + 1)?, suit))
    }

    /// The different top cards of the foundations.
    fn foundation_tops(&self) -> Vec<Card> {
        let mut tops: Vec<Card> = Suit::ALL
            .iter()
            .flat_map(|&suit| [self.pile_top(suit, 0), self.pile_top(suit, 1)])
            .flatten()
            .collect();
        tops.dedup();
        tops
    }

    /// Whether the column's open card is an Ace that must go to its foundation.
    pub(super) fn has_forced_ace(&self, column: &Column) -> bool {
        self.rules.forced_aces
            && column
                .cards
                .last()
                .is_some_and(|&card| card.rank == Rank::ACE && self.pile_for(card).is_some())
    }

    fn column_moves(&self, moves: &mut Vec<Move>) {
        for (i, column) in self.columns.iter().enumerate() {
            let from = i as u8;
            let Some(&open) = column.cards.last() else { continue };
            if self.pile_for(open).is_some() {
                moves.push(Move::ColumnToFoundation { from });
            }
            for count in 1..=column.run_len() {
                let head = column.end(count)[0];
                for (j, target) in self.columns.iter().enumerate() {
                    let takes = match target.cards.last() {
                        Some(&open) => builds(head, open),
                        None => i != j && (count == 1 || self.rules.runs_to_spaces),
                    };
                    if takes {
                        let (to, count) = (j as u8, count as u8);
                        moves.push(Move::ColumnToColumn { from, to, count });
                    }
                }
            }
        }
    }

    /// An Ace may come back too, even where it goes up again at once and nothing has changed.
    fn return_moves(&self, moves: &mut Vec<Move>) {
        if !self.rules.foundation_return {
            return;
        }
        for card in self.foundation_tops() {
            for (j, column) in self.columns.iter().enumerate() {
                if column.cards.last().is_none_or(|&open| builds(card, open)) {
                    moves.push(Move::FoundationToColumn { card, to: j as u8 });
                }
            }
        }
    }

    /// Whether a forced Ace leaves no choice and is no move of its own.
    pub(super) fn aces_go_up_by_themselves(&self) -> bool {
        self.rules.forced_aces && !self.rules.one_pile_per_suit
    }

    pub(super) fn can_build(&self, card: Card) -> bool {
        self.columns.iter().filter_map(|c| c.cards.last()).any(|&open| builds(card, open))
    }

    fn take_waste_top(&mut self) -> Card {
        self.must_play = false;
        self.turned -= 1;
        self.stock.remove(self.turned)
    }

    fn play_to_foundation(&mut self, card: Card) {
        let pile = self.pile_for(card).expect("a foundation takes the card");
        let piles = &mut self.foundations[card.suit.index()];
        piles[pile] += 1;
        piles.sort_by(|a, b| b.cmp(a));
    }

    fn play_aces_to_foundations(&mut self) {
        if !self.aces_go_up_by_themselves() {
            return;
        }
        while let Some(i) = self.columns.iter().position(|column| self.has_forced_ace(column)) {
            let card = self.columns[i].take(1)[0];
            self.play_to_foundation(card);
        }
    }
}

impl Position for Table {
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.is_won() {
            return moves;
        }
        for (i, column) in self.columns.iter().enumerate() {
            if self.has_forced_ace(column) {
                moves.push(Move::ColumnToFoundation { from: i as u8 });
            }
        }
        if !moves.is_empty() {
            return moves;
        }
        if !self.must_play {
            if self.turned < self.stock.len() {
                moves.push(Move::Turn);
            } else if !self.stock.is_empty()
                && self.rules.passes.is_none_or(|passes| self.pass < passes)
            {
                moves.push(Move::Redeal);
            }
        }
        if let Some(card) = self.waste_top() {
            if self.pile_for(card).is_some() {
                moves.push(Move::WasteToFoundation);
            }
            for (i, column) in self.columns.iter().enumerate() {
                let takes = match column.cards.last() {
                    Some(&open) => builds(card, open),
                    None => !self.must_play,
                };
                if takes {
                    moves.push(Move::WasteToColumn { to: i as u8 });
                }
            }
        }
        if !self.must_play {
            self.column_moves(&mut moves);
            self.return_moves(&mut moves);
        }
        moves
    }

    fn play(&mut self, m: Move) {
        match m {
            Move::Turn => {
                self.turned += 1;
                self.must_play = self.rules.forced_talon_play
                    && self.waste_top().is_some_and(|card| self.can_build(card));
            }
            Move::Redeal => {
                self.turned = 0;
                if self.rules.passes.is_some() {
                    self.pass += 1;
                }
            }
            Move::WasteToFoundation => {
                let card = self.take_waste_top();
                self.play_to_foundation(card);
            }
            Move::WasteToColumn { to } => {
                let card = self.take_waste_top();
                self.columns[usize::from(to)].cards.push(card);
            }
            Move::ColumnToFoundation { from } => {
                let card = self.columns[usize::from(from)].take(1)[0];
                self.play_to_foundation(card);
            }
            Move::ColumnToColumn { from, to, count } => {
                let cards = self.columns[usize::from(from)].take(usize::from(count));
                self.columns[usize::from(to)].cards.extend(cards);
            }
            Move::FoundationToColumn { card, to } => {
                let suit = card.suit;
                let pile = (0..2).find(|&i| self.pile_top(suit, i) == Some(card));
                let piles = &mut self.foundations[suit.index()];
                piles[pile.expect("the card is a foundation's top card")] -= 1;
                piles.sort_by(|a, b| b.cmp(a));
                self.columns[usize::from(to)].cards.push(card);
            }
            _ => panic!("{m} is no move of this game"),
        }
        self.play_aces_to_foundations();
    }

    fn is_won(&self) -> bool {
        self.stock.is_empty() && self.columns.iter().all(|column| column.cards.is_empty())
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        for (i, column) in self.columns.iter().enumerate() {
            layout.push_slots(Column::label(i), column.slots());
        }
        let piles = Suit::ALL.iter().flat_map(|&suit| [(suit, 0), (suit, 1)]);
        let tops: Vec<Card> = piles.filter_map(|(suit, pile)| self.pile_top(suit, pile)).collect();
        layout.push_up("foundations", &tops);
        let (waste, talon) = self.stock.split_at(self.turned);
        layout.push_up("waste", waste);
        layout.push_up("talon", talon);
        layout.push_counter("pass", self.pass.into());
        if self.rules.forced_talon_play {
            layout.push_counter("must-play", self.must_play.into());
        }
        layout
    }

    fn cards_moved(&self, m: Move) -> Vec<Card> {
        match m {
            Move::Turn => vec![self.stock[self.turned]],
            Move::WasteToFoundation | Move::WasteToColumn { .. } => {
                self.waste_top().into_iter().collect()
            }
            Move::ColumnToFoundation { from } => {
                self.columns[usize::from(from)].cards.last().copied().into_iter().collect()
            }
            Move::ColumnToColumn { from, count, .. } => {
                self.columns[usize::from(from)].end(usize::from(count)).to_vec()
            }
            Move::FoundationToColumn { card, .. } => vec![card],
            _ => Vec::new(),
        }
    }
}
