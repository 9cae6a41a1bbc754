//! Deals per second of the solver of Eklige Elfer, replay included, and games of its planner; every answer is
//! asserted.

mod deals;

use deals::Deals;
use divan::Bencher;
use gehtauf::cards::seeded_deck;
use gehtauf::players::{play_game, player};
use gehtauf::rules::{Game, RuleSet};

fn main() {
    divan::main();
}

#[divan::bench]
fn taken_out_freely(bencher: Bencher<'_, '_>) {
    let deals = Deals {
        rule_set: RuleSet::EkligeElfer,
        options: &[("take-out", "free")],
        seeds: 0..20,
        won: 20,
    };
    deals.time(bencher);
}

#[divan::bench]
fn taken_out_at_once(bencher: Bencher<'_, '_>) {
    let deals = Deals {
        rule_set: RuleSet::EkligeElfer,
        options: &[("take-out", "forced")],
        seeds: 0..20,
        won: 20,
    };
    deals.time(bencher);
}

/// How many of the seeds 0..1000 the planner wins.
const PLANNED: usize = 253;

/// A thousand games that know no hidden card.
#[divan::bench(sample_count = 10)]
fn planned_blindly(bencher: Bencher<'_, '_>) {
    let game = Game::new(RuleSet::EkligeElfer, &[]).expect("the default options");
    let deals: Vec<_> = (0..1000)
        .map(|seed| game.deal(&seeded_deck(seed, game.pack())).expect("a whole pack"))
        .collect();
    let planner = player(RuleSet::EkligeElfer, "planner").expect("a player");
    bencher.bench(|| {
        let won = deals.iter().filter(|deal| play_game(deal, planner, 0).is_ok_and(|p| p.won));
        assert_eq!(won.count(), PLANNED);
    });
}
