//! A column of cards that builds down in alternating colours, as in Acht mal Acht, 8x8 and Eklige
//! Elfer.

use gehtauf_cards::Card;

use crate::Layout;
use crate::layout::{LayoutError, Slot, unnamed, wrong};

/// A column: the cards in the order in which they lie, the open card last.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Column {
    /// All cards of the column.
    pub cards: Vec<Card>,
    /// How many of them, from the first on, lie face down; never the open card.
    pub face_down: usize,
}

impl Column {
    /// Deals the cards in rows of `width` to as many columns, the first rows face down.
    pub(crate) fn deal(cards: &[Card], width: usize, face_down_rows: usize) -> Vec<Column> {
        let column = |i| {
            let cards: Vec<Card> = cards.iter().skip(i).step_by(width).copied().collect();
            let face_down = face_down_rows.min(cards.len().saturating_sub(1));
            Column { cards, face_down }
        };
        (0..width).map(column).collect()
    }

    /// The label in a layout.
    pub(crate) fn label(index: usize) -> String {
        format!("c{}", index + 1)
    }

    /// Reads the column of this label; no more than so many cards of it may lie face down.
    pub(crate) fn read(
        layout: &Layout,
        label: &str,
        most_face_down: usize,
    ) -> Result<Column, LayoutError> {
        if most_face_down == 0 {
            return Ok(Column { cards: layout.up_cards(label)?, face_down: 0 });
        }
        let mut column = Column::default();
        for slot in layout.pile(label)? {
            match *slot {
                Slot::Up(card) => column.cards.push(card),
                Slot::Down(card) if column.face_down == column.cards.len() => {
                    column.cards.push(card);
                    column.face_down += 1;
                }
                Slot::Down(card) => {
                    return Err(wrong(label, format!("{card} lies face down on a face-up card")));
                }
                Slot::Unseen { .. } => return Err(unnamed(label, slot)),
                Slot::Gap => return Err(wrong(label, "there are no gaps here")),
            }
        }
        if column.face_down > most_face_down {
            let problem = match most_face_down {
                1 => "no more than 1 card lies face down".to_string(),
                most => format!("no more than {most} cards lie face down"),
            };
            return Err(wrong(label, problem));
        }
        if column.face_down > 0 && column.face_down == column.cards.len() {
            return Err(wrong(label, "the open card lies face up"));
        }
        Ok(column)
    }

    /// The column in a layout.
    pub(crate) fn slots(&self) -> Vec<Slot> {
        let (down, up) = self.cards.split_at(self.face_down);
        let down = down.iter().map(|&card| Slot::Down(card));
        down.chain(up.iter().map(|&card| Slot::Up(card))).collect()
    }

    /// How many cards at the open end form a run: the most that move together.
    ///
    /// # Panics
    /// More cards lie face down than there are.
    pub fn run_len(&self) -> usize {
        let up = &self.cards[self.face_down..];
        let steps = up.windows(2).rev().take_while(|pair| builds(pair[1], pair[0])).count();
        (steps + 1).min(up.len())
    }

    /// The last `count` cards.
    pub(crate) fn end(&self, count: usize) -> &[Card] {
        &self.cards[self.cards.len() - count..]
    }

    /// The face-down cards.
    pub(crate) fn face_down_mut(&mut self) -> &mut [Card] {
        &mut self.cards[..self.face_down]
    }

    /// Removes the last `count` cards and turns up the card that is then open.
    pub(crate) fn take(&mut self, count: usize) -> Vec<Card> {
        let cards = self.cards.split_off(self.cards.len() - count);
        self.face_down = self.face_down.min(self.cards.len().saturating_sub(1));
        cards
    }
}

/// Whether `card` goes onto the open card `onto` of a column of Acht mal Acht, 8x8 or Eklige Elfer: one rank lower, the
/// other colour.
pub fn builds(card: Card, onto: Card) -> bool {
    card.rank.up() == Some(onto.rank) && card.colour() != onto.colour()
}
