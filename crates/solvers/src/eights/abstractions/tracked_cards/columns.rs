//! What has been uncovered of a column, base by base.

use super::tracked::Tracked;
use crate::eights::abstractions::card_counts::Cards;
use crate::eights::abstractions::free_cards::FreeCardState;
use crate::eights::abstractions::relaxed_state::{Uncovered, uncover_to};
use crate::eights::state::Deal;

/// What has been uncovered of a column when it has come to a base.
#[derive(Clone, Copy, Default)]
pub struct ColumnPart {
    pub uncovered: Uncovered,
    /// The base after the last tracked one was uncovered.
    pub last_tracked: u8,
    /// Whether it is a choice to uncover the base.
    pub is_tracked: bool,
}

/// What has been uncovered of a column at each of its bases down to the last one.
pub fn walk(
    deal: &Deal,
    start: &FreeCardState,
    tracked: &Tracked,
    column: usize,
    last: u8,
    mut tell: impl FnMut(u8, ColumnPart),
) {
    let mut base = start.key.bases[column];
    let mut part = ColumnPart { last_tracked: base, ..ColumnPart::default() };
    loop {
        uncover_to(deal, column, base, &mut part.uncovered);
        let next = if base == 0 { 0 } else { deal.base(column, usize::from(base) - 1) };
        let uncovered = usize::from(next)..usize::from(base);
        part.is_tracked = uncovered.clone().any(|i| tracked.columns[column] >> i & 1 == 1);
        tell(base, part);
        if base == last {
            return;
        }
        if part.is_tracked {
            // What was untracked before lies elsewhere for certain.
            part.last_tracked = next;
            part.uncovered.bases = Cards::default();
            part.uncovered.never_base = part.uncovered.untracked;
        }
        for i in uncovered {
            let card = deal.dealt[column][i];
            let is_base = i + 1 == usize::from(base);
            if tracked.columns[column] >> i & 1 == 1 {
                part.uncovered.tracked = part.uncovered.tracked.add(card);
                continue;
            }
            part.uncovered.untracked = part.uncovered.untracked.add(card);
            if !is_base || part.is_tracked {
                part.uncovered.never_base = part.uncovered.never_base.add(card);
            }
        }
        base = next;
    }
}
