//! The game on the screen: a line of state, the counters, the table beside or above the legal
//! moves, three lines below, four where cards are hidden.

use gehtauf::players::best_cheap;
use gehtauf::rules::{Move, Position};
use gehtauf::survey::Tally;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::style::{Color, Modifier, Style as Look};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::session::{LostBy, Message, Session};
use crate::formats::board;
use crate::formats::heading;
use crate::formats::listing::{describe, describe_cards, ends_of_cards};
use crate::lang::{Prospect, to_ascii};
use crate::style::{Style, Tone, pieces};
use crate::table::Table;

/// The smallest window in which a game can be played.
const LEAST: (u16, u16) = (60, 17);
/// The width of a move's mark and the move in the notation.
const MOVE_WIDTH: u16 = 12;
/// How much wider a mark is that is a share.
const SHARE_WIDTH: u16 = 3;
/// Before what is told of the chosen move.
const SHARES_BEGIN: &str = "    ";
/// The moves that are to be seen below a table with no room beside it.
const MOVES_BELOW: u16 = 5;

/// Whether the game can be drawn.
pub fn is_large_enough(size: Size) -> bool {
    size.width >= LEAST.0 && size.height >= LEAST.1
}

/// Draws everything; gives the lines of the table above the screen.
pub fn draw(frame: &mut Frame, session: &Session, style: &Style) -> u16 {
    let words = style.texts.play();
    let area = frame.area();
    if !is_large_enough(area.as_size()) {
        let (columns, rows) = LEAST;
        let text = "The terminal is too small. It takes {} columns and {} rows; q quits.";
        let text = line(&style.texts.fill(text, &[&columns, &rows]), style);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return session.scroll;
    }
    let state_width = state(session, style).0.chars().count() + 2;
    let beside = usize::from(area.width).saturating_sub(state_width);
    let mut title = title(session, beside, usize::from(area.width));
    if session.help {
        // All rules stand below the keys.
        title.truncate(1);
    }
    let rows = [Constraint::Length(title.len() as u16), Constraint::Min(1)];
    let [top, below] = Layout::vertical(rows).areas(area);
    draw_title(frame, top, &title, session, style);
    if session.help {
        let others = match session.doubtful() {
            None => words.keys_of_solutions,
            Some(_) => words.keys_of_hidden,
        };
        let keys = words.keys.iter().chain(others);
        let mut keys: Vec<Line> = keys.map(|key| line(key, style)).collect();
        keys.push(dim(&heading::rules(&session.game), style));
        frame.render_widget(Paragraph::new(keys).wrap(Wrap { trim: false }), below);
        return session.scroll;
    }
    // How often the chosen move wins has a line of its own: no line holds all.
    let lines_below = 3 + u16::from(session.doubtful().is_some());
    let rows = [Constraint::Length(1), Constraint::Min(1), Constraint::Length(lines_below)];
    let [counts, middle, bottom] = Layout::vertical(rows).areas(below);
    let table = session.table();
    frame.render_widget(Paragraph::new(line(&board::counts(&table, style), style)), counts);
    let (left, right) = divide(middle, &table, move_width(session), style);
    draw_list(frame, right, session, style);
    draw_below(frame, bottom, session, style);
    draw_table(frame, left, &table, session.scroll, style)
}

/// The width of the legal moves without words.
fn move_width(session: &Session) -> u16 {
    MOVE_WIDTH + if session.doubtful().is_some() { SHARE_WIDTH } else { 0 }
}

/// The places of the table and of the moves: side by side if the table then keeps its shape, or
/// one above the other if it does so only there, or side by side with the table in bands.
fn divide(area: Rect, table: &Table, move_width: u16, style: &Style) -> (Rect, Rect) {
    let drawn = board::draw_piles(table, style, usize::from(u16::MAX));
    let widest = drawn.iter().map(|line| line.chars().count()).max().unwrap_or(0) as u16 + 1;
    let height = drawn.len() as u16 + 1;
    if area.width - move_width < widest
        && widest <= area.width
        && height + MOVES_BELOW <= area.height
    {
        let rows = [Constraint::Length(height), Constraint::Min(1)];
        let [above, below] = Layout::vertical(rows).areas(area);
        return (above, below);
    }
    let width = widest.clamp(area.width / 2, area.width - move_width);
    let columns = [Constraint::Length(width), Constraint::Min(1)];
    let [left, right] = Layout::horizontal(columns).areas(area);
    (left, right)
}

/// Draws the piles from the line on to which they are scrolled; gives that line, which is never so
/// far down that there would be room for more.
fn draw_table(frame: &mut Frame, area: Rect, table: &Table, scroll: u16, style: &Style) -> u16 {
    // A blank is to be between the table and what is beside it.
    let width = usize::from(area.width).max(2) - 1;
    let drawn = board::draw_piles(table, style, width);
    let lines: Vec<Line> = drawn.iter().map(|text| line(text, style)).collect();
    let height = lines.len() as u16;
    if height <= area.height {
        frame.render_widget(Paragraph::new(lines), area);
        return 0;
    }
    let rows = [Constraint::Min(1), Constraint::Length(1)];
    let [shown, more] = Layout::vertical(rows).areas(area);
    let scroll = scroll.min(height - shown.height);
    frame.render_widget(Paragraph::new(lines).scroll((scroll, 0)), shown);
    frame.render_widget(Paragraph::new(dim(style.texts.play().more, style)), more);
    scroll
}

/// The chosen move in words, where cards are hidden how often it wins, what the player is told, and the keys.
fn draw_below(frame: &mut Frame, area: Rect, session: &Session, style: &Style) {
    let width = usize::from(area.width);
    let in_words = |position, m: Move| {
        let m_width = m.to_string().chars().count() + 6;
        describe(session.game.rule_set(), position, m, style, width.saturating_sub(m_width))
    };
    let words = style.texts.play();
    let without_moves = if session.position().is_won() { "" } else { words.stuck };
    let chosen = session.chosen_move().map_or(without_moves.to_string(), |m| {
        let room = width.saturating_sub(m.to_string().chars().count() + 6);
        let does = describe_cards(session.game.rule_set(), m, &session.cards_moved(m), style, room);
        format!("  > {m}  {does}")
    });
    let told = match (session.message, session.lost_by(), session.last_move()) {
        (Some(message), ..) => match message {
            Message::NothingToUndo => words.nothing_to_undo,
            Message::NoSolution => words.no_solution,
            Message::Lost => words.no_win,
            Message::NotYet => words.not_yet,
            Message::NoWayBack => words.no_way_back,
            Message::Hidden => words.hidden,
        }
        .to_string(),
        _ if session.position().is_won() => words.come_out.to_string(),
        (_, Some(lost), _) => {
            let moves = session.moves_played();
            let m = lost.number.checked_sub(1).map_or(String::new(), |i| moves[i].to_string());
            match session.hints() {
                Some(hints) => style.texts.lost_in_all(hints.completions(), lost.number, &m),
                None => style.texts.lost_by(lost.number, &m, lost.is_certain),
            }
        }
        (_, _, Some((before, m))) => {
            format!("{:>3} {m}  {}", session.moves_played().len(), in_words(before, m))
        }
        (_, _, None) => String::new(),
    };
    let mut keys = words.keys_in_short.to_vec();
    if session.doubtful().is_none() {
        keys.push(words.solution_in_short);
    }
    let keys = footer(&keys, words.last_keys_in_short, width);
    let mut lines = vec![line(&chosen, style), line(&told, style), dim(&keys, style)];
    if session.doubtful().is_some() {
        lines.insert(1, line(&chosen_shares(session, style), style));
    }
    frame.render_widget(Paragraph::new(Text::from(lines)), area);
}

/// Of the chosen move, where cards are hidden: in how many percent of their orders the player of the
/// hints wins, and in how many at most the game can still be won.
fn chosen_shares(session: &Session, style: &Style) -> String {
    let Some(hints) = session.hints() else { return String::new() };
    let (i, all) = (session.chosen, hints.completions());
    let player = best_cheap(session.game.rule_set()).name();
    let wins = hints.player_wins(i) * 100 / all;
    let Tally { won, unknown, .. } = hints.winnable(i);
    let limit = ((won + unknown) * 100).div_ceil(all);
    format!("{SHARES_BEGIN}{}", style.texts.shares_after(player, wins, limit, all))
}

/// The last keys and as many of those before as there is room for.
fn footer(first: &[&str], last: &[&str], width: usize) -> String {
    let with = |n: usize| [&first[..n], last].concat().join("  ");
    let fits = |n: &usize| with(*n).chars().count() <= width;
    with((0..=first.len()).rev().find(fits).unwrap_or(0))
}

/// Whether the game can be won, and the colour of that.
fn state(session: &Session, style: &Style) -> (String, Color) {
    let words = style.texts.play();
    if let Some(hints) = session.hints() {
        let tally = hints.winnable_by_any();
        let colour = match tally.won {
            0 if tally.unknown == 0 => Color::Red,
            won if won == hints.completions() => Color::Green,
            _ => Color::Yellow,
        };
        let text = style.texts.share_winnable(tally.won * 100 / hints.completions());
        return (line(&text, style).to_string(), colour);
    }
    let (text, colour) = match session.prospect() {
        _ if session.position().is_won() => (words.come_out, Color::Green),
        None => (words.thinking, Color::Yellow),
        Some(Prospect::Won) => (words.winnable, Color::Green),
        Some(Prospect::Lost) => match session.lost_by() {
            Some(LostBy { number: 0, .. }) => (words.lost_from_start, Color::Red),
            _ => (words.lost, Color::Red),
        },
        Some(Prospect::Unknown) => (words.unknown, Color::Yellow),
    };
    (line(text, style).to_string(), colour)
}

/// The game, the deal and the rules that are not as usual: on a line of the width `beside` if they
/// fit there, or else what does not in lines of the width `whole` below it.
fn title(session: &Session, beside: usize, whole: usize) -> Vec<String> {
    let name = session.game.rule_set().title();
    let changes = heading::changes(&session.game);
    let source = &session.source;
    let fits = |text: &str| text.chars().count() <= beside;
    let with_source = format!("{name}  {source}");
    let in_one = format!("{with_source}  {changes}").trim_end().to_string();
    if fits(&in_one) {
        return vec![in_one];
    }
    if fits(&with_source) {
        return [vec![with_source], heading::wrapped(&changes, whole)].concat();
    }
    // The end of a path says more than its beginning.
    let excess = source.chars().count().saturating_sub(whole);
    let source: String = source.chars().skip(excess).collect();
    [vec![name.to_string()], heading::wrapped(&format!("{source} {changes}"), whole)].concat()
}

/// The title with the state beside its first line.
fn draw_title(frame: &mut Frame, area: Rect, title: &[String], session: &Session, style: &Style) {
    let bold = Look::new().add_modifier(Modifier::BOLD);
    let lines: Vec<Line> = title.iter().map(|text| line(text, style)).collect();
    frame.render_widget(Paragraph::new(lines).style(bold), area);
    let (text, colour) = state(session, style);
    let width = (text.chars().count() as u16).min(area.width);
    let corner = Rect { x: area.right() - width, width, height: 1, ..area };
    let look = if style.colour { bold.fg(colour) } else { bold };
    frame.render_widget(Paragraph::new(text).style(look), corner);
}

/// The legal moves with their marks and as much about each as there is room for: all in words, the
/// cards, or nothing.
fn draw_list(frame: &mut Frame, area: Rect, session: &Session, style: &Style) {
    let moves: Vec<Move> = session.legal().collect();
    let titles = [style.texts.play().legal, style.texts.page().moves];
    let titles = titles.map(|title| format!("{title}: {}", moves.len()));
    let fits = |title: &&String| title.chars().count() <= usize::from(area.width);
    let title = titles.iter().find(fits).unwrap_or(&titles[1]);
    let rows = usize::from(area.height).saturating_sub(1);
    let room = usize::from(area.width.saturating_sub(move_width(session) + 1));
    let rule_set = session.game.rule_set();
    let in_words = |&m: &Move| describe_cards(rule_set, m, &session.cards_moved(m), style, room);
    let cards = |&m: &Move| ends_of_cards(&session.cards_moved(m), style);
    let fit = |texts: &Vec<String>| texts.iter().all(|text| text.chars().count() <= room);
    let texts = Some(moves.iter().map(in_words).collect())
        .filter(fit)
        .or_else(|| Some(moves.iter().map(cards).collect()).filter(fit))
        .unwrap_or_else(|| vec![String::new(); moves.len()]);
    let first = (session.chosen + 1).saturating_sub(rows);
    if !moves.is_empty() {
        // A braille display shows where the cursor is.
        let row = (session.chosen - first) as u16 + 1;
        frame.set_cursor_position((area.x, area.y + row));
    }
    let mut lines = vec![dim(title, style)];
    for (i, (m, text)) in moves.iter().zip(texts).enumerate().skip(first).take(rows) {
        let (mark, colour) = mark(session, i);
        let look = if style.colour { Look::new().fg(colour) } else { Look::new() };
        let mut entry = line(format!(" {:<10} {text}", m.to_string()).trim_end(), style);
        entry.spans.insert(0, Span::styled(mark, look));
        if i == session.chosen {
            entry = entry.style(Look::new().add_modifier(Modifier::REVERSED));
        }
        lines.push(entry);
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// What is known of the legal move of this index, and the colour of that.
fn mark(session: &Session, i: usize) -> (String, Color) {
    if session.doubtful().is_some() {
        let Some(hints) = session.hints() else { return (" ".repeat(4), Color::Reset) };
        let (tally, all) = (hints.winnable(i), hints.completions());
        let colour = match tally.won {
            0 if tally.unknown == 0 => Color::Red,
            won if won == all => Color::Green,
            _ => Color::Yellow,
        };
        return (format!("{:>3}%", tally.won * 100 / all), colour);
    }
    let (mark, colour) = match session.prospect_after(i) {
        Some(Prospect::Won) => ("+", Color::Green),
        Some(Prospect::Lost) => ("-", Color::Red),
        Some(Prospect::Unknown) => ("?", Color::Yellow),
        None => (" ", Color::Reset),
    };
    (mark.to_string(), colour)
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
mod tests;
