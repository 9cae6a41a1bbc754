//! The texts that a player reads, in one file or folder per language. (What an option or a player does is told in
//! every language where it is defined: `effect` of an option, `About` of a player.)
//!
//! What is worth a sentence of its own in each language is a method of [`Texts`]. Help, errors and the
//! words of tables are written in English where they belong and looked up in a [`Phrasebook`].

mod choice;
mod de;
mod en;
mod fixed_words;
mod phrases;

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::Display;
use std::sync::OnceLock;

use clap::ValueEnum;
use gehtauf::cards::Card;
use gehtauf::players::Player;
use gehtauf::rules::{Move, OptionSpec, RuleSet, Values};
use gehtauf::search::{Limit, Verdict};
use gehtauf::survey::Interval;

use fixed_words::{GamesWords, PageWords, PlayWords};
use phrases::{Phrases, translate};

/// The languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Lang {
    #[default]
    En,
    De,
}

/// The language of this run, and whether it is to be written in ASCII.
static SPOKEN: OnceLock<(Lang, bool)> = OnceLock::new();

/// The texts of the language of this run, which errors far from the command line need as well.
pub fn spoken() -> &'static dyn Texts {
    SPOKEN.get().map_or(Lang::default(), |(lang, _)| *lang).texts()
}

/// Whether this run writes ASCII.
pub fn is_ascii() -> bool {
    SPOKEN.get().is_some_and(|(_, ascii)| *ascii)
}

/// The text, in ASCII if this run is to write so.
pub fn spelt(text: &str) -> Cow<'_, str> {
    if is_ascii() { to_ascii(text).into() } else { text.into() }
}

/// Speaks the language that `--lang` among the arguments names, or else the locale, in ASCII if `--ascii` is
/// among them or the locale's letters are not Unicode's, and gives the other arguments. The command line is
/// read later, and its errors are to be in that language already.
pub fn speak(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let variables = |kind: &str| ["LC_ALL", kind, "LANG"].map(|name| std::env::var(name).ok());
    let (lang, ascii, others) = of_arguments(arguments);
    let lang = lang.unwrap_or_else(|| of_locale(variables("LC_MESSAGES")));
    let _ = SPOKEN.set((lang, ascii || has_other_letters(variables("LC_CTYPE"))));
    others
}

/// The language that is named last, whether ASCII is asked for, and all other arguments.
fn of_arguments(arguments: impl Iterator<Item = OsString>) -> (Option<Lang>, bool, Vec<OsString>) {
    let of_name = |name: &OsString| Lang::from_str(name.to_str()?, false).ok();
    let (mut lang, mut ascii, mut others) = (None, false, Vec::new());
    let mut words = arguments.peekable();
    while let Some(word) = words.next() {
        let named = match word.to_str() {
            Some("--") => {
                others.push(word);
                others.extend(words);
                break;
            }
            Some("--ascii") => {
                ascii = true;
                continue;
            }
            Some("--lang") => words.next_if(|name| of_name(name).is_some()),
            Some(word) => word.strip_prefix("--lang=").map(OsString::from),
            None => None,
        };
        match named.as_ref().and_then(of_name) {
            None => others.push(word),
            named => lang = named,
        }
    }
    (lang, ascii, others)
}

/// The first variable that is set and not empty.
fn first_set(variables: [Option<String>; 3]) -> Option<String> {
    variables.into_iter().flatten().find(|value| !value.is_empty())
}

/// Whether a locale names letters that are not those of UTF-8: `de_DE.ISO-8859-1`, `de_DE@euro`. One that names
/// none, or that of C, says nothing of the terminal.
fn has_other_letters(variables: [Option<String>; 3]) -> bool {
    let locale = first_set(variables).unwrap_or_default();
    let (name, variant) = locale.split_once('@').unwrap_or((&locale, ""));
    match name.split_once('.') {
        Some((_, letters)) => !["utf-8", "utf8"].contains(&letters.to_lowercase().as_str()),
        None => variant == "euro",
    }
}

/// The language of the first variable that is set.
fn of_locale(variables: [Option<String>; 3]) -> Lang {
    let locale = first_set(variables);
    let language = locale.as_deref().and_then(|locale| locale.split(['_', '.', '@']).next());
    if language == Some("de") { Lang::De } else { Lang::En }
}

/// What a counter beside a move or a board counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Cards in the talon.
    Talon(usize),
    /// Cards on the waste.
    Waste(usize),
    /// Cards on the foundations.
    Foundations(usize),
    /// Runs taken out of the game, and how many there are to be.
    Runs(usize, usize),
    /// Cards in order behind their Aces, the Aces included, and how many there are to be.
    InOrder(usize, usize),
    /// The pass through the talon, from 1, and how many are allowed.
    Pass(u32, u32),
    /// Redeals used, and how many are allowed.
    Redeals(u32, u32),
    /// The turned card must be played now.
    MustPlay,
}

/// Whether a move or a position leads to a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prospect {
    /// It can still be won.
    Won,
    /// It cannot be won any more.
    Lost,
    /// Not decided within the limits.
    Unknown,
}

impl<M> From<&Verdict<M>> for Prospect {
    fn from(verdict: &Verdict<M>) -> Prospect {
        match verdict {
            Verdict::Won(_) => Prospect::Won,
            Verdict::Unwinnable => Prospect::Lost,
            Verdict::Unknown(_) => Prospect::Unknown,
        }
    }
}

/// English texts and what they are in the language; for English itself most are empty.
#[derive(Clone, Copy)]
pub struct Phrasebook {
    /// The pages of `--help`, whole texts.
    pub help: &'static Phrases,
    /// Names of values in `--help`.
    pub values: &'static Phrases,
    /// Errors and remarks, which may have parts.
    pub messages: &'static [&'static Phrases],
    /// Names of searches.
    pub methods: &'static Phrases,
    /// Names of searches and a sentence about each, for English as well.
    pub explained: &'static Phrases,
    /// Words of summaries, reports and comparisons.
    pub words: &'static Phrases,
}

/// The texts of one language.
pub trait Texts: Sync {
    /// The language's code in HTML.
    fn code(&self) -> &'static str;

    /// What is looked up by its English text.
    fn phrasebook(&self) -> Phrasebook;

    /// A whole number with its thousands set off.
    fn number(&self, number: u64) -> String;

    /// A number with so many decimal places.
    fn decimal(&self, number: f64, places: usize) -> String;

    /// The rank as printed on cards: `10`, `J` or `B`.
    fn rank(&self, card: Card) -> &'static str;

    /// The card in ASCII.
    fn ascii_card(&self, card: Card) -> String;

    /// The greatest width of a card in ASCII.
    fn ascii_card_width(&self) -> usize;

    /// The card as spoken.
    fn card_name(&self, card: Card) -> String;

    /// The name of a pile by its label: `c3`, `talon`, `f2`, ...
    fn pile(&self, label: &str) -> String;

    /// What a move does; `cards` are the cards moved, in the style of the listing.
    fn describe(&self, rule_set: RuleSet, m: Move, cards: &str) -> String;

    /// The first and the last of several cards.
    fn first_to_last(&self, first: &str, last: &str) -> String;

    /// A counter in a word or two.
    fn count(&self, count: Count) -> String;

    /// "won in 88 moves".
    fn won_in(&self, moves: usize) -> String;

    /// Whether a win is proven to be the shortest, else how many moves each win has at least.
    fn shortest(&self, proven: bool, at_least: u32) -> String;

    /// How many redeals a win has and whether that is proven to be the least.
    fn fewest_redeals(&self, redeals: usize, proven: bool) -> String;

    /// The verdict on a deal that is not won.
    fn unwinnable(&self) -> &'static str;

    /// The verdict on a deal that is not decided.
    fn undecided(&self, limit: Limit) -> String;

    /// The limit that struck.
    fn struck(&self, limit: Limit) -> &'static str;

    /// What a search took: states visited and milliseconds.
    fn cost(&self, states: u64, millis: f64) -> String;

    /// "move 17 of 88", the heading of a board.
    fn move_of(&self, number: usize, moves: usize) -> String;

    /// The heading of the last board.
    fn at_the_end(&self) -> &'static str;

    /// A prospect in one word.
    fn prospect(&self, prospect: Prospect) -> &'static str;

    /// How many completions of so many unseen cards were looked at, and whether these are all.
    fn completions(&self, count: u64, unseen: usize, are_all: bool) -> String;

    /// That less was looked at than was to be.
    fn stopped_before(&self, count: u64) -> String;

    /// "96.4 to 99.8 %", rounded outwards, or the one share that an interval is.
    fn range(&self, interval: Interval) -> String;

    /// That this is the share of the completions that who knows all cards can win, of all there can
    /// be, if some are undecided or not, or with its interval.
    fn thoughtful_share(&self, range: &str, of_all: bool, some_undecided: bool) -> String;

    /// What a hint with unknown cards shows, in lines of at most 80 columns: wins, upper limit, marks,
    /// and the heads of the columns.
    fn sampled_columns(&self, player: &str, are_exact: bool) -> [String; 4];

    /// That no move wins in any completion looked at, so many of which are undecided.
    fn no_move_in_any(&self, unknown: u64) -> String;

    /// The heading of a hint: the next move, or that there is none to recommend.
    fn next_move(&self, best: Option<&str>, prospect: Prospect) -> String;

    /// The heading of the list of legal moves, or that there is none.
    fn legal_moves(&self, count: usize) -> String;

    /// That the position is already won.
    fn already_won(&self) -> &'static str;

    /// The game in a line.
    fn in_one_line(&self, rule_set: RuleSet) -> &'static str;

    /// The rules in a few lines of at most 80 columns.
    fn rules_in_short(&self, rule_set: RuleSet) -> &'static str;

    /// What an option changes.
    fn effect(&self, option: &OptionSpec) -> &'static str;

    /// How a player plays.
    fn player(&self, player: &dyn Player) -> &'static str;

    /// The values that an option takes.
    fn values(&self, values: Values) -> String;

    /// Which move lost a game, or at least was lost already.
    fn lost_by(&self, number: usize, m: &str, is_certain: bool) -> String;

    /// Since which move no order of the hidden cards looked at can be won.
    fn lost_in_all(&self, completions: u64, number: usize, m: &str) -> String;

    /// In how many percent of the orders of the hidden cards the game can still be won.
    fn share_winnable(&self, percent: u64) -> String;

    /// Of a move: in how many percent of so many orders a player wins after it, and can be won.
    fn shares_after(&self, player: &str, wins: u64, limit: u64, completions: u64) -> String;

    /// How many moves have been played, and the option that plays them again.
    fn to_go_on(&self, moves: usize, after: &str) -> String;

    /// The words of the pages about the games.
    fn games(&self) -> GamesWords;

    /// The words of the replay page.
    fn page(&self) -> PageWords;

    /// The words of the terminal game.
    fn play(&self) -> PlayWords;
}

/// The ends of an interval in percent, rounded outwards to a tenth, if they differ then.
fn ends(interval: Interval) -> (f64, Option<f64>) {
    let low = (interval.low * 1000.0 + 1e-9).floor() / 10.0;
    let high = (interval.high * 1000.0 - 1e-9).ceil() / 10.0;
    if interval.low == interval.high {
        return (interval.low * 100.0, None);
    }
    (low, Some(high))
}

impl dyn Texts + '_ {
    /// A fixed text of summaries and the like.
    pub fn say(&self, english: &'static str) -> &'static str {
        let words = self.phrasebook().words.iter();
        words.copied().find(|(key, _)| *key == english).map_or(english, |(_, other)| other)
    }

    /// A text with holes, filled.
    pub fn fill(&self, english: &'static str, holes: &[&dyn Display]) -> String {
        let mut pieces = self.say(english).split("{}");
        let mut text = pieces.next().unwrap_or_default().to_string();
        for (piece, hole) in pieces.zip(holes) {
            text += &format!("{hole}{piece}");
        }
        text
    }

    /// A text with its cards in the language, as they are read again: `KrB [HeD]`.
    pub fn with_cards_of(&self, text: &str) -> String {
        let mut said = String::new();
        for piece in text.split_inclusive([' ', '\n', '[', ']']) {
            let word = piece.trim_end_matches([' ', '\n', '[', ']']);
            said += &word.parse().map_or(word.to_string(), |card| self.ascii_card(card));
            said += &piece[word.len()..];
        }
        said
    }

    /// An error or a remark.
    pub fn message(&self, english: &str) -> String {
        translate(english, &self.phrasebook().messages.concat(), self)
    }

    /// An error with its causes.
    pub fn error(&self, error: &anyhow::Error) -> String {
        let causes: Vec<String> =
            error.chain().map(|cause| self.message(&cause.to_string())).collect();
        causes.join(": ")
    }

    /// The name of a search.
    pub fn method(&self, name: &str) -> String {
        translate(name, self.phrasebook().methods, self)
    }

    /// A sentence about a search; nothing about one of another version.
    pub fn method_explained(&self, name: &str) -> String {
        let name = name.strip_prefix("not proven: ").unwrap_or(name);
        let sentence = translate(name, self.phrasebook().explained, self);
        if sentence == name { String::new() } else { sentence }
    }
}

/// The text with German letters and typographic signs in ASCII.
pub fn to_ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'ä' => plain.push_str("ae"),
            'ö' => plain.push_str("oe"),
            'ü' => plain.push_str("ue"),
            'Ä' => plain.push_str("Ae"),
            'Ö' => plain.push_str("Oe"),
            'Ü' => plain.push_str("Ue"),
            'ß' => plain.push_str("ss"),
            '·' => plain.push('|'),
            c if c.is_ascii() => plain.push(c),
            _ => plain.push('?'),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_argument_decides_and_then_the_first_variable_that_is_set() {
        let of = |words: &str| {
            let (lang, _, others) = of_arguments(words.split(' ').map(OsString::from));
            (lang, others.join(std::ffi::OsStr::new(" ")).into_string().unwrap())
        };
        let and = |lang, others: &str| (lang, others.to_string());
        assert_eq!(of("gehtauf games --lang de"), and(Some(Lang::De), "gehtauf games"));
        assert_eq!(of("gehtauf --lang=en games"), and(Some(Lang::En), "gehtauf games"));
        for others in ["games --lang", "games --lang xx", "--lang= games", "report -- --lang=de"] {
            assert_eq!(of(others), and(None, others));
        }
        let locale = |values: [&str; 3]| {
            of_locale(values.map(|value| (value != "-").then(|| value.to_string())))
        };
        assert_eq!(locale(["-", "-", "de_AT.UTF-8"]), Lang::De);
        assert_eq!(locale(["-", "de", "en_US.UTF-8"]), Lang::De);
        assert_eq!(locale(["C", "de_DE", "de_DE"]), Lang::En);
        assert_eq!(locale(["", "", "de@euro"]), Lang::De);
        assert_eq!(locale(["-", "-", "dezh"]), Lang::En);
        assert_eq!(locale(["-", "-", "-"]), Lang::En);
    }

    #[test]
    fn letters_are_ascii_if_asked_for_or_if_the_locale_has_others_than_unicode() {
        let asks = |words: &str| {
            let (_, ascii, others) = of_arguments(words.split(' ').map(OsString::from));
            (ascii, others.len())
        };
        assert_eq!(asks("gehtauf --ascii games"), (true, 2));
        assert_eq!(asks("gehtauf report -- --ascii"), (false, 4));
        let has_others = |locale: &str| has_other_letters([None, None, Some(locale.to_string())]);
        for locale in ["de_DE.ISO-8859-1", "de_DE@euro", "C.ascii", "en_US.ISO8859-15@euro"] {
            assert!(has_others(locale), "{locale}");
        }
        for locale in ["de_DE.UTF-8", "C.utf8", "de_DE", "de_DE.UTF-8@euro", "C", "POSIX", ""] {
            assert!(!has_others(locale), "{locale}");
        }
    }
}
