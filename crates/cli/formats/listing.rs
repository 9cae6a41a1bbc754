//! Solutions as text: numbered moves, with the table between them where it is wanted.

use std::fmt::Write;

use gehtauf::cards::{Card, Rank};
use gehtauf::rules::{AnyPosition, Game, Move, Position, Referee, RuleSet, Slot};

use crate::formats::board;
use crate::lang::Count;
use crate::style::Style;
use crate::table::{Marks, Table};

/// Where the table is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Boards {
    /// Nowhere.
    None,
    /// Before every move and at the end.
    All,
    /// Before the move of this number, from 1; one beyond the last is the end.
    At(usize),
}

/// The moves, one line each: its number, the move, what it does, and the counters after it. With
/// `as_seen` the boards hide what has not been turned up yet; if there are no moves, cards are marked.
pub fn listing(
    game: &Game,
    start: &Referee,
    moves: &[Move],
    style: &Style,
    boards: Boards,
    as_seen: bool,
    marks: &Marks,
) -> String {
    let mut referee = start.clone();
    let mut text = String::new();
    let table = |referee: &Referee| {
        let table = match as_seen {
            true => Table::as_seen(game, referee.view()),
            false => Table::new(game, &referee.position().layout()),
        };
        if moves.is_empty() { table.with_marks(marks) } else { table }
    };
    for (i, &m) in moves.iter().enumerate() {
        if boards == Boards::All || boards == Boards::At(i + 1) {
            let heading = style.texts.move_of(i + 1, moves.len());
            text += &headed_board(&table(&referee), &heading, style);
        }
        let before = referee.position().clone();
        referee.play(m);
        let line = line(game, &before, m, referee.position(), i + 1, style);
        writeln!(text, "{line}").expect("no error");
    }
    if boards == Boards::All || boards == Boards::At(moves.len() + 1) {
        let heading = match referee.position().is_won() {
            true => style.texts.at_the_end(),
            false => style.texts.page().start,
        };
        text += &headed_board(&table(&referee), heading, style);
        if moves.is_empty() && !marks.is_empty() {
            writeln!(text, "{}", style.texts.say("* one of the cards named above"))
                .expect("no error");
        }
    }
    style.finish(&text)
}

/// The table under a heading, an empty line before and after.
fn headed_board(table: &Table, heading: &str, style: &Style) -> String {
    format!("\n{heading} · {}\n\n", board::draw(table, style).join("\n"))
}

/// One numbered line, at most as wide as a board.
fn line(
    game: &Game,
    before: &AnyPosition,
    m: Move,
    after: &AnyPosition,
    number: usize,
    style: &Style,
) -> String {
    let table = Table::new(game, &after.layout());
    let counts = table.counts.iter().filter(|&&count| count != Count::MustPlay);
    let counts = counts.map(|&count| style.texts.count(count)).collect::<Vec<_>>().join(" ");
    let word = m.to_string();
    let beyond = word.chars().count().saturating_sub(9);
    let room = board::WIDTH.saturating_sub(15 + beyond + counts.chars().count());
    let does = describe(game.rule_set(), before, m, style, room);
    // What is too long takes the blanks after the move.
    let excess = does.chars().count().saturating_sub(room);
    let (start, room) = (9_usize.saturating_sub(excess), room + excess);
    format!("{number:>3} {word:<start$} {does:<room$} {counts}")
}

/// What a move does, the cards named one by one where there is room for `width` columns.
pub fn describe(
    rule_set: RuleSet,
    before: &AnyPosition,
    m: Move,
    style: &Style,
    width: usize,
) -> String {
    let cards: Vec<Slot> = before.cards_moved(m).into_iter().map(Slot::Up).collect();
    describe_cards(rule_set, m, &cards, style, width)
}

/// The first and the last of the cards that a move moves.
pub fn ends_of_cards(cards: &[Slot], style: &Style) -> String {
    let ends = [cards.first(), cards.last().filter(|_| cards.len() > 1)];
    ends.into_iter().flatten().map(|&slot| style.slot(slot)).collect::<Vec<_>>().join("..")
}

/// What a move of these cards does, of which some may be unknown.
pub fn describe_cards(
    rule_set: RuleSet,
    m: Move,
    cards: &[Slot],
    style: &Style,
    width: usize,
) -> String {
    let cards: Vec<String> = match m {
        Move::Aces(order) => {
            order.suits().map(|suit| style.card(Card::new(Rank::ACE, suit))).collect()
        }
        _ => cards.iter().map(|&slot| style.slot(slot)).collect(),
    };
    let in_full = style.texts.describe(rule_set, m, &cards.join(" "));
    let (Some(first), Some(last)) = (cards.first(), cards.last()) else { return in_full };
    if cards.len() > 2 && in_full.chars().count() > width {
        style.texts.describe(rule_set, m, &style.texts.first_to_last(first, last))
    } else {
        in_full
    }
}
