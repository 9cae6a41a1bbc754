//! States of Acht mal Acht that leave out how loose cards lie; `sweep.rs` searches them.
//!
//! The root of a column is the first card of the longest run at its end, if dealt cards lie under that.
//! All other cards of these runs are loose. A column that is nothing but one run has no root and is
//! called a space, whether or not it is empty. The state is the roots, the stock and the foundations
//! ([`Loose`]); which cards are loose follows.
//!
//! Claim: positions of the same state are all winnable or none is, if runs move to empty columns, no
//! card is face down, nothing is forced and nothing comes back from the foundations.
//!
//! Proof: each loose card lies first in a space or on a parent, a root or loose card of the face that it
//! builds on, which carries no other. Those that build on one face are a class. In each class at least
//! as many cards lie first in spaces as it has more children than parents; the sum of these numbers is
//! what is needed of spaces, and is never more than there are. Moves of loose cards change nothing
//! of the state. All other moves do one of these:
//! - A root is dug, moved with all that lies on it onto another column: so with it among the children
//!   no more spaces are needed than there are. The same of a stock card that becomes loose, which is no
//!   parent before it lies.
//! - A root or loose card is laid up. It carries nothing then, so that without it among the parents no
//!   more spaces are needed than there are.
//! - A stock card is laid up.
//!
//! Whether it can be done thus depends on the state, if what is needed is also enough: let there
//! be no open parent for the new child, or for the child of the card to be laid up, and no empty
//! column. Then all parents of the class carry a child, so that one card less of the class lies first
//! in a space than will be needed. All spaces have a first card, so in another class more lie first than
//! are needed. That class has an open parent, and the move there, of the whole space, empties a column.
//! Now the child has a place.
//!
//! A position without roots and stock cards is won: of the loose cards the lowest carry nothing, and all
//! lower cards are on the foundations.

use gehtauf_search::Space;

use super::afloat::{Cards, sum_of_digits, without_parent};
use super::packed::{COLUMNS, Deal, Kind, State, Step, below, colour_of, landing};
use super::steps::bits;
use super::{Prunings, stuck};

/// The digit of a rank.
fn one(kind: Kind) -> u64 {
    1 << (4 * (kind.rank() - 1))
}

/// How many cards of each face there are: by line, four bits for each rank, at most four cards each. A
/// line has the faces that build on one another: black Aces, red Twos, and so on, or red Aces, black
/// Twos, and so on.
#[derive(Debug, Clone, Copy)]
pub struct Lines([u64; 2]);

impl Lines {
    fn line(kind: Kind) -> usize {
        (colour_of(kind.suit()) as usize ^ usize::from(kind.rank() + 1)) & 1
    }

    fn with(mut self, kind: Kind) -> Lines {
        self.0[Lines::line(kind)] += one(kind);
        self
    }

    fn without(mut self, kind: Kind) -> Lines {
        self.0[Lines::line(kind)] -= one(kind);
        self
    }

    /// Each rank and how many cards of it there are.
    pub fn by_rank(self) -> impl Iterator<Item = (usize, i32)> {
        let digit = move |line: usize, rank: usize| (self.0[line] >> (4 * rank - 4) & 15) as i32;
        (1..=13).map(move |rank| (rank, digit(0, rank) + digit(1, rank)))
    }
}

/// What counts for the moves of a state.
pub struct Counts {
    pub loose: Lines,
    /// Loose cards and roots.
    parents: Lines,
    pub spaces: u32,
}

impl Counts {
    /// How many spaces are needed, by face.
    fn by_face(children: Lines, parents: Lines) -> [u64; 2] {
        without_parent(children.0, parents.0)
    }

    fn needed(children: Lines, parents: Lines) -> u32 {
        sum_of_digits(Counts::by_face(children, parents))
    }

    /// Whether no more spaces are needed than there are.
    fn fit(children: Lines, parents: Lines, spaces: u32) -> bool {
        Counts::needed(children, parents) <= spaces
    }

    /// The first cards in the spaces that are needed, and how many spaces are not.
    pub fn needs(&self) -> (Lines, u32) {
        let spare = self.spaces - Counts::needed(self.loose, self.parents);
        (Lines(Counts::by_face(self.loose, self.parents)), spare)
    }

    /// The parents that carry no child if no more spaces are taken than are needed.
    pub fn open(&self) -> Lines {
        let children = Lines(self.loose.0.map(|digits| digits << 8));
        Lines(Counts::by_face(self.parents, children))
    }

    /// Whether a card of the kind can be laid open.
    fn fit_without(&self, kind: Kind) -> bool {
        Counts::fit(self.loose, self.parents.without(kind), self.spaces)
    }

    /// Whether there is a place for one more loose card of the kind.
    pub fn fit_with(&self, kind: Kind) -> bool {
        Counts::fit(self.loose.with(kind), self.parents, self.spaces)
    }
}

/// What tells states apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Loose {
    pub stock: u64,
    /// As in [`State::foundations`].
    pub foundations: [u8; 8],
    /// The place of each column's root, from 1; 0 for a space.
    pub roots: [u8; COLUMNS],
    pub turned: u8,
    pub pass: u8,
}

/// A state and what follows from it.
#[derive(Debug, Clone, Copy)]
pub struct LooseState {
    pub key: Loose,
    pub loose: Cards,
}

impl LooseState {
    /// The start of a deal.
    pub fn new(deal: &Deal, start: &State) -> LooseState {
        let &State { stock, foundations, turned, pass, .. } = start;
        let key = Loose { stock, foundations, roots: [0; COLUMNS], turned, pass };
        let mut state = LooseState { key, loose: Cards::default() };
        for column in 0..deal.width {
            state.lay_bare(deal, column, deal.dealt[column].len());
        }
        state
    }

    /// Leaves the first so many dealt cards to a column.
    fn lay_bare(&mut self, deal: &Deal, column: usize, cards: usize) {
        let root = deal.root(column, cards);
        self.key.roots[column] = root;
        for &kind in &deal.dealt[column][usize::from(root)..cards] {
            self.loose = self.loose.add(kind);
        }
    }

    /// Whether a card of the kind is loose.
    pub fn has(&self, kind: Kind) -> bool {
        self.loose.0[kind.suit()] & (3 * one(kind)) != 0
    }
}

/// What cannot be undone; the cards that are in the way are put elsewhere first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LooseStep {
    /// A loose card to its foundation.
    Home { kind: Kind },
    /// A column's root to its foundation.
    RootHome { column: u8 },
    /// A column's root with all that lies on it onto another column.
    Dig { column: u8 },
    /// On to the stock card at a place, and then the card to its foundation.
    StockHome { place: u8 },
    /// The same, and the card onto a column.
    StockRun { place: u8 },
}

/// A deal as sweeps see it.
pub struct LooseSpace<'d> {
    pub deal: &'d Deal,
    prunings: Prunings,
}

impl<'d> LooseSpace<'d> {
    /// Nothing if the rules are not those of the claim. Of the prunings `safe_home` and `stuck` count.
    pub fn new(deal: &'d Deal, prunings: Prunings) -> Option<LooseSpace<'d>> {
        let rules = &deal.rules;
        let holds = rules.runs_to_spaces
            && !rules.face_down
            && !rules.forced_aces
            && !rules.forced_talon_play
            && !rules.one_pile_per_suit
            && !rules.foundation_return;
        holds.then_some(LooseSpace { deal, prunings })
    }

    /// The state of the start of the deal, safe foundation moves played.
    pub fn start(&self, start: &State) -> LooseState {
        let mut state = LooseState::new(self.deal, start);
        self.play_safe_steps(&mut state, |_| {});
        state
    }

    /// The root of a column that is no space.
    pub fn root(&self, state: &LooseState, column: usize) -> Kind {
        self.deal.dealt[column][usize::from(state.key.roots[column]) - 1]
    }

    pub fn columns_with_root(&self, state: &LooseState) -> impl Iterator<Item = usize> + use<> {
        let roots = state.key.roots;
        (0..self.deal.width).filter(move |&column| roots[column] > 0)
    }

    pub fn counts(&self, state: &LooseState) -> Counts {
        let loose = Lines(state.loose.lines());
        let mut counts = Counts { loose, parents: loose, spaces: self.deal.width as u32 };
        for column in self.columns_with_root(state) {
            counts.parents = counts.parents.with(self.root(state, column));
            counts.spaces -= 1;
        }
        counts
    }

    /// A foundation move that never hurts by [`Deal::safe_home`]; a loose card lies on one that it
    /// builds on, or first in a space.
    fn safe_step(&self, state: &LooseState) -> Option<LooseStep> {
        let next = self.deal.next_kinds(&state.key.foundations);
        let waste_top = state.key.turned.checked_sub(1);
        let waste_is_safe = |&i: &u8| next.is_safe_on_waste(self.deal.stock[usize::from(i)]);
        if let Some(place) = waste_top.filter(waste_is_safe) {
            return Some(LooseStep::StockHome { place });
        }
        let loose_is_safe = |kind: &Kind| next.is_safe_on_parent(*kind) && state.has(*kind);
        let can_be_open = |kind: Kind| self.counts(state).fit_without(kind);
        let mut safe = bits(next.all).map(Kind::from_index).filter(loose_is_safe);
        if let Some(kind) = safe.find(|&kind| can_be_open(kind)) {
            return Some(LooseStep::Home { kind });
        }
        let root_is_safe = |&column: &usize| {
            let root = self.root(state, column);
            next.is_safe_on_waste(root) && can_be_open(root)
        };
        let column = self.columns_with_root(state).find(root_is_safe)?;
        Some(LooseStep::RootHome { column: column as u8 })
    }

    fn play_safe_steps(&self, state: &mut LooseState, mut tell: impl FnMut(LooseStep)) {
        while let Some(step) = self.safe_step(state).filter(|_| self.prunings.safe_home) {
            tell(step);
            self.play_step(state, step);
        }
    }

    fn play_step(&self, state: &mut LooseState, step: LooseStep) {
        match step {
            LooseStep::Home { kind } => {
                state.loose.0[kind.suit()] -= one(kind);
                lay_up(state, kind);
            }
            LooseStep::RootHome { column } | LooseStep::Dig { column } => {
                let column = usize::from(column);
                let root = self.root(state, column);
                match step {
                    LooseStep::Dig { .. } => state.loose = state.loose.add(root),
                    _ => lay_up(state, root),
                }
                state.lay_bare(self.deal, column, usize::from(state.key.roots[column]) - 1);
            }
            LooseStep::StockHome { place } | LooseStep::StockRun { place } => {
                let kind = self.deal.stock[usize::from(place)];
                match step {
                    LooseStep::StockRun { .. } => state.loose = state.loose.add(kind),
                    _ => lay_up(state, kind),
                }
                let key = &mut state.key;
                if place + 1 < key.turned {
                    key.pass += u8::from(self.deal.rules.passes.is_some());
                }
                key.stock &= !(1 << place);
                key.turned = 64 - (key.stock & below(place)).leading_zeros() as u8;
            }
        }
    }

    /// The steps of the other search space that these steps stand for.
    pub fn write(&self, start: &State, steps: &[LooseStep]) -> Vec<Step> {
        let mut state = LooseState::new(self.deal, start);
        let mut table = Arranged { deal: self.deal, state: *start, steps: Vec::new() };
        self.play_safe_steps(&mut state, |step| table.play(step));
        for &step in steps {
            table.play(step);
            self.play_step(&mut state, step);
            self.play_safe_steps(&mut state, |step| table.play(step));
        }
        table.steps
    }
}

fn lay_up(state: &mut LooseState, kind: Kind) {
    let first = 2 * kind.suit();
    let high_takes_it = state.key.foundations[first] == kind.rank() - 1;
    state.key.foundations[first + usize::from(!high_takes_it)] += 1;
}

impl Space for LooseSpace<'_> {
    type State = LooseState;
    type Move = LooseStep;
    type Key = Loose;

    /// With unlimited passes without the place in the talon, as in `space.rs`.
    fn key(&self, state: &LooseState) -> Loose {
        let any_place = self.deal.rules.passes.is_none();
        Loose { turned: if any_place { 0 } else { state.key.turned }, ..state.key }
    }

    fn is_won(&self, state: &LooseState) -> bool {
        state.key.stock == 0 && state.key.roots == [0; COLUMNS]
    }

    fn moves(&self, state: &LooseState, steps: &mut Vec<LooseStep>) {
        if self.prunings.stuck && stuck::is_lost(self.deal, state) {
            return;
        }
        let next = self.deal.next_kinds(&state.key.foundations);
        let takes = |kind: Kind| next.all >> kind.index() & 1 == 1;
        let counts = self.counts(state);
        for i in self.columns_with_root(state) {
            let (root, column) = (self.root(state, i), i as u8);
            if counts.fit_with(root) {
                steps.push(LooseStep::Dig { column });
            }
            if takes(root) && counts.fit_without(root) {
                steps.push(LooseStep::RootHome { column });
            }
        }
        let &Loose { stock, turned, pass, .. } = &state.key;
        let may_redeal = self.deal.rules.passes.is_none_or(|passes| pass < passes);
        let top = turned.checked_sub(1).map_or(0, |place| 1 << place);
        let reach = if may_redeal { stock } else { stock & !below(turned) | top };
        for place in bits(reach) {
            let kind = self.deal.stock[usize::from(place)];
            if counts.fit_with(kind) {
                steps.push(LooseStep::StockRun { place });
            }
            if takes(kind) {
                steps.push(LooseStep::StockHome { place });
            }
        }
        for kind in bits(next.all).map(Kind::from_index) {
            if state.has(kind) && counts.fit_without(kind) {
                steps.push(LooseStep::Home { kind });
            }
        }
    }

    fn play(&self, state: &mut LooseState, step: LooseStep) {
        self.play_step(state, step);
        self.play_safe_steps(state, |_| {});
    }
}

/// A position of the other search space in which steps of this one are played.
struct Arranged<'d> {
    deal: &'d Deal,
    state: State,
    steps: Vec<Step>,
}

impl Arranged<'_> {
    fn push(&mut self, step: Step) {
        self.steps.push(step);
        self.deal.play(&mut self.state, step);
    }

    fn play(&mut self, step: LooseStep) {
        match step {
            LooseStep::Home { kind } => {
                let from = self.lay_open(|table| table.find(kind));
                self.push(Step::Home { from });
            }
            LooseStep::RootHome { column: from } => {
                let cards_on_it = |table: &Self| table.state.columns[usize::from(from)].run() - 1;
                self.lay_open(|table| (from, cards_on_it(table)));
                self.push(Step::Home { from });
            }
            LooseStep::Dig { column: from } => {
                let run = |table: &Self| table.state.columns[usize::from(from)].run();
                let root = self.state.columns[usize::from(from)].run_card(run(self) - 1);
                let to = self.place_for(root.face(), from);
                self.push(Step::Run { from, to, count: run(self) as u8 });
            }
            LooseStep::StockHome { place } => self.push(Step::StockHome { place }),
            LooseStep::StockRun { place } => {
                let to = self.place_for(self.deal.stock[usize::from(place)].face(), u8::MAX);
                self.push(Step::StockRun { place, to });
            }
        }
    }

    /// The column of a loose card of the kind and how many cards lie on that, as few as can be.
    fn find(&self, kind: Kind) -> (u8, u32) {
        let columns = self.state.columns[..self.deal.width].iter().enumerate();
        let places = columns.flat_map(|(i, &column)| {
            let has_root = column.run() < column.dealt() + column.built();
            let loose = 0..column.run() - u32::from(has_root);
            loose.filter(move |&under| column.run_card(under) == kind).map(move |n| (i as u8, n))
        });
        places.min_by_key(|&(_, cards_on_it)| cards_on_it).expect("the card is loose")
    }

    /// Puts the cards that lie on a card elsewhere; says in which column it then is open.
    fn lay_open(&mut self, find: impl Fn(&Self) -> (u8, u32)) -> u8 {
        let (mut from, mut count) = find(self);
        if count > 0 {
            let face = self.state.columns[usize::from(from)].run_card(count - 1).face();
            let to = self.place_for(face, from);
            (from, count) = find(self);
            if count > 0 {
                self.push(Step::Run { from, to, count: count as u8 });
            }
        }
        from
    }

    /// A column other than `from` that takes a card of this face with all that lies on it.
    fn place_for(&mut self, face: usize, from: u8) -> u8 {
        let open = |state: &State, face: usize, from: u8| {
            let is_open = |&i: &u8| i != from && state.columns[usize::from(i)].face() == face;
            (0..self.deal.width as u8).find(is_open)
        };
        let empty = 0;
        if let Some(to) =
            [landing(face), empty].into_iter().find_map(|f| open(&self.state, f, from))
        {
            return to;
        }
        // In some class more cards lie first in spaces than are needed.
        let move_away = |i: u8| {
            let column = self.state.columns[usize::from(i)];
            let run = column.run();
            let is_space = run == column.dealt() + column.built();
            let to = open(&self.state, landing(column.run_card(run - 1).face()), i);
            to.filter(|_| is_space).map(|to| Step::Run { from: i, to, count: run as u8 })
        };
        let step = (0..self.deal.width as u8).find_map(move_away).expect("a space is not needed");
        self.push(step);
        let Step::Run { from: emptied, .. } = step else { unreachable!("a run is moved away") };
        emptied
    }
}
