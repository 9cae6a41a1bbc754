//! The least number of redeals a win needs.

use gehtauf_rules::Move;
use gehtauf_search::{Budget, Verdict};

/// The answer to "how few redeals does a win need?".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FewestRedeals {
    /// No win has fewer redeals.
    pub at_least: u8,
    /// The win found with the fewest; none if none was found. The answer is exact if it has
    /// `at_least` redeals, or if `unwinnable`.
    pub win: Option<(u8, Vec<Move>)>,
    /// Whether it is proven that there is no win.
    pub unwinnable: bool,
}

/// Solves with no redeal allowed, then with one, and so on up to `most`, each within its share of the
/// budget.
pub(crate) fn fewest(
    most: u8,
    budget: &mut Budget<'_>,
    mut solve: impl FnMut(u8, &mut Budget<'_>) -> Verdict<Move>,
) -> FewestRedeals {
    let mut answer = FewestRedeals { at_least: 0, win: None, unwinnable: false };
    for redeals in 0..=most {
        let share = budget.states_left() / u64::from(most - redeals + 1);
        match budget.stage(share, |budget| solve(redeals, budget)) {
            Verdict::Won(moves) => {
                let used = moves.iter().filter(|&&m| m == Move::Redeal).count() as u8;
                answer.win = Some((used, moves));
                return answer;
            }
            // Nor is there a win with fewer, even where that was left open.
            Verdict::Unwinnable => answer.at_least = redeals + 1,
            Verdict::Unknown(_) => {}
        }
    }
    answer.unwinnable = answer.at_least > most;
    answer
}

#[cfg(test)]
mod tests {
    use gehtauf_search::{Limit, Limits};

    use super::*;

    /// What comes of a search for each number of redeals, from none on.
    fn answer(verdicts: &[Verdict<Move>]) -> FewestRedeals {
        let mut budget = Budget::new(Limits::default(), None);
        let most = verdicts.len() as u8 - 1;
        fewest(most, &mut budget, |redeals, _| verdicts[usize::from(redeals)].clone())
    }

    #[test]
    fn a_limit_leaves_open_what_only_a_proof_with_more_redeals_decides() {
        let unknown = Verdict::Unknown;
        let open = answer(&[Verdict::Unwinnable, unknown(Limit::Memory), unknown(Limit::States)]);
        assert_eq!((open.at_least, open.unwinnable), (1, false));
        let lost = answer(&[unknown(Limit::States), Verdict::Unwinnable]);
        assert_eq!((lost.at_least, lost.unwinnable), (2, true));
        let won = answer(&[unknown(Limit::Memory), Verdict::Won(vec![Move::Redeal])]);
        assert_eq!((won.at_least, won.win), (0, Some((1, vec![Move::Redeal]))));
    }
}
