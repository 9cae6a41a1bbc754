//! The positions from which the last phase is won under `fill=both`, found from the win backwards.

use gehtauf_search::hashing::{self, place_of};
use gehtauf_search::{Budget, List, Memory, Stop, Visited, bits};

use super::Prunings;
use super::diagonals::Diagonals;
use super::state::{Rows, Rules, State, Step};

/// The won position and positions from which it can be reached without a redeal.
///
/// Links never fall: a card that is moved is linked to its new neighbour, and was linked at most to
/// one that its new place does not touch. (Between both neighbours it has no move; a card moved to
/// the right of x - 1 was not there before, so of its two links it can lose only that to x + 1.) So
/// the predecessors of a position have as many links or fewer, and the levels of links are
/// completed from the top.
pub(super) struct Backward {
    diagonals: Diagonals,
    known: Visited<u128>,
    /// The fewest links of a known position.
    lowest: u8,
    won: State,
    /// The positions whose predecessors are not known yet, by links.
    open: Vec<List<Rows>>,
    /// All positions with so many links and more are known, if they can be reached from the start
    /// and won.
    complete: usize,
    /// The diagonals in use in the positions right below the complete levels: the minimal sets.
    needed: Sets,
    /// For some diagonals in use what `needed` says of them, in the place that is theirs.
    lookups: Vec<(u64, Fate)>,
    prunings: Prunings,
    memory: Memory,
}

/// What the backward search says about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It can be won.
    Won,
    /// It cannot be won.
    Dead,
    /// Not known; some of the minimal sets of diagonals are still in use: the logarithm of their
    /// number to the base 2, in eighths.
    Open(u8),
}

/// How many answers about diagonals in use are kept.
const LOOKUPS: usize = 1 << 11;

impl Backward {
    /// The steps from a known position to the win.
    pub(super) fn steps_to_win(&self, rules: &Rules, state: &State) -> Vec<Step> {
        // Every known position has a known successor that is nearer to the win, so that a search
        // among the known positions only gets there.
        let mut seen = hashing::set();
        let mut stack = vec![(*state, Vec::new())];
        while let Some((state, steps)) = stack.pop() {
            if state.is_won(rules) {
                return steps;
            }
            let first = stack.len();
            state.for_each_card_step(rules, |step| {
                let mut next = state;
                next.move_card(step);
                if self.known.contains(&next.key()) && seen.insert(next.key()) {
                    let steps = steps.iter().copied().chain([step]).collect();
                    stack.push((next, steps));
                }
            });
            stack[first..].sort_by_key(|(next, _)| next.links());
        }
        panic!("a known position leads to the win");
    }

    /// The won position alone.
    ///
    /// # Errors
    /// There is no memory for it.
    pub(super) fn new(
        rules: &Rules,
        start: &State,
        prunings: Prunings,
        memory: &Memory,
    ) -> Result<Backward, Stop> {
        let links = usize::from(rules.all_links());
        let mut open = Vec::from_iter((0..=links).map(|_| List::new(memory)));
        let mut known = Visited::new(memory);
        let won = start.won(rules);
        known.insert(won.key())?;
        open[links].push(won.rows())?;
        let lowest = won.links();
        let diagonals = Diagonals::new(rules, start);
        Ok(Backward {
            diagonals,
            known,
            lowest,
            won,
            open,
            complete: links + 1,
            needed: Sets::new(&[0]),
            lookups: vec![(0, Fate::Open(0)); LOOKUPS],
            prunings,
            memory: memory.clone(),
        })
    }

    /// Completes levels down to `lowest`.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their bytes; the level in work is not
    /// complete, the higher ones are. It can go on later.
    pub(super) fn grow(
        &mut self,
        rules: &Rules,
        lowest: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut frontier = None;
        let result = self.complete_levels(rules, lowest, &mut frontier, budget);
        if let Some(frontier) = frontier {
            self.needed = Sets::new(&minimal_sets(frontier));
            // No diagonals are in no place but the first, and the first stands for no others.
            self.lookups.fill((0, self.needed.fate(0)));
        }
        result
    }

    fn complete_levels(
        &mut self,
        rules: &Rules,
        lowest: usize,
        frontier: &mut Option<Vec<u64>>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        while self.complete > lowest {
            while let Some(rows) = self.open[self.complete - 1].pop() {
                let state = self.won.with_rows(rules, &rows);
                let added = self.add_predecessors(rules, &state, budget);
                if added.is_err() {
                    self.open[self.complete - 1].push(rows)?;
                    return added;
                }
            }
            self.complete -= 1;
            self.open[self.complete] = List::new(&self.memory);
            let states =
                self.open.iter().flat_map(List::iter).map(|rows| self.won.with_rows(rules, rows));
            *frontier = Some(states.map(|s| self.diagonals.in_use(rules, &s)).collect());
        }
        Ok(())
    }

    fn add_predecessors(
        &mut self,
        rules: &Rules,
        state: &State,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let movable = state.movable_back(rules);
        for &gap in state.gaps(rules) {
            for card in bits(self.diagonals.cards(gap) & movable) {
                let mut before = *state;
                before.move_card(Step { card, to: gap });
                if self.diagonals.has_map(rules, &before, card)
                    && (!self.prunings.row_order || self.diagonals.is_in_order(rules, &before, gap))
                    && !self.known.contains(&before.key())
                {
                    budget.visit()?;
                    self.known.insert(before.key())?;
                    self.lowest = self.lowest.min(before.links());
                    self.open[usize::from(before.links())].push(before.rows())?;
                }
            }
        }
        Ok(())
    }

    /// What is known about a position that can be reached from the start.
    ///
    /// Claim: `Dead` positions cannot be won.
    ///
    /// Proof: each position of a won play from the start can be reached, so it has a map as
    /// [`Diagonals`] claims, and by induction from the play's end it is among the predecessors that
    /// the backward search keeps. One that is not known although its level is complete lies on no
    /// such play. The last position of such a play below the complete levels is the predecessor of
    /// one in them, so it was found when they were completed, and waits in `open` at that
    /// time: `needed` has its diagonals in use or a part of them, and diagonals out of use stay so.
    /// (The positions of the lowest complete level itself would not do: a move that links a card on
    /// both sides jumps over a level.)
    pub(super) fn fate(&mut self, rules: &Rules, state: &State) -> Fate {
        if self.is_known(state) {
            return Fate::Won;
        }
        if usize::from(state.links()) >= self.complete {
            return Fate::Dead;
        }
        if !self.prunings.diagonals {
            return Fate::Open(0);
        }
        let in_use = self.diagonals.in_use(rules, state);
        let lookup = &mut self.lookups[place_of(in_use, LOOKUPS.ilog2())];
        if lookup.0 != in_use {
            *lookup = (in_use, self.needed.fate(in_use));
        }
        lookup.1
    }

    /// The fate of a position after a move that adds no link to one with this [`Fate::Open`].
    ///
    /// Claim: it is the same unless it is known. Proof: the diagonals in use are the same. The card
    /// was linked, so its old diagonal still has the neighbour that it leaves behind; its new one
    /// has the neighbour that called for it. (See the test of [`Diagonals`].)
    pub(super) fn fate_beside(&self, state: &State, needed: u8) -> Fate {
        if self.is_known(state) { Fate::Won } else { Fate::Open(needed) }
    }

    fn is_known(&self, state: &State) -> bool {
        state.links() >= self.lowest && self.known.contains(&state.key())
    }
}

/// Sets with elements 1 to 63, kept so that it takes few steps to count those within a set.
struct Sets {
    /// 512 sets each: for each element the sets that have it, a bit each; element 0 stands for no set.
    chunks: Vec<[[u64; 8]; 64]>,
    /// The elements that occur, and 0.
    elements: u64,
}

impl Sets {
    fn new(sets: &[u64]) -> Sets {
        let mut elements = 1;
        let chunk = |sets: &[u64]| {
            let mut chunk = [[0; 8]; 64];
            for (i, bit) in (0..512).map(|i| (i / 64, 1 << (i % 64))).enumerate() {
                let set = sets.get(i).map_or(1, |&set| set);
                elements |= set;
                for element in (0..64).filter(|element| set >> element & 1 == 1) {
                    chunk[element][bit.0] |= bit.1;
                }
            }
            chunk
        };
        let chunks = sets.chunks(512).map(chunk).collect();
        Sets { chunks, elements }
    }

    /// What is known of a position with these diagonals in use if the sets are those that a win needs.
    fn fate(&self, in_use: u64) -> Fate {
        let count = self.count_within(in_use);
        if count == 0 {
            return Fate::Dead;
        }
        let doublings = count.ilog2();
        Fate::Open((8 * doublings + ((u64::from(count) << 3 >> doublings) as u32 - 8)) as u8)
    }

    /// How many of the sets have no element that this one has not.
    fn count_within(&self, set: u64) -> u32 {
        let mut count = 0;
        for chunk in &self.chunks {
            let mut outside = [0; 8];
            for missing in bits(self.elements & !set) {
                let with_it = &chunk[usize::from(missing)];
                for (outside, with_it) in outside.iter_mut().zip(with_it) {
                    *outside |= with_it;
                }
            }
            count += outside.iter().map(|outside: &u64| outside.count_zeros()).sum::<u32>();
        }
        count
    }
}

/// The sets, a bit for each element, that have none of the others as a part.
fn minimal_sets(mut sets: Vec<u64>) -> Vec<u64> {
    sets.sort_unstable_by_key(|&set| (set.count_ones(), set));
    sets.dedup();
    let mut minimal: Vec<u64> = Vec::new();
    for set in sets {
        if minimal.iter().all(|part| part & !set != 0) {
            minimal.push(set);
        }
    }
    minimal
}
