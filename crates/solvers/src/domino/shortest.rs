//! Shorter wins.

use gehtauf_rules::Move;
use gehtauf_rules::domino::Domino;
use gehtauf_search::{Budget, Stop};

use super::evaluation::lower_bound::lower_bound;
use super::moves::Step;
use super::partial_order::shortest::ShortestPlay;
use super::prunings::Prunings;
use super::space::StateSpace;
use super::state::{State, VariantTables};
use super::translate::{Start, starts};
use crate::shortest::{Best, Win, prove, shorten_by_rules};

/// Makes the win shorter until it is proven that none is.
///
/// # Errors
/// The budget is spent.
pub fn shortest(
    position: &Domino,
    prunings: Prunings,
    best: &mut Best,
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let variant = position.variant();
    let (tables, prunings) = (VariantTables::new(variant), prunings.supported(&variant));
    let starts = starts(position);
    if tables.fill_left && (position.redeals_left() == 0 || tables.redeal_blocked) {
        return by_persistent_sets(&tables, prunings, &starts, best, budget);
    }
    let space = StateSpace::new(&tables, prunings);
    let choice = best.moves().first().copied();
    let start = starts.iter().find(|start| start.aces.is_none() || start.aces == choice);
    let start = start.expect("a win begins with a choice of Aces if there is one");
    let to_rules = |steps| start.moves(steps);
    let moves = best.moves().iter().filter(|m| !matches!(m, Move::Aces(_)));
    let moves = moves.map(|&m| Step::from_move(m)).collect();
    let mut win = Win { space: &space, start: &start.state, moves };
    win.shorten(budget.states_left() / 2, to_rules, best, budget)?;
    match start.aces {
        None => prove(&space, &start.state, to_rules, best, budget),
        Some(_) => shorten_by_rules(position, lower_bound, best, budget),
    }
}

fn by_persistent_sets(
    tables: &VariantTables,
    prunings: Prunings,
    starts: &[Start],
    best: &mut Best,
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let choice = u32::from(starts[0].aces.is_some());
    let states: Vec<State> = starts.iter().map(|start| start.state).collect();
    let search = ShortestPlay::new(tables, prunings, best.length() - choice, budget);
    let found = search.search(&states, budget, |at_least, budget| {
        best.raise(at_least + choice, budget);
    })?;
    if let Some((start, steps)) = found {
        best.shorten(starts[start].moves(steps), budget);
    }
    best.raise(best.length(), budget);
    Ok(())
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force, replay};
    use gehtauf_search::{Limits, Verdict};

    use super::*;
    use crate::domino::evaluation::lower_bound::moves_left;
    use crate::plain;

    #[test]
    fn with_each_pruning_on_and_off_a_win_is_as_short_as_brute_force_finds() {
        let none = Prunings::NONE;
        let switches = [
            Prunings::ALL,
            none,
            Prunings { detours: true, ..none },
            Prunings { persistent_sets: true, ..none },
            Prunings { sleep_sets: true, ..none },
            Prunings { delete_relaxation: true, ..none },
            Prunings { detours: false, ..Prunings::ALL },
        ];
        let mut shorter = 0;
        for fill in ["left", "both"] {
            for size in [[("ranks", "6"), ("suits", "CH")], [("ranks", "4"), ("suits", "CHS")]] {
                let rules = [("fill", fill), ("redeals", "0")];
                let game = Game::new(RuleSet::Domino, &[rules, size].concat()).unwrap();
                for seed in 0..40 {
                    let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                    let BruteForce::Won(least) = brute_force(&position, 100_000) else { continue };
                    let mut budget = Budget::new(Limits::default(), None);
                    let Verdict::Won(moves) = plain::solve(&position, &mut budget).0 else {
                        panic!("it comes out")
                    };
                    let AnyPosition::Domino(domino) = &position else { unreachable!() };
                    for prunings in switches {
                        let mut best = Best::new(moves.clone());
                        shortest(domino, prunings, &mut best, &mut budget).unwrap();
                        assert_eq!(replay(domino, best.moves()), Ok(()));
                        assert_eq!(best.moves().len(), least.len(), "{prunings:?} {domino:?}");
                        assert!(best.is_proven());
                    }
                    shorter += u32::from(least.len() < moves.len());
                }
            }
        }
        assert!(shorter > 20, "{shorter}");
    }

    #[test]
    fn detours_are_a_bound_along_shortest_wins() {
        let mut detours = 0;
        for fill in ["left", "both"] {
            for size in [[("ranks", "7"), ("suits", "CH")], [("ranks", "5"), ("suits", "CHS")]] {
                let rules = [("fill", fill), ("redeals", "0")];
                let game = Game::new(RuleSet::Domino, &[rules, size].concat()).unwrap();
                for seed in 0..60 {
                    let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                    let AnyPosition::Domino(mut domino) = position else { unreachable!() };
                    let tables = VariantTables::new(domino.variant());
                    let BruteForce::Won(moves) = brute_force(&domino, 50_000) else { continue };
                    for (played, &m) in moves.iter().enumerate() {
                        let state = State::new(&domino, domino.variant().row_suits());
                        let bound = |prunings| moves_left(&tables, prunings, &state);
                        assert!(bound(Prunings::ALL) as usize <= moves.len() - played);
                        detours += bound(Prunings::ALL) - bound(Prunings::NONE);
                        domino.play(m);
                    }
                }
            }
        }
        assert!(detours > 100, "{detours}");
    }
}
