//! Whether a suit could go out alone.
//!
//! Claim: no win comes through a set from which the suit could not go out even if no other suit
//! covered its cards. Proof: a win has an order in which the cards of the suit leave their places, and
//! the suit can take it. That a card is laid open earlier forbids no packing: it only adds a root. So
//! the suit can take the same order if each of its cards is open as soon as those of its own suit over
//! it have left, and then the suit goes out whatever the others do.

use gehtauf_search::{Budget, Stop};

use super::{SetId, Shape, Suits, bits};

/// How many sets are looked at to see whether a suit might go out.
const MOST_SETS: u32 = 300;

impl Suits {
    /// Whether the suit might go out from a set if no other suit covered its cards; perhaps also if it
    /// cannot, for only so many sets are looked at.
    pub fn might_go_out(&mut self, set: SetId, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        if let Some(known) = self.goes_out[set as usize] {
            return Ok(known);
        }
        let mut sets_left = MOST_SETS;
        let uncovered = self.uncovered(set, budget)?;
        let goes_out = self.uncovered_goes_out(uncovered, &mut sets_left, budget)?;
        self.goes_out[set as usize] = Some(goes_out);
        Ok(goes_out)
    }

    /// The set after all units have been laid open that no root of the suit lies over.
    fn uncovered(&mut self, mut set: SetId, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        let Shape { gone, roots } = self.shape(set);
        for i in 0..self.units.len() {
            let (unit, over) = self.units[i];
            if (gone | roots) >> unit.root & 1 == 0 && over & !gone == 0 {
                set = self.opened(set, unit, budget)?;
            }
        }
        Ok(set)
    }

    fn uncovered_goes_out(
        &mut self,
        set: SetId,
        sets_left: &mut u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        if let Some(known) = self.goes_out[set as usize] {
            return Ok(known);
        }
        if self.shape(set).roots == 0 || *sets_left == 0 {
            return Ok(true);
        }
        *sets_left -= 1;
        let safe = self.safe_roots(set);
        let choices = if safe == 0 { self.can_leave(set) } else { safe & safe.wrapping_neg() };
        let mut goes_out = false;
        for root in bits(choices) {
            let after = self.left(set, root, budget)?;
            let after = self.uncovered(after, budget)?;
            goes_out = self.uncovered_goes_out(after, sets_left, budget)?;
            if goes_out {
                break;
            }
        }
        self.goes_out[set as usize] = Some(goes_out);
        Ok(goes_out)
    }
}
