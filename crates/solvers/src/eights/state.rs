//! The packed state, and what stays the same while a deal is played.

use gehtauf_cards::{Card, Rank, Suit};
use gehtauf_rules::eights::Rules;
use gehtauf_search::hashing;

/// Most columns that are packed.
pub const COLUMNS: usize = 8;
/// Most cards that a column may hold at the start of the search.
pub const DEALT: usize = 31;

/// Suit and rank of a card, 1 to 13, without the copy; with the colour at hand.
///
/// ```text
/// bit 5..2 | 1      | 0
/// rank     | colour | spades or hearts
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardType(u8);

impl CardType {
    pub fn new(card: Card) -> CardType {
        CardType::of(card.rank.number(), card.suit.index())
    }

    pub fn of(rank: u8, suit: usize) -> CardType {
        CardType(4 * rank + 2 * colour_of(suit) as u8 + u8::from(suit >= 2))
    }

    /// A card of this type.
    pub fn card(self) -> Card {
        let rank = Rank::new(self.rank()).expect("a rank");
        Card::new(rank, Suit::ALL[self.suit()])
    }

    /// The card type with this [`CardType::index`].
    pub fn from_index(index: u8) -> CardType {
        CardType(index)
    }

    pub fn rank(self) -> u8 {
        self.0 / 4
    }

    /// C D H S.
    pub fn suit(self) -> usize {
        usize::from((self.0 >> 1 & 1) ^ (3 * (self.0 & 1)))
    }

    /// Rank and colour: all that building looks at.
    pub fn face(self) -> usize {
        usize::from(self.0 >> 1)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Card types have indices below this.
pub const CARD_TYPES: usize = 60;
/// Faces are below this.
pub const FACES: usize = 32;

/// 0 black, 1 red.
pub fn colour_of(suit: usize) -> u32 {
    u32::from(suit == 1 || suit == 2)
}

/// The face onto which a face builds.
pub fn landing(face: usize) -> usize {
    (face + 2) ^ 1
}

/// A column in 32 bits, an empty one 0.
///
/// ```text
/// bit 31 | 30..27 | 26..22 | 21..18 | 17..14 | 13     | 12..0
/// unused | built  | dealt  | run    | rank   | colour | suits
/// ```
/// `dealt`: how many of the cards that lay here at the start still lie here; `built`: how many cards
/// lie on them; `run`: the length of the longest run at the open end; `colour` and `rank`: of the
/// open card; `suits`: one bit for each card of the run, the open card's highest, set for spades and
/// hearts. All cards that are not of the run are dealt ones, so nothing is lost. Bits 17 to 12 are the
/// open card's [`CardType`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Column(pub u32);

/// All bits of the suits of a column's run.
pub const SUITS: u32 = 0x1fff;

/// The bit for the suit of the card of a run that lies so many cards under the open one.
#[inline]
pub fn suit_bit(card: CardType, under: u32) -> u32 {
    u32::from(card.0 & 1) << (12 - under)
}

impl Column {
    pub const EMPTY: Column = Column(0);

    #[inline]
    pub fn pack(suits: u32, run: u32, face: usize, dealt: u32, built: u32) -> Column {
        Column(suits | (face as u32) << 13 | run << 18 | dealt << 22 | built << 27)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn suits(self) -> u32 {
        self.0 & SUITS
    }

    pub fn run(self) -> u32 {
        self.0 >> 18 & 15
    }

    pub fn rank(self) -> u8 {
        (self.0 >> 14 & 15) as u8
    }

    pub fn dealt(self) -> u32 {
        self.0 >> 22 & 31
    }

    pub fn built(self) -> u32 {
        self.0 >> 27
    }

    /// The open card; of an empty column a card type of rank 0.
    #[inline]
    pub fn open(self) -> CardType {
        CardType((self.0 >> 12 & 63) as u8)
    }

    /// The card of the run that lies so many cards under the open one.
    #[inline]
    pub fn run_card(self, under: u32) -> CardType {
        CardType((2 * self.run_face(under) as u32 + (self.0 >> (12 - under) & 1)) as u8)
    }

    /// The face of that card.
    #[inline]
    pub fn run_face(self, under: u32) -> usize {
        (self.face() + 2 * under as usize) ^ (under & 1) as usize
    }

    /// Face of the open card; 0 for an empty column.
    pub fn face(self) -> usize {
        (self.0 >> 13 & 31) as usize
    }

    /// The column with `count` cards on it that are the end of a run, the highest bits of `suits` theirs;
    /// `face` is the last one's.
    pub fn with(self, suits: u32, count: u32, face: usize) -> Column {
        let suits = self.suits() >> count | suits & (SUITS << (13 - count)) & SUITS;
        Column::pack(suits, self.run() + count, face, self.dealt(), self.built() + count)
    }
}

/// What changes while a deal is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub columns: [Column; COLUMNS],
    /// Bit i: the card at place i of the stock is still there.
    pub stock: u64,
    /// How many cards lie on the two piles of each suit, C D H S, the higher pile first.
    pub foundations: [u8; 8],
    /// The places of the stock below this belong to the waste. It stands just behind a card that is
    /// there, or at 0, so that equal positions are equal states.
    pub turned: u8,
    /// The pass, from 1; always 1 if any number is allowed.
    pub pass: u8,
    /// Whether the top waste card was just turned and must be played.
    pub must_play: bool,
}

impl State {
    pub fn is_won(&self) -> bool {
        self.stock == 0 && self.columns == [Column::EMPTY; COLUMNS]
    }

    /// The stock places that belong to the waste.
    pub fn waste(&self) -> u64 {
        self.stock & below(self.turned)
    }

    /// The place of the top waste card.
    pub fn waste_top(&self) -> Option<u8> {
        self.turned.checked_sub(1)
    }
}

/// A move of the search space, of the rules or several of them taken as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MacroMove {
    /// `count` cards from a column to another, an empty one perhaps.
    ColumnToColumn { from: u8, to: u8, count: u8 },
    /// A column's open card to its foundation.
    ColumnToFoundation { from: u8 },
    /// On to the stock card at a place, turning the waste over if it lies below the top of it, and
    /// then the card onto a column.
    StockToColumn { place: u8, to: u8 },
    /// On to the stock card at a place, and then the card to its foundation.
    StockToFoundation { place: u8 },
    /// One talon card onto the waste.
    Turn,
    /// The waste turned over.
    Redeal,
}

/// The stock places below `place`.
pub fn below(place: u8) -> u64 {
    if place >= 64 { u64::MAX } else { (1 << place) - 1 }
}

/// What stays the same while a deal is played.
#[derive(Debug, Clone)]
pub struct Deal {
    pub rules: Rules,
    /// How many columns there are.
    pub width: usize,
    /// The cards that lay in each column at the start.
    pub dealt: [Vec<CardType>; COLUMNS],
    /// Each column with only the first so many of its dealt cards.
    pub dealt_only: [[Column; DEALT + 1]; COLUMNS],
    pub stock: Vec<CardType>,
    /// Stock places of the cards of each face.
    pub places_of_face: [u64; FACES],
    /// Stock places of the cards that build on each face.
    pub builders: [u64; FACES],
    /// Stock places of the cards of each type.
    pub places_of_type: [u64; CARD_TYPES],
    /// Whether Aces go to their foundations by themselves, without a move.
    pub aces_go_up: bool,
    /// By suit: 0, or a number above all ranks if the pack has no such suit.
    pub no_such_suit: [u8; 4],
}

impl Deal {
    /// The place, from 1, of the base of a column with only its first `dealt` cards: of the first card of
    /// the run at its end, 0 if that is the whole column.
    pub fn base(&self, index: usize, dealt: usize) -> u8 {
        let under = dealt as u8 - self.dealt_only[index][dealt].run() as u8;
        if under == 0 { 0 } else { under + 1 }
    }

    /// A number that follows from the cards, to draw random numbers from.
    pub fn seed(&self) -> u64 {
        let cards = self.dealt.iter().flatten().chain(&self.stock);
        let number = |card: &CardType| 4 * u64::from(card.rank()) + card.suit() as u64;
        cards.fold(1, |seed, card| hashing::mix_two(seed, number(card)))
    }

    /// The pile that takes a card: its index in [`State::foundations`].
    #[inline]
    pub fn pile_for(&self, state: &State, card: CardType) -> Option<usize> {
        pile_for(&self.rules, &state.foundations, card)
    }
}

/// The pile that takes a card: its index in the foundations.
#[inline]
pub fn pile_for(rules: &Rules, foundations: &[u8; 8], card: CardType) -> Option<usize> {
    let first = 2 * card.suit();
    let below = card.rank() - 1;
    let [high, low] = [foundations[first], foundations[first + 1]];
    if rules.one_pile_per_suit {
        let top = rules.pack.top.number();
        return (high < top * rules.pack.decks && high % top == below).then_some(first);
    }
    if high == below {
        return Some(first);
    }
    (low == below && rules.pack.decks == 2).then_some(first + 1)
}

/// Whether the waste may be turned over in a pass.
#[inline]
pub fn may_redeal(rules: &Rules, pass: u8) -> bool {
    rules.passes.is_none_or(|passes| pass < passes)
}

/// The place of the next card of the talon.
#[inline]
pub fn next_of_talon(stock: u64, turned: u8) -> Option<u8> {
    let talon = stock & !below(turned);
    (talon != 0).then(|| talon.trailing_zeros() as u8)
}
