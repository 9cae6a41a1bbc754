//! A coarser game, in which few cards weigh: what is lost in it is lost in that of `loose.rs`.
//!
//! Cards are heavy or light in it, as in `light.rs`. To dig a root is heavy if one of the
//! cards that become loose by it is. What is light and can be dug, or taken from the top of the waste or
//! next from the talon, is done at once; choices are to dig and to take what is heavy, to turn on to a card
//! further on in the talon and take it, and to redeal. Some kinds, all of whose cards are heavy, are
//! *exact*: which of them are on foundations is part of the position, and none comes back; they need no
//! place in a chain to be laid up from. Others are taken to be there whenever they can be.
//!
//! Claim: if the coarser game cannot be won from a state, whatever is heavy and exact, the state is lost.
//! Proof: to each position of a play there is one of the coarser game that can be reached and *follows* it:
//! of the heavy cards the same have been dug and taken, of exact kinds the same laid up, of the light cards
//! at least those, it is the same pass, and no more places of the stock are turned over. At the start that
//! is so. A turn of the play changes nothing of it. If it takes a card that is not taken in the coarser
//! game, no card that is there lies on it, since none lies on it in the play: either it is on top of the
//! waste there too, or it is further on in the talon. Of all cards that are out no more is asked than holds
//! for those that are out in the play, as the proof of [`super::stuck::is_lost`] has it; what more of light
//! cards is out only helps; and in a column no root is counted that lay on the last heavy one dug, since
//! that has left in the play too. So what the play takes, digs or lays up can be taken, dug or laid up.
//! In the end no root and no stock card is left there either.
//!
//! Claim: to lay up a card of an exact kind at once is as good if those that could lie on it, and those that
//! could lie on these, can be laid up as soon as they are loose ([`Table::is_safe`]).
//! Proof: look at a win without that, and lay all such cards and all that could lie on them in turn up as
//! soon as they are loose. None of them needs a place then, and no other card has its place on one of them.

mod search;

use ahash::{AHashSet, RandomState};

use super::afloat::Cards;
use super::light::{Dug, Table, lay_bare};
use super::loose::{Loose, LooseState};
use super::packed::{COLUMNS, Deal, Kind, below};
use super::steps::bits;

pub use search::Lost;

/// What the coarser game minds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Heavy {
    /// The places of dealt cards, by column.
    pub columns: [u32; COLUMNS],
    /// Places of the stock.
    pub stock: u64,
    /// Kinds of which it minds which cards are on foundations, four bits each; all of their cards are heavy.
    pub exact: [u64; 4],
}

/// A card that may be heavy, or a kind that may be exact.
#[derive(Debug, Clone, Copy)]
pub enum Item {
    Dealt { column: usize, place: usize },
    Stock(u8),
    Exact(Kind),
}

impl Heavy {
    pub fn is_exact(&self, kind: Kind) -> bool {
        Cards(self.exact).of(kind) > 0
    }

    pub fn with(mut self, deal: &Deal, items: &[Item]) -> Heavy {
        for &item in items {
            match item {
                Item::Dealt { column, place } => self.columns[column] |= 1 << place,
                Item::Stock(place) => self.stock |= 1 << place,
                Item::Exact(kind) => {
                    self.exact[kind.suit()] |= 15 << (4 * (kind.rank() - 1));
                    self.stock |= deal.places_of_kind[kind.index()];
                    for (column, cards) in self.columns.iter_mut().zip(&deal.dealt) {
                        let places = (0..cards.len()).filter(|&place| cards[place] == kind);
                        *column |= places.fold(0, |places, place| places | 1 << place);
                    }
                }
            }
        }
        self
    }
}

/// What is done in the coarser game; `up` if an exact card is laid up with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Dig { column: u8, up: bool },
    Take { place: u8, up: bool },
    LayUp(Kind),
    Redeal,
}

impl Event {
    /// Without what becomes of it; nothing if it is nothing else.
    pub fn bare(self) -> Option<Event> {
        match self {
            Event::Dig { column, .. } => Some(Event::Dig { column, up: false }),
            Event::Take { place, .. } => Some(Event::Take { place, up: false }),
            Event::LayUp(_) => None,
            Event::Redeal => Some(self),
        }
    }
}

/// A position of the coarser game.
#[derive(Debug, Clone, Copy)]
pub struct Rest {
    pub roots: [u8; COLUMNS],
    pub stock: u64,
    turned: u8,
    pass: u8,
    /// What the foundations held at the start, and of exact kinds what they hold now.
    pub home: Cards,
}

impl Rest {
    pub fn new(deal: &Deal, start: &LooseState) -> Rest {
        let &Loose { roots, stock, turned, pass, .. } = &start.key;
        let home = Cards::on_foundations(deal, &start.key.foundations);
        Rest { roots, stock, turned, pass, home }
    }
}

/// What has been done to a column when it has come to a root.
#[derive(Clone, Copy, Default)]
struct Place {
    dug: Dug,
    /// The root after the last heavy one was dug.
    since: u8,
    /// Whether it is a choice to dig the root.
    is_heavy: bool,
}

/// A coarser game of a deal from a state on.
pub struct Coarser<'d> {
    pub deal: &'d Deal,
    pub start: LooseState,
    pub heavy: Heavy,
    /// For each column and root.
    places: Vec<Vec<Place>>,
    /// [`Place::since`] for each root and column, close together.
    since: Vec<[u8; COLUMNS]>,
    /// The kinds that are exact.
    exact: Vec<Kind>,
}

impl<'d> Coarser<'d> {
    pub fn new(deal: &'d Deal, start: LooseState, heavy: Heavy) -> Coarser<'d> {
        let roots = usize::from(*start.key.roots.iter().max().expect("columns")) + 1;
        let mut since = vec![[0; COLUMNS]; roots];
        let places = (0..deal.width).map(|column| {
            let mut places = vec![Place::default(); roots];
            walk(deal, &start, &heavy, column, 0, |root, place| {
                places[usize::from(root)] = place;
                since[usize::from(root)][column] = place.since;
            });
            places
        });
        let places = places.collect();
        let exact = kinds().filter(|&kind| heavy.is_exact(kind)).collect();
        Coarser { deal, start, heavy, places, since, exact }
    }

    /// Whether the event could be if these were heavy too.
    pub fn could_be(&self, rest: &Rest, event: Event, items: &[Item]) -> bool {
        let heavy = self.heavy.with(self.deal, items);
        let table = self.table_with(rest, &heavy, |column| {
            let mut dug = Dug::default();
            let root = rest.roots[column];
            walk(self.deal, &self.start, &heavy, column, root, |_, place| dug = place.dug);
            dug
        });
        self.can_be(&table, event)
    }

    fn place(&self, column: usize, root: u8) -> &Place {
        &self.places[column][usize::from(root)]
    }

    pub fn table(&self, rest: &Rest) -> Table<'d> {
        self.table_with(rest, &self.heavy, |column| self.place(column, rest.roots[column]).dug)
    }

    fn table_with(&self, rest: &Rest, heavy: &Heavy, dug: impl Fn(usize) -> Dug) -> Table<'d> {
        let taken = self.start.key.stock & !rest.stock;
        let cards = |places: u64| {
            bits(places).fold(Cards::default(), |cards, place| {
                cards.add(self.deal.stock[usize::from(place)])
            })
        };
        let mut table = Table::new(self.deal, &self.start);
        table.light &= !heavy.stock;
        table.exact = heavy.exact;
        table.home = rest.home;
        table.heavy = table.heavy.and(cards(taken & heavy.stock));
        table.taken = cards(taken & !heavy.stock);
        table.all = Dug::default();
        for column in 0..self.deal.width {
            table.columns[column] = dug(column);
            table.all = table.all.and(table.columns[column]);
        }
        (table.roots, table.stock) = (rest.roots, rest.stock);
        (table.turned, table.pass) = (rest.turned, rest.pass);
        table
    }

    pub fn is_heavy(&self, rest: &Rest, event: Event) -> bool {
        match event {
            Event::Dig { column, .. } => {
                let column = usize::from(column);
                self.place(column, rest.roots[column]).is_heavy
            }
            Event::Take { place, .. } => self.heavy.stock >> place & 1 == 1,
            Event::LayUp(_) | Event::Redeal => true,
        }
    }

    pub fn can_be(&self, table: &Table<'_>, event: Event) -> bool {
        match event {
            Event::Dig { column, up } => table.can_dig(usize::from(column), up),
            Event::Take { place, up } => table.can_take(place, up),
            Event::LayUp(kind) => table.can_lay_up(std::iter::once(kind)).next().is_some(),
            Event::Redeal => true,
        }
    }

    pub fn play(&self, rest: &mut Rest, event: Event) {
        match event {
            Event::Dig { column, up } => {
                let column = usize::from(column);
                let root = usize::from(rest.roots[column]);
                rest.roots[column] = self.deal.root(column, root - 1);
                if up {
                    rest.home = rest.home.add(self.deal.dealt[column][root - 1]);
                }
            }
            Event::Take { place, up } => {
                let is_heavy = self.heavy.stock >> place & 1 == 1;
                let turned_over = rest.stock & below(place) & !below(rest.turned);
                if place >= rest.turned && (is_heavy || turned_over != 0) {
                    rest.turned = place + 1;
                }
                rest.stock &= !(1 << place);
                if up {
                    rest.home = rest.home.add(self.deal.stock[usize::from(place)]);
                }
            }
            Event::LayUp(kind) => rest.home = rest.home.add(kind),
            Event::Redeal => {
                rest.turned = 0;
                rest.pass += u8::from(self.deal.rules.passes.is_some());
            }
        }
    }

    /// Does what is light, and lays up what never hurts there.
    fn settle(&self, table: &mut Table<'_>, mut tell: impl FnMut(Event)) {
        loop {
            let mut moved = false;
            let is_light = |&place: &u8| self.heavy.stock >> place & 1 == 0;
            while let Some(place) =
                table.offered().filter(is_light).find(|&place| table.can_take(place, false))
            {
                table.take(place);
                tell(Event::Take { place, up: false });
                moved = true;
            }
            for column in 0..self.deal.width {
                while table.roots[column] > 0
                    && !self.place(column, table.roots[column]).is_heavy
                    && table.can_dig(column, false)
                {
                    table.dig(column);
                    tell(Event::Dig { column: column as u8, up: false });
                    moved = true;
                }
            }
            let safe = |table: &Table<'_>| self.laid_up(table).find(|&kind| table.is_safe(kind));
            while let Some(kind) = safe(table) {
                table.home = table.home.add(kind);
                tell(Event::LayUp(kind));
                moved = true;
            }
            if !moved {
                return;
            }
        }
    }

    /// Settles a position.
    fn settled(&self, rest: &mut Rest, tell: impl FnMut(Event)) -> Table<'d> {
        let mut table = self.table(rest);
        self.settle(&mut table, tell);
        (rest.roots, rest.stock, rest.home) = (table.roots, table.stock, table.home);
        table
    }

    /// The positions after an event, with it or its like for a card that is laid up at once. Before it
    /// cards of exact kinds are laid up only as far as it needs that: those from which the others come by
    /// more of the same are as good. Says also how often it looked whether the event can be.
    pub fn after(
        &self,
        rest: &Rest,
        table: &Table<'_>,
        event: Event,
    ) -> (Vec<(Rest, Event)>, usize) {
        let mut found: Vec<(Rest, Event)> = Vec::new();
        let mut seen = AHashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        let mut homes = vec![table.home];
        let mut next = 0;
        while let Some(&home) = homes.get(next) {
            next += 1;
            if found.iter().any(|(other, _)| other.home.is_among(home)) {
                continue;
            }
            let table = Table { home, ..*table };
            let is_possible = self.can_be(&table, event);
            let event = if is_possible { Some(event) } else { self.laid_up_with(&table, event) };
            if let Some(event) = event {
                let mut after = Rest { home, ..*rest };
                self.play(&mut after, event);
                found.push((after, event));
            }
            if !is_possible {
                let safe = self.laid_up(&table).find(|&kind| table.is_safe(kind));
                let kinds =
                    self.laid_up(&table).filter(|&kind| safe.is_none_or(|safe| safe == kind));
                homes.extend(kinds.map(|kind| home.add(kind)).filter(|&home| seen.insert(home)));
            }
        }
        (found, next)
    }

    /// The cards of exact kinds that can be laid up.
    fn laid_up(&self, table: &Table<'_>) -> impl Iterator<Item = Kind> {
        table.can_lay_up(self.exact.iter().copied())
    }

    /// The same event for a card of an exact kind that is laid up at once.
    fn laid_up_with(&self, table: &Table<'_>, event: Event) -> Option<Event> {
        let event = match event {
            Event::Dig { column, .. } => Event::Dig { column, up: true },
            Event::Take { place, .. } => Event::Take { place, up: true },
            Event::LayUp(_) | Event::Redeal => return None,
        };
        let kind = self.laid_up_by(table, event)?;
        (self.heavy.is_exact(kind) && self.can_be(table, event)).then_some(event)
    }

    /// The card that an event lays up.
    fn laid_up_by(&self, table: &Table<'_>, event: Event) -> Option<Kind> {
        match event {
            Event::Dig { column, up: true } => Some(table.root(usize::from(column))),
            Event::Take { place, up: true } => Some(self.deal.stock[usize::from(place)]),
            Event::LayUp(kind) => Some(kind),
            _ => None,
        }
    }
}

/// What has been done to a column at each of its roots down to the last one.
fn walk(
    deal: &Deal,
    start: &LooseState,
    heavy: &Heavy,
    column: usize,
    last: u8,
    mut tell: impl FnMut(u8, Place),
) {
    let mut root = start.key.roots[column];
    let mut place = Place { since: root, ..Place::default() };
    loop {
        lay_bare(deal, column, root, &mut place.dug);
        let next = if root == 0 { 0 } else { deal.root(column, usize::from(root) - 1) };
        let dug = usize::from(next)..usize::from(root);
        place.is_heavy = dug.clone().any(|i| heavy.columns[column] >> i & 1 == 1);
        tell(root, place);
        if root == last {
            return;
        }
        if place.is_heavy {
            // What was light before lies elsewhere for certain.
            place.since = next;
            place.dug = Dug { roots: Cards::default(), never_root: place.dug.light, ..place.dug };
        }
        for i in dug {
            let kind = deal.dealt[column][i];
            let is_root = i + 1 == usize::from(root);
            if heavy.columns[column] >> i & 1 == 1 {
                place.dug.heavy = place.dug.heavy.add(kind);
                continue;
            }
            place.dug.light = place.dug.light.add(kind);
            if !is_root || place.is_heavy {
                place.dug.never_root = place.dug.never_root.add(kind);
            }
        }
        root = next;
    }
}

pub fn kinds() -> impl Iterator<Item = Kind> {
    (0..4).flat_map(|suit| (1..=13).map(move |rank| Kind::of(rank, suit)))
}
