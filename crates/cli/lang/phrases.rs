//! Texts that are made in English, far from here, said in another language.
//!
//! Errors come from every crate and from clap; only the command line turns them into words of a
//! language. A phrase is an English text with a `{}` for each thing that it names, and what to say
//! instead.

/// English texts and what they are in another language, holes in the same order.
pub type Phrases = [(&'static str, &'static str)];

/// What stands between parts that are said one by one.
const BREAKS: [&str; 3] = ["; ", ": ", ", "];

/// The text in the other language, by the phrase that fits most of it. A text that none fits is taken apart; a part
/// that none fits stays as it is, but for `word`.
pub fn translate(text: &str, phrases: &Phrases, word: &dyn Fn(&str) -> Option<String>) -> String {
    if let Some(word) = word(text) {
        return word;
    }
    let fitting = phrases.iter().filter_map(|phrase| Some((phrase, holes(text, phrase.0)?)));
    let letters = |english: &str| english.len() - 2 * english.matches("{}").count();
    let best = fitting.max_by_key(|((english, _), _)| letters(english));
    if let Some(((_, other), found)) = best {
        let mut said = String::new();
        let mut found = found.iter();
        for (i, piece) in other.split("{}").enumerate() {
            if i > 0 {
                let hole = found.next().expect("both have the same holes, as a test sees to");
                said += &translate(hole, phrases, word);
            }
            said += piece;
        }
        return said;
    }
    let parted = BREAKS.iter().find_map(|between| Some((text.split_once(between)?, between)));
    let Some(((first, rest), between)) = parted else { return text.to_string() };
    let say = |part| translate(part, phrases, word);
    format!("{}{between}{}", say(first), say(rest))
}

/// What stands in the text where the phrase has holes. A hole at the start holds no more than one part.
fn holes<'a>(text: &'a str, phrase: &str) -> Option<Vec<&'a str>> {
    let Some((start, pieces)) = phrase.split_once("{}") else {
        return (text == phrase).then(Vec::new);
    };
    let mut rest = text.strip_prefix(start)?;
    let mut holes = Vec::new();
    let pieces: Vec<&str> = pieces.split("{}").collect();
    let (last, between) = pieces.split_last().expect("split gives at least one piece");
    for piece in between {
        let (hole, after) = rest.split_once(piece)?;
        holes.push(hole);
        rest = after;
    }
    holes.push(rest.strip_suffix(last)?);
    let begins_before = start.is_empty() && ["; ", ": "].iter().any(|end| holes[0].contains(end));
    (!begins_before).then_some(holes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_known_parts_are_said_and_the_rest_stays() {
        let phrases = [("card {}", "Karte {}"), ("{} is not a card", "{} ist keine Karte")];
        let say = |text| translate(text, &phrases, &|_| None);
        assert_eq!(say("card 17: 1H is not a card"), "Karte 17: 1H ist keine Karte");
        assert_eq!(say("no-file: card 3; card x"), "no-file: Karte 3; Karte x");
        assert_eq!(say("unheard of"), "unheard of");
        assert_eq!(holes("a 1 b 2", "a {} b {}"), Some(vec!["1", "2"]));
        assert_eq!(holes("a 1 b 2", "a {} c {}"), None);
        assert_eq!(holes("a: 1 b", "{} b"), None);
        let phrases = [("{} twice", "{} zweimal"), ("none of {} twice", "jedes von {} einmal")];
        let say = |text| translate(text, &phrases, &|_| None);
        assert_eq!(say("x; none of 3 twice"), "x; jedes von 3 einmal");
    }
}
