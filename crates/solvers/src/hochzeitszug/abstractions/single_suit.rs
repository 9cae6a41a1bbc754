//! One suit alone, the other suits free: the single-suit projection.
//!
//! *Setup.* A belief set of a suit in the game without redeals. In the *projection* a card of the suit is open as
//! soon as the cards of its own suit over it in its pile have left.
//!
//! *Claim.* No win comes through a belief set from which the projection is not won.
//!
//! *Invariant.* Take the order in which the cards of the suit leave their piles in a win. After each of
//! these steps the projection has a configuration that is that of the win on the heads that are open
//! in the win, with nothing on the heads that are open in the projection alone, but for the runs dealt with them.
//!
//! *Each move keeps it.* To a foundation and packing look at the suit's own open cards, of which the
//! projection has no fewer: that a card opens earlier forbids no packing, it only adds a head. Steps: a card that
//! is open in the win is open in the projection.
//!
//! *Conclusion.* The projection takes the same order to its end. So if it takes none, there is no win.
//!
//! *Needs.* Not `packing=stalled`; the claim of the
//! [belief sets](super::belief_sets), with safe heads, for the projection.
//!
//! Oracle: `tests/hochzeitszug.rs` with the switch on and off.

use gehtauf_rules::hochzeitszug::Variant;
use gehtauf_search::{Budget, Stop, bits};

use super::belief_sets;
use super::belief_sets::configuration::Shape;
use super::belief_sets::sets::BeliefSets;
use super::belief_sets::table::SetId;

/// Whether the proof holds for the variant: wherever the one of the belief sets does.
pub fn supports(variant: &Variant) -> bool {
    belief_sets::supports(variant)
}

/// How many sets are looked at to see whether a suit may be won.
const MAX_SETS: u32 = 300;

impl BeliefSets {
    /// Whether the suit may be won from a set if no other suit covered its cards; perhaps also if it
    /// cannot, for only so many sets are looked at.
    pub fn may_be_won(&mut self, set: SetId, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        if let Some(known) = self.table.facts(set).is_won_alone {
            return Ok(known);
        }
        let mut sets_left = MAX_SETS;
        let uncovered = self.uncovered(set, budget)?;
        let is_won_alone = self.projection_is_won(uncovered, &mut sets_left, budget)?;
        self.table.facts_mut(set).is_won_alone = Some(is_won_alone);
        Ok(is_won_alone)
    }

    /// The set after all units have opened that no head of the suit lies over.
    fn uncovered(&mut self, mut set: SetId, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        let Shape { gone, heads } = self.table.shape(set);
        for i in 0..self.units.len() {
            let (unit, over) = self.units[i];
            if (gone | heads) >> unit.head & 1 == 0 && over & !gone == 0 {
                set = self.opened(set, unit, budget)?;
            }
        }
        Ok(set)
    }

    fn projection_is_won(
        &mut self,
        set: SetId,
        sets_left: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        if let Some(known) = self.table.facts(set).is_won_alone {
            return Ok(known);
        }
        if self.table.shape(set).heads == 0 || *sets_left == 0 {
            return Ok(true);
        }
        *sets_left -= 1;
        let safe = self.safe_heads(set);
        let choices = if safe == 0 { self.can_leave(set) } else { safe & safe.wrapping_neg() };
        let mut is_won_alone = false;
        for head in bits(choices) {
            let after = self.left(set, head, budget)?;
            let after = self.uncovered(after, budget)?;
            is_won_alone = self.projection_is_won(after, sets_left, budget)?;
            if is_won_alone {
                break;
            }
        }
        self.table.facts_mut(set).is_won_alone = Some(is_won_alone);
        Ok(is_won_alone)
    }
}
