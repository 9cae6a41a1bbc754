//! A test that proves states lost, by a play from which nothing is ever taken away.
//!
//! *Setup.* A play goes on from a position of a state, and beside it a *relaxed* play. That takes bases off columns and
//! cards off the stock, the top of the waste or the next of the talon, as soon as it can; then it turns the next talon
//! card; at the end of the talon it turns the waste over. Cards that were free at the start or have left column or
//! stock in the relaxed play are *released*. A card can leave if a *place* can be found for it, for all cards that were free at the
//! start, and for those that must have left before it: what lay on it in its column or in the waste. Their places are on
//! foundations, on which a card can be only with those of its suit below it, each pile its own, all released; or
//! in a chain of cards, each on one that it builds on. A chain stands on a base that its column has now or had before, or in a column
//! that has come to be cleared. Other released cards may lie in chains as far as that is of use. The column that a base leaves
//! offers nothing.
//!
//! *Claim.* A state with bases is lost if the relaxed play clears no column. A state without is lost if it does not
//! take the whole stock.
//!
//! *Invariant.* Up to the first column that the play clears: when the relaxed play is in the same pass, has turned over no more
//! places than the play, and can do no more, then it has taken all bases that have left their columns in the play, and
//! all cards that have left the stock.
//!
//! *Each move keeps it.*
//! - A turn or a redeal is made in both; after a pass in which it took nothing from the stock the relaxed play stops, for another would be the same.
//! - The waste's top card leaves: what was turned over after it has left in the play, so in the relaxed play too. So there it is
//!   the top one, or the next of the talon, or has left. Its place can be found: in the play all cards for which one is
//!   asked have places at this moment, on foundations or in chains. What those places rest on is released there as
//!   well, or a base that its column has had, or a column that has been cleared.
//! - A base leaves: likewise; all that lay on it lies elsewhere then or goes with it.
//! - What free cards do changes nothing of it.
//!
//! *The count.* As many cards as can be are put on foundations. From the Kings down each face then has as many cards in
//! chains as must be there, or as many released ones as find a parent, if that is more, and its bases besides; a card that must be there and
//! finds no parent takes a cleared column. A released card that need not be there deserves none: the
//! chain can begin with its second card.
//!
//! *Conclusion.* A win clears all columns and takes the whole stock.

use gehtauf_cards::{Card, Rank, Suit};

use super::counts::{Cards, Faces};
use super::state::{Deal, State, below};

/// What has been done to a column, or to all.
#[derive(Clone, Copy)]
struct Done {
    /// Cards that have left with bases, and bases.
    released: Cards,
    /// Those of them that are no bases.
    no_bases: Cards,
    bases: Cards,
    cleared: i32,
}

impl Done {
    const NOTHING: Done =
        Done { released: Cards::NONE, no_bases: Cards::NONE, bases: Cards::NONE, cleared: 0 };

    fn and(&self, other: &Done) -> Done {
        Done {
            released: self.released.and(&other.released),
            no_bases: self.no_bases.and(&other.no_bases),
            bases: self.bases.and(&other.bases),
            cleared: self.cleared + other.cleared,
        }
    }

    fn without(&self, other: &Done) -> Done {
        Done {
            released: self.released.without(&other.released),
            no_bases: self.no_bases.without(&other.no_bases),
            bases: self.bases.without(&other.bases),
            cleared: self.cleared - other.cleared,
        }
    }

    /// A column has come to this base.
    fn comes_to(&mut self, base: Option<Card>) {
        match base {
            Some(base) => self.bases.add(base),
            None => self.cleared += 1,
        }
    }
}

/// The relaxed play.
struct Relaxed<'d> {
    deal: &'d Deal,
    /// On foundations at the start.
    up: Cards,
    /// Free at the start.
    free: Cards,
    state: State,
    columns: Vec<Done>,
    /// All columns together.
    all: Done,
    /// The cards that have left the stock.
    taken: Cards,
}

impl Deal {
    /// Whether it is certain that a state is lost. "No" means nothing.
    pub fn is_dead(&self, state: &State) -> bool {
        self.counts(state).is_some_and(|counts| {
            let mut columns = vec![Done::NOTHING; self.columns.len()];
            for (column, done) in columns.iter_mut().enumerate() {
                done.comes_to(self.base(state, column));
            }
            let up = self.on_foundations(state);
            let all = columns.iter().fold(Done::NOTHING, |all, done| all.and(done));
            let (free, taken, state) = (counts.free, Cards::NONE, state.clone());
            !Relaxed { deal: self, up, free, state, columns, all, taken }.gets_on()
        })
    }
}

impl Relaxed<'_> {
    /// Whether a column is cleared, or the stock taken if no column has a base.
    fn gets_on(mut self) -> bool {
        let has_bases = self.state.bases.iter().any(|&base| base > 0);
        let stock_at_first = self.state.stock;
        let mut turned_over = None;
        if self.takes_bases() && has_bases {
            return true;
        }
        loop {
            if self.takes_all_it_can(stock_at_first) && has_bases {
                return true;
            }
            if self.state.stock == 0 && !has_bases {
                return true;
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

    /// Does all that can be done without a turn, all bases that can having been taken before; says whether that clears a column.
    fn takes_all_it_can(&mut self, stock_at_first: u64) -> bool {
        loop {
            let before = self.state.stock;
            while let Some(place) = self.offered().find(|&at| self.can_take(at, stock_at_first)) {
                self.state.stock &= !(1 << place);
                self.taken.add(self.deal.stock[place]);
            }
            if before == self.state.stock {
                return false;
            }
            if self.takes_bases() {
                return true;
            }
        }
    }

    /// Takes bases off columns as long as one can leave; says whether that clears a column.
    fn takes_bases(&mut self) -> bool {
        loop {
            let can_leave = |&column: &usize| {
                let base = self.deal.base(&self.state, column);
                base.is_some_and(|base| self.can_leave(column, base))
            };
            let Some(column) = (0..self.columns.len()).find(can_leave) else { return false };
            self.uncover(column);
            if self.state.bases[column] == 0 {
                return true;
            }
        }
    }

    /// The top of the waste and the next card of the talon.
    fn offered(&self) -> impl Iterator<Item = usize> + use<> {
        let State { stock, turned, .. } = self.state;
        let top = (stock & below(turned)).checked_ilog2();
        let talon = stock & !below(turned);
        let next = (talon != 0).then_some(talon.trailing_zeros());
        top.into_iter().chain(next).map(|place| place as usize)
    }

    fn can_take(&self, place: usize, stock_at_first: u64) -> bool {
        let mut asked = self.free;
        let mut taken = self.taken;
        for on_it in place + 1..self.state.turned.into() {
            if stock_at_first >> on_it & 1 == 1 {
                let card = self.deal.stock[on_it];
                asked.add(card);
                taken.take(card);
            }
        }
        asked.add(self.deal.stock[place]);
        self.have_places(&asked, &self.all, &taken)
    }

    fn can_leave(&self, column: usize, base: Card) -> bool {
        let mut asked = self.free.and(&self.columns[column].released);
        asked.add(base);
        self.have_places(&asked, &self.all.without(&self.columns[column]), &self.taken)
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

    /// Whether places can be found for all cards that are asked for.
    fn have_places(&self, asked: &Cards, done: &Done, taken: &Cards) -> bool {
        let released = asked.and(&done.released).and(taken).and(&self.up);
        let needed = in_chains(&asked.and(&self.up), &released);
        let may_be = asked.and(&done.no_bases).and(taken).faces();
        let (needed, bases) = (needed.faces(), done.bases.faces());
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

/// The cards that are not on foundations if as many as can be are there, all under them being released.
fn in_chains(cards: &Cards, released: &Cards) -> Cards {
    let mut rest = Cards::NONE;
    for suit in Suit::ALL {
        // How many copies of each rank down to the Ace the piles can hold.
        let mut copies = 2;
        for card in (1..=13).filter_map(Rank::new).map(|rank| Card::new(rank, suit)) {
            copies = copies.min(released.of(card));
            (copies..cards.of(card)).for_each(|_| rest.add(card));
        }
    }
    rest
}
