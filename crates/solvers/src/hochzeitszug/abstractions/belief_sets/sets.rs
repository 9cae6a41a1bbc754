//! The belief sets of one suit, numbered.

use ahash::{AHashMap, AHashSet};
use gehtauf_search::{Budget, Limit, Stop};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::Hasher;

use super::configuration::{Configuration, SUIT_CARDS, Shape, SuitRules, Unit};
use crate::hochzeitszug::evaluation::levels::evaluate_belief_set;

/// The number of a set of configurations.
pub type SetId = u32;

/// The set without configurations: a play that leads to it is not possible.
pub const EMPTY: SetId = u32::MAX;
/// A step that has not been looked at.
pub const UNKNOWN: SetId = u32::MAX - 1;

#[derive(Debug, Clone, Copy)]
struct Set {
    shape: Shape,
    /// Heads that can leave in some configuration.
    can_leave: u32,
    /// Heads that are safe and fit a foundation in every configuration.
    safe_heads: u32,
    evaluation: i32,
    start: usize,
    len: usize,
}

/// By card, the set after it has left its dealt place if it is a head, or else after its unit has been
/// laid open.
type After = [SetId; SUIT_CARDS];

/// A unit, and the heads of its suit that lie over it in its pile.
pub type Covered = (Unit, u32);

/// The interned sets of configurations.
pub struct BeliefSets {
    rules: SuitRules,
    pub(in super::super) units: Vec<Covered>,
    sets: Vec<Set>,
    /// For each set.
    after: Vec<After>,
    /// For each set, whether its single-suit projection is won, if that has been asked.
    pub(in super::super) is_won_alone: Vec<Option<bool>>,
    configurations: Vec<Configuration>,
    index: AHashMap<u128, SetId>,
    seen: AHashSet<Configuration>,
    found: Vec<Configuration>,
}

/// 128 bits of SipHash-1-3 of a set of configurations. The chance that any two of n sets share them is below
/// n^2 / 2^129.
pub fn key(shape: Shape, configurations: &[Configuration]) -> u128 {
    let mut hasher = SipHasher13::new();
    hasher.write_u64(u64::from(shape.gone) << 32 | u64::from(shape.heads));
    for &configuration in configurations {
        hasher.write_u128(configuration);
    }
    hasher.finish128().as_u128()
}

/// Whether sorted configurations have all of others.
pub fn contains(large: &[Configuration], small: &[Configuration]) -> bool {
    let mut rest = large;
    large.len() >= small.len()
        && small.iter().all(|configuration| {
            let found = rest.binary_search(configuration);
            rest = &rest[found.unwrap_or(rest.len())..];
            found.is_ok()
        })
}

impl BeliefSets {
    /// Without sets yet; `units` are all of the suit.
    pub fn new(rules: SuitRules, units: Vec<Covered>) -> BeliefSets {
        BeliefSets {
            rules,
            units,
            sets: Vec::new(),
            after: Vec::new(),
            is_won_alone: Vec::new(),
            configurations: Vec::new(),
            index: AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
            seen: AHashSet::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
            found: Vec::new(),
        }
    }

    pub fn shape(&self, set: SetId) -> Shape {
        self.sets[set as usize].shape
    }

    /// The heads that can leave.
    pub fn can_leave(&self, set: SetId) -> u32 {
        self.sets[set as usize].can_leave
    }

    /// The heads that may go to a foundation without a look at any other step: they are safe in every configuration.
    pub fn safe_heads(&self, set: SetId) -> u32 {
        self.sets[set as usize].safe_heads
    }

    pub fn configurations(&self, set: SetId) -> &[Configuration] {
        let set = &self.sets[set as usize];
        &self.configurations[set.start..set.start + set.len]
    }

    /// Whether a set has all configurations of another.
    pub fn contains(&self, large: SetId, small: SetId) -> bool {
        self.can_leave(small) & !self.can_leave(large) == 0
            && contains(self.configurations(large), self.configurations(small))
    }

    /// The evaluation of a set.
    pub fn evaluation(&self, set: SetId) -> i32 {
        self.sets[set as usize].evaluation
    }

    /// About how many bytes the sets take.
    fn bytes(&self) -> usize {
        self.configurations.capacity() * size_of::<Configuration>()
            + self.sets.capacity()
                * (size_of::<Set>() + size_of::<After>() + 1 + 2 * size_of::<(u128, SetId)>())
    }

    /// The set of a suit without heads of which these cards have left.
    pub fn start(&mut self, gone: u32, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        self.found.clear();
        self.found.push(0);
        self.close(Shape { gone, heads: 0 }, budget)
    }

    /// The set after a unit of the suit has been laid open.
    pub fn opened(
        &mut self,
        set: SetId,
        unit: Unit,
        budget: &mut Budget<'_>,
    ) -> Result<SetId, Stop> {
        let known = self.after[set as usize][usize::from(unit.head)];
        if known != UNKNOWN {
            return Ok(known);
        }
        let shape = self.shape(set).opened(unit);
        let run = u128::from(unit.run) << (4 * unit.head);
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        found.extend(self.configurations(set).iter().map(|&configuration| configuration + run));
        self.found = found;
        let after = self.close(shape, budget)?;
        self.after[set as usize][usize::from(unit.head)] = after;
        Ok(after)
    }

    /// The set after a head has left its dealt place.
    pub fn left(&mut self, set: SetId, head: u8, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        let known = self.after[set as usize][usize::from(head)];
        if known != UNKNOWN {
            return Ok(known);
        }
        let shape = self.shape(set);
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        for &configuration in self.configurations(set) {
            self.rules.departures(shape, configuration, head, |configuration, _| {
                found.push(configuration)
            });
        }
        self.found = found;
        let after = self.close(shape.left(head), budget)?;
        self.after[set as usize][usize::from(head)] = after;
        Ok(after)
    }

    /// Adds to the configurations in `found` all that follow from them, and gives the set its number.
    fn close(&mut self, shape: Shape, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        self.seen.clear();
        let (rules, seen, found) = (self.rules, &mut self.seen, &mut self.found);
        found.retain(|&configuration| seen.insert(configuration));
        let (mut next, mut kept) = (0, 0);
        while let Some(&configuration) = found.get(next) {
            next += 1;
            budget.visit()?;
            let mut add = |configuration| {
                if seen.insert(configuration) {
                    found.push(configuration);
                }
            };
            if let Some(better) = rules.after_safe_move(shape, configuration) {
                add(better);
            } else {
                rules.shifts(shape, configuration, |configuration, _| add(configuration));
                found[kept] = configuration;
                kept += 1;
            }
        }
        found.truncate(kept);
        if self.found.is_empty() {
            return Ok(EMPTY);
        }
        self.found.sort_unstable();
        let next_id = self.sets.len() as SetId;
        let id = *self.index.entry(key(shape, &self.found)).or_insert(next_id);
        if id == next_id {
            if self.bytes() > budget.max_bytes() / 8 {
                return Err(Stop::Limit(Limit::Memory));
            }
            let safe =
                self.found.iter().map(|&configuration| self.rules.safe_heads(shape, configuration));
            let safe_heads = safe.fold(u32::MAX, |all, heads| all & heads);
            let can_leave = self.rules.can_leave(shape, &self.found);
            self.sets.push(Set {
                shape,
                can_leave,
                safe_heads,
                evaluation: evaluate_belief_set(shape, &self.found, can_leave),
                start: self.configurations.len(),
                len: self.found.len(),
            });
            self.is_won_alone.push(None);
            self.after.push([UNKNOWN; SUIT_CARDS]);
            self.configurations.extend_from_slice(&self.found);
        }
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_search::Limits;

    use super::super::configuration::copies;
    use super::*;

    const RULES: SuitRules = SuitRules { decks: 2, runs: false, safe_foundation_moves: false };

    /// The first copy of a rank.
    fn card(rank: u8) -> u8 {
        2 * (rank - 1)
    }

    fn single(rank: u8) -> Unit {
        Unit { head: card(rank), run: 0, cards: 0 }
    }

    fn on(rank: u8, run: u8) -> Configuration {
        Configuration::from(run) << (4 * card(rank))
    }

    /// Both copies of the ranks up to this one.
    fn up_to(rank: u8) -> u32 {
        (1 << (2 * rank)) - 1
    }

    /// The sets after the 5 and the 4 have been laid open, and after the 4 has left then.
    fn four_leaves_beside_five(rules: SuitRules, gone: u32) -> (BeliefSets, SetId) {
        let mut budget = Budget::new(Limits::default(), None);
        let mut suits = BeliefSets::new(rules, Vec::new());
        let mut set = suits.start(gone, &mut budget).unwrap();
        for rank in [5, 4] {
            set = suits.opened(set, single(rank), &mut budget).unwrap();
            assert_eq!(suits.configurations(set), [0]);
        }
        set = suits.left(set, card(4), &mut budget).unwrap();
        (suits, set)
    }

    #[test]
    fn card_that_cannot_go_up_is_packed() {
        let (suits, set) = four_leaves_beside_five(RULES, 0);
        assert_eq!(suits.configurations(set), [on(5, 1)]);
    }

    #[test]
    fn card_that_can_go_up_may_be_packed_as_well() {
        let one_two = 1 << card(2);
        let (suits, set) = four_leaves_beside_five(RULES, up_to(1) | one_two);
        assert_eq!(suits.configurations(set), [0, on(5, 1)]);
    }

    #[test]
    fn safe_card_is_not_packed() {
        let rules = SuitRules { safe_foundation_moves: true, ..RULES };
        let (suits, set) = four_leaves_beside_five(rules, up_to(3));
        assert_eq!(suits.configurations(set), [0]);
        assert_eq!(suits.safe_heads(set), 1 << card(5));
        let (suits, set) = four_leaves_beside_five(RULES, up_to(3));
        assert_eq!(suits.configurations(set), [0, on(5, 1)]);
        assert_eq!(suits.safe_heads(set), 0);
    }

    #[test]
    fn root_leaves_under_its_run_only_if_runs_move() {
        for runs in [false, true] {
            let mut budget = Budget::new(Limits::default(), None);
            let (mut suits, mut set) = four_leaves_beside_five(SuitRules { runs, ..RULES }, 0);
            set = suits.opened(set, single(6), &mut budget).unwrap();
            set = suits.left(set, card(5), &mut budget).unwrap();
            if runs {
                assert_eq!(suits.configurations(set), [on(6, 2)]);
            } else {
                assert_eq!(set, EMPTY);
            }
        }
    }

    #[test]
    fn unit_brings_its_run() {
        let mut budget = Budget::new(Limits::default(), None);
        let mut suits = BeliefSets::new(RULES, Vec::new());
        let set = suits.start(up_to(3), &mut budget).unwrap();
        let unit = Unit { head: card(5), run: 1, cards: 1 << card(4) };
        let set = suits.opened(set, unit, &mut budget).unwrap();
        assert_eq!(suits.configurations(set), [0, on(5, 1)]);
        assert_eq!(suits.shape(set).on_foundations(0), suits.shape(set).gone_copies());
        assert_eq!(copies(suits.shape(set).on_foundations(on(5, 1)), 4), 0);
    }

    #[test]
    fn equal_sets_have_one_number() {
        let mut budget = Budget::new(Limits::default(), None);
        let mut suits = BeliefSets::new(RULES, Vec::new());
        let mut after = |ranks: [u8; 2]| {
            let mut set = suits.start(0, &mut budget).unwrap();
            for rank in [1, 2] {
                set = suits.opened(set, single(rank), &mut budget).unwrap();
            }
            for rank in ranks {
                set = suits.left(set, card(rank), &mut budget).unwrap();
            }
            set
        };
        // An Ace packed on the 2 is out when the 2 leaves.
        assert_eq!(after([1, 2]), after([2, 1]));
    }
}
