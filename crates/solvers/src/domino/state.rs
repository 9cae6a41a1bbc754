//! The packed position and its moves.

use gehtauf_cards::{Card, Rank, Suit};
use gehtauf_rules::Move;
use gehtauf_rules::domino::{Domino, Variant};
use gehtauf_search::hashing::SplitMix;

/// What the options say, as the search uses it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
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

impl Rules {
    pub(super) fn new(variant: Variant) -> Rules {
        let top = variant.pack.top.number();
        Rules {
            rows: variant.rows() as u8,
            top,
            fill_left: variant.fill_left,
            redeal_blocked: variant.redeal_blocked,
            pickup_lifo: variant.pickup_lifo,
            movable: 0x0001_0001_0001_0001 * ((2 << top) - 4),
        }
    }

    /// The links of a won position: in each row all cards but the Ace follow their neighbour.
    pub(super) fn all_links(&self) -> u8 {
        self.rows * (self.top - 1)
    }
}

/// A card as 16 x suit + rank; 0 is no card.
pub(super) type CardId = u8;

/// A place as 16 x row + place in the row. Places beyond the row's end are never filled.
pub(super) type Cell = u8;

/// The cards in the places 1 to 13 of each row: all of a state without redeals whose Aces are known.
pub(super) type Rows = [[CardId; 13]; 4];

/// The rank of a card.
pub(super) const fn rank(card: CardId) -> u8 {
    card & 15
}

/// A card into a gap, or the redeal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    /// The card; 0 for the redeal.
    pub card: CardId,
    /// The gap.
    pub to: Cell,
}

impl Step {
    /// The redeal.
    pub(super) const REDEAL: Step = Step { card: 0, to: 0 };

    /// The move in the rules' notation.
    pub(super) fn to_move(self) -> Move {
        if self == Step::REDEAL {
            return Move::Redeal;
        }
        let suit = Suit::ALL[usize::from(self.card >> 4)];
        let card = Card::new(Rank::new(rank(self.card)).expect("a card has a rank"), suit);
        Move::CardToGap { card, row: self.to >> 4, place: self.to & 15 }
    }
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
pub(super) struct State {
    spots: [Cell; 64],
    packed: Packed,
}

/// A state without the places of its cards, which the cards in all places tell, for searches that keep
/// many.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packed {
    cells: [CardId; 64],
    gaps: [Cell; 4],
    prefixes: [u8; 4],
    redeals_left: u8,
    links: u8,
    key: u128,
}

impl Packed {
    /// The state again.
    pub(super) fn unpack(self) -> State {
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
static KEYS: [[u128; 64]; 64] = random_keys();

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
pub(super) fn gap_key(gap: Cell) -> u128 {
    KEYS[15][usize::from(gap)]
}

impl State {
    /// Packs a position; `aces` are the Aces of its rows, whether or not they lie there yet.
    pub(super) fn new(position: &Domino, aces: impl Iterator<Item = Suit>) -> State {
        let variant = position.variant();
        let mut cells = [0; 64];
        for row in 0..variant.rows() {
            for place in 1..variant.places() {
                let card = position.card(row, place);
                cells[16 * row + place] =
                    card.map_or(0, |card| 16 * card.suit.index() as u8 + card.rank.number());
            }
        }
        for (row, suit) in aces.enumerate() {
            cells[16 * row] = 16 * suit.index() as u8 + 1;
        }
        State::from_cells(&Rules::new(variant), cells, position.redeals_left())
    }

    /// The state without the places of its cards.
    pub(super) fn pack(&self) -> Packed {
        self.packed
    }

    /// The cards in all places.
    pub(super) fn cells(&self) -> &[CardId; 64] {
        &self.packed.cells
    }

    /// The cards in the places 1 to 13 of each row.
    pub(super) fn rows(&self) -> Rows {
        let mut rows = [[0; 13]; 4];
        for (cards, row) in rows.iter_mut().zip(self.packed.cells.chunks(16)) {
            cards.copy_from_slice(&row[1..14]);
        }
        rows
    }

    /// The state with the same Aces and these cards in these rows, without redeals.
    pub(super) fn with_rows(&self, rules: &Rules, rows: &Rows) -> State {
        let mut cells = self.packed.cells;
        for (row, cards) in cells.chunks_mut(16).zip(rows) {
            row[1..14].copy_from_slice(cards);
        }
        State::from_cells(rules, cells, 0)
    }

    /// The state with these cards in these places.
    pub(super) fn from_cells(rules: &Rules, cells: [CardId; 64], redeals_left: u8) -> State {
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
        for row in 0..rules.rows {
            for place in 0..=rules.top {
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
    pub(super) fn key(&self) -> u128 {
        self.packed.key
    }

    /// How many neighbours x, x+1 of one suit lie side by side in this order.
    pub(super) fn links(&self) -> u8 {
        self.packed.links
    }

    /// How many redeals are left.
    pub(super) fn redeals_left(&self) -> u8 {
        self.packed.redeals_left
    }

    /// The card in a place, 0 for none. (Here and below `& 63` changes nothing but that the index is not
    /// checked.)
    pub(super) fn card(&self, cell: Cell) -> CardId {
        self.packed.cells[usize::from(cell & 63)]
    }

    /// Where a card lies.
    pub(super) fn spot(&self, card: CardId) -> Cell {
        self.spots[usize::from(card & 63)]
    }

    /// The won position with the same Aces, without redeals.
    pub(super) fn won(&self, rules: &Rules) -> State {
        let mut cells = [0; 64];
        for row in 0..rules.rows {
            for place in 0..rules.top {
                cells[usize::from(16 * row + place)] = self.card(16 * row) + place;
            }
        }
        State::from_cells(rules, cells, 0)
    }

    /// The cards, a bit each, that a move may have put where they lie under `fill=both`.
    pub(super) fn movable_back(&self, rules: &Rules) -> u64 {
        let mut cards = 0;
        for row in 0..rules.rows {
            for place in 1..=rules.top {
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

    /// The empty places.
    pub(super) fn gaps(&self, rules: &Rules) -> &[Cell] {
        &self.packed.gaps[..usize::from(rules.rows)]
    }

    /// One of the empty places.
    pub(super) fn gap(&self, gap: u8) -> Cell {
        self.packed.gaps[usize::from(gap & 3)]
    }

    /// Whether all rows are in order: the Aces never leave the rows' left ends, so all links are
    /// there only then.
    pub(super) fn is_won(&self, rules: &Rules) -> bool {
        self.packed.links == rules.all_links()
    }

    /// Whether a place is a card's in the won position.
    pub(super) fn is_home(&self, card: CardId, cell: Cell) -> bool {
        card == self.card(cell & 0x30) + (cell & 15)
    }

    /// The card that the left neighbour of a gap calls for, 0 for none.
    pub(super) fn after_left(&self, rules: &Rules, gap: Cell) -> CardId {
        let next = self.card(gap - 1) + 1;
        if rules.movable >> next & 1 == 1 { next } else { 0 }
    }

    /// The card that the right neighbour of a gap calls for, 0 for none.
    pub(super) fn before_right(&self, gap: Cell) -> CardId {
        let right = self.card(gap + 1);
        if rank(right) <= 2 { 0 } else { right - 1 }
    }

    /// How many of the calls of a gap's neighbours add a link: the card called for leaves none behind.
    pub(super) fn linking_moves(&self, rules: &Rules, gap: Cell) -> i32 {
        let after = self.after_left(rules, gap);
        let before = if rules.fill_left { 0 } else { self.before_right(gap) };
        i32::from(after != 0 && self.card(self.spot(after) + 1) != after + 1)
            + i32::from(before != 0 && self.card(self.spot(before) - 1) != before - 1)
    }

    /// Calls `visit` for each move of a card, none twice.
    pub(super) fn for_each_card_step(&self, rules: &Rules, mut visit: impl FnMut(Step)) {
        for &to in self.gaps(rules) {
            let after = self.after_left(rules, to);
            if after != 0 {
                visit(Step { card: after, to });
            }
            if !rules.fill_left {
                let before = self.before_right(to);
                if before != 0 && before != after {
                    visit(Step { card: before, to });
                }
            }
        }
    }

    /// Whether no card can move.
    pub(super) fn is_blocked(&self, rules: &Rules) -> bool {
        let mut blocked = true;
        self.for_each_card_step(rules, |_| blocked = false);
        blocked
    }

    /// Whether the redeal is legal; the position is not won.
    pub(super) fn may_redeal(&self, rules: &Rules) -> bool {
        self.packed.redeals_left > 0 && (!rules.redeal_blocked || self.is_blocked(rules))
    }

    /// Plays a move.
    pub(super) fn play(&mut self, rules: &Rules, step: Step) {
        if step == Step::REDEAL {
            self.redeal(rules);
        } else {
            self.move_card(step);
        }
    }

    /// Moves a card into a gap.
    pub(super) fn move_card(&mut self, Step { card, to }: Step) {
        let gap = |i: usize| i * usize::from(self.packed.gaps[i] == to);
        self.fill((gap(1) + gap(2) + gap(3)) as u8, card);
    }

    /// Moves a card into one of the gaps.
    pub(super) fn fill(&mut self, gap: u8, card: CardId) {
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
    pub(super) fn key_after(&self, Step { card, to }: Step) -> u128 {
        let keys = &KEYS[usize::from(card)];
        self.packed.key ^ keys[usize::from(self.spot(card))] ^ keys[usize::from(to)]
    }

    /// How many places from the left of a row hold the Ace and its suit in unbroken order.
    pub(super) fn prefix(&self, row: u8) -> u8 {
        self.packed.prefixes[usize::from(row)]
    }

    fn extend_prefix(&mut self, row: u8) {
        let start = 16 * usize::from(row);
        let length = &mut self.packed.prefixes[usize::from(row)];
        while self.packed.cells[start + usize::from(*length)] == self.packed.cells[start] + *length
        {
            *length += 1;
        }
    }

    fn redeal(&mut self, rules: &Rules) {
        let mut cells = [0; 64];
        let mut pickup = [0; 52];
        let mut taken = 0;
        let mut prefixes = [0; 4];
        for row in 0..rules.rows {
            let start = 16 * usize::from(row);
            let prefix = usize::from(self.prefix(row));
            cells[start..start + prefix].copy_from_slice(&self.packed.cells[start..start + prefix]);
            for place in (prefix..=usize::from(rules.top)).rev() {
                let card = self.packed.cells[start + place];
                if card != 0 {
                    pickup[taken] = card;
                    taken += 1;
                }
            }
            prefixes[usize::from(row)] = prefix;
        }
        if rules.pickup_lifo {
            pickup[..taken].reverse();
        }
        let mut dealt = 0;
        for row in 0..usize::from(rules.rows) {
            for place in prefixes[row] + 1..=usize::from(rules.top) {
                cells[16 * row + place] = pickup[dealt];
                dealt += 1;
            }
        }
        *self = State::from_cells(rules, cells, self.packed.redeals_left - 1);
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    fn domino(position: &AnyPosition) -> &Domino {
        match position {
            AnyPosition::Domino(position) => position,
            other => panic!("{other:?} is not Domino"),
        }
    }

    fn pack(position: &AnyPosition) -> State {
        State::new(domino(position), domino(position).variant().row_suits())
    }

    #[test]
    fn state_is_as_large_as_drawn() {
        assert_eq!(size_of::<State>(), 160);
        assert_eq!(size_of::<Packed>(), 96);
    }

    #[test]
    fn packed_play_follows_the_rules() {
        let option_lists: [&[(&str, &str)]; 5] = [
            &[],
            &[("fill", "left"), ("redeal", "blocked")],
            &[("pickup", "lifo"), ("ranks", "5")],
            &[("ranks", "6"), ("suits", "DS"), ("redeal", "blocked")],
            &[("ranks", "2"), ("suits", "H")],
        ];
        for options in option_lists {
            let game = Game::new(RuleSet::Domino, options).unwrap();
            for seed in 0..20 {
                let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let rules = Rules::new(domino(&position).variant());
                let mut state = pack(&position);
                let mut rng = Pcg64::seed_from_u64(seed);
                for _ in 0..200 {
                    let repacked = pack(&position);
                    assert_eq!(
                        (
                            state.packed.cells,
                            state.spots,
                            state.packed.links,
                            state.packed.key,
                            state.packed.prefixes,
                            state.packed.redeals_left,
                        ),
                        (
                            repacked.packed.cells,
                            repacked.spots,
                            repacked.packed.links,
                            repacked.packed.key,
                            repacked.packed.prefixes,
                            repacked.packed.redeals_left
                        ),
                    );
                    assert_eq!(state.is_won(&rules), position.is_won());
                    let mut steps = Vec::new();
                    if !state.is_won(&rules) {
                        state.for_each_card_step(&rules, |step| steps.push(step));
                        if state.may_redeal(&rules) {
                            steps.push(Step::REDEAL);
                        }
                    }
                    let mut moves: Vec<Move> = steps.iter().map(|step| step.to_move()).collect();
                    let mut legal = position.legal_moves();
                    moves.sort();
                    legal.sort();
                    assert_eq!(moves, legal);
                    if steps.is_empty() {
                        break;
                    }
                    let step = steps[rng.next_u32() as usize % steps.len()];
                    state = state.pack().unpack();
                    state.play(&rules, step);
                    position.play(step.to_move());
                }
            }
        }
    }
}
