//! Timing a solver on some deals of a game, with its answers asserted.

use std::ops::Range;

use divan::Bencher;
use divan::counter::ItemsCount;
use gehtauf::cards::seeded_deck;
use gehtauf::rules::{AnyPosition, Game, RuleSet};
use gehtauf::search::{Limits, Verdict};
use gehtauf::solvers::solve;

/// Deals of a game that are all decided within the default limits.
pub struct Deals<'a> {
    pub rule_set: RuleSet,
    pub options: &'a [(&'a str, &'a str)],
    pub seeds: Range<u64>,
    /// How many are won; the others are unwinnable.
    pub won: usize,
}

impl Deals<'_> {
    /// Times the solver, replay included; the items counted are the deals.
    pub fn time(&self, bencher: Bencher<'_, '_>) {
        let game = Game::new(self.rule_set, self.options).unwrap();
        let deal = |seed| game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let positions: Vec<AnyPosition> = self.seeds.clone().map(deal).collect();
        bencher.counter(ItemsCount::new(positions.len())).bench(|| {
            let is_won = |position: &&AnyPosition| match solve(position, Limits::default(), None)
                .unwrap()
                .verdict
            {
                Verdict::Won(_) => true,
                Verdict::Unwinnable => false,
                Verdict::Unknown(limit) => panic!("{position:?} is open: {limit:?}"),
            };
            assert_eq!(positions.iter().filter(is_won).count(), self.won);
        });
    }
}
