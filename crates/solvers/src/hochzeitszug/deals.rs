//! Exhaustive search deal by deal.
//!
//! The future hangs on the talon alone once the stacks are taken up, so that the states of a deal and
//! those of the next meet only in the redeals. A last deal is searched best first.

use gehtauf_rules::Move;
use gehtauf_search::{Budget, Outcome, Space, Stop, Visited, depth_first};

use super::best_first::best_first;
use super::exhaustive::Exhaustive;
use super::state::State;

/// How far a pass goes, so that it does not spend all on the first deal it comes to.
#[derive(Debug, Clone, Copy)]
pub struct Caps {
    /// States of a deal before the last.
    pub deal: u64,
    /// States of a last deal; nothing for all of them.
    pub last_deal: Option<u64>,
}

/// What passes over the same position share.
pub struct Deals<'r> {
    space: Exhaustive<'r>,
    /// The keys of states right after a redeal from which there is no win.
    lost: Visited<u128>,
}

impl<'r> Deals<'r> {
    pub fn new(space: Exhaustive<'r>, budget: &Budget<'_>) -> Deals<'r> {
        Deals { space, lost: Visited::new(budget.memory()) }
    }

    /// A win from a later deal as if it were the last, under `redeal=blocked`: there few plays come to
    /// another redeal. None found says nothing.
    fn win_without_redeal(
        &self,
        start: &State,
        cap: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let variant = &self.space.rules.variant;
        if !self.space.prunings.last_deals || !variant.redeal_blocked || start.first_deal {
            return Ok(None);
        }
        let last = start.without_redeals();
        match capped(budget, cap, |budget| best_first(&self.space, &last, budget))? {
            Outcome::Won(moves) => Ok(Some(moves)),
            _ => Ok(None),
        }
    }

    /// Searches all plays from a state, within the caps. `Unwinnable` is exact.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn pass(
        &mut self,
        start: &State,
        caps: Caps,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        if start.redeals_left == 0 {
            return match caps.last_deal {
                Some(cap) => capped(budget, cap, |budget| best_first(&self.space, start, budget)),
                None => depth_first(&self.space, start, budget),
            };
        }
        if let Some(cap) = caps.last_deal
            && let Some(moves) = self.win_without_redeal(start, cap, budget)?
        {
            return Ok(Outcome::Won(moves));
        }
        let space = self.space;
        let mut seen = Visited::new(budget.memory());
        // The starts of next deals that this pass has looked at.
        let mut tried = Visited::new(budget.memory());
        let mut open = false;
        let mut moves = Vec::new();
        let mut path: Vec<(State, usize, usize)> = Vec::new();
        let mut entered = start.clone();
        loop {
            if seen.insert(space.key(&entered))? {
                budget.visit()?;
                if entered.is_won(space.rules) {
                    return Ok(Outcome::Won(moves_of(&path, &moves)));
                }
                if seen.len() as u64 > caps.deal {
                    return Ok(Outcome::Open);
                }
                let first = moves.len();
                space.moves(&entered, &mut moves);
                if moves.len() > first && moves.last() == Some(&Move::Redeal) {
                    moves.pop();
                    let mut next = entered.clone();
                    space.play(&mut next, Move::Redeal);
                    let key = space.key(&next);
                    if !self.lost.contains(&key) && tried.insert(key)? {
                        match self.pass(&next, caps, budget)? {
                            Outcome::Won(rest) => {
                                let mut won = moves_of(&path, &moves);
                                won.push(Move::Redeal);
                                won.extend(rest);
                                return Ok(Outcome::Won(won));
                            }
                            Outcome::Unwinnable => {
                                self.lost.insert(key)?;
                            }
                            Outcome::Open => open = true,
                        }
                    }
                }
                path.push((entered, first, first));
            }
            entered = loop {
                let Some((state, first, next)) = path.last_mut() else {
                    return Ok(if open { Outcome::Open } else { Outcome::Unwinnable });
                };
                if let Some(&m) = moves.get(*next) {
                    *next += 1;
                    let mut child = state.clone();
                    space.play(&mut child, m);
                    break child;
                }
                moves.truncate(*first);
                path.pop();
            };
        }
    }
}

/// The moves that lead along a path of states, each with where its moves begin and the next one.
fn moves_of(path: &[(State, usize, usize)], moves: &[Move]) -> Vec<Move> {
    path.iter().map(|&(_, _, next)| moves[next - 1]).collect()
}

/// Runs a search that may visit `cap` states; beyond that the answer is open.
fn capped(
    budget: &mut Budget<'_>,
    cap: u64,
    search: impl FnOnce(&mut Budget<'_>) -> Result<Outcome<Move>, Stop>,
) -> Result<Outcome<Move>, Stop> {
    match budget.stage(cap, search) {
        Err(Stop::Stage) => Ok(Outcome::Open),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force};
    use gehtauf_search::Limits;

    use super::*;
    use crate::hochzeitszug::Prunings;
    use crate::hochzeitszug::state::Rules;

    /// Passes over the same position that go further and further, each with what those before it have
    /// found lost.
    #[test]
    fn no_pass_contradicts_brute_force_and_the_last_answers() {
        let (mut won, mut lost, mut open) = (0, 0, 0);
        for redeals in ["1", "2"] {
            let size = [("ranks", "5"), ("suits", "CH"), ("upper", "2"), ("lower", "1")];
            let sets = [[("redeals", redeals)].as_slice(), &size].concat();
            let game = Game::new(RuleSet::Hochzeitszug, &sets).unwrap();
            for seed in 0..40 {
                let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let winnable = match brute_force(&position, 5_000) {
                    BruteForce::Won(_) => true,
                    BruteForce::Unwinnable => false,
                    BruteForce::TooBig => continue,
                };
                *if winnable { &mut won } else { &mut lost } += 1;
                let AnyPosition::Hochzeitszug(inner) = &position else { unreachable!() };
                let rules = Rules::new(inner.variant());
                let start = State::new(&rules, inner);
                let mut budget = Budget::new(Limits::default(), None);
                let space = Exhaustive { rules: &rules, prunings: Prunings::ALL };
                let mut deals = Deals::new(space, &budget);
                for (deal, last_deal) in [(2, Some(2)), (20, Some(20)), (u64::MAX, None)] {
                    match deals.pass(&start, Caps { deal, last_deal }, &mut budget).unwrap() {
                        Outcome::Won(moves) => {
                            let mut position = position.clone();
                            for m in moves {
                                assert!(position.legal_moves().contains(&m), "seed {seed}: {m}");
                                position.play(m);
                            }
                            assert!(winnable && position.is_won(), "seed {seed}");
                        }
                        Outcome::Unwinnable => assert!(!winnable, "seed {seed}"),
                        Outcome::Open => {
                            assert!(last_deal.is_some(), "seed {seed}");
                            open += 1;
                        }
                    }
                }
            }
        }
        assert!(won > 5 && lost > 5 && open > 5, "{won} {lost} {open}");
    }
}
