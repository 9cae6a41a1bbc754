//! For one suit, all configurations from which an ending can be played: the
//! [belief sets](crate::hochzeitszug::abstractions::belief_sets::sets) from the end, where all cards are on the
//! foundations.
//!
//! *Claim.* It is enough to know those configurations in which all cards are on the foundations that are lower
//! than each card that has not left its pile.
//!
//! *Proof.* From the lowest on, such a card fits a foundation and is safe ([`SuitRules`]). So another
//! configuration is winnable exactly if the one after that move is, to which it leads; a belief set with the other
//! configuration has this one too.

use gehtauf_search::{Budget, Memory, Stop, bits, hashing};

use super::super::belief_sets::configuration::{
    Configuration, Copies, Shape, SuitRules, Unit, copies, length, rank,
};
use super::super::belief_sets::table::{SetId, SetTable};

/// The sets of configurations before endings.
pub struct RetrogradeSets {
    rules: SuitRules,
    pub table: SetTable<()>,
    seen: hashing::Set<Configuration>,
}

impl SuitRules {
    /// The lowest rank of which a card need not be on a foundation ([`RetrogradeSets`]).
    fn lowest_in_play(self, shape: Shape) -> u8 {
        let gone = shape.gone_copies();
        let all_gone = |rank: &u8| copies(gone, *rank) == self.decks;
        if self.safe_foundation_moves { (1..=13).take_while(all_gone).count() as u8 + 1 } else { 1 }
    }

    /// The cards that were on the foundations before the last of this rank, if it can have been the last
    /// move.
    fn before_foundation(self, founded: Copies, rank: u8) -> Option<Copies> {
        let possible = copies(founded, rank) > 0;
        let before = founded.wrapping_sub(1 << (2 * (rank - 1)));
        (possible
            && copies(before, rank) >= copies(founded, rank + 2)
            && self.fits_foundation(before, rank))
        .then_some(before)
    }

    /// Calls `found` with each configuration from which one shift leads to `configuration`, no head leaving; only
    /// cards of rank `lowest` and higher are taken from the foundations.
    fn shifts_to(
        self,
        shape: Shape,
        configuration: Configuration,
        lowest: u8,
        mut found: impl FnMut(Configuration),
    ) {
        // Where a card or a run was packed from, it can be packed again.
        self.shifts(shape, configuration, |before, shift| {
            if shift.to.is_some() {
                found(before);
            }
        });
        let founded = shape.on_foundations(configuration);
        for head in bits(shape.heads) {
            let card = rank(head) - length(configuration, head) - 1;
            if card >= lowest && self.before_foundation(founded, card).is_some() {
                found(configuration + (1 << (4 * head)));
            }
        }
    }

    /// Calls `found` with each configuration from which `head` leaves so that `configuration` is left.
    fn departures_to(
        self,
        shape: Shape,
        configuration: Configuration,
        head: u8,
        mut found: impl FnMut(Configuration),
    ) {
        let card = rank(head);
        if self.before_foundation(shape.on_foundations(configuration), card).is_some() {
            found(configuration);
        }
        for to in bits(shape.heads) {
            let end = rank(to) - length(configuration, to);
            if rank(to) > card && end <= card && (end == card || self.runs) {
                let run = card - end;
                let shorter = configuration - (u128::from(run + 1) << (4 * to));
                found(shorter + (u128::from(run) << (4 * head)));
            }
        }
    }
}

impl RetrogradeSets {
    /// None yet.
    pub fn new(rules: SuitRules, memory: &Memory) -> RetrogradeSets {
        RetrogradeSets { rules, table: SetTable::new(memory), seen: hashing::set() }
    }

    /// The set at the end, when all cards of the suit have left.
    pub fn end(&mut self, cards: u32, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        self.intern(Shape { gone: cards, heads: 0 }, vec![0], budget)
    }

    /// The set before a unit of the suit has opened.
    pub fn before_opening(
        &mut self,
        set: SetId,
        unit: Unit,
        budget: &mut Budget<'_>,
    ) -> Result<SetId, Stop> {
        if let Some(known) = self.table.step(set, unit.head) {
            return Ok(known);
        }
        let after = self.table.shape(set);
        let shape =
            Shape { gone: after.gone & !unit.cards, heads: after.heads & !(1 << unit.head) };
        let mut found = self.with_lower_cards(set, shape, budget)?;
        found.retain(|&configuration| length(configuration, unit.head) == unit.run);
        for configuration in &mut found {
            *configuration &= !(15 << (4 * unit.head));
        }
        let before = self.intern(shape, found, budget)?;
        self.table.keep_step(set, unit.head, before);
        Ok(before)
    }

    /// The set before a head has left its pile.
    pub fn before_leaving(
        &mut self,
        set: SetId,
        head: u8,
        budget: &mut Budget<'_>,
    ) -> Result<SetId, Stop> {
        if let Some(known) = self.table.step(set, head) {
            return Ok(known);
        }
        let after = self.table.shape(set);
        let shape = Shape { gone: after.gone & !(1 << head), heads: after.heads | 1 << head };
        let mut found = Vec::new();
        for configuration in self.with_lower_cards(set, shape, budget)? {
            self.rules.departures_to(after, configuration, head, |configuration| {
                found.push(configuration);
            });
        }
        let before = self.intern(shape, found, budget)?;
        self.table.keep_step(set, head, before);
        Ok(before)
    }

    /// The configurations of a set, with those that matter only because more cards are in play before.
    fn with_lower_cards(
        &mut self,
        set: SetId,
        before: Shape,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Configuration>, Stop> {
        let shape = self.table.shape(set);
        let mut found = self.table.configurations(set).to_vec();
        let lowest = self.rules.lowest_in_play(before);
        if lowest < self.rules.lowest_in_play(shape) {
            self.close(shape, lowest, &mut found, budget)?;
        }
        Ok(found)
    }

    /// Adds all configurations that lead to those in `found`, and sorts them.
    fn close(
        &mut self,
        shape: Shape,
        lowest: u8,
        found: &mut Vec<Configuration>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.seen.clear();
        let (rules, seen) = (self.rules, &mut self.seen);
        found.retain(|&configuration| seen.insert(configuration));
        let mut next = 0;
        while let Some(&configuration) = found.get(next) {
            next += 1;
            budget.visit()?;
            rules.shifts_to(shape, configuration, lowest, |before| {
                if seen.insert(before) {
                    found.push(before);
                }
            });
        }
        found.sort_unstable();
        Ok(())
    }

    /// The number of the set of all configurations that lead to these.
    fn intern(
        &mut self,
        shape: Shape,
        mut found: Vec<Configuration>,
        budget: &mut Budget<'_>,
    ) -> Result<SetId, Stop> {
        self.close(shape, self.rules.lowest_in_play(shape), &mut found, budget)?;
        self.table.intern(shape, &found, || ())
    }
}
