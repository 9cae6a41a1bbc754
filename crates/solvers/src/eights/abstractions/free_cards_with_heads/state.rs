//! The packed state, and what follows from it.

use gehtauf_cards::Card;
use gehtauf_rules::Column;
use gehtauf_rules::eights::{Rules, Table};

use super::bases::{Base, bases};
use super::fingerprints::{Fingerprints, STOCK};
use super::supports::supports;
use crate::eights::card_types::{ByRank, CardTypes, bit, by_suit, one};
use crate::eights::prunings::safe_foundation_moves::NextCards;
use crate::eights::state::{
    self as packed, CARD_TYPES, COLUMNS, CardType, DEALT, below, landing, next_of_talon,
};

/// What changes while a deal is played; the columns' cards do not count beyond this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Bit i: the card at place i of the stock is still there.
    pub stock: u64,
    /// How many cards lie on the two piles of each suit, C D H S, the higher pile first.
    pub foundations: [u8; 8],
    /// How many dealt cards each column has left, its base the last of them; never 1, see [`State::heads`].
    pub dealt: [u8; COLUMNS],
    /// The places of the stock below this belong to the waste. It stands just behind a card that is
    /// there, or at 0.
    pub turned: u8,
    /// The pass, from 1; always 1 if any number is allowed.
    pub pass: u8,
    /// Whether the top waste card was just turned and must be played: only at the start, since that is one step.
    pub must_play: bool,
    /// How many columns are empty.
    pub spaces: u8,
    /// By suit: the first cards of columns without dealt cards, a lone dealt card counted as one.
    pub heads: [ByRank; 4],
    /// By suit: the free cards that are no heads; each lies on a card of its parent face.
    pub followers: [ByRank; 4],
    /// By colour: the cards with nothing on them, of the columns.
    pub open: [ByRank; 2],
    /// Tells states apart, see [`Fingerprints`].
    pub fingerprint: u128,
}

impl State {
    /// How many cards of a face lie open.
    #[inline]
    pub fn open(&self, face: usize) -> u64 {
        self.open[face & 1] >> (4 * (face >> 1)) & 15
    }

    /// Whether a card of the face that this card type builds on lies open.
    #[inline]
    pub fn has_parent(&self, card: CardType) -> bool {
        self.open(landing(card.face())) > 0
    }

    /// How many heads of a card type there are.
    #[inline]
    pub fn heads(&self, card: CardType) -> u64 {
        self.heads[card.suit()] >> (4 * card.rank()) & 15
    }

    /// How many free cards of a card type are no heads.
    #[inline]
    pub fn followers(&self, card: CardType) -> u64 {
        self.followers[card.suit()] >> (4 * card.rank()) & 15
    }

    /// The place of the top waste card.
    pub fn waste_top(&self) -> Option<u8> {
        self.turned.checked_sub(1)
    }

    /// A card of the face comes to lie open.
    #[inline]
    pub fn open_more(&mut self, face: usize) {
        self.open[face & 1] += 1 << (4 * (face >> 1));
    }

    /// A card of the face no longer lies open.
    #[inline]
    pub fn open_less(&mut self, face: usize) {
        self.open[face & 1] -= 1 << (4 * (face >> 1));
    }

    /// A card, with all that lies on it, comes to lie on one of its parent face.
    #[inline]
    pub fn cover_parent(&mut self, card: CardType) {
        self.open_less(landing(card.face()));
        self.followers[card.suit()] += one(card);
    }

    /// A follower, with all that lies on it, is taken off the card that it lies on.
    #[inline]
    pub fn uncover_parent(&mut self, card: CardType) {
        self.open_more(landing(card.face()));
        self.followers[card.suit()] -= one(card);
    }
}

/// How the talon is gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Talon {
    /// Card by card, as the rules have it.
    CardByCard,
    /// On to a card and that card played, as one step. Under forced talon play steps are missing: a card
    /// cannot be turned to be rid of it before a column takes it.
    MacroMoves,
}

/// What stays the same while a deal is played.
#[derive(Debug)]
pub struct Deal {
    pub rules: Rules,
    /// How many columns there are.
    pub width: usize,
    /// The face-down cards of each column at the start and the one that lies on them.
    pub dealt: [Vec<CardType>; COLUMNS],
    pub stock: Vec<CardType>,
    /// Whether Aces go up by themselves, without a move.
    pub aces_go_up: bool,
    /// How the talon is gone through.
    pub talon: Talon,
    /// The same deal packed otherwise, to know the foundation moves that never hurt; nothing if they are not played
    /// without a choice.
    safe: Option<Box<packed::Deal>>,
    /// How many cards there are.
    pub cards: u32,
    /// Stock places of the cards of each card type.
    pub places_of_type: [u64; CARD_TYPES],
    /// The card types of the stock's cards, by place.
    pub stock_types: Vec<CardTypes>,
    /// All of them.
    pub types_of_stock: CardTypes,
    /// Of each column by how many dealt cards it has left.
    pub bases: [Vec<Base>; COLUMNS],
    /// By suit: 0, or a number above all ranks if the pack has no such suit.
    no_such_suit: [u8; 4],
    /// The suits' top rank.
    pub top: u8,
    pub fingerprints: Fingerprints,
}

impl Deal {
    /// Packs a position; nothing if the rules are not those of the claim or the position is too large.
    pub fn new(table: &Table, talon: Talon, safe_moves: bool) -> Option<(Deal, State)> {
        if !supports(&table.rules) || table.columns.len() > COLUMNS || table.stock.len() > STOCK {
            return None;
        }
        let safe = safe_moves && !table.rules.one_pile_per_suit;
        let mut deal = Deal {
            safe: if safe { Some(Box::new(packed::Deal::new(table)?.0)) } else { None },
            rules: table.rules,
            width: table.columns.len(),
            dealt: Default::default(),
            stock: table.stock.iter().copied().map(CardType::new).collect(),
            aces_go_up: !table.rules.one_pile_per_suit,
            talon,
            cards: table.rules.pack.len() as u32,
            places_of_type: [0; CARD_TYPES],
            stock_types: table.stock.iter().map(|&card| bit(CardType::new(card))).collect(),
            types_of_stock: 0,
            bases: Default::default(),
            no_such_suit: [u8::MAX; 4],
            top: table.rules.pack.top.number(),
            fingerprints: Fingerprints::new(),
        };
        for suit in table.rules.pack.suits.iter() {
            deal.no_such_suit[suit.index()] = 0;
        }
        for (place, card) in deal.stock.iter().enumerate() {
            deal.places_of_type[card.index()] |= 1 << place;
        }
        let mut state = State {
            stock: below(table.stock.len() as u8),
            foundations: table.foundations.as_flattened().try_into().expect("four suits of two"),
            dealt: [0; COLUMNS],
            turned: table.turned as u8,
            pass: table.pass,
            must_play: table.must_play,
            spaces: 0,
            heads: [0; 4],
            followers: [0; 4],
            open: [0; 2],
            fingerprint: 0,
        };
        for (i, column) in table.columns.iter().enumerate() {
            deal.add_column(&mut state, i, column)?;
        }
        deal.types_of_stock = deal.stock_types.iter().fold(0, |all, types| all | types);
        deal.bases = deal.dealt.each_ref().map(|dealt| bases(dealt, deal.aces_go_up));
        state.fingerprint = deal.fingerprint(&state);
        Some((deal, state))
    }

    /// Adds a column; nothing if it is too long or its cards face up are no run.
    fn add_column(&mut self, state: &mut State, i: usize, column: &Column) -> Option<()> {
        let (down, up) = column.cards.split_at(column.face_down);
        if down.len() >= DEALT || column.run_len() < up.len() {
            return None;
        }
        let of_cards =
            |cards: &[Card]| cards.iter().copied().map(CardType::new).collect::<Vec<_>>();
        let Some((&first, on_it)) = up.split_first() else {
            state.spaces += 1;
            return Some(());
        };
        let first = CardType::new(first);
        if !down.is_empty() {
            self.dealt[i] = of_cards(down);
            self.dealt[i].push(first);
            state.dealt[i] = self.dealt[i].len() as u8;
        } else {
            state.heads[first.suit()] += one(first);
        }
        let on_it = of_cards(on_it);
        state.open_more(on_it.last().unwrap_or(&first).face());
        on_it.iter().for_each(|&card| state.followers[card.suit()] += one(card));
        Some(())
    }

    /// The base of a column that has dealt cards.
    #[inline]
    pub fn base(&self, state: &State, column: usize) -> CardType {
        self.dealt[column][usize::from(state.dealt[column]) - 1]
    }

    /// The card type of each column's base.
    #[inline]
    pub fn base_types(&self, dealt: &[u8; COLUMNS]) -> [CardTypes; COLUMNS] {
        let mut types = [0; COLUMNS];
        for (column, types) in types.iter_mut().enumerate().take(self.width) {
            *types = self.bases[column][usize::from(dealt[column])].card;
        }
        types
    }

    /// How many dealt cards are bases or lie under one.
    pub fn dealt_left(&self, state: &State) -> u32 {
        state.dealt.iter().map(|&dealt| u32::from(dealt)).sum()
    }

    /// The foundation moves that never hurt, if they are played without a choice.
    pub fn safe_cards(&self, state: &State) -> Option<NextCards> {
        Some(self.safe.as_ref()?.next_cards(&state.foundations))
    }

    /// Whether all cards are on foundations.
    pub fn is_won(&self, state: &State) -> bool {
        state.stock == 0 && usize::from(state.spaces) == self.width
    }

    /// The columns that have a base.
    pub fn columns_with_base(&self, state: &State) -> impl Iterator<Item = usize> + use<> {
        let dealt = state.dealt;
        (0..self.width).filter(move |&i| dealt[i] > 0)
    }

    /// The pile that takes a card: its index in [`State::foundations`].
    #[inline]
    pub fn pile_for(&self, state: &State, card: CardType) -> Option<usize> {
        packed::pile_for(&self.rules, &state.foundations, card)
    }

    /// The card types that foundations take next.
    #[inline]
    pub fn next_types(&self, state: &State) -> CardTypes {
        let (decks, one_pile) = (self.rules.pack.decks, self.rules.one_pile_per_suit);
        let piles = if one_pile || decks == 1 { 1 } else { 2 };
        let full = if one_pile { self.top * decks } else { self.top };
        let mut next = 0;
        for suit in 0..4 {
            for &count in &state.foundations[2 * suit..2 * suit + piles] {
                let below = if count < self.top { count } else { count - self.top };
                next |= if count < full { bit(CardType::of(below + 1, suit)) } else { 0 };
            }
        }
        next
    }

    /// The same one after another, by suit.
    pub fn next_cards(&self, state: &State) -> impl Iterator<Item = CardType> {
        by_suit(self.next_types(state))
    }

    /// By suit, how many cards lie on the lower pile, of a single deck on the only one; many if there is no such suit.
    pub fn lowest_piles(&self, state: &State) -> [u8; 4] {
        let lower = usize::from(self.rules.pack.decks) - 1;
        std::array::from_fn(|suit| state.foundations[2 * suit + lower] | self.no_such_suit[suit])
    }

    /// Puts a card onto its foundation.
    #[inline]
    pub fn play_to_foundation(&self, state: &mut State, card: CardType) {
        let pile = self.pile_for(state, card).expect("a foundation takes the card");
        let count = usize::from(state.foundations[pile]);
        state.fingerprint ^= self.fingerprints.foundations[pile][count];
        state.fingerprint ^= self.fingerprints.foundations[pile][count + 1];
        state.foundations[pile] += 1;
    }

    /// A card becomes a head.
    #[inline]
    pub fn add_head(&self, state: &mut State, card: CardType) {
        state.fingerprint ^= self.fingerprints.heads[state.heads(card) as usize][card.index()];
        state.heads[card.suit()] += one(card);
    }

    /// A head leaves its column, which becomes empty.
    #[inline]
    pub fn take_head(&self, state: &mut State, card: CardType) {
        state.heads[card.suit()] -= one(card);
        state.fingerprint ^= self.fingerprints.heads[state.heads(card) as usize][card.index()];
        state.spaces += 1;
    }

    /// The base of a column has left it: the next card is turned up, and Aces go up.
    #[inline]
    pub fn turn_up(&self, state: &mut State, column: usize) {
        let before = usize::from(state.dealt[column]);
        let mut dealt = before - 1;
        while dealt > 0 && self.aces_go_up && self.dealt[column][dealt - 1].rank() == 1 {
            dealt -= 1;
            self.play_to_foundation(state, self.dealt[column][dealt]);
        }
        if dealt > 0 {
            state.open_more(self.dealt[column][dealt - 1].face());
        } else {
            state.spaces += 1;
        }
        if dealt == 1 {
            self.add_head(state, self.dealt[column][0]);
            dealt = 0;
        }
        state.dealt[column] = dealt as u8;
        state.fingerprint ^=
            self.fingerprints.dealt[column][before] ^ self.fingerprints.dealt[column][dealt];
    }

    /// Takes the card at a place of the stock, turning cards up to it, and the waste over if it lies below
    /// the top.
    #[inline]
    pub fn take_from_stock(&self, state: &mut State, place: u8) -> CardType {
        state.fingerprint ^=
            self.fingerprints.stock[usize::from(place)] ^ self.time_fingerprint(state);
        if place + 1 < state.turned {
            state.pass += u8::from(self.rules.passes.is_some());
        }
        state.stock &= !(1 << place);
        state.turned = 64 - (state.stock & below(place)).leading_zeros() as u8;
        state.fingerprint ^= self.time_fingerprint(state);
        if state.must_play {
            state.fingerprint ^= self.fingerprints.must_play;
            state.must_play = false;
        }
        self.stock[usize::from(place)]
    }

    /// The place of the stock card that would be turned next.
    #[inline]
    pub fn next_turned(&self, state: &State) -> Option<u8> {
        next_of_talon(state.stock, state.turned)
    }

    /// Turns the next card of the talon.
    #[inline]
    pub fn turn(&self, state: &mut State) {
        let place = self.next_turned(state).expect("a card in the talon");
        self.turn_to(state, place + 1, 0);
    }

    /// Turns the waste over so often, and on to where so many cards are turned.
    #[inline]
    pub fn turn_to(&self, state: &mut State, turned: u8, redeals: u8) {
        state.fingerprint ^= self.time_fingerprint(state);
        state.turned = turned;
        state.pass += if self.rules.passes.is_some() { redeals } else { 0 };
        state.fingerprint ^= self.time_fingerprint(state);
    }

    /// Turns the waste over.
    #[inline]
    pub fn redeal(&self, state: &mut State) {
        self.turn_to(state, 0, 1);
    }

    /// The fingerprint of a state, from nothing.
    pub fn fingerprint(&self, state: &State) -> u128 {
        let fingerprints = &self.fingerprints;
        let mut fingerprint = 0;
        for place in 0..self.stock.len() {
            fingerprint ^=
                if state.stock >> place & 1 == 1 { fingerprints.stock[place] } else { 0 };
        }
        for (i, &count) in state.foundations.iter().enumerate() {
            fingerprint ^= fingerprints.foundations[i][usize::from(count)];
        }
        for (i, &dealt) in state.dealt.iter().enumerate() {
            fingerprint ^= fingerprints.dealt[i][usize::from(dealt)];
        }
        for card in (4..CARD_TYPES).map(|card| CardType::from_index(card as u8)) {
            for before in 0..state.heads(card) {
                fingerprint ^= fingerprints.heads[before as usize][card.index()];
            }
        }
        fingerprint ^= if state.must_play { fingerprints.must_play } else { 0 };
        fingerprint ^ self.time_fingerprint(state)
    }

    /// With unlimited passes and macro moves of the talon the place in the talon does not count: any place is reached from
    /// any other while nothing else changes.
    #[inline]
    pub fn time_fingerprint(&self, state: &State) -> u128 {
        if self.talon == Talon::MacroMoves && self.rules.passes.is_none() {
            return 0;
        }
        self.fingerprints.turned[usize::from(state.turned)]
            ^ self.fingerprints.pass[usize::from(state.pass)]
    }
}
