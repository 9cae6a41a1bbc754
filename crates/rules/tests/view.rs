//! What a player sees: nothing of the unseen cards, and of them every order equally often.

use std::collections::HashMap;

use gehtauf_cards::{seeded_deck, seeded_generator, shuffle};
use gehtauf_rules::{Game, Layout, Move, Position, Referee, RuleSet, View};

/// Whole games and reduced ones, with each option that changes what is seen.
const CASES: &[(RuleSet, &[(&str, &str)])] = &[
    (RuleSet::AchtMalAcht, &[]),
    (RuleSet::AchtMalAcht, &[("passes", "unlimited"), ("foundation-return", "yes")]),
    (RuleSet::AchtMalAcht, &[("ranks", "4"), ("columns", "3"), ("rows", "3"), ("passes", "2")]),
    (RuleSet::EightByEight, &[]),
    (RuleSet::EightByEight, &[("talon-play", "free"), ("spaces", "any-run")]),
    (RuleSet::EightByEight, &[("foundations", "four")]),
    (RuleSet::EightByEight, &[("ranks", "5"), ("columns", "4"), ("rows", "4")]),
    (RuleSet::EkligeElfer, &[]),
    (RuleSet::EkligeElfer, &[("ranks", "4"), ("columns", "4"), ("face-down-rows", "2")]),
    (RuleSet::EkligeElfer, &[("ranks", "4"), ("columns", "4"), ("take-out", "forced")]),
    (RuleSet::Domino, &[]),
    (RuleSet::Hochzeitszug, &[]),
    (RuleSet::Hochzeitszug, &[("redeal", "blocked"), ("moves", "run")]),
    (RuleSet::Hochzeitszug, &[("ranks", "6"), ("upper", "2"), ("lower", "1"), ("depth", "3")]),
];

/// Calls `look` with each position of random plays of random deals. The moves depend on the seed and
/// on how many there are to choose from.
fn play_along(seeds: std::ops::Range<u64>, mut look: impl FnMut(&Game, &mut Referee, u64)) {
    for &(rule_set, sets) in CASES {
        let game = Game::new(rule_set, sets).unwrap();
        for seed in seeds.clone() {
            let mut referee = Referee::new(game.deal(&seeded_deck(seed, game.pack())).unwrap());
            for step in 0..150 {
                look(&game, &mut referee, seed);
                let moves = referee.view().legal_moves();
                if moves.is_empty() {
                    break;
                }
                let choice = seeded_deck(1000 * seed + step, game.pack()).cards()[0].index();
                referee.play(moves[choice % moves.len()]);
            }
        }
    }
}

#[test]
fn what_is_hidden_of_a_deal_is_unseen() {
    for (rule_set, sets, unseen) in [
        (RuleSet::AchtMalAcht, &[("passes", "1")][..], 40),
        (RuleSet::AchtMalAcht, &[], 40),
        (RuleSet::AchtMalAcht, &[("passes", "unlimited")], 40),
        (RuleSet::EightByEight, &[("foundations", "four")], 96),
        // An Ace lay on one of the 11 that lie face down.
        (RuleSet::EkligeElfer, &[], 92),
        (RuleSet::Domino, &[], 0),
        (RuleSet::Hochzeitszug, &[], 40),
    ] {
        let game = Game::new(rule_set, sets).unwrap();
        let deal = game.deal(&seeded_deck(1, game.pack())).unwrap();
        assert_eq!(View::of_deal(&deal).unseen_cards().len(), unseen, "{rule_set} {sets:?}");
    }
}

#[test]
fn a_view_allows_the_moves_that_the_position_allows() {
    play_along(0..20, |game, referee, seed| {
        let (position, view) = (referee.position(), referee.view());
        assert_eq!(view.legal_moves(), position.legal_moves(), "{:?} {seed}", game.rule_set());
        assert_eq!(view.is_won(), position.is_won());
    });
}

#[test]
fn unseen_cards_in_another_order_make_the_same_view_now_and_until_one_is_turned_up() {
    play_along(0..12, |_, referee, seed| {
        let view = referee.view().clone();
        let mut generator = seeded_generator(seed);
        let other = view.sample(&mut generator);
        assert_eq!(view.position().legal_moves(), other.legal_moves());
        for m in view.legal_moves() {
            let mut played = referee.clone();
            let turned_up = played.play(m);
            assert_eq!(view.after(m).is_none(), turned_up, "{m}\n{}", view.layout());
            if let Some(after) = view.after(m) {
                assert_eq!(&after, played.view(), "{m}");
            }
            let mut seen = view.unseen_cards();
            for card in played.view().unseen_cards() {
                let place = seen.iter().position(|&other| other == card);
                seen.remove(place.unwrap_or_else(|| panic!("{m} hides {card} again")));
            }
            assert_eq!(!seen.is_empty(), turned_up, "{m}");
        }
    });
}

#[test]
fn a_layout_says_what_a_view_holds() {
    play_along(0..12, |game, referee, _| {
        let view = referee.view();
        let text = view.layout().to_string();
        let layout = Layout::parse(&text).unwrap();
        assert_eq!(layout.unseen(), view.unseen_cards().len());
        assert_eq!(&View::read(game, &layout).unwrap(), view, "{text}");
        if view.unseen_cards().is_empty() {
            assert_eq!(view.position(), referee.position());
        }
    });
}

#[test]
fn a_line_that_is_missing_is_named() {
    for &(rule_set, sets) in CASES {
        let game = Game::new(rule_set, sets).unwrap();
        let referee = Referee::new(game.deal(&seeded_deck(1, game.pack())).unwrap());
        let label = if rule_set == RuleSet::Hochzeitszug { "s1" } else { "c1" };
        let mut layout = referee.view().layout();
        if layout.unseen() == 0 {
            continue;
        }
        layout.lines.retain(|(line, _)| line != label);
        let error = View::read(&game, &layout).unwrap_err();
        assert_eq!(error.to_string(), format!("{label}: this line is missing"));
    }
}

/// Bottom card and talon of a small Eklige Elfer with two equal cards among five unseen ones: 60
/// orders, each drawn about equally often.
#[test]
fn each_order_of_the_unseen_cards_is_drawn_equally_often() {
    let sets = [("ranks", "4"), ("suits", "CH"), ("columns", "4"), ("face-up-rows", "2")];
    let game = Game::new(RuleSet::EkligeElfer, &sets).unwrap();
    let text = "c1: [??] 4C 3H\nc2: 3C 4C\nc3: 3C 4H\nc4: 2H\ntalon: ?? ?? ?? ??\n\
                aces: AC AC AH AH\nout:\n";
    let view = View::read(&game, &Layout::parse(text).unwrap()).unwrap();
    let unseen: Vec<String> = view.unseen_cards().iter().map(ToString::to_string).collect();
    assert_eq!(unseen, ["2C", "2C", "2H", "3H", "4H"]);
    let mut generator = seeded_generator(1);
    let mut counts = HashMap::new();
    const DRAWN: u32 = 60_000;
    for _ in 0..DRAWN {
        *counts.entry(view.sample(&mut generator).layout().to_string()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 60);
    let expected = f64::from(DRAWN) / 60.0;
    let chi_squared: f64 =
        counts.values().map(|&n: &u32| (f64::from(n) - expected).powi(2) / expected).sum();
    // 59 degrees of freedom: one seed in a thousand lies above 98.3.
    assert!(chi_squared < 98.3, "{chi_squared}");
}

/// The same observations from all decks of a small pack, played by a player who sees views only:
/// given what is seen, each order of the rest occurs equally often.
#[test]
fn completions_after_a_play_are_as_frequent_as_the_decks_that_lead_there() {
    let sets = [("ranks", "3"), ("suits", "C"), ("columns", "2"), ("rows", "2")];
    let game = Game::new(RuleSet::EightByEight, &sets).unwrap();
    let mut seen: HashMap<View, HashMap<String, u32>> = HashMap::new();
    for seed in 0..40_000 {
        let mut referee = Referee::new(game.deal(&seeded_deck(seed, game.pack())).unwrap());
        for _ in 0..3 {
            let text = referee.position().layout().to_string();
            let positions = seen.entry(referee.view().clone()).or_default();
            *positions.entry(text).or_default() += 1;
            let Some(&m) = referee.view().legal_moves().first() else { break };
            referee.play(m);
        }
    }
    let mut tried = 0;
    for (view, positions) in seen {
        let total: u32 = positions.values().sum();
        let mut generator = seeded_generator(7);
        let mut drawn: HashMap<String, u32> = HashMap::new();
        for _ in 0..400 {
            *drawn.entry(view.sample(&mut generator).layout().to_string()).or_default() += 1;
        }
        if total < 30 * drawn.len() as u32 {
            continue;
        }
        tried += 1;
        let expected = f64::from(total) / drawn.len() as f64;
        for text in positions.keys() {
            assert!(drawn.contains_key(text), "never drawn:\n{text}");
        }
        for text in drawn.keys() {
            let count = f64::from(positions.get(text).copied().unwrap_or(0));
            let bound = 5.0 * expected.sqrt() + 1.0;
            assert!((count - expected).abs() < bound, "{count} of {expected}:\n{text}");
        }
    }
    assert!(tried > 20, "{tried}");
}

/// (A table of cases, hence so long.)
#[test]
fn wrong_marks_are_refused_with_the_pile_and_the_reason() {
    let small = [("ranks", "4"), ("suits", "CH"), ("columns", "3")];
    let elfer = Game::new(RuleSet::EkligeElfer, &small).unwrap();
    let sets = [("ranks", "3"), ("suits", "CH"), ("decks", "1"), ("columns", "2"), ("rows", "1")];
    let eights = Game::new(RuleSet::AchtMalAcht, &sets).unwrap();
    let good = "c1: [??] 4C 3H\nc2: [??] 2C\nc3: 3C 2H 2C\ntalon: ?? ?? ?? ??\n\
                aces: AC AC AH AH\nout:\n";
    let table = "c1: 3C\nc2: 3H\nfoundations:\nwaste: 2C\ntalon: ?? ?? ??\npass: 1";
    let error = |game: &Game, text: &str| {
        View::read(game, &Layout::parse(text).unwrap()).unwrap_err().to_string()
    };
    assert!(View::read(&elfer, &Layout::parse(good).unwrap()).is_ok());
    assert!(View::read(&eights, &Layout::parse(table).unwrap()).is_ok());
    for (game, text, expected) in [
        (
            &elfer,
            good.replace("?? ?? ?? ??", "?? ?? ??"),
            "?? and [??]: 5, but cards of the pack that are not named: 6: 3C 4C 2H 3H 4H 4H",
        ),
        (
            &elfer,
            good.replace("c1: [??] 4C", "c1: [??] ??"),
            "c1: card 2 is [??] if it lies face down and named if it does not, not ??",
        ),
        (
            &elfer,
            good.replace("c1: [??] 4C", "c1: ?? 4C"),
            "c1: card 1 is [??] if it lies face down and named if it does not, not ??",
        ),
        (
            &elfer,
            good.replace("4C 3H", "4C [??]"),
            "c1: card 3 cannot lie face down on a face-up card",
        ),
        (&elfer, good.replace("n: ??", "n: [??]"), "talon: card 1 of the talon is ??, not [??]"),
        (
            &eights,
            table.replace("c1: 3C", "c1: [??]"),
            "c1: card 1 cannot lie face down here and must be named, not [??]",
        ),
        (
            &elfer,
            good.replace("[??] 4C", "[4H] 4C"),
            "c1: card 1 cannot have been seen: [??] instead of [4H]",
        ),
        (
            &elfer,
            good.replace("[??] 2C", "[??] ??"),
            "c2: card 2 has been seen and must be named, not ??",
        ),
        (
            &elfer,
            good.replace("[??] 2C", "[??] AC")
                .replace("aces: AC", "aces:")
                .replace("2H 2C", "2H 2C 2C"),
            "c2: an open Ace is laid aside",
        ),
        (&elfer, good.replace("3C 2H 2C", "3C 2C 2C"), "c3: the pack has no more 2C"),
        (
            &eights,
            table.replace("pass: 1", "pass: 2"),
            "talon: card 1 has been seen and must be named, not ??",
        ),
        (
            &eights,
            table.replace("?? ?? ??", "?? AH ??"),
            "talon: card 2 cannot have been seen: ?? instead of AH",
        ),
    ] {
        assert_eq!(error(game, &text), expected, "{text}");
    }
    let whole = elfer.read(&Layout::parse(good).unwrap()).unwrap_err().to_string();
    assert_eq!(whole, "c1: [??] stands where a card must be named");
}

#[test]
fn a_redeal_that_lays_out_more_than_was_unseen_has_shown_all() {
    let game = Game::new(RuleSet::Hochzeitszug, &[]).unwrap();
    let mut referee = Referee::new(game.deal(&seeded_deck(7, game.pack())).unwrap());
    let before = referee.view().layout().to_string();
    let read = |text: &str| View::read(&game, &Layout::parse(text).unwrap());
    assert_eq!(read(&before).unwrap().unseen_talon(), 40);
    let after = before.replace("redeals-used: 0", "redeals-used: 1");
    let error = read(&after).unwrap_err().to_string();
    assert_eq!(error, "talon: card 1 has been seen and must be named, not ??");
    referee.play(Move::Redeal);
    assert_eq!(referee.view().layout().unseen(), 0);
}

#[test]
fn the_recipe_of_samples_never_changes() {
    let game = Game::new(RuleSet::EkligeElfer, &[]).unwrap();
    let deal = game.deal(&seeded_deck(0, game.pack())).unwrap();
    let view = View::of_deal(&deal);
    let mut cards = view.unseen_cards();
    assert_eq!(cards.len(), view.layout().unseen());
    shuffle(&mut cards, &mut seeded_generator(3));
    let sample = view.sample(&mut seeded_generator(3));
    assert_eq!(sample, view.completed(&cards));
}

#[test]
fn a_move_names_only_cards_that_are_seen() {
    let names = |game: &Game, moves: &[&str], m: &str| -> String {
        let mut referee = Referee::new(game.deal(&seeded_deck(0, game.pack())).unwrap());
        for m in moves {
            referee.play(m.parse().unwrap());
        }
        let slots = referee.view().cards_moved(m.parse().unwrap());
        slots.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let small = [("ranks", "3"), ("suits", "C"), ("columns", "2"), ("rows", "2")];
    let eights = Game::new(RuleSet::AchtMalAcht, &small).unwrap();
    assert_eq!(names(&eights, &[], "turn"), "??");
    let turned = seeded_deck(0, eights.pack()).cards()[4].to_string();
    assert_eq!(names(&eights, &["turn", "turn", "redeal"], "turn"), turned);
}

#[test]
fn nothing_is_in_doubt_when_the_unseen_cards_are_equal() {
    let sets = [("ranks", "4"), ("suits", "CH"), ("columns", "3")];
    let game = Game::new(RuleSet::EkligeElfer, &sets).unwrap();
    let read = |text: &str| View::read(&game, &Layout::parse(text).unwrap()).unwrap();
    let one = read(
        "c1: [??] 4C 3H\nc2: 4C 2C\nc3: 3C 2H 2C 3C 3H 4H 4H\ntalon:\naces: AC AC AH AH\nout:",
    );
    let text = one.certain().unwrap().layout().to_string();
    assert!(text.starts_with("c1: [2H] 4C 3H\n"), "{text}");
    let two = read(
        "c1: [??] 4C 3H\nc2: [??] 2C\nc3: 3C 2H 2C 3C 3H 4H 4H\ntalon:\naces: AC AC AH AH\nout:",
    );
    assert_eq!(two.certain(), None);
}

/// Looking at all cards before each would take a minute.
#[test]
fn a_column_of_very_many_cards_is_soon_refused() {
    let game = Game::new(RuleSet::EightByEight, &[]).unwrap();
    let layout = Layout::parse(&format!("c1: {}", "[??] ".repeat(400_000))).unwrap();
    assert!(View::read(&game, &layout).is_err());
}

#[test]
fn only_the_unseen_cards_complete_a_view() {
    let game = Game::new(RuleSet::EightByEight, &[]).unwrap();
    let view = View::of_deal(&game.deal(&seeded_deck(0, game.pack())).unwrap());
    let mut cards = view.unseen_cards();
    cards.reverse();
    assert_eq!(View::of_deal(&view.completed(&cards)), view);
    let is_refused =
        |cards: &[_]| std::panic::catch_unwind(|| Referee::completed(view.clone(), cards)).is_err();
    assert!(is_refused(&cards[1..]));
    cards[0] = cards[cards.len() - 1];
    assert!(is_refused(&cards));
}
