//! The clauses of a deal.
//!
//! *Setup.* Events: each dealt card leaves its place; each block of talon cards is laid out; each card that can be packed
//! goes up to its foundation (the others go up when they leave). Take a win in which Aces and 2s are never packed
//! ([`Dealt::is_packable`]). Its events are ordered as its moves; if a move makes several, the card leaves first,
//! then it goes up, then a block is laid out.
//!
//! *Claim.* This order fulfils the clauses of all families: circles of the [`order`](gehtauf_certificates::clauses::order), refills here,
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

use gehtauf_certificates::clauses::{Formula, Lit, TRUE};

use super::dealt::Dealt;
use super::events::Events;
use super::projection::OpensAfter;
use super::{foundations, hosts};
use crate::hochzeitszug::abstractions::belief_sets::configuration::SUIT_CARDS;
use crate::hochzeitszug::prunings::Prunings;
use crate::sat::at_least::at_least;
use gehtauf_search::bits;

/// The clauses of a deal, and what its variables mean.
pub struct Encoding {
    /// All clauses but the [`circles`](gehtauf_certificates::clauses::Order::circles) of the events' order.
    pub formula: Formula,
    pub events: Events,
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
        let mut formula = Formula::default();
        let selectors = dealt.cards.iter().map(|_| selector(&mut formula)).collect();
        let events = Events::new(&mut formula, dealt, selectors);
        for block in 0..dealt.blocks() {
            let piles = &dealt.piles[..dealt.stacks.len() + block];
            let laid_out = dealt.cards.len() + block;
            let left = piles.iter().map(|pile| events.before(pile[0], laid_out));
            at_least(&mut formula, &left.collect::<Vec<Lit>>(), block + 1);
        }
        for suit in 0..4 {
            if prunings.foundation_clauses {
                foundations::add(&mut formula, dealt, &events, suit);
            }
            if prunings.host_clauses {
                hosts::add(&mut formula, dealt, &events, suit);
            }
        }
        formula.unless(Vec::new());
        Encoding { formula, events }
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
                let lit = -self.events.opens_before(opens, leaves);
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
        pairs.map(|(opens, leaves)| self.events.opens_before(id(opens), id(leaves))).collect()
    }
}
