//! A position of Hochzeitszug and its moves.

use gehtauf_cards::{Card, Deck, Rank, Suit};

use super::variant::Variant;
use crate::{Layout, Move, Position};

/// A position of Hochzeitszug.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Hochzeitszug {
    pub(super) variant: Variant,
    /// The cards of each stack, the top card last.
    pub(super) stacks: Vec<Vec<Card>>,
    /// The next card last.
    pub(super) talon: Vec<Card>,
    /// How many copies of each card type lie on the foundations, by [`Card::index`].
    pub(super) foundations: [u8; Card::TYPES],
    pub(super) redeals_used: u8,
}

impl Clone for Hochzeitszug {
    fn clone(&self) -> Hochzeitszug {
        Hochzeitszug { stacks: self.stacks.clone(), talon: self.talon.clone(), ..*self }
    }

    /// Keeps the room that the stacks have.
    fn clone_from(&mut self, source: &Hochzeitszug) {
        self.variant = source.variant;
        self.stacks.clone_from(&source.stacks);
        self.talon.clone_from(&source.talon);
        self.foundations = source.foundations;
        self.redeals_used = source.redeals_used;
    }
}

impl Hochzeitszug {
    pub(crate) fn deal(variant: Variant, deck: &Deck) -> Hochzeitszug {
        let mut position = Hochzeitszug {
            variant,
            stacks: vec![Vec::new(); variant.stacks()],
            talon: deck.cards().iter().rev().copied().collect(),
            foundations: [0; Card::TYPES],
            redeals_used: 0,
        };
        position.deal_stacks();
        position
    }

    /// The options of the game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The cards of a stack, counted from 0, the top card last.
    ///
    /// # Panics
    /// There is no such stack.
    pub fn stack(&self, stack: usize) -> &[Card] {
        &self.stacks[stack]
    }

    /// The cards of the talon, the next one first.
    pub fn talon(&self) -> impl ExactSizeIterator<Item = Card> {
        self.talon.iter().rev().copied()
    }

    /// How many copies of each card type lie on the foundations, by [`Card::index`].
    pub fn foundations(&self) -> &[u8; Card::TYPES] {
        &self.foundations
    }

    /// How many copies of a card lie on the foundations.
    pub fn copies_on_foundations(&self, card: Card) -> u8 {
        self.foundations[card.index()]
    }

    /// How many redeals have been used.
    pub fn redeals_used(&self) -> u8 {
        self.redeals_used
    }

    /// How many redeals are left.
    pub fn redeals_left(&self) -> u8 {
        self.variant.redeals - self.redeals_used
    }

    /// The same position with so many redeals left, no more than it has.
    ///
    /// # Panics
    /// They are more.
    pub fn with_redeals_left(&self, redeals: u8) -> Hochzeitszug {
        assert!(redeals <= self.redeals_left(), "{redeals} redeals are more than are left");
        let mut position = self.clone();
        // Those used decide what is legal, so that they stay.
        position.variant.redeals = self.redeals_used + redeals;
        position
    }

    /// Deals the talon onto the empty stacks, as far as it goes.
    fn deal_stacks(&mut self) {
        let Hochzeitszug { variant, stacks, talon, .. } = self;
        variant.dealing_order().for_each(|stack| stacks[stack].extend(talon.pop()));
    }

    /// Deals the next talon cards onto one empty stack.
    fn fill(&mut self, stack: usize) {
        for _ in 0..self.variant.depth {
            self.stacks[stack].extend(self.talon.pop());
        }
    }

    fn redeal(&mut self) {
        let mut pickup = Vec::with_capacity(self.variant.pack.len());
        for stack in self.variant.pickup_order() {
            pickup.append(&mut self.stacks[stack]);
        }
        self.talon.splice(..0, pickup.into_iter().rev());
        self.deal_stacks();
        self.redeals_used += 1;
    }

    fn top(&self, stack: usize) -> Option<Card> {
        self.stacks.get(stack)?.last().copied()
    }

    fn fits_foundation(&self, card: Card) -> bool {
        let piles = match card.rank.number().checked_sub(2).and_then(Rank::new) {
            Some(below) => self.foundations[Card::new(below, card.suit).index()],
            None => self.variant.pack.decks,
        };
        self.foundations[card.index()] < piles
    }

    fn top_fits_foundation(&self, stack: usize) -> bool {
        self.top(stack).is_some_and(|card| self.fits_foundation(card))
    }

    fn packing_allowed(&self) -> bool {
        !self.variant.packing_stalled
            || !(0..self.stacks.len()).any(|stack| self.top_fits_foundation(stack))
    }

    /// How many top cards of a stack go onto another stack if packing is allowed; 0 if none.
    fn movable(&self, from: usize, to: usize) -> usize {
        let Some(top) = self.top(from).filter(|_| from != to) else { return 0 };
        let Some(open) = self.top(to) else { return usize::from(self.redeals_used > 0) };
        if open.suit != top.suit || open.rank <= top.rank {
            return 0;
        }
        let count = usize::from(open.rank.number() - top.rank.number());
        let longest = if self.variant.runs { self.run_length(from) } else { 1 };
        if count <= longest { count } else { 0 }
    }

    /// How many cards from the top of a stack that is not empty descend in one suit.
    fn run_length(&self, stack: usize) -> usize {
        let cards = self.stacks[stack].iter().rev();
        let pairs = cards.clone().zip(cards.skip(1));
        1 + pairs.take_while(|(a, b)| a.suit == b.suit && a.rank.up() == Some(b.rank)).count()
    }

    fn fills_are_moves(&self) -> bool {
        self.redeals_used > 0 && !self.talon.is_empty()
    }

    /// All legal moves but the redeal.
    fn card_moves(&self) -> Vec<Move> {
        let stacks = 0..self.stacks.len();
        let mut moves: Vec<Move> = stacks
            .clone()
            .filter(|&stack| self.top_fits_foundation(stack))
            .map(|stack| Move::StackToFoundation { from: stack as u8 })
            .collect();
        let packing_allowed = self.packing_allowed();
        for from in stacks.clone() {
            for to in stacks.clone() {
                let count = self.movable(from, to);
                if count > 0 && (packing_allowed || self.stacks[to].is_empty()) {
                    let [from, to, count] = [from, to, count].map(|n| n as u8);
                    moves.push(Move::StackToStack { from, to, count });
                }
            }
        }
        if self.fills_are_moves() {
            let empty = stacks.filter(|&stack| self.stacks[stack].is_empty());
            moves.extend(empty.map(|stack| Move::Fill { stack: stack as u8 }));
        }
        moves
    }

    /// Whether a redeal is legal in a game that is not won, told whether nothing else moves.
    fn may_redeal(&self, is_blocked: impl FnOnce() -> bool) -> bool {
        self.redeals_left() > 0 && (!self.variant.redeal_blocked || is_blocked())
    }

    /// Refills a stack that a move of the first deal has emptied.
    fn after_leaving(&mut self, stack: usize) {
        if self.redeals_used == 0 && self.stacks[stack].is_empty() {
            self.fill(stack);
        }
    }
}

impl Position for Hochzeitszug {
    fn legal_moves(&self) -> Vec<Move> {
        if self.is_won() {
            return Vec::new();
        }
        let mut moves = self.card_moves();
        if self.may_redeal(|| moves.is_empty()) {
            moves.push(Move::Redeal);
        }
        moves
    }

    fn is_legal(&self, m: Move) -> bool {
        match m {
            Move::StackToFoundation { from } => self.top_fits_foundation(from.into()),
            Move::StackToStack { from, to, count } => {
                let [from, to, count] = [from, to, count].map(usize::from);
                to < self.stacks.len()
                    && count > 0
                    && self.movable(from, to) == count
                    && (self.stacks[to].is_empty() || self.packing_allowed())
            }
            Move::Fill { stack } => {
                self.fills_are_moves()
                    && self.stacks.get(usize::from(stack)).is_some_and(Vec::is_empty)
            }
            Move::Redeal => !self.is_won() && self.may_redeal(|| self.card_moves().is_empty()),
            _ => false,
        }
    }

    fn play(&mut self, m: Move) {
        match m {
            Move::StackToFoundation { from } => {
                let from = usize::from(from);
                let card = self.stacks[from].pop().expect("the stack has a card");
                self.foundations[card.index()] += 1;
                self.after_leaving(from);
            }
            Move::StackToStack { from, to, count } => {
                let [from, to, count] = [from, to, count].map(usize::from);
                let place = self.stacks[from].len() - count;
                for i in place..self.stacks[from].len() {
                    let card = self.stacks[from][i];
                    self.stacks[to].push(card);
                }
                self.stacks[from].truncate(place);
                self.after_leaving(from);
            }
            Move::Fill { stack } => self.fill(stack.into()),
            Move::Redeal => self.redeal(),
            _ => panic!("{m} is no move of Hochzeitszug"),
        }
    }

    fn is_won(&self) -> bool {
        self.talon.is_empty() && self.stacks.iter().all(Vec::is_empty)
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        for (i, cards) in self.stacks.iter().enumerate() {
            layout.push_up(format!("s{}", i + 1), cards);
        }
        layout.push_up("talon", &self.talon().collect::<Vec<_>>());
        layout.push_up("foundations", &self.foundation_tops());
        layout.push_counter("redeals-used", self.redeals_used.into());
        layout
    }

    fn cards_moved(&self, m: Move) -> Vec<Card> {
        match m {
            Move::StackToFoundation { from } => self.top(from.into()).into_iter().collect(),
            Move::StackToStack { from, count, .. } => {
                let cards = &self.stacks[usize::from(from)];
                cards[cards.len() - usize::from(count)..].to_vec()
            }
            Move::Fill { .. } => self.talon().take(self.variant.depth.into()).collect(),
            _ => Vec::new(),
        }
    }
}

impl Hochzeitszug {
    /// The top cards of the foundations: the suits in order, the chain of the Ace first.
    fn foundation_tops(&self) -> Vec<Card> {
        let copies = |card: Card| self.foundations[card.index()];
        let mut tops = Vec::new();
        for suit in Suit::ALL {
            for first in [1, 2] {
                let chain = (first..=13).step_by(2).filter_map(Rank::new).rev();
                let mut covered = 0;
                for card in chain.map(|rank| Card::new(rank, suit)) {
                    tops.extend((covered..copies(card)).map(|_| card));
                    covered = copies(card);
                }
            }
        }
        tops
    }
}
