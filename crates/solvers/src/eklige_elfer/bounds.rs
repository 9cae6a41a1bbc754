//! Proofs that a state cannot be won.

use super::ranks::{RANKS, Ranks};
use super::state::{COLUMNS, DEALS, Slot, State, Table, Type, bits};
use super::types::Types;

/// One more than the most heads of a type that can lie over a run.
const HEADS_OVER: usize = 9;

/// In [`Asks::hosts`]: it goes without a host, and it goes if a column is empty.
const ALWAYS: Types = Types(1 << 15);
const SPACE: Types = Types(1 << 14);

/// The 2 of both phases.
const TWOS: Types = Types(1 | 1 << 16);

/// The 2s of the phases of a King: code 1 is phase 0, 2 is phase 1, and 3 either.
fn twos(king: u8) -> Types {
    Types(u32::from(king & 1) | u32::from(king >> 1) << 16)
}

/// What a slot is to the relaxed game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asks {
    /// One of them must be open for the head to go.
    hosts: Types,
    /// The low of the head when it comes.
    low: Types,
    /// The lows that the head can carry.
    carries: Types,
}

impl Asks {
    pub(super) fn new(slot: Slot, king: u8) -> Asks {
        match slot {
            Slot::Veil => Asks { hosts: ALWAYS, low: Types(0), carries: Types(0) },
            Slot::Head(head, low) => {
                let one = |rank| Types::one(Type { rank, ..head });
                let hosts = if head.rank == king { SPACE | one(0) } else { one(head.rank + 1) };
                Asks { hosts, low: one(low), carries: Types::up_to(head) }
            }
        }
    }
}

/// What a player could reach who never uses anything up.
struct Relaxed {
    slots: [u16; COLUMNS],
    /// The King at the bottom of each column: 0 none, else as in [`twos`].
    kings: [u8; COLUMNS],
    /// The lows that may lie under that King in the real game.
    under_kings: [Types; COLUMNS],
    /// The lows that may be open before the next deal, and whether a column may be empty.
    open: Types,
    /// The lows that each deal may have covered.
    pools: [Types; DEALS],
    /// What must be open for each column to be played on.
    asked: [Types; COLUMNS],
}

impl Table {
    /// How many heads stay before the next deal, before the one after it, and in the end, even if
    /// nothing is ever used up.
    ///
    /// Claim: a state with heads that stay in the end is lost. Proof: play a win of the state in the
    /// relaxed game along with the real one, all relaxed moves of a layer before the next deal. Then
    /// at each time (1) the heads that are left in the relaxed game are left in the real one, (2) a
    /// low open in the real game is open in the relaxed one, (3) a low hidden in a column of the
    /// real game is open in the relaxed one, or lies in a relaxed pool whose covering slot is left in
    /// that column or is the King's at its bottom, or is what the run at the top of the column before
    /// the search can end in, and (4) a King at the bottom of a relaxed column is still in the real
    /// one. For (1): a real pop or join has its low by (2) or (3), where the slot that covers the low of
    /// a join is the head's or one of the veils under it; a real King has its space by (4). For (2) and
    /// (3): what a slot of a coming deal uncovers is the whole pool of the deal, and that is all that
    /// was open; a deal with an Ace or with too few cards leaves everything open. A King that comes to
    /// the bottom of a relaxed column may lie on more in the real one, so its pool is uncovered when it
    /// goes. For (4): a real King goes with its 2, or to another column, also from the bottom, as loose
    /// ones may, while some column is empty, and then every relaxed King at a bottom goes; and those
    /// that were loose at the start with no column empty are Kings of either phase if both are among
    /// them. In the end of the win no head is left.
    ///
    /// Once the relaxed columns are empty and the lows of all types open, the coming deals are not looked
    /// at: what they bring can hardly stay, and a head overlooked proves nothing wrong.
    pub fn stuck_heads(&self, state: &State) -> [u32; 3] {
        let mut relaxed = Relaxed {
            slots: state.slots,
            kings: state.kings,
            under_kings: [Types(0); COLUMNS],
            open: Types::of(state.open),
            pools: [Types(0); DEALS],
            asked: [Types(0); COLUMNS],
        };
        for deal in 0..usize::from(state.dealt) {
            relaxed.pools[deal] = Types::of(state.pools[deal]);
        }
        let loose_kings = bits(state.loose).fold(0, |kings, column| kings | state.kings[column]);
        for column in bits(state.loose).filter(|&column| state.kings[column] != 0) {
            relaxed.kings[column] = loose_kings;
        }
        relaxed.play_all(self, state.dealt);
        let mut stuck = [relaxed.heads_left(); 3];
        for deal in state.dealt..self.deals {
            if relaxed.has_all(self) {
                return stuck;
            }
            relaxed.deal(self, deal);
            relaxed.play_all(self, state.dealt);
            stuck[2] = relaxed.heads_left();
            if deal == state.dealt {
                stuck[1] = stuck[2];
            }
        }
        stuck
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
    /// Whether no head and no King is left and the lows of all types are open.
    fn has_all(&self, table: &Table) -> bool {
        let all = [0, 1].map(|phase| Types::up_to(Type { phase, rank: table.king }));
        self.slots == [0; COLUMNS]
            && self.kings == [0; COLUMNS]
            && (all[0] | all[1]).without(self.open).is_empty()
    }

    fn heads_left(&self) -> u32 {
        self.slots.iter().map(|slots| slots.count_ones()).sum()
    }

    fn play_all(&mut self, table: &Table, dealt_at_start: u8) {
        let known = table.first_deal + u32::from(dealt_at_start);
        for column in 0..table.columns {
            self.asked[column] = self.play_column(table, column, known);
        }
        loop {
            let before = self.open;
            for column in 0..table.columns {
                if !(self.open & self.asked[column]).is_empty() {
                    self.asked[column] = self.play_column(table, column, known);
                }
            }
            if self.open == before {
                return;
            }
        }
    }

    /// Removes what is possible from a column; gives what must be open to go on. Slots below `known`
    /// were dealt before the state, so what they cover is known more closely.
    fn play_column(&mut self, table: &Table, column: usize, known: u32) -> Types {
        while let Some(top) = self.slots[column].checked_ilog2() {
            let Asks { hosts, low, .. } = table.asks[column][top as usize];
            let is_king = !(hosts & SPACE).is_empty();
            let pool = self.pool(table, top);
            if is_king && self.kings[column] == 0 && self.slots[column] == 1 << top {
                self.slots[column] = 0;
                self.kings[column] = 1 + u8::from(low.0 >> 16 != 0);
                self.under_kings[column] = pool.filter(|_| top >= known).unwrap_or_default();
                break;
            }
            if ((self.open | ALWAYS | self.joins(table, column, top)) & hosts).is_empty() {
                return hosts;
            }
            self.slots[column] &= !(1 << top);
            self.open = self.open
                | match pool {
                    Some(pool) if top >= known => pool,
                    _ => self.uncovered(table, column, pool),
                };
        }
        if self.kings[column] != 0 {
            let asked = twos(self.kings[column]) | SPACE;
            if (self.open & asked).is_empty() {
                return asked;
            }
            self.kings[column] = 0;
            self.open = self.open | self.under_kings[column];
        }
        self.open = self.open | SPACE;
        Types(0)
    }

    /// The pool of the deal that the slot is of.
    fn pool(&self, table: &Table, slot: u32) -> Option<Types> {
        slot.checked_sub(table.first_deal).map(|deal| self.pools[deal as usize])
    }

    /// The lows that the head on top of a column may lie on.
    fn joins(&self, table: &Table, column: usize, top: u32) -> Types {
        let mut joins = self.pool(table, top).unwrap_or_default();
        let mut under = self.slots[column] & !(1 << top);
        while let Some(slot) = under.checked_ilog2()
            && table.asks[column][slot as usize].hosts == ALWAYS
        {
            joins = joins | self.pool(table, slot).unwrap_or_default();
            under &= !(1 << slot);
        }
        joins.without(TWOS)
    }

    /// What the run now on top of the column, if it lay there before the search, may end in.
    fn uncovered(&self, table: &Table, column: usize, pool: Option<Types>) -> Types {
        let (low, carries) = match self.slots[column].checked_ilog2() {
            Some(slot) => {
                let Asks { low, carries, .. } = table.asks[column][slot as usize];
                (low, carries)
            }
            None => {
                let twos = twos(self.kings[column]);
                (twos, Types(twos.0 * ((2 << table.king) - 1)))
            }
        };
        pool.map_or(low, |pool| pool & carries)
    }

    fn deal(&mut self, table: &Table, deal: u8) {
        let slot = table.first_deal + u32::from(deal);
        self.open = self.open.without(SPACE);
        self.pools[usize::from(deal)] = self.open;
        let asks = (0..table.columns).map(|column| &table.asks[column][slot as usize]);
        let is_veil = |asks: &Asks| asks.hosts == ALWAYS;
        if !asks.clone().any(is_veil) {
            self.open = Types(0);
        }
        for (column, asks) in asks.enumerate() {
            if !is_veil(asks) {
                self.slots[column] |= 1 << slot;
                self.open = self.open | asks.low;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use gehtauf_search::{Budget, Limits, Memory, Outcome, depth_first};

    use super::super::finder::{Effort, Finder};
    use super::super::space::{Lazy, Prunings};
    use super::super::state::Step;
    use super::*;

    const NO_PRUNING: Prunings = Prunings { relaxation: false, consumption: false };

    /// Few columns, so that Kings are often moved, lie on other cards, and change places.
    const CASES: &[&[(&str, &str)]] = &[
        &[("ranks", "4"), ("suits", "CH"), ("columns", "2"), ("face-down-rows", "0")],
        &[("ranks", "3"), ("suits", "CH"), ("columns", "3")],
        &[("ranks", "4"), ("suits", "CDH"), ("columns", "4"), ("face-down-rows", "0")],
        &[("ranks", "5"), ("suits", "SD"), ("columns", "3"), ("face-down-rows", "0")],
        &[("ranks", "5"), ("decks", "1"), ("columns", "3")],
    ];

    /// Asserts that no bound calls a state on the way to this win lost.
    fn assert_stays_open(table: &Table, mut state: State, win: &[Step]) {
        for &step in win {
            assert_eq!(table.stuck_heads(&state)[2], 0, "{state:?} of {table:?}");
            assert!(!table.lacks_hosts(&state), "{state:?} of {table:?}");
            table.play_step(&mut state, step);
        }
        assert!(table.is_won(&state));
    }

    fn table(options: &[(&str, &str)], seed: u64) -> (Table, State) {
        let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
        let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let AnyPosition::EkligeElfer(position) = &position else { panic!("another game") };
        Table::new(position).unwrap()
    }

    /// The same of wins of so many deals of each case, where the exhaustive search finds them.
    fn assert_small_wins_stay_open(seeds: u64) {
        let limits = Limits { max_states: 20_000, ..Limits::default() };
        let mut wins = 0;
        for options in CASES {
            for seed in 0..seeds {
                let (table, start) = table(options, seed);
                let space = Lazy { table: &table, prunings: NO_PRUNING };
                let outcome = depth_first(&space, &start, &mut Budget::new(limits, None));
                let Ok(Outcome::Won(win)) = outcome else { continue };
                assert_stays_open(&table, start, &win);
                wins += 1;
            }
        }
        assert!(wins > seeds, "only {wins} wins");
    }

    /// The same of deals of full size.
    fn assert_full_wins_stay_open(seeds: u64) {
        let effort = Effort { layers: 2, steps: 2, noise: 450, spread: 101, tries: 1 };
        let mut wins = 0;
        for seed in 0..seeds {
            let (table, start) = table(&[], seed);
            let mut finder = Finder::new(&table, NO_PRUNING, seed.into(), &Memory::new(usize::MAX));
            let mut budget = Budget::new(Limits::default(), None);
            for _ in 0..50 {
                if let Ok(Outcome::Won(win)) = finder.search(&start, &effort, &mut budget) {
                    assert_stays_open(&table, start, &win);
                    wins += 1;
                }
            }
        }
        assert!(wins > seeds, "only {wins} wins");
    }

    #[test]
    fn no_state_on_the_way_to_a_win_is_proven_lost() {
        assert_small_wins_stay_open(100);
        assert_full_wins_stay_open(4);
    }

    #[test]
    #[ignore = "thorough: run in release"]
    fn no_state_on_the_way_to_any_of_many_wins_is_proven_lost() {
        assert_small_wins_stay_open(2_000);
        assert_full_wins_stay_open(400);
    }
}
