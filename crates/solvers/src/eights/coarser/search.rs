//! The search of a coarser game, and what it finds to be lost.
//!
//! Claim: of two positions that differ in light cards, in the places turned over and in cards of exact kinds
//! that are laid up, and have the same next card of the talon, the one with no fewer light cards out, no
//! more places turned over and no more cards laid up is as good. So cards are laid up only as another choice
//! needs it.
//! Proof: it follows what the other follows, if before a choice it lays up what the other has laid up.
//!
//! Claim: a position is lost if it cannot go on to the end with nothing heavy from then on.
//! Proof: as that of [`super::super::stuck::is_lost`].
//!
//! Claim: a position that is lost here is lost in a finer game too, in which all that is heavy or exact here
//! is so and more.
//! Proof: this game follows a play of the finer one as it follows one of `loose.rs`: what needs a place here
//! when something is done needs one there, and what foundations, roots and spaces offer there is offered here.
//! Whether a position is lost does not hang on how it was reached. So if a search ends with a win, all is lost
//! that it has looked at and that does not lie on the way to that win: what comes after it has been looked at
//! or was known to be lost. (That needs that no position comes after itself, as it may with unlimited passes.)

use ahash::{AHashMap, RandomState};
use gehtauf_search::{Budget, Limit, Stop};

use super::super::afloat::Cards;
use super::super::light::Table;
use super::super::packed::{COLUMNS, below};
use super::super::steps::bits;
use super::{Coarser, Event, Rest, kinds};

/// What tells positions apart but for light cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Known {
    /// For each column the root after the last heavy one was dug.
    since: [u8; COLUMNS],
    /// Heavy cards only.
    stock: u64,
    pass: u8,
}

/// For positions the best of those that differ in nothing else.
type Positions = AHashMap<Known, Vec<Light>>;

/// How far the light cards of a position have come, and what else makes it better or worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Light {
    roots: [u8; COLUMNS],
    stock: u64,
    next: Option<u8>,
    turned: u8,
    home: Cards,
}

impl Light {
    /// Whether a position is at least as good as another.
    fn is_as_good(&self, other: &Light) -> bool {
        let mut roots = self.roots.iter().zip(other.roots);
        self.next == other.next
            && self.stock & !other.stock == 0
            && self.turned <= other.turned
            && self.home.is_among(other.home)
            && roots.all(|(&root, other)| root <= other)
    }
}

/// How a position was reached: from which one, by what, and as which of the positions after that.
type Reached = (u32, Event, u16);

impl<'d> Coarser<'d> {
    /// The events of a win if there is one. What is lost in some coarser games is not looked at. Leaves
    /// behind what is lost in this one.
    ///
    /// # Errors
    /// The budget is spent, or the positions have outgrown its bytes.
    pub fn win(
        self,
        coarser: &[Lost<'_>],
        budget: &mut Budget<'_>,
    ) -> (Result<Option<Vec<Event>>, Stop>, Lost<'d>) {
        let mut positions = Positions::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        let mut nodes: Vec<Option<Reached>> = Vec::new();
        let mut open = vec![(Rest::new(self.deal, &self.start), None)];
        let coarser_bytes: usize = coarser.iter().map(Lost::bytes).sum();
        let mut looked_at = 0;
        while let Some((mut rest, reached)) = open.pop() {
            let table = self.settled(&mut rest, |_| {});
            let (known, light) = (self.known(&rest), self.light(&rest));
            let is_as_good = |other: &Light| other.is_as_good(&light);
            if positions.get(&known).is_some_and(|best| best.iter().any(is_as_good))
                || coarser.iter().rev().any(|lost| lost.has(&rest))
            {
                continue;
            }
            let best = positions.entry(known).or_insert_with(|| Vec::with_capacity(1));
            best.retain(|other| !light.is_as_good(other));
            best.push(light);
            looked_at += 1;
            let bytes = coarser_bytes
                + bytes(&positions, looked_at)
                + nodes.capacity() * size_of::<Option<Reached>>()
                + open.capacity() * size_of::<(Rest, Option<Reached>)>();
            let mut stop = budget.visit();
            if stop.is_ok() && bytes > budget.max_bytes() {
                stop = Err(Stop::Limit(Limit::Memory));
            }
            if stop.is_err() || rest.roots == [0; COLUMNS] && rest.stock == 0 {
                let (events, way) = self.way(&nodes, reached);
                for (known, light) in way {
                    if let Some(best) = positions.get_mut(&known) {
                        best.retain(|other| *other != light);
                    }
                }
                return (stop.map(|()| Some(events)), Lost { game: self, positions, looked_at });
            }
            if !table.in_the_light().goes_on(true) {
                continue;
            }
            let before = nodes.len() as u32;
            nodes.push(reached);
            for &event in self.choices(&table).iter().rev() {
                let (after, _) = self.after(&rest, &table, event);
                for (i, &(rest, _)) in after.iter().enumerate() {
                    open.push((rest, Some((before, event, i as u16))));
                }
            }
        }
        (Ok(None), Lost { game: self, positions, looked_at })
    }

    /// What may be done from a settled table, the nearest first.
    fn choices(&self, table: &Table<'_>) -> Vec<Event> {
        let columns = (0..self.deal.width).filter(|&column| table.roots[column] > 0);
        let digs = columns.map(|column| Event::Dig { column: column as u8, up: false });
        let talon = bits(table.stock & !below(table.turned));
        let takes = table.top().into_iter().chain(talon);
        let mut choices: Vec<Event> =
            digs.chain(takes.map(|place| Event::Take { place, up: false })).collect();
        let passes = self.deal.rules.passes;
        if table.stock != 0 && passes.is_none_or(|passes| table.pass < passes) {
            choices.push(Event::Redeal);
        }
        choices
    }

    fn known(&self, rest: &Rest) -> Known {
        let since = |i: usize| self.since[usize::from(rest.roots[i])][i];
        let since = std::array::from_fn(since);
        Known { since, stock: rest.stock & self.heavy.stock, pass: rest.pass }
    }

    fn light(&self, rest: &Rest) -> Light {
        let &Rest { roots, turned, home, .. } = rest;
        let talon = rest.stock & !below(turned);
        let next = (talon != 0).then(|| talon.trailing_zeros() as u8);
        Light { roots, stock: rest.stock & !self.heavy.stock, next, turned, home }
    }

    /// The events that led to a position, and the positions on the way there with it.
    fn way(
        &self,
        nodes: &[Option<Reached>],
        mut reached: Option<Reached>,
    ) -> (Vec<Event>, Vec<(Known, Light)>) {
        let mut choices = Vec::new();
        while let Some((before, event, i)) = reached {
            choices.push((event, i));
            reached = nodes[before as usize];
        }
        let (mut events, mut positions) = (Vec::new(), Vec::new());
        let mut rest = Rest::new(self.deal, &self.start);
        loop {
            let table = self.settled(&mut rest, |event| events.push(event));
            positions.push((self.known(&rest), self.light(&rest)));
            let Some((event, i)) = choices.pop() else { return (events, positions) };
            let (after, event) = self.after(&rest, &table, event).0[usize::from(i)];
            let mut before = after.home.minus(rest.home);
            if let Some(kind) = self.laid_up_by(&table, event) {
                before = before.minus(Cards::default().add(kind));
            }
            let laid_up = kinds().flat_map(|kind| (0..before.of(kind)).map(move |_| kind));
            events.extend(laid_up.map(Event::LayUp));
            events.push(event);
            rest = after;
        }
    }
}

/// What is known to be lost in a coarser game.
pub struct Lost<'d> {
    pub game: Coarser<'d>,
    positions: Positions,
    /// How many positions were looked at for these.
    pub looked_at: usize,
}

impl Lost<'_> {
    /// Whether a position of a finer game is known to be lost.
    fn has(&self, rest: &Rest) -> bool {
        let Some(best) = self.positions.get(&self.game.known(rest)) else { return false };
        let Coarser { deal, start, heavy, .. } = &self.game;
        let first_home = Cards::on_foundations(deal, &start.key.foundations);
        let exact = rest.home.minus(rest.home.but(heavy.exact));
        let home = first_home.but(heavy.exact).and(exact);
        let light = self.game.light(&Rest { home, ..*rest });
        best.iter().any(|other| other.is_as_good(&light))
    }

    pub fn bytes(&self) -> usize {
        bytes(&self.positions, self.looked_at)
    }
}

/// About how many bytes positions take, after so many were looked at.
fn bytes(positions: &Positions, looked_at: usize) -> usize {
    positions.capacity() * 8 / 7 * (size_of::<(Known, Vec<Light>)>() + 1)
        + 2 * looked_at * size_of::<Light>()
}
