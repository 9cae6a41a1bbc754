//! The clauses of the cards on which others are packed.
//!
//! *Setup.* As in [`encoding`](super::encoding). The *hosts* of a card c are the copies of the next higher rank of
//! its suit, its *twin* is the other copy. A card is *packed* at an event after it has left and before it goes up. It
//! is *direct* if both are one move.
//!
//! *Claim.* In a win
//! 1. a card that is direct is packed at no event;
//! 2. for each card that is not direct, some host is open, and does not go up before, when it leaves;
//! 3. if the twin is packed then, this is so for both hosts;
//! 4. whenever a host leaves or goes up while c is packed, the other host is open, and does not go up before;
//! 5. and the twin is not packed then.
//!
//! *Proof.* A packed card always lies on a host, and two cards never on the same. A card can be packed on a host
//! once this is open, in its dealt place or packed itself, and until it goes up; a host on which a card lies
//! does not move. 1: No event comes between those of one move but the laying out of a block, which comes last.
//! 2: c moves onto a host. 3: The twin lies on one host and c moves onto the other. 4: The host that moves is
//! bare, so c lies on the other, which was open before. 5: The twin would have
//! to lie on the other as well. Where a card has no other host left, 3 and 4 say that it cannot be.
//!
//! Where a packed card lies is left open, and so is how often it moves: these clauses are a relaxation, and the nogoods
//! tell the rest.

use gehtauf_certificates::clauses::{Formula, Lit};

use super::dealt::{CardId, Dealt};
use super::events::Events;

pub fn add(formula: &mut Formula, dealt: &Dealt, events: &Events, suit: usize) {
    let of_suit = &events.of_suit(dealt, suit);
    for card in dealt.of_suit(suit).filter(|&card| dealt.is_packable(card)) {
        let rank = dealt.cards[card].rank();
        let hosts = dealt.copies(suit, rank + 1);
        let twin = dealt.copies(suit, rank).into_iter().find(|&id| id != card);
        let clauses = Clauses { events, of_suit, card, hosts, twin };
        clauses.leaving(formula);
        clauses.moving_hosts(formula);
    }
}

/// What the clauses of a card are about.
struct Clauses<'e> {
    events: &'e Events,
    /// The events that matter to its suit.
    of_suit: &'e [usize],
    card: CardId,
    hosts: Vec<CardId>,
    twin: Option<CardId>,
}

impl Clauses<'_> {
    /// What makes that a card is packed at an event.
    fn packed(&self, card: CardId, event: usize) -> [Lit; 2] {
        [self.events.before(card, event), self.events.before(event, self.events.goes_up(card))]
    }

    /// What makes that a card can be packed on a host at an event.
    fn takes(&self, host: CardId, event: usize) -> [Lit; 2] {
        let goes_up = self.events.goes_up(host);
        [self.events.opens_before(host, event), self.events.before(event, goes_up)]
    }

    /// Makes the next clauses clauses about the card, its hosts and another card.
    fn about_hosts(&self, formula: &mut Formula, other: Option<CardId>) {
        let cards = self.hosts.iter().copied().chain([self.card]);
        self.events.about(formula, cards.chain(other));
    }

    /// 1, 2 and 3.
    fn leaving(&self, formula: &mut Formula) {
        let (leaves, goes_up) = (self.card, self.events.goes_up(self.card));
        let direct = formula.new_variable();
        self.events.about(formula, [self.card]);
        let others = |&&event: &&usize| event != leaves && event != goes_up;
        for &event in self.of_suit.iter().filter(others) {
            let [left, not_yet_up] = self.packed(self.card, event);
            formula.add(&[-direct, -left, -not_yet_up]);
        }
        self.about_hosts(formula, None);
        let mut onto_some = vec![direct];
        for &host in &self.hosts {
            let onto_host = formula.new_variable();
            for lit in self.takes(host, leaves) {
                formula.add(&[-onto_host, lit]);
            }
            onto_some.push(onto_host);
        }
        formula.add(&onto_some);
        if let Some(twin) = self.twin {
            self.about_hosts(formula, self.twin);
            let [left, not_yet_up] = self.packed(twin, leaves);
            let conditions = [left, not_yet_up, -direct];
            for &host in &self.hosts {
                for lit in self.takes(host, leaves) {
                    formula.imply(&conditions, &[lit]);
                }
            }
            if self.hosts.len() < 2 {
                formula.imply(&conditions, &[]);
            }
        }
    }

    /// 4 and 5.
    fn moving_hosts(&self, formula: &mut Formula) {
        for &host in &self.hosts {
            let mut moves = vec![host, self.events.goes_up(host)];
            moves.dedup();
            for event in moves {
                let conditions = self.packed(self.card, event);
                self.about_hosts(formula, None);
                match self.hosts.iter().find(|&&other| other != host) {
                    Some(&other) => {
                        for lit in self.takes(other, event) {
                            formula.imply(&conditions, &[lit]);
                        }
                    }
                    None => formula.imply(&conditions, &[]),
                }
                if let Some(twin) = self.twin {
                    self.about_hosts(formula, self.twin);
                    let [left, not_yet_up] = self.packed(twin, event);
                    formula.imply(&conditions, &[-left, -not_yet_up]);
                }
            }
        }
    }
}
