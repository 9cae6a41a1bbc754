use gehtauf_cards::{Deck, seeded_deck};

use crate::{AnyPosition, Game, Layout, Move, Position, RuleSet};

fn game(sets: &[(&str, &str)]) -> Game {
    Game::new(RuleSet::Domino, sets).unwrap()
}

fn read(sets: &[(&str, &str)], text: &str) -> AnyPosition {
    game(sets).read(&Layout::parse(text).unwrap()).unwrap()
}

fn read_error(sets: &[(&str, &str)], text: &str) -> String {
    game(sets).read(&Layout::parse(text).unwrap()).unwrap_err().to_string()
}

fn words(position: &AnyPosition) -> String {
    position.legal_moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

const TWO_SUITS: &[(&str, &str)] = &[("ranks", "5"), ("suits", "CH")];

#[test]
fn aces_leave_gaps_and_go_before_their_rows() {
    let game = game(TWO_SUITS);
    let deck = Deck::parse("5H AC 3C 2C 4C 3H 5C 4H AH 2H", game.pack()).unwrap();
    let position = game.deal(&deck).unwrap();
    assert_eq!(
        position.layout().to_string(),
        "r1: AC 5H -- 3C 2C 4C\nr2: AH 3H 5C 4H -- 2H\nredeals-used: 0\n"
    );
    // Nothing follows the top rank, and a 2 calls for nothing.
    assert_eq!(words(&position), "2C>r1p2 5H>r2p4 redeal");
}

#[test]
fn card_wanted_from_both_sides_is_one_move() {
    let text = "r1: AC 2C -- 4C -- 5H\nr2: AH 3H 5C 4H 2H 3C\nredeals-used: 0";
    assert_eq!(words(&read(TWO_SUITS, text)), "3C>r1p2 5C>r1p4 4H>r1p4 redeal");
    let left = [TWO_SUITS, &[("fill", "left")]].concat();
    assert_eq!(words(&read(&left, text)), "3C>r1p2 5C>r1p4 redeal");
}

#[test]
fn redeal_takes_up_from_the_right_and_leaves_a_gap_behind_each_prefix() {
    let text = "r1: AC 2C -- 3C 5H 4H\nr2: AH 4C 5C -- 2H 3H\nredeals-used: 0";
    let redealt = |sets: &[(&str, &str)]| {
        let mut position = read(&[TWO_SUITS, sets].concat(), text);
        position.play(Move::Redeal);
        position.layout().to_string()
    };
    assert_eq!(redealt(&[]), "r1: AC 2C -- 4H 5H 3C\nr2: AH -- 3H 2H 5C 4C\nredeals-used: 1\n");
    assert_eq!(
        redealt(&[("pickup", "lifo")]),
        "r1: AC 2C -- 4C 5C 2H\nr2: AH -- 3H 3C 5H 4H\nredeals-used: 1\n"
    );
}

#[test]
fn complete_row_gets_nothing_in_a_redeal() {
    let text = "r1: AC 2C 3C 4C 5C --\nr2: AH 3H 2H 4H -- 5H\nredeals-used: 2";
    let mut position = read(TWO_SUITS, text);
    position.play(Move::Redeal);
    assert_eq!(
        position.layout().to_string(),
        "r1: AC 2C 3C 4C 5C --\nr2: AH -- 5H 4H 2H 3H\nredeals-used: 3\n"
    );
    assert_eq!(words(&position), "2H>r2p1 4H>r2p1");
}

#[test]
fn redeal_waits_until_no_card_can_move_if_the_option_says_so() {
    let blocked = [TWO_SUITS, &[("fill", "left"), ("redeal", "blocked")]].concat();
    let free = "r1: AC -- 3H 2C 5H 4H\nr2: AH 4C 5C -- 2H 3C\nredeals-used: 0";
    assert_eq!(words(&read(&blocked, free)), "2C>r1p1");
    let stuck = "r1: AC 2H 4C 5H -- 2C\nr2: AH 3C 4H 5C -- 3H\nredeals-used: 0";
    assert_eq!(words(&read(&blocked, stuck)), "redeal");
}

#[test]
fn win_ends_the_game() {
    let text = "r1: AC 2C 3C 4C 5C --\nr2: AH 2H 3H 4H -- 5H\nredeals-used: 0";
    let mut position = read(TWO_SUITS, text);
    assert!(!position.is_won());
    position.play("5H>r2p4".parse().unwrap());
    assert!(position.is_won());
    assert_eq!(words(&position), "");
}

#[test]
fn free_aces_are_chosen_first() {
    let free = [TWO_SUITS, &[("aces", "free")]].concat();
    let text = "r1: -- 5H -- 3C 2C 4C\nr2: -- 3H 5C 4H -- 2H\naces: AC AH\nredeals-used: 0\n";
    let mut position = read(&free, text);
    assert_eq!(position.layout().to_string(), text);
    assert_eq!(words(&position), "aces:CH aces:HC");
    assert!(!position.is_legal("2C>r1p2".parse().unwrap()), "no card moves before the choice");
    let one_in_a_row = "r1: -- -- AC 3C\nr2: -- 3H 2H 2C\naces: AH\nredeals-used: 0\n";
    let small = game(&[("suits", "CH"), ("ranks", "3"), ("aces", "free")]);
    let error = small.read(&Layout::parse(one_in_a_row).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "aces: expected all 2 Aces, not 1");
    position.play("aces:HC".parse().unwrap());
    let chosen = "r1: AH 5H -- 3C 2C 4C\nr2: AC 3H 5C 4H -- 2H\nredeals-used: 0\n";
    assert_eq!(position.layout().to_string(), chosen);
    assert_eq!(read(&free, chosen), position);
}

#[test]
fn free_aces_have_all_orders() {
    let game = game(&[("aces", "free")]);
    let moves = game.deal(&seeded_deck(1, game.pack())).unwrap().legal_moves();
    assert_eq!(moves.len(), 24);
    assert_eq!(moves[0].to_string(), "aces:CSHD");
}

#[test]
fn moves_that_are_not_listed_are_not_legal() {
    let text = "r1: AC 2C -- 4C -- 5H\nr2: AH 3H 5C 4H 2H 3C\nredeals-used: 0";
    let position = read(TWO_SUITS, text);
    let legal = position.legal_moves();
    for row in 1..=3 {
        for place in 1..=7 {
            for card in game(TWO_SUITS).pack().card_types() {
                let m: Move = format!("{card}>r{row}p{place}").parse().unwrap();
                assert_eq!(position.is_legal(m), legal.contains(&m), "{m}");
            }
        }
    }
    assert!(position.is_legal(Move::Redeal) && !position.is_legal(Move::Turn));
}

#[test]
fn layouts_are_checked() {
    let text = "r1: AC 5H -- 3C 2C 4C\nr2: AH 3H 5C 4H -- 2H\nredeals-used: 0\n";
    let free = [TWO_SUITS, &[("aces", "free")]].concat();
    let with = |from: &str, to: &str| text.replace(from, to);
    for (sets, text, error) in [
        (TWO_SUITS, with("5H --", "5H"), "r1: expected 6 places, not 5"),
        (
            TWO_SUITS,
            with("AC", "AH"),
            "r1: the first place is for AC, since the rows lie in the order of suits C S H D \
             but with aces=free",
        ),
        (TWO_SUITS, with("AC", "--"), "r1: the first place is for AC"),
        (&free, with("AH", "4H"), "r2: the first place is for an Ace"),
        (&free, with("AH", "--"), "r2: the first place is for an Ace"),
        (&free, with("AC", "--"), "r2: the first place is empty until the Aces are chosen"),
        (&free, with("AC", "--").replace("AH", "--"), "aces: this line is missing"),
        (TWO_SUITS, with("3C", "[3C]"), "r1: 3C cannot lie face down here"),
        (TWO_SUITS, with("used: 0", "used: 4"), "redeals-used: expected a number from 0 to 3"),
        (
            TWO_SUITS,
            with("3C", "--"),
            "the cards are not the whole pack: 9 cards where the pack has 10; 3C occurs never",
        ),
        (TWO_SUITS, with("3C", "3D"), "r1: 3D does not belong to this pack"),
        (
            TWO_SUITS,
            with("redeals", "aces: AC\nredeals"),
            "aces: no such line here; expected r1, r2, redeals-used",
        ),
    ] {
        assert_eq!(read_error(sets, &text), error, "{text}");
    }
}

#[test]
fn where_there_is_no_place_there_is_no_card() {
    let game = game(&[]);
    let deal = game.deal(&seeded_deck(0, game.pack())).unwrap();
    let AnyPosition::Domino(position) = deal else { unreachable!() };
    assert!(position.card(0, 0).is_some());
    assert_eq!([position.card(4, 0), position.card(0, 14)], [None, None]);
}
