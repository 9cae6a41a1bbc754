//! The events of a win, and what is said of them.

use gehtauf_cards::{Card, Rank};
use gehtauf_rules::hochzeitszug::{Hochzeitszug, Variant};

use crate::clauses::Lit;

/// What is always true. No clause has it, nor its contrary.
pub(super) const TRUE: Lit = Lit::MAX;

/// A card where it lies in a pile, numbered pile by pile, the lowest first.
pub type CardNumber = usize;

/// The piles of a position and the events of its wins.
///
/// Events count from 0: that each card leaves its place, by its number; that each block is laid out; that
/// each card goes up, if it can be packed before.
#[derive(Debug, Clone)]
pub struct Events {
    cards: Vec<Card>,
    /// By card, the event by which it is open; nothing if it is from the start.
    opens: Vec<Option<usize>>,
    /// The numbers of the cards of each pile, the lowest first.
    piles: Vec<Vec<CardNumber>>,
    stacks: usize,
    top: Rank,
    /// Pairs of events of which the first comes before the second.
    known: Vec<(usize, usize)>,
}

impl Events {
    /// Those of a position; nothing if the claims do not hold for it.
    pub fn new(position: &Hochzeitszug) -> Option<Events> {
        let variant = position.variant();
        let Variant {
            pack,
            layers: _,
            runs,
            packing_stalled,
            redeals: _,
            redeal_blocked: _,
            upper: _,
            lower: _,
            depth,
        } = variant;
        if runs || packing_stalled || position.redeals_used() > 0 || position.redeals_left() > 0 {
            return None;
        }
        let stacks = (0..variant.stacks()).map(|stack| position.stack(stack).to_vec());
        let mut piles: Vec<Vec<Card>> = stacks.filter(|stack| !stack.is_empty()).collect();
        let stacks = piles.len();
        let talon: Vec<Card> = position.talon().collect();
        piles.extend(talon.chunks(depth.into()).map(<[Card]>::to_vec));
        let mut events = Events {
            cards: piles.concat(),
            opens: Vec::new(),
            piles: Vec::new(),
            stacks,
            top: pack.top,
            known: Vec::new(),
        };
        for pile in &piles {
            let first = events.piles.iter().map(Vec::len).sum::<usize>();
            events.piles.push((first..first + pile.len()).collect());
        }
        for number in 0..events.piles.len() {
            events.add_pile(number);
        }
        let packable = (0..events.cards.len()).filter(|&card| events.is_packable(card));
        let up: Vec<_> = packable.map(|card| (card, events.goes_up(card))).collect();
        events.known.extend(up);
        Some(events)
    }

    /// Says by what the cards of a pile are open, and the order of its events.
    fn add_pile(&mut self, number: usize) {
        let pile = self.piles[number].clone();
        let block = number.checked_sub(self.stacks);
        for pair in pile.windows(2) {
            self.opens.push(Some(pair[1]));
            self.known.push((pair[1], pair[0]));
        }
        self.opens.push(block.map(|block| self.laid_out(block)));
        if let Some(block) = block {
            self.known.push((self.laid_out(block), pile[pile.len() - 1]));
            if block > 0 {
                self.known.push((self.laid_out(block - 1), self.laid_out(block)));
            }
        }
    }

    /// How many cards lie in the piles.
    pub fn cards(&self) -> usize {
        self.cards.len()
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.piles.len() - self.stacks
    }

    pub(super) fn piles(&self) -> usize {
        self.piles.len()
    }

    /// How many events there are room for.
    pub fn count(&self) -> usize {
        2 * self.cards() + self.blocks()
    }

    /// Pairs of events of which the first comes before the second in every win: a card leaves before the one under it;
    /// a block is laid out before its top card leaves, and before the next block; a card leaves before it goes up.
    pub fn known(&self) -> &[(usize, usize)] {
        &self.known
    }

    /// The card of this number.
    pub fn card(&self, card: CardNumber) -> Card {
        self.cards[card]
    }

    /// The other card with the same face, if it lies in a pile.
    pub fn twin(&self, card: CardNumber) -> Option<CardNumber> {
        self.of_rank(card, 0).find(|&other| other != card)
    }

    /// The cards on which a card can be packed.
    pub fn hosts(&self, card: CardNumber) -> Vec<CardNumber> {
        self.of_rank(card, 1).collect()
    }

    /// The cards of its suit that are so many ranks higher.
    pub fn of_rank(&self, card: CardNumber, higher: i8) -> impl Iterator<Item = CardNumber> {
        let Card { rank, suit } = self.cards[card];
        let wanted = rank.number().checked_add_signed(higher).and_then(Rank::new);
        let wanted = wanted.map(|rank| Card::new(rank, suit));
        let all = self.cards.iter().enumerate();
        all.filter(move |&(_, &other)| Some(other) == wanted).map(|(number, _)| number)
    }

    /// Whether a card may be packed in the wins that the claims are about: no Ace, no 2, and no card of the top rank,
    /// which has no host.
    pub fn is_packable(&self, card: CardNumber) -> bool {
        let rank = self.cards[card].rank;
        rank.number() > 2 && rank < self.top
    }

    /// Whether there is such a rank.
    pub(super) fn has_rank(&self, rank: u8) -> bool {
        rank <= self.top.number()
    }

    /// The event that a block is laid out.
    pub fn laid_out(&self, block: usize) -> usize {
        self.cards() + block
    }

    /// The event that a card goes up; it leaves in the same one if it cannot be packed.
    pub fn goes_up(&self, card: CardNumber) -> usize {
        if self.is_packable(card) { self.cards() + self.blocks() + card } else { card }
    }

    /// The event by which a card is open.
    pub fn opens(&self, card: CardNumber) -> Option<usize> {
        self.opens[card]
    }

    /// The lowest cards of the piles that can have been emptied when a block is laid out.
    pub fn lowest_before(&self, block: usize) -> impl Iterator<Item = CardNumber> {
        self.piles[..self.stacks + block].iter().map(|pile| pile[0])
    }

    /// One event comes before another; none before itself.
    pub fn before(&self, first: usize, second: usize) -> Lit {
        let pair = |a: usize, b: usize| (1 + a * self.count() + b) as Lit;
        match first.cmp(&second) {
            std::cmp::Ordering::Less => pair(first, second),
            std::cmp::Ordering::Equal => -TRUE,
            std::cmp::Ordering::Greater => -pair(second, first),
        }
    }

    /// A card is open before an event.
    pub fn opens_before(&self, card: CardNumber, event: usize) -> Lit {
        self.opens(card).map_or(TRUE, |opens| self.before(opens, event))
    }

    /// A card leaves and goes up in one move.
    pub fn direct(&self, card: CardNumber) -> Lit {
        (1 + self.count() * self.count() + card) as Lit
    }

    /// Of the first `of` of [`Events::lowest_before`] a block, at least so many leave before it is laid out.
    pub fn at_least(&self, block: usize, of: usize, least: usize) -> Lit {
        if least == 0 {
            return TRUE;
        }
        if least > of {
            return -TRUE;
        }
        let (piles, blocks) = (self.piles.len() + 1, self.blocks() + 1);
        let place = (block * piles + of) * blocks + least;
        (1 + self.count() * self.count() + self.cards() + place) as Lit
    }
}
