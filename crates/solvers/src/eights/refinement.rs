//! A proof that a state of `loose.rs` is lost, by a coarser game that is refined where it is won too easily
//! (counterexample-guided abstraction refinement, Clarke, Grumberg, Jha, Lu and Veith 2000).
//!
//! In the coarser game cards are heavy or light, as in `light.rs`. To dig a root is heavy if one of the
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
//! Claim: of two positions that differ in light cards, in the places turned over and in cards of exact kinds
//! that are laid up, and have the same next card of the talon, the one with no fewer light cards out, no
//! more places turned over and no more cards laid up is as good. So cards are laid up only as another choice
//! needs it.
//! Proof: it follows what the other follows, if before a choice it lays up what the other has laid up.
//!
//! Claim: to lay up a card of an exact kind at once is as good if those that could lie on it, and those that
//! could lie on these, can be laid up as soon as they are loose ([`Table::is_safe`]).
//! Proof: look at a win without that, and lay all such cards and all that could lie on them in turn up as
//! soon as they are loose. None of them needs a place then, and no other card has its place on one of them.
//!
//! Claim: a position is lost if it cannot go on to the end with nothing heavy from then on.
//! Proof: as that of [`super::stuck::is_lost`].
//!
//! At first nothing is heavy. If the coarser game has a win, what is light in it is put off as long as can
//! be, and of its moves that could not be if all cards were heavy the one is looked for that shows so
//! with the fewest; these become heavy. If there is none, kinds become exact. Which does not matter for
//! the claims, only for how soon there is a proof.

use ahash::{AHashMap, AHashSet, RandomState};
use gehtauf_search::{Budget, Limit, Stop};

use super::afloat::Cards;
use super::light::{Dug, Table, lay_bare};
use super::loose::{Loose, LooseState};
use super::packed::{COLUMNS, Deal, Kind, State, below};
use super::steps::bits;

/// What the coarser game minds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Heavy {
    /// The places of dealt cards, by column.
    columns: [u32; COLUMNS],
    /// Places of the stock.
    stock: u64,
    /// Kinds of which it minds which cards are on foundations, four bits each; all of their cards are heavy.
    exact: [u64; 4],
}

/// A card that may be heavy, or a kind that may be exact.
#[derive(Debug, Clone, Copy)]
enum Item {
    Dealt { column: usize, place: usize },
    Stock(u8),
    Exact(Kind),
}

impl Heavy {
    fn is_exact(&self, kind: Kind) -> bool {
        Cards(self.exact).of(kind) > 0
    }

    fn with(mut self, deal: &Deal, items: &[Item]) -> Heavy {
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
enum Event {
    Dig { column: u8, up: bool },
    Take { place: u8, up: bool },
    LayUp(Kind),
    Redeal,
}

impl Event {
    /// Without what becomes of it; nothing if it is nothing else.
    fn bare(self) -> Option<Event> {
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
struct Rest {
    roots: [u8; COLUMNS],
    stock: u64,
    turned: u8,
    pass: u8,
    /// What the foundations held at the start, and of exact kinds what they hold now.
    home: Cards,
}

impl Rest {
    fn new(deal: &Deal, start: &LooseState) -> Rest {
        let &Loose { roots, stock, turned, pass, .. } = &start.key;
        let home = Cards::on_foundations(deal, &start.key.foundations);
        Rest { roots, stock, turned, pass, home }
    }
}

/// How a position was reached: from which one, by what, and as which of the positions after that.
type Reached = (u32, Event, u16);

/// What tells positions apart but for light cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Known {
    /// For each column the root after the last heavy one was dug.
    since: [u8; COLUMNS],
    /// Heavy cards only.
    stock: u64,
    next: Option<u8>,
    pass: u8,
}

/// How far the light cards of a position have come, and what else makes it better or worse.
#[derive(Debug, Clone, Copy)]
struct Light {
    roots: [u8; COLUMNS],
    stock: u64,
    turned: u8,
    home: Cards,
}

impl Light {
    /// Whether a position is at least as good as one with the same next card of the talon.
    fn is_as_good(&self, other: &Light) -> bool {
        let mut roots = self.roots.iter().zip(other.roots);
        self.stock & !other.stock == 0
            && self.turned <= other.turned
            && self.home.is_among(other.home)
            && roots.all(|(&root, other)| root <= other)
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

struct Search<'d> {
    deal: &'d Deal,
    start: &'d LooseState,
    heavy: Heavy,
    /// For each column and root.
    places: Vec<Vec<Place>>,
}

impl<'d> Search<'d> {
    fn new(deal: &'d Deal, start: &'d LooseState, heavy: Heavy) -> Search<'d> {
        let places = (0..deal.width).map(|column| {
            let mut places = vec![Place::default(); usize::from(start.key.roots[column]) + 1];
            walk(deal, start, &heavy, column, 0, |root, place| places[usize::from(root)] = place);
            places
        });
        let places = places.collect();
        Search { deal, start, heavy, places }
    }

    /// Whether the event could be if these were heavy too.
    fn could_be(&self, rest: &Rest, event: Event, items: &[Item]) -> bool {
        let heavy = self.heavy.with(self.deal, items);
        let table = self.table_with(rest, &heavy, |column| {
            let mut dug = Dug::default();
            let root = rest.roots[column];
            walk(self.deal, self.start, &heavy, column, root, |_, place| dug = place.dug);
            dug
        });
        self.can_be(&table, event)
    }

    fn place(&self, column: usize, root: u8) -> &Place {
        &self.places[column][usize::from(root)]
    }

    fn table(&self, rest: &Rest) -> Table<'d> {
        self.table_with(rest, &self.heavy, |column| self.place(column, rest.roots[column]).dug)
    }

    fn table_with(&self, rest: &Rest, heavy: &Heavy, dug: impl Fn(usize) -> Dug) -> Table<'d> {
        let taken = self.start.key.stock & !rest.stock;
        let cards = |places: u64| {
            bits(places).fold(Cards::default(), |cards, place| {
                cards.add(self.deal.stock[usize::from(place)])
            })
        };
        let mut table = Table::new(self.deal, self.start);
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

    fn is_heavy(&self, rest: &Rest, event: Event) -> bool {
        match event {
            Event::Dig { column, .. } => {
                let column = usize::from(column);
                self.place(column, rest.roots[column]).is_heavy
            }
            Event::Take { place, .. } => self.heavy.stock >> place & 1 == 1,
            Event::LayUp(_) | Event::Redeal => true,
        }
    }

    fn can_be(&self, table: &Table<'_>, event: Event) -> bool {
        match event {
            Event::Dig { column, up } => table.can_dig(usize::from(column), up),
            Event::Take { place, up } => table.can_take(place, up),
            Event::LayUp(kind) => table.can_lay_up(kind),
            Event::Redeal => true,
        }
    }

    fn play(&self, rest: &mut Rest, event: Event) {
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

    /// The events of a win of the coarser game.
    fn win(&self, budget: &mut Budget<'_>) -> Result<Option<Vec<Event>>, Stop> {
        let mut visited: AHashMap<Known, Vec<Light>> =
            AHashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        let mut nodes: Vec<Option<Reached>> = Vec::new();
        let mut open = vec![(Rest::new(self.deal, self.start), None)];
        while let Some((mut rest, reached)) = open.pop() {
            let mut table = self.table(&rest);
            self.settle(&mut table, |_| {});
            (rest.roots, rest.stock, rest.home) = (table.roots, table.stock, table.home);
            let known = Known {
                since: std::array::from_fn(|i| {
                    self.places.get(i).map_or(0, |places| places[usize::from(rest.roots[i])].since)
                }),
                stock: rest.stock & self.heavy.stock,
                next: table.next(),
                pass: rest.pass,
            };
            let light = Light {
                roots: rest.roots,
                stock: rest.stock & !self.heavy.stock,
                turned: rest.turned,
                home: rest.home,
            };
            let best = visited.entry(known).or_insert_with(|| Vec::with_capacity(1));
            if best.iter().any(|other| other.is_as_good(&light)) {
                continue;
            }
            best.retain(|other| !light.is_as_good(other));
            best.push(light);
            budget.visit()?;
            let bytes = visited.capacity() * 8 / 7 * (size_of::<(Known, Vec<Light>)>() + 1)
                + visited.len() * size_of::<Light>()
                + nodes.capacity() * size_of::<Option<Reached>>()
                + open.capacity() * size_of::<(Rest, Option<Reached>)>();
            if bytes > budget.max_bytes() {
                return Err(Stop::Limit(Limit::Memory));
            }
            if !table.in_the_light().goes_on(true) {
                continue;
            }
            let before = nodes.len() as u32;
            nodes.push(reached);
            if rest.roots == [0; COLUMNS] && rest.stock == 0 {
                return Ok(Some(self.events(&nodes)));
            }
            for &event in self.choices(&table).iter().rev() {
                let (after, _) = self.after(&rest, &table, event);
                for (i, &(rest, _)) in after.iter().enumerate() {
                    open.push((rest, Some((before, event, i as u16))));
                }
            }
        }
        Ok(None)
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

    /// The positions after an event, with it or its like for a card that is laid up at once. Before it
    /// cards of exact kinds are laid up only as far as it needs that: those from which the others come by
    /// more of the same are as good. Says also how often it looked whether the event can be.
    fn after(&self, rest: &Rest, table: &Table<'_>, event: Event) -> (Vec<(Rest, Event)>, usize) {
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
        let can_be = |kind: &Kind| self.heavy.is_exact(*kind) && table.can_lay_up(*kind);
        kinds().filter(can_be)
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

    /// The events that led to the last of the nodes.
    fn events(&self, nodes: &[Option<Reached>]) -> Vec<Event> {
        let mut choices = Vec::new();
        let mut node = nodes.last();
        while let Some(&Some((before, event, i))) = node {
            choices.push((event, i));
            node = nodes.get(before as usize);
        }
        let mut events = Vec::new();
        let mut rest = Rest::new(self.deal, self.start);
        loop {
            let mut table = self.table(&rest);
            self.settle(&mut table, |event| events.push(event));
            (rest.roots, rest.stock, rest.home) = (table.roots, table.stock, table.home);
            let Some((event, i)) = choices.pop() else { return events };
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

    /// Puts off what is light in a win as long as can be.
    fn put_off(&self, events: &mut [Event]) {
        let mut rests = vec![Rest::new(self.deal, self.start)];
        for &event in events.iter() {
            let mut rest = *rests.last().expect("the start");
            self.play(&mut rest, event);
            rests.push(rest);
        }
        for first in (0..events.len()).rev() {
            if self.is_heavy(&rests[first], events[first]) {
                continue;
            }
            for at in first..events.len() - 1 {
                let [event, next] = [events[at], events[at + 1]];
                let may_change = match (event, next) {
                    (Event::Dig { column: a, .. }, Event::Dig { column: b, .. }) => a != b,
                    (Event::Take { .. }, Event::Take { .. } | Event::Redeal) => false,
                    _ => true,
                };
                if !may_change || !self.can_be(&self.table(&rests[at]), next) {
                    break;
                }
                let mut between = rests[at];
                self.play(&mut between, next);
                if !self.can_be(&self.table(&between), event) {
                    break;
                }
                rests[at + 1] = between;
                events.swap(at, at + 1);
            }
        }
    }

    /// More that is heavy, so that a win of the coarser game is none; nothing if it is one though all is
    /// heavy and exact.
    fn refined(
        &self,
        mut events: Vec<Event>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Heavy>, Stop> {
        self.put_off(&mut events);
        if let Some(heavy) = self.too_heavy(&events)? {
            return Ok(Some(heavy));
        }
        let events: Vec<Event> = events.into_iter().filter_map(Event::bare).collect();
        self.too_exact(&events, budget)
    }

    /// The fewest light cards with which, were they heavy, one of the events could not be.
    fn too_heavy(&self, events: &[Event]) -> Result<Option<Heavy>, Stop> {
        let mut rest = Rest::new(self.deal, self.start);
        let mut fewest: Option<Vec<Item>> = None;
        for &event in events {
            let can_be = |items: &[Item]| self.could_be(&rest, event, items);
            let mut items = self.light_items(&rest);
            if !can_be(&items) {
                leave_out(&mut items, |items| Ok(!can_be(items)))?;
                if fewest.as_ref().is_none_or(|fewest| items.len() < fewest.len()) {
                    fewest = Some(items);
                }
                if fewest.as_ref().is_some_and(|fewest| fewest.len() == 1) {
                    break;
                }
            }
            self.play(&mut rest, event);
        }
        Ok(fewest.map(|items| self.heavy.with(self.deal, &items)))
    }

    /// The light cards that have left their places.
    fn light_items(&self, rest: &Rest) -> Vec<Item> {
        let taken = self.start.key.stock & !rest.stock & !self.heavy.stock;
        let mut items: Vec<Item> = bits(taken).map(Item::Stock).collect();
        for column in 0..self.deal.width {
            let dug = usize::from(rest.roots[column])..usize::from(self.start.key.roots[column]);
            let light = dug.filter(|&place| self.heavy.columns[column] >> place & 1 == 0);
            items.extend(light.map(|place| Item::Dealt { column, place }));
        }
        items
    }

    /// The fewest kinds and cards with which, were they exact and heavy, the events could not be, however
    /// the foundation moves come in between.
    fn too_exact(&self, events: &[Event], budget: &mut Budget<'_>) -> Result<Option<Heavy>, Stop> {
        let mut end = Rest::new(self.deal, self.start);
        events.iter().for_each(|&event| self.play(&mut end, event));
        let cards = self.light_items(&end);
        let with = |items: &[Item], cards: &[Item]| {
            let heavy = self.heavy.with(self.deal, items).with(self.deal, cards);
            Search::new(self.deal, self.start, heavy)
        };
        let mut items: Vec<Item> = kinds().map(Item::Exact).collect();
        let Some(end) = with(&items, &cards).first_impossible(events, budget)? else {
            return Ok(None);
        };
        let events = &events[..=end];
        leave_out(&mut items, |items| {
            Ok(with(items, &cards).first_impossible(events, budget)?.is_some())
        })?;
        let mut fewest = cards.clone();
        leave_out(&mut fewest, |cards| {
            Ok(with(&items, cards).first_impossible(events, budget)?.is_some())
        })?;
        Ok(Some(self.heavy.with(self.deal, &items).with(self.deal, &fewest)))
    }

    /// The index of the first event that cannot be, with foundation moves of exact kinds where they help.
    fn first_impossible(
        &self,
        events: &[Event],
        budget: &mut Budget<'_>,
    ) -> Result<Option<usize>, Stop> {
        let mut rests = vec![Rest::new(self.deal, self.start)];
        for (i, &event) in events.iter().enumerate() {
            let mut after: Vec<Rest> = Vec::new();
            for rest in rests {
                let (rests, looks) = self.after(&rest, &self.table(&rest), event);
                (0..looks).try_for_each(|_| budget.visit())?;
                for (rest, _) in rests {
                    if !after.iter().any(|other| other.home.is_among(rest.home)) {
                        after.retain(|other| !rest.home.is_among(other.home));
                        after.push(rest);
                    }
                }
            }
            if after.is_empty() {
                return Ok(Some(i));
            }
            rests = after;
        }
        Ok(None)
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

fn kinds() -> impl Iterator<Item = Kind> {
    (0..4).flat_map(|suit| (1..=13).map(move |rank| Kind::of(rank, suit)))
}

/// Leaves items out, many at a time at first, as long as the others will do.
fn leave_out(
    items: &mut Vec<Item>,
    mut will_do: impl FnMut(&[Item]) -> Result<bool, Stop>,
) -> Result<(), Stop> {
    let mut size = items.len();
    while size > 0 {
        let mut at = 0;
        while at < items.len() {
            let mut fewer = items.clone();
            fewer.drain(at..items.len().min(at + size));
            if will_do(&fewer)? {
                *items = fewer;
            } else {
                at += size;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Ok(())
}

/// A proof under way, which may be broken off and gone on with.
pub struct Refinement<'d> {
    deal: &'d Deal,
    start: LooseState,
    heavy: Heavy,
    /// Whether the coarser game is won though all is heavy and exact.
    has_failed: bool,
}

impl<'d> Refinement<'d> {
    /// From a position of a deal that `loose.rs` can search.
    pub fn new(deal: &'d Deal, start: &State) -> Refinement<'d> {
        Refinement::from_state(deal, LooseState::new(deal, start))
    }

    fn from_state(deal: &'d Deal, start: LooseState) -> Refinement<'d> {
        Refinement { deal, start, heavy: Heavy::default(), has_failed: false }
    }

    /// Says whether it is certain that the start is lost. "No" means nothing.
    ///
    /// # Errors
    /// The budget is spent, or the positions have outgrown its bytes.
    pub fn is_lost(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        while !self.has_failed {
            let search = Search::new(self.deal, &self.start, self.heavy);
            let Some(events) = search.win(budget)? else { return Ok(true) };
            match search.refined(events, budget)? {
                Some(heavy) => self.heavy = heavy,
                None => self.has_failed = true,
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use gehtauf_search::{Limits, Verdict};
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::super::loose::LooseSpace;
    use super::super::{Prunings, afloat, exhaust_with, small_deals, stuck};
    use super::*;

    #[test]
    fn no_state_that_can_be_won_is_lost_whatever_is_heavy() {
        let mut rng = Pcg64::seed_from_u64(1);
        let (mut lost, mut proven, mut without_win, mut exact) = (0, 0, 0, 0);
        for size in stuck::tests::SIZES {
            for (seed, table) in small_deals(size, 0..60) {
                let (deal, start) = Deal::new(&table).unwrap();
                let space = LooseSpace::new(&deal, Prunings::NONE).unwrap();
                let mut known = HashMap::new();
                stuck::tests::is_winnable(&space, space.start(&start), &mut known);
                let mut states: Vec<_> = known.into_values().collect();
                states.sort_unstable_by_key(|(state, _)| {
                    let key = &state.key;
                    (key.stock, key.foundations, key.roots, key.turned, key.pass)
                });
                for _ in 0..10 {
                    let (state, winnable) = states[rng.next_u32() as usize % states.len()];
                    let mut budget = Budget::new(Limits::default(), None);
                    let mut refinement = Refinement::from_state(&deal, state);
                    let is_lost = refinement.is_lost(&mut budget).unwrap();
                    assert!(!(is_lost && winnable), "{size:?} seed {seed}: {state:?}");
                    lost += u32::from(!winnable);
                    proven += u32::from(is_lost);
                    exact += u32::from(refinement.heavy.exact != [0; 4]);

                    let odds = rng.next_u32() % 4 + 2;
                    let mut items: Vec<Item> = kinds().map(Item::Exact).collect();
                    items.retain(|_| rng.next_u32() % (3 * odds) == 0);
                    let mut cards: Vec<Item> = bits(state.key.stock).map(Item::Stock).collect();
                    for (column, dealt) in deal.dealt.iter().enumerate() {
                        cards.extend((0..dealt.len()).map(|place| Item::Dealt { column, place }));
                    }
                    cards.retain(|_| rng.next_u32() % odds == 0);
                    let heavy = Heavy::default().with(&deal, &items).with(&deal, &cards);
                    let win = Search::new(&deal, &state, heavy).win(&mut budget).unwrap();
                    assert!(
                        !winnable || win.is_some(),
                        "{size:?} seed {seed}: {state:?} {heavy:?}"
                    );
                    without_win += u32::from(win.is_none());
                }
            }
        }
        assert!(lost > 1_000 && 100 * proven > 95 * lost, "{proven} of {lost}");
        assert!(100 * without_win > 75 * lost && exact > 10, "{without_win} of {lost}, {exact}");
    }

    #[test]
    fn it_proves_more_than_chains_alone_and_nothing_wrong() {
        let limits = Limits { max_states: 50_000, ..Limits::default() };
        let mut proven = [0; 2];
        for size in [
            ["1", "5", "CH", "2", "3", "3"],
            ["2", "5", "CDHS", "2", "4", "6"],
            ["1", "4", "CDHS", "2", "4", "4"],
            ["2", "6", "CDHS", "2", "5", "4"],
            ["1", "7", "CDH", "2", "4", "5"],
        ] {
            for (seed, table) in small_deals(size, 0..100) {
                let (deal, start) = Deal::new(&table).unwrap();
                let budget = || Budget::new(limits, None);
                let by_chains = afloat::no_win(&deal, &start, &mut budget()) == Ok(true);
                let is_lost = Refinement::new(&deal, &start).is_lost(&mut budget()) == Ok(true);
                proven[0] += usize::from(by_chains);
                proven[1] += usize::from(is_lost);
                if by_chains || is_lost {
                    let (truth, _) = exhaust_with(&table, Prunings::NONE, &mut budget());
                    assert!(!matches!(truth, Verdict::Won(_)), "{size:?} seed {seed}");
                }
            }
        }
        assert!(proven[1] >= proven[0] + 10, "{proven:?}");
    }
}
