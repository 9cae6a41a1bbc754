//! The last phase, when no redeal is left or none is wanted.

use gehtauf_search::{Budget, Outcome, Stop};

use super::Prunings;
use super::left::Left;
use super::state::{Rules, State, Step};
use super::sweeps::{Aim, Sweeps};

/// How many states a part of the search for a win without redeals may visit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// From the win backwards.
    pub back: u64,
    /// From the state ahead.
    pub ahead: u64,
}

/// Decides whether a state without redeals can be won: ahead from it, and under `fill=both` backward
/// from the win as well, by turns. Open if that takes more than all the efforts.
///
/// # Errors
/// The budget is spent.
pub(super) fn last_phase(
    rules: &Rules,
    prunings: Prunings,
    state: &State,
    efforts: &[Effort],
    budget: &mut Budget<'_>,
) -> Result<Outcome<Step>, Stop> {
    if rules.fill_left {
        let ahead = efforts.iter().map(|effort| effort.ahead).sum();
        let mut left = Left::new(rules, prunings, budget.memory());
        return match budget.stage(ahead, |budget| left.search(&[*state], budget)) {
            Ok(Some((_, steps))) => Ok(Outcome::Won(steps)),
            Ok(None) => Ok(Outcome::Unwinnable),
            Err(Stop::Stage) => Ok(Outcome::Open),
            Err(stop) => Err(stop),
        };
    }
    let mut sweeps = Sweeps::new(rules, state, Aim::Win, prunings, budget.memory())?;
    for effort in efforts {
        if let Some(steps) = sweeps.grow(effort.back, budget)? {
            return Ok(Outcome::Won(steps));
        }
        match budget.stage(effort.ahead, |budget| sweeps.sweep(budget)) {
            Ok(Some(steps)) => return Ok(Outcome::Won(steps)),
            Ok(None) => return Ok(Outcome::Unwinnable),
            Err(Stop::Stage) => {}
            Err(stop) => return Err(stop),
        }
    }
    Ok(Outcome::Open)
}

/// Looks for a win by one redeal that is legal only where no card can move: sweeps until so many
/// states are found, then the last phase from the best of those where no card can move.
///
/// # Errors
/// The budget is spent.
pub(super) fn one_blocked_redeal(
    rules: &Rules,
    prunings: Prunings,
    start: &State,
    (aim, sweep_states, effort): (Aim, u64, Effort),
    budget: &mut Budget<'_>,
) -> Result<Outcome<Step>, Stop> {
    /// How many states without moves are followed up.
    const TRIES: usize = 60;
    let without_redeals = State::from_cells(rules, *start.cells(), 0);
    let no_diagonals = Prunings { diagonals: false, ..prunings };
    let mut sweeps = Sweeps::new(rules, &without_redeals, aim, no_diagonals, budget.memory())?;
    match budget.stage(sweep_states, |budget| sweeps.sweep(budget)) {
        Ok(Some(steps)) => return Ok(Outcome::Won(steps)),
        Ok(None) | Err(Stop::Stage) => {}
        Err(stop) => return Err(stop),
    }
    let mut tried: Vec<u128> = Vec::new();
    for (blocked, mut steps) in sweeps.blocked_states(TRIES) {
        let mut state = State::from_cells(rules, *blocked.cells(), 1);
        state.play(rules, Step::REDEAL);
        if tried.contains(&state.key()) {
            continue;
        }
        tried.push(state.key());
        let last = last_phase(rules, prunings, &state, &[effort], budget)?;
        if let Outcome::Won(rest) = last {
            steps.push(Step::REDEAL);
            steps.extend(rest);
            return Ok(Outcome::Won(steps));
        }
    }
    Ok(Outcome::Open)
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, BruteForce, Game, RuleSet, brute_force};
    use gehtauf_search::Limits;

    use super::*;

    #[test]
    fn searches_broken_off_and_taken_up_again_have_the_verdict_of_brute_force() {
        let (mut won, mut lost) = (0, 0);
        for size in [[("ranks", "6"), ("suits", "CH")], [("ranks", "4"), ("suits", "CHS")]] {
            let game = Game::new(RuleSet::Domino, &[size.as_slice(), &[("redeals", "0")]].concat());
            let game = game.unwrap();
            for seed in 0..150 {
                let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let AnyPosition::Domino(domino) = &position else { unreachable!() };
                let rules = Rules::new(domino.variant());
                let state = State::new(domino, domino.variant().row_suits());
                for (back, ahead) in [(3, 0), (2, 3), (0, 5), (1, 40)] {
                    let efforts = [Effort { back, ahead }; 2_000];
                    let mut budget = Budget::new(Limits::default(), None);
                    let outcome =
                        last_phase(&rules, Prunings::default(), &state, &efforts, &mut budget);
                    match brute_force(&position, 100_000) {
                        BruteForce::Won(_) => assert!(matches!(outcome, Ok(Outcome::Won(_)))),
                        BruteForce::Unwinnable => assert_eq!(outcome, Ok(Outcome::Unwinnable)),
                        BruteForce::TooBig => panic!("too big"),
                    }
                    won += u32::from(matches!(outcome, Ok(Outcome::Won(_))));
                    lost += u32::from(outcome == Ok(Outcome::Unwinnable));
                }
            }
        }
        assert!(won > 100 && lost > 100, "{won} {lost}");
    }
}
