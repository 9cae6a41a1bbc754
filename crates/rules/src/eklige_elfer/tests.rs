use gehtauf_cards::Deck;

use crate::{AnyPosition, Game, Layout, Move, Position, RuleSet};

const SMALL: &[(&str, &str)] = &[("ranks", "4"), ("suits", "CH"), ("columns", "3")];

fn game(sets: &[(&str, &str)]) -> Game {
    Game::new(RuleSet::EkligeElfer, sets).unwrap()
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

fn play(position: &mut AnyPosition, words: &str) {
    for word in words.split_whitespace() {
        let m = word.parse().unwrap();
        assert!(position.legal_moves().contains(&m), "{word}");
        position.play(m);
    }
}

fn deal(sets: &[(&str, &str)], deck: &str) -> AnyPosition {
    let game = game(sets);
    game.deal(&Deck::parse(deck, game.pack()).unwrap()).unwrap()
}

#[test]
fn ace_turned_up_by_an_ace_goes_too() {
    let mut position = deal(SMALL, "AC AH 4C AH 4H 3C AC 2C 3H 3C 4C 2H 4H 2C 3H 2H");
    assert_eq!(
        position.layout().to_string(),
        "c1:\nc2: [AH] 4H\nc3: [4C] 3C\ntalon: AC 2C 3H 3C 4C 2H 4H 2C 3H 2H\naces: AC AH\nout:\n"
    );
    assert_eq!(words(&position), "c2>c1 c3>c2 deal");
    position.play("c2>c1".parse().unwrap());
    assert!(position.layout().to_string().starts_with("c1: 4H\nc2:\nc3: [4C] 3C\n"));
}

#[test]
fn deal_gives_a_card_to_each_column_and_the_last_one_what_is_left() {
    let mut position = deal(SMALL, "4C AH 4H 2C 3C AC 3H 2H AH 3C 4H 2C AC 3H 2H 4C");
    position.play(Move::Deal);
    let text = position.layout().to_string();
    assert!(text.starts_with("c1: [4C] 2C 3H\nc2: [AH] 3C 2H\nc3: 4H\ntalon: 3C 4H"), "{text}");
    position.play(Move::Deal);
    position.play(Move::Deal);
    let text = position.layout().to_string();
    assert!(text.contains("c1: [4C] 2C 3H 3C\nc2: [AH] 3C 2H 4H 3H\n"), "{text}");
    assert!(text.contains("c3: 4H 2C 2H\ntalon: 4C\n"), "{text}");
    position.play(Move::Deal);
    let text = position.layout().to_string();
    assert!(text.contains("c1: [4C] 2C 3H 3C 4C\nc2: [AH] 3C 2H 4H 3H\n"), "{text}");
    assert!(!words(&position).contains("deal"));
}

#[test]
fn empty_column_takes_kings_and_their_runs_only() {
    let text =
        "c1: [2C] 4C 3H\nc2:\nc3: 3C\ntalon: 2C 3H 3C 4C 2H 4H 4H 2H\naces: AC AC AH AH\nout:";
    assert_eq!(read_error(SMALL, text).split(':').next(), Some("talon"));
    let text =
        "c1: [2C] 4C 3H\nc2:\nc3: 3C 2H 4H\ntalon: 2C 3H 3C 4C AC 2H 4H\naces: AC AH AH\nout:";
    let mut position = read(SMALL, text);
    assert_eq!(words(&position), "c1>c2:2 c3>c2 deal");
    play(&mut position, "c1>c2:2");
    assert!(position.layout().to_string().starts_with("c1: 2C\nc2: 4C 3H\nc3: 3C 2H 4H\n"));
    play(&mut position, "c1>c2 c2>c1:3 c1>out");
    let text = position.layout().to_string();
    assert!(text.starts_with("c1:\nc2:\nc3: 3C 2H 4H\n"), "{text}");
    assert!(text.ends_with("out: 4C 3H 2C\n"), "{text}");
}

#[test]
fn part_of_a_run_moves_and_turns_up_the_card_below() {
    let text =
        "c1: [AC] 4C 3H 2C\nc2: [4H] 4C\nc3: 3C 2H\ntalon: 3H 3C 4H 2H\naces: AC AH AH\nout:\n";
    assert_eq!(
        read_error(SMALL, text),
        "the cards are not the whole pack: 15 cards where the pack has 16; 2C occurs once"
    );
    let text = "c1: [AC] 4C 3H 2C\nc2: [4H] 4C\nc3: 3C 2H\ntalon: 3H 3C 4H 2H\naces: AC AH AH\nout:\nextra: 2C\n";
    assert!(read_error(SMALL, text).starts_with("extra: no such line here"));
    let text =
        "c1: [AC] 4C 3H 2C\nc2: [4H] 4C\nc3: 3C 2H\ntalon: 3H 3C 4H 2H\naces: AC AH AH\nout:\n";
    let text = text.replace("c3: 3C 2H", "c3: 3C 2H 2C");
    let mut position = read(SMALL, &text);
    assert_eq!(words(&position), "c1>out c1>c2:2 deal");
    play(&mut position, "c1>c2:2 c2>c1:2 c1>out");
    assert!(position.layout().to_string().starts_with("c1:\nc2: [4H] 4C\n"));
}

#[test]
fn moves_that_are_not_listed_are_not_legal() {
    let single = [SMALL, &[("decks", "1"), ("face-down-rows", "0"), ("columns", "4")]].concat();
    let mut position = deal(&single, "4C 3H 2C 4H 3C 2H AC AH");
    for played in ["", "c2>c1", "c3>c1", "c1>out", "deal", "c1>c4", "c2>c4 c4>out"] {
        play(&mut position, played);
        let legal = position.legal_moves();
        let moves = |from: u8| {
            let to_columns = (0..6).flat_map(move |to| {
                (0..5).map(move |count| Move::ColumnToColumn { from, to, count })
            });
            to_columns.chain([Move::ColumnOut { from }, Move::Deal, Move::Turn])
        };
        for m in (0..6).flat_map(moves) {
            assert_eq!(position.is_legal(m), legal.contains(&m), "{m} after {played}");
        }
    }
}

#[test]
fn complete_run_goes_at_once_if_that_is_forced() {
    let forced = [SMALL, &[("take-out", "forced")]].concat();
    let text =
        "c1: [4H] 4C 3H\nc2: [3H] 2C\nc3: 3C 2H 2C\ntalon: 4C 3C 4H 2H\naces: AC AC AH AH\nout:\n";
    let mut position = read(&forced, text);
    play(&mut position, "c2>c1");
    assert_eq!(
        position.layout().to_string(),
        "c1: 4H\nc2: 3H\nc3: 3C 2H 2C\ntalon: 4C 3C 4H 2H\naces: AC AC AH AH\nout: 4C 3H 2C\n"
    );
    let held = text.replace("4C 3H\nc2: [3H] 2C", "4C 3H 2C\nc2: 3H");
    assert_eq!(read_error(&forced, &held), "c1: a complete run goes out at once");
    assert_eq!(words(&read(SMALL, &held)), "c1>out c1>c2 c3>c2 deal");
}

#[test]
fn win_needs_all_runs_but_not_the_aces() {
    let single = [SMALL, &[("decks", "1"), ("face-down-rows", "0"), ("columns", "4")]].concat();
    let mut position = deal(&single, "4C 3H 2C 4H 3C 2H AC AH");
    play(&mut position, "c2>c1 c3>c1 c1>out deal");
    assert!(!position.is_won());
    play(&mut position, "c1>c4");
    play(&mut position, "c2>c4 c4>out");
    assert!(position.is_won());
    assert_eq!(words(&position), "");
}

#[test]
fn layouts_are_checked() {
    let text =
        "c1: [4H] 4C 3H\nc2: [3H] 2C\nc3: 3C 2H 2C\ntalon: 4C 3C 4H 2H\naces: AC AC AH AH\nout:\n";
    let with = |from: &str, to: &str| text.replace(from, to);
    for (text, error) in [
        (with("[4H] 4C", "4C [4H]"), "c1: 4H lies face down on a face-up card"),
        (with("[4H] 4C", "[4H] [4C]"), "c1: no more than 1 card lies face down"),
        (with("c2: [3H] 2C", "c2: [3H]"), "c2: the open card lies face up"),
        (with("c2: [3H] 2C", "c2: [3H] AC"), "c2: an open Ace is laid aside"),
        (with("c2: [3H] 2C", "c2: -- 2C"), "c2: there are no gaps here"),
        (with("aces: AC", "aces: 2C"), "aces: 2C is no Ace"),
        (with("out:", "out: 4C 3C 2H"), "out: 4C 3C 2H is not a complete run"),
        (with("out:", "out: 4C 3H"), "out: 4C 3H is not a complete run"),
        (with("out:", "out: 3C 2H AC"), "out: 3C 2H AC is not a complete run"),
        (
            with("4C 3C 4H 2H", "4C 3C 4H"),
            "talon: 3 of 10 cannot be left when 3 are dealt at a time",
        ),
    ] {
        assert_eq!(read_error(SMALL, &text), error);
    }
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let sets = [SMALL, &[("face-down-rows", "5")]].concat();
    assert_eq!(
        Game::new(RuleSet::EkligeElfer, &sets).unwrap_err().to_string(),
        "columns=3 is not possible: 5 face-down and 1 face-up rows take 18 cards, but the pack has 16"
    );
}
