//! Persistent sets of gaps: it is enough to fill some of the gaps now.
//!
//! *Setup.* `fill=left`, within one round. A state is won or not once no card can move; under
//! `redeal=blocked` only then is there a redeal. Each gap has at most one move: T(x) puts x to the right of x - 1
//! while the place there is empty. Moves T(x) and T(y) of cards that are not neighbours in suit commute where both
//! are possible: neither takes away the empty place or the card at its left that the other needs, and both orders give one
//! position. (A move may also make one possible that was not, into the place that it leaves; what is brought forward
//! below fills gaps that are there already.)
//! Plays that differ in the order of such moves only are one trace (Mazurkiewicz). Some gaps may sleep
//! ([`super::sleep_sets`]). A part of the gaps with a move is *undisturbed* if no play of the other gaps, in which
//! those that sleep sleep on until they are woken, moves a neighbour in suit of a card that a gap of the
//! part calls for.
//!
//! *Claim.* It is enough to fill the gaps of an undisturbed part that do not sleep: from a state the search finds
//! each position without moves that is reached by a play of whose trace no play begins with filling a sleeping
//! gap. (The part is a persistent set; Godefroid 1996.)
//!
//! *Invariant.* By induction on the length of such a play, it or another play of its trace is found.
//!
//! *Each move keeps it.*
//! - Before the play first fills a gap of the part no sleeping gap is filled that is not woken: that move
//!   could come first.
//! - So while only other gaps are filled the moves of the part stay possible, the position is not one without
//!   moves, and nothing but these moves can fill the part's gaps, since the cards at the left of these stay.
//!   So the play does fill one, and that move may as well come first.
//! - Of all moves of the part that may come first take the one whose turn in the search is first; its gap does
//!   not sleep. A gap that sleeps after it was asleep before or had its turn before, and its move commutes with
//!   the one made: could it come first after that one, it could have come before it. So the rest of the play is
//!   one that the search finds from the next state.
//!
//! *Conclusion.* Every won position, and every position without moves from which to redeal, is found. No play is
//! endless: T(x) adds the link of x - 1 and x and takes away at most that of x and x + 1, so that the links of a
//! suit, those of lower cards first, grow like a number.
//!
//! *Needs.* [`delete_relaxation`](super::super::abstractions::delete_relaxation) says which part is
//! undisturbed: the other gaps never move, even in the relaxation, a neighbour in suit of what the part calls for.
//!
//! Oracle: `tests/domino.rs` with the switch on and off.

use std::cmp::Reverse;

use gehtauf_rules::domino::Variant;
use gehtauf_search::bits;

use crate::domino::abstractions::delete_relaxation::{DeleteRelaxation, Reached};
use crate::domino::partial_order::point::Point;
use crate::domino::state::Gaps;

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, fill_left, aces_free: _, redeals: _, redeal_blocked: _, pickup_lifo: _ } =
        variant;
    *fill_left
}

/// The parts of four gaps that are more than one and not all of them, the smallest first.
const PARTS: [Gaps; 10] = [3, 5, 6, 9, 10, 12, 7, 11, 13, 14];

/// Gaps in the order in which they are filled; the rest are [`NO_GAP`].
pub type Turns = [u8; 4];

/// No gap's number.
pub const NO_GAP: u8 = 4;

/// The gaps in their turns.
pub fn in_turn(turns: Turns) -> impl Iterator<Item = u8> + use<> {
    turns.into_iter().take_while(|&gap| gap != NO_GAP)
}

/// One of some gaps that is undisturbed alone, with how far the others can reach. Those tested are stale
/// from then on.
pub fn undisturbed_gap(
    relaxed: &DeleteRelaxation,
    point: &Point,
    gaps: Gaps,
    stale: &mut Gaps,
    others: &mut Reached,
) -> Option<u8> {
    let (fresh, again) = (gaps & !*stale, gaps & *stale);
    bits(fresh).chain(bits(again)).find(|&gap| {
        *stale |= 1 << gap;
        relaxed.is_undisturbed(point, 1 << gap, point.asleep, others)
    })
}

/// The undisturbed part that has the fewest gaps, none of which sleeps; all that are awake if there is no
/// smaller one. (With a gap that sleeps a part is undisturbed only if it is so without: no other wakes that gap
/// then, and it is not there.)
pub fn smallest_part(
    relaxed: &DeleteRelaxation,
    point: &Point,
    awake: Gaps,
    disturbers: [Gaps; 4],
    others: &mut Reached,
) -> Gaps {
    let mut best = awake;
    let parts = if awake.count_ones() > 2 { &PARTS[..] } else { &[] };
    for &part in parts {
        if part & !awake == 0
            && part.count_ones() < best.count_ones()
            && bits(part).all(|gap| disturbers[usize::from(gap)] & !part == 0)
            && relaxed.is_undisturbed(point, part, point.asleep, others)
        {
            best = part;
        }
    }
    best
}

/// The turns of some gaps: those that lead far first, and at last those that no other disturbs by its
/// first calls. (The order proves nothing; with this one a fifth fewer states are searched.)
pub fn turns(relaxed: &DeleteRelaxation, part: Gaps, disturbers: [Gaps; 4]) -> Turns {
    let mut turns = [NO_GAP; 4];
    for (turn, gap) in turns.iter_mut().zip(bits(part)) {
        *turn = gap;
    }
    turns[..part.count_ones() as usize].sort_by_key(|&gap| {
        let is_disturbed = disturbers[usize::from(gap)] & !(1 << gap) != 0;
        (!is_disturbed, Reverse(relaxed.chain_length(gap)))
    });
    turns
}
