//! Retrograde analysis: the positions from which the last round is won, found from the win backwards.
//!
//! *Setup.* `fill=both`, no redeal left. A *link* is a pair x, x + 1 of one suit side by side in this order. A
//! level is the positions with so many links. S is the start.
//!
//! *Claim.* A position that can be reached from S, is not known, and lies on a complete level cannot be won
//! ([`Status::Dead`]). Nor can one whose diagonals in use contain none of the minimal sets.
//!
//! *Invariant.* All positions of the complete levels that can be reached from S and won are known. `open` holds the
//! known positions below the complete levels.
//!
//! *Each move keeps it.* Links never fall: a card that is moved is linked to its new neighbour, and was linked at
//! most to one that its new place does not touch. (Between both neighbours it has no move; a card moved to the right
//! of x - 1 was not there before, so of its two links it can lose only that to x + 1.) So the predecessors of
//! a position have as many links or fewer, and the levels are completed from the top. Each position of a
//! won play from S can be reached, so it has a map as [`Diagonals`] claims, and by induction from the play's
//! end it is among the predecessors that are kept.
//!
//! *Conclusion.* A position that is not known although its level is complete lies on no won play. The last position
//! of a won play below the complete levels is the predecessor of one in them, so it was found when they were
//! completed, and lay in `open` at that time: `needed` has its diagonals in use or a part of them, and diagonals out
//! of use stay so. (The positions of the lowest complete level itself would not do: a move that links a card
//! on both sides jumps over a level.) After a move that adds no link the diagonals in use are the same
//! ([`Retrograde::status_beside`]): the card was linked, so its old diagonal still has the neighbour that it leaves
//! behind; its new one has the neighbour that called for it.
//!
//! *Needs.* The asker's positions can be reached from S (`complete_beam.rs` plays from S).
//!
//! Oracle: `tests/domino.rs` with the switches `retrograde`, `diagonals_in_use` and `row_order` on and off.

use gehtauf_rules::domino::Variant;
use gehtauf_search::hashing::{self, place_of};
use gehtauf_search::{Budget, List, Memory, Stop, Visited, bits};

use super::diagonals::{self, Diagonals};
use super::minimal_sets::{Sets, minimal_sets};
use crate::domino::moves::Step;
use crate::domino::prunings::switches::Prunings;
use crate::domino::state::{Rows, State, VariantTables};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    diagonals::supports(variant)
}

/// The won position and positions from which it can be reached without a redeal.
pub struct Retrograde {
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
    lookups: Vec<(u64, Status)>,
    prunings: Prunings,
    memory: Memory,
}

/// What retrograde analysis says about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
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

impl Retrograde {
    /// The steps from a known position to the win.
    pub fn steps_to_win(&self, tables: &VariantTables, state: &State) -> Vec<Step> {
        // Every known position has a known successor that is nearer to the win, so that a search
        // among the known positions only gets there.
        let mut seen = hashing::set();
        let mut stack = vec![(*state, Vec::new())];
        while let Some((state, steps)) = stack.pop() {
            if state.is_won(tables) {
                return steps;
            }
            let first = stack.len();
            state.for_each_card_step(tables, |step| {
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
    pub fn new(
        tables: &VariantTables,
        start: &State,
        prunings: Prunings,
        memory: &Memory,
    ) -> Result<Retrograde, Stop> {
        let links = usize::from(tables.all_links());
        let mut open = Vec::from_iter((0..=links).map(|_| List::new(memory)));
        let mut known = Visited::new(memory);
        let won = start.won(tables);
        known.insert(won.key())?;
        open[links].push(won.rows())?;
        let lowest = won.links();
        let diagonals = Diagonals::new(tables, start);
        Ok(Retrograde {
            diagonals,
            known,
            lowest,
            won,
            open,
            complete: links + 1,
            needed: Sets::new(&[0]),
            lookups: vec![(0, Status::Open(0)); LOOKUPS],
            prunings,
            memory: memory.clone(),
        })
    }

    /// Completes levels down to `lowest`.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their bytes; the level in work is not
    /// complete, the higher ones are. It can go on later.
    pub fn grow(
        &mut self,
        tables: &VariantTables,
        lowest: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut frontier = None;
        let result = self.complete_levels(tables, lowest, &mut frontier, budget);
        if let Some(frontier) = frontier {
            self.needed = Sets::new(&minimal_sets(frontier));
            // No diagonals are in no place but the first, and the first stands for no others.
            self.lookups.fill((0, status_within(&self.needed, 0)));
        }
        result
    }

    fn complete_levels(
        &mut self,
        tables: &VariantTables,
        lowest: usize,
        frontier: &mut Option<Vec<u64>>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        while self.complete > lowest {
            budget.check().map_err(Stop::Limit)?;
            while let Some(rows) = self.open[self.complete - 1].pop() {
                let state = self.won.with_rows(tables, &rows);
                let added = self.add_predecessors(tables, &state, budget);
                if added.is_err() {
                    self.open[self.complete - 1].push(rows)?;
                    return added;
                }
            }
            self.complete -= 1;
            self.open[self.complete] = List::new(&self.memory);
            let states =
                self.open.iter().flat_map(List::iter).map(|rows| self.won.with_rows(tables, rows));
            *frontier = Some(states.map(|s| self.diagonals.in_use(tables, &s)).collect());
        }
        Ok(())
    }

    fn add_predecessors(
        &mut self,
        tables: &VariantTables,
        state: &State,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let movable = state.movable_back(tables);
        for &gap in state.gaps(tables) {
            for card in bits(self.diagonals.cards(gap) & movable) {
                let mut before = *state;
                before.move_card(Step { card, to: gap });
                if self.diagonals.has_map(tables, &before, card)
                    && (!self.prunings.row_order
                        || self.diagonals.is_in_order(tables, &before, gap))
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
    pub fn status(&mut self, tables: &VariantTables, state: &State) -> Status {
        if self.is_known(state) {
            return Status::Won;
        }
        if usize::from(state.links()) >= self.complete {
            return Status::Dead;
        }
        if !self.prunings.diagonals_in_use {
            return Status::Open(0);
        }
        let in_use = self.diagonals.in_use(tables, state);
        let lookup = &mut self.lookups[place_of(in_use, LOOKUPS.ilog2())];
        if lookup.0 != in_use {
            *lookup = (in_use, status_within(&self.needed, in_use));
        }
        lookup.1
    }

    /// The status of a position after a move that adds no link to one with this [`Status::Open`].
    pub fn status_beside(&self, state: &State, needed: u8) -> Status {
        if self.is_known(state) { Status::Won } else { Status::Open(needed) }
    }

    fn is_known(&self, state: &State) -> bool {
        state.links() >= self.lowest && self.known.contains(&state.key())
    }
}

/// What is known of a position with these diagonals in use if the sets are those that a win needs.
fn status_within(needed: &Sets, in_use: u64) -> Status {
    let count = needed.count_within(in_use);
    if count == 0 {
        return Status::Dead;
    }
    let doublings = count.ilog2();
    Status::Open((8 * doublings + ((u64::from(count) << 3 >> doublings) as u32 - 8)) as u8)
}
