//! What is true of every win in which no Ace and no 2 is packed.
//!
//! *Setup* as in [`order`](super). The *hosts* of a card are those of its suit and the next higher rank, its *twin* is the
//! other copy. A card is *packed* at an event after it has left its place and before it goes up; it then lies on a host.
//! `X takes at e` stands for two literals: that the host X is open before the event e, and that it goes up after e.
//! No two cards lie on one host, and a host that leaves or goes up has nothing on it, as cards move one by one.
//!
//! | axiom | clause | proof |
//! |---|---|---|
//! | `circle a b c` | not all of: a before b, b before c, c before a | the events are in an order |
//! | `known a b` | a before b | [`Events::known`] |
//! | `count k i j in`, `count k i j out` | if j of the first i lowest cards have left when block k is laid out, then j of the first i-1; or j-1 of them (`in`) and the i-th (`out`: these are two clauses) | counting |
//! | `enough k` | k+1 lowest cards have left when block k is laid out | it refills the (k+1)th pile that is emptied, and no pile behind block k-1 can have been |
//! | `last c` | c goes up before one of the cards two ranks higher | after the last of those, as many of its rank are up as of theirs, and none goes up without one of its rank before it |
//! | `first c` | if as many of its rank as of two ranks lower lie in the piles: c goes up after one of the lower ones | as many are up of both ranks before, so none of c's rank fits |
//! | `direct c e` | not: c is direct, and e comes between its leaving and its going up | of one move's events only a block comes after these, which comes last |
//! | `onto c x y` | c is direct, or the first host takes it when it leaves (one of two literals), or the second does | else it moves onto a host, which is open and stays |
//! | `twin c h x` | if the twin is packed when c leaves and c is not direct, the host h takes c (one of two literals) | the twin lies on one host, and c moves onto the other: both are open and stay |
//! | `host c h m x` | if c is packed when its host h leaves (`m` = `leaves`) or goes up (`up`), the other host takes it (one of two literals) | h has nothing on it, so c lies on the other one |
//! | `both c h m` | c and its twin are not both packed then | both would lie on the other host |
//!
//! Where a literal names a host that is not in the piles, it is left out: that host has gone up, and takes nothing. Literals
//! that are never true are left out; a clause with one that is always true is no axiom.

use std::fmt;
use std::str::FromStr;

use super::events::{CardNumber, Events, TRUE};
use crate::clauses::{Axioms, Lit, NoAxiom};

/// One of the two clauses of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Half {
    /// About those before.
    In,
    /// About the one that comes to them.
    Out,
}

/// One of the two literals that say that a host takes a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Takes {
    /// It is open.
    Open,
    /// It has not gone up.
    Stays,
}

/// How a host moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Moves {
    /// It leaves its place.
    Leaves,
    /// It goes up.
    Up,
}

/// The name of an axiom; see the table of the file. Cards, blocks and events by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Axiom {
    Circle(usize, usize, usize),
    Known(usize, usize),
    Count(usize, usize, usize, Half),
    Enough(usize),
    Last(CardNumber),
    First(CardNumber),
    Direct(CardNumber, usize),
    Onto(CardNumber, Takes, Takes),
    Twin(CardNumber, CardNumber, Takes),
    Host(CardNumber, CardNumber, Moves, Takes),
    Both(CardNumber, CardNumber, Moves),
}

impl Axioms for Events {
    type Axiom = Axiom;

    fn clause(&self, &axiom: &Axiom) -> Option<Vec<Lit>> {
        let clause = self.all_literals(axiom)?;
        if clause.contains(&TRUE) {
            return None;
        }
        Some(clause.into_iter().filter(|&lit| lit != -TRUE).collect())
    }

    fn literals(&self) -> usize {
        let counts = self.blocks() * (self.piles() + 1) * (self.blocks() + 1);
        1 + self.count() * self.count() + self.cards() + counts
    }
}

impl Events {
    fn all_literals(&self, axiom: Axiom) -> Option<Vec<Lit>> {
        match axiom {
            Axiom::Circle(a, b, c) => {
                let all_there = [a, b, c].iter().all(|&event| event < self.count());
                (all_there && a != b && b != c && c != a)
                    .then(|| vec![-self.before(a, b), -self.before(b, c), -self.before(c, a)])
            }
            Axiom::Known(a, b) => self.known().contains(&(a, b)).then(|| vec![self.before(a, b)]),
            Axiom::Count(block, of, least, half) => self.count_clause(block, of, least, half),
            Axiom::Enough(block) => {
                let of = (block < self.blocks()).then(|| self.lowest_before(block).count())?;
                Some(vec![self.at_least(block, of, block + 1)])
            }
            Axiom::Last(card) => self.last(card),
            Axiom::First(card) => self.first(card),
            Axiom::Direct(card, event) => {
                let other = event != card && event != self.goes_up_if_packable(card)?;
                (other && self.is_event(event)).then(|| {
                    let [left, not_up] = self.packed(card, event);
                    vec![-self.direct(card), -left, -not_up]
                })
            }
            Axiom::Onto(card, first, second) => {
                self.goes_up_if_packable(card)?;
                let mut clause = vec![self.direct(card)];
                let hosts = self.hosts(card);
                let takes = hosts.iter().zip([first, second]);
                clause.extend(takes.map(|(&host, part)| self.takes(host, card, part)));
                Some(clause)
            }
            Axiom::Twin(card, host, part) => {
                self.goes_up_if_packable(card)?;
                let [left, not_up] = self.packed(self.twin(card)?, card);
                let mut clause = vec![-left, -not_up, self.direct(card)];
                let hosts = self.hosts(card);
                if hosts.len() == 2 {
                    hosts.contains(&host).then_some(())?;
                    clause.push(self.takes(host, card, part));
                }
                Some(clause)
            }
            Axiom::Host(card, host, moves, part) => {
                let event = self.of_host(card, host, moves)?;
                let [left, not_up] = self.packed(card, event);
                let mut clause = vec![-left, -not_up];
                let other = self.hosts(card).into_iter().find(|&other| other != host);
                clause.extend(other.map(|other| self.takes(other, event, part)));
                Some(clause)
            }
            Axiom::Both(card, host, moves) => {
                let event = self.of_host(card, host, moves)?;
                let [left, not_up] = self.packed(card, event);
                let [twin_left, twin_not_up] = self.packed(self.twin(card)?, event);
                Some(vec![-left, -not_up, -twin_left, -twin_not_up])
            }
        }
    }

    fn count_clause(&self, block: usize, of: usize, least: usize, half: Half) -> Option<Vec<Lit>> {
        let lowest = (block < self.blocks())
            .then(|| self.lowest_before(block).nth(of.checked_sub(1)?))??;
        if least == 0 || least > of || least > block + 1 {
            return None;
        }
        let more = match half {
            Half::In => self.at_least(block, of - 1, least - 1),
            Half::Out => self.before(lowest, self.laid_out(block)),
        };
        let fewer = self.at_least(block, of - 1, least);
        Some(vec![-self.at_least(block, of, least), fewer, more])
    }

    fn last(&self, card: CardNumber) -> Option<Vec<Lit>> {
        let is_below = card < self.cards() && self.has_rank(self.card(card).rank.number() + 2);
        let up = |other| self.before(self.goes_up(card), self.goes_up(other));
        is_below.then(|| self.of_rank(card, 2).map(up).collect())
    }

    fn first(&self, card: CardNumber) -> Option<Vec<Lit>> {
        let is_above = card < self.cards() && self.card(card).rank.number() > 2;
        let as_many = is_above && self.of_rank(card, -2).count() == self.of_rank(card, 0).count();
        let up = |other| self.before(self.goes_up(other), self.goes_up(card));
        as_many.then(|| self.of_rank(card, -2).map(up).collect())
    }

    /// Whether this is the number of an event.
    fn is_event(&self, event: usize) -> bool {
        let of_cards = self.cards() + self.blocks();
        let packable = |card| card < self.cards() && self.is_packable(card);
        event < of_cards || packable(event - of_cards)
    }

    fn goes_up_if_packable(&self, card: CardNumber) -> Option<usize> {
        (card < self.cards() && self.is_packable(card)).then(|| self.goes_up(card))
    }

    /// The event in which a host of a card that can be packed moves.
    fn of_host(&self, card: CardNumber, host: CardNumber, moves: Moves) -> Option<usize> {
        self.goes_up_if_packable(card)?;
        self.hosts(card).contains(&host).then(|| match moves {
            Moves::Leaves => host,
            Moves::Up => self.goes_up(host),
        })
    }

    /// The two literals that say that a card is packed at an event.
    fn packed(&self, card: CardNumber, event: usize) -> [Lit; 2] {
        [self.before(card, event), self.before(event, self.goes_up(card))]
    }

    /// A literal that is true if a host takes a card at an event.
    fn takes(&self, host: CardNumber, event: usize, part: Takes) -> Lit {
        match part {
            Takes::Open => self.opens_before(host, event),
            Takes::Stays => self.before(event, self.goes_up(host)),
        }
    }
}

impl fmt::Display for Axiom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = |half| if half == Half::In { "in" } else { "out" };
        let part = |part| if part == Takes::Open { "open" } else { "stays" };
        let moved = |moves| if moves == Moves::Leaves { "leaves" } else { "up" };
        match *self {
            Axiom::Circle(a, b, c) => write!(f, "circle {a} {b} {c}"),
            Axiom::Known(a, b) => write!(f, "known {a} {b}"),
            Axiom::Count(block, of, least, h) => {
                write!(f, "count {block} {of} {least} {}", half(h))
            }
            Axiom::Enough(block) => write!(f, "enough {block}"),
            Axiom::Last(card) => write!(f, "last {card}"),
            Axiom::First(card) => write!(f, "first {card}"),
            Axiom::Direct(card, event) => write!(f, "direct {card} {event}"),
            Axiom::Onto(card, x, y) => write!(f, "onto {card} {} {}", part(x), part(y)),
            Axiom::Twin(card, host, x) => write!(f, "twin {card} {host} {}", part(x)),
            Axiom::Host(card, host, m, x) => {
                write!(f, "host {card} {host} {} {}", moved(m), part(x))
            }
            Axiom::Both(card, host, m) => write!(f, "both {card} {host} {}", moved(m)),
        }
    }
}

impl FromStr for Axiom {
    type Err = NoAxiom;

    fn from_str(text: &str) -> Result<Axiom, NoAxiom> {
        let words: Vec<&str> = text.split(' ').collect();
        parse(&words).ok_or(NoAxiom)
    }
}

fn parse(words: &[&str]) -> Option<Axiom> {
    let number = |text: &str| text.parse::<u16>().ok().map(usize::from);
    let part = |text: &str| match text {
        "open" => Some(Takes::Open),
        "stays" => Some(Takes::Stays),
        _ => None,
    };
    let moved = |text: &str| match text {
        "leaves" => Some(Moves::Leaves),
        "up" => Some(Moves::Up),
        _ => None,
    };
    Some(match *words {
        ["circle", a, b, c] => Axiom::Circle(number(a)?, number(b)?, number(c)?),
        ["known", a, b] => Axiom::Known(number(a)?, number(b)?),
        ["count", k, i, j, "in"] => Axiom::Count(number(k)?, number(i)?, number(j)?, Half::In),
        ["count", k, i, j, "out"] => Axiom::Count(number(k)?, number(i)?, number(j)?, Half::Out),
        ["enough", block] => Axiom::Enough(number(block)?),
        ["last", card] => Axiom::Last(number(card)?),
        ["first", card] => Axiom::First(number(card)?),
        ["direct", card, event] => Axiom::Direct(number(card)?, number(event)?),
        ["onto", card, x, y] => Axiom::Onto(number(card)?, part(x)?, part(y)?),
        ["twin", card, host, x] => Axiom::Twin(number(card)?, number(host)?, part(x)?),
        ["host", card, host, m, x] => {
            Axiom::Host(number(card)?, number(host)?, moved(m)?, part(x)?)
        }
        ["both", card, host, m] => Axiom::Both(number(card)?, number(host)?, moved(m)?),
        _ => return None,
    })
}
