//! Timing a solver on the first deals of a game, with its answers asserted.

use divan::Bencher;
use divan::counter::ItemsCount;
use gehtauf::cards::seeded_deck;
use gehtauf::rules::{AnyPosition, Game, RuleSet};
use gehtauf::search::{Limits, Verdict};
use gehtauf::solvers::solve;

/// The first deals of a game, and what is known of them.
pub struct Deals<'a> {
    pub rule_set: RuleSet,
    pub options: &'a [(&'a str, &'a str)],
    /// The seeds from 0 to this one, which is excluded.
    pub seeds: u64,
    /// States to search for a deal.
    pub max_states: u64,
    /// How many deals are won within them.
    pub won: usize,
    /// How many are proven unwinnable within them.
    pub unwinnable: usize,
}

impl Deals<'_> {
    /// Times the solver, replay included; the items counted are the deals.
    pub fn time(&self, bencher: Bencher<'_, '_>) {
        let game = Game::new(self.rule_set, self.options).unwrap();
        let deal = |seed| game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let positions: Vec<AnyPosition> = (0..self.seeds).map(deal).collect();
        let limits = Limits { max_states: self.max_states, ..Limits::default() };
        bencher.counter(ItemsCount::new(positions.len())).bench(|| {
            let (mut won, mut unwinnable) = (0, 0);
            for position in &positions {
                match solve(position, limits, None).unwrap().verdict {
                    Verdict::Won(_) => won += 1,
                    Verdict::Unwinnable => unwinnable += 1,
                    Verdict::Unknown(_) => {}
                }
            }
            assert_eq!((won, unwinnable), (self.won, self.unwinnable));
        });
    }
}
