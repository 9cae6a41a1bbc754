//! The belief sets of one suit: all configurations to which plays with the same order of steps lead.

use gehtauf_search::{Budget, Memory, Stop, hashing};

use super::configuration::{Configuration, Shape, SuitRules, Unit};
use super::table::{SetId, SetTable, contains};
use crate::hochzeitszug::evaluation::levels::evaluate_belief_set;

/// What is known of a belief set.
pub struct Facts {
    /// Heads that can leave in some configuration.
    can_leave: u32,
    /// Heads that are safe and fit a foundation in every configuration.
    safe_heads: u32,
    evaluation: i32,
    /// Whether its single-suit projection is won, if that has been asked.
    pub is_won_alone: Option<bool>,
}

/// A unit, and the heads of its suit that lie over it in its pile.
pub type Covered = (Unit, u32);

/// The belief sets met so far.
pub struct BeliefSets {
    rules: SuitRules,
    /// All of the suit.
    pub units: Vec<Covered>,
    pub table: SetTable<Facts>,
    seen: hashing::Set<Configuration>,
    found: Vec<Configuration>,
}

impl BeliefSets {
    /// None yet; `units` are all of the suit.
    pub fn new(rules: SuitRules, units: Vec<Covered>, memory: &Memory) -> BeliefSets {
        let table = SetTable::new(memory);
        BeliefSets { rules, units, table, seen: hashing::set(), found: Vec::new() }
    }

    /// The heads that can leave.
    pub fn can_leave(&self, set: SetId) -> u32 {
        self.table.facts(set).can_leave
    }

    /// The heads that may go to a foundation without a look at any other step, by the claim of safe heads
    /// ([`belief_sets`](super)): they are safe in every configuration.
    pub fn safe_heads(&self, set: SetId) -> u32 {
        self.table.facts(set).safe_heads
    }

    /// Whether a set has all configurations of another.
    pub fn contains(&self, large: SetId, small: SetId) -> bool {
        self.can_leave(small) & !self.can_leave(large) == 0
            && contains(self.table.configurations(large), self.table.configurations(small))
    }

    /// The evaluation of a set.
    pub fn evaluation(&self, set: SetId) -> i32 {
        self.table.facts(set).evaluation
    }

    /// The set of a suit without heads of which these cards have left.
    pub fn start(&mut self, gone: u32, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        self.following(Shape { gone, heads: 0 }, 0, budget)
    }

    /// The set of all configurations that follow from one.
    pub fn following(
        &mut self,
        shape: Shape,
        configuration: Configuration,
        budget: &mut Budget<'_>,
    ) -> Result<SetId, Stop> {
        self.found.clear();
        self.found.push(configuration);
        self.close(shape, budget)
    }

    /// The set after a unit of the suit has opened.
    pub fn opened(
        &mut self,
        set: SetId,
        unit: Unit,
        budget: &mut Budget<'_>,
    ) -> Result<SetId, Stop> {
        if let Some(known) = self.table.step(set, unit.head) {
            return Ok(known);
        }
        let run = u128::from(unit.run) << (4 * unit.head);
        let configurations = self.table.configurations(set);
        self.found.clear();
        self.found.extend(configurations.iter().map(|&configuration| configuration + run));
        let after = self.close(self.table.shape(set).opened(unit), budget)?;
        self.table.keep_step(set, unit.head, after);
        Ok(after)
    }

    /// The set after a head has left its pile.
    pub fn left(&mut self, set: SetId, head: u8, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        if let Some(known) = self.table.step(set, head) {
            return Ok(known);
        }
        let shape = self.table.shape(set);
        self.found.clear();
        for &configuration in self.table.configurations(set) {
            self.rules.departures(shape, configuration, head, |configuration, _| {
                self.found.push(configuration);
            });
        }
        let after = self.close(shape.left(head), budget)?;
        self.table.keep_step(set, head, after);
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
        found.sort_unstable();
        self.table.intern(shape, found, || {
            let safe = found.iter().map(|&configuration| rules.safe_heads(shape, configuration));
            let can_leave = rules.can_leave(shape, found);
            Facts {
                can_leave,
                safe_heads: safe.fold(u32::MAX, |all, heads| all & heads),
                evaluation: evaluate_belief_set(shape, found, can_leave),
                is_won_alone: None,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_search::Limits;

    use super::super::configuration::copies;
    use super::super::table::EMPTY;
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

    /// The sets after the 5 and the 4 have opened, and after the 4 has left then.
    fn four_leaves_beside_five(rules: SuitRules, gone: u32) -> (BeliefSets, SetId) {
        let mut budget = Budget::new(Limits::default(), None);
        let mut suits = BeliefSets::new(rules, Vec::new(), budget.memory());
        let mut set = suits.start(gone, &mut budget).unwrap();
        for rank in [5, 4] {
            set = suits.opened(set, single(rank), &mut budget).unwrap();
            assert_eq!(suits.table.configurations(set), [0]);
        }
        set = suits.left(set, card(4), &mut budget).unwrap();
        (suits, set)
    }

    #[test]
    fn card_that_fits_no_foundation_is_packed() {
        let (suits, set) = four_leaves_beside_five(RULES, 0);
        assert_eq!(suits.table.configurations(set), [on(5, 1)]);
    }

    #[test]
    fn card_that_fits_a_foundation_may_be_packed_as_well() {
        let one_two = 1 << card(2);
        let (suits, set) = four_leaves_beside_five(RULES, up_to(1) | one_two);
        assert_eq!(suits.table.configurations(set), [0, on(5, 1)]);
    }

    #[test]
    fn safe_card_is_not_packed() {
        let rules = SuitRules { safe_foundation_moves: true, ..RULES };
        let (suits, set) = four_leaves_beside_five(rules, up_to(3));
        assert_eq!(suits.table.configurations(set), [0]);
        assert_eq!(suits.safe_heads(set), 1 << card(5));
        let (suits, set) = four_leaves_beside_five(RULES, up_to(3));
        assert_eq!(suits.table.configurations(set), [0, on(5, 1)]);
        assert_eq!(suits.safe_heads(set), 0);
    }

    #[test]
    fn head_leaves_under_its_run_only_if_runs_move() {
        for runs in [false, true] {
            let mut budget = Budget::new(Limits::default(), None);
            let (mut suits, mut set) = four_leaves_beside_five(SuitRules { runs, ..RULES }, 0);
            set = suits.opened(set, single(6), &mut budget).unwrap();
            set = suits.left(set, card(5), &mut budget).unwrap();
            if runs {
                assert_eq!(suits.table.configurations(set), [on(6, 2)]);
            } else {
                assert_eq!(set, EMPTY);
            }
        }
    }

    #[test]
    fn unit_brings_its_run() {
        let mut budget = Budget::new(Limits::default(), None);
        let mut suits = BeliefSets::new(RULES, Vec::new(), budget.memory());
        let set = suits.start(up_to(3), &mut budget).unwrap();
        let unit = Unit { head: card(5), run: 1, cards: 1 << card(4) };
        let set = suits.opened(set, unit, &mut budget).unwrap();
        assert_eq!(suits.table.configurations(set), [0, on(5, 1)]);
        assert_eq!(suits.table.shape(set).on_foundations(0), suits.table.shape(set).gone_copies());
        assert_eq!(copies(suits.table.shape(set).on_foundations(on(5, 1)), 4), 0);
    }

    #[test]
    fn equal_sets_have_one_number() {
        let mut budget = Budget::new(Limits::default(), None);
        let mut suits = BeliefSets::new(RULES, Vec::new(), budget.memory());
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
        // An Ace packed on the 2 is on a foundation when the 2 leaves.
        assert_eq!(after([1, 2]), after([2, 1]));
    }
}
