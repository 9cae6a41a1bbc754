//! Proofs that a state cannot be won.

use super::ranks::{RANKS, Ranks};
use super::state::{COLUMNS, DEALS, Slot, State, Table, Type};

/// Which ranks of each phase, a bit each.
type Types = [u16; 2];

/// One more than the most heads of a type that can lie over a run.
const HEADS_OVER: usize = 9;

/// The bit of each rank up to and including this one.
fn up_to(rank: u8) -> u16 {
    (2 << rank) - 1
}

/// What a player could reach who never uses anything up.
struct Relaxed {
    slots: [u16; COLUMNS],
    kings: [u8; COLUMNS],
    /// The lows that may be open before the next deal.
    open: Types,
    /// The lows that each deal may have covered.
    pools: [Types; DEALS],
    has_space: bool,
}

impl Table {
    /// How many heads stay before the next deal, and in the end, even if nothing is ever used up.
    ///
    /// Claim: a state with heads that stay in the end is lost. Proof: play a win of the state in the
    /// relaxed game along with the real one, all relaxed moves of a layer before the next deal. Then
    /// at each time (1) the heads that are left in the relaxed game are left in the real one, (2) a
    /// low open in the real game is open in the relaxed one, and (3) a low hidden in a column of the
    /// real game is open in the relaxed one, or lies in a relaxed pool whose covering slot is left in
    /// that column, or is what the run at the top of the column before the search can end in. For
    /// (1): a real pop or join has its low by (2) or (3), a real King its space, since a column that
    /// is empty in the real game is so in the relaxed one. For (2) and (3): what a slot of a coming
    /// deal uncovers is the whole pool of the deal, and that is all that was open; a deal with an Ace
    /// or with too few cards leaves everything open. In the end of the win no head is left.
    pub fn stuck_heads(&self, state: &State) -> [u32; 2] {
        let mut relaxed = Relaxed {
            slots: state.slots,
            kings: state.kings,
            open: state.open.map(|lows| lows.iter().fold(0, |types, rank| types | 1 << rank)),
            pools: state
                .pools
                .map(|pool| pool.map(|lows| lows.iter().fold(0, |types, rank| types | 1 << rank))),
            has_space: false,
        };
        relaxed.play_all(self, state.dealt);
        let before_deal = relaxed.heads_left();
        for deal in state.dealt..self.deals {
            relaxed.deal(self, deal);
            relaxed.play_all(self, state.dealt);
        }
        [before_deal, relaxed.heads_left()]
    }

    /// Whether the hosts of some type come to light too late.
    ///
    /// A host of a type is a card one rank higher of its phase. In the end every card but the Kings
    /// lies on a host, and every host carries one card. Fix a type and order its hosts that are lows
    /// now or come in a later deal by k, a lower bound on how many heads of the type must be placed
    /// before one can be placed on the host. Claim: if k of the j-th host (counted from 0) exceeds j
    /// for some j, the state is lost. Proof: in a win every host is used, at different times. When
    /// the i-th to be used is used, i heads have been placed, so its k is at most i; hence at least
    /// j + 1 hosts have a k of at most j.
    ///
    /// k of an open host and of one to come is 0. One in a pool lies in one of the columns that the
    /// deal covered, at the end of a run whose head can carry it; k is the number of heads of the
    /// type over such a run, one less if the lowest of them covers it, since that one may join it.
    /// Different hosts of a pool lie in different columns, so they get the smallest numbers.
    pub fn lacks_hosts(&self, state: &State) -> bool {
        // By deal, phase and rank of the host: the columns with each number of heads over it.
        let mut columns = [[[[0_u8; HEADS_OVER]; RANKS]; 2]; DEALS];
        // The hosts with each k.
        let mut hosts = [[[0_u32; HEADS_OVER]; RANKS]; 2];
        for column in 0..self.columns {
            self.count_heads_over(state, column, &mut columns, &mut hosts);
        }
        for (phase, hosts) in hosts.iter_mut().enumerate() {
            let coming = self.coming[usize::from(state.dealt)][phase];
            for (rank, hosts) in hosts.iter_mut().enumerate().skip(1) {
                hosts[0] += state.open[phase].count(rank as u8) + coming.count(rank as u8);
                for (deal, columns) in columns.iter().enumerate() {
                    let mut left = state.pools[deal][phase].count(rank as u8);
                    for (hosts, &columns) in hosts.iter_mut().zip(&columns[phase][rank]) {
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
        columns: &mut [[[[u8; HEADS_OVER]; RANKS]; 2]; DEALS],
        hosts: &mut [[[u32; HEADS_OVER]; RANKS]; 2],
    ) {
        let mut over = [Ranks::default(); 2];
        let mut left = state.slots[column];
        let mut cover = None;
        let mut lowest: Option<Type> = None;
        loop {
            let slot = left.checked_ilog2();
            let run = match slot.map(|slot| self.slot(column, slot)) {
                Some(Slot::Head(head, low)) => Some((head, low)),
                Some(Slot::Veil) => None,
                None => self.king_type(state, column).map(|head| (head, 0)),
            };
            if let (Some((head, low)), Some(cover)) = (run, cover) {
                let phase = usize::from(head.phase);
                let number = |rank: u8| over[phase].count(rank - 1) as usize;
                match u32::checked_sub(cover, self.first_deal) {
                    None if low > 0 => hosts[phase][usize::from(low)][number(low)] += 1,
                    None => {}
                    Some(deal) => {
                        for rank in 1..=head.rank {
                            let joins =
                                lowest.is_some_and(|l| l.phase == head.phase && l.rank + 1 == rank);
                            let number = number(rank) - usize::from(joins);
                            columns[deal as usize][phase][usize::from(rank)][number] += 1;
                        }
                    }
                }
            }
            if let Some((head, _)) = run {
                let over = &mut over[usize::from(head.phase)];
                *over = over.with(head.rank);
                lowest = Some(head);
            }
            let Some(slot) = slot else { return };
            cover = Some(slot);
            left &= !(1 << slot);
        }
    }
}

impl Relaxed {
    fn heads_left(&self) -> u32 {
        self.slots.iter().map(|slots| slots.count_ones()).sum()
    }

    fn play_all(&mut self, table: &Table, dealt_at_start: u8) {
        let known = table.first_deal + u32::from(dealt_at_start);
        let mut progress = true;
        while progress {
            progress = false;
            for column in 0..table.columns {
                while self.play_top(table, column, known) {
                    progress = true;
                }
            }
        }
    }

    /// Removes the top of a column if that is possible. Slots below `known` were dealt before the
    /// state, so what they cover is known more closely.
    fn play_top(&mut self, table: &Table, column: usize, known: u32) -> bool {
        let Some(top) = self.slots[column].checked_ilog2() else {
            let Some(phase) = self.kings[column].checked_sub(1) else {
                return !std::mem::replace(&mut self.has_space, true);
            };
            if self.open[usize::from(phase)] & 1 == 0 {
                return false;
            }
            self.kings[column] = 0;
            return true;
        };
        let pool = top.checked_sub(table.first_deal).map(|deal| self.pools[deal as usize]);
        if let Slot::Head(head, _) = table.slot(column, top) {
            let phase = usize::from(head.phase);
            let goes = if head.rank == table.king {
                if self.slots[column] == 1 << top && self.kings[column] == 0 {
                    self.slots[column] = 0;
                    self.kings[column] = 1 + head.phase;
                    return true;
                }
                self.has_space || self.open[phase] & 1 != 0
            } else {
                let hosts = self.open[phase] | pool.map_or(0, |pool| pool[phase]);
                hosts >> (head.rank + 1) & 1 != 0
            };
            if !goes {
                return false;
            }
        }
        self.slots[column] &= !(1 << top);
        match pool {
            Some(pool) if top >= known => {
                self.open[0] |= pool[0];
                self.open[1] |= pool[1];
            }
            _ => self.uncover(table, column, pool),
        }
        true
    }

    /// Opens what the run now on top of the column, if it lay there before the search, may end in.
    fn uncover(&mut self, table: &Table, column: usize, pool: Option<Types>) {
        let under = match self.slots[column].checked_ilog2() {
            Some(slot) => match table.slot(column, slot) {
                Slot::Head(head, low) => Some((head, low)),
                Slot::Veil => None,
            },
            None => table.king_of(self.kings[column]).map(|head| (head, 0)),
        };
        if let Some((head, low)) = under {
            let phase = usize::from(head.phase);
            self.open[phase] |= pool.map_or(1 << low, |pool| pool[phase] & up_to(head.rank));
        }
    }

    fn deal(&mut self, table: &Table, deal: u8) {
        let slot = table.first_deal + u32::from(deal);
        self.pools[usize::from(deal)] = self.open;
        let heads = (0..table.columns).map(|column| table.slot(column, slot));
        if heads.clone().all(|slot| slot != Slot::Veil) {
            self.open = [0; 2];
        }
        self.has_space = false;
        for (column, head) in heads.enumerate() {
            if let Slot::Head(head, low) = head {
                self.slots[column] |= 1 << slot;
                self.open[usize::from(head.phase)] |= 1 << low;
            }
        }
    }
}
