//! What no play can reach under `fill=left`: the relaxed game, in which nothing is taken away.

use super::state::{CardId, Cell, Rules, State, rank};

/// Gaps of a state, a bit each in its order.
pub(super) type Gaps = u8;

/// The relaxed game under `fill=left`: a card put into a gap lies there as well as where it lay, and
/// the gap stays a gap.
///
/// Claim: a place that becomes a gap in a play does so in the relaxed game, and a card comes to lie
/// there wherever it does in a play.
///
/// Proof: by induction along the play; each of its moves is possible in the relaxed game, where all
/// that it needs is there still.
///
/// Some gaps may sleep: in the plays looked at they are not filled before a neighbour in suit of the
/// card that they call for has moved. In the relaxed game a sleeping gap is not there before such a
/// neighbour has left its place; the claim and its proof stay the same.
pub(super) struct Relaxed<'s> {
    rules: &'s Rules,
    state: &'s State,
    /// All cards but the Aces, a bit each.
    movable: u64,
    /// For each gap what it spreads to by the calls of cards in their first places.
    chains: [Reach; 4],
    /// For each gap the places of the neighbours in suit of the card that it calls for.
    near: [u64; 4],
}

#[derive(Clone, Copy)]
struct Reach {
    /// The gaps, a bit for each cell.
    gaps: u64,
    /// The cards not called for, a bit each.
    unmoved: u64,
}

impl Reach {
    fn add(&mut self, other: &Reach) {
        self.gaps |= other.gaps;
        self.unmoved &= other.unmoved;
    }
}

impl Relaxed<'_> {
    /// The relaxed game from a state.
    pub(super) fn new<'s>(rules: &'s Rules, state: &'s State) -> Relaxed<'s> {
        let mut movable = 0;
        for row in 0..rules.rows {
            movable |= ((1 << (rules.top - 1)) - 1) << (state.card(16 * row) + 1);
        }
        let nothing = Reach { gaps: 0, unmoved: movable };
        let mut relaxed = Relaxed { rules, state, movable, chains: [nothing; 4], near: [0; 4] };
        for (i, &gap) in state.gaps(rules).iter().enumerate() {
            let mut chain = nothing;
            relaxed.follow(gap, &mut chain);
            relaxed.chains[i] = chain;
            let card = state.after_left(rules, gap);
            if card != 0 {
                relaxed.near[i] = neighbours(rules, state, card);
            }
        }
        relaxed
    }

    /// How many gaps a gap spreads to by the calls of cards in their first places, itself counted.
    pub(super) fn chain_length(&self, gap: u8) -> u32 {
        self.chains[usize::from(gap)].gaps.count_ones()
    }

    /// Adds a gap and what it spreads to by the calls of cards in their first places: each card
    /// called for leaves the next gap.
    fn follow(&self, mut gap: Cell, reach: &mut Reach) {
        loop {
            reach.gaps |= 1 << gap;
            let card = self.state.card(gap - 1) + 1;
            if reach.unmoved >> card & 1 == 0 {
                return;
            }
            reach.unmoved &= !(1 << card);
            gap = self.state.spot(card);
        }
    }

    /// Lets some gaps of the state, of which some sleep, spread while the others are not there, until
    /// nothing changes or the gaps, a bit for each cell, are enough. Says which these are, and which
    /// gaps still sleep.
    pub(super) fn spread(
        &self,
        some: Gaps,
        asleep: Gaps,
        is_enough: impl Fn(u64) -> bool,
    ) -> (u64, Gaps) {
        let mut reach = Reach { gaps: 0, unmoved: self.movable };
        for (i, chain) in self.chains.iter().enumerate() {
            if (some & !asleep) >> i & 1 == 1 {
                reach.add(chain);
            }
        }
        let mut asleep = some & asleep;
        let mut beside_gaps = 0;
        loop {
            self.wake(&mut asleep, &mut reach);
            if is_enough(reach.gaps) {
                return (reach.gaps, asleep);
            }
            let known = beside_gaps;
            beside_gaps = reach.gaps & reach.gaps << 1;
            let rows = rows_of(beside_gaps & !known);
            let new = self.called_in(rows & (beside_gaps | beside_gaps >> 1)) & reach.unmoved;
            if new == 0 {
                return (reach.gaps, asleep);
            }
            reach.unmoved &= !new;
            for card in ones(new) {
                self.follow(self.state.spot(card), &mut reach);
            }
        }
    }

    /// Wakes gaps where a neighbour in suit of the card that they call for has left its place.
    fn wake(&self, asleep: &mut Gaps, reach: &mut Reach) {
        let mut i = 0;
        while *asleep >> i != 0 {
            if *asleep >> i & 1 == 1 && self.near[i] & reach.gaps != 0 {
                *asleep &= !(1 << i);
                reach.add(&self.chains[i]);
                i = 0;
            } else {
                i += 1;
            }
        }
    }

    /// The cards, a bit each, called for in some gaps: the card at the left of a gap calls for the
    /// next of its suit, which calls for the next in the gap after that if it is given too, and so on.
    fn called_in(&self, gaps: u64) -> u64 {
        let (mut called, mut here) = (0, 0);
        for gap in ones(gaps) {
            if gaps << 1 >> gap & 1 == 0 {
                here = 0;
            }
            here = (here | 1 << self.state.card(gap - 1)) << 1 & self.movable;
            called |= here;
        }
        called
    }

    /// For each gap those, a bit each, whose cards in their first places call for a neighbour in suit
    /// of the card that the gap calls for.
    pub(super) fn disturbers(&self, asleep: Gaps) -> [Gaps; 4] {
        self.near.map(|near| {
            let disturbs = |&i: &usize| asleep >> i & 1 == 0 && self.chains[i].gaps & near != 0;
            (0..4).filter(disturbs).fold(0, |gaps, i| gaps | 1 << i)
        })
    }

    /// Spreads the gaps that are not of the part until they disturb it, that is move a neighbour in suit of
    /// a card that a gap of the part calls for. The gaps, a bit for each cell, if they do not.
    pub(super) fn others_if_undisturbed(&self, part: Gaps, asleep: Gaps) -> Option<u64> {
        let mut near = 0;
        for i in (0..4).filter(|i| part >> i & 1 == 1) {
            near |= self.near[i];
        }
        let (gaps, _) = self.spread(!part, asleep, |gaps| gaps & near != 0);
        (gaps & near == 0).then_some(gaps)
    }

    /// The places of the cards that are not home, a bit for each cell.
    ///
    /// A card comes home in the relaxed game as soon as its home is a gap and the card before it is home.
    /// So all come home if all these places become gaps.
    pub(super) fn strays(&self) -> u64 {
        let mut strays = 0;
        for row in 0..self.rules.rows {
            let ace = self.state.card(16 * row);
            for place in 1..self.rules.top {
                let card = self.state.card(16 * row + place);
                strays |= u64::from(card != 0 && card != ace + place) << (16 * row + place);
            }
        }
        strays
    }
}

/// The places of the cards that are a card's neighbours in suit.
pub(super) fn neighbours(rules: &Rules, state: &State, card: CardId) -> u64 {
    let after = if rank(card) < rules.top { 1 << state.spot(card + 1) } else { 0 };
    after | 1_u64 << state.spot(card - 1)
}

/// All cells of the rows of some cells.
fn rows_of(mut cells: u64) -> u64 {
    let mut rows = 0;
    while cells != 0 {
        let row = 0xffff << (cells.trailing_zeros() & !15);
        rows |= row;
        cells &= !row;
    }
    rows
}

/// The numbers of the bits that are set.
fn ones(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as u8;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lowest
        })
    })
}
