//! The game on the screen: a line of state, the table beside the legal moves, two lines below.

use gehtauf::rules::Position;
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style as Look};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;

use super::session::{Session, Winnable};
use crate::board;
use crate::lang::to_ascii;
use crate::listing::describe;
use crate::style::{Style, Tone, pieces};
use crate::table::Table;

/// The smallest window in which a game can be played.
const LEAST: (u16, u16) = (60, 12);
/// The least width of the list of moves.
const LIST_WIDTH: u16 = 13;
/// The least width at which the list says what a move does.
const IN_WORDS: u16 = 30;

/// Draws everything.
pub fn draw(frame: &mut Frame, session: &Session, style: &Style) {
    let words = style.texts.play();
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        frame.render_widget(Paragraph::new(line(words.too_small, style)), area);
        return;
    }
    let rows = [Constraint::Length(1), Constraint::Min(1), Constraint::Length(2)];
    let [top, middle, bottom] = Layout::vertical(rows).areas(area);
    draw_state(frame, top, session, style);
    if session.help {
        let keys: Vec<Line> = words.keys.iter().map(|key| line(key, style)).collect();
        frame.render_widget(Paragraph::new(keys), middle);
    } else {
        let table = Table::new(&session.game, &session.position.layout());
        let drawn = board::draw(&table, style);
        let widest = drawn.iter().map(|line| line.chars().count()).max().unwrap_or(0) as u16;
        let width = (widest + 2).clamp(area.width / 2, area.width - LIST_WIDTH);
        let columns = [Constraint::Length(width), Constraint::Min(LIST_WIDTH)];
        let [left, right] = Layout::horizontal(columns).areas(middle);
        let below = (drawn.len() as u16).saturating_sub(left.height);
        let drawn: Vec<Line> = drawn.iter().map(|text| line(text, style)).collect();
        let scroll = session.scroll.min(below);
        frame.render_widget(Paragraph::new(drawn).scroll((scroll, 0)), left);
        draw_list(frame, right, session, style);
    }
    let message = match session.last_move() {
        _ if !session.message.is_empty() => session.message.to_string(),
        _ if session.position.is_won() => words.come_out.to_string(),
        _ if session.legal.is_empty() => words.stuck.to_string(),
        Some((before, m)) => {
            let does = describe(session.game.rule_set(), before, m, style, 60);
            format!("{:>3} {m}  {does}", session.moves_played())
        }
        None => String::new(),
    };
    let text = Text::from(vec![line(&message, style), dim(words.keys_in_short, style)]);
    frame.render_widget(Paragraph::new(text), bottom);
}

fn draw_state(frame: &mut Frame, area: Rect, session: &Session, style: &Style) {
    let words = style.texts.play();
    let title = format!("{}  {}", session.game.rule_set().title(), session.source);
    let bold = Look::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Paragraph::new(line(&title, style)).style(bold), area);
    let (text, colour) = match session.winnable {
        _ if session.position.is_won() => (words.come_out, Color::Green),
        Winnable::Thinking => (words.thinking, Color::Yellow),
        Winnable::Yes(_) => (words.winnable, Color::Green),
        Winnable::No => (words.lost, Color::Red),
        Winnable::Unknown => (words.unknown, Color::Yellow),
    };
    let look = if style.colour { bold.fg(colour) } else { bold };
    let state = Paragraph::new(line(text, style)).style(look).alignment(Alignment::Right);
    let room = area.width.saturating_sub(title.chars().count() as u16 + 2);
    frame.render_widget(state, Rect { x: area.right() - room, width: room, ..area });
}

fn draw_list(frame: &mut Frame, area: Rect, session: &Session, style: &Style) {
    let title = format!("{}: {}", style.texts.play().legal, session.legal.len());
    let room = usize::from(area.height).saturating_sub(1);
    let first = (session.chosen + 1).saturating_sub(room);
    let mut lines = vec![dim(&title, style)];
    for (i, &m) in session.legal.iter().enumerate().skip(first).take(room) {
        let does = if area.width < IN_WORDS {
            session.position.cards_moved(m).first().map_or(String::new(), |&card| style.card(card))
        } else {
            describe(session.game.rule_set(), &session.position, m, style, 30)
        };
        let mut entry = line(&format!("{:<9} {does}", m.to_string()), style);
        if i == session.chosen {
            entry = entry.style(Look::new().add_modifier(Modifier::REVERSED));
        }
        lines.push(entry);
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// A line in the style's letters and colours.
fn line(text: &str, style: &Style) -> Line<'static> {
    if style.ascii {
        return Line::raw(to_ascii(text));
    }
    let span = |(piece, tone): (&str, Tone)| {
        let look = match tone {
            Tone::Red if style.colour => Look::new().fg(Color::Red),
            Tone::Dim if style.colour => Look::new().add_modifier(Modifier::DIM),
            Tone::Plain | Tone::Red | Tone::Dim => Look::new(),
        };
        Span::styled(piece.to_string(), look)
    };
    Line::from(pieces(text).map(span).collect::<Vec<_>>())
}

fn dim(text: &str, style: &Style) -> Line<'static> {
    line(text, style).style(Look::new().add_modifier(Modifier::DIM))
}

#[cfg(test)]
mod tests {
    use gehtauf::cards::seeded_deck;
    use gehtauf::rules::{Game, RuleSet};
    use gehtauf::search::{Limit, Verdict};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use crate::lang::Lang;

    fn session(rule_set: RuleSet) -> Session {
        let game = Game::new(rule_set, &[]).unwrap();
        let position = game.deal(&seeded_deck(7, game.pack())).unwrap();
        Session::new(game, position, "seed:7".to_string())
    }

    fn screen(session: &Session, style: &Style, width: u16, height: u16) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, session, style)).unwrap();
        let buffer = terminal.backend().buffer();
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(row).collect()
    }

    #[test]
    fn every_game_fits_a_terminal_of_80_by_24() {
        for rule_set in RuleSet::ALL {
            for lang in [Lang::En, Lang::De] {
                let style = Style { texts: lang.texts(), ascii: false, colour: false };
                let session = session(rule_set);
                let screen = screen(&session, &style, 80, 24);
                let table = Table::new(&session.game, &session.position.layout());
                for (row, drawn) in screen[1..22].iter().zip(board::draw(&table, &style)) {
                    assert!(row.starts_with(&drawn), "{rule_set}: {drawn:?} in {row:?}");
                }
                let moves = session.legal.iter().take(20);
                for (row, m) in screen[2..22].iter().zip(moves) {
                    assert!(row.contains(&m.to_string()), "{rule_set}: {m} in {row:?}");
                }
                assert!(screen[0].trim_end().ends_with(lang.texts().play().thinking));
                assert!(screen[23].starts_with(lang.texts().play().keys_in_short));
            }
        }
    }

    #[test]
    fn the_state_follows_the_verdict() {
        let style = Style { texts: Lang::En.texts(), ascii: true, colour: false };
        let mut session = session(RuleSet::Hochzeitszug);
        let verdicts = [
            (Verdict::Won(vec![session.legal[0]]), "  still winnable"),
            (Verdict::Unwinnable, "NOT winnable any more"),
            (Verdict::Unknown(Limit::States), "unknown within the limits"),
        ];
        for (verdict, text) in verdicts {
            session.learn(verdict);
            let screen = screen(&session, &style, 80, 24);
            assert!(screen[0].trim_end().ends_with(text), "{}", screen[0]);
            assert!(screen.concat().is_ascii());
        }
    }

    #[test]
    fn a_window_that_is_too_small_says_so() {
        let style = Style { texts: Lang::De.texts(), ascii: false, colour: false };
        let screen = screen(&session(RuleSet::Domino), &style, 40, 5);
        assert_eq!(screen[0].trim_end(), "Das Fenster ist zu klein.");
    }
}
