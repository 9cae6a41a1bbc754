//! What no play can reach under `fill=left`: the relaxed game, in which nothing is taken away.

use super::state::{CardId, Cell, Rules, State, rank};

/// The relaxed game under `fill=left`: a card put into a gap lies there as well as where it lay, and
/// the gap stays a gap.
///
/// Claim: a place that becomes a gap in a play does so in the relaxed game, and a card comes to lie
/// there wherever it does in a play.
///
/// Proof: by induction along the play; each of its moves is possible in the relaxed game, where all
/// that it needs is there still.
pub(super) struct Relaxed<'s> {
    rules: &'s Rules,
    state: &'s State,
    /// All cards but the Aces, a bit each.
    movable: u64,
}

/// How far gaps have spread.
pub(super) struct Spread {
    /// All gaps, a bit for each cell.
    pub gaps: u64,
    /// Whether they have spread far enough.
    pub is_enough: bool,
    /// If one gap of the state alone is known to spread far enough: that gap, a bit in the state's order.
    pub source: u8,
}

impl Relaxed<'_> {
    /// The relaxed game from a state.
    pub(super) fn new<'s>(rules: &'s Rules, state: &'s State) -> Relaxed<'s> {
        let mut movable = 0;
        for row in 0..rules.rows {
            movable |= ((1 << (rules.top - 1)) - 1) << (state.card(16 * row) + 1);
        }
        Relaxed { rules, state, movable }
    }

    /// Lets some gaps of the state (a bit each in its order) spread while the others are not there,
    /// until nothing changes or they have spread far enough.
    pub(super) fn spread(&self, some: u8, is_enough: impl Fn(u64) -> bool) -> Spread {
        let state = self.state;
        let mut gaps = 0;
        for (i, &gap) in state.gaps(self.rules).iter().enumerate() {
            gaps |= u64::from(some >> i & 1) << gap;
        }
        let mut unmoved = self.movable;
        let mut open = gaps;
        let mut sources = true;
        loop {
            // The cards called for by cards in their first places: each leaves the next gap.
            let mut beside_gaps = 0_u64;
            while open != 0 {
                let source = open.trailing_zeros() as Cell;
                open &= open - 1;
                let mut gap = source;
                loop {
                    beside_gaps |= (gaps << 1 | gaps >> 1) & 1 << gap;
                    let card = state.card(gap - 1) + 1;
                    if unmoved >> card & 1 == 0 {
                        break;
                    }
                    unmoved &= !(1 << card);
                    gap = state.spot(card);
                    gaps |= 1 << gap;
                    if is_enough(gaps) {
                        let is_source = |&gap: &Cell| sources && gap == source;
                        let place = state.gaps(self.rules).iter().position(is_source);
                        return Spread {
                            gaps,
                            is_enough: true,
                            source: place.map_or(0, |i| 1 << i),
                        };
                    }
                }
            }
            // The cards called for by cards that have come to lie in gaps.
            while beside_gaps != 0 {
                let row = beside_gaps.trailing_zeros() & !15;
                beside_gaps &= !(0xffff << row);
                let mut in_runs = gaps & (gaps << 1 | gaps >> 1) & 0xffff << row;
                let (mut cards, mut left, mut new) = (0, Cell::MAX, 0_u64);
                while in_runs != 0 {
                    let gap = in_runs.trailing_zeros() as Cell;
                    in_runs &= in_runs - 1;
                    if gap - 1 != left {
                        cards = 1 << state.card(gap - 1);
                    }
                    cards = cards << 1 & self.movable;
                    new |= cards;
                    cards |= 1 << state.card(gap);
                    left = gap;
                }
                new &= unmoved;
                unmoved &= !new;
                while new != 0 {
                    let gap = 1 << state.spot(new.trailing_zeros() as CardId);
                    new &= new - 1;
                    gaps |= gap;
                    open |= gap;
                }
            }
            sources = false;
            if open == 0 || is_enough(gaps) {
                return Spread { gaps, is_enough: is_enough(gaps), source: 0 };
            }
        }
    }

    /// Whether the relaxed game brings every card home. If not, no play does.
    ///
    /// A card comes home as soon as its home is a gap and the card before it is home, so it is
    /// enough that every place becomes a gap in which not the right card lies.
    pub(super) fn comes_out(&self) -> bool {
        let mut strays = 0;
        for row in 0..self.rules.rows {
            let ace = self.state.card(16 * row);
            for place in 1..self.rules.top {
                let cell = 16 * row + place;
                strays |= u64::from(self.state.card(cell) != ace + place) << cell;
            }
        }
        self.spread(!0, |gaps| strays & !gaps == 0).is_enough
    }

    /// The places of the cards that are a card's neighbours in suit.
    pub(super) fn neighbours(&self, card: CardId) -> u64 {
        let after = if rank(card) < self.rules.top { 1 << self.state.spot(card + 1) } else { 0 };
        after | 1_u64 << self.state.spot(card - 1)
    }
}
