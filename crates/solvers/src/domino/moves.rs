//! The moves of the rules on packed states.

use super::state::{CardId, Cell, KEYS, State, VariantTables, rank};

/// A card into a gap, or the redeal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The card; 0 for the redeal.
    pub card: CardId,
    /// The gap.
    pub to: Cell,
}

impl Step {
    /// The redeal.
    pub const REDEAL: Step = Step { card: 0, to: 0 };
}

impl State {
    /// The card that the left neighbour of a gap calls for, 0 for none.
    pub fn after_left(&self, tables: &VariantTables, gap: Cell) -> CardId {
        let next = self.card(gap - 1) + 1;
        if tables.movable >> next & 1 == 1 { next } else { 0 }
    }

    /// The card that the right neighbour of a gap calls for, 0 for none.
    pub fn before_right(&self, gap: Cell) -> CardId {
        let right = self.card(gap + 1);
        if rank(right) <= 2 { 0 } else { right - 1 }
    }

    /// How many of the calls of a gap's neighbours add a link: the card called for leaves none behind.
    pub fn linking_moves(&self, tables: &VariantTables, gap: Cell) -> i32 {
        let after = self.after_left(tables, gap);
        let before = if tables.fill_left { 0 } else { self.before_right(gap) };
        i32::from(after != 0 && self.card(self.spot(after) + 1) != after + 1)
            + i32::from(before != 0 && self.card(self.spot(before) - 1) != before - 1)
    }

    /// Calls `visit` for each move of a card, none twice.
    pub fn for_each_card_step(&self, tables: &VariantTables, mut visit: impl FnMut(Step)) {
        for &to in self.gaps(tables) {
            let after = self.after_left(tables, to);
            if after != 0 {
                visit(Step { card: after, to });
            }
            if !tables.fill_left {
                let before = self.before_right(to);
                if before != 0 && before != after {
                    visit(Step { card: before, to });
                }
            }
        }
    }

    /// Whether no card can move.
    pub fn is_blocked(&self, tables: &VariantTables) -> bool {
        let mut blocked = true;
        self.for_each_card_step(tables, |_| blocked = false);
        blocked
    }

    /// Whether the redeal is legal; the position is not won.
    pub fn may_redeal(&self, tables: &VariantTables) -> bool {
        self.packed.redeals_left > 0 && (!tables.redeal_blocked || self.is_blocked(tables))
    }

    /// Plays a move.
    pub fn play(&mut self, tables: &VariantTables, step: Step) {
        if step == Step::REDEAL {
            self.redeal(tables);
        } else {
            self.move_card(step);
        }
    }

    /// Moves a card into a gap.
    pub fn move_card(&mut self, Step { card, to }: Step) {
        let gap = |i: usize| i * usize::from(self.packed.gaps[i] == to);
        self.fill((gap(1) + gap(2) + gap(3)) as u8, card);
    }

    /// Moves a card into one of the gaps.
    pub fn fill(&mut self, gap: u8, card: CardId) {
        let (from, to) = (self.spot(card), self.gap(gap));
        let (f, t, c) = (usize::from(from & 63), usize::from(to & 63), usize::from(card & 63));
        let lost = self.links_at(card, from);
        self.packed.cells[f] = 0;
        let won = self.links_at(card, to);
        self.packed.cells[t] = card;
        self.spots[c] = to;
        self.packed.links = self.packed.links + won - lost;
        self.packed.key ^= KEYS[c][f] ^ KEYS[c][t];
        self.packed.gaps[usize::from(gap & 3)] = from;
        let length = &mut self.packed.prefixes[f >> 4];
        *length = (*length).min(from & 15);
        self.extend_prefix(to >> 4);
    }

    /// How many links a card has in a place.
    fn links_at(&self, card: CardId, cell: Cell) -> u8 {
        u8::from(self.card(cell - 1) == card - 1) + u8::from(self.card(cell + 1) == card + 1)
    }

    /// The key after a card is moved.
    pub fn key_after(&self, Step { card, to }: Step) -> u128 {
        let keys = &KEYS[usize::from(card)];
        self.packed.key ^ keys[usize::from(self.spot(card))] ^ keys[usize::from(to)]
    }

    /// The cards, a bit each, that a move may have put where they lie under `fill=both`.
    pub fn movable_back(&self, tables: &VariantTables) -> u64 {
        let mut cards = 0;
        for row in 0..tables.rows {
            for place in 1..=tables.top {
                let cell = 16 * row + place;
                let card = self.card(cell);
                if card != 0 && (self.card(cell - 1) == card - 1 || self.card(cell + 1) == card + 1)
                {
                    cards |= 1 << card;
                }
            }
        }
        cards
    }

    fn redeal(&mut self, tables: &VariantTables) {
        let mut cells = [0; 64];
        let mut pickup = [0; 52];
        let mut taken = 0;
        let mut prefixes = [0; 4];
        for row in 0..tables.rows {
            let start = 16 * usize::from(row);
            let prefix = usize::from(self.prefix(row));
            cells[start..start + prefix].copy_from_slice(&self.packed.cells[start..start + prefix]);
            for place in (prefix..=usize::from(tables.top)).rev() {
                let card = self.packed.cells[start + place];
                if card != 0 {
                    pickup[taken] = card;
                    taken += 1;
                }
            }
            prefixes[usize::from(row)] = prefix;
        }
        if tables.pickup_lifo {
            pickup[..taken].reverse();
        }
        let mut dealt = 0;
        for row in 0..usize::from(tables.rows) {
            for place in prefixes[row] + 1..=usize::from(tables.top) {
                cells[16 * row + place] = pickup[dealt];
                dealt += 1;
            }
        }
        *self = State::from_cells(tables, cells, self.packed.redeals_left - 1);
    }
}
