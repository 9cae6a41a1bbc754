//! How much of a win of an abstraction can be played in the free-card space.

use gehtauf_search::Space;

use super::abstraction::AbstractMove::{self, Redeal, Take, ToFoundation, Uncover};
use crate::eights::abstractions::free_cards::{FreeCardMove, FreeCardSpace, FreeCardState};
use crate::eights::state::COLUMNS;

/// Plays what a win of an abstraction uncovers and takes, in its order, as long as that can be, with foundation
/// moves before a move that cannot be without them. Gives the moves from the deal's start in the space.
///
/// Most wins of abstractions fail somewhere as a play; but they begin in another way than a beam does.
pub fn playable_part(
    space: &FreeCardSpace<'_>,
    start: FreeCardState,
    win: &[AbstractMove],
) -> Vec<FreeCardMove> {
    let (mut state, mut played, mut moves) = (start, Vec::new(), Vec::new());
    // Those that the win has come to; safe foundation moves may have come further.
    let dealt = &space.deal.dealt;
    let mut bases: [u8; COLUMNS] = std::array::from_fn(|i| space.deal.base(i, dealt[i].len()));
    for &m in win {
        if let Uncover { column, .. } = m {
            let base = &mut bases[usize::from(column)];
            *base = space.deal.base(column.into(), usize::from(*base) - 1);
        }
        let is_done = |state: &FreeCardState| match m {
            Uncover { column, .. } => {
                state.key.bases[usize::from(column)] <= bases[usize::from(column)]
            }
            Take { place, .. } => state.key.stock >> place & 1 == 0,
            ToFoundation(_) | Redeal => true,
        };
        while !is_done(&state) {
            moves.clear();
            space.moves(&state, &mut moves);
            let is_it = |move_here: &&FreeCardMove| match (m, **move_here) {
                (
                    Uncover { column, .. },
                    FreeCardMove::Uncover { column: here }
                    | FreeCardMove::BaseToFoundation { column: here },
                ) => column == here,
                (
                    Take { place, .. },
                    FreeCardMove::StockToColumn { place: here }
                    | FreeCardMove::StockToFoundation { place: here },
                ) => place == here,
                _ => false,
            };
            let is_foundation_move =
                |m: &&FreeCardMove| matches!(m, FreeCardMove::ToFoundation { .. });
            let next = moves.iter().rfind(is_it).or_else(|| moves.iter().rfind(is_foundation_move));
            let Some(&next) = next else { return played };
            space.play(&mut state, next);
            played.push(next);
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use gehtauf_search::{Budget, Limits};

    use super::super::{Refinement, Step};
    use super::*;
    use crate::eights::prunings::Prunings;
    use crate::eights::small_deals;
    use crate::eights::state::Deal;

    #[test]
    fn what_is_played_of_a_win_can_be_played() {
        let (mut played, mut won, mut cut_short) = (0, 0, 0);
        for (seed, table) in small_deals(["2", "5", "CDHS", "2", "4", "6"], 0..40) {
            let (deal, packed) = Deal::new(&table).unwrap();
            let limits = Limits { max_states: 5_000, ..Limits::default() };
            let mut budget = Budget::new(limits, None);
            for prunings in [Prunings::NONE, Prunings::ALL] {
                let mut refinement = Refinement::new(&deal, &packed);
                let space = FreeCardSpace::new(&deal, prunings).unwrap();
                let start = space.start(&packed);
                while let Ok(Step::Win(win)) = refinement.step(&mut budget) {
                    let mut state = start;
                    for m in playable_part(&space, start, &win) {
                        let mut moves = Vec::new();
                        space.moves(&state, &mut moves);
                        assert!(moves.contains(&m), "seed {seed}: {m:?}");
                        space.play(&mut state, m);
                        played += 1;
                    }
                    won += u32::from(space.is_won(&state));
                    cut_short += u32::from(!space.is_won(&state));
                }
            }
        }
        assert!(played > 1_000 && won > 10 && cut_short > 10, "{played} {won} {cut_short}");
    }
}
