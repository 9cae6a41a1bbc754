//! Tables drawn as SVG, with cards of our own.

use std::collections::BTreeSet;
use std::fmt::Write;

use gehtauf::cards::{Card, Colour};
use gehtauf::rules::Slot;

use crate::formats::heading::wrapped;
use crate::lang::Texts;
use crate::scene::{CARD_HEIGHT, CARD_WIDTH, Place, Scene};
use crate::table::{Marks, Pile, Table};

/// The four suit signs, the crowns of the court cards and the back, as symbols of 24 x 24 and of a
/// card's size.
pub const SIGNS: &str = concat!(
    r#"<symbol id="C" viewBox="0 0 24 24"><path d="M12 1.5a5 5 0 0 1 4.3 7.6 5 5 0 1 1-3.3 7.7c.2 2.4 1.2 4.2 3 5.7H8c1.8-1.5 2.8-3.3 3-5.700a5 5 0 1 1-3.3-7.700A5 5 0 0 1 12 1.500Z"/></symbol>"#,
    r#"<symbol id="D" viewBox="0 0 24 24"><path d="M12 1.500Q15.5 7.5 20 12q-4.5 4.5-8 10.5-3.5-6-8-10.5 4.5-4.5 8-10.500Z"/></symbol>"#,
    r#"<symbol id="H" viewBox="0 0 24 24"><path d="M12 22C4.5 15.5 1.5 12 1.5 8A5.2 5.2 0 0 1 12 6.2 5.2 5.2 0 0 1 22.5 8c0 4-3 7.5-10.5 14Z"/></symbol>"#,
    r#"<symbol id="S" viewBox="0 0 24 24"><path d="M12 1.500c7 6.5 10 9.5 10 13a4.7 4.7 0 0 1-8.6 2.600c.2 2.4 1.1 4.4 2.6 5.400H8c1.5-1 2.4-3 2.6-5.400A4.7 4.7 0 0 1 2 14.500c0-3.5 3-6.5 10-13Z"/></symbol>"#,
    r#"<symbol id="k11" viewBox="0 0 24 24"><path d="M3 20h18v-3H3Zm1-4.500h16C19 9 15 5 8 5c2 2 2 4 1 6-3 .5-4.5 2-5 4.500Z"/></symbol>"#,
    r#"<symbol id="k12" viewBox="0 0 24 24"><path d="M4 20h16v-2.500H4ZM4 16h16l1.5-8-5 3.500L12 6l-4.5 5.5-5-3.500Z"/><circle cx="12" cy="4" r="1.8"/><circle cx="2.5" cy="6" r="1.6"/><circle cx="21.5" cy="6" r="1.6"/></symbol>"#,
    r#"<symbol id="k13" viewBox="0 0 24 24"><path d="M3 20h18v-3H3Zm0-4.500h18V6l-4.5 4L14 5h-1V3.500h1.500v-1.500H13V.5h-2V2H9.500v1.500H11V5h-1l-2.5 5L3 6Z"/></symbol>"#,
    r##"<symbol id="blank" viewBox="0 0 50 70"><rect x=".5" y=".5" width="49" height="69" rx="5" fill="#fbfaf6" stroke="#77736a"/></symbol>"##,
    r##"<symbol id="card-back" viewBox="0 0 50 70"><use href="#blank"/><rect x="4" y="4" width="42" height="62" rx="3" fill="#2d4f7c"/><path d="M4 15 15 4M4 29 29 4M4 43 43 4M4 57 46 15M9 66 46 29M23 66 46 43M37 66l9-9M4 57l9 9M4 43l23 23M4 29l37 37M4 15l42 42M7 4l39 39M21 4l25 25M35 4l11 11" stroke="#6f90bb" fill="none"/></symbol>"##,
);

/// The face of a card as a symbol named like the card: `TH`.
pub fn face(card: Card, texts: &dyn Texts) -> String {
    let colour = match card.colour() {
        Colour::Red => "#c1121f",
        Colour::Black => "#17191c",
    };
    let suit = card.suit;
    let middle = if card.rank.number() > 10 {
        format!(
            r##"<use href="#k{}" x="13" y="23" width="24" height="20"/><use href="#{suit}" x="15" y="45" width="20" height="20"/>"##,
            card.rank.number()
        )
    } else {
        format!(r##"<use href="#{suit}" x="11" y="29" width="28" height="28"/>"##)
    };
    format!(
        r##"<symbol id="{card}" viewBox="0 0 50 70"><use href="#blank"/><g fill="{colour}"><text x="4" y="17.5">{}</text><use href="#{suit}" x="30" y="3.5" width="15" height="15"/>{middle}</g></symbol>"##,
        texts.rank(card)
    )
}

/// How the letters on the cards are written.
pub const FONT: &str = "font:700 18px system-ui,sans-serif;letter-spacing:-1px";

/// Room for a line below the table.
const CAPTION: u32 = 14;

/// The table as an SVG document; `title` says what it shows, and the lines stand below it, the rules first.
pub fn document(table: &Table, title: &str, lines: &[String], texts: &dyn Texts) -> String {
    let scene = Scene::new(std::slice::from_ref(table));
    // A letter of 11 pixels is about 6 wide.
    let lines: Vec<String> =
        lines.iter().flat_map(|line| wrapped(line, (scene.width / 6).max(20) as usize)).collect();
    let (width, height) = (scene.width, scene.height + CAPTION * lines.len() as u32);
    let cards: BTreeSet<Card> = table.piles().flat_map(|pile| &pile.slots).filter_map(up).collect();
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" lang="{}"><title>{}</title><style>text{{{FONT}}}</style><defs>{SIGNS}"##,
        texts.code(),
        escape(&format!("{title}, {}", lines.join(" "))),
    );
    cards.iter().for_each(|&card| svg += &face(card, texts));
    let _ =
        write!(svg, r##"</defs><rect width="{width}" height="{height}" rx="8" fill="#2c6e49"/>"##);
    for (place, pile) in scene.places.iter().zip(table.piles()) {
        draw_pile(&mut svg, place, pile, &table.marks);
    }
    for label in &scene.labels {
        svg += &small_text(label.x, label.y + 11, 12, &label.text);
    }
    for (i, line) in (0..).zip(&lines) {
        svg += &small_text(width / 2, scene.height + CAPTION * i + 6, 11, &escape(line));
    }
    svg += "</svg>\n";
    svg
}

/// Draws the cards of a pile, those marked with a frame, over the room that it has.
fn draw_pile(svg: &mut String, place: &Place, pile: &Pile, marks: &Marks) {
    let turned = |x: u32, y: u32| {
        let (centre_x, centre_y) = (x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2);
        if place.crosswise {
            format!(r#" transform="rotate(90 {centre_x} {centre_y})""#)
        } else {
            String::new()
        }
    };
    for i in 0..place.room {
        let (x, y) = (place.x + i * place.step_x, place.y);
        let _ = write!(
            svg,
            r##"<rect x="{x}.5" y="{y}.5" width="49" height="69" rx="5" fill="none" stroke="#fff" stroke-opacity=".35" stroke-dasharray="4 3"{}/>"##,
            turned(x, y)
        );
    }
    // Of a squared pile only the top card is seen.
    let squared = place.step_x + place.step_y == 0;
    let first = if squared { pile.slots.len().saturating_sub(1) } else { 0 };
    let cards = pile.slots.iter().zip(place.corners(&pile.slots)).enumerate();
    for (i, (slot, (x, y))) in cards.skip(first) {
        let name = match slot {
            Slot::Up(card) => card.to_string(),
            Slot::Down(_) | Slot::Unseen { .. } => "card-back".to_string(),
            Slot::Gap => continue,
        };
        let _ = write!(
            svg,
            r##"<use href="#{name}" x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}"{}/>"##,
            turned(x, y)
        );
        let is_marked =
            |(label, place): &(String, usize)| *label == pile.label && (squared || *place == i);
        if marks.iter().any(is_marked) {
            *svg += &frame(x, y);
        }
    }
}

/// What marks the card whose left upper corner this is.
fn frame(x: u32, y: u32) -> String {
    format!(
        r##"<rect x="{x}" y="{y}" width="50" height="70" rx="5" fill="none" stroke="#fff" stroke-width="3"/><rect class="marked" x="{}.5" y="{}.5" width="45" height="65" rx="3" fill="none" stroke="#a50f1a" stroke-width="3"/>"##,
        x + 2,
        y + 2
    )
}

/// A text on the felt, centred on `x`, its letters standing on `y`.
fn small_text(x: u32, y: u32, size: u32, text: &str) -> String {
    format!(
        r##"<text x="{x}" y="{y}" text-anchor="middle" fill="#fff" fill-opacity=".8" style="font-size:{size}px;font-weight:400;letter-spacing:0">{text}</text>"##
    )
}

fn up(slot: &Slot) -> Option<Card> {
    match slot {
        Slot::Up(card) => Some(*card),
        Slot::Down(_) | Slot::Unseen { .. } | Slot::Gap => None,
    }
}

/// The text as it stands in HTML or SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_foreign_files_stays_text() {
        assert_eq!(escape("<b title=\"&\">"), "&lt;b title=&quot;&amp;&quot;&gt;");
    }
}
