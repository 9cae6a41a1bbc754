//! Why positions are unwinnable: what the reasons name is so in every play.

use std::collections::HashSet;

use crate::eights::table;
use crate::simpler_game::SimplerGame;
use gehtauf_cards::{Card, seeded_deck};
use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};
use gehtauf_search::{Limits, Verdict};
use gehtauf_solvers::{Blocking, CardPlace, Reason, reason, solve};

/// All positions that can be reached, if there are not too many.
fn reachable(start: &AnyPosition) -> Option<HashSet<AnyPosition>> {
    const MOST: usize = 2_000;
    let mut met = HashSet::from([start.clone()]);
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        for m in position.legal_moves() {
            let mut next = position.clone();
            next.play(m);
            if met.insert(next.clone()) {
                open.push(next);
            }
        }
        if met.len() > MOST {
            return None;
        }
    }
    Some(met)
}

/// Lost deals of small games, what can be reached from them, and why they are lost.
fn lost_deals(
    sets: &[(&str, &str)],
) -> impl Iterator<Item = (AnyPosition, HashSet<AnyPosition>, Reason)> {
    let games = [RuleSet::AchtMalAcht, RuleSet::EightByEight]
        .map(|rule_set| Game::new(rule_set, sets).unwrap());
    games.into_iter().flat_map(|game| {
        (0..150).filter_map(move |seed| {
            let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let solution = solve(&start, Limits::default(), None).unwrap();
            if solution.verdict != Verdict::Unwinnable {
                return None;
            }
            let reason = reason(&start, solution.method, Limits::default(), None);
            Some((start.clone(), reachable(&start)?, reason))
        })
    })
}

const SMALL: [&[(&str, &str)]; 3] = [
    &[("ranks", "4"), ("suits", "CH"), ("columns", "3"), ("rows", "4"), ("passes", "1")],
    &[("ranks", "3"), ("suits", "CDHS"), ("columns", "3"), ("rows", "6")],
    &[("ranks", "6"), ("suits", "CDH"), ("decks", "1"), ("columns", "3"), ("rows", "4")],
];

fn is_host(host: Card, of: Card) -> bool {
    host.rank.number() == of.rank.number() + 1 && host.colour() != of.colour()
}

#[test]
fn a_card_that_is_said_to_block_never_moves_and_waits_for_what_never_comes() {
    let (mut deals, mut moved) = (0, 0);
    for (start, all, reason) in SMALL.into_iter().flat_map(lost_deals) {
        let Reason::NoColumnEmpties(blocking) = reason else { continue };
        deals += 1;
        let start = table(&start);
        assert_eq!(blocking.len(), start.columns.len());
        for (i, Blocking { card, missing }) in blocking.into_iter().enumerate() {
            let CardPlace::Column { column, place } = card else { panic!("not in a column") };
            assert_eq!(column, i);
            let stays = &start.columns[i].cards[..=place];
            let blocking = stays[place];
            assert!(missing < blocking.rank.number());
            for position in &all {
                let columns = &table(position).columns;
                assert!(columns[i].cards.starts_with(stays), "{blocking} leaves column {}", i + 1);
                let open = columns.iter().filter_map(|column| column.cards.last());
                assert!(open.copied().all(|open| !is_host(open, blocking)), "{blocking} builds");
                let piles = table(position).foundations[blocking.suit.index()];
                assert!(piles.iter().all(|&pile| pile < missing), "{missing} is on its foundation");
            }
            // The test sees cards that do leave.
            let whole = &start.columns[i].cards;
            let leaves =
                |position: &AnyPosition| !table(position).columns[i].cards.starts_with(whole);
            moved += usize::from(all.iter().any(leaves));
        }
    }
    assert!(deals > 20 && moved > 10, "{deals} {moved}");
}

#[test]
fn a_deal_with_cards_that_have_no_place_is_lost() {
    let mut deals = 0;
    for (start, all, reason) in SMALL.into_iter().flat_map(lost_deals) {
        let Reason::NoPlaces(cards) = reason else { continue };
        deals += 1;
        assert!(!cards.is_empty());
        let columns = &table(&start).columns;
        let is_dealt = |card: &CardPlace| match *card {
            CardPlace::Column { column, place } => place < columns[column].cards.len(),
            CardPlace::Row { .. } | CardPlace::Stack { .. } | CardPlace::Stock(_) => false,
        };
        assert!(cards.iter().all(is_dealt));
        assert!(all.iter().all(|position| !position.is_won()));
    }
    assert!(deals > 20, "{deals}");
}

#[test]
fn cards_that_are_said_to_stay_do_so_in_every_play_and_one_lies_wrong() {
    let (mut deals, mut with_free_aces, mut moved) = (0, 0, 0);
    for (fill, aces) in [("left", "fixed"), ("both", "fixed"), ("left", "free"), ("both", "free")] {
        for sizes in [[("ranks", "6"), ("suits", "CH")], [("ranks", "4"), ("suits", "CHS")]] {
            let sets = [&[("fill", fill), ("aces", aces), ("redeals", "0")][..], &sizes].concat();
            let game = Game::new(RuleSet::Domino, &sets).unwrap();
            for seed in 0..150 {
                let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let Reason::CardsStay(cards) = reason(&start, "", Limits::default(), None) else {
                    continue;
                };
                let Some(all) = reachable(&start) else { continue };
                deals += 1;
                with_free_aces += usize::from(aces == "free");
                let AnyPosition::Domino(domino) = &start else { panic!("another game") };
                let mut is_wrong = false;
                for place in cards {
                    let CardPlace::Row { row, place } = place else { panic!("not in a row") };
                    let card = domino.card(row, place).expect("a card");
                    let ace = domino.card(row, 0);
                    let is_right = ace.is_none_or(|ace| ace.suit == card.suit)
                        && usize::from(card.rank.number()) == place + 1;
                    is_wrong |= !is_right;
                    for position in &all {
                        let AnyPosition::Domino(position) = position else { unreachable!() };
                        assert_eq!(position.card(row, place), Some(card), "{domino:?}");
                    }
                }
                assert!(is_wrong && all.iter().all(|position| !position.is_won()));
                moved += usize::from(all.len() > 1);
            }
        }
    }
    assert!(deals > 20 && with_free_aces > 5 && moved > 10, "{deals} {with_free_aces} {moved}");
}

#[test]
fn a_host_that_is_said_to_be_buried_never_comes_free() {
    let sizes: [&[(&str, &str)]; 6] = [
        &[("ranks", "4"), ("suits", "CH"), ("columns", "2")],
        &[("ranks", "4"), ("columns", "3")],
        &[("ranks", "6"), ("suits", "CH"), ("columns", "3"), ("face-down-rows", "2")],
        // More black cards than red ones; and what the packed state has no room for.
        &[("ranks", "3"), ("suits", "CDS"), ("columns", "2"), ("face-down-rows", "2")],
        &[("ranks", "7"), ("suits", "HS"), ("columns", "2")],
        &[("ranks", "7"), ("suits", "C"), ("columns", "12"), ("face-up-rows", "0")],
    ];
    let mut deals = 0;
    for (sizes, seed) in sizes.into_iter().flat_map(|sizes| (0..200).map(move |s| (sizes, s))) {
        let game = Game::new(RuleSet::EkligeElfer, sizes).unwrap();
        let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let Reason::HostBuried(cards) = reason(&start, "", Limits::default(), None) else {
            continue;
        };
        let AnyPosition::EkligeElfer(elfer) = &start else { panic!("another game") };
        let card = |place: &CardPlace| match *place {
            CardPlace::Column { column, place } => elfer.columns()[column].cards[place],
            CardPlace::Stock(place) => elfer.talon()[place],
            CardPlace::Row { .. } | CardPlace::Stack { .. } => panic!("no such place"),
        };
        let CardPlace::Column { column, place } = cards[0] else { panic!("not in a column") };
        assert!(
            cards.len() > 2 && cards[1..].iter().all(|head| is_host(card(&cards[0]), card(head)))
        );
        let Some(all) = reachable(&start) else { continue };
        deals += 1;
        for position in &all {
            let AnyPosition::EkligeElfer(position) = position else { unreachable!() };
            let cards = &position.columns()[column].cards;
            assert!(cards.len() > place + 1, "{elfer:?}");
            assert_eq!(cards[..=place], elfer.columns()[column].cards[..=place], "{elfer:?}");
            assert!(!position.is_won());
        }
    }
    assert!(deals > 5, "{deals}");
}

#[test]
fn cards_that_are_said_not_to_go_up_do_not_even_if_the_others_stand_aside() {
    let (mut deals, mut fewer) = (0, 0);
    let sizes = [
        [("ranks", "6"), ("suits", "CD"), ("upper", "2"), ("lower", "3"), ("depth", "3")],
        [("ranks", "7"), ("suits", "H"), ("upper", "2"), ("lower", "2"), ("depth", "2")],
        [("ranks", "4"), ("suits", "CHS"), ("upper", "3"), ("lower", "0"), ("depth", "4")],
    ];
    for sets in sizes {
        let game = Game::new(RuleSet::Hochzeitszug, &[&sets[..], &[("redeals", "0")]].concat());
        let game = game.unwrap();
        for seed in 0..25 {
            let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let AnyPosition::Hochzeitszug(position) = &start else { panic!("another game") };
            let solution = solve(&start, Limits::default(), None).unwrap();
            let is_won = matches!(solution.verdict, Verdict::Won(_));
            // With all cards named it is our game.
            let all = SimplerGame::new(position, |_| true);
            assert_eq!(all.is_won(), is_won, "{sets:?}, seed {seed}");
            let reason = reason(&start, solution.method, Limits::default(), None);
            let Reason::Contradiction(cards) = reason else { continue };
            assert!(!is_won, "{sets:?}, seed {seed}");
            if cards.is_empty() {
                continue;
            }
            let simpler = SimplerGame::new(position, |place| cards.contains(&place));
            assert!(!simpler.is_won(), "{sets:?}, seed {seed}: {cards:?}");
            // The test sees that fewer cards can do.
            let fewer_cards = SimplerGame::new(position, |place| cards[1..].contains(&place));
            fewer += usize::from(fewer_cards.is_won());
            deals += 1;
        }
    }
    assert!(deals > 15 && fewer > 8, "{deals} {fewer}");
}
