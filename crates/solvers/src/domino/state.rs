//! The packed position.

use gehtauf_rules::domino::Variant;
use gehtauf_search::hashing::SplitMix;

/// What the options say, as the search uses it.
#[derive(Debug, Clone, Copy)]
pub struct VariantTables {
    /// How many rows there are.
    pub rows: u8,
    /// The highest rank, and the last place of a row.
    pub top: u8,
    /// Only the left neighbour of a gap calls for a card.
    pub fill_left: bool,
    /// A redeal is legal only when no card can move.
    pub redeal_blocked: bool,
    /// The card taken up last is dealt first.
    pub pickup_lifo: bool,
    /// A bit for each card that may move: all suits from the 2 up.
    pub movable: u64,
}

impl VariantTables {
    pub fn new(variant: Variant) -> VariantTables {
        let top = variant.pack.top.number();
        VariantTables {
            rows: variant.rows() as u8,
            top,
            fill_left: variant.fill_left,
            redeal_blocked: variant.redeal_blocked,
            pickup_lifo: variant.pickup_lifo,
            movable: 0x0001_0001_0001_0001 * ((2 << top) - 4),
        }
    }

    /// The links of a won position: in each row all cards but the Ace follow their neighbour.
    pub fn all_links(&self) -> u8 {
        self.rows * (self.top - 1)
    }
}

/// A card as 16 x suit + rank; 0 is no card.
pub type CardId = u8;

/// Gaps of a state, a bit each in its order.
pub type Gaps = u8;

/// A place as 16 x row + place in the row. Places beyond the row's end are never filled.
pub type Cell = u8;

/// The cards in the places 1 to 13 of each row: all of a state without redeals whose Aces are known.
pub type Rows = [[CardId; 13]; 4];

/// The rank of a card.
pub const fn rank(card: CardId) -> u8 {
    card & 15
}

/// A position with its Aces in place.
///
/// ```text
/// spots  64 bytes  place of each card; suit s is bytes 16 s .. 16 s + 15, the Ace at 16 s + 1
/// cells  64 bytes  card in each place; row r is bytes 16 r .. 16 r + 15, the Ace's place first
/// gaps    4 bytes  the empty places, in no fixed order
/// key    16 bytes  see [`State::key`]
/// prefixes  4 bytes  how many places of each row are in order, see [`State::prefix`]
/// redeals left, links, padding: 8 bytes; 160 bytes in all, without the spots 96
/// ```
#[derive(Debug, Clone, Copy)]
pub struct State {
    pub(super) spots: [Cell; 64],
    pub(super) packed: Packed,
}

/// A state without the places of its cards, which the cards in all places tell, for searches that keep
/// many.
#[derive(Debug, Clone, Copy)]
pub struct Packed {
    pub(super) cells: [CardId; 64],
    pub(super) gaps: [Cell; 4],
    pub(super) prefixes: [u8; 4],
    pub(super) redeals_left: u8,
    pub(super) links: u8,
    pub(super) key: u128,
}

impl Packed {
    /// The state again.
    pub fn unpack(self) -> State {
        State { spots: spots(&self.cells), packed: self }
    }
}

/// Where each card lies, in the 14 places that a row has at most.
fn spots(cells: &[CardId; 64]) -> [Cell; 64] {
    let mut spots = [0; 64];
    for (row, cards) in (0..).zip(cells.chunks_exact(16)) {
        for (place, card) in (0..).zip(&cards[..14]) {
            spots[usize::from(card & 63)] = 16 * row + place;
        }
    }
    spots[0] = 0;
    spots
}

/// A random number for each card in each place.
pub(super) static KEYS: [[u128; 64]; 64] = random_keys();

const fn random_keys() -> [[u128; 64]; 64] {
    let mut keys = [[0; 64]; 64];
    let mut numbers = SplitMix::new(0x0d0d_1e50);
    let mut i = 0;
    while i < 64 * 64 {
        keys[i / 64][i % 64] = numbers.next_u128();
        i += 1;
    }
    keys
}

/// A random number for a gap, none that states have in their keys: there is no card 15.
pub fn gap_key(gap: Cell) -> u128 {
    KEYS[15][usize::from(gap)]
}

impl State {
    /// The state without the places of its cards.
    pub fn pack(&self) -> Packed {
        self.packed
    }

    /// The cards in all places.
    pub fn cells(&self) -> &[CardId; 64] {
        &self.packed.cells
    }

    /// The cards in the places 1 to 13 of each row.
    pub fn rows(&self) -> Rows {
        let mut rows = [[0; 13]; 4];
        for (cards, row) in rows.iter_mut().zip(self.packed.cells.chunks(16)) {
            cards.copy_from_slice(&row[1..14]);
        }
        rows
    }

    /// The state with the same Aces and these cards in these rows, without redeals.
    pub fn with_rows(&self, tables: &VariantTables, rows: &Rows) -> State {
        let mut cells = self.packed.cells;
        for (row, cards) in cells.chunks_mut(16).zip(rows) {
            row[1..14].copy_from_slice(cards);
        }
        State::from_cells(tables, cells, 0)
    }

    /// The state with these cards in these places.
    pub fn from_cells(tables: &VariantTables, cells: [CardId; 64], redeals_left: u8) -> State {
        let packed = Packed {
            cells,
            gaps: [0; 4],
            prefixes: [1; 4],
            redeals_left,
            links: 0,
            key: KEYS[0][usize::from(redeals_left)],
        };
        let mut state = packed.unpack();
        let mut gaps = 0;
        for row in 0..tables.rows {
            for place in 0..=tables.top {
                let cell = 16 * row + place;
                let card = cells[usize::from(cell)];
                if card == 0 {
                    state.packed.gaps[gaps] = cell;
                    gaps += 1;
                } else {
                    state.packed.key ^= KEYS[usize::from(card)][usize::from(cell)];
                    state.packed.links += u8::from(cells[usize::from(cell) + 1] == card + 1);
                }
            }
            state.extend_prefix(row);
        }
        state
    }

    /// What tells states apart: the sum (exclusive or) of a random number of 128 bits for each card
    /// in its place and one for the redeals left.
    ///
    /// Claim: equal keys are equal positions. The chance that any two of n different positions of a
    /// game share a key is below n^2 / 2^129: 1.5e-23 for 100 million.
    pub fn key(&self) -> u128 {
        self.packed.key
    }

    /// How many neighbours x, x+1 of one suit lie side by side in this order.
    pub fn links(&self) -> u8 {
        self.packed.links
    }

    /// How many redeals are left.
    pub fn redeals_left(&self) -> u8 {
        self.packed.redeals_left
    }

    /// The card in a place, 0 for none. (Here and below `& 63` changes nothing but that the index is not
    /// checked.)
    pub fn card(&self, cell: Cell) -> CardId {
        self.packed.cells[usize::from(cell & 63)]
    }

    /// Where a card lies.
    pub fn spot(&self, card: CardId) -> Cell {
        self.spots[usize::from(card & 63)]
    }

    /// The won position with the same Aces, without redeals.
    pub fn won(&self, tables: &VariantTables) -> State {
        let mut cells = [0; 64];
        for row in 0..tables.rows {
            for place in 0..tables.top {
                cells[usize::from(16 * row + place)] = self.card(16 * row) + place;
            }
        }
        State::from_cells(tables, cells, 0)
    }

    /// The empty places.
    pub fn gaps(&self, tables: &VariantTables) -> &[Cell] {
        &self.packed.gaps[..usize::from(tables.rows)]
    }

    /// One of the empty places.
    pub fn gap(&self, gap: u8) -> Cell {
        self.packed.gaps[usize::from(gap & 3)]
    }

    /// Whether all rows are in order: the Aces never leave the rows' left ends, so all links are
    /// there only then.
    pub fn is_won(&self, tables: &VariantTables) -> bool {
        self.packed.links == tables.all_links()
    }

    /// Whether a place is a card's in the won position.
    pub fn is_in_place(&self, card: CardId, cell: Cell) -> bool {
        card == self.card(cell & 0x30) + (cell & 15)
    }

    /// How many places from the left of a row hold the Ace and its suit in unbroken order.
    pub fn prefix(&self, row: u8) -> u8 {
        self.packed.prefixes[usize::from(row)]
    }

    pub(super) fn extend_prefix(&mut self, row: u8) {
        let start = 16 * usize::from(row);
        let length = &mut self.packed.prefixes[usize::from(row)];
        while self.packed.cells[start + usize::from(*length)] == self.packed.cells[start] + *length
        {
            *length += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_is_as_large_as_drawn() {
        assert_eq!(size_of::<State>(), 160);
        assert_eq!(size_of::<Packed>(), 96);
    }
}
