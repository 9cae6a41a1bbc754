//! The table drawn in letters, at most [`WIDTH`] columns wide.

use gehtauf::rules::Slot;

use crate::style::Style;
use crate::table::{Group, Pile, Shape, Table};

/// No line is longer.
pub const WIDTH: usize = 80;

/// The cards at the end of the waste and of the Aces laid aside that are shown.
const SHOWN_OF_HEAP: usize = 8;

/// The table as lines of text without colours: [`Style::finish`] adds them.
pub fn draw(table: &Table, style: &Style) -> Vec<String> {
    let mut lines = vec![counts(table, style)];
    for group in &table.groups {
        let foundations = group.piles.iter().all(|pile| pile.label.starts_with('f'));
        match group.shape {
            Shape::Heaps | Shape::Crosswise if foundations => lines.extend(tops(group, style)),
            Shape::Heaps | Shape::Crosswise | Shape::Aside => lines.extend(heaps(group, style)),
            Shape::Columns => lines.extend(columns(group, style)),
            Shape::Rows => lines.extend(rows(group, style)),
        }
    }
    lines
}

/// The counters in one line.
pub fn counts(table: &Table, style: &Style) -> String {
    let counts: Vec<_> = table.counts.iter().map(|&count| style.texts.count(count)).collect();
    counts.join(" · ")
}

/// The top card of each pile.
fn tops(group: &Group, style: &Style) -> Vec<String> {
    let width = style.card_width() + 1;
    let top = |pile: &Pile| style.slot(pile.slots.last().copied().unwrap_or(Slot::Gap));
    in_lines(group.piles.iter().map(|pile| pad(&top(pile), width)).collect(), width, "    ")
}

/// The last cards of the piles that lie face up.
fn heaps(group: &Group, style: &Style) -> Vec<String> {
    let face_up = |pile: &&Pile| !pile.label.starts_with('o') && pile.label != "talon";
    let line = |pile: &Pile| {
        let from = pile.slots.len().saturating_sub(SHOWN_OF_HEAP);
        let shown: Vec<_> = pile.slots[from..].iter().map(|&slot| style.slot(slot)).collect();
        let more = if from > 0 { ".. " } else { "" };
        format!("{}: {more}{}", style.texts.pile(&pile.label), shown.join(" "))
    };
    group.piles.iter().filter(face_up).filter(|p| !p.slots.is_empty()).map(line).collect()
}

/// The piles from top to bottom under their labels.
fn columns(group: &Group, style: &Style) -> Vec<String> {
    let face_down =
        group.piles.iter().flat_map(|pile| &pile.slots).any(|s| matches!(s, Slot::Down(_)));
    let width = style.card_width() + if face_down { 3 } else { 1 };
    let mut lines = Vec::new();
    for piles in group.piles.chunks((WIDTH + 1) / width) {
        let label = |pile: &Pile| pad(&pile.label, width);
        lines.push(piles.iter().map(label).collect::<String>().trim_end().to_string());
        for place in 0..piles.iter().map(|pile| pile.slots.len()).max().unwrap_or(0) {
            let cell = |pile: &Pile| {
                pad(&pile.slots.get(place).map_or(String::new(), |&slot| style.slot(slot)), width)
            };
            lines.push(piles.iter().map(cell).collect::<String>().trim_end().to_string());
        }
    }
    lines
}

/// The piles from left to right behind their labels, under the places' numbers.
fn rows(group: &Group, style: &Style) -> Vec<String> {
    let width = style.card_width() + 1;
    let places = group.piles.iter().map(|pile| pile.slots.len()).max().unwrap_or(0);
    let numbers: String = (0..places).map(|place| pad(&format!("p{place}"), width)).collect();
    let mut lines = vec![format!("    {}", numbers.trim_end())];
    for pile in &group.piles {
        let cells: String = pile.slots.iter().map(|&slot| pad(&style.slot(slot), width)).collect();
        lines.push(format!("{:<4}{}", pile.label, cells.trim_end()));
    }
    lines
}

/// Cells of a width in lines that are not too long, each behind an indent.
fn in_lines(cells: Vec<String>, width: usize, indent: &str) -> Vec<String> {
    let line = |cells: &[String]| format!("{indent}{}", cells.concat().trim_end());
    cells.chunks((WIDTH - indent.len()) / width).map(line).collect()
}

/// The text filled up with blanks.
fn pad(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}
