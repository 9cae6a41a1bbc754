//! What lies on the table, the same for every game, and its text form.
//!
//! The text form is what `gehtauf show` prints and what a position is read from: one line per pile
//! or counter, `label: words`. A face-up card is `KS`, a face-down card `[KS]`, a gap `--`; the
//! first word is the first card dealt to the pile, the last word its open end. A line of one number
//! is a counter. A card that the player has not seen is `??`, or `[??]` where it lies face down.
//! Text from `#` on and empty lines are skipped.
//!
//! | rule set | lines |
//! |---|---|
//! | `acht-mal-acht` | `c1` to `c8`, `foundations` (their top cards, in any order), `waste`, `talon`, `pass` |
//! | `8x8` | the same, and `must-play` (1 while the card just turned has to be played), but for `talon-play=free` |
//! | `eklige-elfer` | `c1` to `c11`, `talon`, `aces` (laid aside), `out` (each run taken out, from the King down) |
//! | `domino` | `aces` (before the first move, with `aces=free` only), `r1` to `r4`, `redeals-used` |
//! | `hochzeitszug` | `s1` to `s16`, `talon`, `foundations` (top cards), `redeals-used` |

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;

use gehtauf_cards::{Card, DeckError, Pack, check_count, excerpt};

/// A place in a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Slot {
    /// A card lying face up.
    Up(Card),
    /// A card lying face down.
    Down(Card),
    /// A card that the player has not seen yet.
    Unseen {
        /// Whether it lies face down in a column; the others are in the talon.
        face_down: bool,
    },
    /// No card (Domino).
    Gap,
}

impl Slot {
    /// Whether a card lies here face down.
    pub fn is_face_down(&self) -> bool {
        matches!(self, Slot::Down(_) | Slot::Unseen { face_down: true })
    }
}

/// What stands on one line of a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Cards and gaps, the open end last.
    Pile(Vec<Slot>),
    /// A number, such as the pass.
    Counter(u32),
}

/// Everything a position consists of, in the order in which it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layout {
    /// Labels (`c1`, `talon`, `pass`, ...), each once, with what they hold.
    pub lines: Vec<(String, Content)>,
}

/// What is wrong with a layout.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// A line that cannot be read. Lines count from 1.
    #[error("line {line}: {problem}")]
    Line {
        /// The line.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A pile or counter that the game has and the layout has not.
    #[error("{}: this line is missing", excerpt(label))]
    NoLine {
        /// The label.
        label: String,
    },
    /// A pile or counter that does not fit the game.
    #[error("{}: {problem}", excerpt(label))]
    Label {
        /// The label.
        label: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The piles together are not the pack.
    #[error("the cards are not the whole pack: {0}")]
    Cards(DeckError),
    /// Not as many cards are unseen as the pack has beside those named.
    #[error("?? and [??]: {marked}, but cards of the pack that are not named: {}{}", missing.len(), in_short(missing))]
    Unseen {
        /// How many stand in the layout.
        marked: usize,
        /// The cards of the pack that are not named.
        missing: Vec<Card>,
    },
}

impl Layout {
    /// Adds a pile of face-up cards.
    pub(crate) fn push_up(&mut self, label: impl Into<String>, cards: &[Card]) {
        self.push_slots(label, cards.iter().map(|&card| Slot::Up(card)).collect());
    }

    /// Adds a pile.
    pub(crate) fn push_slots(&mut self, label: impl Into<String>, slots: Vec<Slot>) {
        self.lines.push((label.into(), Content::Pile(slots)));
    }

    /// Adds a counter.
    pub(crate) fn push_counter(&mut self, label: impl Into<String>, count: u32) {
        self.lines.push((label.into(), Content::Counter(count)));
    }

    /// Reads the text form; each label once, in any case.
    ///
    /// # Errors
    /// A line without a label, a label twice, or a word that is no card.
    pub fn parse(text: &str) -> Result<Layout, LayoutError> {
        let mut layout = Layout::default();
        let mut labels = HashSet::new();
        for (i, line) in text.lines().enumerate() {
            let fail = |problem: String| LayoutError::Line { line: i + 1, problem };
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let (label, words) = line
                .split_once(':')
                .filter(|(label, _)| !label.trim().is_empty())
                .ok_or_else(|| fail("expected a label, a colon and cards".to_string()))?;
            let label = label.trim().to_lowercase();
            if !labels.insert(label.clone()) {
                return Err(fail(format!("{} stands twice", excerpt(&label))));
            }
            let words = words.trim();
            let content = match words.parse() {
                Ok(count) => Content::Counter(count),
                Err(_) if is_number(words) => {
                    let most = u32::MAX;
                    let (label, words) = (excerpt(&label), excerpt(words));
                    return Err(fail(format!("{label}: {words} is no number from 0 to {most}")));
                }
                Err(_) if COUNTERS.contains(&label.as_str()) => {
                    let words = excerpt(words);
                    return Err(fail(format!("{label}: expected a number, not \"{words}\"")));
                }
                Err(_) => Content::Pile(
                    gehtauf_cards::words(words)
                        .map(parse_slot)
                        .collect::<Result<_, _>>()
                        .map_err(|error| fail(format!("{}: {error}", excerpt(&label))))?,
                ),
            };
            layout.lines.push((label, content));
        }
        Ok(layout)
    }

    fn find(&self, label: &str) -> Result<&Content, LayoutError> {
        let found = self.lines.iter().find(|(l, _)| l == label);
        let (_, content) = found.ok_or_else(|| LayoutError::NoLine { label: label.to_string() })?;
        Ok(content)
    }

    /// The slots of a pile.
    ///
    /// # Errors
    /// The label is missing or is a counter.
    pub fn pile(&self, label: &str) -> Result<&[Slot], LayoutError> {
        match self.find(label)? {
            Content::Pile(slots) => Ok(slots),
            Content::Counter(_) => Err(wrong(label, "expected cards, not a number")),
        }
    }

    /// The cards of a pile that lies face up without gaps.
    ///
    /// # Errors
    /// The label is missing, is a counter, or the pile holds a gap or a face-down card.
    pub(crate) fn up_cards(&self, label: &str) -> Result<Vec<Card>, LayoutError> {
        self.pile(label)?
            .iter()
            .map(|slot| match slot {
                Slot::Up(card) => Ok(*card),
                Slot::Down(card) => Err(wrong(label, format!("{card} cannot lie face down here"))),
                Slot::Unseen { .. } => Err(unnamed(label, slot)),
                Slot::Gap => Err(wrong(label, "there are no gaps here")),
            })
            .collect()
    }

    /// The value of a counter.
    ///
    /// # Errors
    /// The label is missing, is a pile, or the value is out of range.
    pub fn counter(&self, label: &str, range: RangeInclusive<u32>) -> Result<u32, LayoutError> {
        match *self.find(label)? {
            Content::Counter(count) if range.contains(&count) => Ok(count),
            _ => Err(wrong(
                label,
                format!("expected a number from {} to {}", range.start(), range.end()),
            )),
        }
    }

    /// Checks that the layout has no labels but these, each once, and that its cards, with those in
    /// `implied` (cards under the foundations' top cards, say), are the whole pack.
    ///
    /// # Errors
    /// An unknown label, one that stands twice, or cards too often or missing.
    pub(crate) fn check(
        &self,
        known: &[String],
        implied: &[Card],
        pack: Pack,
    ) -> Result<(), LayoutError> {
        if let Some((label, _)) = self.lines.iter().find(|(label, _)| !known.contains(label)) {
            return Err(wrong(label, format!("no such line here; expected {}", known.join(", "))));
        }
        let mut cards = implied.to_vec();
        for (i, (label, content)) in self.lines.iter().enumerate() {
            if self.lines[..i].iter().any(|(other, _)| other == label) {
                return Err(wrong(label, "this line stands twice"));
            }
            let Content::Pile(slots) = content else { continue };
            for slot in slots {
                let (Slot::Up(card) | Slot::Down(card)) = *slot else { continue };
                if !pack.contains(card) {
                    return Err(wrong(label, format!("{card} does not belong to this pack")));
                }
                cards.push(card);
            }
        }
        check_count(&cards, pack).map_err(LayoutError::Cards)
    }

    /// How many cards are not named.
    pub fn unseen(&self) -> usize {
        self.lines
            .iter()
            .filter_map(|(_, content)| match content {
                Content::Pile(slots) => Some(slots),
                Content::Counter(_) => None,
            })
            .flatten()
            .filter(|slot| matches!(slot, Slot::Unseen { .. }))
            .count()
    }

    /// The cards of the pack that are neither named nor in `implied`, in the order of the pack.
    ///
    /// # Errors
    /// A card is named more often than the pack has it.
    pub(crate) fn missing(&self, implied: &[Card], pack: Pack) -> Result<Vec<Card>, LayoutError> {
        let mut missing: Vec<Card> = pack.cards().collect();
        missing.sort_unstable_by_key(|card| card.index());
        let mut take = |label: &str, card: Card| match missing.iter().position(|&c| c == card) {
            Some(place) => {
                missing.remove(place);
                Ok(())
            }
            None => Err(wrong(label, format!("the pack has no more {card}"))),
        };
        for &card in implied {
            take("foundations", card)?;
        }
        for (label, content) in &self.lines {
            let Content::Pile(slots) = content else { continue };
            for slot in slots {
                if let Slot::Up(card) | Slot::Down(card) = *slot {
                    take(label, card)?;
                }
            }
        }
        Ok(missing)
    }

    /// The layout with these cards, one after another, where none is named.
    pub(crate) fn named(&self, cards: &[Card]) -> Layout {
        let mut layout = self.clone();
        let mut cards = cards.iter().copied();
        for (_, content) in &mut layout.lines {
            let Content::Pile(slots) = content else { continue };
            for slot in slots {
                if let Slot::Unseen { face_down } = *slot {
                    let card = cards.next().expect("a card for each slot");
                    *slot = if face_down { Slot::Down(card) } else { Slot::Up(card) };
                }
            }
        }
        layout
    }
}

/// `: 2C 2C 4H`, unless it would be a long list.
fn in_short(cards: &[Card]) -> String {
    const MOST: usize = 12;
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    if (1..=MOST).contains(&cards.len()) { format!(": {}", cards.join(" ")) } else { String::new() }
}

/// The error that a card is not named where only whole positions are read.
pub(crate) fn unnamed(label: &str, slot: &Slot) -> LayoutError {
    wrong(label, format!("{slot} stands where a card must be named"))
}

/// The error that a pile or counter does not fit the game.
pub(crate) fn wrong(label: &str, problem: impl Into<String>) -> LayoutError {
    LayoutError::Label { label: label.to_string(), problem: problem.into() }
}

/// The labels of numbers, whatever the game.
const COUNTERS: [&str; 3] = ["pass", "must-play", "redeals-used"];

/// Whether it is a whole number of whatever size and sign.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_slot(word: &str) -> Result<Slot, gehtauf_cards::NotACard> {
    if word == "--" {
        return Ok(Slot::Gap);
    }
    if word == "??" || word == "[??]" {
        return Ok(Slot::Unseen { face_down: word.starts_with('[') });
    }
    match word.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        Some("") => Err(gehtauf_cards::NotACard(excerpt(word))),
        Some(inner) => inner.parse().map(Slot::Down),
        None => word.parse().map(Slot::Up),
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slot::Up(card) => write!(f, "{card}"),
            Slot::Down(card) => write!(f, "[{card}]"),
            Slot::Unseen { face_down: true } => write!(f, "[??]"),
            Slot::Unseen { face_down: false } => write!(f, "??"),
            Slot::Gap => write!(f, "--"),
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (label, content) in &self.lines {
            write!(f, "{label}:")?;
            match content {
                Content::Pile(slots) => slots.iter().try_for_each(|slot| write!(f, " {slot}"))?,
                Content::Counter(count) => write!(f, " {count}")?,
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_none_of_a_counter_is_named() {
        for number in ["-1", "99999999999999999999"] {
            let error = Layout::parse(&format!("c1: KS\npass: {number}")).unwrap_err();
            let problem = format!("line 2: pass: {number} is no number from 0 to 4294967295");
            assert_eq!(error.to_string(), problem);
        }
    }

    #[test]
    fn a_line_that_stands_twice_loses_no_cards() {
        let game = crate::Game::new(crate::RuleSet::EkligeElfer, &[]).unwrap();
        let deck = gehtauf_cards::seeded_deck(7, game.pack());
        let mut layout = crate::Position::layout(&game.deal(&deck).unwrap());
        let Content::Pile(column) = &mut layout.lines[0].1 else { panic!("a number") };
        let first = std::mem::take(column);
        layout.push_slots("c1", first);
        assert_eq!(game.read(&layout).unwrap_err().to_string(), "c1: this line stands twice");
    }

    #[test]
    fn labels_are_read_in_any_case() {
        let layout = Layout::parse("C1: KS; 2C\nTalon: AC\nPASS: 1\n").unwrap();
        assert_eq!(layout.to_string(), "c1: KS 2C\ntalon: AC\npass: 1\n");
        let error = Layout::parse("c1: KS\nC1: AC").unwrap_err();
        assert_eq!(error.to_string(), "line 2: c1 stands twice");
    }

    #[test]
    fn what_is_read_stands_in_errors_in_short() {
        let long = "x\u{1b}".repeat(1000);
        for text in [
            format!("{long}: AS\n{long}: KS"),
            format!("{long}: -{}", "9".repeat(1000)),
            format!("pass: {long}"),
            format!("c1: {long}"),
            format!("c1: AS\n{long}: "),
        ] {
            let game = crate::Game::new(crate::RuleSet::Domino, &[("ranks", "2")]).unwrap();
            let read = Layout::parse(&text).and_then(|layout| game.read(&layout));
            let error = read.unwrap_err().to_string();
            assert!(error.len() < 200 && !error.contains('\u{1b}'), "{error}");
        }
        let option = crate::Game::new(crate::RuleSet::Domino, &[(&long, "2")]).unwrap_err();
        let value = crate::Game::new(crate::RuleSet::Domino, &[("fill", &long)]).unwrap_err();
        let game = long.parse::<crate::RuleSet>().unwrap_err();
        for error in [option.to_string(), value.to_string(), game.to_string()] {
            assert!(error.len() < 200 && !error.contains('\u{1b}'), "{error}");
        }
    }

    #[test]
    fn a_line_has_a_label() {
        for line in [": KH", " : KH", "KH"] {
            let error = Layout::parse(line).unwrap_err().to_string();
            assert_eq!(error, "line 1: expected a label, a colon and cards");
        }
    }

    /// Comparing each label with all before it would take minutes.
    #[test]
    fn a_text_of_very_many_lines_is_soon_read() {
        let text: String =
            (0..400_000).map(|i| format!("c{i}: --\n")).chain(["c7:".into()]).collect();
        let error = Layout::parse(&text).unwrap_err();
        assert_eq!(error.to_string(), "line 400001: c7 stands twice");
    }
}
