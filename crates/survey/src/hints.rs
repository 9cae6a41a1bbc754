//! What each legal move is worth where cards are unknown.

use std::cmp::Reverse;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use gehtauf_players::{Player, Seed, play_on};
use gehtauf_rules::{Move, Referee};
use gehtauf_search::{Limit, Limits};

use crate::completions::{CompletionError, Completions, MAX_AHEAD, solve_one};
use crate::decision::Decision;
use crate::interval::{Interval, paired_difference};
use crate::parallel::for_each;
use crate::searches::{Goal, Searches};
use crate::survey::{Flags, Tally};

/// What came of a legal move in one completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveOutcome {
    /// Whether the game can still be won, by someone who knows all cards.
    pub winnable: Decision,
    /// Whether the player wins it when it plays on and sees no more than a person does.
    pub player_wins: bool,
}

/// The legal moves of what is seen, and what came of them in the completions looked at so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hints {
    moves: Vec<Move>,
    /// The index of the move that goes first of those that may be as good.
    preferred: Option<usize>,
    /// How many completions there can be, if those looked at are to be all of them.
    all: Option<u64>,
    /// For each completion what came of each move.
    outcomes: Vec<Vec<MoveOutcome>>,
}

impl Completions {
    /// Plays each legal move in each completion of these numbers and hands what came of them to `sink`
    /// in order, until it breaks or a flag is raised. `limits` are those of each search, the bytes
    /// those of all at a time.
    ///
    /// # Errors
    /// [`CompletionError`]; `sink` has all outcomes before a failed one.
    ///
    /// # Panics
    /// There are not so many completions.
    pub fn try_moves(
        &self,
        numbers: Range<u64>,
        player: &dyn Player,
        limits: Limits,
        threads: usize,
        flags: Flags<'_>,
        sink: impl FnMut(Vec<MoveOutcome>) -> ControlFlow<()>,
    ) -> Result<(), CompletionError> {
        let searches = Searches::new(limits, Goal::AsFound, threads, flags.abort);
        let moves = self.view().legal_moves();
        let work = |number| {
            let game = self.game(number);
            let outcomes = moves.iter().map(|&m| {
                let mut game = game.clone();
                game.play(m);
                outcome(game, player, &searches, flags.abort)
            });
            outcomes.collect()
        };
        for_each(numbers, threads, MAX_AHEAD, flags.stop, work, sink)
    }
}

/// What comes of a game; nothing if it was broken off.
fn outcome(
    game: Referee,
    player: &dyn Player,
    searches: &Searches<'_>,
    abort: Option<&AtomicBool>,
) -> Result<Option<MoveOutcome>, CompletionError> {
    let position = game.position().clone();
    // The same seed everywhere: the player acts alike wherever it sees the same.
    let Some(played) = play_on(game, player, 0, abort)? else { return Ok(None) };
    if played.won {
        return Ok(Some(MoveOutcome { winnable: Decision::Won, player_wins: true }));
    }
    let answer = solve_one(searches, &position)?;
    let outcome = MoveOutcome { winnable: answer.decision(), player_wins: false };
    Ok((answer.limit() != Some(Limit::Interrupted)).then_some(outcome))
}

impl Hints {
    /// Nothing known yet of these moves.
    #[cfg(test)]
    fn new(moves: Vec<Move>) -> Hints {
        Hints { moves, preferred: None, all: None, outcomes: Vec::new() }
    }

    /// The legal moves of what is seen. Of those that may be as good as each other the player's own
    /// goes first. (Who asks at each move may be led in a circle all the same, since the player makes
    /// another plan each time.)
    pub fn of_player(completions: &Completions, player: &dyn Player) -> Hints {
        let view = completions.view();
        let plan = player.plan(view, &Seed::default());
        let moves = view.legal_moves();
        let preferred = moves.iter().position(|m| plan.first() == Some(m));
        let all = completions.are_all().then_some(completions.count());
        Hints { moves, preferred, all, outcomes: Vec::new() }
    }

    /// The legal moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many completions have been looked at.
    pub fn completions(&self) -> u64 {
        self.outcomes.len() as u64
    }

    /// Whether these are all there can be. Then the shares of the player's wins are exact, since the
    /// player acts alike wherever it sees the same, and so are their differences.
    pub fn are_all(&self) -> bool {
        self.all == Some(self.completions())
    }

    /// Adds what came of each move in another completion.
    ///
    /// # Panics
    /// It is not as many outcomes as there are moves.
    pub fn add(&mut self, outcomes: Vec<MoveOutcome>) {
        assert_eq!(outcomes.len(), self.moves.len(), "an outcome a move");
        self.outcomes.push(outcomes);
    }

    /// In how many completions the game can still be won after the move of this index.
    pub fn winnable(&self, index: usize) -> Tally {
        let mut tally = Tally::default();
        self.outcomes.iter().for_each(|outcomes| tally.count(outcomes[index].winnable));
        tally
    }

    /// In how many completions the game can still be won by some move.
    pub fn winnable_by_any(&self) -> Tally {
        let mut tally = Tally::default();
        for outcomes in &self.outcomes {
            let is = |decision| outcomes.iter().any(|outcome| outcome.winnable == decision);
            tally.count(match () {
                () if is(Decision::Won) => Decision::Won,
                () if is(Decision::Unknown) => Decision::Unknown,
                () => Decision::Unwinnable,
            });
        }
        tally
    }

    /// In how many completions the player wins after the move of this index.
    pub fn player_wins(&self, index: usize) -> u64 {
        self.outcomes.iter().filter(|outcomes| outcomes[index].player_wins).count() as u64
    }

    /// The indices of the moves, those after which the player wins most first; of equal ones, those
    /// after which most can still be won. Before them all the player's own, if it may be as good as the first.
    pub fn ranking(&self) -> Vec<usize> {
        let mut indices: Vec<usize> = (0..self.moves.len()).collect();
        let is_preferred =
            |i: usize, first: usize| self.preferred == Some(i) && self.is_tied(i, first);
        indices.sort_by_key(|&i| Reverse((self.player_wins(i), self.winnable(i).won)));
        if let Some(&first) = indices.first() {
            indices.sort_by_key(|&i| !is_preferred(i, first));
        }
        indices
    }

    /// Whether a move may be as good as another: the interval of the difference holds 0. If the
    /// completions are all there can be, only moves after which the player wins equally often are.
    pub fn is_tied(&self, index: usize, with: usize) -> bool {
        let is_no_better = |one, other| self.lead(one, other).low <= 0.0;
        is_no_better(index, with) && is_no_better(with, index)
    }

    /// How much more often the player wins after one move than after another: the interval of the
    /// difference, which is paired, since both moves are played in the same completions; the
    /// difference itself if these are all there can be. Before the first completion it is from -1 to 1.
    pub fn lead(&self, index: usize, over: usize) -> Interval {
        let (mut both, mut first, mut second) = (0, 0, 0);
        for outcomes in &self.outcomes {
            match (outcomes[index].player_wins, outcomes[over].player_wins) {
                (true, true) => both += 1,
                (true, false) => first += 1,
                (false, true) => second += 1,
                (false, false) => {}
            }
        }
        if self.are_all() {
            let difference = (first as f64 - second as f64) / self.completions() as f64;
            return Interval { low: difference, high: difference };
        }
        paired_difference(both, first, second, self.completions())
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_players::best_cheap;
    use gehtauf_rules::{AnyPosition, Game, Layout, Position, RuleSet, View};

    use super::*;

    fn hints(rule_set: RuleSet, sets: &[(&str, &str)], seed: u64, threads: usize) -> Hints {
        let game = Game::new(rule_set, sets).unwrap();
        let view = View::of_deal(&game.deal(&seeded_deck(seed, game.pack())).unwrap());
        let mut hints = Hints::new(view.legal_moves());
        let completions = Completions::new(view, 20);
        let player = best_cheap(rule_set);
        let limits = Limits::default();
        completions
            .try_moves(0..20, player, limits, threads, Flags::default(), |outcomes| {
                hints.add(outcomes);
                ControlFlow::Continue(())
            })
            .unwrap();
        hints
    }

    #[test]
    fn no_player_wins_what_cannot_be_won_and_threads_change_nothing() {
        let small: &[(&str, &str)] = &[("ranks", "4"), ("suits", "CH"), ("columns", "4")];
        let game = Game::new(RuleSet::EkligeElfer, small).unwrap();
        let mut wins = 0;
        for seed in 0..3 {
            let found = hints(RuleSet::EkligeElfer, small, seed, 1);
            assert_eq!(found, hints(RuleSet::EkligeElfer, small, seed, 3));
            assert_eq!(found.completions(), 20);
            let best = found.ranking()[0];
            let lead = found.lead(best, best);
            assert!(lead.low <= 0.0 && 0.0 <= lead.high);
            let view = View::of_deal(&game.deal(&seeded_deck(seed, game.pack())).unwrap());
            let completions = Completions::new(view, 20);
            for (i, &m) in found.moves().iter().enumerate() {
                assert!(found.player_wins(i) <= found.player_wins(best));
                assert!(found.winnable_by_any().won >= found.winnable(i).won);
                for (number, outcomes) in found.outcomes.iter().enumerate() {
                    if outcomes[i].player_wins {
                        let mut position = completions.game(number as u64).position().clone();
                        position.play(m);
                        assert_eq!(decision(&position), Decision::Won, "seed {seed}: {m}");
                        wins += 1;
                    }
                }
            }
        }
        assert!(wins > 100, "{wins}");
    }

    fn decision(position: &AnyPosition) -> Decision {
        let searches = Searches::new(Limits::default(), Goal::AsFound, 1, None);
        searches.solve(position).unwrap().decision()
    }

    /// Of the position after each move the solver says the same.
    #[test]
    fn outcomes_are_those_of_the_positions_after_the_moves() {
        let small: &[(&str, &str)] =
            &[("ranks", "4"), ("suits", "CH"), ("columns", "3"), ("rows", "3"), ("passes", "1")];
        let game = Game::new(RuleSet::EightByEight, small).unwrap();
        let view = View::of_deal(&game.deal(&seeded_deck(1, game.pack())).unwrap());
        let found = hints(RuleSet::EightByEight, small, 1, 2);
        let completions = Completions::new(view, 20);
        for (i, &m) in found.moves().iter().enumerate() {
            let mut won = 0;
            for number in 0..20 {
                let mut position = completions.game(number).position().clone();
                position.play(m);
                won += u64::from(decision(&position) == Decision::Won);
            }
            assert_eq!(found.winnable(i).won, won, "{m}");
        }
    }

    /// One win more is more, where nothing is left to chance; the player's own move goes first among equals only.
    #[test]
    fn differences_over_all_completions_are_exact() {
        let sets = [("ranks", "3"), ("suits", "CH"), ("columns", "2"), ("rows", "3")];
        let game = Game::new(RuleSet::AchtMalAcht, &sets).unwrap();
        let text =
            "c1: 3C AH 2H\nc2: 2C AC 3H\nfoundations:\nwaste: 3C AH\ntalon: ?? ?? ?? ??\npass: 1";
        let view = View::read(&game, &Layout::parse(text).unwrap()).unwrap();
        let player = best_cheap(RuleSet::AchtMalAcht);
        let outcome = |player_wins| MoveOutcome { winnable: Decision::Won, player_wins };
        let after = |samples| {
            let mut hints = Hints::of_player(&Completions::new(view.clone(), samples), player);
            let own = hints.preferred.unwrap();
            let other = usize::from(own == 0);
            for number in 0..24 {
                let of_move = |i| outcome(number > 0 || i == other);
                hints.add((0..hints.moves().len()).map(of_move).collect());
            }
            (hints, own, other)
        };
        let (drawn, own, other) = after(23);
        assert!(!drawn.are_all() && drawn.is_tied(own, other));
        assert_eq!(drawn.ranking()[0], own);
        let (all, own, other) = after(24);
        assert!(all.are_all() && !all.is_tied(own, other));
        assert_eq!(all.ranking()[..2], [other, own]);
        assert_eq!(all.lead(other, own), Interval { low: 1.0 / 24.0, high: 1.0 / 24.0 });
    }

    #[test]
    fn moves_are_ranked_by_the_wins_of_the_player() {
        let mut hints = Hints::new(vec![Move::Turn, Move::Deal, Move::Redeal]);
        let outcome = |winnable, player_wins| MoveOutcome { winnable, player_wins };
        let lost = outcome(Decision::Unwinnable, false);
        let won = outcome(Decision::Won, true);
        for _ in 0..50 {
            hints.add(vec![lost, won, outcome(Decision::Won, false)]);
        }
        hints.add(vec![lost, outcome(Decision::Unknown, false), lost]);
        hints.add(vec![lost, lost, lost]);
        assert_eq!(hints.ranking(), [1, 2, 0]);
        assert_eq!(hints.winnable_by_any(), Tally { won: 50, unwinnable: 1, unknown: 1, lost: 0 });
        assert!(hints.lead(1, 0).low > 0.5);
        assert!(hints.lead(2, 0).low <= 0.0);
    }
}
