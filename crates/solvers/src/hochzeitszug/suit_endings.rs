//! For one suit, all packings from which an ending can be played.
//!
//! An *ending* is an order in which the cards that are still in their dealt places leave them. The
//! sets here hold all packings with which a suit can play one: [`super::suits`] looking back from the
//! end, where all cards are on the foundations.

use ahash::{AHashMap, AHashSet};
use gehtauf_search::{Budget, Limit, Stop};

use super::suits::{
    Copies, EMPTY, Packing, SUIT_CARDS, SetId, Shape, SuitRules, UNKNOWN, Unit, bits, copies, key,
    length, rank,
};

struct Set {
    shape: Shape,
    packings: Vec<Packing>,
    before_leaving: [SetId; SUIT_CARDS],
    before_opening: [SetId; SUIT_CARDS],
}

/// The interned sets of packings before endings.
///
/// Claim: it is enough to know those packings in which all cards are out that are lower than each
/// card that has not left its dealt place. Proof: from the lowest on, such a card can go up and is safe
/// ([`SuitRules`]); so another packing is as good as the one after it has gone up, to which it leads.
/// A set of [`super::suits::Suits`] with the other packing has this one too.
pub struct SuitEndings {
    rules: SuitRules,
    sets: Vec<Set>,
    index: AHashMap<u128, SetId>,
    seen: AHashSet<Packing>,
    packings: usize,
}

impl SuitRules {
    /// The lowest rank of which a card need not be out ([`SuitEndings`]).
    fn lowest_in_play(self, shape: Shape) -> u8 {
        let gone = shape.gone_copies();
        let all_gone = |rank: &u8| copies(gone, *rank) == self.decks;
        if self.safe_cards { (1..=13).take_while(all_gone).count() as u8 + 1 } else { 1 }
    }

    /// The cards that are out before the last of this rank went up, if it can have been the last move.
    fn before_going_up(self, out: Copies, rank: u8) -> Option<Copies> {
        let possible = copies(out, rank) > 0;
        let before = out.wrapping_sub(1 << (2 * (rank - 1)));
        (possible && copies(before, rank) >= copies(out, rank + 2) && self.goes_up(before, rank))
            .then_some(before)
    }

    /// Calls `found` with each packing from which one shift leads to `packing`, no root leaving; only
    /// cards of rank `lowest` and higher are taken from the foundations.
    fn shifts_to(self, shape: Shape, packing: Packing, lowest: u8, mut found: impl FnMut(Packing)) {
        // Where a card or a run was packed from, it can be packed again.
        self.shifts(shape, packing, |before, shift| {
            if shift.to.is_some() {
                found(before);
            }
        });
        let out = shape.out(packing);
        for root in bits(shape.roots) {
            let card = rank(root) - length(packing, root) - 1;
            if card >= lowest && self.before_going_up(out, card).is_some() {
                found(packing + (1 << (4 * root)));
            }
        }
    }

    /// Calls `found` with each packing from which `root` leaves so that `packing` is left.
    fn departures_to(
        self,
        shape: Shape,
        packing: Packing,
        root: u8,
        mut found: impl FnMut(Packing),
    ) {
        let card = rank(root);
        if self.before_going_up(shape.out(packing), card).is_some() {
            found(packing);
        }
        for to in bits(shape.roots) {
            let end = rank(to) - length(packing, to);
            if rank(to) > card && end <= card && (end == card || self.runs) {
                let run = card - end;
                let shorter = packing - (u128::from(run + 1) << (4 * to));
                found(shorter + (u128::from(run) << (4 * root)));
            }
        }
    }
}

impl SuitEndings {
    pub fn new(rules: SuitRules) -> SuitEndings {
        SuitEndings {
            rules,
            sets: Vec::new(),
            index: AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
            seen: AHashSet::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
            packings: 0,
        }
    }

    pub fn packings(&self, set: SetId) -> &[Packing] {
        &self.sets[set as usize].packings
    }

    /// The set at the end, when all cards of the suit have left.
    pub fn end(&mut self, cards: u32, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        self.intern(Shape { gone: cards, roots: 0 }, vec![0], budget)
    }

    /// The set before a unit of the suit has been laid open.
    pub fn before_opening(
        &mut self,
        set: SetId,
        unit: Unit,
        budget: &mut Budget<'_>,
    ) -> Result<SetId, Stop> {
        let known = self.sets[set as usize].before_opening[usize::from(unit.root)];
        if known != UNKNOWN {
            return Ok(known);
        }
        let after = self.sets[set as usize].shape;
        let shape =
            Shape { gone: after.gone & !unit.cards, roots: after.roots & !(1 << unit.root) };
        let mut found = self.with_lower_cards(set, shape, budget)?;
        found.retain(|&packing| length(packing, unit.root) == unit.run);
        for packing in &mut found {
            *packing &= !(15 << (4 * unit.root));
        }
        let before = self.intern(shape, found, budget)?;
        self.sets[set as usize].before_opening[usize::from(unit.root)] = before;
        Ok(before)
    }

    /// The set before a root has left its dealt place.
    pub fn before_leaving(
        &mut self,
        set: SetId,
        root: u8,
        budget: &mut Budget<'_>,
    ) -> Result<SetId, Stop> {
        let known = self.sets[set as usize].before_leaving[usize::from(root)];
        if known != UNKNOWN {
            return Ok(known);
        }
        let after = self.sets[set as usize].shape;
        let shape = Shape { gone: after.gone & !(1 << root), roots: after.roots | 1 << root };
        let mut found = Vec::new();
        for packing in self.with_lower_cards(set, shape, budget)? {
            self.rules.departures_to(after, packing, root, |packing| found.push(packing));
        }
        let before = self.intern(shape, found, budget)?;
        self.sets[set as usize].before_leaving[usize::from(root)] = before;
        Ok(before)
    }

    /// The packings of a set, with those that matter only because more cards are in play before.
    fn with_lower_cards(
        &mut self,
        set: SetId,
        before: Shape,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Packing>, Stop> {
        let Set { shape, ref packings, .. } = self.sets[set as usize];
        let mut found = packings.clone();
        let lowest = self.rules.lowest_in_play(before);
        if lowest < self.rules.lowest_in_play(shape) {
            self.close(shape, lowest, &mut found, budget)?;
        }
        Ok(found)
    }

    /// Adds all packings that lead to those in `found`, and sorts them.
    fn close(
        &mut self,
        shape: Shape,
        lowest: u8,
        found: &mut Vec<Packing>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.seen.clear();
        let (rules, seen) = (self.rules, &mut self.seen);
        found.retain(|&packing| seen.insert(packing));
        let mut next = 0;
        while let Some(&packing) = found.get(next) {
            next += 1;
            budget.visit()?;
            rules.shifts_to(shape, packing, lowest, |before| {
                if seen.insert(before) {
                    found.push(before);
                }
            });
        }
        found.sort_unstable();
        Ok(())
    }

    /// The number of the set of all packings that lead to these.
    fn intern(
        &mut self,
        shape: Shape,
        mut found: Vec<Packing>,
        budget: &mut Budget<'_>,
    ) -> Result<SetId, Stop> {
        if found.is_empty() {
            return Ok(EMPTY);
        }
        self.close(shape, self.rules.lowest_in_play(shape), &mut found, budget)?;
        let next_id = self.sets.len() as SetId;
        let id = *self.index.entry(key(shape, &found)).or_insert(next_id);
        if id == next_id {
            self.packings += found.len();
            let bytes = self.packings * size_of::<Packing>()
                + self.sets.capacity() * (size_of::<Set>() + 2 * size_of::<(u128, SetId)>());
            if bytes > budget.max_bytes() / 8 {
                return Err(Stop::Limit(Limit::Memory));
            }
            self.sets.push(Set {
                shape,
                packings: found,
                before_leaving: [UNKNOWN; SUIT_CARDS],
                before_opening: [UNKNOWN; SUIT_CARDS],
            });
        }
        Ok(id)
    }
}
