//! A shuffled pack and its one-line text form.

use std::fmt;

use crate::{Card, NotACard, Pack};

/// A shuffled pack: its cards in the order in which they are dealt, first card dealt first.
///
/// ```
/// use gehtauf_cards::{Deck, Pack, Rank, Suits};
/// let pack = Pack { top: Rank::new(2).unwrap(), suits: Suits::parse("CH").unwrap(), decks: 1 };
/// let deck = Deck::parse("2c, a♥ 2H AC", pack).unwrap();
/// assert_eq!(deck.to_string(), "2C AH 2H AC");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Deck {
    cards: Vec<Card>,
}

/// What is wrong with a deck line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeckError {
    /// A word is no card. Places count from 1.
    #[error("card {place}: {error}")]
    NotACard {
        /// Which word of the line.
        place: usize,
        /// The word.
        error: NotACard,
    },
    /// A card that the (reduced) pack does not have.
    #[error("card {place}: {card} does not belong to this pack")]
    NotInPack {
        /// Which word of the line.
        place: usize,
        /// The card.
        card: Card,
    },
    /// The wrong cards: some too often, some missing.
    #[error("{}", describe_miscount(.0, *.1, *.2))]
    Miscounted(Vec<(Card, usize)>, usize, Pack),
}

/// "52 cards where the pack has 104; QS occurs three times, 9D once".
fn describe_miscount(wrong: &[(Card, usize)], found: usize, pack: Pack) -> String {
    const LISTED: usize = 4;
    let mut text = if found == pack.len() {
        String::new()
    } else {
        let s = if found == 1 { "" } else { "s" };
        format!("{found} card{s} where the pack has {}; ", pack.len())
    };
    let listed: Vec<String> = wrong
        .iter()
        .take(LISTED)
        .enumerate()
        .map(|(i, (card, count))| {
            let times = match count {
                0 => "never".to_string(),
                1 => "once".to_string(),
                2 => "twice".to_string(),
                3 => "three times".to_string(),
                n => format!("{n} times"),
            };
            format!("{card}{} {times}", if i == 0 { " occurs" } else { "" })
        })
        .collect();
    text += &listed.join(", ");
    if wrong.len() > LISTED {
        text += &format!(", and {} more", wrong.len() - LISTED);
    }
    text
}

impl Deck {
    /// The deck of these cards.
    ///
    /// # Errors
    /// The cards are not exactly those of the pack.
    pub fn new(cards: Vec<Card>, pack: Pack) -> Result<Deck, DeckError> {
        check_count(&cards, pack)?;
        Ok(Deck { cards })
    }

    /// Reads a deck line: cards separated by blanks, commas or semicolons.
    ///
    /// # Errors
    /// A word is no card, or the cards are not exactly those of the pack.
    pub fn parse(line: &str, pack: Pack) -> Result<Deck, DeckError> {
        let mut cards = Vec::with_capacity(pack.len());
        for (i, word) in words(line).enumerate() {
            let card = word.parse().map_err(|error| DeckError::NotACard { place: i + 1, error })?;
            cards.push(card);
        }
        Deck::new(cards, pack)
    }

    /// The cards, first dealt first.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }
}

/// The words of a line of cards: blanks, commas and semicolons separate them.
pub fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || ",;".contains(c)).filter(|word| !word.is_empty())
}

/// Checks that the cards, in any order, are exactly those of the pack.
///
/// # Errors
/// The first card that the pack does not have, or which cards occur too often or too rarely, the surplus first.
pub fn check_count(cards: &[Card], pack: Pack) -> Result<(), DeckError> {
    if let Some(i) = cards.iter().position(|&card| !pack.contains(card)) {
        return Err(DeckError::NotInPack { place: i + 1, card: cards[i] });
    }
    let mut counts = [0; Card::TYPES];
    for card in cards {
        counts[card.index()] += 1;
    }
    let decks = usize::from(pack.decks);
    let surplus = pack.card_types().filter(|c| counts[c.index()] > decks);
    let missing = pack.card_types().filter(|c| counts[c.index()] < decks);
    let wrong: Vec<_> = surplus.chain(missing).map(|c| (c, counts[c.index()])).collect();
    if wrong.is_empty() { Ok(()) } else { Err(DeckError::Miscounted(wrong, cards.len(), pack)) }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.cards.iter().enumerate() {
            write!(f, "{}{card}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full_line() -> String {
        Pack::SINGLE.cards().map(|c| c.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn blanks_commas_and_semicolons_separate() {
        let line = full_line().replace(' ', " , ").replacen(',', ";", 9);
        assert_eq!(Deck::parse(&line, Pack::SINGLE).unwrap().to_string(), full_line());
    }

    #[test]
    fn errors_name_the_place_and_the_cards() {
        let error = |line: &str, pack| Deck::parse(line, pack).unwrap_err().to_string();
        let line = full_line();
        let no_card = "card 1: 1C is not a card such as QH or 10S";
        assert_eq!(error(&line.replacen("AC", "1C", 1), Pack::SINGLE), no_card);
        assert_eq!(error(&line.replacen("9D", "QS", 1), Pack::SINGLE), "QS occurs twice, 9D never");
        let reduced = Pack { top: "4C".parse::<Card>().unwrap().rank, ..Pack::SINGLE };
        assert_eq!(error(&line, reduced), "card 5: 5C does not belong to this pack");
        let double = format!("{line} {}", line.replacen("9D", "QS", 1));
        assert_eq!(error(&double, Pack::DOUBLE), "QS occurs three times, 9D once");
        assert_eq!(
            error("AC", Pack::SINGLE),
            "1 card where the pack has 52; 2C occurs never, 3C never, 4C never, 5C never, and 47 more"
        );
        let reduced = Pack { top: crate::Rank::new(2).unwrap(), ..Pack::SINGLE };
        assert_eq!(error("AC 3H", reduced), "card 2: 3H does not belong to this pack");
    }
}
