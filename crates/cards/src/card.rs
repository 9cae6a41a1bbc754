//! One card: its rank, its suit and its spellings.

use std::fmt;
use std::str::FromStr;

/// A suit, in the order C D H S.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, Kreuz; black.
    Clubs,
    /// Diamonds, Karo; red.
    Diamonds,
    /// Hearts, Herz; red.
    Hearts,
    /// Spades, Pik; black.
    Spades,
}

/// The colour of a suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// Clubs and spades.
    Black,
    /// Diamonds and hearts.
    Red,
}

impl Suit {
    /// All suits in order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The colour of the suit.
    pub const fn colour(self) -> Colour {
        match self {
            Suit::Clubs | Suit::Spades => Colour::Black,
            Suit::Diamonds | Suit::Hearts => Colour::Red,
        }
    }

    /// The place of the suit in [`Suit::ALL`], 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the suit: `C`, `D`, `H` or `S`.
    pub const fn letter(self) -> char {
        match self {
            Suit::Clubs => 'C',
            Suit::Diamonds => 'D',
            Suit::Hearts => 'H',
            Suit::Spades => 'S',
        }
    }

    /// The suit of a letter in either case or of a suit sign, black or white.
    pub const fn from_sign(sign: char) -> Option<Suit> {
        match sign {
            'C' | 'c' | '♣' | '♧' => Some(Suit::Clubs),
            'D' | 'd' | '♦' | '♢' => Some(Suit::Diamonds),
            'H' | 'h' | '♥' | '♡' => Some(Suit::Hearts),
            'S' | 's' | '♠' | '♤' => Some(Suit::Spades),
            _ => None,
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A rank: the Ace is 1, the King 13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The lowest rank.
    pub const ACE: Rank = Rank(1);
    /// The highest rank.
    pub const KING: Rank = Rank(13);
    const LETTERS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

    /// The rank with this number, 1 (Ace) to 13 (King).
    pub const fn new(number: u8) -> Option<Rank> {
        if 1 <= number && number <= 13 { Some(Rank(number)) } else { None }
    }

    /// The number of the rank, 1 (Ace) to 13 (King).
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The letter of the rank: `A 2 3 4 5 6 7 8 9 T J Q K`.
    pub const fn letter(self) -> char {
        Self::LETTERS[self.0 as usize - 1]
    }

    /// The rank one higher; nothing above the King.
    pub const fn up(self) -> Option<Rank> {
        Rank::new(self.0 + 1)
    }

    /// The rank one lower; nothing below the Ace.
    pub const fn down(self) -> Option<Rank> {
        Rank::new(self.0 - 1)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A card, written rank then suit: `TH`, `AS`. The two copies in a double pack are equal. Cards are ordered by rank
/// first, then by suit; [`Card::index`] and the order of a pack go by suit first.
///
/// ```
/// use gehtauf_cards::Card;
/// let card: Card = "10♥".parse().unwrap();
/// assert_eq!(card.to_string(), "TH");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// The rank.
    pub rank: Rank,
    /// The suit.
    pub suit: Suit,
}

impl Card {
    /// How many different cards there are; [`Card::index`] is below it.
    pub const TYPES: usize = 52;

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card { rank, suit }
    }

    /// The colour of the card's suit.
    pub const fn colour(self) -> Colour {
        self.suit.colour()
    }

    /// A number for each card type: 13 x suit + (rank - 1), 0 to 51.
    pub const fn index(self) -> usize {
        13 * self.suit.index() + self.rank.number() as usize - 1
    }

    /// The card of this [`Card::index`].
    pub fn from_index(index: usize) -> Option<Card> {
        Some(Card::new(Rank::new((index % 13) as u8 + 1)?, *Suit::ALL.get(index / 13)?))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank, self.suit)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a card such as QH or 10S")]
pub struct NotACard(pub String);

impl FromStr for Card {
    type Err = NotACard;

    /// Reads `TH`, `10H`, `th`, `T♥` and the like, and German cards: `D♥`, `HeD`, `Kr10`. The mark by
    /// which telephones make a picture of a suit sign is read over.
    fn from_str(text: &str) -> Result<Card, NotACard> {
        let card = text.strip_suffix('\u{fe0f}').unwrap_or(text);
        english_or_signed(card).or_else(|| german(card)).ok_or_else(|| NotACard(excerpt(card)))
    }
}

/// Reads a rank and a suit's letter or sign. Before a sign the rank may be a German one, which before
/// a letter would be too easily mistaken.
fn english_or_signed(text: &str) -> Option<Card> {
    let mut letters = text.chars();
    let sign = letters.next_back()?;
    let german = |word| german_rank(word).filter(|_| !sign.is_ascii());
    let rank = rank(letters.as_str()).or_else(|| german(letters.as_str()))?;
    Some(Card::new(rank, Suit::from_sign(sign)?))
}

/// Reads the first two letters of a suit's German name and a rank, in this order or the other.
fn german(text: &str) -> Option<Card> {
    let suits = [("kr", 0), ("ka", 1), ("he", 2), ("pi", 3)];
    let text = text.to_ascii_lowercase();
    suits.into_iter().find_map(|(name, suit)| {
        let word = text.strip_prefix(name).or_else(|| text.strip_suffix(name))?;
        Some(Card::new(german_rank(word)?, Suit::ALL[suit]))
    })
}

/// The rank of a letter in either case, or of `10`.
fn rank(word: &str) -> Option<Rank> {
    let letter = match word {
        "10" => 'T',
        letter => letter.to_ascii_uppercase().parse().ok()?,
    };
    Rank::new(1 + Rank::LETTERS.iter().position(|&l| l == letter)? as u8)
}

/// The same, but Bube and Dame for the Jack and the Queen.
fn german_rank(word: &str) -> Option<Rank> {
    match word {
        "B" | "b" => rank("J"),
        "D" | "d" => rank("Q"),
        "J" | "j" | "Q" | "q" => None,
        _ => rank(word),
    }
}

/// The text, shortened so that an error message stays a line; control characters made visible, and no text at all.
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 20;
    if text.is_empty() {
        return "\"\"".to_string();
    }
    let mut short = String::new();
    for letter in text.chars().take(MOST) {
        match letter {
            '\'' | '"' | '\\' => short.push(letter),
            _ => short.extend(letter.escape_debug()),
        }
    }
    if text.chars().count() > MOST {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_show_what_cannot_be_seen() {
        assert_eq!(excerpt(""), "\"\"");
        assert_eq!(excerpt("it's \"\\\" \u{1b}[31m"), "it's \"\\\" \\u{1b}[31m");
    }

    #[test]
    fn every_spelling_is_read() {
        for text in ["TH", "th", "10H", "10h", "T♥", "10♥", "tH", "T♡", "10♥\u{fe0f}"] {
            assert_eq!(text.parse::<Card>().unwrap().to_string(), "TH", "{text}");
        }
        for suit in Suit::ALL {
            for number in 1..=13 {
                let card = Card::new(Rank::new(number).unwrap(), suit);
                assert_eq!(card.to_string().parse::<Card>(), Ok(card));
            }
        }
    }

    #[test]
    fn german_cards_are_read() {
        for (text, card) in [
            ("D♥", "QH"),
            ("B♣", "JC"),
            ("d♥\u{fe0f}", "QH"),
            ("10♠", "TS"),
            ("HeD", "QH"),
            ("Kr10", "TC"),
            ("KaB", "JD"),
            ("piA", "AS"),
            ("KrK", "KC"),
            ("KKa", "KD"),
            ("DKr", "QC"),
            ("he7", "7H"),
        ] {
            assert_eq!(text.parse::<Card>().unwrap().to_string(), card, "{text}");
        }
        // Before a suit's letter D and B stay what they are: the D of 7D is diamonds.
        for text in ["DH", "BC", "HeQ", "KrJ", "Kr", "KrKr", "He11", "HeDD", "Kreuz"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "1H", "H", "T", "THH", "HH", "11H", "10", "100H", "0H", "TX", "♥T", "é♥"]
        {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
        assert_eq!(
            "1H".parse::<Card>().unwrap_err().to_string(),
            "1H is not a card such as QH or 10S"
        );
    }

    #[test]
    fn indices_are_the_numbers_below_52() {
        let mut seen = [false; Card::TYPES];
        for suit in Suit::ALL {
            for number in 1..=13 {
                seen[Card::new(Rank::new(number).unwrap(), suit).index()] = true;
            }
        }
        assert!(seen.iter().all(|&s| s));
    }
}
