//! Games in which cards are hidden from who plays.

use gehtauf::cards::seeded_deck;
use gehtauf::rules::{Game, Layout, Move, Referee, RuleSet, View};
use gehtauf::survey::{Completions, Decision, MoveOutcome};
use rand_pcg::Pcg32;
use ratatui::crossterm::event::KeyCode;

use super::super::session::{LostBy, Message, Session};
use super::{key, look_at_one};
use crate::lang::Prospect;

/// A game in which the best move leads to a position whose best move leads back.
const IN_A_CIRCLE: &str = "\
    c1: 5H 4C 3H 2C 7D 6S 5D KS QH JC 7H\n\
    c2: KS QD\n\
    c3: KH QC JD TC 9H 8S 7H 6C 4S 3D 2S 4D 3S 2D JH\n\
    c4: JH KD QC 8D 9D\n\
    c5: [??] 4S 3H 2S TH\n\
    c6: TH 9C 7S 6D 8H KC QD JC TC\n\
    c7: KH QS\n\
    c8: [??] 7C 6D 5S 4H 5S 4D 3C 5H 4C 3D 2C\n\
    c9: KD QS JD TS 9D 8C 7D 6C 5D 8C\n\
    c10: [??] 9H 8S JS TD 9S 8D 7S 6H\n\
    c11: 2D 2H TS 3S\n\
    talon:\n\
    aces: AC AC AD AD AH AH AS AS\n\
    out: KC QH JS TD 9C 8H 7C 6H 5C 4H 3C 2H";

#[test]
fn hint_after_hint_where_cards_are_hidden_carries_out_a_plan() {
    let game = Game::new(RuleSet::EkligeElfer, &[]).unwrap();
    let view = View::read(&game, &Layout::parse(IN_A_CIRCLE).unwrap()).unwrap();
    let hidden = view.unseen_cards().len();
    let start = Completions::new(view, 1).game(0);
    let mut session = Session::new(game, start, "position".to_string(), false);
    while session.view().unseen_cards().len() == hidden {
        assert!(session.moves_played().len() < 6, "{:?}", session.moves_played());
        while session.sample().is_some() {
            look_at_one(&mut session);
        }
        key(&mut session, KeyCode::Char('h'));
        key(&mut session, KeyCode::Enter);
    }
}

fn closed(sets: &[(&str, &str)], seed: u64) -> Session {
    let game = Game::new(RuleSet::EkligeElfer, sets).unwrap();
    let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
    Session::new(game, Referee::new(position), format!("seed:{seed}"), false)
}

const SMALL_ELFER: &[(&str, &str)] = &[("ranks", "4"), ("suits", "CH"), ("columns", "4")];

#[test]
fn a_closed_game_shows_the_same_whatever_the_hidden_cards_are() {
    for seed in 0..5 {
        let mut session = closed(SMALL_ELFER, seed);
        let other = session.view().sample(&mut Pcg32::new(seed, 3));
        let mut twin =
            Session::new(session.game.clone(), Referee::new(other), session.source.clone(), false);
        assert_ne!(session.position(), twin.position(), "seed {seed}");
        for _ in 0..5 {
            assert_eq!((session.question(), session.sample()), (None, twin.sample()));
            look_at_one(&mut session);
            look_at_one(&mut twin);
            for session in [&mut session, &mut twin] {
                key(session, KeyCode::Char('h'));
            }
            assert_eq!(session.chosen, twin.chosen);
            assert_eq!(session.hints(), twin.hints());
            assert_eq!(session.prospect(), twin.prospect());
            assert_eq!(session.table(), twin.table());
        }
    }
}

#[test]
fn a_late_completion_is_not_that_of_the_view_gone_to() {
    let mut session = closed(SMALL_ELFER, 1);
    let sample = session.sample().unwrap();
    let moves = session.legal().len();
    let outcome = MoveOutcome { winnable: Decision::Unwinnable, player_wins: false };
    key(&mut session, KeyCode::Enter);
    session.learn_outcomes(sample.clone(), vec![outcome; moves]);
    session.learn_outcomes(sample, vec![outcome; moves]);
    assert!(session.hints().is_none());
    key(&mut session, KeyCode::Char('u'));
    assert_eq!(session.hints().unwrap().completions(), 1, "nothing counts twice");
    key(&mut session, KeyCode::Char(' '));
    assert_eq!(session.message, Some(Message::Hidden));
}

#[test]
fn a_closed_game_is_lost_when_no_order_looked_at_can_be_won() {
    let mut session = closed(SMALL_ELFER, 1);
    let lose = |session: &mut Session, decision| {
        let outcome = MoveOutcome { winnable: decision, player_wins: false };
        while let Some(sample) = session.sample() {
            let moves = session.legal().len();
            session.learn_outcomes(sample, vec![outcome; moves]);
        }
    };
    lose(&mut session, Decision::Won);
    assert_eq!(session.prospect(), Some(Prospect::Won));
    let deal = session.legal().position(|m| m == Move::Deal).unwrap();
    session.chosen = deal;
    key(&mut session, KeyCode::Enter);
    assert_eq!(session.prospect(), None);
    lose(&mut session, Decision::Unwinnable);
    assert_eq!(session.lost_by(), Some(LostBy { number: 1, is_certain: true }));
    key(&mut session, KeyCode::Char('b'));
    assert!(session.moves_played().is_empty());
}
