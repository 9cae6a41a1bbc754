//! The table as its player sees it, packed: what lies on what, and of the unseen cards only how many of each card type
//! there are.
//!
//! Cards that lie face up have numbers; a table that is planned with says of each on which other one it lies, so
//! that a run moves by one change, however long it is.

use gehtauf_cards::{Card, Suit};
use gehtauf_rules::eights::{Rules, Table};
use gehtauf_rules::{Move, View};

use super::table;

/// The most cards and the most columns there are.
pub const CARDS: usize = 104;
pub const COLUMNS: usize = 26;
/// How many faces there are: building asks for no more of a card than its rank and its colour.
pub const FACES: usize = 26;
/// No card.
pub const NONE: u8 = u8::MAX;

/// A card's type: its rank, the Ace being 0, times four and its suit, the black ones first.
pub fn card_type_of(card: Card) -> u8 {
    (card.rank.number() - 1) << 2 | suit_of(card.suit)
}

/// The number of a suit: 0 and 1 are black, 2 and 3 red.
fn suit_of(suit: Suit) -> u8 {
    match suit {
        Suit::Clubs => 0,
        Suit::Spades => 1,
        Suit::Diamonds => 2,
        Suit::Hearts => 3,
    }
}

/// The rank of a card type.
#[inline]
pub fn rank(card_type: u8) -> u8 {
    card_type >> 2
}

/// The suit of a card type.
#[inline]
pub fn suit(card_type: u8) -> usize {
    usize::from(card_type & 3)
}

/// The face of a card type: twice its rank, one more if it is red.
#[inline]
pub fn face(card_type: u8) -> u8 {
    card_type >> 1
}

/// The face that cards of this one go onto.
#[inline]
pub fn parent(face: u8) -> u8 {
    (face + 2) ^ 1
}

/// What does not change while a plan is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub rules: Rules,
    /// How many columns there are.
    pub width: usize,
    /// How many ranks there are.
    pub ranks: u8,
    /// The card types of the cards that lie face up, by number.
    pub cards: [u8; CARDS],
    /// The number of the lowest waste card; those over it have the next ones.
    pub waste_at: u8,
    /// How many unseen cards there are of each card type.
    pub unseen: [u8; Card::TYPES],
    /// How many cards of the talon have been seen of each card type.
    pub talon: [u8; Card::TYPES],
    /// How often the waste may still be turned over; the highest number for any number of times.
    pub redeals_left: u8,
    /// What is planned from.
    pub start: State,
}

/// What a plan changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// By number of a card: on which one it lies in its column.
    pub under: [u8; CARDS],
    /// The open card of each column.
    pub open: [u8; COLUMNS],
    /// How many cards of a column lie face down.
    pub down: [u8; COLUMNS],
    /// How many cards lie on the piles of a suit, the higher pile first.
    pub piles: [[u8; 2]; 4],
    /// How many cards the waste has.
    pub waste: u8,
    /// Whether the top waste card must be played.
    pub must_play: bool,
    /// The column of which a face-down card is turned up; it no longer counts as face down.
    pub turned_up: Option<u8>,
    /// Its fingerprint.
    pub key: u64,
}

impl Seen {
    /// Packs what is seen; nothing if it is another game.
    pub fn new(view: &View) -> Option<Seen> {
        let table: &Table = table(view)?;
        let mut seen = Seen {
            rules: table.rules,
            width: table.columns.len(),
            ranks: table.rules.pack.top.number(),
            cards: [NONE; CARDS],
            waste_at: 0,
            unseen: [0; Card::TYPES],
            talon: [0; Card::TYPES],
            redeals_left: table.rules.passes.map_or(u8::MAX, |passes| passes - table.pass),
            start: State {
                under: [NONE; CARDS],
                open: [NONE; COLUMNS],
                down: [0; COLUMNS],
                piles: [[0; 2]; 4],
                waste: table.turned as u8,
                must_play: table.must_play,
                turned_up: None,
                key: 1,
            },
        };
        for suit in Suit::ALL {
            seen.start.piles[usize::from(suit_of(suit))] = table.foundations[suit.index()];
        }
        let mut number = 0;
        for (i, column) in table.columns.iter().enumerate() {
            seen.start.down[i] = column.face_down as u8;
            for &card in &column.cards[column.face_down..] {
                seen.cards[usize::from(number)] = card_type_of(card);
                seen.start.under[usize::from(number)] = seen.start.open[i];
                seen.start.open[i] = number;
                number += 1;
            }
        }
        seen.waste_at = number;
        for &card in &table.stock[..table.turned] {
            seen.cards[usize::from(number)] = card_type_of(card);
            number += 1;
        }
        for card in view.unseen_cards() {
            seen.unseen[usize::from(card_type_of(card))] += 1;
        }
        for &card in &table.stock[table.turned + view.unseen_talon()..] {
            seen.talon[usize::from(card_type_of(card))] += 1;
        }
        Some(seen)
    }

    /// The type of a card.
    #[inline]
    pub fn card_type(&self, number: u8) -> u8 {
        self.cards[usize::from(number)]
    }

    /// Whether a card goes onto another one in a column.
    #[inline]
    pub fn builds(&self, card: u8, onto: u8) -> bool {
        parent(face(self.card_type(card))) == face(self.card_type(onto))
    }
}

impl State {
    /// The top waste card.
    pub fn waste_top(&self, seen: &Seen) -> Option<u8> {
        Some(seen.waste_at + self.waste.checked_sub(1)?)
    }

    /// The cards that the foundations take, a bit for each card type.
    pub fn wanted(&self, seen: &Seen) -> u64 {
        let rules = &seen.rules;
        let mut wanted = 0;
        for (suit, piles) in self.piles.iter().enumerate() {
            if rules.one_pile_per_suit {
                if piles[0] < seen.ranks * rules.pack.decks {
                    wanted |= 1 << (4 * (piles[0] % seen.ranks) + suit as u8);
                }
                continue;
            }
            for &pile in &piles[..usize::from(rules.pack.decks)] {
                if pile < seen.ranks {
                    wanted |= 1 << (4 * pile + suit as u8);
                }
            }
        }
        wanted
    }

    /// The moves that a plan is made of: none of the talon, none back from a foundation, to no space but the first, and a part of
    /// a run onto a card only where that lets the card under it go up; else such a card lies open before and after it.
    pub fn push_moves(&self, seen: &Seen, moves: &mut Vec<Move>) {
        let wanted = self.wanted(seen);
        let open = &self.open[..seen.width];
        let goes_up = |card: u8| wanted >> seen.card_type(card) & 1 == 1;
        if seen.rules.one_pile_per_suit {
            let first = moves.len();
            for (from, &card) in open.iter().enumerate() {
                if card != NONE && rank(seen.card_type(card)) == 0 && goes_up(card) {
                    moves.push(Move::ColumnToFoundation { from: from as u8 });
                }
            }
            if moves.len() > first {
                return;
            }
        }
        let space = open.iter().position(|&card| card == NONE);
        let faces = open.iter().filter(|&&card| card != NONE);
        let faces = faces.fold(0_u64, |faces, &card| faces | 1 << face(seen.card_type(card)));
        if let Some(card) = self.waste_top(seen) {
            if goes_up(card) {
                moves.push(Move::WasteToFoundation);
            }
            moves.extend(self.hosts(seen, faces, card).map(|to| Move::WasteToColumn { to }));
            if let Some(to) = space
                && !self.must_play
            {
                moves.push(Move::WasteToColumn { to: to as u8 });
            }
        }
        if !self.must_play {
            self.push_column_moves(seen, wanted, faces, space, moves);
        }
    }

    /// Those of cards that lie open in columns. `wanted` are the card types that the foundations take, `faces` the
    /// faces that lie open, and `space` is the first empty column.
    fn push_column_moves(
        &self,
        seen: &Seen,
        wanted: u64,
        faces: u64,
        space: Option<usize>,
        moves: &mut Vec<Move>,
    ) {
        let goes_up = |card: u8| wanted >> seen.card_type(card) & 1 == 1;
        let open = &self.open[..seen.width];
        for (&card, from) in open.iter().zip(0..).filter(|&(&card, _)| card != NONE) {
            if goes_up(card) {
                moves.push(Move::ColumnToFoundation { from });
            }
            let (mut head, mut count) = (card, 1);
            loop {
                let under = self.under[usize::from(head)];
                let is_part = under != NONE && seen.builds(head, under);
                if !is_part || goes_up(under) {
                    let to = self.hosts(seen, faces, head);
                    moves.extend(to.map(|to| Move::ColumnToColumn { from, to, count }));
                }
                let is_alone = under == NONE && self.down[usize::from(from)] == 0;
                if let Some(to) = space
                    && !is_alone
                    && (count == 1 || seen.rules.runs_to_spaces)
                {
                    moves.push(Move::ColumnToColumn { from, to: to as u8, count });
                }
                if !is_part {
                    break;
                }
                (head, count) = (under, count + 1);
            }
        }
    }

    /// The columns that a card can be built onto; `faces` are those that lie open.
    fn hosts(&self, seen: &Seen, faces: u64, card: u8) -> impl Iterator<Item = u8> {
        let host = parent(face(seen.card_type(card)));
        let is_open = faces >> host & 1 == 1;
        let open = if is_open { &self.open[..seen.width] } else { &[] };
        let is_host = move |onto: u8| onto != NONE && face(seen.card_type(onto)) == host;
        open.iter().zip(0..).filter(move |&(&onto, _)| is_host(onto)).map(|(_, to)| to)
    }

    /// Plays one of these moves.
    pub fn play(&mut self, seen: &Seen, m: Move) {
        match m {
            Move::ColumnToColumn { from, to, count } => {
                let card = self.open[usize::from(from)];
                let head = (1..count).fold(card, |card, _| self.under[usize::from(card)]);
                self.take(from, head);
                self.put(to, head, card);
                self.play_aces(seen, from);
            }
            Move::ColumnToFoundation { from } => {
                self.found(seen, from);
                self.play_aces(seen, from);
            }
            Move::WasteToColumn { to } => {
                let card = self.take_waste_top(seen);
                self.put(to, card, card);
                self.play_aces(seen, to);
            }
            Move::WasteToFoundation => {
                let card = self.take_waste_top(seen);
                self.put_up(seen, card);
            }
            _ => unreachable!("{m} is in no plan"),
        }
    }

    /// Takes a card and what lies on it off a column.
    fn take(&mut self, from: u8, head: u8) {
        let column = usize::from(from);
        let under = self.under[usize::from(head)];
        self.key ^= mark(head, under, from);
        self.open[column] = under;
        if under == NONE && self.down[column] > 0 {
            self.down[column] -= 1;
            self.turned_up = Some(from);
        }
    }

    /// Puts a run from its head to its open card onto a column.
    fn put(&mut self, to: u8, head: u8, card: u8) {
        let under = std::mem::replace(&mut self.open[usize::from(to)], card);
        self.under[usize::from(head)] = under;
        self.key ^= mark(head, under, to);
    }

    fn take_waste_top(&mut self, seen: &Seen) -> u8 {
        let card = self.waste_top(seen).expect("a waste card");
        self.waste -= 1;
        self.must_play = false;
        self.key ^= mark(card, NONE, NONE);
        card
    }

    fn found(&mut self, seen: &Seen, from: u8) {
        let card = self.open[usize::from(from)];
        self.take(from, card);
        self.put_up(seen, card);
    }

    fn put_up(&mut self, seen: &Seen, card: u8) {
        let (card_type, one) = (seen.card_type(card), seen.rules.one_pile_per_suit);
        let piles = &mut self.piles[suit(card_type)];
        let pile = usize::from(!one && piles[0] != rank(card_type));
        piles[pile] += 1;
        if piles[0] < piles[1] {
            piles.swap(0, 1);
        }
    }

    /// An open Ace goes up at once where it has no choice.
    fn play_aces(&mut self, seen: &Seen, column: u8) {
        let takes_aces = seen.rules.forced_aces && !seen.rules.one_pile_per_suit;
        let goes_up = |card: u8| card != NONE && rank(seen.card_type(card)) == 0;
        while takes_aces && goes_up(self.open[usize::from(column)]) {
            self.found(seen, column);
        }
    }
}

/// What a card that lies on another one, or at the bottom of a column, adds to the fingerprint.
#[inline]
fn mark(card: u8, under: u8, column: u8) -> u64 {
    let on = if under == NONE { u64::from(column) | 1 << 8 } else { u64::from(under) };
    let mut x = (u64::from(card) << 16 | on).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 29;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 32
}

#[cfg(test)]
mod tests;
