//! Games per second of players who are cheap enough to play a hundred thousand; the games won are asserted.

use divan::Bencher;
use divan::counter::ItemsCount;
use gehtauf::cards::seeded_deck;
use gehtauf::players::{play_game, player};
use gehtauf::rules::{AnyPosition, Game, RuleSet};

fn main() {
    divan::main();
}

/// Times a player on the deals of seeds 0 to 500, of which it wins so many.
fn time(bencher: Bencher<'_, '_>, rule_set: RuleSet, name: &str, won: usize) {
    let game = Game::new(rule_set, &[]).unwrap();
    let deals: Vec<AnyPosition> =
        (0..500).map(|seed| game.deal(&seeded_deck(seed, game.pack())).unwrap()).collect();
    let player = player(rule_set, name).unwrap();
    bencher.counter(ItemsCount::new(deals.len())).bench(|| {
        let wins = deals.iter().filter(|deal| play_game(deal, player, 0).unwrap().won);
        assert_eq!(wins.count(), won);
    });
}

#[divan::bench(sample_count = 10)]
fn eklige_elfer_planner(bencher: Bencher<'_, '_>) {
    time(bencher, RuleSet::EkligeElfer, "planner", 128);
}

#[divan::bench(sample_count = 10)]
fn hochzeitszug_digger(bencher: Bencher<'_, '_>) {
    time(bencher, RuleSet::Hochzeitszug, "digger", 239);
}

#[divan::bench(sample_count = 10)]
fn domino_ahead_2(bencher: Bencher<'_, '_>) {
    time(bencher, RuleSet::Domino, "ahead-2", 217);
}
