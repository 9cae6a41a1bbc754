//! How cards are written: suit signs or ASCII, in colour or not, in which language.

use std::io::IsTerminal;

use gehtauf::cards::{Card, Suit};
use gehtauf::rules::Slot;

use crate::lang::{self, Texts, to_ascii};

/// How cards and texts are written.
#[derive(Clone, Copy)]
pub struct Style {
    /// The language.
    pub texts: &'static dyn Texts,
    /// Only ASCII.
    pub ascii: bool,
    /// Red suits in red.
    pub colour: bool,
}

/// How a piece of a line is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// A card of a red suit.
    Red,
    /// A face-down card.
    Dim,
}

/// The sign of a suit.
pub const fn sign(suit: Suit) -> char {
    match suit {
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
        Suit::Hearts => '♥',
        Suit::Spades => '♠',
    }
}

impl Style {
    /// The style of this run for standard output: in colour on a terminal that is not dumb, unless NO_COLOR is
    /// set or CLICOLOR is 0.
    pub fn spoken() -> Style {
        let is_unwanted = anstyle_query::no_color() || anstyle_query::clicolor() == Some(false);
        let ascii = lang::is_ascii();
        let is_possible = !ascii && anstyle_query::term_supports_color();
        let colour = is_possible && !is_unwanted && std::io::stdout().is_terminal();
        Style { texts: lang::spoken(), ascii, colour }
    }

    /// A card: `10♥`, or `TH` in ASCII.
    pub fn card(&self, card: Card) -> String {
        if self.ascii {
            self.texts.ascii_card(card)
        } else {
            format!("{}{}", self.texts.rank(card), sign(card.suit))
        }
    }

    /// A place of a pile: a card, `[10♥]` if it lies face down, or `--`.
    pub fn slot(&self, slot: Slot) -> String {
        match slot {
            Slot::Up(card) => self.card(card),
            Slot::Down(card) => format!("[{}]", self.card(card)),
            Slot::Unseen { .. } => slot.to_string(),
            Slot::Gap => "--".to_string(),
        }
    }

    /// The widest a card gets, without the brackets of a face-down one.
    pub fn card_width(&self) -> usize {
        if self.ascii { self.texts.ascii_card_width() } else { 3 }
    }

    /// Finished text, as it goes to the screen: coloured or in ASCII if the style says so.
    pub fn finish(&self, text: &str) -> String {
        if self.ascii {
            return to_ascii(text);
        }
        if !self.colour {
            return text.to_string();
        }
        let paint = |(piece, tone)| match tone {
            Tone::Plain => String::from(piece),
            Tone::Red => format!("\x1b[31m{piece}\x1b[0m"),
            Tone::Dim => format!("\x1b[2m{piece}\x1b[0m"),
        };
        pieces(text).map(paint).collect()
    }
}

/// Splits text into words and the space between them, each with its tone: a word with a red suit
/// sign is red, a word in brackets dim.
pub fn pieces(text: &str) -> impl Iterator<Item = (&str, Tone)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let blank = rest.chars().next()?.is_whitespace();
        let end = rest.find(|c: char| c.is_whitespace() != blank).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        let tone = if piece.starts_with('[') {
            Tone::Dim
        } else if piece.contains(['♥', '♦']) {
            Tone::Red
        } else {
            Tone::Plain
        };
        Some((piece, tone))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;

    fn style(lang: Lang, ascii: bool, colour: bool) -> Style {
        Style { texts: lang.texts(), ascii, colour }
    }

    #[test]
    fn cards_are_named_in_both_languages_with_and_without_signs() {
        let cards: Vec<Card> = ["QH", "TC", "JD", "AS"].map(|c| c.parse().unwrap()).to_vec();
        let named = |lang, ascii| {
            let style = style(lang, ascii, false);
            cards.iter().map(|&c| style.card(c)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(named(Lang::En, false), "Q♥ 10♣ J♦ A♠");
        assert_eq!(named(Lang::De, false), "D♥ 10♣ B♦ A♠");
        assert_eq!(named(Lang::En, true), "QH TC JD AS");
        assert_eq!(named(Lang::De, true), "HeD Kr10 KaB PiA");
        assert_eq!(Lang::De.texts().card_name(cards[0]), "Herz Dame");
        assert_eq!(Lang::En.texts().card_name(cards[0]), "queen of hearts");
    }

    #[test]
    fn only_red_and_face_down_cards_are_coloured() {
        let text = "Q♥ K♠\n [9♦]";
        assert_eq!(
            style(Lang::En, false, true).finish(text),
            "\x1b[31mQ♥\x1b[0m K♠\n \x1b[2m[9♦]\x1b[0m"
        );
        assert_eq!(style(Lang::En, false, false).finish(text), text);
        assert_eq!(style(Lang::De, true, false).finish("zurück · Häufchen"), "zurueck | Haeufchen");
    }
}
