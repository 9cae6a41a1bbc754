//! The lazy state: which heads are left, and which lows lie in which pool.

use gehtauf_cards::{Card, Colour, Rank};
use gehtauf_rules::Column;
use gehtauf_rules::eklige_elfer::EkligeElfer;

use super::bounds::Asks;
use super::ranks::Ranks;
use super::types::Types;

/// The most columns that a state holds.
pub const COLUMNS: usize = 11;
/// The most deals that a state holds.
pub const DEALS: usize = 10;
/// The most places of a column: runs at the start and a card of each deal.
pub(super) const SLOTS: usize = 16;

/// A card without its suit: its phase and its rank, the 2 being 0.
///
/// The phase is (rank + colour) mod 2. A card goes onto a card exactly if both have the same phase
/// and its rank is one lower.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type {
    pub phase: u8,
    pub rank: u8,
}

impl Type {
    /// The type of a card that is no Ace.
    pub fn of(card: Card) -> Type {
        let red = u8::from(card.colour() == Colour::Red);
        Type { phase: (card.rank.number() + red) & 1, rank: card.rank.number() - 2 }
    }
}

/// What is at a slot of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// A card that is the head of its run when it comes there. At the start the low of the run is
    /// known; the low of a dealt card is the card.
    Head(Type, u8),
    /// An Ace or no card: the column is not covered by this deal.
    Veil,
}

/// What a deal of the game looks like to the search; fixed while it goes on.
#[derive(Debug, Clone)]
pub struct Table {
    pub(super) slots: [[Slot; SLOTS]; COLUMNS],
    /// How many slots the runs at the start have; the slots after them are the deals'.
    pub(super) first_deal: u32,
    pub(super) deals: u8,
    pub(super) columns: usize,
    pub(super) king: u8,
    /// Which cards the deals from each one on bring.
    pub(super) coming: [[Ranks; 2]; DEALS + 1],
    /// By deals made and column: the card of the next deal, if there is one, and those of the later
    /// ones.
    pub(super) coming_to: [[(Option<Type>, Types); COLUMNS]; DEALS + 1],
    /// What each slot is to the relaxed game.
    pub(super) asks: [[Asks; SLOTS]; COLUMNS],
    runs: u8,
    /// `take-out=forced`: see [`Table::fit`].
    pub(super) forced: bool,
}

/// A position up to what the player may still choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// The slots of each column that are still there: heads not yet popped, and veils.
    pub(super) slots: [u16; COLUMNS],
    /// The King at the bottom of the column: 0 none, else 1 + phase.
    pub(super) kings: [u8; COLUMNS],
    /// The columns that are empty or hold a King's run alone and may change places.
    pub(super) loose: u16,
    /// How many of the deals have been made.
    pub(super) dealt: u8,
    /// How many runs have been taken out.
    out: u8,
    /// The open lows of each phase.
    pub(super) open: [Ranks; 2],
    /// The lows that each deal covered, of each phase.
    pub(super) pools: [[Ranks; 2]; DEALS],
}

/// A move of the lazy space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub kind: Kind,
    /// The column; 0 for a deal.
    pub column: u8,
    /// The low that the run laid open has; no matter if none is laid open.
    pub low: u8,
    /// A deal: the Kings of the loose columns, two bits each.
    pub kings: u32,
}

/// The kinds of moves of the lazy space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A whole run goes onto an open low.
    Pop,
    /// The head lies on the low of the run under it: no move of the game.
    Join,
    /// The low of a column that the last deals did not cover is settled: no move of the game.
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
    /// A run from the start of the search: its head and its low.
    Known(Type, u8),
    /// A run that this deal covered, with any low of its pool that the head can carry.
    Pool(usize, Type),
}

impl Below {
    /// The head of the run.
    pub fn head(self) -> Option<Type> {
        match self {
            Below::Nothing => None,
            Below::Known(head, _) | Below::Pool(_, head) => Some(head),
        }
    }
}

fn add(heads: &mut [Ranks; 2], head: Option<Type>) {
    if let Some(head) = head {
        let heads = &mut heads[usize::from(head.phase)];
        *heads = heads.with(head.rank);
    }
}

impl Table {
    /// The table and the first state of a position; nothing if the position is too large for the
    /// packed state.
    pub fn new(position: &EkligeElfer) -> Option<(Table, State)> {
        let variant = position.variant();
        let width = usize::from(variant.columns);
        let deals = position.talon().len().div_ceil(width);
        let runs: Vec<Vec<(Type, u8)>> = position.columns().iter().map(runs_of).collect();
        let first_deal = runs.iter().map(Vec::len).max().unwrap_or(0);
        if width > COLUMNS || deals > DEALS || first_deal + deals > SLOTS {
            return None;
        }
        let mut table = Table {
            slots: [[Slot::Veil; SLOTS]; COLUMNS],
            first_deal: first_deal as u32,
            deals: deals as u8,
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
            loose: 0,
            dealt: 0,
            out: position.runs_out() as u8,
            open: Default::default(),
            pools: Default::default(),
        };
        for (column, runs) in runs.iter().enumerate() {
            for (slot, &(head, low)) in runs.iter().enumerate() {
                table.slots[column][slot] = Slot::Head(head, low);
                state.slots[column] |= 1 << slot;
            }
            if let Some(&(head, low)) = runs.last() {
                let lows = &mut state.open[usize::from(head.phase)];
                *lows = lows.with(low);
            }
        }
        for (deal, cards) in position.talon().chunks(width).enumerate() {
            for (column, card) in cards.iter().enumerate().filter(|(_, c)| c.rank != Rank::ACE) {
                let head = Type::of(*card);
                table.slots[column][first_deal + deal] = Slot::Head(head, head.rank);
                let phase = usize::from(head.phase);
                for coming in &mut table.coming[..=deal] {
                    coming[phase] = coming[phase].with(head.rank);
                }
                table.coming_to[deal][column].0 = Some(head);
                for coming_to in &mut table.coming_to[..deal] {
                    let (_, later) = &mut coming_to[column];
                    *later = *later | Types::one(head);
                }
            }
        }
        for column in 0..width {
            table.asks[column] = table.slots[column].map(|slot| Asks::new(slot, table.king));
            table.settle_king(&mut state, column);
        }
        table.settle_loose(&mut state);
        Some((table, state))
    }

    /// How many deals there are.
    pub fn deals(&self) -> u8 {
        self.deals
    }

    /// How many heads are left, those to come included.
    pub fn heads_left(&self, state: &State) -> u32 {
        let slots: u32 = state.slots.iter().map(|slots| slots.count_ones()).sum();
        slots + u32::from(self.deals - state.dealt) * self.columns as u32
    }

    /// The same table with `take-out=free`: whoever can win there under `forced` can win here.
    pub fn free(&self) -> Table {
        Table { forced: false, ..self.clone() }
    }

    /// Whether all runs are out.
    pub fn is_won(&self, state: &State) -> bool {
        state.out == self.runs
    }

    pub(super) fn slot(&self, column: usize, slot: u32) -> Slot {
        self.slots[column][slot as usize]
    }

    /// The head of the column's open run; nothing if the column is empty or veiled.
    pub fn open_head(&self, state: &State, column: usize) -> Option<Type> {
        self.head_on_top(column, state.slots[column], state.kings[column])
    }

    fn head_on_top(&self, column: usize, slots: u16, king: u8) -> Option<Type> {
        match slots.checked_ilog2() {
            Some(slot) => match self.slot(column, slot) {
                Slot::Head(head, _) => Some(head),
                Slot::Veil => None,
            },
            None => self.king_of(king),
        }
    }

    pub(super) fn king_type(&self, state: &State, column: usize) -> Option<Type> {
        self.king_of(state.kings[column])
    }

    /// The King that this code stands for: 0 none, else 1 + phase.
    pub(super) fn king_of(&self, code: u8) -> Option<Type> {
        let phase = code.checked_sub(1)?;
        Some(Type { phase, rank: self.king })
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
                    Slot::Head(head, low) => break Some((head, low)),
                    Slot::Veil => {
                        cover = slot;
                        left &= !(1 << slot);
                    }
                },
            }
        };
        let below = match (run, cover.checked_sub(self.first_deal)) {
            (None, _) => Below::Nothing,
            (Some((head, _)), Some(deal)) => Below::Pool(deal as usize, head),
            (Some((head, low)), None) => Below::Known(head, low),
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

    /// The heads of the runs whose lows are in the pool of the deal.
    pub(super) fn covered_heads(&self, state: &State, deal: usize) -> [Ranks; 2] {
        let cover = 1 << (self.first_deal as usize + deal);
        let mut heads = [Ranks::default(); 2];
        for column in 0..self.columns {
            if state.slots[column] & cover != 0 {
                let slots = state.slots[column] & (cover - 1);
                add(&mut heads, self.head_on_top(column, slots, state.kings[column]));
            }
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
    fn lone_king(&self, column: usize, slots: u16) -> Option<Type> {
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
            state.kings[column] = 1 + king.phase;
        }
    }

    /// If there is an empty column, all bare columns may change places; those that may are sorted.
    pub(super) fn settle_loose(&self, state: &mut State) {
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
            state.loose = bare;
        }
        for column in bits(state.loose) {
            counts[usize::from(state.kings[column])] += 1;
        }
        for column in bits(state.loose) {
            let king = [1, 2, 0][[1, 2, 0].iter().position(|&k| counts[k] > 0).unwrap_or(0)];
            counts[king] -= 1;
            state.kings[column] = king as u8;
        }
    }

    fn reveal(&self, state: &mut State, column: usize, left: u16, below: Below, low: u8) {
        state.slots[column] = left;
        let head = match below {
            Below::Nothing => {
                state.kings[column] = 0;
                return;
            }
            Below::Known(head, _) => head,
            Below::Pool(deal, head) => {
                let lows = &mut state.pools[deal][usize::from(head.phase)];
                *lows = lows.without(low);
                head
            }
        };
        let open = &mut state.open[usize::from(head.phase)];
        *open = open.with(low);
        self.settle_king(state, column);
    }

    /// Plays a step.
    pub fn play_step(&self, state: &mut State, step: Step) {
        if step.kind == Kind::Deal {
            self.deal(state, step.kings);
            self.settle_loose(state);
            return;
        }
        let column = usize::from(step.column);
        let head = self.open_head(state, column);
        let (left, below) = self.below(state, column);
        let take = |state: &mut State, head: Type, low: u8| {
            let open = &mut state.open[usize::from(head.phase)];
            *open = open.without(low);
        };
        match (step.kind, head) {
            (Kind::Pop, Some(head)) => {
                take(state, head, head.rank + 1);
                self.reveal(state, column, left, below, step.low);
            }
            (Kind::Join, Some(head)) => {
                let Below::Pool(deal, _) = below else { panic!("nothing to join") };
                state.slots[column] = left;
                let lows = &mut state.pools[deal][usize::from(head.phase)];
                *lows = lows.without(head.rank + 1);
                self.settle_king(state, column);
            }
            (Kind::Unveil, _) => self.reveal(state, column, left, below, step.low),
            (Kind::King, Some(head)) => {
                let space = (0..self.columns).find(|&space| Self::is_empty(state, space));
                state.kings[space.expect("a King needs an empty column")] = 1 + head.phase;
                self.reveal(state, column, left, below, step.low);
            }
            (Kind::Out, Some(head)) => {
                take(state, head, 0);
                state.out += 1;
                self.reveal(state, column, left, below, step.low);
            }
            (kind, _) => panic!("{kind:?} of an empty or veiled column"),
        }
        self.settle_loose(state);
    }

    /// Whether a step, which leaves its column these slots, changes nothing but them and the lows.
    pub fn is_local(&self, state: &State, step: Step, slots: u16) -> bool {
        let column = usize::from(step.column);
        let is_bare =
            slots == 0 || state.kings[column] == 0 && self.lone_king(column, slots).is_some();
        matches!(step.kind, Kind::Pop | Kind::Unveil | Kind::Join) && !is_bare
    }

    fn deal(&self, state: &mut State, kings: u32) {
        for column in bits(state.loose) {
            state.kings[column] = (kings >> (2 * column) & 3) as u8;
        }
        let slot = self.first_deal + u32::from(state.dealt);
        state.pools[usize::from(state.dealt)] = std::mem::take(&mut state.open);
        state.dealt += 1;
        state.loose = 0;
        for column in 0..self.columns {
            match self.slot(column, slot) {
                Slot::Head(head, low) => {
                    state.slots[column] |= 1 << slot;
                    let open = &mut state.open[usize::from(head.phase)];
                    *open = open.with(low);
                    self.settle_king(state, column);
                }
                Slot::Veil if !Self::is_empty(state, column) => state.slots[column] |= 1 << slot,
                Slot::Veil => {}
            }
        }
    }
}

impl Step {
    pub(super) fn new(kind: Kind, column: usize) -> Step {
        Step { kind, column: column as u8, low: 0, kings: 0 }
    }
}

/// The places of the ones, lowest first.
pub fn bits(mask: u16) -> impl Iterator<Item = usize> {
    gehtauf_search::bits(mask).map(usize::from)
}

/// The maximal runs of a column, the open one last: type of the head and rank of the low. A
/// face-down card is a run of its own; a covered Ace goes when it comes to light and is none.
pub fn runs_of(column: &Column) -> Vec<(Type, u8)> {
    let mut runs: Vec<(Type, u8)> = Vec::new();
    let mut below: Option<Type> = None;
    for (i, &card) in column.cards.iter().enumerate() {
        if card.rank == Rank::ACE {
            below = None;
            continue;
        }
        let card = Type::of(card);
        match below {
            Some(low) if low.phase == card.phase && low.rank == card.rank + 1 => {
                runs.last_mut().expect("a card lies below").1 = card.rank;
            }
            _ => runs.push((card, card.rank)),
        }
        below = (i >= column.face_down).then_some(card);
    }
    runs
}

impl State {
    /// How many deals have been made.
    pub fn dealt(&self) -> u8 {
        self.dealt
    }

    /// How many runs have been taken out.
    pub fn out(&self) -> usize {
        usize::from(self.out)
    }

    /// The bare columns that may change places.
    pub fn loose(&self) -> u16 {
        self.loose
    }

    /// The heads left in a column, in one number.
    pub fn column_key(&self, column: usize) -> u32 {
        u32::from(self.kings[column]) << u16::BITS | u32::from(self.slots[column])
    }
}
