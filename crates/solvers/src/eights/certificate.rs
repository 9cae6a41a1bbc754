//! What a certificate of loss tracks.

use gehtauf_certificates::free_cards::tracked_cards::TrackedCard;
use gehtauf_rules::AnyPosition;
use gehtauf_search::{Budget, Stop};

use super::abstractions::tracked_cards::{self, Refinement};
use super::state::Deal;

/// The cards with which the abstraction refinement proves a position of the eights lost; nothing if it does not.
///
/// # Errors
/// The budget is spent.
pub fn tracked_cards(
    start: &AnyPosition,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<TrackedCard>>, Stop> {
    let table = match start {
        AnyPosition::AchtMalAcht(position) => position.table(),
        AnyPosition::EightByEight(position) => position.table(),
        _ => return Ok(None),
    };
    let Some((deal, state)) = Deal::new(table).filter(|_| tracked_cards::supports(&table.rules))
    else {
        return Ok(None);
    };
    let mut refinement = Refinement::new(&deal, &state);
    let is_lost = refinement.is_lost(budget)?;
    Ok(is_lost.then(|| refinement.certified()))
}
