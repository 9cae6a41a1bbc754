//! Exhaustive search round by round.
//!
//! A *round* is the time between two redeals. Its future hangs on the talon alone once the stacks are taken up, so that
//! the states of a round and those of the next meet only in the redeals. Under `redeal=blocked` these come only where no
//! card can move, and a round is searched for such states, by [macro moves](super::prunings::reversible_packings). A last
//! round is searched best-first. (The loop is that of the shared depth-first search, which has no room for another search
//! at once where a redeal is met.)
//!
//! The nogood table holds states right after a redeal. *Claim.* No win comes through one of them. *Proof.*
//! A state is entered there only after the search from it has answered `Unwinnable`, which it does only if
//! no state within its rounds was left out; a state after a redeal has fewer redeals left than the states
//! before, so the search of a round never waits for its own answer.

use gehtauf_rules::Move;
use gehtauf_search::bytes::{Share, vec_bytes};
use gehtauf_search::{Budget, List, Outcome, Space, Stop, Visited, best_first, depth_first};

use super::prunings::reversible_packings::MacroMove;
use super::space::StateSpace;
use super::state::State;

/// How far a search goes, so that it does not spend all on the first round it comes to.
#[derive(Debug, Clone, Copy)]
pub struct Caps {
    /// States of a round before the last.
    pub round: u64,
    /// States of a last round; nothing for all of them.
    pub last_round: Option<u64>,
}

/// What searches from the same position share.
pub struct Rounds<'v> {
    space: StateSpace<'v>,
    /// The keys of states right after a redeal from which there is no win.
    nogoods: Visited<u128>,
}

/// A state on the path of the depth-first search.
struct Frame {
    state: State,
    /// Where its moves begin; they end where those of the next frame begin.
    first_move: usize,
    next_move: usize,
}

/// What the search of one round before the last keeps.
struct Round {
    path: List<Frame>,
    moves: Vec<MacroMove>,
    /// What `moves` takes.
    share: Share,
    /// The starts of next rounds that have been looked at.
    entered: Visited<u128>,
    /// Whether one of them was left open.
    open: bool,
}

impl Round {
    /// The moves that lead from the start to the state in hand.
    fn moves_so_far(&self, space: &StateSpace<'_>, start: &State) -> Vec<Move> {
        let (mut state, mut moves) = (start.clone(), Vec::new());
        space.make_canonical(&mut state, |m| moves.push(m));
        for frame in self.path.iter() {
            for m in self.moves[frame.next_move - 1].moves() {
                space.play(&mut state, m);
                moves.push(m);
            }
            space.make_canonical(&mut state, |m| moves.push(m));
        }
        moves
    }

    /// The next state of the depth-first search; nothing if it is done.
    fn next_state(&mut self, space: &StateSpace<'_>) -> Option<State> {
        loop {
            let frame = self.path.last_mut()?;
            if let Some(macro_move) = self.moves.get(frame.next_move) {
                frame.next_move += 1;
                let mut child = frame.state.clone();
                macro_move.moves().for_each(|m| space.play(&mut child, m));
                space.make_canonical(&mut child, |_| ());
                return Some(child);
            }
            self.moves.truncate(frame.first_move);
            self.path.pop();
        }
    }
}

impl<'v> Rounds<'v> {
    pub fn new(space: StateSpace<'v>, budget: &Budget<'_>) -> Rounds<'v> {
        Rounds { space, nogoods: Visited::new(budget.memory()) }
    }

    /// Searches all plays from a state, within the caps. `Unwinnable` is exact.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn search(
        &mut self,
        start: &State,
        caps: Caps,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        let Some(cap) = caps.last_round else {
            return match start.redeals_left {
                0 => depth_first(&self.space, start, budget),
                _ => self.round(start, caps, budget),
            };
        };
        if start.redeals_left == 0 {
            return self.capped(start, cap, budget);
        }
        if self.space.looks_for_wins_without_redeal(start)
            && let Outcome::Won(moves) = self.capped(&start.without_redeals(), cap, budget)?
        {
            return Ok(Outcome::Won(moves));
        }
        self.round(start, caps, budget)
    }

    /// Searches a last round best-first, so many states of it.
    fn capped(
        &self,
        start: &State,
        cap: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        let found = budget.within(cap, |budget| best_first(&self.space, start, budget))?;
        Ok(found.unwrap_or(Outcome::Open))
    }

    /// Searches a round before the last, and those after it: first with one order of the stacks for all, as most rounds
    /// that are lost come to no redeal.
    fn round(
        &mut self,
        start: &State,
        caps: Caps,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        if let Some(space) = self.space.in_any_order() {
            let (found, comes_to_redeals) = self.plays(space, start, caps, budget)?;
            if !(comes_to_redeals && matches!(found, Outcome::Unwinnable)) {
                return Ok(found);
            }
        }
        Ok(self.plays(self.space, start, caps, budget)?.0)
    }

    /// Searches a round before the last depth-first, and those after it; whether it comes to redeals, too.
    fn plays(
        &mut self,
        space: StateSpace<'_>,
        start: &State,
        caps: Caps,
        budget: &mut Budget<'_>,
    ) -> Result<(Outcome<Move>, bool), Stop> {
        let (mut visited, mut in_round) = (Visited::new(budget.memory()), 0);
        let mut comes_to_redeals = false;
        let entered = Visited::new(budget.memory());
        let (path, share) = (List::new(budget.memory()), budget.memory().share());
        let mut round = Round { path, moves: Vec::new(), share, entered, open: false };
        let mut state = start.clone();
        space.make_canonical(&mut state, |_| ());
        let outcome = loop {
            if visited.insert(space.key(&state))? {
                in_round += 1;
                budget.visit()?;
                if space.is_won(&state) {
                    break Outcome::Won(round.moves_so_far(&space, start));
                }
                if in_round > caps.round {
                    break Outcome::Open;
                }
                let first_move = round.moves.len();
                let may_redeal = space.macro_moves(&state, &mut round.moves);
                round.share.resize(vec_bytes::<MacroMove>(round.moves.capacity()))?;
                comes_to_redeals |= may_redeal;
                if may_redeal
                    && let Some(rest) = self.after_redeal(&mut round, &state, caps, budget)?
                {
                    let mut won = round.moves_so_far(&space, start);
                    won.push(Move::Redeal);
                    won.extend(rest);
                    break Outcome::Won(won);
                }
                round.path.push(Frame { state, first_move, next_move: first_move })?;
            }
            state = match round.next_state(&space) {
                Some(state) => state,
                None if round.open => break Outcome::Open,
                None => break Outcome::Unwinnable,
            };
        };
        Ok((outcome, comes_to_redeals))
    }

    /// A win by a redeal at once, if one is found.
    fn after_redeal(
        &mut self,
        round: &mut Round,
        state: &State,
        caps: Caps,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let mut next = state.clone();
        self.space.play(&mut next, Move::Redeal);
        let key = self.space.key(&next);
        if self.nogoods.contains(&key) || !round.entered.insert(key)? {
            return Ok(None);
        }
        match self.search(&next, caps, budget)? {
            Outcome::Won(moves) => return Ok(Some(moves)),
            Outcome::Unwinnable => {
                self.nogoods.insert(key)?;
            }
            Outcome::Open => round.open = true,
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force};
    use gehtauf_search::Limits;

    use super::*;
    use crate::hochzeitszug::Prunings;
    use crate::hochzeitszug::state::VariantTables;

    /// Searches from the same position that go further and further, each with the nogoods of those
    /// before it.
    #[test]
    fn no_search_contradicts_brute_force_and_the_last_answers() {
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
                let tables = VariantTables::new(inner.variant());
                let start = State::new(&tables, inner);
                let mut budget = Budget::new(Limits::default(), None);
                let space = StateSpace::new(&tables, Prunings::ALL);
                let mut rounds = Rounds::new(space, &budget);
                for (round, last_round) in [(2, Some(2)), (20, Some(20)), (u64::MAX, None)] {
                    match rounds.search(&start, Caps { round, last_round }, &mut budget).unwrap() {
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
                            assert!(last_round.is_some(), "seed {seed}");
                            open += 1;
                        }
                    }
                }
            }
        }
        assert!(won > 5 && lost > 5 && open > 5, "{won} {lost} {open}");
    }

    /// One of the few small deals that a redeal wins from another order of the stacks only than the first that is found.
    #[test]
    fn each_order_of_the_stacks_is_redealt() {
        let sets = [
            ("redeal", "blocked"),
            ("redeals", "1"),
            ("ranks", "5"),
            ("suits", "CH"),
            ("upper", "2"),
            ("lower", "1"),
        ];
        let game = Game::new(RuleSet::Hochzeitszug, &sets).unwrap();
        let position = game.deal(&seeded_deck(1598, game.pack())).unwrap();
        assert!(matches!(brute_force(&position, 5_000), BruteForce::Won(_)));
        let AnyPosition::Hochzeitszug(position) = &position else { unreachable!() };
        let tables = VariantTables::new(position.variant());
        let start = State::new(&tables, position);
        let mut budget = Budget::new(Limits::default(), None);
        let space = StateSpace::new(&tables, Prunings::ALL);
        let caps = Caps { round: u64::MAX, last_round: None };
        let mut rounds = Rounds::new(space, &budget);
        let in_any_order = space.in_any_order().unwrap();
        let found = rounds.plays(in_any_order, &start, caps, &mut budget).unwrap();
        assert_eq!(found, (Outcome::Unwinnable, true));
        let found = rounds.search(&start, caps, &mut budget).unwrap();
        assert!(matches!(found, Outcome::Won(_)), "{found:?}");
    }
}
