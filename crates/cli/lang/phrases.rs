//! Texts that are made in English, far from here, said in another language.
//!
//! Errors come from every crate and from clap; only the command line turns them into words of a
//! language. A phrase is an English text with a hole for each thing that it names, and what to say
//! instead. What fills `{}` stays as it is, for the user may have typed it; `{cards}` is filled by cards
//! or places for them, and `{..}` by a text that is said in turn.

use gehtauf::cards::Card;

use super::{Texts, spelt};

/// English texts and what they are in another language, with `{}` for each hole, in the same order.
pub type Phrases = [(&'static str, &'static str)];

/// What stands between parts that are said one by one.
const BREAKS: [&str; 3] = ["; ", ": ", ", "];

/// The text in the other language, by the phrase that fits most of it. A text that none fits is taken apart; a part
/// that none fits stays as it is.
pub fn translate(text: &str, phrases: &Phrases, texts: &dyn Texts) -> String {
    let fitting = phrases.iter().filter_map(|phrase| Some((phrase, holes(text, phrase.0)?)));
    let best = fitting.max_by_key(|(_, found)| {
        text.len() - found.iter().map(|(_, hole)| hole.len()).sum::<usize>()
    });
    if let Some(((_, other), found)) = best {
        let mut pieces = other.split("{}").map(spelt);
        let mut said = pieces.next().unwrap_or_default().into_owned();
        for (piece, (kind, hole)) in pieces.zip(found) {
            said += &match kind {
                "cards" => texts.with_cards_of(hole),
                ".." => translate(hole, phrases, texts),
                _ => hole.to_string(),
            };
            said += &piece;
        }
        return said;
    }
    let parted = BREAKS.iter().find_map(|between| Some((text.split_once(between)?, between)));
    let Some(((first, rest), between)) = parted else { return text.to_string() };
    let say = |part| translate(part, phrases, texts);
    format!("{}{between}{}", say(first), say(rest))
}

/// What stands in the text where the phrase has holes, each with the kind of the hole.
fn holes<'a>(text: &'a str, phrase: &'static str) -> Option<Vec<(&'static str, &'a str)>> {
    let mut pieces = phrase.split('{').peekable();
    let mut before = pieces.next()?;
    let mut rest = text.strip_prefix(before)?;
    let mut holes = Vec::new();
    while let Some(piece) = pieces.next() {
        let (kind, after) = piece.split_once('}')?;
        let hole = match pieces.peek() {
            Some(_) => rest.split_once(after)?.0,
            None => rest.strip_suffix(after)?,
        };
        let is_quoted = before.ends_with('\'') && after.starts_with('\'') && !hole.contains('\'')
            || hole.starts_with('"') && hole.ends_with('"');
        let fits = match kind {
            "cards" => hole.split(' ').all(is_slot),
            ".." => true,
            // A word of the user's in quotation marks may hold anything.
            _ => is_quoted || !["; ", ": "].iter().any(|end| hole.contains(end)),
        };
        if !fits {
            return None;
        }
        holes.push((kind, hole));
        rest = &rest[hole.len() + after.len()..];
        before = after;
    }
    rest.is_empty().then_some(holes)
}

/// Whether it is a card, face up or down, or stands for one.
fn is_slot(word: &str) -> bool {
    let inner = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')).unwrap_or(word);
    ["??", "--"].contains(&inner) || inner.parse::<Card>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;

    fn say(text: &str, phrases: &Phrases) -> String {
        translate(text, phrases, Lang::De.texts())
    }

    #[test]
    fn the_longest_known_parts_are_said_and_the_rest_stays() {
        let phrases = [("card {}", "Karte {}"), ("{} is not a card", "{} ist keine Karte")];
        let say_of = |text| say(text, &phrases);
        assert_eq!(say_of("card 17: 1H is not a card"), "Karte 17: 1H ist keine Karte");
        assert_eq!(say_of("no-file: card 3; card x"), "no-file: Karte 3; Karte x");
        assert_eq!(say_of("unheard of"), "unheard of");
        let holes = |text, phrase| {
            holes(text, phrase).map(|holes| holes.into_iter().map(|(_, hole)| hole).collect())
        };
        assert_eq!(holes("a 1 b 2", "a {} b {}"), Some(vec!["1", "2"]));
        assert_eq!(holes("a 1 b 2", "a {} c {}"), None);
        assert_eq!(holes("a: 1 b", "{} b"), None);
        assert_eq!(holes("a 1; b", "a {}"), None);
        assert_eq!(holes("a '1; b'", "a '{}'"), Some(vec!["1; b"]));
        assert_eq!(holes("a '1'; b '2'", "a '{}'"), None);
        let phrases = [("{} twice", "{} zweimal"), ("none of {} twice", "jedes von {} einmal")];
        assert_eq!(say("x; none of 3 twice", &phrases), "x; jedes von 3 einmal");
    }

    #[test]
    fn what_was_typed_stays_and_cards_and_texts_are_said() {
        let phrases = [
            ("no player {}", "kein Spieler {}"),
            ("{cards} never", "{} nie"),
            ("start: {..}", "Anfang: {}"),
        ];
        assert_eq!(say("no player KH never", &phrases), "kein Spieler KH never");
        assert_eq!(say("start: KH never", &phrases), "Anfang: HeK nie");
        assert_eq!(say("[QS] ?? never", &phrases), "[PiD] ?? nie");
        assert_eq!(say("games never", &phrases), "games never");
        assert_eq!(say("KH", &phrases), "KH");
    }
}
