//! What holds for every player of every game.

use gehtauf_cards::{seeded_deck, seeded_generator};
use gehtauf_players::{End, Player, Seed, play_game, players};
use gehtauf_rules::{Game, Position, Referee, RuleSet, Values, View, replay};
use rand_pcg::Pcg64;
use rayon::prelude::*;

type Case = (RuleSet, &'static [(&'static str, &'static str)]);

/// Whole games and reduced ones, under the options that change what is seen or what is legal.
const CASES: &[Case] = &[
    (RuleSet::AchtMalAcht, &[]),
    (RuleSet::AchtMalAcht, &[("passes", "1")]),
    (RuleSet::AchtMalAcht, &[("passes", "unlimited"), ("foundation-return", "yes")]),
    (RuleSet::AchtMalAcht, &[("ranks", "4"), ("columns", "3"), ("rows", "3"), ("passes", "2")]),
    (RuleSet::EightByEight, &[]),
    (RuleSet::EightByEight, &[("talon-play", "free"), ("spaces", "any-run")]),
    (RuleSet::EightByEight, &[("foundations", "four")]),
    (RuleSet::EightByEight, &[("ranks", "5"), ("columns", "4"), ("rows", "4")]),
    (RuleSet::EightByEight, &[("ranks", "5"), ("rows", "3"), ("foundation-return", "yes")]),
    (RuleSet::EightByEight, &[("decks", "1"), ("columns", "2"), ("rows", "26")]),
    (RuleSet::EightByEight, &[("ranks", "6"), ("rows", "3"), ("passes", "unlimited")]),
    (RuleSet::EkligeElfer, &[]),
    (RuleSet::EkligeElfer, &[("ranks", "4"), ("columns", "4"), ("face-down-rows", "2")]),
    (RuleSet::EkligeElfer, &[("ranks", "4"), ("columns", "4"), ("take-out", "forced")]),
    (RuleSet::Domino, &[]),
    (RuleSet::Domino, &[("aces", "free"), ("fill", "left")]),
    (RuleSet::Domino, &[("ranks", "5"), ("redeal", "blocked"), ("pickup", "lifo")]),
    (RuleSet::Hochzeitszug, &[]),
    (RuleSet::Hochzeitszug, &[("redeal", "blocked"), ("moves", "run")]),
    (RuleSet::Hochzeitszug, &[("packing", "stalled"), ("redeals", "1"), ("layout", "layers")]),
    (RuleSet::Hochzeitszug, &[("ranks", "6"), ("upper", "2"), ("lower", "1"), ("depth", "3")]),
];

/// So that an option that comes is not left out here.
#[test]
fn every_value_of_options_that_reduce_nothing_is_among_the_cases() {
    for rule_set in RuleSet::ALL {
        for spec in rule_set.option_specs() {
            let Values::Words(words) = spec.values else { continue };
            let default = spec.default_value();
            for word in words.iter().filter(|&word| *word != default) {
                let has = |(of, sets): &Case| *of == rule_set && sets.contains(&(spec.name, word));
                assert!(CASES.iter().any(has), "{rule_set} {}={word}", spec.name);
            }
        }
    }
}

/// The widest table, where players who search take seconds a decision: only the others play there.
const WIDE: Case =
    (RuleSet::EightByEight, &[("columns", "14"), ("rows", "5"), ("foundation-return", "yes")]);

/// Asks every player at each of its decisions again, with the hidden cards lying otherwise: the plan is the
/// same, move for move. Gives the number of decisions at which cards were hidden. Players who search are
/// asked a tenth as often.
fn look_for_peeking(seeds: std::ops::Range<u64>, most_decisions: u32) -> u64 {
    let ask_all = |is_cheap, decisions| -> u64 {
        let pairs: Vec<_> = pairs(is_cheap).collect();
        let ask = |&(case, player): &(Case, &dyn Player)| -> u64 {
            seeds.clone().map(|run| ask_twice(case, player, run, decisions)).sum()
        };
        pairs.par_iter().map(ask).sum()
    };
    ask_all(true, most_decisions) + ask_all(false, most_decisions / 10)
}

/// The same for one player in the deal of this seed.
fn ask_twice((rule_set, sets): Case, player: &dyn Player, run: u64, decisions: u32) -> u64 {
    let game = Game::new(rule_set, sets).unwrap();
    let mut referee = Referee::new(game.deal(&seeded_deck(run, game.pack())).unwrap());
    let mut generator = seeded_generator(run);
    let mut asked = 0;
    for decision in 0..decisions {
        let seed = Seed { run, decision };
        let view = referee.view();
        let plan = player.plan(view, &seed);
        let other = seen_otherwise(&game, view, &mut generator);
        let name = player.name();
        assert_eq!(plan, player.plan(&other, &seed), "{name}\n{}", view.layout());
        asked += u64::from(!view.unseen_cards().is_empty());
        if plan.is_empty() {
            break;
        }
        for m in plan {
            assert!(referee.position().is_legal(m), "{name} plays {m}");
            if referee.play(m) {
                break;
            }
        }
    }
    asked
}

/// What is seen of a position that has the hidden cards in another order.
fn seen_otherwise(game: &Game, view: &View, generator: &mut Pcg64) -> View {
    let other = view.sample(generator);
    if view.unseen_talon() == View::of(&other).unseen_talon() {
        return View::of(&other);
    }
    // The position does not say what has been seen of it; the text does.
    View::read(game, &view.layout()).unwrap()
}

#[test]
fn no_player_peeks() {
    assert!(look_for_peeking(0..2, 30) > 500);
}

#[test]
#[ignore = "slow: thousands of positions"]
fn no_player_peeks_in_thousands_of_positions() {
    // As many times more as scripts/thorough.sh says.
    let times = std::env::var("THOROUGH").map_or(1, |times| times.parse().unwrap());
    let deals: u64 = 3 * times;
    assert!(look_for_peeking(100..100 + deals, 150) > 500 * deals);
}

/// Plays the deals of these numbers twice.
fn play_twice(game: &Game, player: &dyn Player, numbers: std::ops::Range<u64>) {
    for number in numbers {
        let deal = game.deal(&seeded_deck(number, game.pack())).unwrap();
        let played = play_game(&deal, player, 5).unwrap();
        assert_eq!(played, play_game(&deal, player, 5).unwrap(), "{}", player.name());
        assert_eq!(played.won, played.end == End::Won);
        assert_eq!(played.won, replay(&deal, &played.moves).is_ok());
    }
}

/// The cases with their players, cheap ones or not.
fn pairs(is_cheap: bool) -> impl Iterator<Item = (Case, &'static dyn Player)> {
    CASES.iter().chain(is_cheap.then_some(&WIDE)).flat_map(move |&case| {
        let players = players(case.0).iter().copied();
        players
            .filter(move |player| player.is_cheap() == is_cheap)
            .map(move |player| (case, player))
    })
}

#[test]
fn a_game_is_the_same_every_time_and_its_win_is_one_of_the_rules() {
    for ((rule_set, sets), player) in pairs(true) {
        play_twice(&Game::new(rule_set, sets).unwrap(), player, 0..2);
    }
    let is_small = |sets: &[(&str, &str)]| sets.iter().any(|(name, _)| *name == "ranks");
    for ((rule_set, sets), player) in pairs(false).filter(|((_, sets), _)| is_small(sets)) {
        play_twice(&Game::new(rule_set, sets).unwrap(), player, 0..2);
    }
}

#[test]
#[ignore = "slow: whole games of players who search"]
fn so_is_a_whole_game_of_a_player_who_searches() {
    for ((rule_set, sets), player) in pairs(false).filter(|((_, sets), _)| sets.is_empty()) {
        play_twice(&Game::new(rule_set, sets).unwrap(), player, 0..1);
    }
}

#[test]
fn names_are_told_apart_and_each_player_is_described() {
    for rule_set in RuleSet::ALL {
        let names: Vec<&str> = players(rule_set).iter().map(|player| player.name()).collect();
        let distinct: std::collections::HashSet<&str> = names.iter().copied().collect();
        assert_eq!(distinct.len(), names.len(), "{names:?}");
        for player in players(rule_set) {
            let about = player.about();
            for description in [about.en, about.de] {
                // A point within a word parts the thousands of a number.
                let sentences = description.split(' ').filter(|word| word.ends_with('.')).count();
                assert_eq!(sentences, 2, "{rule_set} {}: {description}", player.name());
            }
            assert!(
                player.name().chars().all(|c| c.is_ascii_lowercase() || "-0123456789".contains(c))
            );
        }
    }
}

#[test]
fn a_player_of_another_game_gives_up() {
    for rule_set in RuleSet::ALL {
        let game = Game::new(rule_set, &[]).unwrap();
        let deal = game.deal(&seeded_deck(0, game.pack())).unwrap();
        for other in RuleSet::ALL {
            let is_one_of_the_eights =
                |game| matches!(game, RuleSet::AchtMalAcht | RuleSet::EightByEight);
            for &player in players(other) {
                let knows_both = is_one_of_the_eights(rule_set)
                    && is_one_of_the_eights(other)
                    && ["naive", "greedy", "planner"].contains(&player.name());
                if rule_set != other && player.name() != "random" && !knows_both {
                    let played = play_game(&deal, player, 0).unwrap();
                    let name = player.name();
                    assert_eq!(
                        (played.end, played.decisions),
                        (End::GivenUp, 1),
                        "{name} {game:?}"
                    );
                }
            }
        }
    }
}
