//! The screen at three sizes, in both languages, with suit signs and without.

use gehtauf::cards::seeded_deck;
use gehtauf::rules::{Game, Referee, RuleSet};
use gehtauf::search::{Limits, Verdict};
use gehtauf::solvers::solve;
use gehtauf::survey::{Decision, MoveOutcome};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::super::book::Known;
use super::super::judge::{Answer, COMPLETIONS};
use super::*;
use crate::lang::Lang;

const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];

fn session(rule_set: RuleSet) -> Session {
    let game = Game::new(rule_set, &[]).unwrap();
    let position = game.deal(&seeded_deck(7, game.pack())).unwrap();
    Session::new(game, Referee::new(position), "seed:7".to_string(), true)
}

/// The start of a win of the whole deal, its middle and its end.
fn sessions(rule_set: RuleSet) -> Vec<Session> {
    let start = session(rule_set);
    let solution = solve(start.position(), Limits::default(), None).unwrap();
    let Verdict::Won(moves) = solution.verdict else { panic!("{rule_set}") };
    let after = |n: usize| {
        let mut session = session(rule_set);
        moves[..n].iter().for_each(|&m| session.play(m));
        session
    };
    let n = moves.len();
    [0, n / 4, n / 2, 3 * n / 4, n].map(after).into()
}

/// The same deal without the hidden cards.
fn closed(rule_set: RuleSet) -> Session {
    let open = session(rule_set);
    let start = Referee::new(open.position().clone());
    Session::new(open.game, start, open.source, false)
}

fn styles() -> Vec<Style> {
    let style = |(lang, ascii): (Lang, bool)| {
        let texts = lang.texts();
        Style { texts, ascii, colour: false }
    };
    let all = [(Lang::En, false), (Lang::En, true), (Lang::De, false), (Lang::De, true)];
    all.map(style).into()
}

fn buffer(session: &mut Session, style: &Style, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| session.scroll = draw(frame, session, style)).unwrap();
    terminal.backend().buffer().clone()
}

fn rows(buffer: &Buffer, area: Rect) -> Vec<String> {
    let row = |y| (area.left()..area.right()).map(|x| buffer[(x, y)].symbol()).collect();
    (area.top()..area.bottom()).map(|y: u16| -> String { row(y) }).collect()
}

fn screen(session: &mut Session, style: &Style, size: (u16, u16)) -> Vec<String> {
    let buffer = buffer(session, style, size);
    rows(&buffer, buffer.area)
}

/// The places of the table and the list on a screen of this size.
fn places(session: &Session, style: &Style, (width, height): (u16, u16)) -> (Rect, Rect) {
    let table = Table::new(&session.game, &session.position().layout());
    divide(Rect { x: 0, y: 2, width, height: height - 5 }, &table, MOVE_WIDTH, style)
}

/// All lines of the table that can be scrolled to.
fn lines_seen(session: &mut Session, style: &Style, size: (u16, u16)) -> Vec<String> {
    let (left, _) = places(session, style, size);
    let mut lines = Vec::new();
    loop {
        let before = session.scroll;
        let shown = rows(&buffer(session, style, size), left);
        let is_scrolled = shown.iter().any(|row| row.starts_with(style.texts.play().more));
        lines.truncate(usize::from(session.scroll));
        lines.extend(shown.into_iter().take(usize::from(left.height) - usize::from(is_scrolled)));
        session.scroll += 1;
        if session.scroll - 1 != before || !is_scrolled {
            break;
        }
    }
    session.scroll = 0;
    lines.iter().map(|line| line.trim_end().to_string()).collect()
}

/// The words but for the numbers of places and the labels of rows, which bands repeat, and for the
/// heaps, of which as much is shown as there is room for.
fn sorted_words(lines: &[String]) -> Vec<String> {
    let is_label = |word: &&str| {
        let number = word.strip_prefix(['p', 'r']);
        number.is_some_and(|number| number.parse::<u8>().is_ok())
    };
    let lines = lines.iter().filter(|line| !line.contains(": "));
    let words = lines.flat_map(|line| line.split_whitespace());
    let mut words: Vec<_> = words.filter(|word| !is_label(word)).map(str::to_string).collect();
    words.sort();
    words
}

#[test]
fn no_card_is_out_of_reach_on_any_screen() {
    for rule_set in RuleSet::ALL {
        for mut session in sessions(rule_set) {
            let table = Table::new(&session.game, &session.position().layout());
            for (style, size) in styles().iter().flat_map(|s| SIZES.map(|size| (s, size))) {
                let drawn = board::draw_piles(&table, style, 1000);
                let drawn: Vec<_> =
                    drawn.iter().map(|text| line(text, style).to_string()).collect();
                let seen = lines_seen(&mut session, style, size);
                assert_eq!(sorted_words(&seen), sorted_words(&drawn), "{rule_set} {size:?}");
                let widest = drawn.iter().map(|line| line.chars().count()).max().unwrap();
                if widest + usize::from(MOVE_WIDTH) < usize::from(size.0) {
                    assert_eq!(seen[..drawn.len()], drawn, "{rule_set} {size:?}: in bands");
                }
            }
        }
    }
}

#[test]
fn every_move_is_written_whole_on_any_screen() {
    for rule_set in RuleSet::ALL {
        for mut session in sessions(rule_set) {
            let styles = styles();
            let screens = styles.iter().flat_map(|style| SIZES.map(|size| (style, size)));
            // Each move is chosen once on each size of screen, in one of the four styles.
            for (i, (style, size)) in screens.enumerate() {
                let legal = session.legal().len();
                for chosen in (i % 4..legal).step_by(4) {
                    session.chosen = chosen;
                    let m = session.legal().nth(chosen).unwrap();
                    let screen = screen(&mut session, style, size);
                    let (_, list) = places(&session, style, size);
                    let in_list = screen[usize::from(list.y)..][..usize::from(list.height)].iter();
                    let in_list: Vec<_> = in_list
                        .map(|row| row[..].chars().skip(list.x.into()).collect::<String>())
                        .collect();
                    let word = format!(" {m} ");
                    assert!(
                        in_list.iter().any(|row| format!("{row} ").contains(&word)),
                        "{in_list:#?} {m}"
                    );
                    let long = describe(rule_set, session.position(), m, style, 1000);
                    let short = describe(rule_set, session.position(), m, style, 0);
                    let wholes = [long, short]
                        .map(|does| line(&format!("  > {m}  {does}"), style).to_string());
                    let row = screen[usize::from(size.1) - 3].trim_end();
                    assert!(wholes.iter().any(|whole| whole == row), "{row:?}, not {wholes:?}");
                }
                session.chosen = 0;
            }
        }
    }
}

#[test]
fn moves_are_described_in_the_list_where_there_is_room() {
    let style = Style { texts: Lang::En.texts(), ascii: false, colour: false };
    for (rule_set, size) in [
        (RuleSet::Hochzeitszug, (120, 40)),
        (RuleSet::EkligeElfer, (120, 40)),
        (RuleSet::Domino, (60, 20)),
    ] {
        let mut session = session(rule_set);
        let m = session.legal().last().unwrap();
        let does = describe(rule_set, session.position(), m, &style, 1000);
        let screen = screen(&mut session, &style, size).join("\n");
        assert!(screen.contains(&format!("{m:<10} {does}", m = m.to_string())), "{screen}");
    }
}

#[test]
fn the_state_and_the_keys_are_whole_on_any_screen() {
    let all = [None, Some(Known::Lost), Some(Known::Unknown)];
    for rule_set in RuleSet::ALL {
        for (style, size) in styles().iter().flat_map(|s| SIZES.map(|size| (s, size))) {
            for known in all.clone() {
                let mut session = session(rule_set);
                session.source = "a/very/long/path/to/a/file/of/a/position.txt".to_string();
                let words = style.texts.play();
                let state = match known {
                    None => words.thinking,
                    Some(Known::Unknown) => words.unknown,
                    Some(_) => words.lost_from_start,
                };
                if let Some(known) = known {
                    session.learn(Answer { position: session.position().clone(), known });
                }
                let screen = screen(&mut session, style, size);
                let ends = line(&format!("  {state}"), style).to_string();
                assert!(screen[0].ends_with(&ends), "{:?}", screen[0]);
                let last = words.last_keys_in_short.last().unwrap();
                assert!(screen[usize::from(size.1) - 1].trim_end().ends_with(last));
                assert!(!style.ascii || screen.concat().is_ascii());
            }
        }
    }
}

#[test]
fn all_keys_are_listed_on_the_smallest_screen() {
    for style in styles() {
        let words = style.texts.play();
        let open = RuleSet::ALL.map(|rule_set| (session(rule_set), words.keys_of_solutions));
        let closed = (closed(RuleSet::Hochzeitszug), words.keys_of_hidden);
        for (mut session, others) in open.into_iter().chain([closed]) {
            session.help = true;
            let screen = screen(&mut session, &style, LEAST);
            let keys = [words.keys, others].concat();
            for (row, key) in screen[1..].iter().zip(&keys) {
                assert_eq!(row.trim_end(), line(key, &style).to_string().trim_end());
            }
            let rules = screen[1 + keys.len()..].concat();
            let all = heading::rules(&session.game);
            let last = all.split(' ').next_back().unwrap();
            assert!(rules.contains(last), "{last}: {rules}");
        }
    }
}

#[test]
fn everything_that_is_told_fits_the_smallest_screen() {
    for style in styles() {
        let (texts, words) = (style.texts, style.texts.play());
        let m = "c10>c11:12";
        let lost = [true, false].map(|is_certain| texts.lost_by(123, m, is_certain));
        let told = [words.no_solution, words.no_win, words.not_yet, words.hidden];
        let told = told.into_iter().chain([words.no_way_back, words.stuck]).map(str::to_string);
        for told in told.chain(lost).chain([texts.lost_in_all(100, 123, m)]) {
            let told = line(&told, &style).to_string();
            assert!(told.chars().count() <= usize::from(LEAST.0), "{told}");
            assert!(told.starts_with(char::is_uppercase), "{told}");
        }
        for rule_set in RuleSet::ALL {
            let shares = texts.shares_after(best_cheap(rule_set).name(), 100, 100, COMPLETIONS);
            let shares = line(&format!("{SHARES_BEGIN}{shares}"), &style).to_string();
            assert!(shares.chars().count() <= usize::from(LEAST.0), "{shares}");
        }
    }
}

#[test]
fn a_stuck_game_says_so_and_by_which_move_it_was_lost() {
    for (texts, lost) in [(Lang::En.texts(), "Lost "), (Lang::De.texts(), "Verloren ")] {
        let style = Style { texts, ascii: false, colour: false };
        let sets = [("redeals", "0"), ("fill", "left")];
        let game = Game::new(RuleSet::Domino, &sets).unwrap();
        let position = game.deal(&seeded_deck(7, game.pack())).unwrap();
        let mut session = Session::new(game, Referee::new(position), "seed:7".to_string(), true);
        while let Some(m) = session.chosen_move() {
            session.play(m);
        }
        session.learn(Answer { position: session.position().clone(), known: Known::Lost });
        let screen = screen(&mut session, &style, LEAST);
        let told = &screen[usize::from(LEAST.1) - 3..];
        assert_eq!(told[0].trim_end(), texts.play().stuck);
        assert!(told[1].starts_with(lost), "{told:?}");
    }
}

#[test]
fn the_title_and_the_page_of_keys_name_the_rules() {
    let style = Style { texts: Lang::En.texts(), ascii: false, colour: false };
    let game = Game::new(RuleSet::Domino, &[("redeals", "2"), ("ranks", "5")]).unwrap();
    let position = game.deal(&seeded_deck(7, game.pack())).unwrap();
    let mut session = Session::new(game, Referee::new(position), "seed:7".to_string(), true);
    let shown = screen(&mut session, &style, (120, 40));
    assert!(shown[0].contains("redeals=2 ranks=5"), "{}", shown[0]);
    assert!(shown[1].contains("redeals 0/2"), "{}", shown[1]);
    session.help = true;
    assert!(screen(&mut session, &style, (120, 40)).concat().contains("aces=fixed redeals=2"));
}

#[test]
fn no_rule_is_cut_from_the_title_of_a_narrow_terminal() {
    let sets = [("fill", "left"), ("redeals", "0"), ("aces", "free"), ("pickup", "lifo")];
    let game = Game::new(RuleSet::Domino, &[&sets[..], &[("ranks", "9")]].concat()).unwrap();
    for (style, size) in styles().iter().flat_map(|s| SIZES.map(|size| (s, size))) {
        for source in ["seed:7", "a/very/long/path/to/a/file/of/a/position.txt"] {
            let position = game.deal(&seeded_deck(7, game.pack())).unwrap();
            let mut session =
                Session::new(game.clone(), Referee::new(position), source.to_string(), true);
            let screen = screen(&mut session, style, size);
            let counts = screen
                .iter()
                .position(|row| row.contains("0/36"))
                .unwrap_or_else(|| panic!("{screen:#?}"));
            let title = screen[..counts].join(" ");
            let end = source.len().saturating_sub(4);
            let words = ["Domino", &source[end..], "fill=left", "redeals=0", "aces=free"];
            for word in words.into_iter().chain(["pickup=lifo", "ranks=9"]) {
                assert!(title.contains(word), "{word}: {title}");
            }
        }
    }
}

#[test]
fn marks_and_the_losing_move_are_shown() {
    let style = Style { texts: Lang::En.texts(), ascii: true, colour: false };
    let mut session = session(RuleSet::Hochzeitszug);
    let moves: Vec<Move> = session.legal().collect();
    let known = [Known::Unknown, Known::Unknown, Known::Lost];
    for (m, known) in moves.iter().zip(known) {
        let mut position = session.position().clone();
        position.play(*m);
        session.learn(Answer { position, known });
    }
    let screen_before = screen(&mut session, &style, (80, 24)).join("\n");
    for (mark, m) in ["?", "?", "-", " "].iter().zip(&moves) {
        assert!(screen_before.contains(&format!("{mark} {:<10}", m.to_string())), "{m}");
    }
    session.play(moves[2]);
    let screen_after = screen(&mut session, &style, (80, 24));
    assert_eq!(screen_after[22].trim_end(), format!("Lost since move 1, {}, or before", moves[2]));
    assert!(screen_after[0].ends_with(style.texts.play().lost));
}

#[test]
fn a_window_that_is_too_small_says_so() {
    let style = Style { texts: Lang::De.texts(), ascii: false, colour: false };
    let screen = screen(&mut session(RuleSet::Domino), &style, (40, 5));
    assert_eq!(screen[0].trim_end(), "Das Fenster ist zu klein. Es braucht 60");
    assert_eq!(screen[1].trim_end(), "Spalten und 17 Zeilen; q hört auf.");
}

#[test]
fn hidden_cards_are_not_named_and_marks_are_shares() {
    for rule_set in [RuleSet::EightByEight, RuleSet::EkligeElfer, RuleSet::Hochzeitszug] {
        let mut session = closed(rule_set);
        let moves = session.legal().len();
        let sample = session.sample().unwrap();
        let won = MoveOutcome { winnable: Decision::Won, player_wins: true };
        let lost = MoveOutcome { winnable: Decision::Unwinnable, player_wins: false };
        session
            .learn_outcomes(sample, (0..moves).map(|i| if i == 1 { lost } else { won }).collect());
        for (style, size) in styles().iter().flat_map(|s| SIZES.map(|size| (s, size))) {
            let shown = screen(&mut session, style, size).join("\n");
            let face_down = shown.matches("[??]").count();
            assert_eq!(shown.matches('[').count(), face_down, "{shown}");
            assert!(rule_set == RuleSet::Hochzeitszug || face_down > 0, "{shown}");
            assert!(shown.contains("100%") && shown.contains("  0%"), "{shown}");
            assert!(shown.contains("100 %"), "{shown}");
            let player = best_cheap(rule_set).name();
            let shares = style.texts.shares_after(player, 100, 100, 1);
            assert!(shown.contains(&line(&shares, style).to_string()), "{shown}");
            assert!(!shown.contains(style.texts.play().solution_in_short), "{shown}");
            session.scroll = 0;
        }
    }
}
