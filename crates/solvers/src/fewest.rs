//! The least number of redeals a win needs.

use gehtauf_rules::Move;
use gehtauf_search::{Budget, Verdict};

/// The answer to "how few redeals does a win need?".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FewestRedeals {
    /// No win has fewer redeals.
    pub at_least: u8,
    /// The win found with the fewest; none if none was found. It is proven to be the best if it has
    /// `at_least` redeals.
    pub win: Option<(u8, Vec<Move>)>,
}

/// Solves with one redeal fewer than `below` allowed, or all of those left, then with one fewer than the win that was found has,
/// and so on, until there is no win. Each takes what it needs of the budget: while it is open whether so many
/// redeals suffice, fewer are unlikely to, and the proof that they do not holds for all fewer.
pub(crate) fn fewest(
    below: u8,
    redeals_left: u8,
    budget: &mut Budget<'_>,
    mut solve: impl FnMut(u8, &mut Budget<'_>) -> Verdict<Move>,
) -> FewestRedeals {
    let mut answer = FewestRedeals { at_least: 0, win: None };
    let mut best = below.min(redeals_left + 1);
    while best > 0 {
        match solve(best - 1, budget) {
            Verdict::Won(moves) => {
                best = moves.iter().filter(|&&m| m == Move::Redeal).count() as u8;
                answer.win = Some((best, moves));
            }
            Verdict::Unwinnable => {
                answer.at_least = best;
                break;
            }
            Verdict::Unknown(_) => break,
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use gehtauf_search::{Limit, Limits};

    use super::*;

    #[test]
    fn a_proof_holds_for_all_fewer_redeals_and_a_limit_leaves_them_open() {
        let win = |redeals| Verdict::Won(vec![Move::Redeal; redeals]);
        let (lost, open) = (Verdict::Unwinnable, Verdict::Unknown(Limit::States));
        // What comes of a search for each number of redeals, from none on; the bound, and the win's redeals.
        for (verdicts, at_least, used) in [
            ([&open, &open, &lost], 3, None),
            ([&open, &lost, &win(2)], 2, Some(2)),
            ([&lost, &open, &win(2)], 0, Some(2)),
            ([&lost, &win(1), &win(1)], 1, Some(1)),
            ([&open, &win(1), &win(2)], 0, Some(1)),
            ([&open, &win(0), &win(2)], 0, Some(0)),
        ] {
            let mut budget = Budget::new(Limits::default(), None);
            let answer = fewest(u8::MAX, 2, &mut budget, |redeals, _| {
                verdicts[usize::from(redeals)].clone()
            });
            let found = answer.win.map(|(redeals, _)| redeals);
            assert_eq!((answer.at_least, found), (at_least, used), "{verdicts:?}");
        }
    }
}
