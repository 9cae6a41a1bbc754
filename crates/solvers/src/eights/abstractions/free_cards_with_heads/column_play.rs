//! The relaxed play of columns alone, as `dead_ends.rs` has it, what its steps do, and a memo of it.
//!
//! It is a function of the sets of a state. Most states share them with one that was met just before: only the talon differs.

use gehtauf_search::hashing::{mix_two, place_of};

use super::dead_ends::Relaxed;
use super::sets::Sets;
use super::state::Deal;
use crate::eights::card_types::{ByRank, CardTypes, bit, cards, faces, parents, suits};
use crate::eights::state::{COLUMNS, CardType, landing};

/// What the steps of a column's bases do in the relaxed play.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Column {
    /// Faces of the cards that are turned up.
    pub opens: CardTypes,
    /// Faces that the steps need open and may cover or take away.
    pub needs: CardTypes,
    /// All card types of the suits of which cards can go up.
    pub suits: CardTypes,
    /// Of the suits of which Aces can.
    pub aces: CardTypes,
}

/// More than there are cards of a face.
const MANY: u64 = 5;

/// The relaxed play of a state's columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnPlay {
    /// What has become possible.
    pub relaxed: Relaxed,
    /// What the bases' steps do.
    pub columns: [Column; COLUMNS],
    /// Bit i: column i has steps.
    pub with_steps: u8,
    /// The followers that can go up.
    pub ups: CardTypes,
    /// How many steps need a face, by colour; [`MANY`] at most.
    pub needed: [ByRank; 2],
}

impl ColumnPlay {
    /// Of a state without spaces.
    pub fn new(deal: &Deal, sets: &Sets) -> ColumnPlay {
        let relaxed = Relaxed::of_columns(deal, sets);
        let mut play = ColumnPlay {
            ups: relaxed.free & relaxed.next & relaxed.open,
            relaxed,
            columns: [Column::default(); COLUMNS],
            with_steps: 0,
            needed: [0; 2],
        };
        for column in 0..deal.width {
            play.add_column(deal, sets, column);
        }
        for card in cards(play.ups) {
            play.need(card.face());
            play.need(card.face());
        }
        for card in cards(sets.heads) {
            play.need(card.face());
            play.need(landing(card.face()));
        }
        play
    }

    /// One more step needs a face.
    fn need(&mut self, face: usize) {
        let needed = &mut self.needed[face & 1];
        let shift = 4 * (face >> 1);
        *needed += u64::from((*needed >> shift & 15) < MANY) << shift;
    }

    fn add_column(&mut self, deal: &Deal, sets: &Sets, column: usize) {
        let (from, to) = (sets.dealt[column], self.relaxed.dealt[column]);
        let exits = self.relaxed.exits >> column & 1 == 1;
        if from == to && !exits {
            return;
        }
        // The last cards that leave make the column empty, or turn up one that stays.
        let first = if exits { 0 } else { usize::from(to).max(1) };
        let dealt = &deal.dealt[column][..usize::from(from)];
        let mut steps = Column::default();
        for (i, &card) in dealt.iter().enumerate().skip(first.saturating_sub(1)) {
            let goes_up = self.goes_up(card) || deal.aces_go_up && card.rank() == 1;
            let suit = if goes_up { suits(bit(card)) } else { 0 };
            steps.suits |= suit;
            steps.aces |= if card.rank() == 1 { suit } else { 0 };
            if i + 1 < dealt.len() {
                steps.opens |= faces(bit(card));
            }
            if i >= first {
                self.need(landing(card.face()));
                steps.needs |= parents(bit(card));
                if goes_up {
                    self.need(card.face());
                    steps.needs |= faces(bit(card));
                }
            }
        }
        self.columns[column] = steps;
        self.with_steps |= 1 << column;
    }

    /// Whether a card of this type can go up from a column.
    fn goes_up(&self, card: CardType) -> bool {
        self.relaxed.next & self.relaxed.open & bit(card) != 0
    }
}

const LOG_PLACES: u32 = 9;

/// The relaxed plays of the states met last.
#[derive(Debug, Default)]
pub struct Memo {
    places: Vec<Option<(Sets, ColumnPlay)>>,
}

impl Memo {
    /// That of a state without spaces.
    #[inline]
    pub fn play(&mut self, deal: &Deal, sets: &Sets) -> &ColumnPlay {
        if self.places.is_empty() {
            self.places = vec![None; 1 << LOG_PLACES];
        }
        let place = &mut self.places[place(sets)];
        if place.as_ref().is_none_or(|(other, _)| other != sets) {
            *place = Some((*sets, ColumnPlay::new(deal, sets)));
        }
        &place.as_ref().expect("put there").1
    }
}

#[inline]
fn place(sets: &Sets) -> usize {
    let &Sets { open, next, followers, heads, dealt } = sets;
    let columns = mix_two(u64::from_le_bytes(dealt), followers);
    place_of(mix_two(columns ^ heads, open) ^ next, LOG_PLACES)
}
