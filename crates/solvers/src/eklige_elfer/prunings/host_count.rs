//! Counting (Hall) bound: the hosts of a card type come to light too late.
//!
//! *Setup.* A host of a type is a card one rank higher of its parity. Fix a type and order its hosts that are
//! tails now or come in a later row by k, a lower bound on how many heads of the type must be placed before
//! one can be placed on the host.
//!
//! *Claim.* If k of the j-th host (counted from 0) exceeds j for some j, the state is lost.
//!
//! *Proof.* In the end every card but the Kings lies on a host, and every host carries one card. So in a
//! win every host is used, at different times. When the i-th to be used is used, i heads have been
//! placed, so its k is at most i; hence at least j + 1 hosts have a k of at most j.
//!
//! *What k is.* k of an open host and of one to come is 0. One in a deferred set lies in one of the columns
//! that the row covered, at the end of a run whose head can carry it; k is the number of heads of the type
//! over such a run, one less if the lowest of them covers it, since that one may join it. Different
//! hosts of a set lie in different columns, so they get the smallest numbers.
//!
//! *Needs.* The free game, whose losses are losses under `take-out=forced` too.
//!
//! Oracles: `no_state_on_the_way_to_a_win_is_proven_lost` beside; `tests/eklige_elfer.rs` with the switch
//! on and off.

use gehtauf_rules::eklige_elfer::Variant;

use crate::eklige_elfer::abstractions::card_types::CardType;
use crate::eklige_elfer::abstractions::ranks::{RANKS, Ranks};
use crate::eklige_elfer::slot::Slot;
use crate::eklige_elfer::state::{Deal, ROWS, State};

/// One more than the most heads of a type that can lie over a run.
const HEADS_OVER: usize = 9;

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, take_out_forced: _, columns: _, face_down_rows: _, face_up_rows: _ } =
        *variant;
    true
}

impl Deal {
    /// Whether the hosts of some type come to light too late, so that the state is lost.
    pub fn hosts_come_too_late(&self, state: &State) -> bool {
        // By deal, parity and rank of the host: the columns with each number of heads over it.
        let mut columns = [[[[0_u8; HEADS_OVER]; RANKS]; 2]; ROWS];
        // The hosts with each k.
        let mut hosts = [[[0_u32; HEADS_OVER]; RANKS]; 2];
        for column in 0..self.columns {
            self.count_heads_over(state, column, &mut columns, &mut hosts);
        }
        for (parity, hosts) in hosts.iter_mut().enumerate() {
            let coming = self.coming[usize::from(state.dealt)][parity];
            for (rank, hosts) in hosts.iter_mut().enumerate().skip(1) {
                hosts[0] += state.open[parity].count(rank as u8) + coming.count(rank as u8);
                for (row, columns) in columns.iter().enumerate() {
                    let mut left = state.deferred[row][parity].count(rank as u8);
                    for (hosts, &columns) in hosts.iter_mut().zip(&columns[parity][rank]) {
                        let here = left.min(u32::from(columns));
                        *hosts += here;
                        left -= here;
                    }
                }
                let mut with_less = 0;
                for (k, &here) in hosts.iter().enumerate() {
                    if here > 0 && with_less < k as u32 {
                        return true;
                    }
                    with_less += here;
                }
            }
        }
        false
    }

    fn count_heads_over(
        &self,
        state: &State,
        column: usize,
        columns: &mut [[[[u8; HEADS_OVER]; RANKS]; 2]; ROWS],
        hosts: &mut [[[u32; HEADS_OVER]; RANKS]; 2],
    ) {
        let mut over = [Ranks::default(); 2];
        let mut left = state.slots[column];
        let mut cover = None;
        let mut lowest: Option<CardType> = None;
        loop {
            let slot = left.checked_ilog2();
            let run = match slot.map(|slot| self.slot(column, slot)) {
                Some(Slot::Head(head, tail)) => Some((head, tail)),
                Some(Slot::Veil) => None,
                None => self.king_type(state, column).map(|head| (head, 0)),
            };
            if let (Some((head, tail)), Some(cover)) = (run, cover) {
                let parity = usize::from(head.parity);
                let number = |rank: u8| over[parity].count(rank - 1) as usize;
                match u32::checked_sub(cover, self.first_row) {
                    None if tail > 0 => hosts[parity][usize::from(tail)][number(tail)] += 1,
                    None => {}
                    Some(row) => {
                        for rank in 1..=head.rank {
                            let joins = lowest
                                .is_some_and(|l| l.parity == head.parity && l.rank + 1 == rank);
                            let number = number(rank) - usize::from(joins);
                            columns[row as usize][parity][usize::from(rank)][number] += 1;
                        }
                    }
                }
            }
            if let Some((head, _)) = run {
                let over = &mut over[usize::from(head.parity)];
                *over = over.with(head.rank);
                lowest = Some(head);
            }
            let Some(slot) = slot else { return };
            cover = Some(slot);
            left &= !(1 << slot);
        }
    }
}
