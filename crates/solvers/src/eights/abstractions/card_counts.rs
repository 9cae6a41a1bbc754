//! Counts of cards, four bits each: by suit and rank, or by face.

use crate::eights::state::{CardType, Deal, colour_of};

/// The digit of a rank.
pub fn digit(card: CardType) -> u64 {
    1 << (4 * (card.rank() - 1))
}

/// How many cards of each type there are: by suit, four bits for each rank from the Ace on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(pub [u64; 4]);

impl Cards {
    /// What piles hold as in [`State::foundations`](crate::eights::state::State::foundations).
    pub fn on_foundations(deal: &Deal, foundations: &[u8; 8]) -> Cards {
        let mut cards = Cards::default();
        for (i, &count) in foundations.iter().enumerate() {
            for card in 0..count {
                cards = cards.add(CardType::of(card % deal.rules.pack.top.number() + 1, i / 2));
            }
        }
        cards
    }

    /// How many cards there are if there are no more than three of a type.
    pub fn count(self) -> u32 {
        const ONES: u64 = 0x1111_1111_1111_1111;
        let count = |x: &u64| (x & ONES).count_ones() + 2 * (x >> 1 & ONES).count_ones();
        self.0.iter().map(count).sum()
    }

    pub fn add(mut self, card: CardType) -> Cards {
        self.0[card.suit()] += digit(card);
        self
    }

    pub fn and(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|suit| self.0[suit] + other.0[suit]))
    }

    /// Without cards that are among these.
    pub fn minus(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|suit| self.0[suit] - other.0[suit]))
    }

    /// Without those of some types, four bits each.
    pub fn but(self, cards: [u64; 4]) -> Cards {
        Cards(std::array::from_fn(|suit| self.0[suit] & !cards[suit]))
    }

    /// How many cards of each face there are.
    pub fn lines(self) -> Lines {
        let [clubs, diamonds, hearts, spades] = self.0;
        Lines::of(clubs + spades, diamonds + hearts)
    }

    /// Whether all of these are among others, if there are no more than seven of a type.
    pub fn is_among(self, others: Cards) -> bool {
        const HIGH: u64 = 0x8888_8888_8888_8888;
        self.0.iter().zip(others.0).all(|(&few, many)| ((many | HIGH) - few) & HIGH == HIGH)
    }

    /// How many cards of the type there are.
    pub fn of(self, card: CardType) -> u64 {
        self.0[card.suit()] >> (4 * (card.rank() - 1)) & 15
    }

    /// How many ranks from the Ace on have both cards of a suit.
    pub fn both(self, suit: usize) -> u32 {
        without_gap(self.0[suit] & TWOS)
    }

    /// How many ranks from the Ace on have a card of a suit.
    pub fn one(self, suit: usize) -> u32 {
        without_gap(self.0[suit])
    }
}

pub const TWOS: u64 = 0x2222_2222_2222_2222;

/// The lowest `ranks` ranks in the numbers of [`Cards`].
pub fn up_to(ranks: u32) -> u64 {
    (1 << (4 * ranks)) - 1
}

/// How many ranks from the Ace on have a card, four bits for each.
pub fn without_gap(cards: u64) -> u32 {
    let any = (cards | cards >> 1) & 0x1111_1111_1111_1111;
    (any ^ 0x1111_1111_1111_1111).trailing_zeros() / 4
}

/// How many cards of each face there are: by line, four bits for each rank. A line has the faces that build on one
/// another: black Aces, red Twos, and so on, or red Aces, black Twos, and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lines(pub [u64; 2]);

impl Lines {
    /// Of black and of red cards, four bits for each rank.
    fn of(black: u64, red: u64) -> Lines {
        const ODD: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        Lines([(black & ODD) + (red & !ODD), (red & ODD) + (black & !ODD)])
    }

    /// Of the cards of a suit, four bits for each rank.
    pub fn of_suit(suit: usize, cards: u64) -> Lines {
        let red = cards & u64::from(colour_of(suit)).wrapping_neg();
        Lines::of(cards ^ red, red)
    }

    /// One card.
    pub fn of_card(card: CardType) -> Lines {
        Lines::of_suit(card.suit(), digit(card))
    }

    pub fn with(self, card: CardType) -> Lines {
        self.and(Lines::of_card(card))
    }

    pub fn without(self, card: CardType) -> Lines {
        self.minus(Lines::of_card(card))
    }

    pub fn and(self, other: Lines) -> Lines {
        Lines(std::array::from_fn(|line| self.0[line] + other.0[line]))
    }

    /// Without cards that are among these.
    pub fn minus(self, other: Lines) -> Lines {
        Lines(std::array::from_fn(|line| self.0[line] - other.0[line]))
    }

    /// How many there are of each face beyond those of the others: of these at most seven, of the others eight.
    pub fn beyond(self, others: Lines) -> Lines {
        const HIGH: u64 = 0x8888_8888_8888_8888;
        let is_small = |&digits: &u64| digits & HIGH == 0;
        let is_low = |&digits: &u64| digits & (((digits & HIGH) >> 3) * 7) == 0;
        debug_assert!(self.0.iter().all(is_small) && others.0.iter().all(is_low));
        Lines(std::array::from_fn(|line| {
            // In each digit 8 and the difference; in those under 8 it is negative.
            let differences = (self.0[line] | HIGH) - others.0[line];
            differences & (((differences & HIGH) >> 3) * 7)
        }))
    }

    /// Those that find none of the parents one rank up if each carries one.
    pub fn without_parent(self, parents: Lines) -> Lines {
        self.beyond(Lines(parents.0.map(|digits| digits >> 4)))
    }

    /// How many cards there are, at most 255.
    pub fn count(self) -> u32 {
        const ODD: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let bytes = self.0.map(|digits| (digits & ODD) + (digits >> 4 & ODD));
        ((bytes[0] + bytes[1]).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Each rank and how many cards of it there are.
    pub fn by_rank(self) -> impl Iterator<Item = (usize, i32)> {
        let digit = move |line: usize, rank: usize| (self.0[line] >> (4 * rank - 4) & 15) as i32;
        (1..=13).map(move |rank| (rank, digit(0, rank) + digit(1, rank)))
    }
}
