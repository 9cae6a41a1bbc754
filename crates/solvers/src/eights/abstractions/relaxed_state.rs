//! A state in which tracked cards are minded and untracked ones take nothing away: what `delete_relaxation.rs`
//! and `tracked_cards/` ask whether a card can be uncovered or taken.
//!
//! All cards that have left their places in a column or the stock are *released*. Each has a place: on a
//! foundation, only with those of its suit below it, each pile its own, which are released as well; or in a
//! chain, as `chain_counting.rs` has it, on a base or first in a cleared column. Of *tracked* cards that is asked
//! as long as they are released, of *untracked* ones only when they leave their places. Then it is asked
//! of those, too, that have left with them or before for certain: of a base all that lay on it, of a waste card
//! at place p all at places from p on that are turned over. For a play that takes the card has taken them, if it
//! has turned over no fewer places. Later an untracked card may be on a foundation or in a chain as long as that
//! is of use, and an untracked base counts as a base on though it was uncovered.

use gehtauf_search::bits;

use super::card_counts::Cards;
use super::chain_counting::{chains_hold, not_on_foundations};
use super::free_cards::FreeCardState;
use crate::eights::state::{COLUMNS, CardType, Deal, below, colour_of, next_of_talon};

/// What has been uncovered of a column, or of all.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uncovered {
    /// What is released and tracked.
    pub tracked: Cards,
    /// What else is released.
    pub untracked: Cards,
    /// The untracked cards that are no bases for certain.
    pub never_base: Cards,
    /// The bases that may be there.
    pub bases: Cards,
    /// 1 for each column that may be cleared.
    pub cleared: u32,
}

impl Uncovered {
    pub fn and(self, other: Uncovered) -> Uncovered {
        Uncovered {
            tracked: self.tracked.and(other.tracked),
            untracked: self.untracked.and(other.untracked),
            never_base: self.never_base.and(other.never_base),
            bases: self.bases.and(other.bases),
            cleared: self.cleared + other.cleared,
        }
    }

    /// Without what is among this.
    fn minus(self, other: Uncovered) -> Uncovered {
        Uncovered {
            tracked: self.tracked.minus(other.tracked),
            untracked: self.untracked.minus(other.untracked),
            never_base: self.never_base.minus(other.never_base),
            bases: self.bases.minus(other.bases),
            cleared: self.cleared - other.cleared,
        }
    }
}

/// A state with tracked and untracked cards.
#[derive(Clone, Copy)]
pub struct RelaxedState<'d> {
    pub deal: &'d Deal,
    /// The places of the stock's untracked cards at the start.
    pub untracked: u64,
    /// What the foundations held at the start.
    pub first_foundations: Cards,
    /// What they hold for certain now.
    pub foundations: Cards,
    /// Types with tracked foundations: a card of them is on a foundation only if it is
    /// in `foundations`; four bits each.
    pub tracked_foundations: [u64; 4],
    /// What was free at the start, and the tracked cards that have left the stock.
    pub tracked: Cards,
    /// The untracked cards that have left the stock.
    pub taken: Cards,
    pub columns: [Uncovered; COLUMNS],
    pub all: Uncovered,
    /// The place of each column's base, from 1; 0 for a cleared one.
    pub bases: [u8; COLUMNS],
    pub stock: u64,
    pub turned: u8,
    pub pass: u8,
}

impl<'d> RelaxedState<'d> {
    /// From a state on, with nothing tracked but what is free there.
    pub fn new(deal: &'d Deal, start: &FreeCardState) -> RelaxedState<'d> {
        let mut columns = [Uncovered::default(); COLUMNS];
        for (i, uncovered) in columns.iter_mut().enumerate().take(deal.width) {
            uncover_to(deal, i, start.key.bases[i], uncovered);
        }
        let foundations = Cards::on_foundations(deal, &start.key.foundations);
        RelaxedState {
            deal,
            untracked: start.key.stock,
            first_foundations: foundations,
            foundations,
            tracked_foundations: [0; 4],
            tracked: start.free,
            taken: Cards::default(),
            columns,
            all: columns.into_iter().fold(Uncovered::default(), Uncovered::and),
            bases: start.key.bases,
            stock: start.key.stock,
            turned: start.key.turned,
            pass: start.key.pass,
        }
    }

    fn card(&self, place: u8) -> CardType {
        self.deal.stock[usize::from(place)]
    }

    /// Whether these tracked cards can be on foundations and in chains, all of them at once, if so much has
    /// been done to the columns that chains may lie on, with the cards `taken` of the stock besides.
    fn holds(&self, tracked: Cards, done: Uncovered, taken: Cards, foundations: Cards) -> bool {
        let on_foundations = foundations.minus(self.first_foundations);
        let released = tracked.and(done.untracked).and(taken).and(self.first_foundations);
        let down = tracked.minus(on_foundations);
        let others = tracked.and(self.first_foundations).but(self.tracked_foundations);
        let of_tracked_types = down.minus(down.but(self.tracked_foundations));
        let needed =
            not_on_foundations(others, self.available(released, foundations)).and(of_tracked_types);
        let mut in_chains = down.and(done.never_base).and(taken);
        if self.deal.rules.foundation_return {
            in_chains = in_chains.and(self.first_foundations);
        }
        chains_hold(needed.lines(), in_chains.lines(), done.bases.lines(), done.cleared)
    }

    /// Of the released cards those that foundations may hold.
    fn available(&self, released: Cards, foundations: Cards) -> Cards {
        released
            .but(self.tracked_foundations)
            .and(foundations.minus(foundations.but(self.tracked_foundations)))
    }

    /// Whether the card at a place of the stock, the top of the waste or the next of the talon, can be
    /// taken, `to_foundation` or to a column.
    pub fn can_take(&self, place: u8, to_foundation: bool) -> bool {
        let before = self.untracked & below(self.turned) & !below(place + 1);
        let before =
            bits(before).fold(Cards::default(), |cards, place| cards.add(self.card(place)));
        let card = self.card(place);
        let tracked = self.tracked.and(self.all.tracked).and(before).add(card);
        self.can_be(tracked, self.all, self.taken.minus(before), card, to_foundation)
    }

    /// Whether a column's base can be uncovered, `to_foundation` or to a column.
    pub fn can_uncover(&self, column: usize, to_foundation: bool) -> bool {
        let (card, uncovered) = (self.base(column), self.columns[column]);
        let tracked = self.tracked.and(self.all.tracked).and(uncovered.untracked).add(card);
        self.can_be(tracked, self.all.minus(uncovered), self.taken, card, to_foundation)
    }

    /// The cards that foundations may hold.
    fn available_now(&self) -> Cards {
        let released = self.tracked.and(self.all.tracked).and(self.all.untracked).and(self.taken);
        self.available(released.and(self.first_foundations), self.foundations)
    }

    /// Whether a foundation can take a card whose foundation is tracked if foundations may hold these.
    fn takes(&self, card: CardType, available: Cards) -> bool {
        let ranks = match self.foundations.of(card) {
            0 => available.one(card.suit()),
            1 => available.both(card.suit()),
            _ => return false,
        };
        ranks + 1 >= u32::from(card.rank())
    }

    /// Whether no card needs this one to lie on: those that could lie on it, and those that could lie on
    /// these, can go to foundations as soon as they are free.
    pub fn needs_no_place(&self, card: CardType) -> bool {
        let available = self.available_now();
        (0..4).all(|suit| {
            let lower = if colour_of(suit) == colour_of(card.suit()) { 3 } else { 2 };
            available.both(suit) + lower >= u32::from(card.rank())
        })
    }

    /// Those of some types with tracked foundations of which a free card can go to its foundation if it can be
    /// where it does not hinder.
    pub fn playable_of(
        &self,
        types: impl Iterator<Item = CardType>,
    ) -> impl Iterator<Item = CardType> {
        let released = self.tracked.and(self.all.tracked).and(self.first_foundations);
        let available = self.available_now();
        let can_be = move |&card: &CardType| {
            released.of(card) > self.foundations.of(card) && self.takes(card, available)
        };
        types.filter(can_be)
    }

    fn can_be(
        &self,
        tracked: Cards,
        done: Uncovered,
        taken: Cards,
        card: CardType,
        to_foundation: bool,
    ) -> bool {
        let foundations = if to_foundation { self.foundations.add(card) } else { self.foundations };
        (!to_foundation || self.takes(card, self.available_now()))
            && self.holds(tracked, done, taken, foundations)
    }

    pub fn base(&self, column: usize) -> CardType {
        self.deal.dealt[column][usize::from(self.bases[column]) - 1]
    }

    pub fn take(&mut self, place: u8) {
        self.taken = self.taken.add(self.card(place));
        self.stock &= !(1 << place);
    }

    pub fn uncover(&mut self, column: usize) {
        let (base, card) = (usize::from(self.bases[column]), self.base(column));
        let next = self.deal.base(column, base - 1);
        let run = &self.deal.dealt[column][usize::from(next)..base - 1];
        let run = run.iter().fold(Cards::default(), |cards, &card| cards.add(card));
        let mut done =
            Uncovered { untracked: run.add(card), never_base: run, ..Uncovered::default() };
        uncover_to(self.deal, column, next, &mut done);
        self.columns[column] = self.columns[column].and(done);
        self.all = self.all.and(done);
        self.bases[column] = next;
    }

    /// The top card of the waste.
    pub fn top(&self) -> Option<u8> {
        top_of_waste(self.stock, self.turned)
    }

    /// The next card of the talon.
    pub fn next(&self) -> Option<u8> {
        next_of_talon(self.stock, self.turned)
    }

    /// The cards that the stock offers.
    pub fn offered(&self) -> impl Iterator<Item = u8> + use<> {
        self.top().into_iter().chain(self.next())
    }
}

/// The place of the top card of the waste.
pub fn top_of_waste(stock: u64, turned: u8) -> Option<u8> {
    (stock & below(turned)).checked_ilog2().map(|place| place as u8)
}

/// Puts down that a column has come to a base, 0 if it is cleared.
pub fn uncover_to(deal: &Deal, column: usize, base: u8, uncovered: &mut Uncovered) {
    match base {
        0 => uncovered.cleared += 1,
        _ => uncovered.bases = uncovered.bases.add(deal.dealt[column][usize::from(base) - 1]),
    }
}
