//! The delete relaxation of the free-card space: nothing that is done takes anything away.
//!
//! *Setup.* A play goes on from a state of the space, and beside it a relaxed play from the same state with all cards
//! untracked but those free there (`relaxed_state.rs`). The relaxed play uncovers bases and takes stock
//! cards, the top of the waste or next of the talon, as soon as it can; then it turns the next talon card; at the
//! end of the talon it redeals. How many places are turned over counts the places of the stock passed in this
//! pass, whether or not a card is there; a play never turns over fewer but by a redeal.
//!
//! *Claim.* A state with bases is lost if the relaxed play clears no column, a state without bases if the relaxed
//! play does not take the whole stock.
//!
//! *Invariant.* Up to the first column that the play clears: when the relaxed play is in the same pass, has turned over
//! no more places than the play, and cannot do more without doing so, it has uncovered all bases that the play has
//! uncovered or put on foundations, and has taken all stock cards that the play has taken.
//!
//! *Each move keeps it.*
//! - A turn: the relaxed play turns too, if it then has turned over no more places. A redeal: the relaxed play has
//!   turned over all its talon by then and redeals. After a whole pass that took nothing from the stock it stops, for
//!   so would be another.
//! - A card of the waste to a foundation or a column: it is the play's top card, so the play has taken all
//!   cards of places after its own that are turned over, and by the invariant so has the relaxed play. There no
//!   more places are turned over: the card is taken, on top of the waste or next of the talon. In that moment
//!   all that is asked of places in the relaxed play holds in the play (`relaxed_state.rs`): what is asked to have a
//!   place is released in the play, too, for the inequality says so of what lay on the card; and what offers
//!   places in the play does so in the relaxed play.
//! - A base to a foundation or with its run to another column: likewise. All that lay on it has left it or moves
//!   with it. Of a column whose bases are uncovered there are chains on one of them only, the others being released;
//!   to count each as there is more. The same of a column that may be cleared.
//! - Moves of free cards change nothing of it.
//!
//! *Conclusion.* A win clears all columns and takes the whole stock.
//!
//! *Needs.* The free-card space, whose states name all that counts.
//! Oracle: `no_state_that_can_be_won_is_lost`, and `each_pruning` in `tests/eights`.

use gehtauf_rules::eights::Rules;

use super::free_cards::{self, FreeCardState};
use super::relaxed_play::{Goal, RelaxedPlay};
use super::relaxed_state::RelaxedState;
use crate::eights::state::Deal;

/// For which values the proof holds.
pub fn supports(rules: &Rules) -> bool {
    free_cards::supports(rules)
}

/// Says whether it is certain that a state cannot be won. "No" means nothing.
pub fn is_lost(deal: &Deal, state: &FreeCardState) -> bool {
    !RelaxedPlay::new(&RelaxedState::new(deal, state)).reaches(Goal::ClearedColumn)
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashMap;

    use gehtauf_search::Space;

    use super::*;
    use crate::eights::abstractions::free_cards::{FreeCardKey, FreeCardSpace};
    use crate::eights::prunings::Prunings;
    use crate::eights::small_deals;

    /// Games small enough to know whether each state can be won.
    pub const SIZES: [[&str; 6]; 8] = [
        ["1", "4", "CH", "2", "2", "5"],
        ["1", "4", "SD", "2", "3", "4"],
        ["2", "4", "SD", "2", "3", "4"],
        ["1", "5", "CH", "2", "3", "4"],
        ["2", "6", "SD", "1", "3", "3"],
        ["unlimited", "4", "CH", "2", "2", "5"],
        ["1", "5", "CDHS", "1", "3", "5"],
        ["3", "3", "CH", "2", "3", "3"],
    ];

    /// Whether a state can be won, and puts it down for all that follow.
    pub fn is_winnable(
        space: &FreeCardSpace<'_>,
        state: FreeCardState,
        known: &mut HashMap<FreeCardKey, (FreeCardState, bool)>,
    ) -> bool {
        let key = space.key(&state);
        if let Some(&(_, winnable)) = known.get(&key) {
            return winnable;
        }
        let mut moves = Vec::new();
        space.moves(&state, &mut moves);
        let mut winnable = space.is_won(&state);
        for m in moves {
            let mut after = state;
            space.play(&mut after, m);
            winnable |= is_winnable(space, after, known);
        }
        known.insert(key, (state, winnable));
        winnable
    }

    #[test]
    fn no_state_that_can_be_won_is_lost() {
        let (mut lost, mut fired) = (0, 0);
        for size in SIZES {
            for (seed, table) in small_deals(size, 0..100) {
                let (deal, start) = Deal::new(&table).unwrap();
                let space = FreeCardSpace::new(&deal, Prunings::NONE).unwrap();
                let mut known = HashMap::new();
                is_winnable(&space, space.start(&start), &mut known);
                for (state, winnable) in known.values() {
                    let says_lost = is_lost(&deal, state);
                    assert!(!(says_lost && *winnable), "{size:?} seed {seed}: {state:?}");
                    lost += usize::from(!winnable);
                    fired += usize::from(says_lost);
                }
            }
        }
        assert!(2 * fired > lost, "{fired} of {lost}");
    }
}
