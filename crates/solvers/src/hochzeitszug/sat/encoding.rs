//! The clauses of a deal.
//!
//! *Setup.* Events: each dealt card leaves its place; each block of talon cards is laid out; each card that can be packed
//! goes up to its foundation (the others go up when they leave). Take a win in which Aces and 2s are never packed
//! ([`Dealt::is_packable`]). Its events are ordered as its moves; if a move makes several, the card leaves first,
//! then it goes up, then a block is laid out.
//!
//! *Claim.* This order fulfils the clauses of all families: [`order`](super::order), refills here,
//! [`foundations`], [`hosts`]. So clauses without a solution prove that there is
//! no win.
//!
//! Known is: in a pile a card leaves before the one under it; a block is laid out before its last card
//! leaves, and before the next block; a card leaves before it goes up.
//!
//! *Refills.* Block k (from 0) is laid out after the last cards of at least k + 1 of the stacks and earlier blocks
//! have left. For it is laid out by the move that empties a pile the (k + 1)th time, and no pile but those
//! before it in the talon can have been emptied then.
//!
//! Each family but the order can be left out: then there are more nogoods.

use super::at_least::at_least;
use super::dealt::{CardId, Dealt, Opening};
use super::events::SuitEvents;
use super::formula::{Formula, Lit, TRUE};
use super::order::Order;
use super::projection::OpensAfter;
use super::{foundations, hosts};
use crate::hochzeitszug::abstractions::belief_sets::configuration::SUIT_CARDS;
use crate::hochzeitszug::prunings::Prunings;
use gehtauf_search::bits;

/// The clauses of a deal, and what its variables mean.
pub struct Encoding {
    pub formula: Formula,
    /// Of the cards that leave, by [`CardId`], and then of the blocks.
    order: Order,
    /// By card, the event that lays it open.
    openings: Vec<Option<usize>>,
    /// By card.
    pub selectors: Vec<Lit>,
}

impl Encoding {
    /// With all clauses.
    pub fn new(dealt: &Dealt, prunings: Prunings) -> Encoding {
        Encoding::with_selectors(dealt, prunings, |_| TRUE)
    }

    /// With a literal for each card; the clauses of [`foundations`] and [`hosts`] hold where those of all cards that they
    /// are about are true.
    pub fn with_selectors(
        dealt: &Dealt,
        prunings: Prunings,
        selector: impl Fn(&mut Formula) -> Lit,
    ) -> Encoding {
        let mut formula = Formula::new();
        let selectors = dealt.cards.iter().map(|_| selector(&mut formula)).collect();
        let cards = dealt.cards.len();
        let mut known = Vec::new();
        for pile in &dealt.piles {
            known.extend(pile.windows(2).map(|pair| (pair[1], pair[0])));
        }
        for (block, pile) in dealt.piles[dealt.stacks.len()..].iter().enumerate() {
            known.extend(pile.last().map(|&last| (cards + block, last)));
            known.extend((block > 0).then(|| (cards + block - 1, cards + block)));
        }
        let order = Order::new(&mut formula, cards + dealt.blocks(), &known);
        for block in 0..dealt.blocks() {
            let piles = &dealt.piles[..dealt.stacks.len() + block];
            let left = piles.iter().map(|pile| order.before(pile[0], cards + block));
            at_least(&mut formula, &left.collect::<Vec<Lit>>(), block + 1);
        }
        let openings = dealt.cards.iter().map(|card| match card.opening {
            Opening::Start => None,
            Opening::Leaves(over) => Some(over),
            Opening::Block(block) => Some(cards + block),
        });
        let openings = openings.collect();
        let mut encoding = Encoding { openings, selectors, formula, order };
        if prunings.foundation_clauses || prunings.host_clauses {
            for suit in 0..4 {
                let events = encoding.events(dealt, suit);
                if prunings.foundation_clauses {
                    foundations::add(&mut encoding.formula, dealt, &events);
                }
                if prunings.host_clauses {
                    hosts::add(&mut encoding.formula, dealt, &events);
                }
                encoding.formula.unless(Vec::new());
            }
        }
        encoding
    }

    fn events(&mut self, dealt: &Dealt, suit: usize) -> SuitEvents {
        SuitEvents::new(
            &mut self.formula,
            &self.order,
            &self.openings,
            dealt,
            suit,
            &self.selectors,
        )
    }

    /// Whether an event comes before another: cards leave, or blocks, counted after the cards, are laid out.
    pub fn comes_before(&self, first: usize, second: usize) -> Lit {
        self.order.before(first, second)
    }

    /// Whether a card is open before another leaves its place.
    fn opens_before(&self, opens: CardId, leaves: CardId) -> Lit {
        self.openings[opens].map_or(TRUE, |opening| self.order.before(opening, leaves))
    }

    /// By card of a suit, the other cards of the suit that leave no later than it opens, in all solutions or in
    /// the one in which `is_true` tells what is.
    pub fn opens_after(
        &self,
        dealt: &Dealt,
        suit: usize,
        is_true: impl Fn(Lit) -> bool,
    ) -> OpensAfter {
        let mut after = [0; SUIT_CARDS];
        for opens in dealt.of_suit(suit) {
            for leaves in dealt.of_suit(suit).filter(|&leaves| leaves != opens) {
                let lit = -self.opens_before(opens, leaves);
                if lit == TRUE || lit != -TRUE && is_true(lit) {
                    after[usize::from(dealt.cards[opens].number)] |=
                        1 << dealt.cards[leaves].number;
                }
            }
        }
        after
    }

    /// The clause that some card of a suit opens before another leaves that is said to leave no later.
    pub fn clause(&self, dealt: &Dealt, suit: usize, nogood: &OpensAfter) -> Vec<Lit> {
        let pairs = (0..SUIT_CARDS as u8)
            .flat_map(|opens| bits(nogood[usize::from(opens)]).map(move |leaves| (opens, leaves)));
        let id = |number| dealt.id(suit, number);
        pairs.map(|(opens, leaves)| self.opens_before(id(opens), id(leaves))).collect()
    }
}
