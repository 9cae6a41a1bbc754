//! Delete relaxation: a head that stays even if nothing is ever used up stays in every play.
//!
//! *Setup.* The relaxed game has the heads, tails and deferred sets of a state. There nothing is taken away
//! but heads: a tail that was open stays open, one that came out of a deferred set stays in it, what a
//! row brings to an open tail uncovers the whole set. Between two rows all is played that can be.
//!
//! *Claim.* A state with heads that stay in the relaxed game to the end is lost.
//!
//! *Invariant.* Play a win of the state in the relaxed game along with the real one, all relaxed moves of a
//! level before the next row. At each time (1) the heads that are left in the relaxed game are left in
//! the real one, (2) a tail open in the real game is open in the relaxed one, (3) a tail hidden in a
//! column of the real game is open in the relaxed one, or lies in a relaxed deferred set whose covering slot
//! is left in that column or is the King's at its bottom, or is what the run at the top of the column
//! before the search can end in, and (4) a King at the bottom of a relaxed column is still in the real
//! one.
//!
//! *Each move keeps it.*
//! - A pop or a join has its tail by (2) or (3), where the slot that covers the tail of a join is the head's or
//!   one of the veils under it. So the relaxed game takes the head as well, which keeps (1).
//! - What comes to light keeps (2) and (3): what a slot of a coming row uncovers is the whole deferred set of the
//!   row, and that is all that was open. A King that comes to the bottom of a relaxed column may lie
//!   on more in the real one, so its set is uncovered when it goes.
//! - A King goes to an empty column: there is one in the relaxed game by (1) and (4). A real King goes with
//!   its 2, or to another column, also from the bottom, as interchangeable ones may, while some column
//!   is empty, and then every relaxed King at a bottom goes, which keeps (4). Those that were
//!   interchangeable at the start with no column empty are Kings of either parity if both are among them.
//! - A run goes out: as a King's.
//! - A row is dealt: its heads are left in both games; a row with an Ace or with too few cards leaves
//!   everything open in the relaxed game.
//!
//! *Conclusion.* In the end of the win no head is left, so by (1) none is left in the relaxed game. Rows are
//! dealt one by one in both games, so "before the next row" means the same in both.
//!
//! Once the relaxed columns are empty and the tails of all types open, the coming rows are not looked
//! at: what they bring can hardly stay, and a head overlooked proves nothing wrong.
//!
//! *Needs.* The free game, whose losses are losses under `take-out=forced` too.
//!
//! Oracles: `no_state_on_the_way_to_a_win_is_proven_lost` of the prunings; `tests/eklige_elfer.rs` with the switch
//! on and off.

use gehtauf_rules::eklige_elfer::Variant;

use crate::eklige_elfer::abstractions::card_types::{CardType, CardTypes};
use crate::eklige_elfer::slot::{ALWAYS, Asks, SPACE};
use crate::eklige_elfer::state::{COLUMNS, Deal, ROWS, State, bits};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, take_out_forced: _, columns: _, face_down_rows: _, face_up_rows: _ } =
        *variant;
    true
}

/// The 2 of both parities.
const TWOS: CardTypes = CardTypes(1 | 1 << 16);

/// The 2s of the parities of a King: code 1 is parity 0, 2 is parity 1, and 3 either.
fn twos(king: u8) -> CardTypes {
    CardTypes(u32::from(king & 1) | u32::from(king >> 1) << 16)
}

/// What a player could reach who never uses anything up.
pub struct Relaxed {
    /// The heads left, and veils.
    pub slots: [u16; COLUMNS],
    /// The King at the bottom of each column: 0 none, else as in [`twos`].
    kings: [u8; COLUMNS],
    /// The tails that may lie under that King in the real game.
    under_kings: [CardTypes; COLUMNS],
    /// The tails that may be open before the next deal, and whether a column may be empty.
    open: CardTypes,
    /// The tails that each deal may have covered.
    deferred: [CardTypes; ROWS],
    /// What must be open for each column to be played on.
    asked: [CardTypes; COLUMNS],
}

impl Deal {
    /// How many heads stay before the next row, before the one after it, and in the end, even if
    /// nothing is ever used up. A state with heads that stay in the end is lost.
    pub fn heads_that_stay(&self, state: &State) -> [u32; 3] {
        let mut relaxed = Relaxed::new(state);
        relaxed.play_all(self, state.dealt);
        let mut stay = [relaxed.heads_left(); 3];
        for row in state.dealt..self.rows {
            if relaxed.has_all(self) {
                return stay;
            }
            relaxed.deal(self, row);
            relaxed.play_all(self, state.dealt);
            stay[2] = relaxed.heads_left();
            if row == state.dealt {
                stay[1] = stay[2];
            }
        }
        stay
    }
}

impl Relaxed {
    pub fn new(state: &State) -> Relaxed {
        let mut relaxed = Relaxed {
            slots: state.slots,
            kings: state.kings,
            under_kings: [CardTypes(0); COLUMNS],
            open: CardTypes::of(state.open),
            deferred: [CardTypes(0); ROWS],
            asked: [CardTypes(0); COLUMNS],
        };
        for row in 0..usize::from(state.dealt) {
            relaxed.deferred[row] = CardTypes::of(state.deferred[row]);
        }
        let interchangeable_kings =
            bits(state.interchangeable).fold(0, |kings, column| kings | state.kings[column]);
        for column in bits(state.interchangeable).filter(|&column| state.kings[column] != 0) {
            relaxed.kings[column] = interchangeable_kings;
        }
        relaxed
    }

    /// Whether no head and no King is left and the tails of all types are open.
    fn has_all(&self, deal: &Deal) -> bool {
        let all = [0, 1].map(|parity| CardTypes::up_to(CardType { parity, rank: deal.king }));
        self.slots == [0; COLUMNS]
            && self.kings == [0; COLUMNS]
            && (all[0] | all[1]).without(self.open).is_empty()
    }

    fn heads_left(&self) -> u32 {
        self.slots.iter().map(|slots| slots.count_ones()).sum()
    }

    /// Plays all that can be before the next row.
    pub fn play_all(&mut self, deal: &Deal, dealt_at_start: u8) {
        let known = deal.first_row + u32::from(dealt_at_start);
        for column in 0..deal.columns {
            self.asked[column] = self.play_column(deal, column, known);
        }
        loop {
            let before = self.open;
            for column in 0..deal.columns {
                if !(self.open & self.asked[column]).is_empty() {
                    self.asked[column] = self.play_column(deal, column, known);
                }
            }
            if self.open == before {
                return;
            }
        }
    }

    /// Removes what is possible from a column; gives what must be open to go on. Slots below `known`
    /// were dealt before the state, so what they cover is known more closely.
    fn play_column(&mut self, deal: &Deal, column: usize, known: u32) -> CardTypes {
        while let Some(top) = self.slots[column].checked_ilog2() {
            let Asks { hosts, tail, .. } = deal.asks[column][top as usize];
            let is_king = !(hosts & SPACE).is_empty();
            let deferred = self.deferred(deal, top);
            if is_king && self.kings[column] == 0 && self.slots[column] == 1 << top {
                self.slots[column] = 0;
                self.kings[column] = 1 + u8::from(tail.0 >> 16 != 0);
                self.under_kings[column] = deferred.filter(|_| top >= known).unwrap_or_default();
                break;
            }
            if ((self.open | ALWAYS | self.joins(deal, column, top)) & hosts).is_empty() {
                return hosts;
            }
            self.slots[column] &= !(1 << top);
            self.open = self.open
                | match deferred {
                    Some(deferred) if top >= known => deferred,
                    _ => self.uncovered(deal, column, deferred),
                };
        }
        if self.kings[column] != 0 {
            let asked = twos(self.kings[column]) | SPACE;
            if (self.open & asked).is_empty() {
                return asked;
            }
            self.kings[column] = 0;
            self.open = self.open | self.under_kings[column];
        }
        self.open = self.open | SPACE;
        CardTypes(0)
    }

    /// The deferred set of the deal that the slot is of.
    fn deferred(&self, deal: &Deal, slot: u32) -> Option<CardTypes> {
        slot.checked_sub(deal.first_row).map(|row| self.deferred[row as usize])
    }

    /// The tails that the head on top of a column may lie on.
    fn joins(&self, deal: &Deal, column: usize, top: u32) -> CardTypes {
        let mut joins = self.deferred(deal, top).unwrap_or_default();
        let mut under = self.slots[column] & !(1 << top);
        while let Some(slot) = under.checked_ilog2()
            && deal.asks[column][slot as usize].hosts == ALWAYS
        {
            joins = joins | self.deferred(deal, slot).unwrap_or_default();
            under &= !(1 << slot);
        }
        joins.without(TWOS)
    }

    /// What the run now on top of the column, if it lay there before the search, may end in.
    fn uncovered(&self, deal: &Deal, column: usize, deferred: Option<CardTypes>) -> CardTypes {
        let (tail, carries) = match self.slots[column].checked_ilog2() {
            Some(slot) => {
                let Asks { tail, carries, .. } = deal.asks[column][slot as usize];
                (tail, carries)
            }
            None => {
                let twos = twos(self.kings[column]);
                (twos, CardTypes(twos.0 * ((2 << deal.king) - 1)))
            }
        };
        deferred.map_or(tail, |deferred| deferred & carries)
    }

    /// Deals a row.
    pub fn deal(&mut self, deal: &Deal, row: u8) {
        let slot = deal.first_row + u32::from(row);
        self.open = self.open.without(SPACE);
        self.deferred[usize::from(row)] = self.open;
        let asks = (0..deal.columns).map(|column| &deal.asks[column][slot as usize]);
        let is_veil = |asks: &Asks| asks.hosts == ALWAYS;
        if !asks.clone().any(is_veil) {
            self.open = CardTypes(0);
        }
        for (column, asks) in asks.enumerate() {
            if !is_veil(asks) {
                self.slots[column] |= 1 << slot;
                self.open = self.open | asks.tail;
            }
        }
    }
}
