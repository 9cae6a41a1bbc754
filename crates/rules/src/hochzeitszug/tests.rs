use gehtauf_cards::seeded_deck;

use crate::{AnyPosition, Game, Layout, Move, Position, ReplayError, RuleSet, replay};

fn game(options: &[(&str, &str)]) -> Game {
    let small = [("ranks", "4"), ("suits", "C"), ("upper", "1"), ("lower", "1")];
    Game::new(RuleSet::Hochzeitszug, &[&small, options].concat()).unwrap()
}

fn read(options: &[(&str, &str)], text: &str) -> Result<AnyPosition, String> {
    let layout = Layout::parse(text).map_err(|error| error.to_string())?;
    game(options).read(&layout).map_err(|error| error.to_string())
}

fn words(position: &AnyPosition) -> String {
    position.legal_moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn played(position: &AnyPosition, moves: &str) -> AnyPosition {
    let mut position = position.clone();
    for m in moves.split(' ').map(|word| word.parse().unwrap()) {
        assert!(position.is_legal(m), "{m}");
        position.play(m);
    }
    position
}

#[test]
fn a_fresh_deal_has_sixteen_stacks_of_four_and_forty_talon_cards() {
    for (layers, second) in [("stacks", 1), ("layers", 8)] {
        let game = Game::new(RuleSet::Hochzeitszug, &[("layout", layers)]).unwrap();
        let deck = seeded_deck(5, game.pack());
        let position = game.deal(&deck).unwrap();
        let AnyPosition::Hochzeitszug(position) = position else { unreachable!() };
        assert!((0..16).all(|stack| position.stack(stack).len() == 4));
        assert_eq!(position.stack(0)[1], deck.cards()[second]);
        assert_eq!(position.stack(8)[0], deck.cards()[32]);
        assert_eq!(position.talon().collect::<Vec<_>>(), deck.cards()[64..]);
    }
}

#[test]
fn an_emptied_stack_is_filled_at_once_before_the_first_redeal_only() {
    let text = "s1: AC\ns2: 4C 3C\ntalon: 2C AC 4C 3C 2C\nfoundations:\nredeals-used: ";
    let first = read(&[], &format!("{text}0")).unwrap();
    assert_eq!(words(&first), "s1>f redeal");
    let shown = played(&first, "s1>f").layout().to_string();
    assert!(shown.starts_with("s1: 2C AC 4C 3C\ns2: 4C 3C\ntalon: 2C\n"), "{shown}");
    let second = played(&read(&[], &format!("{text}1")).unwrap(), "s1>f");
    assert_eq!(words(&second), "s2>f s2>s1 fill:s1 redeal");
    let shown = played(&second, "fill:s1").layout().to_string();
    assert!(shown.starts_with("s1: 2C AC 4C 3C\n"), "{shown}");
}

#[test]
fn in_the_first_deal_a_stack_stays_empty_when_the_talon_is() {
    let text = "s1:\ns2: 4C 2C 4C 3C AC 2C AC 3C\ntalon:\nfoundations:\nredeals-used: ";
    assert_eq!(words(&read(&[], &format!("{text}0")).unwrap()), "redeal");
    assert_eq!(words(&read(&[], &format!("{text}1")).unwrap()), "s2>s1 redeal");
    assert_eq!(words(&read(&[], &format!("{text}2")).unwrap()), "s2>s1");
}

#[test]
fn the_stacks_go_under_the_talon_row_by_row_from_right_to_left() {
    let options = [("upper", "2"), ("lower", "2"), ("depth", "1")];
    let text = "s1: AC 3C\ns2: 2C\ns3: 4C\ns4: 2C 4C\ntalon: 3C\nfoundations: AC\n\
                redeals-used: 1";
    let position = played(&read(&options, text).unwrap(), "redeal");
    let expected = "s1: 3C\ns2: 2C\ns3: AC\ns4: 3C\ntalon: 2C 4C 4C\nfoundations: AC\n\
                    redeals-used: 2\n";
    assert_eq!(position.layout().to_string(), expected);
}

#[test]
fn a_run_moves_as_one_but_into_an_empty_stack_only_its_top_card() {
    let options = [("upper", "2"), ("moves", "run")];
    let text = "s1: AC 3C 2C\ns2: 4C\ns3:\ntalon:\nfoundations: AC 2C 3C 4C\nredeals-used: 2";
    assert!(read(&options, text).is_err());
    let text = "s1: AC 3C 2C\ns2: 4C\ns3:\ntalon:\nfoundations: 3C 4C\nredeals-used: 2";
    assert_eq!(words(&read(&options, text).unwrap()), "s1>f s1>s2:2 s1>s3 s2>s3");
    assert_eq!(words(&read(&options[..1], text).unwrap()), "s1>f s1>s3 s2>s3");
}

#[test]
fn stalled_packing_waits_for_the_foundations_but_empty_stacks_do_not() {
    let options = [("upper", "2"), ("packing", "stalled")];
    let text = "s1: AC 3C\ns2: 4C\ns3:\ntalon:\nfoundations: 3C 4C 2C\nredeals-used: 2";
    assert_eq!(words(&read(&options, text).unwrap()), "s2>f s1>s3 s2>s3");
    assert_eq!(words(&read(&options[..1], text).unwrap()), "s2>f s1>s2 s1>s3 s2>s3");
    let text = "s1: AC 3C\ns2: 2C 4C\ns3:\ntalon:\nfoundations: 3C 4C\nredeals-used: 2";
    assert_eq!(words(&read(&options, text).unwrap()), "s1>s2 s1>s3 s2>s3");
}

#[test]
fn a_blocked_redeal_needs_that_nothing_else_moves() {
    let options = [("redeal", "blocked")];
    let text = "s1: AC 3C 2C 2C 4C\ns2: AC 3C 4C\ntalon:\nfoundations:\nredeals-used: ";
    assert_eq!(words(&read(&options, &format!("{text}0")).unwrap()), "redeal");
    let text = "s1: AC 3C 2C 2C 4C\ns2: AC 4C 3C\ntalon:\nfoundations:\nredeals-used: 0";
    let position = read(&options, text).unwrap();
    assert_eq!(words(&position), "s2>s1");
    assert!(!position.is_legal(Move::Redeal));
}

#[test]
fn two_piles_climb_by_twos_from_the_ace_and_two_from_the_two() {
    let text = "s1: 4C 4C 3C 3C 2C AC 2C AC\ns2:\ntalon:\nfoundations:\nredeals-used: 2";
    let position = read(&[], text).unwrap();
    let moves: Vec<Move> = ["s1>f"; 8].iter().map(|word| word.parse().unwrap()).collect();
    assert_eq!(replay(&position, &moves), Ok(()));
    assert_eq!(replay(&position, &moves[..7]), Err(ReplayError::NotWon(7)));
    let shown = played(&position, "s1>f s1>f s1>f s1>f s1>f").layout().to_string();
    assert!(shown.contains("foundations: 3C AC 2C 2C\n"), "{shown}");
}

#[test]
fn what_is_no_position_is_refused() {
    let talon = "s1:\ns2: AC\ntalon: 2C\nfoundations: 3C 4C\nredeals-used: 0";
    assert!(read(&[], talon).unwrap_err().contains("s1: before the first redeal"));
    let piles = "s1:\ns2:\ntalon:\nfoundations: 3C 4C 3C 4C 2C\nredeals-used: 1";
    assert!(read(&[], piles).unwrap_err().contains("there is no pile for 2C"));
    let counter = "s1:\ns2:\ntalon:\nfoundations: 3C 4C 3C 4C\nredeals-used: 3";
    assert!(read(&[], counter).unwrap_err().starts_with("redeals-used: "));
    let label = "s1:\ns2:\ns3:\ntalon:\nfoundations: 3C 4C 3C 4C\nredeals-used: 0";
    assert!(read(&[], label).unwrap_err().starts_with("s3: "));
}

#[test]
fn there_is_at_least_one_stack() {
    let sets = [("upper", "0"), ("lower", "0")];
    let error = Game::new(RuleSet::Hochzeitszug, &sets).unwrap_err();
    assert!(error.to_string().contains("at least one of the rows"));
}
