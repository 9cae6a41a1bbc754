//! A proof that a state of `loose.rs` is lost, by where the loose cards can lie and by the order of the
//! cards in the columns and the talon.

use super::light::Table;
use super::loose::LooseState;
use super::packed::Deal;

/// Says whether it is certain that a state cannot be won. "No" means nothing.
///
/// Claim: if this says yes, the state is lost.
///
/// Proof: look at a play up to the first moment at which a root is dug or laid up that leaves a space,
/// and beside it, turn by turn and pass by pass, at one with all light but what is loose at the start, that
/// does all that it can before each turn and takes the next card of the talon too where it can. After
/// every turn all roots that the play has dug or laid up are dug there, and all that it has taken from the
/// stock is taken. For look at the moment at which the play does one of these things. All that it has
/// taken, dug or laid up so far is out there as well, and of that no more is asked than holds in the
/// play: so if the play can do it, [`chains_hold`](super::afloat::chains_hold), with all roots that may be there. A column whose roots
/// have been dug has chains on one of them only, the others being out; to count each as there is more. The
/// same of a column that may be a space.
/// A whole pass that takes nothing from the stock adds nothing, nor would another. So if no root is dug
/// there that leaves a space, the play leaves none. A win leaves no roots, and if there are none at the
/// start, it takes all of the stock.
pub fn is_lost(deal: &Deal, state: &LooseState) -> bool {
    !Table::new(deal, state).goes_on(false)
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashMap;

    use gehtauf_search::Space;

    use super::super::loose::{Loose, LooseSpace};
    use super::super::{Prunings, small_deals};
    use super::*;

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
        space: &LooseSpace<'_>,
        state: LooseState,
        known: &mut HashMap<Loose, (LooseState, bool)>,
    ) -> bool {
        let key = space.key(&state);
        if let Some(&(_, winnable)) = known.get(&key) {
            return winnable;
        }
        let mut steps = Vec::new();
        space.moves(&state, &mut steps);
        let mut winnable = space.is_won(&state);
        for step in steps {
            let mut after = state;
            space.play(&mut after, step);
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
                let space = LooseSpace::new(&deal, Prunings::NONE).unwrap();
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
