//! What no play can reach under `fill=left`: the relaxed game, in which nothing is taken away.

use gehtauf_search::bits;

use super::point::Point;
use super::state::{CardId, Rules, Step};

/// Gaps of a state, a bit each in its order.
pub(super) type Gaps = u8;

/// For each card those that come after it in its suit, a bit each; none for no card.
static AFTER: [u64; 64] = {
    let mut after = [0; 64];
    let mut card = 1;
    while card < 64 {
        after[card] = (0xfffe << (card & 15) & 0xffff) << (card & 0x30);
        card += 1;
    }
    after
};

/// The first place of each row, a bit for each cell.
const PLACES_OF_ACES: u64 = 0x0001_0001_0001_0001;

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
    /// For each gap the neighbours in suit of the card that it calls for, a bit each.
    near: [u64; 4],
}

/// How far some gaps have spread while the others are not there.
#[derive(Clone, Copy, Default)]
pub(super) struct Spread {
    /// The gaps, a bit for each cell.
    pub(super) gaps: u64,
    /// The cards called for, a bit each: their places are gaps.
    pub(super) called: u64,
    /// The gaps of the state that still sleep.
    pub(super) asleep: Gaps,
}

impl Relaxed {
    /// The relaxed game from a state, with what its gaps call for.
    pub(super) fn new(rules: &Rules, point: &Point, mut cards: [CardId; 4]) -> Relaxed {
        let movable = rules.movable;
        let gaps = [0, 1, 2, 3].map(|gap| point.state.gap(gap));
        let near =
            cards.map(|card| neighbours(rules, card) & 0_u64.wrapping_sub(movable >> card & 1));
        let (mut chains, mut calls) = (gaps.map(|gap| 1_u64 << gap), [0_u64; 4]);
        // The chains are followed side by side, since the end of each would be hard to guess. What comes
        // after an end cannot move and lies, if anywhere, in the place of an Ace.
        while cards.iter().fold(0, |any, card| any | movable >> card) & 1 == 1 {
            for i in 0..4 {
                calls[i] |= 1 << cards[i];
                chains[i] |= 1 << point.state.spot(cards[i]);
                cards[i] = point.next(cards[i]);
            }
        }
        Relaxed {
            movable,
            chains: chains.map(|chain| chain & !PLACES_OF_ACES),
            calls: calls.map(|calls| calls & movable),
            near,
        }
    }

    /// How many gaps a gap spreads to by the calls of cards in their first places, itself counted.
    pub(super) fn chain_length(&self, gap: u8) -> u32 {
        self.chains[usize::from(gap)].count_ones()
    }

    /// Lets some gaps of the state, of which some sleep, spread beside what has spread before while the others
    /// are not there, until nothing changes or the cards called for, a bit each, and the gaps that still sleep
    /// are enough.
    pub(super) fn spread(
        &self,
        point: &Point,
        some: Gaps,
        asleep: Gaps,
        is_enough: impl FnMut(u64, Gaps) -> bool,
        spread: &mut Spread,
    ) {
        spread.gaps |= union(&self.chains, some & !asleep);
        spread.called |= union(&self.calls, some & !asleep);
        spread.asleep = some & asleep;
        self.spread_on(point, spread, is_enough);
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
        point: &Point,
        spread: &mut Spread,
        step: Step,
        is_enough: impl FnMut(u64, Gaps) -> bool,
    ) {
        let woken = spread.asleep & !point.asleep;
        let is_called_on = spread.gaps & 2 << step.to != 0;
        if woken == 0 && !is_called_on {
            return;
        }
        if is_called_on {
            self.call(point, spread, 2 << step.card);
        }
        for gap in bits(woken) {
            self.wake(point, spread, gap);
        }
        self.spread_on(point, spread, is_enough);
    }

    fn spread_on(
        &self,
        point: &Point,
        spread: &mut Spread,
        mut is_enough: impl FnMut(u64, Gaps) -> bool,
    ) {
        let mut known = 0;
        let mut wakers = union(&self.near, spread.asleep);
        loop {
            if spread.called & wakers != 0 {
                self.wake_disturbed(point, spread);
                wakers = union(&self.near, spread.asleep);
            }
            let pairs = spread.gaps & spread.gaps << 1;
            if is_enough(spread.called, spread.asleep) || pairs == known {
                break;
            }
            // Where a run of gaps has not changed, all that it calls for has been called for.
            let new = pairs & rows_of(pairs ^ known);
            known = pairs;
            self.call(point, spread, calls_of_runs(point, spread.gaps, new));
        }
    }

    /// Calls for some cards, for those that their first places call for once they have left, and so on.
    fn call(&self, point: &Point, spread: &mut Spread, cards: u64) {
        let mut new = cards & self.movable & !spread.called;
        while new != 0 {
            spread.called |= new;
            let mut next = 0;
            for card in bits(new) {
                spread.gaps |= 1 << point.state.spot(card);
                next |= 1_u64 << point.next(card);
            }
            new = next & self.movable & !spread.called;
        }
    }

    /// Wakes the gaps where a neighbour in suit of the card that they call for has left its place.
    fn wake_disturbed(&self, point: &Point, spread: &mut Spread) {
        let mut gap = 0;
        while spread.asleep >> gap != 0 {
            if spread.asleep >> gap & 1 == 1 && self.near[usize::from(gap)] & spread.called != 0 {
                self.wake(point, spread, gap);
                gap = 0;
            } else {
                gap += 1;
            }
        }
    }

    /// Wakes a gap. (Its chain may be another by now, since moves may have been made.)
    fn wake(&self, point: &Point, spread: &mut Spread, gap: u8) {
        let cell = point.state.gap(gap);
        spread.asleep &= !(1 << gap);
        spread.gaps |= 1 << cell;
        self.call(point, spread, 2 << point.state.card(cell - 1));
    }

    /// The gaps that no other disturbs by the calls of cards in their first places: none calls for a
    /// neighbour in suit of the card that the gap calls for.
    pub(super) fn undisturbed_at_first(&self, asleep: Gaps) -> Gaps {
        let calls = those_of(&self.calls, !asleep);
        let (low, high) = (calls[0] | calls[1], calls[2] | calls[3]);
        let others = [calls[1] | high, calls[0] | high, low | calls[3], low | calls[2]];
        let is_undisturbed = |gap: usize| u8::from(others[gap] & self.near[gap] == 0) << gap;
        is_undisturbed(0) | is_undisturbed(1) | is_undisturbed(2) | is_undisturbed(3)
    }

    /// The gaps that call for a neighbour in suit of a card.
    pub(super) fn disturbed_by(&self, card: CardId) -> Gaps {
        let is_disturbed = |gap: usize| ((self.near[gap] >> card & 1) as Gaps) << gap;
        is_disturbed(0) | is_disturbed(1) | is_disturbed(2) | is_disturbed(3)
    }

    /// For each gap those, a bit each, whose cards in their first places call for a neighbour in suit
    /// of the card that the gap calls for.
    pub(super) fn disturbers(&self, asleep: Gaps) -> [Gaps; 4] {
        self.near.map(|near| {
            let disturbs = |i: usize| u8::from(self.calls[i] & near != 0) << i;
            (disturbs(0) | disturbs(1) | disturbs(2) | disturbs(3)) & !asleep
        })
    }

    /// Spreads the gaps that are not of the part until they disturb it, that is move a neighbour in suit of
    /// a card that a gap of the part calls for. Says if they do not.
    pub(super) fn is_undisturbed(
        &self,
        point: &Point,
        part: Gaps,
        asleep: Gaps,
        others: &mut Spread,
    ) -> bool {
        let near = union(&self.near, part);
        *others = Spread::default();
        self.spread(point, !part, asleep, |called, _| called & near != 0, others);
        others.called & near == 0
    }
}

/// For some gaps all ones for each of them, zero for each other.
static MASKS: [[u64; 4]; 16] = {
    let mut masks = [[0; 4]; 16];
    let mut i = 0;
    while i < 64 {
        masks[i / 4][i % 4] = 0_u64.wrapping_sub(((i / 4) >> (i % 4) & 1) as u64);
        i += 1;
    }
    masks
};

/// The sets of some gaps, none for the others. (Without branches, since which gaps these are is hard to
/// guess.)
fn those_of(sets: &[u64; 4], gaps: Gaps) -> [u64; 4] {
    let masks = &MASKS[usize::from(gaps & 15)];
    [sets[0] & masks[0], sets[1] & masks[1], sets[2] & masks[2], sets[3] & masks[3]]
}

/// The sets of some gaps in one.
fn union(sets: &[u64; 4], gaps: Gaps) -> u64 {
    let [a, b, c, d] = those_of(sets, gaps);
    a | b | c | d
}

/// What is called for in runs of gaps, at least in some gaps with a gap at the left: after a card in front
/// of a run or in it come, one to each gap at its right in the run, those that come after it in suit.
///
/// Cards that are no [`Point::callers`] are left out. A Queen calls for a King alone, and has done so when
/// her neighbour became a gap. Where the next card in suit lies at a card's right, in a gap, it was called
/// for, and calls for all the rest itself.
fn calls_of_runs(point: &Point, gaps: u64, pairs: u64) -> u64 {
    let mut calls = 0;
    let right = gaps >> 1;
    for cell in bits(pairs >> 2 & point.callers()) {
        let card = point.state.card(cell) & 63;
        // The gaps at its right up to the first place that is none, the nearest one lowest.
        let run = right >> cell & !((right >> cell) + 1);
        calls |= run << 1 << card & AFTER[usize::from(card)];
    }
    calls
}

/// All cells of the rows in which some cells are. (The last of a row is never one of them.)
fn rows_of(cells: u64) -> u64 {
    ((cells + 0x7fff_7fff_7fff_7fff) >> 15 & 0x0001_0001_0001_0001) * 0xffff
}

/// The neighbours in suit of a card, a bit each.
pub(super) fn neighbours(rules: &Rules, card: CardId) -> u64 {
    (2_u64 << card | 1_u64 << (card - 1)) & rules.movable
}
