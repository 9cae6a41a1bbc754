//! Whether places can be found for cards, counted.
//!
//! Cards that have left columns or stock are *released*. *Asked* is for the places of some of them, all at once. A
//! place is on a foundation, where a card can be only with those of its suit below it, each pile its own, all
//! released; or in a chain of cards, each on one that it builds on. Other released cards may lie in chains as far as
//! that is of use. Of a card type with a *tracked* foundation it is known how many are there; of others there are as many
//! as can be. Where cards come back from foundations, those that were there at the start may lie in chains like others.
//!
//! *The count.* As many cards as can be are put on foundations. From the Kings down each face then has as many cards
//! in chains as must be there, or as many released ones as find a parent, if that is more, and its bases besides (a card
//! that was such a base and is released counts as one of them only); a
//! card that must be there and finds no parent takes a cleared column. A released card that need not be there
//! deserves none: the chain can begin with its second card.

use gehtauf_cards::{Card, Rank, Suit};

use super::counts::{Cards, Faces};

/// What has been done to a column, or to all.
#[derive(Debug, Clone, Copy)]
pub(super) struct Done {
    /// Tracked cards that have left with bases, and such bases.
    pub tracked: Cards,
    /// Other cards that have left with bases, and other bases.
    pub released: Cards,
    /// Those of them that are no bases.
    pub no_bases: Cards,
    pub bases: Cards,
    pub cleared: i8,
}

impl Done {
    pub const NOTHING: Done = Done {
        tracked: Cards::NONE,
        released: Cards::NONE,
        no_bases: Cards::NONE,
        bases: Cards::NONE,
        cleared: 0,
    };

    pub fn and(&self, other: &Done) -> Done {
        Done {
            tracked: self.tracked.and(&other.tracked),
            released: self.released.and(&other.released),
            no_bases: self.no_bases.and(&other.no_bases),
            bases: self.bases.and(&other.bases),
            cleared: self.cleared + other.cleared,
        }
    }

    pub fn without(&self, other: &Done) -> Done {
        Done {
            tracked: self.tracked.without(&other.tracked),
            released: self.released.without(&other.released),
            no_bases: self.no_bases.without(&other.no_bases),
            bases: self.bases.without(&other.bases),
            cleared: self.cleared - other.cleared,
        }
    }

    /// A column has come to this base.
    pub fn comes_to(&mut self, base: Option<Card>) {
        match base {
            Some(base) => self.bases.add(base),
            None => self.cleared += 1,
        }
    }
}

/// What foundations hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Foundations {
    /// At the start.
    pub first: Cards,
    /// The card types with tracked foundations.
    pub tracked: Cards,
    /// Cards of these card types that have been played since.
    pub played: Cards,
    /// Whether cards come back from them.
    pub give_back: bool,
}

impl Foundations {
    /// How many cards of a card type they may hold, if these are released.
    fn may_hold(&self, card: Card, released: &Cards) -> u8 {
        match self.tracked.of(card) {
            0 => released.of(card),
            _ => self.first.of(card) + self.played.of(card),
        }
    }

    /// Whether a card of a card type with a tracked foundation finds its pile there, if these are released.
    pub fn take(&self, card: Card, released: &Cards) -> bool {
        let there = self.may_hold(card, released);
        let mut lower = (1..card.rank.number()).filter_map(Rank::new);
        there < 2 && lower.all(|rank| self.may_hold(Card::new(rank, card.suit), released) > there)
    }

    /// Of the cards that are asked for those that must be in chains, if these are released.
    fn leave(&self, asked: &Cards, released: &Cards) -> Cards {
        let mut rest = Cards::NONE;
        for suit in Suit::ALL {
            let [asked, released, first, tracked, played] =
                [asked, released, &self.first, &self.tracked, &self.played]
                    .map(|c| c.of_suit(suit));
            // How many copies of each rank down to the Ace the piles can hold.
            let mut copies = 2;
            for (rank, rest) in rest.of_suit_mut(suit).iter_mut().enumerate() {
                let (may_hold, cards) = match tracked[rank] {
                    0 => (released[rank], asked[rank] + first[rank]),
                    _ => (first[rank] + played[rank], asked[rank]),
                };
                copies = copies.min(may_hold);
                let there = if tracked[rank] == 0 { copies } else { played[rank] };
                *rest = cards.saturating_sub(there);
            }
        }
        rest
    }

    /// Whether places can be found for all cards that are asked for, if so much has been done to columns and these
    /// others have been taken from the stock.
    pub fn have_places(&self, asked: &Cards, done: &Done, taken: &Cards) -> bool {
        let released = asked.and(&done.released).and(taken).and(&self.first);
        let needed = self.leave(asked, &released).faces();
        let mut may_be = asked.without_some(&self.played).and(&done.no_bases).and(taken);
        if self.give_back {
            may_be = may_be.and(&self.first);
        }
        let may_be = may_be.faces();
        let bases = done.bases.faces();
        let mut parents = Faces::NONE;
        let mut without_parent = 0;
        for face in Faces::all().rev() {
            let (needed, on) = (needed.of(face), parents.of(face.parent()));
            without_parent += (needed - on).max(0);
            *parents.of_mut(face) = needed.max(on.min(may_be.of(face))) + bases.of(face);
        }
        without_parent <= done.cleared
    }
}
