//! What lies open in Hochzeitszug, quick to play on.

use gehtauf_cards::{Card, Rank};
use gehtauf_rules::hochzeitszug::{Hochzeitszug, Variant};
use gehtauf_rules::{Move, Position};

/// The stacks and the foundations, and how many cards the talon has.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    variant: Variant,
    stacks: Vec<Vec<Card>>,
    foundations: [u8; Card::KINDS],
    talon_len: usize,
    redeals_used: u8,
}

impl Table {
    pub fn new(position: &Hochzeitszug) -> Table {
        let variant = position.variant();
        let mut foundations = [0; Card::KINDS];
        for card in variant.pack.kinds() {
            foundations[card.index()] = position.copies_on_foundations(card);
        }
        Table {
            variant,
            stacks: (0..variant.stacks()).map(|stack| position.stack(stack).to_vec()).collect(),
            foundations,
            talon_len: position.talon().len(),
            redeals_used: position.redeals_used(),
        }
    }

    /// The stacks, the top cards last.
    pub fn stacks(&self) -> &[Vec<Card>] {
        &self.stacks
    }

    /// Whether a foundation takes the card.
    pub fn goes_up(&self, card: Card) -> bool {
        let places = match card.rank.number().checked_sub(2).and_then(Rank::new) {
            Some(below) => self.foundations[Card::new(below, card.suit).index()],
            None => self.variant.pack.decks,
        };
        self.foundations[card.index()] < places
    }

    /// A stack of the top card's that a foundation takes.
    pub fn stack_for_foundation(&self) -> Option<usize> {
        let goes_up = |stack: &Vec<Card>| stack.last().is_some_and(|&card| self.goes_up(card));
        self.stacks.iter().position(goes_up)
    }

    /// Whether single cards may be moved to empty stacks, and these are filled by a move.
    pub fn is_after_redeal(&self) -> bool {
        self.redeals_used > 0
    }

    /// Plays the top card of a stack to a foundation.
    pub fn play_to_foundation(&mut self, stack: usize) -> Move {
        let card = self.stacks[stack].pop().expect("the stack has a card");
        self.foundations[card.index()] += 1;
        Move::StackToFoundation { from: stack as u8 }
    }

    /// Plays the top card of a stack onto another stack.
    pub fn pack(&mut self, from: usize, to: usize) -> Move {
        let card = self.stacks[from].pop().expect("the stack has a card");
        self.stacks[to].push(card);
        Move::StackToStack { from: from as u8, to: to as u8, count: 1 }
    }

    /// Whether the last move has brought talon cards onto this stack, so that nobody knows how it goes on.
    pub fn is_refilled(&self, stack: usize) -> bool {
        !self.is_after_redeal() && self.talon_len > 0 && self.stacks[stack].is_empty()
    }

    /// The move that brings talon cards onto an empty stack, if there is one.
    fn fill(&self) -> Option<Move> {
        let empty = self.stacks.iter().position(Vec::is_empty)?;
        let is_legal = self.is_after_redeal() && self.talon_len > 0;
        is_legal.then_some(Move::Fill { stack: empty as u8 })
    }

    /// Ends a plan that led here from a position with the move that brings new cards: empty stacks filled,
    /// else a redeal. Where a redeal has to wait until nothing else moves, any card is packed, and where not
    /// even that is left, the game given up.
    pub fn end_plan(&mut self, position: &Hochzeitszug, moves: &mut Vec<Move>) {
        let is_won = self.talon_len == 0 && self.stacks.iter().all(Vec::is_empty);
        if let Some(fill) = self.fill() {
            moves.push(fill);
            return;
        }
        if self.redeals_used == self.variant.redeals || is_won {
            return;
        }
        if !self.variant.redeal_blocked {
            moves.push(Move::Redeal);
        } else if let Some((from, to)) = self.first_pack() {
            moves.push(self.pack(from, to));
        } else {
            let mut after = position.clone();
            moves.iter().for_each(|&m| after.play(m));
            moves.extend(after.is_legal(Move::Redeal).then_some(Move::Redeal));
        }
    }

    /// The first pair of stacks of which the top card of one goes onto that of the other, and does not lie on
    /// an equal one yet.
    pub fn first_pack(&self) -> Option<(usize, usize)> {
        (0..self.stacks.len()).find_map(|from| {
            let (&card, below) = self.stacks[from].split_last()?;
            let lies_well = below.last().is_some_and(|&below| packs(card, below));
            Some((from, self.host(card).filter(|_| !lies_well)?))
        })
    }

    /// The stack whose top card takes this card.
    pub fn host(&self, card: Card) -> Option<usize> {
        let takes = |stack: &Vec<Card>| stack.last().is_some_and(|&top| packs(card, top));
        self.stacks.iter().position(takes)
    }
}

/// Whether a card goes onto another one in the stacks.
fn packs(card: Card, onto: Card) -> bool {
    onto.suit == card.suit && card.rank.up() == Some(onto.rank)
}
