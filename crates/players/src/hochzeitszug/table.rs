//! What lies open in Hochzeitszug, quick to play on.

use gehtauf_cards::{Card, Rank};
use gehtauf_rules::hochzeitszug::{Hochzeitszug, MAX_STACKS, Variant};
use gehtauf_rules::{Move, Position};

/// The most cards of a stack.
const MAX_CARDS: usize = 2 * Card::TYPES;

/// The stacks and the foundations, and how many cards the talon has. A card is its [`Card::index`].
#[derive(Debug, Clone)]
pub(crate) struct Table {
    variant: Variant,
    /// The cards of each stack, of which the first `lens` count, the top card last.
    stacks: [[u8; MAX_CARDS]; MAX_STACKS],
    lens: [u8; MAX_STACKS],
    /// The top cards; [`NONE`] of an empty stack.
    tops: [u8; MAX_STACKS],
    foundations: [u8; Card::TYPES],
    /// The cards that a foundation takes, a bit each.
    taken: u64,
    talon_len: usize,
    redeals_used: u8,
}

/// No card.
const NONE: u8 = u64::BITS as u8 - 1;
/// How many card types of a suit there are.
const SUIT: u8 = Rank::KING.number();

impl Table {
    pub fn new(position: &Hochzeitszug) -> Table {
        let variant = position.variant();
        let mut table = Table {
            variant,
            stacks: [[0; MAX_CARDS]; MAX_STACKS],
            lens: [0; MAX_STACKS],
            tops: [NONE; MAX_STACKS],
            foundations: *position.foundations(),
            taken: 0,
            talon_len: position.talon().len(),
            redeals_used: position.redeals_used(),
        };
        for stack in table.stacks() {
            let cards = position.stack(stack);
            for (place, card) in table.stacks[stack].iter_mut().zip(cards) {
                *place = card.index() as u8;
            }
            table.lens[stack] = cards.len() as u8;
            table.see_top(stack);
        }
        (0..Card::TYPES as u8).for_each(|card| table.see_whether_taken(card));
        table
    }

    /// The cards of a stack, the top card last.
    pub fn cards(&self, stack: usize) -> &[u8] {
        &self.stacks[stack][..self.lens[stack].into()]
    }

    /// The top card of a stack that has one.
    pub fn top(&self, stack: usize) -> u8 {
        self.tops[stack]
    }

    /// All stacks.
    pub fn stacks(&self) -> std::ops::Range<usize> {
        0..self.variant.stacks()
    }

    fn push(&mut self, stack: usize, card: u8) {
        self.stacks[stack][usize::from(self.lens[stack])] = card;
        self.lens[stack] += 1;
        self.tops[stack] = card;
    }

    fn pop(&mut self, stack: usize) -> u8 {
        let card = self.tops[stack];
        self.lens[stack] -= 1;
        self.see_top(stack);
        card
    }

    fn see_top(&mut self, stack: usize) {
        self.tops[stack] = self.cards(stack).last().copied().unwrap_or(NONE);
    }

    /// Whether a foundation takes the card.
    pub fn goes_up(&self, card: u8) -> bool {
        self.taken >> card & 1 == 1
    }

    fn see_whether_taken(&mut self, card: u8) {
        let places = match card % SUIT {
            0 | 1 => self.variant.pack.decks,
            _ => self.foundations[usize::from(card) - 2],
        };
        let is_taken = self.foundations[usize::from(card)] < places;
        self.taken = self.taken & !(1 << card) | u64::from(is_taken) << card;
    }

    /// A stack whose top card a foundation takes.
    pub fn stack_for_foundation(&self) -> Option<usize> {
        self.tops.iter().position(|&top| self.goes_up(top))
    }

    /// Whether single cards may be moved to empty stacks, and these are filled by a move.
    pub fn is_after_redeal(&self) -> bool {
        self.redeals_used > 0
    }

    /// Plays the top card of a stack to a foundation.
    pub fn play_to_foundation(&mut self, stack: usize) -> Move {
        let card = self.pop(stack);
        self.foundations[usize::from(card)] += 1;
        self.see_whether_taken(card);
        if card % SUIT + 2 < SUIT {
            self.see_whether_taken(card + 2);
        }
        Move::StackToFoundation { from: stack as u8 }
    }

    /// Plays the top card of a stack onto another stack.
    pub fn pack(&mut self, from: usize, to: usize) -> Move {
        let card = self.pop(from);
        self.push(to, card);
        Move::StackToStack { from: from as u8, to: to as u8, count: 1 }
    }

    /// Takes such a move back.
    pub fn take_back(&mut self, m: Move) {
        if let Move::StackToStack { from, to, .. } = m {
            self.pack(to.into(), from.into());
        }
    }

    /// Whether the last move has brought talon cards onto this stack, so that nobody knows how it goes on.
    pub fn is_refilled(&self, stack: usize) -> bool {
        !self.is_after_redeal() && self.talon_len > 0 && self.lens[stack] == 0
    }

    /// The first empty stack.
    pub fn empty_stack(&self) -> Option<usize> {
        self.tops[self.stacks()].iter().position(|&top| top == NONE)
    }

    /// The move that brings talon cards onto an empty stack, if there is one.
    fn fill(&self) -> Option<Move> {
        let empty = self.empty_stack()?;
        let is_legal = self.is_after_redeal() && self.talon_len > 0;
        is_legal.then_some(Move::Fill { stack: empty as u8 })
    }

    /// Ends a plan that led here from a position with the move that brings new cards: empty stacks filled,
    /// else a redeal. Where a redeal has to wait until nothing else moves, any card is packed, and where not
    /// even that is left, the game given up.
    pub fn end_plan(&mut self, position: &Hochzeitszug, moves: &mut Vec<Move>) {
        let is_won = self.talon_len == 0 && self.lens.iter().all(|&len| len == 0);
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
        self.stacks().find_map(|from| {
            let (&card, below) = self.cards(from).split_last()?;
            let lies_well = below.last().is_some_and(|&below| Some(below) == next_up(card));
            Some((from, self.host(card).filter(|_| !lies_well)?))
        })
    }

    /// The stack whose top card takes this card.
    pub fn host(&self, card: u8) -> Option<usize> {
        let host = next_up(card)?;
        self.tops.iter().position(|&top| top == host)
    }
}

/// The card that a card goes onto in the stacks.
fn next_up(card: u8) -> Option<u8> {
    (card % SUIT + 1 < SUIT).then_some(card + 1)
}
