//! The one move notation of every listing, file and test (RULES.md, "Move notation").

use std::fmt;
use std::str::FromStr;

use gehtauf_cards::{Card, Suit};

/// A move of any of the games. Indices count from 0; the notation counts from 1.
///
/// [`Display`](fmt::Display) prints the notation and [`FromStr`] reads it; `:1` may be left out on
/// input and is left out on output.
///
/// ```
/// use gehtauf_rules::Move;
/// let m: Move = "c3>c5:2".parse().unwrap();
/// assert_eq!(m, Move::ColumnToColumn { from: 2, to: 4, count: 2 });
/// assert_eq!(m.to_string(), "c3>c5:2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// `turn`: one talon card onto the waste (Acht mal Acht, 8x8).
    Turn,
    /// `redeal`: the waste turned over; the cards taken up and dealt anew (Domino, Hochzeitszug).
    Redeal,
    /// `deal`: the next row of talon cards onto the columns (Eklige Elfer).
    Deal,
    /// `c3>c5:2`: the last `count` cards of a column onto another column.
    ColumnToColumn {
        /// Index of the column the cards leave.
        from: u8,
        /// Index of the column the cards go to.
        to: u8,
        /// How many cards, 1 or more.
        count: u8,
    },
    /// `c3>f`: a column's open card to a foundation.
    ColumnToFoundation {
        /// Index of the column.
        from: u8,
    },
    /// `c4>out`: the complete run at a column's end out of the game (Eklige Elfer).
    ColumnOut {
        /// Index of the column.
        from: u8,
    },
    /// `w>c5`: the top waste card onto a column.
    WasteToColumn {
        /// Index of the column.
        to: u8,
    },
    /// `w>f`: the top waste card to a foundation.
    WasteToFoundation,
    /// `f5H>c2`: a foundation's top card back onto a column (`foundation-return`).
    FoundationToColumn {
        /// The card.
        card: Card,
        /// Index of the column.
        to: u8,
    },
    /// `5H>r2p7`: a card into a gap (Domino).
    CardToGap {
        /// The card.
        card: Card,
        /// Index of the row.
        row: u8,
        /// The gap's place, 1 (just right of the Ace) and up, as written: place 0 is the Ace.
        place: u8,
    },
    /// `aces:CSHD`: the Aces of the rows, in their order (Domino, `aces=free`); the first move.
    Aces(AceOrder),
    /// `s3>f`: a stack's top card to a foundation (Hochzeitszug).
    StackToFoundation {
        /// Index of the stack.
        from: u8,
    },
    /// `s3>s5`, `s3>s5:2`: the top `count` cards of a stack onto another stack.
    StackToStack {
        /// Index of the stack the cards leave.
        from: u8,
        /// Index of the stack the cards go to.
        to: u8,
        /// How many cards, 1 or more.
        count: u8,
    },
    /// `fill:s4`: the next talon cards onto an empty stack (Hochzeitszug, after a redeal).
    Fill {
        /// Index of the stack.
        stack: u8,
    },
}

/// Which suit's Ace lies before which row (Domino): 1 to 4 different suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AceOrder([Option<Suit>; 4]);

impl AceOrder {
    /// The order of these suits; nothing if a suit occurs twice or there are none or more than four.
    pub fn new(suits: &[Suit]) -> Option<AceOrder> {
        let mut order = [None; 4];
        for (i, &suit) in suits.iter().enumerate() {
            if i >= 4 || suits[..i].contains(&suit) {
                return None;
            }
            order[i] = Some(suit);
        }
        (!suits.is_empty()).then_some(AceOrder(order))
    }

    /// The suits, first row first.
    pub fn suits(self) -> impl Iterator<Item = Suit> {
        self.0.into_iter().flatten()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nth = |index: u8| u16::from(index) + 1;
        let pile_to_pile = |f: &mut fmt::Formatter<'_>, letter: char, from: u8, to: u8, count| {
            write!(f, "{letter}{}>{letter}{}", nth(from), nth(to))?;
            if count == 1 { Ok(()) } else { write!(f, ":{count}") }
        };
        match *self {
            Move::Turn => write!(f, "turn"),
            Move::Redeal => write!(f, "redeal"),
            Move::Deal => write!(f, "deal"),
            Move::ColumnToColumn { from, to, count } => pile_to_pile(f, 'c', from, to, count),
            Move::ColumnToFoundation { from } => write!(f, "c{}>f", nth(from)),
            Move::ColumnOut { from } => write!(f, "c{}>out", nth(from)),
            Move::WasteToColumn { to } => write!(f, "w>c{}", nth(to)),
            Move::WasteToFoundation => write!(f, "w>f"),
            Move::FoundationToColumn { card, to } => write!(f, "f{card}>c{}", nth(to)),
            Move::CardToGap { card, row, place } => write!(f, "{card}>r{}p{place}", nth(row)),
            Move::Aces(order) => {
                write!(f, "aces:")?;
                order.suits().try_for_each(|suit| write!(f, "{suit}"))
            }
            Move::StackToFoundation { from } => write!(f, "s{}>f", nth(from)),
            Move::StackToStack { from, to, count } => pile_to_pile(f, 's', from, to, count),
            Move::Fill { stack } => write!(f, "fill:s{}", nth(stack)),
        }
    }
}

/// The text is no move in the notation of any game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a move such as c3>c5:2, 5H>r2p7 or s3>f")]
pub struct NotAMove(pub String);

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        const MOST: usize = 20;
        parse(text).ok_or_else(|| {
            let rest = if text.chars().count() > MOST { "..." } else { "" };
            NotAMove(text.chars().take(MOST).chain(rest.chars()).collect())
        })
    }
}

fn parse(text: &str) -> Option<Move> {
    let text = &*text.to_ascii_lowercase();
    match text {
        "turn" => return Some(Move::Turn),
        "redeal" => return Some(Move::Redeal),
        "deal" => return Some(Move::Deal),
        "w>f" => return Some(Move::WasteToFoundation),
        _ => {}
    }
    if let Some(suits) = text.strip_prefix("aces:") {
        let suits: Option<Vec<Suit>> = suits.chars().map(Suit::from_sign).collect();
        return Some(Move::Aces(AceOrder::new(&suits?)?));
    }
    if let Some(stack) = text.strip_prefix("fill:") {
        return Some(Move::Fill { stack: index(stack, 's')? });
    }
    let (source, target) = text.split_once('>')?;
    if source == "w" {
        return Some(Move::WasteToColumn { to: index(target, 'c')? });
    }
    if let Some(card) = source.strip_prefix('f') {
        return Some(Move::FoundationToColumn {
            card: card.parse().ok()?,
            to: index(target, 'c')?,
        });
    }
    if let Some(gap) = target.strip_prefix('r') {
        let (row, place) = gap.split_once('p')?;
        let (row, place) = (count(row)?.checked_sub(1)?, count(place)?);
        return Some(Move::CardToGap { card: source.parse().ok()?, row, place });
    }
    let (target, count) = match target.split_once(':') {
        Some((target, cards)) => (target, Some(count(cards)?)),
        None => (target, None),
    };
    match (source.chars().next()?, target, count) {
        ('c', "f", None) => Some(Move::ColumnToFoundation { from: index(source, 'c')? }),
        ('c', "out", None) => Some(Move::ColumnOut { from: index(source, 'c')? }),
        ('s', "f", None) => Some(Move::StackToFoundation { from: index(source, 's')? }),
        ('c', ..) => Some(Move::ColumnToColumn {
            from: index(source, 'c')?,
            to: index(target, 'c')?,
            count: count.unwrap_or(1),
        }),
        ('s', ..) => Some(Move::StackToStack {
            from: index(source, 's')?,
            to: index(target, 's')?,
            count: count.unwrap_or(1),
        }),
        _ => None,
    }
}

/// Reads `c3` as 2.
fn index(text: &str, letter: char) -> Option<u8> {
    count(text.strip_prefix(letter)?)?.checked_sub(1)
}

/// Reads a number from 1 to 255 without sign or leading zeros.
fn count(text: &str) -> Option<u8> {
    if text.starts_with(['0', '+']) { None } else { text.parse().ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_of_the_rules_page_round_trips() {
        let words = "turn redeal deal c3>c5:2 c3>c5 c3>f w>c5 w>f f5H>c2 c4>out 5H>r2p7 TS>r4p13 \
                     aces:CSHD aces:H s3>f s3>s16 s3>s5:2 fill:s4";
        for word in words.split_whitespace() {
            assert_eq!(word.parse::<Move>().unwrap().to_string(), word);
        }
        assert_eq!("c3>c5:1".parse::<Move>().unwrap().to_string(), "c3>c5");
        assert_eq!(Move::Fill { stack: 255 }.to_string(), "fill:s256");
        assert_eq!("10h>r1p2".parse::<Move>().unwrap().to_string(), "TH>r1p2");
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let words = "c0>f c3 c3> >c3 c3>s5 w>w w>s3 f>c2 c3>f:2 c3>c5:0 c3>c5:+2 c300>f aces: \
                     aces:CC aces:CSHDC fill:c4 5H>r0p7 5H>r2p0 5H>r2 é>f turn2 c03>f";
        for word in words.split_whitespace() {
            assert!(word.parse::<Move>().is_err(), "{word}");
        }
        assert!("".parse::<Move>().is_err());
        let error = "c3>c9999999999999999999".parse::<Move>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"c3>c9999999999999999...\" is not a move such as c3>c5:2, 5H>r2p7 or s3>f"
        );
    }
}
