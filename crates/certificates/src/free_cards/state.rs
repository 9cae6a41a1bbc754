//! The states of a deal.

use gehtauf_cards::{Card, Rank};
use gehtauf_rules::AnyPosition;
use gehtauf_rules::eights::{Rules, Table};

use super::counts::{Cards, Face, Faces};

/// A position from which states go on.
#[derive(Debug)]
pub struct Deal {
    pub(super) rules: Rules,
    /// By column: the cards that are not free as long as a base lies on them, and the first base.
    pub(super) columns: Vec<Vec<Card>>,
    pub(super) stock: Vec<Card>,
    /// Whether an open Ace goes up without a move of its own.
    pub(super) aces_go_up: bool,
    /// All cards that are dealt.
    all: Cards,
    start: State,
    /// Where states may have heads, those of the start.
    pub(super) heads: Option<Cards>,
}

/// What tells states apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    /// By column: the place of the base, from 1; 0 for a cleared one.
    pub(super) bases: Vec<u8>,
    /// Bit i: the card at place i of the stock is still there.
    pub(super) stock: u64,
    /// The places of the stock below this are the waste's. It stands just behind a card that is there, or at 0.
    pub(super) turned: u8,
    pub(super) pass: u8,
    pub(super) foundations: [[u8; 2]; 4],
    /// The first cards of the cleared columns, if the state tells them; see `heads.rs`.
    pub(super) heads: Option<Cards>,
}

/// What counts for the steps of a state.
pub(super) struct Counts {
    pub free: Cards,
    /// By face: free cards and bases, less those that build on them.
    open: Faces,
    spare: i8,
    /// With heads: empty columns.
    pub spaces: i8,
}

impl Counts {
    /// Whether there are fewer cards that build on this face than cards of it.
    pub fn is_open(&self, face: Face) -> bool {
        self.open.of(face) > 0
    }

    /// Whether the class that builds on this face has room.
    pub fn has_room(&self, face: Face) -> bool {
        self.is_open(face) || self.spare > 0
    }
}

/// The places of the stock below one.
pub(super) fn below(place: u8) -> u64 {
    u64::MAX.checked_shr(64 - u32::from(place)).unwrap_or(0)
}

impl Deal {
    /// The deal that goes on from a position; nothing if no claim is about it: another game, a turned card that must be played
    /// now, or cards on a face-down one that are no run.
    pub fn new(start: &AnyPosition) -> Option<Deal> {
        match start {
            AnyPosition::AchtMalAcht(position) => Deal::of_table(position.table()),
            AnyPosition::EightByEight(position) => Deal::of_table(position.table()),
            _ => None,
        }
    }

    /// The same of a table.
    pub fn of_table(table: &Table) -> Option<Deal> {
        let &Rules {
            pack,
            columns: _,
            rows: _,
            passes: _,
            foundation_return: _,
            runs_to_spaces,
            forced_talon_play,
            one_pile_per_suit,
            face_down,
            forced_aces,
        } = &table.rules;
        let like_8x8 = face_down && forced_aces;
        let like_acht_mal_acht =
            runs_to_spaces && !(face_down || forced_aces || forced_talon_play || one_pile_per_suit);
        let is_run = |i: usize| {
            let column = &table.columns[i];
            column.run_len() + column.face_down >= column.cards.len()
        };
        if table.must_play
            || !(like_8x8 && (0..table.columns.len()).all(is_run) || like_acht_mal_acht)
            || table.stock.len() > 64
            || table.columns.iter().any(|column| column.cards.len() > 255)
        {
            return None;
        }
        let mut all = Cards::NONE;
        pack.cards().for_each(|card| all.add(card));
        let mut deal = Deal {
            rules: table.rules,
            columns: columns(table),
            stock: table.stock.clone(),
            aces_go_up: forced_aces && !one_pile_per_suit,
            all,
            start: State {
                bases: Vec::new(),
                stock: below(table.stock.len() as u8),
                turned: table.turned as u8,
                pass: table.pass,
                foundations: table.foundations,
                heads: None,
            },
            heads: heads(table),
        };
        deal.start.bases =
            (0..deal.columns.len()).map(|i| deal.base_of(i, deal.columns[i].len())).collect();
        let start = deal.start.clone();
        deal.start = deal.in_time(start);
        Some(deal)
    }

    /// The state of the position.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// The place of the base of a column that has so many of its cards, from 1; 0 if all of them are free.
    pub(super) fn base_of(&self, column: usize, cards: usize) -> u8 {
        let cards = &self.columns[column][..cards];
        let builds = |pair: &&[Card]| {
            !self.rules.face_down && Face::of(pair[1]).parent() == Face::of(pair[0])
        };
        let run = 1 + cards.windows(2).rev().take_while(builds).count();
        if run >= cards.len() { 0 } else { (cards.len() - run + 1) as u8 }
    }

    /// The base of a column that is not cleared.
    pub(super) fn base(&self, state: &State, column: usize) -> Option<Card> {
        Some(self.columns[column][usize::from(state.bases[column].checked_sub(1)?)])
    }

    /// The same state; if turning is free and passes are not counted, at the first place of the talon.
    pub(super) fn in_time(&self, mut state: State) -> State {
        if self.turns_are_put_off() && self.rules.passes.is_none() {
            state.turned = 0;
        }
        state
    }

    /// Whether a turn is put off until the next card of the waste is played.
    pub(super) fn turns_are_put_off(&self) -> bool {
        !self.rules.forced_talon_play
    }

    /// Whether the pile of a suit's two takes a card, and which.
    pub(super) fn pile_for(&self, state: &State, card: Card) -> Option<usize> {
        let (top, decks) = (self.rules.pack.top.number(), self.rules.pack.decks);
        let (piles, under) = (state.foundations[card.suit.index()], card.rank.number() - 1);
        if self.rules.one_pile_per_suit {
            return (piles[0] % top == under && piles[0] < top * decks).then_some(0);
        }
        (0..usize::from(decks)).find(|&pile| piles[pile] == under)
    }

    /// The cards on foundations.
    pub(super) fn on_foundations(&self, state: &State) -> Cards {
        let top = self.rules.pack.top.number();
        let mut cards = Cards::NONE;
        for (suit, piles) in self.rules.pack.suits.iter().map(|s| (s, state.foundations[s.index()]))
        {
            for below in piles.into_iter().flat_map(|pile| 0..pile) {
                cards.add(Card::new(Rank::new(below % top + 1).expect("a rank"), suit));
            }
        }
        cards
    }

    /// What counts in a state; nothing if no position has it.
    pub(super) fn counts(&self, state: &State) -> Option<Counts> {
        let mut free = self.all;
        let under = self.columns.iter().zip(&state.bases);
        let under = under.flat_map(|(cards, &base)| &cards[..base.into()]);
        let stock = self.stock.iter().enumerate().filter(|(i, _)| state.stock >> i & 1 == 1);
        let up = self.on_foundations(state);
        let mut elsewhere = under.chain(stock.map(|(_, card)| card)).copied();
        if !elsewhere.all(|card| free.take(card))
            || !up.iter().all(|(card, count)| (0..count).all(|_| free.take(card)))
        {
            return None;
        }
        let heads = state.heads.unwrap_or(Cards::NONE);
        if !heads.is_among(&free) {
            return None;
        }
        let children = free.without(&heads).faces();
        let mut parents = free.faces();
        let mut cleared = 0;
        for column in 0..self.columns.len() {
            match self.base(state, column) {
                Some(base) => *parents.of_mut(Face::of(base)) += 1,
                None => cleared += 1,
            }
        }
        let mut open = parents;
        for face in Faces::all() {
            *open.of_mut(face.parent()) -= children.of(face);
        }
        let faces = Faces::all().map(Face::parent);
        let needed = faces.map(|face| (-open.of(face)).max(0)).sum::<i8>();
        let (needed, spare, spaces) = match state.heads {
            None => (0, cleared - needed, 0),
            Some(heads) => (needed, 0, cleared - heads.count() as i8),
        };
        let is_one = needed == 0 && spare >= 0 && spaces >= 0;
        is_one.then_some(Counts { free, open, spare, spaces })
    }

    /// The bytes of a state; its heads, if it tells them, come last, after their number.
    pub fn pack(&self, state: &State) -> Box<[u8]> {
        let mut bytes = state.bases.clone();
        bytes.extend(state.foundations.as_flattened());
        bytes.extend([state.pass, state.turned]);
        bytes.extend(&state.stock.to_le_bytes()[..self.stock.len().div_ceil(8)]);
        if let Some(heads) = state.heads {
            bytes.push(heads.count());
            let cards = heads.iter().flat_map(|(card, count)| (0..count).map(move |_| card));
            bytes.extend(cards.map(|card| card.index() as u8));
        }
        bytes.into()
    }

    /// The state of these bytes, if they are those of one.
    pub fn unpack(&self, bytes: &[u8]) -> Option<State> {
        let (bases, rest) = bytes.split_at_checked(self.columns.len())?;
        let (foundations, rest) = rest.split_at_checked(8)?;
        let (&[pass, turned], rest) = rest.split_first_chunk()?;
        let (stock, rest) = rest.split_at_checked(self.stock.len().div_ceil(8))?;
        let heads = match rest {
            [] => None,
            [count, cards @ ..] if usize::from(*count) == cards.len() => {
                let mut heads = Cards::NONE;
                for &card in cards {
                    heads.add(Card::from_index(card.into())?);
                }
                Some(heads)
            }
            _ => return None,
        };
        let mut of_stock = [0; 8];
        of_stock[..stock.len()].copy_from_slice(stock);
        let mut piles = [[0; 2]; 4];
        piles.as_flattened_mut().copy_from_slice(foundations);
        let stock = u64::from_le_bytes(of_stock);
        let bases = bases.to_vec();
        let state = State { bases, stock, turned, pass, foundations: piles, heads };
        self.is_one(&state).then_some(state)
    }

    /// Whether all numbers of a state are in their ranges, so that its steps can be listed.
    fn is_one(&self, state: &State) -> bool {
        let most = self.rules.pack.top.number() * self.rules.pack.decks;
        let is_base =
            |(column, &base): (usize, &u8)| usize::from(base) <= self.columns[column].len();
        state.bases.iter().enumerate().all(is_base)
            && state.stock & !below(self.stock.len() as u8) == 0
            && (state.turned == 0
                || state.turned <= 64 && state.stock >> (state.turned - 1) & 1 == 1)
            && (1..=self.rules.passes.unwrap_or(1)).contains(&state.pass)
            && state.foundations.as_flattened().iter().all(|&pile| pile <= most)
            && self.on_foundations_fit(state)
            && (state.heads.is_none() || self.heads.is_some())
            && self.counts(state).is_some()
    }

    /// Whether the pack has the cards of the foundations.
    fn on_foundations_fit(&self, state: &State) -> bool {
        let of_pack = |suit: usize| self.rules.pack.suits.iter().any(|s| s.index() == suit);
        let empty = |suit: usize| state.foundations[suit] == [0; 2];
        (0..4).all(|suit| empty(suit) || of_pack(suit))
    }
}

/// By column the cards that are not free as long as a base lies on them, and the first base.
fn columns(table: &Table) -> Vec<Vec<Card>> {
    let columns = table.columns.iter().map(|column| match column.face_down {
        0 if table.rules.face_down => Vec::new(),
        0 => column.cards.clone(),
        down => column.cards[..=down].to_vec(),
    });
    columns.collect()
}

/// The heads of a table, if the rules are those of the claim.
fn heads(table: &Table) -> Option<Cards> {
    let rules = &table.rules;
    if !rules.face_down || rules.runs_to_spaces || rules.foundation_return {
        return None;
    }
    let cleared = table.columns.iter().filter(|column| column.face_down == 0);
    let mut heads = Cards::NONE;
    cleared.filter_map(|column| column.cards.first()).for_each(|&card| heads.add(card));
    Some(heads)
}
