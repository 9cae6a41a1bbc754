//! The table drawn in letters.

use gehtauf::rules::Slot;

use crate::style::Style;
use crate::table::{Group, Marks, Pile, Shape, Table};

/// The width of what is printed.
pub const WIDTH: usize = 80;

/// The most cards at the end of the waste and of the Aces laid aside that are shown.
const SHOWN_OF_HEAP: usize = 8;

/// What stands before cards that have no label of their own.
const INDENT: &str = "    ";

/// The table as lines of text without colours, the counters in the first: [`Style::finish`] adds
/// the colours.
pub fn draw(table: &Table, style: &Style) -> Vec<String> {
    [vec![counts(table, style)], draw_piles(table, style, WIDTH)].concat()
}

/// The piles in lines of at most this width, side by side in several bands where they must be.
pub fn draw_piles(table: &Table, style: &Style, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for group in &table.groups {
        let foundations = group.piles.iter().all(|pile| pile.label.starts_with('f'));
        match group.shape {
            Shape::Heaps | Shape::Crosswise if foundations => {
                lines.extend(tops(group, style, width))
            }
            Shape::Heaps | Shape::Crosswise | Shape::Aside => {
                lines.extend(heaps(group, style, width))
            }
            Shape::Columns => lines.extend(columns(group, &table.marks, style, width)),
            Shape::Rows => lines.extend(rows(group, &table.marks, style, width)),
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
fn tops(group: &Group, style: &Style, width: usize) -> Vec<String> {
    let cell = style.card_width() + 1;
    let top = |pile: &Pile| style.slot(pile.slots.last().copied().unwrap_or(Slot::Gap));
    let cells: Vec<_> = group.piles.iter().map(|pile| pad(&top(pile), cell)).collect();
    let line = |cells: &[String]| vec![format!("{INDENT}{}", cells.concat().trim_end())];
    in_bands(&cells, how_many(cell, width - INDENT.len()), width, line)
}

/// The last cards of the piles that lie face up.
fn heaps(group: &Group, style: &Style, width: usize) -> Vec<String> {
    let face_up = |pile: &&Pile| !pile.label.starts_with('o') && pile.label != "talon";
    let with = |pile: &Pile, most: usize| {
        let from = pile.slots.len().saturating_sub(most);
        let shown: Vec<_> = pile.slots[from..].iter().map(|&slot| style.slot(slot)).collect();
        let more = if from > 0 { ".. " } else { "" };
        format!("{}: {more}{}", style.texts.pile(&pile.label), shown.join(" "))
    };
    let line = |pile: &Pile| {
        let lines = (1..=SHOWN_OF_HEAP).rev().map(|most| with(pile, most));
        lines.into_iter().find(|line| line.chars().count() <= width).unwrap_or(with(pile, 1))
    };
    group.piles.iter().filter(face_up).filter(|p| !p.slots.is_empty()).map(line).collect()
}

/// The piles from top to bottom under their labels, a star behind each card that is marked.
fn columns(group: &Group, marks: &Marks, style: &Style, width: usize) -> Vec<String> {
    let face_down = group.piles.iter().flat_map(|pile| &pile.slots).any(Slot::is_face_down);
    let cell = style.card_width() + if face_down { 3 } else { 1 } + usize::from(!marks.is_empty());
    let labels = group.piles.iter().map(|pile| pile.label.as_str());
    let cell = apart(labels, cell, width);
    let card = |pile: &Pile, place| marked(pile, place, marks, style);
    let band = |piles: &[Pile]| {
        let label = |pile: &Pile| pad(&pile.label, cell);
        let mut lines = vec![piles.iter().map(label).collect::<String>().trim_end().to_string()];
        for place in 0..piles.iter().map(|pile| pile.slots.len()).max().unwrap_or(0) {
            let cards = piles.iter().map(|pile| pad(&card(pile, place), cell));
            lines.push(cards.collect::<String>().trim_end().to_string());
        }
        lines
    };
    in_bands(&group.piles, how_many(cell, width), width, band)
}

/// What lies in a place of a pile, with a star if it is marked.
fn marked(pile: &Pile, place: usize, marks: &Marks, style: &Style) -> String {
    let slot = pile.slots.get(place).map_or(String::new(), |&slot| style.slot(slot));
    let star = if marks.contains(&(pile.label.clone(), place)) { "*" } else { "" };
    format!("{slot}{star}")
}

/// The piles from left to right behind their labels, under the places' numbers, a star behind each card that is marked.
fn rows(group: &Group, marks: &Marks, style: &Style, width: usize) -> Vec<String> {
    let cell = style.card_width() + 1 + usize::from(!marks.is_empty());
    let places = group.piles.iter().map(|pile| pile.slots.len()).max().unwrap_or(0);
    let places: Vec<usize> = (0..places).collect();
    let numbers: Vec<String> = places.iter().map(|place| format!("p{place}")).collect();
    let cell = apart(numbers.iter().map(String::as_str), cell, width - INDENT.len());
    let band = |places: &[usize]| {
        let numbers: String = places.iter().map(|&place| pad(&numbers[place], cell)).collect();
        let mut lines = vec![format!("{INDENT}{}", numbers.trim_end())];
        for pile in &group.piles {
            let places = places.iter().filter(|&&place| place < pile.slots.len());
            let cells = places.map(|&place| pad(&marked(pile, place, marks, style), cell));
            let cells: String = cells.collect();
            lines.push(format!("{:<4}{}", pile.label, cells.trim_end()));
        }
        lines
    };
    in_bands(&places, how_many(cell, width - INDENT.len()), width, band)
}

/// What there is in one band if that is not too wide, or else in bands of at most so many.
fn in_bands<T>(
    all: &[T],
    most: usize,
    width: usize,
    band: impl Fn(&[T]) -> Vec<String>,
) -> Vec<String> {
    let whole = band(all);
    if whole.iter().all(|line| line.chars().count() <= width) {
        return whole;
    }
    all.chunks(most).flat_map(band).collect()
}

/// The width of a cell, wider if there is room for a blank behind the widest of the headings.
fn apart<'a>(headings: impl ExactSizeIterator<Item = &'a str>, cell: usize, width: usize) -> usize {
    let count = headings.len();
    let wider = headings.map(str::len).max().map_or(cell, |widest| cell.max(widest + 1));
    if count <= how_many(wider, width) { wider } else { cell }
}

/// How many cells with a blank between them fit side by side.
fn how_many(cell: usize, width: usize) -> usize {
    ((width + 1) / cell).max(1)
}

/// The text filled up with blanks.
fn pad(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}
