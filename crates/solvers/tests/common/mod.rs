//! The oracle of every solver: brute force over the rules, on many reduced deals.

use std::ops::{Add, Range};

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, BruteForce, Game, Move, Position, RuleSet, brute_force, replay};
use gehtauf_search::Verdict;
use rand_core::Rng;
use rand_pcg::Pcg64;
use rayon::prelude::*;

/// How often brute force said what.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Deals that come out.
    pub won: usize,
    /// Deals that do not.
    pub unwinnable: usize,
    /// Deals that brute force gave up; the solver was not asked.
    pub too_big: usize,
}

impl Tally {
    /// Asserts that the deals were worth the comparison: both verdicts at least this often.
    pub fn assert_mixed(self, at_least: usize) {
        assert!(self.won >= at_least && self.unwinnable >= at_least, "not a healthy mix: {self:?}");
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, more: Tally) -> Tally {
        Tally {
            won: self.won + more.won,
            unwinnable: self.unwinnable + more.unwinnable,
            too_big: self.too_big + more.too_big,
        }
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, more: Tally) {
        *self = *self + more;
    }
}

/// Deals the seeds under the options and asserts that `solve` gives the verdict that brute force
/// gives and that its wins replay.
pub fn compare_with_brute_force(
    rule_set: RuleSet,
    options: &[(&str, &str)],
    seeds: Range<u64>,
    max_positions: usize,
    solve: impl Fn(&AnyPosition) -> Verdict<Move> + Sync,
) -> Tally {
    let game = Game::new(rule_set, options).unwrap();
    let compare = |seed| {
        let deck = seeded_deck(seed, game.pack());
        let position = game.deal(&deck).unwrap();
        let place = format!("{rule_set} {options:?} seed {seed}: {deck}");
        match brute_force(&position, max_positions) {
            BruteForce::TooBig => Tally { too_big: 1, ..Tally::default() },
            BruteForce::Won(_) => {
                match solve(&position) {
                    Verdict::Won(moves) => assert_eq!(replay(&position, &moves), Ok(()), "{place}"),
                    other => panic!("winnable, but {other:?}: {place}"),
                }
                Tally { won: 1, ..Tally::default() }
            }
            BruteForce::Unwinnable => {
                assert_eq!(solve(&position), Verdict::Unwinnable, "{place}");
                Tally { unwinnable: 1, ..Tally::default() }
            }
        }
    };
    seeds.into_par_iter().map(compare).reduce(Tally::default, Tally::add)
}

/// A position less than so many random moves on.
pub fn aside(mut position: AnyPosition, moves: u64, rng: &mut Pcg64) -> AnyPosition {
    for _ in 0..rng.next_u64() % moves {
        let moves = position.legal_moves();
        let Some(&m) = moves.get(rng.next_u64() as usize % moves.len().max(1)) else { break };
        position.play(m);
    }
    position
}
