//! Laws that hold for every game and every option, tried along random plays of random deals.

use std::collections::BTreeSet;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, Layout, Move, Position, RuleSet, Values};
use proptest::prelude::*;

/// One or more option lists per rule set: full games and reduced ones, every option at least once.
const CASES: &[(RuleSet, &[(&str, &str)])] = &[
    (RuleSet::AchtMalAcht, &[]),
    (RuleSet::AchtMalAcht, &[("foundation-return", "yes"), ("passes", "unlimited")]),
    (
        RuleSet::AchtMalAcht,
        &[("ranks", "4"), ("suits", "CH"), ("columns", "3"), ("rows", "3"), ("passes", "2")],
    ),
    (RuleSet::EightByEight, &[]),
    (RuleSet::EightByEight, &[("spaces", "any-run"), ("talon-play", "free")]),
    (RuleSet::EightByEight, &[("foundations", "four"), ("foundation-return", "yes")]),
    (
        RuleSet::EightByEight,
        &[("ranks", "5"), ("suits", "CH"), ("columns", "3"), ("rows", "4"), ("passes", "2")],
    ),
    (RuleSet::EkligeElfer, &[]),
    (RuleSet::EkligeElfer, &[("take-out", "forced")]),
    (RuleSet::EkligeElfer, &[("ranks", "3"), ("columns", "4"), ("face-down-rows", "2")]),
    (RuleSet::EkligeElfer, &[("ranks", "4"), ("columns", "5"), ("face-up-rows", "2")]),
    (RuleSet::Domino, &[]),
    (RuleSet::Domino, &[("fill", "left"), ("redeal", "blocked"), ("redeals", "2")]),
    (RuleSet::Domino, &[("aces", "free"), ("pickup", "lifo")]),
    (RuleSet::Domino, &[("ranks", "5"), ("suits", "CHS"), ("redeals", "1")]),
    (RuleSet::Hochzeitszug, &[]),
    (RuleSet::Hochzeitszug, &[("layout", "layers"), ("moves", "run"), ("packing", "stalled")]),
    (RuleSet::Hochzeitszug, &[("redeal", "blocked"), ("redeals", "1")]),
    (
        RuleSet::Hochzeitszug,
        &[("ranks", "6"), ("suits", "CH"), ("upper", "2"), ("lower", "1"), ("depth", "3")],
    ),
];

/// So that an option that comes is not left out here.
#[test]
fn every_value_of_options_that_reduce_nothing_is_among_the_cases() {
    for rule_set in RuleSet::ALL {
        for spec in rule_set.option_specs() {
            let Values::Words(words) = spec.values else { continue };
            let default = spec.default_value();
            for word in words.iter().filter(|&word| *word != default) {
                let has = |(of, sets): &(RuleSet, &[(&str, &str)])| {
                    *of == rule_set && sets.contains(&(spec.name, word))
                };
                assert!(CASES.iter().any(has), "{rule_set} {}={word}", spec.name);
            }
        }
    }
}

/// Plays moves drawn by `choices` from a deal, looking at each position.
fn play_along(
    case: usize,
    seed: u64,
    choices: &[u16],
    mut look: impl FnMut(&Game, &AnyPosition, &[Move]),
) {
    let (rule_set, options) = CASES[case];
    let game = Game::new(rule_set, options).unwrap();
    let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
    for &choice in choices {
        let moves = position.legal_moves();
        look(&game, &position, &moves);
        if moves.is_empty() {
            break;
        }
        position.play(moves[usize::from(choice) % moves.len()]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn legal_moves_are_all_different_and_none_follows_a_win(
        case in 0..CASES.len(), seed: u64, choices: [u16; 128],
    ) {
        play_along(case, seed, &choices, |_, position, moves| {
            let mut sorted = moves.to_vec();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), moves.len());
            assert!(!position.is_won() || moves.is_empty());
        });
    }

    /// Each position is asked about every move that any position of the play lists.
    #[test]
    fn moves_are_legal_where_they_are_listed_and_nowhere_else(
        case in 0..CASES.len(), seed: u64, choices: [u16; 32],
    ) {
        let mut listed = BTreeSet::new();
        play_along(case, seed, &choices, |_, _, moves| listed.extend(moves.iter().copied()));
        play_along(case, seed, &choices, |game, position, moves| {
            for &m in &listed {
                assert_eq!(position.is_legal(m), moves.contains(&m), "{m} in {position:?}");
                let mut after = position.clone();
                assert_eq!(after.try_play(m).is_ok(), moves.contains(&m));
                assert_eq!(after.rule_set(), game.rule_set());
            }
        });
    }

    #[test]
    fn moves_print_and_parse_to_themselves(
        case in 0..CASES.len(), seed: u64, choices: [u16; 128],
    ) {
        play_along(case, seed, &choices, |_, _, moves| {
            for &m in moves {
                assert_eq!(m.to_string().parse(), Ok(m));
            }
        });
    }

    /// Reading checks that the cards are the whole pack, so this also says that no card is lost.
    #[test]
    fn positions_print_and_read_to_themselves(
        case in 0..CASES.len(), seed: u64, choices: [u16; 128],
    ) {
        play_along(case, seed, &choices, |game, position, _| {
            let text = position.layout().to_string();
            let layout = Layout::parse(&text).unwrap();
            assert_eq!(layout, position.layout());
            assert_eq!(game.read(&layout).as_ref(), Ok(position), "{text}");
        });
    }

    #[test]
    fn every_move_changes_the_position_and_names_its_cards(
        case in 0..CASES.len(), seed: u64, choices: [u16; 64],
    ) {
        play_along(case, seed, &choices, |game, position, moves| {
            for &m in moves {
                let cards = position.cards_moved(m);
                assert!(cards.iter().all(|&card| game.pack().contains(card)));
                match m {
                    Move::ColumnToColumn { count, .. } | Move::StackToStack { count, .. } => {
                        assert_eq!(cards.len(), usize::from(count));
                    }
                    Move::FoundationToColumn { card, .. } | Move::CardToGap { card, .. } => {
                        assert_eq!(cards, [card]);
                    }
                    Move::Redeal | Move::Deal | Move::Aces(_) => {}
                    _ => assert!(!cards.is_empty(), "{m}"),
                }
                let mut next = position.clone();
                next.play(m);
                assert_ne!(&next, position, "{m}");
            }
        });
    }
}

/// Also after a redeal, where the options give one more than are left.
#[test]
fn no_position_has_more_redeals_left_than_before() {
    for rule_set in [RuleSet::Domino, RuleSet::Hochzeitszug] {
        let game = Game::new(rule_set, &[("redeals", "2")]).unwrap();
        let mut position = game.deal(&seeded_deck(0, game.pack())).unwrap();
        position.play(Move::Redeal);
        let left = |redeals| match &position {
            AnyPosition::Domino(position) => position.with_redeals_left(redeals).redeals_left(),
            AnyPosition::Hochzeitszug(position) => {
                position.with_redeals_left(redeals).redeals_left()
            }
            _ => unreachable!("games of redeals"),
        };
        assert_eq!([left(0), left(1)], [0, 1]);
        for redeals in [2, 128, 255] {
            assert!(std::panic::catch_unwind(|| left(redeals)).is_err(), "{redeals} left");
        }
    }
}
