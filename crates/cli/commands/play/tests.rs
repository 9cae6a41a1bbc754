//! Whole sessions without a terminal: keys go in, answers come late, and what is said of the
//! position on the screen must be true of it.

mod closed;

use gehtauf::cards::seeded_deck;
use gehtauf::players::best_cheap;
use gehtauf::rules::{AnyPosition, Game, Move, Position, Referee, RuleSet, replay};
use gehtauf::search::{Limits, Verdict};
use gehtauf::solvers::solve;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::book::{Known, Win};
use super::command_line;
use super::judge::{Answer, Question, find_out, try_moves};
use super::keys::{After, press};
use super::session::{LostBy, Message, Session};
use crate::lang::Prospect;

fn deal(rule_set: RuleSet, sets: &[(&str, &str)], seed: u64) -> Session {
    let game = Game::new(rule_set, sets).unwrap();
    let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
    Session::new(game, Referee::new(position), format!("seed:{seed}"), true)
}

/// A Domino that is decided at once.
fn small() -> Session {
    deal(RuleSet::Domino, &[("ranks", "4"), ("suits", "CH")], 1)
}

fn key(session: &mut Session, code: KeyCode) {
    assert_eq!(press(session, KeyEvent::from(code)), After::GoOn);
}

fn find(question: &Question, limits: Limits) -> Answer {
    let known = find_out(question, limits, &false.into()).unwrap().expect("not interrupted");
    Answer { position: question.position().clone(), known }
}

/// Answers all questions about the position on the screen.
fn settle(session: &mut Session) {
    while let Some(question) = session.question() {
        session.learn(find(&question, Limits::default()));
    }
}

fn about(session: &Session, known: Known) -> Answer {
    Answer { position: session.position().clone(), known }
}

#[test]
fn a_solution_is_stepped_through_to_the_end_and_back() {
    let mut session = small();
    let start = session.position().clone();
    settle(&mut session);
    key(&mut session, KeyCode::Char(' '));
    assert_eq!(session.moves_played().len(), 1);
    assert_eq!(session.prospect(), Some(Prospect::Won), "the rest of the solution is known");
    key(&mut session, KeyCode::End);
    assert!(session.position().is_won());
    for code in [KeyCode::Char('h'), KeyCode::Char(' ')] {
        key(&mut session, code);
        assert_eq!(session.message, None, "nothing but that it has come out");
    }
    key(&mut session, KeyCode::Home);
    assert_eq!(session.position(), &start);
    key(&mut session, KeyCode::Char('r'));
    assert_eq!(session.moves_played().len(), 1);
}

#[test]
fn a_move_of_the_player_s_own_asks_again_and_can_be_taken_back() {
    let mut session = small();
    let start = session.position().clone();
    key(&mut session, KeyCode::Left);
    assert_eq!(session.message, Some(Message::NothingToUndo));
    key(&mut session, KeyCode::Char('h'));
    assert_eq!(session.message, Some(Message::NotYet));
    let question = session.question().unwrap();
    session.learn(find(&question, Limits::default()));
    key(&mut session, KeyCode::Char('h'));
    let hint = session.chosen_move().unwrap();
    let other = session.legal().position(|m| m != hint).unwrap();
    session.chosen = other;
    key(&mut session, KeyCode::Enter);
    assert_eq!(session.prospect(), None);
    settle(&mut session);
    assert_ne!(session.prospect(), None);
    key(&mut session, KeyCode::Char('u'));
    assert_eq!(session.position(), &start);
    assert_eq!(session.prospect(), Some(Prospect::Won));
}

#[test]
fn quitting_and_the_keys() {
    let mut session = small();
    key(&mut session, KeyCode::Char('?'));
    assert!(session.help);
    key(&mut session, KeyCode::Esc);
    assert!(!session.help);
    // What a slow line sends of an arrow key is an Esc at first.
    assert_eq!(press(&mut session, KeyEvent::from(KeyCode::Esc)), After::GoOn);
    for code in [KeyCode::Char('q'), KeyCode::Char('Q')] {
        assert_eq!(press(&mut session, KeyEvent::from(code)), After::Quit);
    }
}

#[test]
fn the_list_of_moves_goes_round_and_pile_by_pile() {
    let mut session = deal(RuleSet::AchtMalAcht, &[], 1);
    let last = session.legal().len() - 1;
    key(&mut session, KeyCode::Up);
    assert_eq!(session.chosen, last);
    key(&mut session, KeyCode::Down);
    assert_eq!(session.chosen, 0);
    let from = |session: &Session| session.chosen_move().unwrap().to_string()[..2].to_string();
    let piles: std::collections::HashSet<String> =
        session.legal().map(|m| m.to_string()[..2].to_string()).collect();
    assert!(piles.len() > 1 && piles.len() <= last);
    for _ in 0..last {
        let before = from(&session);
        key(&mut session, KeyCode::Tab);
        assert_ne!(from(&session), before);
    }
}

#[test]
fn the_command_that_goes_on_is_that_which_began() {
    let line = |args: &[&str]| command_line(args.iter().map(ToString::to_string), "a>b c");
    assert_eq!(
        line(&["play", "domino", "--seed", "7"]),
        "gehtauf play domino --seed 7 --after 'a>b c'"
    );
    let others = ["play", "--after", "x>y", "--after=z", "--position", "my file's.txt"];
    assert_eq!(line(&others), r"gehtauf play --position 'my file'\''s.txt' --after 'a>b c'");
}

/// `play hochzeitszug --seed 25 --set redeals=0`, down six times, Enter, `u` at once: the loss of
/// the position left was booked on the start.
#[test]
fn a_late_loss_is_not_that_of_the_position_gone_back_to() {
    let mut session = deal(RuleSet::Hochzeitszug, &[("redeals", "0")], 25);
    let question = session.question().unwrap();
    session.learn(find(&question, Limits::default()));
    (0..6).for_each(|_| key(&mut session, KeyCode::Down));
    assert_eq!(session.chosen_move().unwrap().to_string(), "s12>s6");
    key(&mut session, KeyCode::Enter);
    let question = session.question().unwrap();
    key(&mut session, KeyCode::Char('u'));
    session.learn(Answer { position: question.position().clone(), known: Known::Lost });
    assert_eq!(session.prospect(), Some(Prospect::Won));
    assert_eq!(session.prospect_after(6), Some(Prospect::Lost));
}

/// `play 8x8 --seed 20`, down, Enter, `u`, then End: the win of the position left was played from
/// the start, which panicked.
#[test]
fn a_late_win_is_not_that_of_the_position_gone_back_to() {
    let mut session = deal(RuleSet::EightByEight, &[], 20);
    let question = session.question().unwrap();
    session.learn(find(&question, Limits::default()));
    key(&mut session, KeyCode::Down);
    key(&mut session, KeyCode::Enter);
    let question = session.question().unwrap();
    let late = find(&question, Limits::default());
    assert_eq!(late.known.prospect(), Prospect::Won);
    key(&mut session, KeyCode::Char('u'));
    session.learn(late);
    let question = session.question().unwrap();
    assert!(matches!(question, Question::Shorter(..)));
    session.learn(find(&question, Limits::default()));
    key(&mut session, KeyCode::End);
    assert!(session.position().is_won());
}

#[test]
fn every_legal_move_is_marked_like_a_search_of_its_own() {
    for seed in 0..10 {
        let sets = [("ranks", "5"), ("suits", "CH"), ("redeals", "0")];
        let mut session = deal(RuleSet::Domino, &sets, seed);
        settle(&mut session);
        let moves: Vec<Move> = session.legal().collect();
        for (i, m) in moves.into_iter().enumerate() {
            let mut next = session.position().clone();
            next.play(m);
            assert_eq!(session.prospect_after(i), Some(truth(&next)), "seed {seed}, {m}");
        }
    }
}

#[test]
fn a_position_is_won_or_lost_as_its_moves_are() {
    let mut session = deal(RuleSet::Domino, &[], 7);
    session.learn(about(&session, Known::Unknown));
    assert_eq!(session.prospect(), Some(Prospect::Unknown));
    let all = session.legal().len();
    for i in 0..all {
        let Some(Question::Winnable(next)) = session.question() else { panic!("move {i}") };
        session.learn(Answer { position: next, known: Known::Lost });
        assert_eq!(session.prospect() == Some(Prospect::Lost), i + 1 == all);
    }
    let mut session = deal(RuleSet::Domino, &[], 7);
    session.learn(about(&session, Known::Unknown));
    let question = session.question().unwrap();
    session.learn(find(&question, Limits::default()));
    assert_eq!(session.prospect(), Some(Prospect::Won));
}

#[test]
fn a_lost_game_says_which_move_lost_it_and_goes_back_to_before_it() {
    let sets = [("ranks", "5"), ("suits", "CH"), ("redeals", "0")];
    let mut lost = 0;
    for seed in 0..40 {
        let mut session = deal(RuleSet::Domino, &sets, seed);
        let mut random = Pcg32::new(seed, 1);
        // Nothing is known on the way, so the search has to go back for the move.
        let mut line = vec![truth(session.position())];
        while session.legal().len() > 0 && line.len() < 12 {
            let m = session.legal().nth(random.next_u32() as usize % session.legal().len());
            session.play(m.unwrap());
            line.push(truth(session.position()));
        }
        settle(&mut session);
        let number = line.iter().position(|&prospect| prospect == Prospect::Lost);
        let expected = number.map(|number| LostBy { number, is_certain: true });
        assert_eq!(session.lost_by(), expected, "seed {seed}");
        if let Some(number @ 1..) = number {
            key(&mut session, KeyCode::Char('b'));
            assert_eq!(session.moves_played().len(), number - 1);
            assert_eq!(session.prospect(), Some(Prospect::Won));
            lost += 1;
        } else if number == Some(0) {
            key(&mut session, KeyCode::Char('b'));
            assert_eq!(session.message, None, "nothing but that it is lost from the start");
        }
    }
    assert!(lost > 5, "{lost}");
}

#[test]
fn only_a_shortened_win_is_stepped_through() {
    let mut session = small();
    let Verdict::Won(moves) = solve(session.position(), Limits::default(), None).unwrap().verdict
    else {
        panic!("won")
    };
    session.learn(about(&session, Known::Won(Win { moves: moves.clone(), is_short: false })));
    key(&mut session, KeyCode::End);
    assert_eq!((session.message, session.moves_played().len()), (Some(Message::NotYet), 0));
    assert_eq!(session.question(), Some(Question::Shorter(session.position().clone(), moves)));
    settle(&mut session);
    key(&mut session, KeyCode::End);
    assert!(session.position().is_won());
}

/// A depth-first search wins this deal in tens of thousands of moves.
#[test]
fn a_win_of_very_many_moves_is_stepped_through_shortened() {
    let sets = [("columns", "12"), ("ranks", "9"), ("suits", "CH")];
    let mut session = deal(RuleSet::EkligeElfer, &sets, 2);
    let question = session.question().unwrap();
    session.learn(find(&question, Limits::default()));
    let long = session.win().unwrap().len();
    key(&mut session, KeyCode::End);
    assert!(session.moves_played().is_empty());
    let question = session.question().unwrap();
    session.learn(find(&question, Limits::default()));
    key(&mut session, KeyCode::End);
    assert!(session.position().is_won());
    let short = session.moves_played().len();
    assert!(short < long / 4, "{short} of {long} moves");
    key(&mut session, KeyCode::Home);
    assert_eq!(session.prospect(), Some(Prospect::Won));
}

/// The verdict of a search of its own.
fn truth(position: &AnyPosition) -> Prospect {
    Prospect::from(&solve(position, Limits::default(), None).unwrap().verdict)
}

const KEYS: [KeyCode; 18] = [
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Down,
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Char('u'),
    KeyCode::Char('u'),
    KeyCode::Char('r'),
    KeyCode::Char('b'),
    KeyCode::Char('h'),
    KeyCode::Char(' '),
    KeyCode::Right,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageDown,
    KeyCode::Char('?'),
    KeyCode::Char('x'),
];

/// Looks at the next completion of a closed game.
fn look_at_one(session: &mut Session) {
    if let Some(sample) = session.sample() {
        let player = best_cheap(session.game.rule_set());
        let outcomes = try_moves(&sample, player, Limits::default(), &false.into()).unwrap();
        session.learn_outcomes(sample, outcomes.expect("not interrupted"));
    }
}

/// Presses random keys while answers come as late as they like, and checks the session after each.
fn random_session(mut session: Session, random: &mut Pcg32, limits: Limits, is_exact: bool) {
    let start = session.position().clone();
    let mut asked: Vec<Question> = Vec::new();
    for _ in 0..60 {
        if random.next_u32().is_multiple_of(2) {
            asked.extend(session.question());
            look_at_one(&mut session);
        }
        if random.next_u32().is_multiple_of(2) && !asked.is_empty() {
            let question = asked.swap_remove(random.next_u32() as usize % asked.len());
            session.learn(find(&question, limits));
        } else {
            key(&mut session, KEYS[random.next_u32() as usize % KEYS.len()]);
        }
        let mut position = start.clone();
        session.moves_played().iter().for_each(|&m| position.play(m));
        assert_eq!(session.position(), &position);
        assert_eq!(session.legal().collect::<Vec<_>>(), position.legal_moves());
        if let Some(moves) = session.win() {
            replay(&position, moves).expect("the win is one of the position on the screen");
        }
        if is_exact
            && session.doubtful().is_none()
            && let Some(prospect) = session.prospect()
        {
            assert_eq!(prospect, truth(&position), "{}", position.layout());
        }
    }
}

#[test]
fn random_keys_with_late_answers_never_mislead_nor_panic() {
    let small: [&[(&str, &str)]; 5] = [
        &[("ranks", "3"), ("suits", "CH"), ("columns", "3"), ("rows", "2"), ("passes", "1")],
        &[("ranks", "3"), ("suits", "CH"), ("columns", "3"), ("rows", "2"), ("passes", "1")],
        &[("ranks", "4"), ("suits", "CH"), ("columns", "3")],
        &[("ranks", "5"), ("suits", "CH"), ("redeals", "0")],
        &[("ranks", "4"), ("suits", "CH"), ("upper", "2"), ("lower", "2"), ("depth", "2")],
    ];
    for (rule_set, small) in RuleSet::ALL.into_iter().zip(small) {
        for seed in 0..12 {
            let mut random = Pcg32::new(seed, 7);
            random_session(deal(rule_set, small, seed), &mut random, Limits::default(), true);
        }
        for seed in 0..3 {
            let open = deal(rule_set, small, seed);
            let start = Referee::new(open.position().clone());
            let closed = Session::new(open.game, start, open.source, false);
            random_session(closed, &mut Pcg32::new(seed, 9), Limits::default(), true);
        }
        let limits = Limits { max_states: 2000, ..Limits::default() };
        random_session(deal(rule_set, &[], 0), &mut Pcg32::new(0, 8), limits, false);
    }
}
