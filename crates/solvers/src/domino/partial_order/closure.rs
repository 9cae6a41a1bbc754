//! Moves without a choice are played at once: from a point to the next one with a choice.

use super::PersistentSetSearch;
use super::point::Point;
use crate::domino::abstractions::delete_relaxation::{DeleteRelaxation, Reached, neighbours};
use crate::domino::moves::Step;
use crate::domino::prunings::persistent_sets::{
    NO_GAP, Turns, smallest_part, turns, undisturbed_gap,
};
use crate::domino::state::{CardId, Gaps};

impl PersistentSetSearch<'_> {
    /// The gaps that have a move, of those that call for some cards.
    pub fn live(&self, calls: [CardId; 4]) -> Gaps {
        let is_live = |gap| ((self.tables.movable >> calls[gap] & 1) as Gaps) << gap;
        is_live(0) | is_live(1) | is_live(2) | is_live(3)
    }

    /// Plays on while there is no choice: where a single gap need be filled, and by the redeal where no
    /// card can move. Says which gaps to fill in the end, none if it is won; nothing if there is nothing
    /// to find from here. `stale` are gaps that were disturbed a move ago and so are tested last.
    pub fn play_on(
        &self,
        point: &mut Point,
        mut stale: Gaps,
        is_known: impl Fn(&Point) -> bool,
        mut played: impl FnMut(Step),
    ) -> Option<Turns> {
        let reached = &mut Reached::default();
        loop {
            let calls = point.calls();
            let live = self.live(calls);
            if live == 0 {
                if point.state.is_won(self.tables) {
                    return Some([NO_GAP; 4]);
                }
                if point.state.redeals_left() == 0 {
                    return None;
                }
                point.state.play(self.tables, Step::REDEAL);
                *point = Point::new(self.tables, point.state);
                played(Step::REDEAL);
                continue;
            }
            let awake = live & !point.asleep;
            if awake.is_power_of_two() {
                played(point.fill(awake.trailing_zeros() as u8));
                continue;
            }
            if awake == 0 {
                return None;
            }
            let relaxed = DeleteRelaxation::new(self.tables, point, calls);
            let gaps = match self.prunings.persistent_sets {
                true => awake & relaxed.undisturbed_at_first(point.asleep),
                false => 0,
            };
            if let Some(gap) = undisturbed_gap(&relaxed, point, gaps, &mut stale, reached) {
                self.fill_on(&relaxed, point, gap, reached, &mut played);
                continue;
            }
            if is_known(point) {
                return None;
            }
            // The propagation that shows it dead goes on from that of the gap tested last.
            if gaps == 0 {
                *reached = Reached::default();
            }
            if self.is_dead(&relaxed, point, reached) {
                return None;
            }
            let disturbers = relaxed.disturbers(point.asleep);
            let part = match self.prunings.persistent_sets {
                true => smallest_part(&relaxed, point, awake, disturbers, reached),
                false => awake,
            };
            return Some(turns(&relaxed, part, disturbers));
        }
    }

    /// Whether the delete relaxation shows that a gap sleeps for ever, or that the last round cannot be won;
    /// `reached` is how far some gaps or none have reached.
    pub fn is_dead(
        &self,
        relaxed: &DeleteRelaxation,
        point: &Point,
        reached: &mut Reached,
    ) -> bool {
        let is_last_round = self.prunings.delete_relaxation && point.state.redeals_left() == 0;
        let misplaced = if is_last_round { point.misplaced() } else { 0 };
        let is_alive = |called: u64, asleep: Gaps| asleep == 0 && misplaced & !called == 0;
        relaxed.propagate(point, !0, point.asleep, is_alive, reached);
        reached.asleep != 0 || misplaced & !reached.called != 0
    }

    /// Fills a gap that is undisturbed alone, and the gap that this leaves, and so on while that is
    /// undisturbed too: `others` is how far the other gaps can reach.
    fn fill_on(
        &self,
        relaxed: &DeleteRelaxation,
        point: &mut Point,
        gap: u8,
        others: &mut Reached,
        mut played: impl FnMut(Step),
    ) {
        let mut card = point.call(gap);
        loop {
            // (What a sleeping gap calls for stays the same until it wakes.)
            let step = point.fill_waking(gap, relaxed.disturbed_by(card));
            played(step);
            card = point.call(gap);
            if self.tables.movable >> card & 1 == 0 {
                return;
            }
            // The others call for the card only if they call for one beside it. It is called for right of the card before
            // it, which lies left of this gap; to lie elsewhere that one must be called for, by a gap or in a run.
            let near = neighbours(self.tables, card);
            relaxed.propagate_after(point, others, step, |called, _| called & near != 0);
            if others.called & near != 0 {
                return;
            }
        }
    }
}
