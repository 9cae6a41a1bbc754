//! A test that proves states lost, by a play from which nothing is ever taken away.
//!
//! *Setup.* A play goes on from a position of a state, and beside it a *relaxed* play. That takes bases off columns
//! and cards off the stock, the top of the waste or the next of the talon, as soon as it can; then it turns the next
//! talon card; at the end of the talon it turns the waste over. Cards that were free at the start or have left column
//! or stock in the relaxed play are *released*. A card can leave if a *place* can be found for it, for all cards that
//! were free at the start, and for those that must have left before it: what lay on it in its column or in the waste
//! (`places.rs`). A chain stands on a base that its column has now or had before, or in a column that has come to be
//! cleared. The column that a base leaves offers nothing.
//!
//! *Claim.* A state with bases is lost if the relaxed play clears no column. A state without is lost if it does not
//! take the whole stock.
//!
//! *Invariant.* Up to the first column that the play clears: when the relaxed play is in the same pass, has turned
//! over no more places than the play, and can do no more, then it has taken all bases that have left their columns in
//! the play, and all cards that have left the stock.
//!
//! *Each move keeps it.*
//! - A turn or a redeal is made in both; after a whole pass in which it took nothing from the stock the relaxed play stops,
//!   for another would be the same.
//! - The waste's top card leaves: what was turned over after it has left in the play, so in the relaxed play too. So
//!   there it is the top one, or the next of the talon, or has left. Its place can be found: in the play all cards
//!   for which one is asked have places at this moment, on foundations or in chains. What those places rest on is
//!   released there as well, or a base that its column has had, or a column that has been cleared.
//! - A base leaves: likewise; all that lay on it lies elsewhere then or goes with it.
//! - What free cards do changes nothing of it, nor does a card that comes back from a foundation.
//!
//! *Conclusion.* A win clears all columns and takes the whole stock.

use gehtauf_cards::Card;

use super::counts::Cards;
use super::places::{Done, Foundations};
use super::state::{Deal, State, below};

/// A relaxed play, or a state of `tracked_cards/` from which one goes on.
#[derive(Clone)]
pub(super) struct Relaxed<'d> {
    pub deal: &'d Deal,
    pub foundations: Foundations,
    /// What was free at the start, and tracked cards that have left the stock.
    pub asked: Cards,
    /// The places of the stock whose cards are not tracked, whether they are there or not.
    pub untracked: u64,
    pub state: State,
    pub columns: Vec<Done>,
    /// All columns together.
    pub all: Done,
    /// The cards of these places that have left the stock.
    pub taken: Cards,
}

impl Deal {
    /// Whether it is certain that a state is lost. "No" means nothing.
    pub fn is_dead(&self, state: &State) -> bool {
        let cleared = |state: &State| state.bases.iter().filter(|&&base| base == 0).count();
        let at_first = cleared(state);
        let goes_on = |now: &State| match at_first == now.bases.len() {
            true => now.stock == 0,
            false => cleared(now) > at_first,
        };
        self.counts(state).is_some_and(|counts| {
            let mut columns = vec![Done::NOTHING; self.columns.len()];
            for (column, done) in columns.iter_mut().enumerate() {
                done.comes_to(self.base(state, column));
            }
            let first = self.on_foundations(state);
            let play = Relaxed {
                deal: self,
                foundations: Foundations {
                    first,
                    tracked: Cards::NONE,
                    played: Cards::NONE,
                    give_back: self.rules.foundation_return,
                },
                asked: counts.free,
                untracked: state.stock,
                state: state.clone(),
                all: columns.iter().fold(Done::NOTHING, |all, done| all.and(done)),
                columns,
                taken: Cards::NONE,
            };
            !play.reaches(goes_on)
        })
    }
}

impl Relaxed<'_> {
    /// Whether the play comes to such a state.
    pub fn reaches(mut self, goal: impl Fn(&State) -> bool) -> bool {
        let mut turned_over = None;
        // Whether a card has left since the bases and the top of the waste were tried: a turn gives them no place.
        let mut has_left = true;
        loop {
            loop {
                let turned = usize::from(self.state.turned);
                let of_columns = has_left && self.takes_bases(|_| true);
                let of_stock = self.takes_stock(|place| has_left || place >= turned);
                has_left = of_columns | of_stock;
                if goal(&self.state) {
                    return true;
                }
                if !has_left {
                    break;
                }
            }
            let talon = self.state.stock & !below(self.state.turned);
            if talon != 0 {
                self.state.turned = talon.trailing_zeros() as u8 + 1;
            } else if turned_over == Some(self.state.stock) || !self.deal.may_redeal(&self.state) {
                return false;
            } else {
                turned_over = Some(self.state.stock);
                self.state.turned = 0;
                self.state.pass += u8::from(self.deal.rules.passes.is_some());
            }
        }
    }

    /// Takes all such cards off the stock that can be taken without a turn; says whether there was one.
    pub fn takes_stock(&mut self, is_wanted: impl Fn(usize) -> bool) -> bool {
        let mut moved = false;
        loop {
            let mut offered = self.offered().filter(|&place| is_wanted(place));
            let can_take = |&place: &usize| self.can_take(place, &self.foundations);
            let Some(place) = offered.find(can_take) else { return moved };
            self.state.stock &= !(1 << place);
            self.taken.add(self.deal.stock[place]);
            moved = true;
        }
    }

    /// Takes bases off such columns as long as one can leave; says whether there was one.
    pub fn takes_bases(&mut self, is_wanted: impl Fn((usize, u8)) -> bool) -> bool {
        let mut moved = false;
        for column in 0..self.columns.len() {
            while self.state.bases[column] > 0
                && is_wanted((column, self.state.bases[column]))
                && self.can_leave(column, &self.foundations)
            {
                self.uncover(column);
                moved = true;
            }
        }
        moved
    }

    /// The top of the waste and the next card of the talon.
    fn offered(&self) -> impl Iterator<Item = usize> + use<> {
        let talon = self.state.stock & !below(self.state.turned);
        let next = (talon != 0).then_some(talon.trailing_zeros() as usize);
        self.top().into_iter().chain(next)
    }

    /// The top of the waste.
    pub fn top(&self) -> Option<usize> {
        let waste = self.state.stock & below(self.state.turned);
        waste.checked_ilog2().map(|place| place as usize)
    }

    /// Whether the top of the waste, or a card of the talon, has a place.
    pub fn can_take(&self, place: usize, foundations: &Foundations) -> bool {
        let mut asked = self.asked.and(&self.all.tracked);
        let mut taken = self.taken;
        for on_it in place + 1..self.state.turned.into() {
            if self.untracked >> on_it & 1 == 1 {
                let card = self.deal.stock[on_it];
                asked.add(card);
                taken.take(card);
            }
        }
        asked.add(self.deal.stock[place]);
        foundations.have_places(&asked, &self.all, &taken)
    }

    /// Whether the base of a column has a place elsewhere.
    pub fn can_leave(&self, column: usize, foundations: &Foundations) -> bool {
        let done = &self.columns[column];
        let mut asked = self.asked.and(&self.all.tracked).and(&done.released);
        asked.add(self.base(column));
        foundations.have_places(&asked, &self.all.without(done), &self.taken)
    }

    /// The base of a column that has one.
    pub fn base(&self, column: usize) -> Card {
        self.deal.base(&self.state, column).expect("the column has a base")
    }

    fn uncover(&mut self, column: usize) {
        let base = usize::from(self.state.bases[column]);
        self.state.bases[column] = self.deal.base_of(column, base - 1);
        self.all = self.all.without(&self.columns[column]);
        let done = &mut self.columns[column];
        let cards = &self.deal.columns[column];
        done.released.add(cards[base - 1]);
        for &card in &cards[self.state.bases[column].into()..base - 1] {
            done.released.add(card);
            done.no_bases.add(card);
        }
        done.comes_to(self.deal.base(&self.state, column));
        self.all = self.all.and(&self.columns[column]);
    }

    /// The cards that are released.
    pub fn released(&self) -> Cards {
        let of_columns = self.all.tracked.and(&self.all.released);
        self.asked.and(&of_columns).and(&self.taken).and(&self.foundations.first)
    }
}
