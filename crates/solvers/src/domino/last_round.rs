//! The last round, when no redeal is left or none is wanted.

use gehtauf_search::{Budget, Outcome, Stop};

use super::complete_beam::{Aim, CompleteBeam};
use super::moves::Step;
use super::partial_order::PersistentSetSearch;
use super::prunings::Prunings;
use super::state::{State, VariantTables};

/// How many states a part of the search for a win without redeals may visit.
#[derive(Debug, Clone, Copy)]
pub struct LastRound {
    /// From the win backwards.
    pub back: u64,
    /// From the state ahead.
    pub ahead: u64,
}

/// Decides whether a state without redeals can be won: ahead from it, and under `fill=both` back from the
/// win as well. Open if that takes more states.
///
/// # Errors
/// The budget is spent.
pub fn last_round(
    tables: &VariantTables,
    prunings: Prunings,
    state: &State,
    states: LastRound,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Step>, Stop> {
    if !tables.fill_left {
        let memory = budget.memory();
        let mut beam = CompleteBeam::new(tables, state, Aim::Win, prunings, memory)?;
        return go_on(&mut beam, states, budget);
    }
    let mut search = PersistentSetSearch::new(tables, prunings, budget.memory());
    Ok(match budget.within(states.ahead, |budget| search.search(&[*state], budget))? {
        Some(Some((_, steps))) => Outcome::Won(steps),
        Some(None) => Outcome::Unwinnable,
        None => Outcome::Open,
    })
}

/// Goes on back from the win and ahead from the start.
///
/// # Errors
/// The budget is spent.
pub fn go_on(
    beam: &mut CompleteBeam<'_>,
    states: LastRound,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Step>, Stop> {
    if let Some(steps) = beam.grow(states.back, budget)? {
        return Ok(Outcome::Won(steps));
    }
    Ok(match budget.within(states.ahead, |budget| beam.search(budget))? {
        Some(Some(steps)) => Outcome::Won(steps),
        Some(None) => Outcome::Unwinnable,
        None => Outcome::Open,
    })
}

/// Looks for a win by one redeal that is legal only where no card can move: a beam of so many states, then the
/// last round from the best of those where no card can move.
///
/// # Errors
/// The budget is spent.
pub fn by_one_blocked_redeal(
    tables: &VariantTables,
    prunings: Prunings,
    start: &State,
    (aim, beam_states, states): (Aim, u64, LastRound),
    budget: &mut Budget<'_>,
) -> Result<Outcome<Step>, Stop> {
    /// How many states without moves are followed up.
    const BRANCHES: usize = 60;
    let without_redeals = State::from_cells(tables, *start.cells(), 0);
    let no_diagonals = Prunings { diagonals_in_use: false, ..prunings };
    let mut beam = CompleteBeam::new(tables, &without_redeals, aim, no_diagonals, budget.memory())?;
    if let Some(Some(steps)) = budget.within(beam_states, |budget| beam.search(budget))? {
        return Ok(Outcome::Won(steps));
    }
    let mut followed: Vec<u128> = Vec::new();
    for (blocked, mut steps) in beam.blocked_states(BRANCHES) {
        let mut state = State::from_cells(tables, *blocked.cells(), 1);
        state.play(tables, Step::REDEAL);
        if followed.contains(&state.key()) {
            continue;
        }
        followed.push(state.key());
        if let Outcome::Won(rest) = last_round(tables, prunings, &state, states, budget)? {
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
                let tables = VariantTables::new(domino.variant());
                let state = State::new(domino, domino.variant().row_suits());
                for (back, ahead) in [(3, 0), (2, 3), (0, 5), (1, 40)] {
                    let mut budget = Budget::new(Limits::default(), None);
                    let memory = budget.memory();
                    let mut beam =
                        CompleteBeam::new(&tables, &state, Aim::Win, Prunings::ALL, memory)
                            .unwrap();
                    let parts = (0..2_000)
                        .map(|_| go_on(&mut beam, LastRound { back, ahead }, &mut budget));
                    let outcome = { parts }.find(|part| *part != Ok(Outcome::Open)).unwrap();
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
