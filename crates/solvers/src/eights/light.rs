//! What can still be done if light cards take nothing away: the game that the proofs of `stuck.rs` and
//! `refinement.rs` look at instead of that of `loose.rs`.
//!
//! All cards that have left their places in a column or the stock are *out*, and each has a place: on a
//! foundation, only with those of its suit below it, each pile its own, which are out as well; or in a
//! chain, as `afloat.rs` has it, on a root of some column or first in a space. Of *heavy* cards that is
//! asked as long as they are out, of *light* ones when they leave their places only: then those that
//! surely have left with them or before are heavy too, of a root all that lay on it, of a waste card
//! those that lay on it after the last turn. Later a light card may be on a foundation or in a chain as long
//! as that is of use, and a light root counts as a root on though it was dug: so what is done to light
//! cards takes nothing away.

use super::afloat::{Cards, chains_hold, not_home};
use super::loose::LooseState;
use super::packed::{COLUMNS, Deal, Kind, below, colour_of};
use super::steps::bits;

/// What has become of a column, or of all.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dug {
    /// What has become loose and is heavy.
    pub heavy: Cards,
    /// What else has become loose.
    pub light: Cards,
    /// The light cards that are certainly no roots.
    pub never_root: Cards,
    /// The roots that may be there.
    pub roots: Cards,
    /// 1 for each column that may be a space.
    pub spaces: u32,
}

impl Dug {
    pub fn and(self, other: Dug) -> Dug {
        Dug {
            heavy: self.heavy.and(other.heavy),
            light: self.light.and(other.light),
            never_root: self.never_root.and(other.never_root),
            roots: self.roots.and(other.roots),
            spaces: self.spaces + other.spaces,
        }
    }

    /// Without what is among this.
    fn minus(self, other: Dug) -> Dug {
        Dug {
            heavy: self.heavy.minus(other.heavy),
            light: self.light.minus(other.light),
            never_root: self.never_root.minus(other.never_root),
            roots: self.roots.minus(other.roots),
            spaces: self.spaces - other.spaces,
        }
    }
}

/// A table with heavy and light cards.
#[derive(Clone, Copy)]
pub struct Table<'d> {
    pub deal: &'d Deal,
    /// The places of the stock's light cards at the start.
    pub light: u64,
    /// What the foundations held at the start.
    pub first_home: Cards,
    /// What they hold for certain now.
    pub home: Cards,
    /// Kinds of which a card is on a foundation only if it is in `home`; four bits each.
    pub exact: [u64; 4],
    /// What was loose at the start, and the heavy cards that have left the stock.
    pub heavy: Cards,
    /// The light cards that have left the stock.
    pub taken: Cards,
    pub columns: [Dug; COLUMNS],
    pub all: Dug,
    /// The place of each column's root, from 1; 0 for a space.
    pub roots: [u8; COLUMNS],
    pub stock: u64,
    pub turned: u8,
    pub pass: u8,
}

impl<'d> Table<'d> {
    /// From a state on, with nothing heavy but what is loose there.
    pub fn new(deal: &'d Deal, start: &LooseState) -> Table<'d> {
        let mut columns = [Dug::default(); COLUMNS];
        for (i, dug) in columns.iter_mut().enumerate().take(deal.width) {
            lay_bare(deal, i, start.key.roots[i], dug);
        }
        let home = Cards::on_foundations(deal, &start.key.foundations);
        Table {
            deal,
            light: start.key.stock,
            first_home: home,
            home,
            exact: [0; 4],
            heavy: start.loose,
            taken: Cards::default(),
            columns,
            all: columns.into_iter().fold(Dug::default(), Dug::and),
            roots: start.key.roots,
            stock: start.key.stock,
            turned: start.key.turned,
            pass: start.key.pass,
        }
    }

    fn kind(&self, place: u8) -> Kind {
        self.deal.stock[usize::from(place)]
    }

    /// Whether these heavy cards can be on foundations and in chains, all of them at once, if so much has
    /// been done to the columns that chains may lie on, with the cards `taken` of the stock besides.
    fn holds(&self, heavy: Cards, done: Dug, taken: Cards, home: Cards) -> bool {
        let up = home.minus(self.first_home);
        let out = heavy.and(done.light).and(taken).and(self.first_home);
        let down = heavy.minus(up);
        let inexact = heavy.and(self.first_home).but(self.exact);
        let exact = down.minus(down.but(self.exact));
        let needed = not_home(inexact, self.available(out, home)).and(exact);
        let in_chains = down.and(done.never_root).and(taken);
        chains_hold(needed, in_chains, done.roots, done.spaces)
    }

    /// Of the cards that are out those that foundations may hold.
    fn available(&self, out: Cards, home: Cards) -> Cards {
        out.but(self.exact).and(home.minus(home.but(self.exact)))
    }

    /// Whether the card at a place of the stock, the top of the waste or the next of the talon, can be
    /// taken, `up` onto its foundation.
    pub fn can_take(&self, place: u8, up: bool) -> bool {
        let before = self.light & below(self.turned) & !below(place + 1);
        let before =
            bits(before).fold(Cards::default(), |cards, place| cards.add(self.kind(place)));
        self.can_take_after(before, place, up)
    }

    /// The same with the light cards `before` that lay on it.
    fn can_take_after(&self, before: Cards, place: u8, up: bool) -> bool {
        let kind = self.kind(place);
        let heavy = self.heavy.and(self.all.heavy).and(before).add(kind);
        self.can_be(heavy, self.all, self.taken.minus(before), kind, up)
    }

    /// Whether a column's root can be dug, `up` if it is laid up.
    pub fn can_dig(&self, column: usize, up: bool) -> bool {
        let (kind, dug) = (self.root(column), self.columns[column]);
        let heavy = self.heavy.and(self.all.heavy).and(dug.light).add(kind);
        self.can_be(heavy, self.all.minus(dug), self.taken, kind, up)
    }

    /// The cards that foundations may hold.
    fn available_now(&self) -> Cards {
        let out = self.heavy.and(self.all.heavy).and(self.all.light).and(self.taken);
        self.available(out.and(self.first_home), self.home)
    }

    /// Whether a foundation can take a card of an exact kind if foundations may hold these.
    fn takes(&self, kind: Kind, available: Cards) -> bool {
        let ranks = match self.home.of(kind) {
            0 => available.one(kind.suit()),
            1 => available.both(kind.suit()),
            _ => return false,
        };
        ranks + 1 >= u32::from(kind.rank())
    }

    /// Whether no card needs this one to lie on: those that could lie on it, and those that could lie on
    /// these, can be laid up as soon as they are loose.
    pub fn is_safe(&self, kind: Kind) -> bool {
        let available = self.available_now();
        (0..4).all(|suit| {
            let lower = if colour_of(suit) == colour_of(kind.suit()) { 3 } else { 2 };
            available.both(suit) + lower >= u32::from(kind.rank())
        })
    }

    /// Those of some exact kinds of which a loose card can be laid up if it can be where it does not
    /// hinder.
    pub fn can_lay_up(&self, exact: impl Iterator<Item = Kind>) -> impl Iterator<Item = Kind> {
        let out = self.heavy.and(self.all.heavy).and(self.first_home);
        let available = self.available_now();
        let can_be =
            move |&kind: &Kind| out.of(kind) > self.home.of(kind) && self.takes(kind, available);
        exact.filter(can_be)
    }

    fn can_be(&self, heavy: Cards, done: Dug, taken: Cards, kind: Kind, up: bool) -> bool {
        let home = if up { self.home.add(kind) } else { self.home };
        (!up || self.takes(kind, self.available_now())) && self.holds(heavy, done, taken, home)
    }

    pub fn root(&self, column: usize) -> Kind {
        self.deal.dealt[column][usize::from(self.roots[column]) - 1]
    }

    pub fn take(&mut self, place: u8) {
        self.taken = self.taken.add(self.kind(place));
        self.stock &= !(1 << place);
    }

    pub fn dig(&mut self, column: usize) {
        let (root, kind) = (usize::from(self.roots[column]), self.root(column));
        let next = self.deal.root(column, root - 1);
        let run = &self.deal.dealt[column][usize::from(next)..root - 1];
        let run = run.iter().fold(Cards::default(), |cards, &kind| cards.add(kind));
        let mut done = Dug { light: run.add(kind), never_root: run, ..Dug::default() };
        lay_bare(self.deal, column, next, &mut done);
        self.columns[column] = self.columns[column].and(done);
        self.all = self.all.and(done);
        self.roots[column] = next;
    }

    /// The top card of the waste.
    pub fn top(&self) -> Option<u8> {
        (self.stock & below(self.turned)).checked_ilog2().map(|place| place as u8)
    }

    /// The next card of the talon.
    pub fn next(&self) -> Option<u8> {
        let talon = self.stock & !below(self.turned);
        (talon != 0).then(|| talon.trailing_zeros() as u8)
    }

    /// The cards that the stock offers.
    pub fn offered(&self) -> impl Iterator<Item = u8> + use<> {
        self.top().into_iter().chain(self.next())
    }

    /// The same with nothing heavy or exact that is not yet done.
    pub fn in_the_light(&self) -> Table<'d> {
        Table { light: self.light | self.stock, exact: [0; 4], ..*self }
    }

    /// Whether a play can go on for which nothing that is done from now on is heavy: to a space, or `to_the_end`.
    pub fn goes_on(mut self, to_the_end: bool) -> bool {
        let mut redeals = self.deal.rules.passes.map_or(u8::MAX, |passes| passes - self.pass);
        // The light cards below each place of the stock.
        let mut light = [Cards::default(); 65];
        for place in 0..self.deal.stock.len() {
            let is_light = self.light >> place & 1 == 1;
            let kind = self.deal.stock[place];
            light[place + 1] = if is_light { light[place].add(kind) } else { light[place] };
        }
        let can_take = |table: &Self, place: &u8| {
            let (above, turned) = (usize::from(place + 1), usize::from(table.turned));
            let before = light[turned.max(above)].minus(light[above]);
            table.can_take_after(before, *place, false)
        };
        let mut turned_over = 0;
        let mut moved = true;
        loop {
            loop {
                while let Some(place) = self.offered().find(|place| can_take(&self, place)) {
                    self.take(place);
                    moved = true;
                }
                if !moved {
                    break;
                }
                moved = false;
                for column in 0..self.deal.width {
                    while self.roots[column] > 0 && self.can_dig(column, false) {
                        self.dig(column);
                        if self.roots[column] == 0 && !to_the_end {
                            return true;
                        }
                        moved = true;
                    }
                }
            }
            let talon = self.stock & !below(self.turned);
            if talon != 0 {
                self.turned = talon.trailing_zeros() as u8 + 1;
            } else if self.stock == 0 && self.roots == [0; COLUMNS] {
                return true;
            } else if self.stock == turned_over || redeals == 0 {
                return false;
            } else {
                redeals -= 1;
                turned_over = self.stock;
                self.turned = 0;
            }
        }
    }
}

/// Puts down that a column has come to a root.
pub fn lay_bare(deal: &Deal, column: usize, root: u8, dug: &mut Dug) {
    match root {
        0 => dug.spaces += 1,
        _ => dug.roots = dug.roots.add(deal.dealt[column][usize::from(root) - 1]),
    }
}
