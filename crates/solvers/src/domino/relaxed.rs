//! What no play can reach under `fill=left`: the relaxed game, in which nothing is taken away.

use super::state::{CardId, Rules, State, Step, rank};

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
pub(super) struct Relaxed {
    /// All cards but the Aces, a bit each.
    movable: u64,
    /// For each gap what it spreads to by the calls of cards in their first places, a bit for each cell:
    /// each card called for leaves the next gap.
    chains: [u64; 4],
    /// For each gap the cards called for in its chain, a bit each.
    calls: [u64; 4],
    /// For each gap the places of the neighbours in suit of the card that it calls for.
    near: [u64; 4],
}

/// How far some gaps have spread while the others are not there.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    /// The gaps, a bit for each cell.
    pub(super) gaps: u64,
    /// The gaps of the state that still sleep.
    pub(super) asleep: Gaps,
    /// The gaps whose calls are known.
    looked_at: u64,
    /// The cards called for, a bit each.
    called: u64,
    /// For each gap looked at the cards, a bit each, that come to lie there.
    cards: [u64; 64],
}

impl Default for Spread {
    fn default() -> Spread {
        Spread { gaps: 0, asleep: 0, looked_at: 0, called: 0, cards: [0; 64] }
    }
}

impl Relaxed {
    /// The relaxed game from a state.
    pub(super) fn new(rules: &Rules, state: &State) -> Relaxed {
        let movable = rules.movable;
        let (mut chains, mut calls, mut near) = ([0; 4], [0; 4], [0; 4]);
        for (i, &gap) in state.gaps(rules).iter().enumerate() {
            let mut chain = 1_u64 << gap;
            let mut card = state.card(gap - 1) + 1;
            if movable >> card & 1 == 1 {
                near[i] = neighbours(rules, state, card);
            }
            while movable >> card & 1 == 1 {
                calls[i] |= 1 << card;
                let next = state.spot(card);
                chain |= 1 << next;
                card = state.card(next - 1) + 1;
            }
            chains[i] = chain;
        }
        Relaxed { movable, chains, calls, near }
    }

    /// How many gaps a gap spreads to by the calls of cards in their first places, itself counted.
    pub(super) fn chain_length(&self, gap: u8) -> u32 {
        self.chains[usize::from(gap)].count_ones()
    }

    /// Lets some gaps of the state, of which some sleep, spread while the others are not there, until
    /// nothing changes or the gaps, a bit for each cell, and those that still sleep are enough.
    pub(super) fn spread(
        &self,
        state: &State,
        some: Gaps,
        asleep: Gaps,
        is_enough: impl FnMut(u64, Gaps) -> bool,
        spread: &mut Spread,
    ) {
        spread.gaps = 0;
        spread.looked_at = 0;
        spread.called = 0;
        spread.cards.fill(0);
        self.spread_with(state, some, asleep, is_enough, spread);
    }

    /// Lets more gaps of the state spread too.
    pub(super) fn spread_with(
        &self,
        state: &State,
        some: Gaps,
        asleep: Gaps,
        is_enough: impl FnMut(u64, Gaps) -> bool,
        spread: &mut Spread,
    ) {
        spread.gaps |= union(&self.chains, some & !asleep);
        spread.called |= union(&self.calls, some & !asleep);
        spread.asleep = some & asleep;
        self.spread_on(state, spread, is_enough);
    }

    /// Lets them spread further when one of the gaps that are not there has been filled: the card lies in
    /// its new place as well, and gaps that it woke sleep no more.
    ///
    /// Claim: if they had not called for the card, their plays from the state after stay within what they
    /// have spread to now.
    ///
    /// Proof: as for the relaxed game, by induction along such a play. Before it each card lies where it
    /// did when they set out, or was put where it is by the other gap; what that left is no gap of theirs.
    pub(super) fn spread_after(
        &self,
        state: &State,
        spread: &mut Spread,
        step: Step,
        asleep: Gaps,
        is_enough: impl FnMut(u64, Gaps) -> bool,
    ) {
        for gap in ones((spread.asleep & !asleep).into()) {
            spread.gaps |= self.chains[usize::from(gap)];
        }
        spread.asleep &= asleep;
        // What the card calls for is not known.
        spread.looked_at &= !(2 << step.to);
        self.spread_on(state, spread, is_enough);
    }

    fn spread_on(
        &self,
        state: &State,
        spread: &mut Spread,
        mut is_enough: impl FnMut(u64, Gaps) -> bool,
    ) {
        let mut wakers = union(&self.near, spread.asleep);
        let Spread { mut gaps, mut looked_at, mut called, .. } = *spread;
        loop {
            if gaps & wakers != 0 {
                gaps = self.wake(spread, gaps);
                wakers = union(&self.near, spread.asleep);
            }
            let mut new = gaps & !looked_at;
            if new == 0 || is_enough(gaps, spread.asleep) {
                break;
            }
            let cards = &mut spread.cards;
            let known = called;
            while new != 0 {
                let gap = new.trailing_zeros() as usize;
                let bit = new & new.wrapping_neg();
                // The cards at the left of the gap call for the next of their suits. Those call for the next
                // in a gap after that.
                let left = (gap - 1) & 63;
                let come = (cards[left] | 1 << state.card(left as u8)) << 1 & self.movable;
                cards[gap & 63] = come;
                called |= come;
                new = new ^ bit | bit << 1 & gaps;
            }
            looked_at = gaps;
            for card in ones(called & !known) {
                gaps |= 1 << state.spot(card);
            }
        }
        spread.gaps = gaps;
        spread.looked_at = looked_at;
        spread.called = called;
    }

    /// Wakes gaps where a neighbour in suit of the card that they call for has left its place; says which
    /// gaps there are then.
    fn wake(&self, spread: &mut Spread, mut gaps: u64) -> u64 {
        let mut i = 0;
        while spread.asleep >> i != 0 {
            if spread.asleep >> i & 1 == 1 && self.near[i] & gaps != 0 {
                spread.asleep &= !(1 << i);
                gaps |= self.chains[i];
                i = 0;
            } else {
                i += 1;
            }
        }
        gaps
    }

    /// For each gap those, a bit each, whose cards in their first places call for a neighbour in suit
    /// of the card that the gap calls for.
    pub(super) fn disturbers(&self, asleep: Gaps) -> [Gaps; 4] {
        self.near.map(|near| {
            let disturbs = |i: usize| u8::from(self.chains[i] & near != 0) << i;
            (disturbs(0) | disturbs(1) | disturbs(2) | disturbs(3)) & !asleep
        })
    }

    /// Spreads the gaps that are not of the part until they disturb it, that is move a neighbour in suit of
    /// a card that a gap of the part calls for. Says if they do not.
    pub(super) fn is_undisturbed(
        &self,
        state: &State,
        part: Gaps,
        asleep: Gaps,
        others: &mut Spread,
    ) -> bool {
        let near = union(&self.near, part);
        self.spread(state, !part, asleep, |gaps, _| gaps & near != 0, others);
        others.gaps & near == 0
    }
}

/// The sets of some gaps in one. (Without branches, since which gaps these are is hard to guess.)
fn union(sets: &[u64; 4], gaps: Gaps) -> u64 {
    let set = |gap: usize| sets[gap] & 0_u64.wrapping_sub(u64::from(gaps >> gap & 1));
    set(0) | set(1) | set(2) | set(3)
}

/// The places of the cards that are a card's neighbours in suit.
pub(super) fn neighbours(rules: &Rules, state: &State, card: CardId) -> u64 {
    let after = if rank(card) < rules.top { 1 << state.spot(card + 1) } else { 0 };
    after | 1_u64 << state.spot(card - 1)
}

/// The numbers of the bits that are set.
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as u8;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lowest
        })
    })
}
