//! Delete relaxation: what no play can reach under `fill=left`.
//!
//! *Setup.* Within one round. In the relaxation nothing is taken away: a card put into a gap lies there as well as
//! where it lay, and the gap stays a gap. Some gaps may sleep: in the plays looked at they are not filled
//! before a neighbour in suit of the card that they call for has moved. In the relaxation a sleeping gap is not
//! there before such a neighbour has left its place.
//!
//! *Claim.* A place that becomes a gap in a play does so in the relaxation, and a card comes to lie there wherever it
//! does in a play. So a state is dead if a misplaced card is never called for.
//!
//! *Each move keeps it.* By induction along the play: each of its moves is possible in the relaxation, where all
//! that it needs is there still.
//!
//! *Conclusion.* With some gaps left out, it bounds what plays of the others move: no neighbour in suit of what a part
//! calls for means that the part is undisturbed ([`crate::domino::prunings::persistent_sets`]).
//!
//! *Needs.* The state is of the last round where it is to be dead: a redeal moves all cards.
//!
//! Oracle: `partial_order/tests.rs` (whole deals, card by card) and `tests/domino.rs` with the switch on and off.

use gehtauf_rules::domino::Variant;
use gehtauf_search::bits;

use crate::domino::moves::Step;
use crate::domino::partial_order::point::Point;
use crate::domino::state::{CardId, Gaps, VariantTables};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, fill_left, aces_free: _, redeals: _, redeal_blocked: _, pickup_lifo: _ } =
        variant;
    *fill_left
}

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

/// The delete relaxation from one state.
pub struct DeleteRelaxation {
    /// All cards but the Aces, a bit each.
    movable: u64,
    /// For each gap what it reaches by the calls of cards in their first places, a bit for each cell:
    /// each card called for leaves the next gap.
    chains: [u64; 4],
    /// For each gap the cards called for in its chain, a bit each.
    calls: [u64; 4],
    /// For each gap the neighbours in suit of the card that it calls for, a bit each.
    near: [u64; 4],
}

/// How far some gaps have reached while the others are not there.
#[derive(Clone, Copy, Default)]
pub struct Reached {
    /// The gaps, a bit for each cell.
    pub gaps: u64,
    /// The cards called for, a bit each: their places are gaps.
    pub called: u64,
    /// The gaps of the state that still sleep.
    pub asleep: Gaps,
}

impl DeleteRelaxation {
    /// The relaxation of a state, with what its gaps call for.
    pub fn new(tables: &VariantTables, point: &Point, mut cards: [CardId; 4]) -> DeleteRelaxation {
        let movable = tables.movable;
        let gaps = [0, 1, 2, 3].map(|gap| point.state.gap(gap));
        let near =
            cards.map(|card| neighbours(tables, card) & 0_u64.wrapping_sub(movable >> card & 1));
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
        DeleteRelaxation {
            movable,
            chains: chains.map(|chain| chain & !PLACES_OF_ACES),
            calls: calls.map(|calls| calls & movable),
            near,
        }
    }

    /// How many gaps a gap reaches by the calls of cards in their first places, itself counted.
    pub fn chain_length(&self, gap: u8) -> u32 {
        self.chains[usize::from(gap)].count_ones()
    }

    /// Propagates from some gaps of the state, of which some sleep, beside what was reached before, while the others
    /// are not there, until nothing changes or the cards called for, a bit each, and the gaps that still sleep
    /// are enough.
    pub fn propagate(
        &self,
        point: &Point,
        some: Gaps,
        asleep: Gaps,
        is_enough: impl FnMut(u64, Gaps) -> bool,
        reached: &mut Reached,
    ) {
        reached.gaps |= union(&self.chains, some & !asleep);
        reached.called |= union(&self.calls, some & !asleep);
        reached.asleep = some & asleep;
        self.propagate_on(point, reached, is_enough);
    }

    /// Propagates further when one of the gaps that are not there has been filled: the card lies in
    /// its new place as well, and gaps that it woke sleep no more.
    ///
    /// Claim: if they had not called for the card, their plays from the state after stay within what they
    /// have reached now.
    ///
    /// Proof: as for the relaxation, by induction along such a play. Before it each card lies where it
    /// did when they set out, or was put where it is by the other gap; what that left is no gap of theirs.
    pub fn propagate_after(
        &self,
        point: &Point,
        reached: &mut Reached,
        step: Step,
        is_enough: impl FnMut(u64, Gaps) -> bool,
    ) {
        let woken = reached.asleep & !point.asleep;
        let is_called_on = reached.gaps & 2 << step.to != 0;
        if woken == 0 && !is_called_on {
            return;
        }
        if is_called_on {
            self.call(point, reached, 2 << step.card);
        }
        for gap in bits(woken) {
            self.wake(point, reached, gap);
        }
        self.propagate_on(point, reached, is_enough);
    }

    fn propagate_on(
        &self,
        point: &Point,
        reached: &mut Reached,
        mut is_enough: impl FnMut(u64, Gaps) -> bool,
    ) {
        let mut known = 0;
        let mut wakers = union(&self.near, reached.asleep);
        loop {
            if reached.called & wakers != 0 {
                self.wake_disturbed(point, reached);
                wakers = union(&self.near, reached.asleep);
            }
            let pairs = reached.gaps & reached.gaps << 1;
            if is_enough(reached.called, reached.asleep) || pairs == known {
                break;
            }
            // Where a run of gaps has not changed, all that it calls for has been called for.
            let new = pairs & rows_of(pairs ^ known);
            known = pairs;
            self.call(point, reached, calls_of_runs(point, reached.gaps, new));
        }
    }

    /// Calls for some cards, for those that their first places call for once they have left, and so on.
    fn call(&self, point: &Point, reached: &mut Reached, cards: u64) {
        let mut new = cards & self.movable & !reached.called;
        while new != 0 {
            reached.called |= new;
            let mut next = 0;
            for card in bits(new) {
                reached.gaps |= 1 << point.state.spot(card);
                next |= 1_u64 << point.next(card);
            }
            new = next & self.movable & !reached.called;
        }
    }

    /// Wakes the gaps where a neighbour in suit of the card that they call for has left its place.
    fn wake_disturbed(&self, point: &Point, reached: &mut Reached) {
        let mut gap = 0;
        while reached.asleep >> gap != 0 {
            if reached.asleep >> gap & 1 == 1 && self.near[usize::from(gap)] & reached.called != 0 {
                self.wake(point, reached, gap);
                gap = 0;
            } else {
                gap += 1;
            }
        }
    }

    /// Wakes a gap. (Its chain may be another by now, since moves may have been made.)
    fn wake(&self, point: &Point, reached: &mut Reached, gap: u8) {
        let cell = point.state.gap(gap);
        reached.asleep &= !(1 << gap);
        reached.gaps |= 1 << cell;
        self.call(point, reached, 2 << point.state.card(cell - 1));
    }

    /// The gaps that no other disturbs by the calls of cards in their first places: none calls for a
    /// neighbour in suit of the card that the gap calls for.
    pub fn undisturbed_at_first(&self, asleep: Gaps) -> Gaps {
        let calls = those_of(&self.calls, !asleep);
        let (low, high) = (calls[0] | calls[1], calls[2] | calls[3]);
        let others = [calls[1] | high, calls[0] | high, low | calls[3], low | calls[2]];
        let is_undisturbed = |gap: usize| u8::from(others[gap] & self.near[gap] == 0) << gap;
        is_undisturbed(0) | is_undisturbed(1) | is_undisturbed(2) | is_undisturbed(3)
    }

    /// The gaps that call for a neighbour in suit of a card.
    pub fn disturbed_by(&self, card: CardId) -> Gaps {
        let is_disturbed = |gap: usize| ((self.near[gap] >> card & 1) as Gaps) << gap;
        is_disturbed(0) | is_disturbed(1) | is_disturbed(2) | is_disturbed(3)
    }

    /// For each gap those, a bit each, whose cards in their first places call for a neighbour in suit
    /// of the card that the gap calls for.
    pub fn disturbers(&self, asleep: Gaps) -> [Gaps; 4] {
        self.near.map(|near| {
            let disturbs = |i: usize| u8::from(self.calls[i] & near != 0) << i;
            (disturbs(0) | disturbs(1) | disturbs(2) | disturbs(3)) & !asleep
        })
    }

    /// Propagates from the gaps that are not of the part until they disturb it, that is move a neighbour in suit of
    /// a card that a gap of the part calls for. Says if they do not.
    pub fn is_undisturbed(
        &self,
        point: &Point,
        part: Gaps,
        asleep: Gaps,
        others: &mut Reached,
    ) -> bool {
        let near = union(&self.near, part);
        *others = Reached::default();
        self.propagate(point, !part, asleep, |called, _| called & near != 0, others);
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
pub fn neighbours(tables: &VariantTables, card: CardId) -> u64 {
    (2_u64 << card | 1_u64 << (card - 1)) & tables.movable
}
