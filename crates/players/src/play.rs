//! A game from the deal to its end, each move of it checked.

use std::sync::atomic::{AtomicBool, Ordering};

use gehtauf_rules::{AnyPosition, Move, Referee, View, replay};

use crate::player::Player;
use crate::seed::Seed;

/// A game in which a plan ends after so many moves without a win is lost. Whole deals are won in some hundred moves.
pub const MAX_MOVES: usize = 3000;

/// A game that a player has played to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// All moves; of a win, the rules have replayed them on the deal.
    pub moves: Vec<Move>,
    /// How often the player was asked for a plan.
    pub decisions: u32,
    /// Whether the patience came out.
    pub won: bool,
    /// What ended the game.
    pub end: End,
}

/// What ends a game. All but the first lose it, which says nothing about whether the deal can be won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The patience came out.
    Won,
    /// The player gave it up; so does one who has no move left.
    GivenUp,
    /// A player without chance saw what it had seen before and would go round for ever.
    Repeated,
    /// There were [`MAX_MOVES`] or more after a plan.
    TooLong,
}

/// A player planned a move that is not legal: a bug, never a verdict.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "bug in the player {player}: move {number}, {word}, is illegal; please report the deal: {moves}"
)]
pub struct IllegalPlan {
    /// The player's name.
    pub player: &'static str,
    /// Which move, from 1.
    pub number: usize,
    /// The move as written.
    pub word: String,
    /// The moves before it.
    pub moves: String,
}

/// The player's plan up to the first move that turns up cards, each move with what is seen before it.
///
/// # Panics
/// The player plans a move that is not legal, perhaps.
pub fn planned(view: &View, player: &dyn Player) -> Vec<(View, Move)> {
    let mut steps = Vec::new();
    let mut seen = Some(view.clone());
    for m in player.plan(view, &Seed::default()) {
        let Some(before) = seen else { break };
        seen = before.after(m);
        steps.push((before, m));
    }
    steps
}

/// Lets a player play a deal.
///
/// # Errors
/// [`IllegalPlan`].
pub fn play_game(
    deal: &AnyPosition,
    player: &dyn Player,
    run_seed: u64,
) -> Result<Played, IllegalPlan> {
    let played = play(Referee::new(deal.clone()), deal, player, run_seed, None)?;
    Ok(played.expect("nothing breaks it off"))
}

/// Lets a player go on with a game; `moves` are those it plays. Nothing if `abort` was raised before its end: then it plans no more.
///
/// # Errors
/// [`IllegalPlan`].
pub fn play_on(
    referee: Referee,
    player: &dyn Player,
    run_seed: u64,
    abort: Option<&AtomicBool>,
) -> Result<Option<Played>, IllegalPlan> {
    let start = referee.position().clone();
    play(referee, &start, player, run_seed, abort)
}

fn play(
    mut referee: Referee,
    start: &AnyPosition,
    player: &dyn Player,
    run_seed: u64,
    abort: Option<&AtomicBool>,
) -> Result<Option<Played>, IllegalPlan> {
    let mut moves = Vec::new();
    let mut cycles = CycleDetection::default();
    let mut seed = Seed { run: run_seed, decision: 0 };
    let end = loop {
        if referee.view().is_won() {
            break End::Won;
        }
        if abort.is_some_and(|abort| abort.load(Ordering::Relaxed)) {
            return Ok(None);
        }
        let plan = player.plan(referee.view(), &seed);
        seed.decision += 1;
        if plan.is_empty() {
            break End::GivenUp;
        }
        for m in plan {
            let turns_up = referee.try_play(m).map_err(|_| illegal(player, &moves, m))?;
            moves.push(m);
            if turns_up {
                break;
            }
        }
        if referee.view().is_won() {
            break End::Won;
        }
        if moves.len() >= MAX_MOVES {
            break End::TooLong;
        }
        if !player.uses_chance() && cycles.is_back_at(referee.view()) {
            break End::Repeated;
        }
    };
    let won = end == End::Won;
    if won && replay(start, &moves).is_err() {
        return Err(illegal(player, &moves[..moves.len() - 1], moves[moves.len() - 1]));
    }
    Ok(Some(Played { moves, decisions: seed.decision, won, end }))
}

fn illegal(player: &dyn Player, moves: &[Move], m: Move) -> IllegalPlan {
    IllegalPlan {
        player: player.name(),
        number: moves.len() + 1,
        word: m.to_string(),
        moves: moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
    }
}

/// Finds out that a player goes round, by comparing each view with one before it (Brent 1980): soon
/// the kept view lies on the cycle, and later than one cycle before.
#[derive(Default)]
struct CycleDetection {
    kept: Option<View>,
    compared: u32,
    to_compare: u32,
}

impl CycleDetection {
    fn is_back_at(&mut self, view: &View) -> bool {
        if self.kept.as_ref() == Some(view) {
            return true;
        }
        if self.compared == self.to_compare {
            match &mut self.kept {
                Some(kept) => kept.clone_from(view),
                None => self.kept = Some(view.clone()),
            }
            self.compared = 0;
            self.to_compare = 2 * self.to_compare.max(1);
        }
        self.compared += 1;
        false
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{Game, RuleSet};

    use super::*;
    use crate::random::Random;

    #[test]
    fn a_game_that_is_broken_off_has_no_end() {
        let game = Game::new(RuleSet::AchtMalAcht, &[]).unwrap();
        let deal = game.deal(&seeded_deck(0, game.pack())).unwrap();
        for is_raised in [false, true] {
            let abort = AtomicBool::new(is_raised);
            let played = play_on(Referee::new(deal.clone()), &Random, 0, Some(&abort)).unwrap();
            assert_eq!(played.is_none(), is_raised);
        }
    }
}
