//! Counting bound over time: a host lies under heads that come onto it faster than they can be placed.
//!
//! ```text
//! c11: [5D] 4S    Rows 2, 4 and 5 bring the other three black 4s to this column; the first red 5 comes with row 4.
//!                 So one black 4 at most leaves the column before the last one lies there, the 5D never comes
//!                 to light, and three red 5s cannot carry four black 4s. (Seed 100024.)
//! ```
//!
//! *Setup.* Fix a type of hosts. Its heads are those that they carry: left, or to come in a row. Interval j is the time in
//! which j rows lie. For each interval count upwards
//! - the hosts that can be used in it or before, each with a k, a lower bound on how many of the heads have been
//!   placed when one is placed on it: 0 but for those that are hidden now and whose tail is known. Of these it is how many of
//!   the heads have come to lie over them by the interval in which they come to light.
//! - P, how many of the heads can be placed by its end: the largest number so that for each i below it more than i hosts
//!   have a k of at most i, and no more than have gone by then in the delete relaxation.
//!
//! A hidden host comes to light in the first interval in which what covers it has gone in the relaxation and P is not smaller than
//! its k.
//!
//! *Claim.* If P of the last interval is smaller than the number of hosts, the state is lost.
//!
//! *Proof.* In the end every card but the Kings lies on a host, and every host carries one, as in
//! [`host_count`](super::host_count). Follow a win. Heads that are left in the relaxation are left in the win
//! ([`delete_relaxation`](super::super::abstractions::delete_relaxation)). When the i-th host is used, counted from 0,
//! i heads have been placed, so its k is at most i. What lies over a hidden host in the interval in which it comes to light has been placed by then, and
//! that is more in each later interval. So by induction over the intervals no more than P heads are placed by the end of
//! each, and each hidden host comes to light there or later.
//!
//! *Needs.* The free game, whose losses are losses under `take-out=forced` too. (In a pack with more suits of one colour
//! than of the other all is lost, since runs alternate; but for two ranks, of which no card is a host.)
//!
//! Oracles: `no_state_on_the_way_to_a_win_is_proven_lost` beside; `tests/eklige_elfer.rs` with the switch
//! on and off.

use gehtauf_rules::eklige_elfer::Variant;

use crate::eklige_elfer::abstractions::card_types::CardType;
use crate::eklige_elfer::abstractions::delete_relaxation::Relaxed;
use crate::eklige_elfer::slot::Slot;
use crate::eklige_elfer::state::{Deal, State, bits};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, take_out_forced: _, columns: _, face_down_rows: _, face_up_rows: _ } =
        *variant;
    true
}

/// A host that is hidden and whose tail is known.
#[derive(Clone, Copy)]
pub struct HiddenHost {
    host: CardType,
    pub column: usize,
    /// Its run's slot, and the slot that covers it.
    pub slot: u32,
    cover: u32,
}

/// The bits of the first so many slots, perhaps all 16.
fn first_slots(count: u32) -> u16 {
    ((1_u32 << count) - 1) as u16
}

impl Deal {
    /// Whether a host comes to light too late for some type, so that the state is lost.
    pub fn hosts_arrive_too_late(&self, state: &State) -> bool {
        self.buried_host(state).is_some()
    }

    /// A host that never comes to light, for all the heads that come onto it.
    pub fn buried_host(&self, state: &State) -> Option<HiddenHost> {
        (0..self.columns).flat_map(|column| self.hidden_hosts(state, column)).find_map(|hidden| {
            // Most have fewer over them, and then need not wait for each other.
            let are_two_over = self.heads_over(state, &hidden, self.rows).nth(1).is_some();
            are_two_over.then(|| self.buried_of_type(state, hidden.host)).flatten()
        })
    }

    fn hidden_hosts(&self, state: &State, column: usize) -> impl Iterator<Item = HiddenHost> {
        let mut left = state.slots[column] & first_slots(self.first_row);
        std::iter::from_fn(move || {
            let cover = left.checked_ilog2()?;
            left &= !(1 << cover);
            let slot = left.checked_ilog2()?;
            let Slot::Head(head, rank) = self.slot(column, slot) else { return None };
            Some(HiddenHost { host: CardType { rank, ..head }, column, slot, cover })
        })
    }

    /// The slots of the heads that it carries and that lie over it when so many rows lie, if none leaves.
    pub fn heads_over(
        &self,
        state: &State,
        hidden: &HiddenHost,
        dealt: u8,
    ) -> impl Iterator<Item = usize> {
        let HiddenHost { host, column, cover, .. } = *hidden;
        let rows = |dealt: u8| first_slots(self.first_row + u32::from(dealt));
        let coming = rows(dealt) & !rows(state.dealt);
        let over = (state.slots[column] | coming) & (u16::MAX << cover);
        bits(over).filter(move |&slot| self.carries(host, column, slot))
    }

    /// Whether the host carries the head at a slot.
    fn carries(&self, host: CardType, column: usize, slot: usize) -> bool {
        matches!(self.slots[column][slot], Slot::Head(head, _)
            if head.parity == host.parity && head.rank + 1 == host.rank)
    }

    /// A host of the type whose k is greater than P to the end. If there is none, P of the last interval is smaller than the
    /// number of hosts only where heads stay in the delete relaxation.
    fn buried_of_type(&self, state: &State, host: CardType) -> Option<HiddenHost> {
        let parity = usize::from(host.parity);
        let coming = |dealt: u8, rank: u8| self.coming[usize::from(dealt)][parity].count(rank);
        let all_hidden = (0..self.columns).flat_map(|column| self.hidden_hosts(state, column));
        // Each with its k once it has come to light.
        let mut hidden: Vec<(HiddenHost, Option<usize>)> =
            all_hidden.filter(|hidden| hidden.host == host).map(|hidden| (hidden, None)).collect();
        let deferred: u32 = state.deferred.iter().map(|set| set[parity].count(host.rank)).sum();
        let usable = state.open[parity].count(host.rank) + deferred;
        let hosts = hidden.len() + (usable + coming(state.dealt, host.rank)) as usize;
        let mut relaxed = Relaxed::new(state);
        for dealt in state.dealt..=self.rows {
            relaxed.play_all(self, state.dealt);
            for (host, k) in &mut hidden {
                let has_gone = relaxed.slots[host.column] >> host.cover & 1 == 0;
                *k = k.or_else(|| has_gone.then(|| self.heads_over(state, host, dealt).count()));
            }
            let stay = |column: usize| {
                let left = bits(relaxed.slots[column]);
                left.filter(|&slot| self.carries(host, column, slot)).count()
            };
            let stay: usize = (0..self.columns).map(stay).sum();
            let to_come = coming(dealt, host.rank - 1) as usize;
            let without = usable + coming(state.dealt, host.rank) - coming(dealt, host.rank);
            let with_at_most = |most: usize| {
                let hidden = hidden.iter().filter(|(_, k)| k.is_some_and(|k| k <= most));
                without as usize + hidden.count()
            };
            let most = hosts.saturating_sub(stay + to_come);
            let placed = (0..most).find(|&i| with_at_most(i) <= i).unwrap_or(most);
            if dealt == self.rows {
                let mut hidden = hidden.into_iter();
                return hidden.find_map(|(host, k)| k.filter(|&k| k > placed).map(|_| host));
            }
            for (_, k) in &mut hidden {
                *k = k.filter(|&k| k <= placed);
            }
            relaxed.deal(self, dealt);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_rules::{AnyPosition, Game, Layout, RuleSet};
    use gehtauf_search::{Budget, Limits, Outcome, depth_first};

    use crate::eklige_elfer::prunings::Prunings;
    use crate::eklige_elfer::prunings::tests::deal;
    use crate::eklige_elfer::space::DeferredSpace;
    use crate::eklige_elfer::state::Deal;

    /// Without this bound, the first is lost by 69,857,047 states of the depth-first search.
    #[test]
    fn two_whole_deals_are_lost_at_the_start_and_most_are_not() {
        let lost = [100_024, 108_289].map(|seed| {
            let (deal, start) = deal(&[], seed);
            deal.hosts_arrive_too_late(&start)
        });
        assert_eq!(lost, [true, true]);
        for seed in 0..1_000 {
            let (deal, start) = deal(&[], seed);
            assert!(!deal.hosts_arrive_too_late(&start), "seed {seed}");
        }
    }

    /// What it says of small deals, where it says something, is what the search says.
    #[test]
    fn small_deals_that_are_lost_by_it_are_lost() {
        let sizes: [&[(&str, &str)]; 4] = [
            &[("ranks", "4"), ("columns", "3")],
            &[("ranks", "5"), ("columns", "4")],
            &[("ranks", "4"), ("suits", "CH"), ("columns", "2")],
            &[("ranks", "6"), ("suits", "CH"), ("columns", "3"), ("face-down-rows", "2")],
        ];
        let mut lost = 0;
        for (sizes, seed) in sizes.into_iter().flat_map(|sizes| (0..300).map(move |s| (sizes, s))) {
            let (deal, start) = deal(sizes, seed);
            if !deal.hosts_arrive_too_late(&start) || deal.hosts_come_too_late(&start) {
                continue;
            }
            let space = DeferredSpace { deal: &deal, prunings: Prunings::NONE };
            let limits = Limits { max_states: 100_000, ..Limits::default() };
            if let Ok(outcome) = depth_first(&space, &start, &mut Budget::new(limits, None)) {
                assert!(matches!(outcome, Outcome::Unwinnable), "{sizes:?} seed {seed}");
                lost += 1;
            }
        }
        assert!(lost > 20, "{lost}");
    }

    /// Sixteen runs, or seven and nine rows to come.
    #[test]
    fn columns_may_take_all_slots() {
        let sets = [("ranks", "9"), ("suits", "CH"), ("columns", "3")];
        let game = Game::new(RuleSet::EkligeElfer, &sets).unwrap();
        let runs = "2C 3C 4C 5C 6C 7C 8C 9C 2C 3C 4C 5C 6C 7C 8C 9C";
        for text in [
            format!("c1: {runs}\nc2: {}\nc3:\ntalon:\naces: AC AC AH AH", runs.replace('C', "H")),
            "c1: 2C 2C 3C 3C 4C 4C 5C\nc2:\nc3:\ntalon: 9H 9H 8H 8H 7H 7H 6H 6H 5H 5H 4H 4H \
             3H 3H 2H 2H 5C 6C 6C 7C 7C 8C 8C 9C 9C AH AH\naces: AC AC"
                .to_owned(),
        ] {
            let layout = Layout::parse(&format!("{text}\nout:")).unwrap();
            let AnyPosition::EkligeElfer(position) = game.read(&layout).unwrap() else { panic!() };
            assert!(Deal::holds(&position));
            let (deal, start) = Deal::new(&position);
            assert_eq!(deal.first_row + u32::from(deal.rows), 16);
            assert!(deal.hidden_hosts(&start, 0).count() > 3);
            deal.hosts_arrive_too_late(&start);
        }
    }
}
