//! What each key does.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::session::Session;

/// What is to be done after a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// Go on.
    GoOn,
    /// Hand the terminal back until the program is called to the foreground again.
    Suspend,
    /// Draw everything anew.
    DrawAnew,
    /// End the game.
    Quit,
}

/// Lines that a key scrolls.
const PAGE: u16 = 5;

/// Does what the key says; only the keys of the program itself do anything while the game is not drawn.
pub fn press(session: &mut Session, key: KeyEvent) -> After {
    session.message = None;
    let was_help = std::mem::take(&mut session.help);
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => After::Quit,
            KeyCode::Char('z') => After::Suspend,
            KeyCode::Char('l') => After::DrawAnew,
            // What the Backspace key sends on some terminals.
            KeyCode::Char('h') if session.is_drawn => {
                session.take_back();
                After::GoOn
            }
            _ => After::GoOn,
        };
    }
    let code = match key.code {
        KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
        code => code,
    };
    match code {
        KeyCode::Char('q') => return After::Quit,
        _ if !session.is_drawn => {}
        KeyCode::Char('?') => session.help = !was_help,
        KeyCode::Up => choose(session, |chosen, moves| chosen.checked_sub(1).unwrap_or(moves - 1)),
        KeyCode::Down => choose(session, |chosen, moves| (chosen + 1) % moves),
        KeyCode::Tab => session.choose_from_next_pile(),
        KeyCode::Enter => {
            if let Some(m) = session.chosen_move() {
                session.play(m);
            }
        }
        KeyCode::Char('u') | KeyCode::Backspace | KeyCode::Left => session.take_back(),
        KeyCode::Char('r') => session.play_again(),
        KeyCode::Char('b') => session.take_back_to_won(),
        KeyCode::Char('h') => session.hint(),
        KeyCode::Right | KeyCode::Char(' ') => session.follow_win(1),
        KeyCode::Home => session.take_all_back(),
        KeyCode::End => session.follow_win(usize::MAX),
        KeyCode::PageUp => session.scroll = session.scroll.saturating_sub(PAGE),
        KeyCode::PageDown => session.scroll = session.scroll.saturating_add(PAGE),
        _ => {}
    }
    After::GoOn
}

/// Chooses another of the legal moves, if there are any, by the number of the one chosen and how many there are.
fn choose(session: &mut Session, other: impl Fn(usize, usize) -> usize) {
    let moves = session.legal().len();
    if moves > 0 {
        session.chosen = other(session.chosen, moves);
    }
}
