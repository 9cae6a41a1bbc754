//! The deferred state: which heads are left, and which tails lie in which deferred set.

use gehtauf_cards::{Card, Rank};
use gehtauf_certificates::heads::runs_of;
use gehtauf_rules::eklige_elfer::EkligeElfer;

use super::abstractions::card_types::{CardType, CardTypes};
use super::abstractions::ranks::Ranks;
use super::slot::{Asks, Slot};

/// The most columns that a state holds.
pub const COLUMNS: usize = 11;
/// The most rows to deal that a state holds.
pub const ROWS: usize = 10;
/// The most slots of a column: runs at the start and a card of each row.
pub(super) const SLOTS: usize = 16;

/// The cards of a deal as the search sees them; fixed while it goes on.
#[derive(Debug, Clone)]
pub struct Deal {
    pub(super) slots: [[Slot; SLOTS]; COLUMNS],
    /// How many slots the runs at the start have; the slots after them are the rows'.
    pub(super) first_row: u32,
    pub(super) rows: u8,
    pub(super) columns: usize,
    pub(super) king: u8,
    /// Which cards the rows from each one on bring.
    pub(super) coming: [[Ranks; 2]; ROWS + 1],
    /// By rows dealt and column: the card of the next row, if there is one, and those of the later
    /// ones.
    pub(super) coming_to: [[(Option<CardType>, CardTypes); COLUMNS]; ROWS + 1],
    /// What each slot is to the relaxed game.
    pub(super) asks: [[Asks; SLOTS]; COLUMNS],
    runs: u8,
    /// `take-out=forced`: see [`Deal::fit`].
    pub(super) forced: bool,
}

/// A position up to what the player may still choose: see
/// [`deferred_assignment`](super::abstractions::deferred_assignment).
///
/// ```text
/// slots            11 x u16   bit per column: runs at the start of the search, then a card of each row;
///                             set while that card is a head (or a veil)
/// kings            11 x u8    the King at the bottom: none, parity 0, parity 1
/// interchangeable  u16        the columns that may change places
/// dealt, out       u8         rows dealt, runs out
/// open             2 x u64    tails, 5 bits a rank, of each parity
/// deferred         10 x 2 x u64
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// The slots of each column that are still there: heads not yet popped, and veils.
    pub(super) slots: [u16; COLUMNS],
    /// The King at the bottom of the column: 0 none, else 1 + parity.
    pub(super) kings: [u8; COLUMNS],
    /// The columns that are empty or hold a King's run alone and may change places.
    pub(super) interchangeable: u16,
    /// How many of the rows have been dealt.
    pub(super) dealt: u8,
    /// How many runs have been taken out.
    pub(super) out: u8,
    /// The open tails of each parity.
    pub(super) open: [Ranks; 2],
    /// The tails that each row covered, of each parity: the deferred sets.
    pub(super) deferred: [[Ranks; 2]; ROWS],
}

/// A move of the deferred space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub kind: StepKind,
    /// The column; 0 for a deal.
    pub column: u8,
    /// The tail that the run laid open has; no matter if none is laid open.
    pub tail: u8,
    /// A deal: the Kings of the interchangeable columns, two bits each.
    pub kings: u32,
}

/// The kinds of moves of the deferred space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// A whole run goes onto an open tail.
    Pop,
    /// The head lies on the tail of the run under it: no move of the game.
    Join,
    /// The tail of a column that the last rows did not cover is settled: no move of the game.
    Unveil,
    /// A King's run with something under it goes to an empty column.
    King,
    /// A complete run goes out.
    Out,
    /// The next row is dealt.
    Deal,
}

/// What comes to light when the top of a column goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Below {
    Nothing,
    /// A run from the start of the search: its head and its tail.
    Known(CardType, u8),
    /// A run that this row covered, with any tail of its deferred set that the head can carry.
    Deferred(usize, CardType),
}

impl Below {
    /// The head of the run.
    pub fn head(self) -> Option<CardType> {
        match self {
            Below::Nothing => None,
            Below::Known(head, _) | Below::Deferred(_, head) => Some(head),
        }
    }
}

pub(super) fn add(heads: &mut [Ranks; 2], head: Option<CardType>) {
    if let Some(head) = head {
        let heads = &mut heads[usize::from(head.parity)];
        *heads = heads.with(head.rank);
    }
}

impl Deal {
    /// Whether the packed state has room for a position.
    pub fn holds(position: &EkligeElfer) -> bool {
        let width = usize::from(position.variant().columns);
        let rows = position.talon().len().div_ceil(width);
        let runs = position.columns().iter().map(|column| runs_of(column).len());
        width <= COLUMNS && rows <= ROWS && runs.max().unwrap_or(0) + rows <= SLOTS
    }

    /// The deal and the state of a position that [`Deal::holds`] has room for.
    pub fn new(position: &EkligeElfer) -> (Deal, State) {
        let variant = position.variant();
        let width = usize::from(variant.columns);
        let runs: Vec<Vec<(CardType, u8)>> = position.columns().iter().map(runs_of).collect();
        let first_row = runs.iter().map(Vec::len).max().unwrap_or(0);
        let mut deal = Deal {
            slots: [[Slot::Veil; SLOTS]; COLUMNS],
            first_row: first_row as u32,
            rows: position.talon().len().div_ceil(width) as u8,
            columns: width,
            king: variant.pack.top.number() - 2,
            coming: Default::default(),
            coming_to: Default::default(),
            asks: [[Asks::new(Slot::Veil, 0); SLOTS]; COLUMNS],
            runs: variant.runs() as u8,
            forced: variant.take_out_forced,
        };
        let mut state = State {
            slots: [0; COLUMNS],
            kings: [0; COLUMNS],
            interchangeable: 0,
            dealt: 0,
            out: position.runs_out() as u8,
            open: Default::default(),
            deferred: Default::default(),
        };
        for (column, runs) in runs.iter().enumerate() {
            for (slot, &(head, tail)) in runs.iter().enumerate() {
                deal.slots[column][slot] = Slot::Head(head, tail);
                state.slots[column] |= 1 << slot;
            }
            if let Some(&(head, tail)) = runs.last() {
                let tails = &mut state.open[usize::from(head.parity)];
                *tails = tails.with(tail);
            }
        }
        for (row, cards) in position.talon().chunks(width).enumerate() {
            deal.add_row(row, cards);
        }
        for column in 0..width {
            deal.asks[column] = deal.slots[column].map(|slot| Asks::new(slot, deal.king));
            deal.settle_king(&mut state, column);
        }
        deal.settle_interchangeable(&mut state);
        (deal, state)
    }

    /// Adds the cards that a row will bring.
    fn add_row(&mut self, row: usize, cards: &[Card]) {
        for (column, card) in cards.iter().enumerate().filter(|(_, c)| c.rank != Rank::ACE) {
            let head = CardType::of(*card);
            self.slots[column][self.first_row as usize + row] = Slot::Head(head, head.rank);
            let parity = usize::from(head.parity);
            for coming in &mut self.coming[..=row] {
                coming[parity] = coming[parity].with(head.rank);
            }
            self.coming_to[row][column].0 = Some(head);
            for coming_to in &mut self.coming_to[..row] {
                let (_, later) = &mut coming_to[column];
                *later = *later | CardTypes::one(head);
            }
        }
    }

    /// How many rows there are to deal.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// How many heads are left, those to come included.
    pub fn heads_left(&self, state: &State) -> u32 {
        let slots: u32 = state.slots.iter().map(|slots| slots.count_ones()).sum();
        slots + u32::from(self.rows - state.dealt) * self.columns as u32
    }

    /// The same table with `take-out=free`: whoever can win there under `forced` can win here.
    pub fn free(&self) -> Deal {
        Deal { forced: false, ..self.clone() }
    }

    /// Whether all runs are out.
    pub fn is_won(&self, state: &State) -> bool {
        state.out == self.runs
    }

    pub(super) fn slot(&self, column: usize, slot: u32) -> Slot {
        self.slots[column][slot as usize]
    }

    /// The head of the column's open run; nothing if the column is empty or veiled.
    pub fn open_head(&self, state: &State, column: usize) -> Option<CardType> {
        self.head_on_top(column, state.slots[column], state.kings[column])
    }

    pub(super) fn head_on_top(&self, column: usize, slots: u16, king: u8) -> Option<CardType> {
        match slots.checked_ilog2() {
            Some(slot) => match self.slot(column, slot) {
                Slot::Head(head, _) => Some(head),
                Slot::Veil => None,
            },
            None => self.king_of(king),
        }
    }

    pub(super) fn king_type(&self, state: &State, column: usize) -> Option<CardType> {
        self.king_of(state.kings[column])
    }

    /// The King that this code stands for: 0 none, else 1 + parity.
    pub(super) fn king_of(&self, code: u8) -> Option<CardType> {
        let parity = code.checked_sub(1)?;
        Some(CardType { parity, rank: self.king })
    }

    /// The slots left when the top of the column and the veils under it have gone, and what is then
    /// open.
    pub fn below(&self, state: &State, column: usize) -> (u16, Below) {
        let mut left = state.slots[column];
        let Some(top) = left.checked_ilog2() else { return (0, Below::Nothing) };
        let mut cover = top;
        left &= !(1 << top);
        let run = loop {
            match left.checked_ilog2() {
                None => break self.king_type(state, column).map(|head| (head, 0)),
                Some(slot) => match self.slot(column, slot) {
                    Slot::Head(head, tail) => break Some((head, tail)),
                    Slot::Veil => {
                        cover = slot;
                        left &= !(1 << slot);
                    }
                },
            }
        };
        let below = match (run, cover.checked_sub(self.first_row)) {
            (None, _) => Below::Nothing,
            (Some((head, _)), Some(row)) => Below::Deferred(row as usize, head),
            (Some((head, tail)), None) => Below::Known(head, tail),
        };
        (left, below)
    }

    /// The heads of the open runs.
    pub(super) fn open_heads(&self, state: &State) -> [Ranks; 2] {
        let mut heads = [Ranks::default(); 2];
        for column in 0..self.columns {
            add(&mut heads, self.open_head(state, column));
        }
        heads
    }

    /// Whether the column is empty or holds a King's run alone.
    fn is_bare(state: &State, column: usize) -> bool {
        state.slots[column] == 0
    }

    /// Whether there is an empty column.
    pub fn has_empty(&self, state: &State) -> bool {
        (0..self.columns).any(|column| Self::is_empty(state, column))
    }

    pub(super) fn is_empty(state: &State, column: usize) -> bool {
        state.slots[column] == 0 && state.kings[column] == 0
    }

    /// The King whose slot is the only one of these.
    pub(super) fn lone_king(&self, column: usize, slots: u16) -> Option<CardType> {
        let alone = slots.is_power_of_two().then(|| self.slot(column, slots.ilog2()));
        match alone {
            Some(Slot::Head(head, _)) if head.rank == self.king => Some(head),
            _ => None,
        }
    }

    /// Makes a King that is alone in its column the King at its bottom.
    pub(super) fn settle_king(&self, state: &mut State, column: usize) {
        if state.kings[column] == 0
            && let Some(king) = self.lone_king(column, state.slots[column])
        {
            state.slots[column] = 0;
            state.kings[column] = 1 + king.parity;
        }
    }

    /// If there is an empty column, all bare columns may change places; those that may are sorted.
    pub(super) fn settle_interchangeable(&self, state: &mut State) {
        let mut bare = 0_u16;
        let mut counts = [0_u8; 3];
        let mut has_empty = false;
        for column in 0..self.columns {
            if Self::is_bare(state, column) {
                bare |= 1 << column;
                has_empty |= state.kings[column] == 0;
            }
        }
        if has_empty {
            state.interchangeable = bare;
        }
        for column in bits(state.interchangeable) {
            counts[usize::from(state.kings[column])] += 1;
        }
        for column in bits(state.interchangeable) {
            let king = [1, 2, 0][[1, 2, 0].iter().position(|&k| counts[k] > 0).unwrap_or(0)];
            counts[king] -= 1;
            state.kings[column] = king as u8;
        }
    }
}

impl Step {
    pub(super) fn new(kind: StepKind, column: usize) -> Step {
        Step { kind, column: column as u8, tail: 0, kings: 0 }
    }
}

/// The numbers of the bits that are set, lowest first.
pub fn bits(mask: u16) -> impl Iterator<Item = usize> {
    gehtauf_search::bits(mask).map(usize::from)
}

impl State {
    /// How many rows have been dealt.
    pub fn dealt(&self) -> u8 {
        self.dealt
    }

    /// How many runs have been taken out.
    pub fn out(&self) -> usize {
        usize::from(self.out)
    }

    /// The bare columns that may change places.
    pub fn interchangeable(&self) -> u16 {
        self.interchangeable
    }

    /// The heads left in a column, in one number.
    pub fn column_key(&self, column: usize) -> u32 {
        u32::from(self.kings[column]) << u16::BITS | u32::from(self.slots[column])
    }
}
