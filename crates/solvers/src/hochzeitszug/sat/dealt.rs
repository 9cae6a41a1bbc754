//! The dealt cards, and what lays each open.

use gehtauf_cards::Card;
use gehtauf_rules::hochzeitszug::Hochzeitszug;

use crate::hochzeitszug::abstractions::belief_sets::configuration::SUIT_CARDS;

/// A dealt card: its place in [`Dealt::cards`].
pub type CardId = usize;

/// What lays a dealt card open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// Nothing: it lies open at the start.
    Start,
    /// The card over it leaves its dealt place.
    Leaves(CardId),
    /// A block of talon cards is laid out, counted from 0; the card is its last.
    Block(usize),
}

/// A card in its dealt place.
#[derive(Debug, Clone, Copy)]
pub struct DealtCard {
    /// `2 * (rank - 1) + copy`, its number in its suit.
    pub number: u8,
    pub opening: Opening,
}

impl DealtCard {
    pub fn rank(self) -> u8 {
        self.number / 2 + 1
    }
}

/// What lies where at the start. A *block* is `depth` talon cards that will refill a stack together, fewer
/// at the end of the talon.
#[derive(Debug, Clone)]
pub struct Dealt {
    pub decks: u8,
    /// The highest rank.
    pub top_rank: u8,
    pub cards: Vec<DealtCard>,
    /// The stacks with cards, then the blocks in order; the top card last.
    pub piles: Vec<Vec<CardId>>,
    /// The number of each stack with cards.
    pub stacks: Vec<u8>,
    /// By suit, the cards that lie on the foundations.
    pub on_foundations: [u32; 4],
    /// By suit and number.
    ids: [[Option<CardId>; SUIT_CARDS]; 4],
}

impl Dealt {
    pub fn new(position: &Hochzeitszug) -> Dealt {
        let variant = position.variant();
        let mut dealt = Dealt {
            decks: variant.pack.decks,
            top_rank: variant.pack.top.number(),
            cards: Vec::new(),
            piles: Vec::new(),
            stacks: Vec::new(),
            on_foundations: [0; 4],
            ids: [[None; SUIT_CARDS]; 4],
        };
        for stack in (0..variant.stacks()).filter(|&stack| !position.stack(stack).is_empty()) {
            dealt.stacks.push(stack as u8);
            dealt.add_pile(position.stack(stack), Opening::Start);
        }
        let talon: Vec<Card> = position.talon().collect();
        for (block, cards) in talon.chunks(variant.depth.into()).enumerate() {
            dealt.add_pile(cards, Opening::Block(block));
        }
        for card in variant.pack.card_types() {
            let first = 2 * (card.rank.number() - 1);
            for number in first..first + variant.pack.decks {
                if dealt.ids[card.suit.index()][usize::from(number)].is_none() {
                    dealt.on_foundations[card.suit.index()] |= 1 << number;
                }
            }
        }
        dealt
    }

    /// Adds a pile whose last card is laid open so.
    fn add_pile(&mut self, cards: &[Card], mut opening: Opening) {
        let mut pile = Vec::new();
        for card in cards.iter().rev() {
            let ids = &mut self.ids[card.suit.index()];
            let first = 2 * (card.rank.number() - 1);
            let number = first + u8::from(ids[usize::from(first)].is_some());
            let id = self.cards.len();
            ids[usize::from(number)] = Some(id);
            self.cards.push(DealtCard { number, opening });
            opening = Opening::Leaves(id);
            pile.push(id);
        }
        pile.reverse();
        self.piles.push(pile);
    }

    /// Each card with its pile and how many cards lie under it, or come before it in its block.
    pub fn in_piles(&self) -> impl Iterator<Item = (CardId, usize, usize)> + '_ {
        let piles = self.piles.iter().enumerate();
        piles.flat_map(|(pile, cards)| {
            cards.iter().enumerate().map(move |(place, &card)| (card, pile, place))
        })
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.piles.len() - self.stacks.len()
    }

    /// The dealt card of a suit with this number.
    ///
    /// # Panics
    /// It lies on a foundation, or is none of the pack.
    pub fn id(&self, suit: usize, number: u8) -> CardId {
        self.ids[suit][usize::from(number)].expect("the card was dealt")
    }

    /// The dealt cards of a suit.
    pub fn of_suit(&self, suit: usize) -> impl Iterator<Item = CardId> {
        self.ids[suit].into_iter().flatten()
    }

    /// The dealt copies of a card.
    pub fn copies(&self, suit: usize, rank: u8) -> Vec<CardId> {
        self.of_suit(suit).filter(|&id| self.cards[id].rank() == rank).collect()
    }

    /// Whether a card can lie packed on another.
    ///
    /// *Claim.* An Ace or a 2 need not. *Proof.* All foundations of its suit that begin with it are there from
    /// the start, so it fits one. In a win let it go there when it leaves its dealt place, and leave out its
    /// other moves. Only an Ace can lie on it, and goes to its foundation as well. The cards on which
    /// it lay open earlier and have nothing on them any more, which forbids no other move
    /// ([`safe_foundation_moves`](crate::hochzeitszug::prunings::safe_foundation_moves)).
    pub fn is_packable(&self, id: CardId) -> bool {
        (3..self.top_rank).contains(&self.cards[id].rank())
    }
}
