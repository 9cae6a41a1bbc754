//! The packed state and the moves between states.

use gehtauf_cards::{Card, Suit};
use gehtauf_rules::Move;
use gehtauf_rules::eights::{Rules, Table};

/// Most columns that are packed.
pub const COLUMNS: usize = 8;
/// Most cards that a column may hold at the start of the search.
pub const DEALT: usize = 31;

/// A card as the solver knows it: rank 1 to 13 and suit, with the colour at hand.
///
/// ```text
/// bit 5..2 | 1      | 0
/// rank     | colour | spades or hearts
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind(u8);

impl Kind {
    pub fn new(card: Card) -> Kind {
        Kind::of(card.rank.number(), card.suit.index())
    }

    pub fn of(rank: u8, suit: usize) -> Kind {
        Kind(4 * rank + 2 * colour_of(suit) as u8 + u8::from(suit >= 2))
    }

    /// The kind with this [`Kind::index`].
    pub fn from_index(index: u8) -> Kind {
        Kind(index)
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

/// Kinds have indices below this.
pub const KINDS: usize = 60;
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
/// open card's [`Kind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Column(pub u32);

/// All bits of the suits of a column's run.
const SUITS: u32 = 0x1fff;

/// The bit for the suit of the card of a run that lies so many cards under the open one.
#[inline]
fn suit_bit(kind: Kind, under: u32) -> u32 {
    u32::from(kind.0 & 1) << (12 - under)
}

impl Column {
    const EMPTY: Column = Column(0);

    #[inline]
    fn pack(suits: u32, run: u32, face: usize, dealt: u32, built: u32) -> Column {
        Column(suits | (face as u32) << 13 | run << 18 | dealt << 22 | built << 27)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn suits(self) -> u32 {
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

    /// The open card; of an empty column a kind of rank 0.
    #[inline]
    pub fn open(self) -> Kind {
        Kind((self.0 >> 12 & 63) as u8)
    }

    /// The card of the run that lies so many cards under the open one.
    #[inline]
    pub fn run_card(self, under: u32) -> Kind {
        Kind((2 * self.run_face(under) as u32 + (self.0 >> (12 - under) & 1)) as u8)
    }

    /// The face of that card.
    #[inline]
    fn run_face(self, under: u32) -> usize {
        (self.face() + 2 * under as usize) ^ (under & 1) as usize
    }

    /// Face of the open card; 0 for an empty column.
    pub fn face(self) -> usize {
        (self.0 >> 13 & 31) as usize
    }

    /// The column with `count` cards on it that are the end of a run, the highest bits of `suits` theirs;
    /// `face` is the last one's.
    fn with(self, suits: u32, count: u32, face: usize) -> Column {
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

/// The stock places below `place`.
pub fn below(place: u8) -> u64 {
    if place >= 64 { u64::MAX } else { (1 << place) - 1 }
}

/// A move of the search space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// `count` cards from a column to another, an empty one perhaps.
    Run { from: u8, to: u8, count: u8 },
    /// A column's open card to its foundation.
    Home { from: u8 },
    /// On to the stock card at a place, turning the waste over if it lies below the top of it, and
    /// then the card onto a column.
    StockRun { place: u8, to: u8 },
    /// On to the stock card at a place, and then the card to its foundation.
    StockHome { place: u8 },
    /// One talon card onto the waste.
    Turn,
    /// The waste turned over.
    Redeal,
}

/// What stays the same while a deal is played.
#[derive(Debug, Clone)]
pub struct Deal {
    pub rules: Rules,
    /// How many columns there are.
    pub width: usize,
    /// The cards that lay in each column at the start.
    pub dealt: [Vec<Kind>; COLUMNS],
    /// Each column with only the first so many of its dealt cards.
    bare: [[Column; DEALT + 1]; COLUMNS],
    pub stock: Vec<Kind>,
    /// Stock places of the cards of each face.
    pub places_of_face: [u64; FACES],
    /// Stock places of the cards that build on each face.
    pub builders: [u64; FACES],
    /// Stock places of the cards of each kind.
    pub places_of_kind: [u64; KINDS],
    /// Whether Aces go up by themselves, without a move.
    pub aces_go_up: bool,
    /// By suit: 0, or a number above all ranks if the pack has no such suit.
    pub no_such_suit: [u8; 4],
}

impl Deal {
    /// A column with only its first `dealt` cards.
    pub fn bare(&self, index: usize, dealt: usize) -> Column {
        self.bare[index][dealt]
    }

    /// The place, from 1, of the root of a column with only its first `dealt` cards: of the first card of
    /// the run at its end, 0 if that is the whole column.
    pub fn root(&self, index: usize, dealt: usize) -> u8 {
        let under = dealt as u8 - self.bare(index, dealt).run() as u8;
        if under == 0 { 0 } else { under + 1 }
    }

    /// A number that follows from the cards, to draw random numbers from.
    pub fn seed(&self) -> u64 {
        let cards = self.dealt.iter().flatten().chain(&self.stock);
        let number = |kind: &Kind| 4 * u64::from(kind.rank()) + kind.suit() as u64;
        cards.fold(1, |seed, kind| super::finder::mix(seed, number(kind)))
    }

    /// Packs a position; nothing if it is too large.
    pub fn new(table: &Table) -> Option<(Deal, State)> {
        let width = table.columns.len();
        if width > COLUMNS
            || table.stock.len() > 64
            || table.columns.iter().any(|column| column.cards.len() > DEALT)
        {
            return None;
        }
        let kinds = |cards: &[Card]| cards.iter().copied().map(Kind::new).collect::<Vec<_>>();
        let mut deal = Deal {
            rules: table.rules,
            width,
            dealt: std::array::from_fn(|i| {
                table.columns.get(i).map_or(Vec::new(), |column| kinds(&column.cards))
            }),
            bare: [[Column::EMPTY; DEALT + 1]; COLUMNS],
            stock: kinds(&table.stock),
            places_of_face: [0; FACES],
            builders: [0; FACES],
            places_of_kind: [0; KINDS],
            aces_go_up: table.rules.forced_aces && !table.rules.one_pile_per_suit,
            no_such_suit: Suit::ALL.map(|s| 100 * u8::from(!table.rules.pack.suits.contains(s))),
        };
        let mut columns = [Column::EMPTY; COLUMNS];
        for (i, column) in table.columns.iter().enumerate() {
            let cards = &deal.dealt[i];
            for dealt in 1..=cards.len() {
                let first_up = column.face_down.min(dealt - 1);
                deal.bare[i][dealt] = bare_column(&cards[first_up..dealt], dealt as u32);
            }
            columns[i] = deal.bare[i][cards.len()];
        }
        for (place, &kind) in deal.stock.iter().enumerate() {
            deal.places_of_face[kind.face()] |= 1 << place;
            deal.builders[landing(kind.face())] |= 1 << place;
            deal.places_of_kind[kind.index()] |= 1 << place;
        }
        let foundations = table.foundations.as_flattened().try_into().expect("four suits of two");
        let state = State {
            columns,
            stock: below(table.stock.len() as u8),
            foundations,
            turned: table.turned as u8,
            pass: table.pass,
            must_play: table.must_play,
        };
        Some((deal, state))
    }

    /// The pile that takes a card: its index in [`State::foundations`].
    #[inline]
    pub fn pile_for(&self, state: &State, kind: Kind) -> Option<usize> {
        let first = 2 * kind.suit();
        let below = kind.rank() - 1;
        let [high, low] = [state.foundations[first], state.foundations[first + 1]];
        if self.rules.one_pile_per_suit {
            let top = self.rules.pack.top.number();
            return (high < top * self.rules.pack.decks && high % top == below).then_some(first);
        }
        if high == below {
            return Some(first);
        }
        (low == below && self.rules.pack.decks == 2).then_some(first + 1)
    }

    /// A column without its last `count` cards, all of its run.
    #[inline]
    fn without(&self, index: usize, column: Column, count: u32) -> Column {
        let dealt = column.dealt() - count.saturating_sub(column.built());
        if count == column.run() {
            return self.bare[index][dealt as usize];
        }
        let suits = column.suits() << count & SUITS;
        let built = column.built().saturating_sub(count);
        Column::pack(suits, column.run() - count, column.run_face(count), dealt, built)
    }

    /// Plays a step, with the Aces that go up by themselves.
    #[inline]
    pub fn play(&self, state: &mut State, step: Step) {
        match step {
            Step::Run { from, to, count } => {
                let (from, to, count) = (usize::from(from), usize::from(to), u32::from(count));
                let column = state.columns[from];
                state.columns[from] = self.without(from, column, count);
                state.columns[to] = state.columns[to].with(column.suits(), count, column.face());
                self.lay_up_aces(state, from);
                self.lay_up_aces(state, to);
            }
            Step::Home { from } => {
                let from = usize::from(from);
                self.column_home(state, from);
                self.lay_up_aces(state, from);
            }
            Step::StockRun { place, to } => {
                self.take_from_stock(state, place);
                let (to, kind) = (usize::from(to), self.stock[usize::from(place)]);
                state.columns[to] = state.columns[to].with(suit_bit(kind, 0), 1, kind.face());
                self.lay_up_aces(state, to);
            }
            Step::StockHome { place } => {
                self.take_from_stock(state, place);
                self.lay_up(state, self.stock[usize::from(place)]);
            }
            Step::Turn => {
                let talon = state.stock & !below(state.turned);
                let place = talon.trailing_zeros() as usize;
                state.turned = place as u8 + 1;
                let target = landing(self.stock[place].face());
                state.must_play = self.rules.forced_talon_play
                    && state.columns.iter().any(|column| column.face() == target);
            }
            Step::Redeal => {
                state.turned = 0;
                state.pass += u8::from(self.rules.passes.is_some());
            }
        }
    }

    fn take_from_stock(&self, state: &mut State, place: u8) {
        if place + 1 < state.turned {
            state.pass += u8::from(self.rules.passes.is_some());
        }
        state.stock &= !(1 << place);
        state.turned = 64 - (state.stock & below(place)).leading_zeros() as u8;
        state.must_play = false;
    }

    fn lay_up(&self, state: &mut State, kind: Kind) {
        let pile = self.pile_for(state, kind).expect("a foundation takes the card");
        state.foundations[pile] += 1;
    }

    fn column_home(&self, state: &mut State, index: usize) {
        let column = state.columns[index];
        self.lay_up(state, column.open());
        state.columns[index] = self.without(index, column, 1);
    }

    #[inline]
    fn lay_up_aces(&self, state: &mut State, index: usize) {
        while self.aces_go_up && state.columns[index].rank() == 1 {
            self.column_home(state, index);
        }
    }

    /// Writes a step that is about to be played in the moves of the rules.
    pub fn write(&self, state: &State, step: Step, moves: &mut Vec<Move>) {
        let turns = |places: u64| std::iter::repeat_n(Move::Turn, places.count_ones() as usize);
        if let Step::StockRun { place, .. } | Step::StockHome { place } = step {
            let (talon, up_to_it) = (state.stock & !below(state.turned), below(place + 1));
            if place >= state.turned {
                moves.extend(turns(talon & up_to_it));
            } else if place + 1 < state.turned {
                moves.extend(turns(talon));
                moves.push(Move::Redeal);
                moves.extend(turns(state.stock & up_to_it));
            }
        }
        moves.push(match step {
            Step::Run { from, to, count } => Move::ColumnToColumn { from, to, count },
            Step::Home { from } => Move::ColumnToFoundation { from },
            Step::StockRun { to, .. } => Move::WasteToColumn { to },
            Step::StockHome { .. } => Move::WasteToFoundation,
            Step::Turn => Move::Turn,
            Step::Redeal => Move::Redeal,
        });
    }
}

fn bare_column(up: &[Kind], dealt: u32) -> Column {
    let open = *up.last().expect("a bare column has an open card");
    let mut suits = 0;
    let mut run = 0;
    let mut face = open.face();
    for &kind in up.iter().rev() {
        if kind.face() != face {
            break;
        }
        suits |= suit_bit(kind, run);
        run += 1;
        face = landing(face);
    }
    Column::pack(suits, run, open.face(), dealt, 0)
}
