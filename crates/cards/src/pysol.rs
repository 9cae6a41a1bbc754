//! Deal numbers of PySolFC and the decks they stand for.
//!
//! PySolFC shuffles an unshuffled list (each deck in turn; suits C S H D; A to K) by swapping place
//! `n` with `randint(0, n)` for `n` from the last place down to 1, and deals from the end of the
//! list. Numbers from 32000 on use CPython's Mersenne Twister, `msN` and smaller numbers the
//! generator of Microsoft's C library, widened at 2^31 and again at 2^32. For these it lays 52
//! cards out by rank first, C D H S, as Microsoft's FreeCell does.

use std::fmt;
use std::str::FromStr;

use rand_mt::Mt;

use crate::{Card, Deck, Pack, Rank, Suit, excerpt};

/// A deal number as PySolFC shows it: `12345678901234567890` or `ms24`.
///
/// ```
/// use gehtauf_cards::{pysol, Pack};
/// let number: pysol::Number = "ms24".parse().unwrap();
/// assert!(number.deck(Pack::DOUBLE).to_string().starts_with("KC TH QS TS 4H"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Number {
    /// A number for the Mersenne Twister, 32000 or more. PySolFC has no name for lesser ones: the text of one is read
    /// as Microsoft's, another deck. [`Number::plain`] tells them apart.
    MersenneTwister(u128),
    /// A number for Microsoft's generator, written `msN`; a plain N below 32000 is the same deal.
    Microsoft(u64),
}

/// PySolFC has no greater number for Microsoft's generator.
const MAX_MICROSOFT: u64 = (1 << 33) - 1;

/// The text is no PySolFC deal number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no PySolFC deal number (a number below 2^128, or ms and a number below 2^33)")]
pub struct NotANumber(String);

impl FromStr for Number {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<Number, NotANumber> {
        let digits = text.strip_prefix("pysol:").unwrap_or(text);
        let number = match digits.strip_prefix("ms") {
            Some(digits) => {
                let number = digits.parse().ok().filter(|&n| n <= MAX_MICROSOFT);
                number.map(Number::Microsoft)
            }
            None => digits.parse().ok().map(Number::plain),
        };
        let plain = digits.trim_start_matches("ms").bytes().all(|b| b.is_ascii_digit());
        number.filter(|_| plain).ok_or_else(|| NotANumber(excerpt(text)))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::MersenneTwister(n) => write!(f, "{n}"),
            Number::Microsoft(n) => write!(f, "ms{n}"),
        }
    }
}

impl Number {
    /// The number as PySolFC reads it without a prefix.
    pub fn plain(number: u128) -> Number {
        match u64::try_from(number) {
            Ok(small) if small < 32000 => Number::Microsoft(small),
            _ => Number::MersenneTwister(number),
        }
    }

    /// The deck that PySolFC deals for this number.
    pub fn deck(self, pack: Pack) -> Deck {
        const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];
        let mut cards: Vec<Card> = (0..pack.decks)
            .flat_map(|_| SUITS.into_iter().filter(|&suit| pack.suits.contains(suit)))
            .flat_map(|suit| {
                (1..=pack.top.number()).filter_map(Rank::new).map(move |rank| Card::new(rank, suit))
            })
            .collect();
        match self {
            Number::MersenneTwister(n) => {
                let words = (128 - n.leading_zeros()).div_ceil(32).max(1);
                let mut twister = Mt::new_with_key((0..words).map(|i| (n >> (32 * i)) as u32));
                shuffle(&mut cards, |limit| {
                    // CPython's random(): 53 bits from two outputs.
                    let high = f64::from(twister.next_u32() >> 5);
                    let low = f64::from(twister.next_u32() >> 6);
                    let unit = (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0;
                    (unit * limit as f64) as usize
                });
            }
            Number::Microsoft(n) => {
                if cards.len() == 52 {
                    let by_rank = (0..13).flat_map(|i| [i, i + 39, i + 26, i + 13]);
                    cards = by_rank.map(|i| cards[i]).collect();
                }
                let mut state = n as u32;
                shuffle(&mut cards, |limit| {
                    state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
                    let high = state >> 16;
                    let drawn = match n {
                        0..0x8000_0000 => high & 0x7fff,
                        0x8000_0000..0x1_0000_0000 => high | 0x8000,
                        _ => high + 1,
                    };
                    drawn as usize % limit
                });
            }
        }
        cards.reverse();
        Deck::new(cards, pack).expect("a shuffled pack holds the cards of the pack")
    }
}

/// Swaps each place with one drawn from those up to it, from the last place down.
fn shuffle(cards: &mut [Card], mut below: impl FnMut(usize) -> usize) {
    for n in (1..cards.len()).rev() {
        cards.swap(n, below(n + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_pysolfc_reads_them() {
        assert_eq!("31999".parse(), Ok(Number::Microsoft(31999)));
        assert_eq!("pysol:32000".parse(), Ok(Number::MersenneTwister(32000)));
        assert_eq!("ms8589934591".parse(), Ok(Number::Microsoft(8_589_934_591)));
        for text in [
            "",
            "ms",
            "+5",
            "-1",
            "ms-1",
            "12x",
            "340282366920938463463374607431768211456",
            "msms5",
            "ms8589934592",
        ] {
            assert!(text.parse::<Number>().is_err(), "{text}");
        }
    }

    #[test]
    fn decks_are_those_that_pysolfc_deals() {
        let rows = include_str!("../tests/pysolfc-eight-times-eight.tsv");
        assert_eq!(rows.lines().count(), 101);
        for row in rows.lines() {
            let (number, line) = row.split_once('\t').unwrap();
            let number: Number = number.parse().unwrap();
            assert_eq!(number.deck(Pack::DOUBLE).to_string(), line, "{number}");
        }
    }

    /// One deck and Microsoft's numbers: its FreeCell's deals 1 and 617.
    #[test]
    fn single_decks_are_those_of_microsoft() {
        for (number, line) in [
            (
                "1",
                "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C \
                 TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H",
            ),
            (
                "ms617",
                "7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D 8H AS KH TH QC 3H 9D 6S 8D 3D TC KD 5H \
                 9S 3C 8S 7H 4D JS 4C QS 9C 9H 7C 6H 2C 2S 4S TS 2H 5D JC 6C JH QH JD KS KC 4H",
            ),
        ] {
            let number: Number = number.parse().unwrap();
            let pack = Pack { decks: 1, ..Pack::DOUBLE };
            assert_eq!(number.deck(pack).to_string(), line, "{number}");
        }
    }
}
