//! Hochzeitszug without redeals in which some cards matter, by brute force. Each other card may be laid aside as soon as it
//! lies open, and counts as if it lay wherever it is missed.

use std::collections::HashSet;

use gehtauf_cards::Card;
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_solvers::CardPlace;

/// Where a card is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum At {
    /// Where it was dealt.
    Dealt,
    /// Packed on another card.
    On(usize),
    /// Packed on one that counts as if it lay there.
    Aside,
    /// On a foundation, or laid aside if it does not matter.
    Up,
}

/// The game.
pub struct SimplerGame {
    cards: Vec<Card>,
    /// Whether each card matters.
    named: Vec<bool>,
    /// How many cards lie on the foundations at the start, by suit and rank.
    founded: Vec<[i32; 14]>,
    start: State,
    depth: usize,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    /// The cards that lie where they were dealt, the last one open.
    stacks: Vec<Vec<usize>>,
    talon: Vec<usize>,
    at: Vec<At>,
}

impl SimplerGame {
    /// From a position of the first round; `is_named` tells which cards matter.
    pub fn new(position: &Hochzeitszug, is_named: impl Fn(CardPlace) -> bool) -> SimplerGame {
        let variant = position.variant();
        let (mut cards, mut named) = (Vec::new(), Vec::new());
        let mut add = |card, place| {
            cards.push(card);
            named.push(is_named(place));
            cards.len() - 1
        };
        let mut stacks = Vec::new();
        for stack in 0..variant.stacks() {
            let pile = position.stack(stack).iter().enumerate();
            stacks.push(
                pile.map(|(place, &card)| add(card, CardPlace::Stack { stack, place })).collect(),
            );
        }
        let talon = position.talon().enumerate();
        let talon = talon.map(|(place, card)| add(card, CardPlace::Stock(place))).collect();
        let decks = i32::from(variant.pack.decks);
        let dealt = |suit, rank| {
            let same = |card: &&Card| card.suit.index() == suit && card.rank.number() == rank;
            cards.iter().filter(same).count() as i32
        };
        let founded = |suit| std::array::from_fn(|rank| decks - dealt(suit, rank as u8));
        let founded = (0..4).map(founded).collect();
        let at = vec![At::Dealt; cards.len()];
        let start = State { stacks, talon, at };
        SimplerGame { cards, named, founded, start, depth: variant.depth.into() }
    }

    /// Whether all cards that matter can go up.
    pub fn is_won(&self) -> bool {
        let mut met = HashSet::from([self.start.clone()]);
        let mut open = vec![self.start.clone()];
        while let Some(state) = open.pop() {
            let matters = (0..self.cards.len()).filter(|&card| self.named[card]);
            if matters.into_iter().all(|card| state.at[card] == At::Up) {
                return true;
            }
            for card in 0..self.cards.len() {
                for to in self.targets(&state, card) {
                    let next = self.moved(&state, card, to);
                    if met.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        false
    }

    /// Whether a card is there for others, and can move: it is not up, and nothing lies on it.
    fn is_open(&self, state: &State, card: usize) -> bool {
        let is_uncovered = match state.at[card] {
            At::Dealt => state.stacks.iter().any(|stack| stack.last() == Some(&card)),
            At::On(_) | At::Aside => true,
            At::Up => false,
        };
        is_uncovered && !state.at.contains(&At::On(card))
    }

    /// Where a card can go.
    fn targets(&self, state: &State, card: usize) -> Vec<At> {
        if !self.is_open(state, card) {
            return Vec::new();
        }
        if !self.named[card] {
            return vec![At::Up];
        }
        let Card { rank, suit } = self.cards[card];
        let mut targets = Vec::new();
        if self.fits_a_foundation(state, card) {
            targets.push(At::Up);
        }
        let of_next_rank = |other: &usize| {
            self.cards[*other].suit == suit && Some(self.cards[*other].rank) == rank.up()
        };
        for host in (0..self.cards.len()).filter(of_next_rank) {
            if !self.named[host] {
                targets.push(At::Aside);
            } else if self.is_open(state, host) {
                targets.push(At::On(host));
            }
        }
        targets
    }

    fn fits_a_foundation(&self, state: &State, card: usize) -> bool {
        let Card { rank, suit } = self.cards[card];
        let up = |rank: u8, others: bool| {
            let counts = |&other: &usize| {
                let same =
                    self.cards[other].suit == suit && self.cards[other].rank.number() == rank;
                same && (if self.named[other] { state.at[other] == At::Up } else { others })
            };
            let founded = self.founded[suit.index()][usize::from(rank)];
            founded + (0..self.cards.len()).filter(counts).count() as i32
        };
        let rank = rank.number();
        rank <= 2 || up(rank, false) < up(rank - 2, true)
    }

    fn moved(&self, state: &State, card: usize, to: At) -> State {
        let mut next = state.clone();
        next.at[card] = to;
        if state.at[card] == At::Dealt {
            let stack = next.stacks.iter_mut().find(|stack| stack.last() == Some(&card));
            let stack = stack.expect("the card lies open");
            stack.pop();
            if stack.is_empty() {
                let rest = next.talon.split_off(next.talon.len().min(self.depth));
                *stack = std::mem::replace(&mut next.talon, rest);
            }
        }
        next
    }
}
