//! Which steps there are, and which foundation moves never hurt.

use super::packed::{COLUMNS, Column, Deal, FACES, Kind, State, Step, below, colour_of, landing};

/// How the talon is gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Talon {
    /// Card by card, as the rules have it.
    Explicit,
    /// On to a card and that card played, as one step.
    ///
    /// Claim: where turned cards need not be played, a position is winnable exactly if these steps
    /// win it.
    /// Proof: turning a card over changes nothing but which cards are the waste, and no move on the
    /// table depends on that but playing the top waste card. So each turn and redeal of a win can be
    /// put off until the next waste card is played; what is then turned without a play is turned
    /// together with it, and what is turned after the last play is left out.
    /// Claim: a card that this pass still offers need not be offered in the next one.
    /// Proof: taking it now leaves a position from which turning alone leads to the position that
    /// taking it in the next pass leads to.
    Lazy,
    /// The same, and under forced talon play also a card turned that no column takes: so one can be rid
    /// of it before a column takes it.
    LazyOrTurn,
}

/// The kinds that the foundations take next, a bit for each; a full pile takes a kind that is not there.
#[derive(Debug, Clone, Copy)]
pub struct NextKinds {
    /// All of them.
    pub all: u64,
    /// Those that never hurt there, see [`Deal::safe_home`].
    safe: u64,
    /// Those that never hurt there if they lie alone in a column or on a card that they build on.
    safe_on_parent: u64,
}

impl NextKinds {
    /// Whether a column's open card never hurts on a foundation.
    #[inline]
    pub fn is_safe(&self, column: Column) -> bool {
        let kind = column.open().index();
        let on_parent = || column.run() >= 2 || column.dealt() + column.built() == 1;
        self.safe_on_parent >> kind & 1 == 1 && (self.safe >> kind & 1 == 1 || on_parent())
    }

    /// Whether a card that lies alone or on one that it builds on never hurts on a foundation.
    #[inline]
    pub fn is_safe_on_parent(&self, kind: Kind) -> bool {
        self.safe_on_parent >> kind.index() & 1 == 1
    }

    /// Whether a card of the waste never hurts on a foundation.
    #[inline]
    pub fn is_safe_on_waste(&self, kind: Kind) -> bool {
        self.safe >> kind.index() & 1 == 1
    }
}

impl Deal {
    /// Appends the steps of a state; `next` are its next kinds.
    ///
    /// With a lazy talon under forced talon play the list is not complete: turning cards over early,
    /// while no column takes them, is left out. A part of a run is moved only off a card of the kinds
    /// `to_uncover`, so that the list is complete with all kinds only.
    pub fn steps(
        &self,
        state: &State,
        next: &NextKinds,
        talon: Talon,
        to_uncover: u64,
        steps: &mut Vec<Step>,
    ) {
        let mut columns_of_face = [0_u8; FACES];
        let mut empty = None;
        for (i, column) in state.columns[..self.width].iter().enumerate() {
            columns_of_face[column.face()] |= 1 << i;
            if column.is_empty() && empty.is_none() {
                empty = Some(i as u8);
            }
        }
        if self.rules.forced_aces && !self.aces_go_up {
            let before = steps.len();
            for i in 0..self.width {
                let column = state.columns[i];
                if column.rank() == 1 && self.pile_for(state, column.open()).is_some() {
                    steps.push(Step::Home { from: i as u8 });
                }
            }
            if steps.len() > before {
                return;
            }
        }
        if !state.must_play {
            self.column_steps(state, next, &columns_of_face, empty, to_uncover, steps);
        }
        self.stock_steps(state, next, &columns_of_face, empty, talon, steps);
    }

    #[inline]
    fn column_steps(
        &self,
        state: &State,
        next: &NextKinds,
        columns_of_face: &[u8; FACES],
        empty: Option<u8>,
        to_uncover: u64,
        steps: &mut Vec<Step>,
    ) {
        for i in 0..self.width {
            let column = state.columns[i];
            if column.is_empty() {
                continue;
            }
            let from = i as u8;
            if next.all >> column.open().index() & 1 == 1 {
                steps.push(Step::Home { from });
            }
            let all = column.dealt() + column.built();
            let mut target = column.face();
            for count in 1..=column.run() {
                target = landing(target);
                if count < column.run() && to_uncover >> column.run_card(count).index() & 1 == 0 {
                    continue;
                }
                for to in bits(columns_of_face[target].into()) {
                    steps.push(Step::Run { from, to, count: count as u8 });
                }
                // A whole column in an empty one is the same position.
                if let Some(to) = empty
                    && count < all
                    && (count == 1 || self.rules.runs_to_spaces)
                {
                    steps.push(Step::Run { from, to, count: count as u8 });
                }
            }
        }
    }

    #[inline]
    fn stock_steps(
        &self,
        state: &State,
        next: &NextKinds,
        columns_of_face: &[u8; FACES],
        empty: Option<u8>,
        talon: Talon,
        steps: &mut Vec<Step>,
    ) {
        let buildable = self.buildable(&state.columns) & state.stock;
        let top = state.waste_top().map_or(0, |place| 1 << place);
        let may_redeal = self.rules.passes.is_none_or(|passes| state.pass < passes);
        let forced = self.rules.forced_talon_play;
        let mut reach = top;
        let mut must_build = if state.must_play { top } else { 0 };
        let talon_cards = state.stock & !below(state.turned);
        match talon {
            _ if state.must_play => {}
            Talon::Explicit if talon_cards != 0 => steps.push(Step::Turn),
            Talon::Explicit if state.stock != 0 && may_redeal => steps.push(Step::Redeal),
            Talon::Explicit => {}
            Talon::Lazy | Talon::LazyOrTurn => {
                let first = talon_cards & talon_cards.wrapping_neg();
                if talon == Talon::LazyOrTurn && forced && first & !buildable != 0 {
                    steps.push(Step::Turn);
                }
                // No turned card that can be built is passed over.
                let up_to_forced = |cards: u64| match buildable & cards {
                    first if forced && first != 0 => cards & (first ^ (first - 1)),
                    _ => cards,
                };
                reach |= up_to_forced(talon_cards);
                if may_redeal && (!forced || buildable & talon_cards == 0) {
                    reach |= up_to_forced(state.waste());
                }
                if forced {
                    must_build = buildable & !top;
                }
            }
        }
        let takeable = bits(next.all).map(|kind| self.places_of_kind[usize::from(kind)]);
        for place in bits(takeable.fold(0, |a, b| a | b) & reach) {
            steps.push(Step::StockHome { place });
        }
        for place in bits(buildable & reach) {
            let face = self.stock[usize::from(place)].face();
            for to in bits(columns_of_face[landing(face)].into()) {
                steps.push(Step::StockRun { place, to });
            }
        }
        if let Some(to) = empty {
            for place in bits(reach & !must_build) {
                steps.push(Step::StockRun { place, to });
            }
        }
    }

    /// The stock places of cards that can be built onto one of the columns.
    #[inline]
    pub fn buildable(&self, columns: &[Column; COLUMNS]) -> u64 {
        columns.iter().fold(0, |places, column| places | self.builders[column.face()])
    }

    /// The kinds that the foundations take next.
    pub fn next_kinds(&self, foundations: &[u8; 8]) -> NextKinds {
        let bit = |below: u8, suit: usize| 1_u64 << Kind::of(below + 1, suit).index();
        let mut next = NextKinds { all: 0, safe: 0, safe_on_parent: 0 };
        if self.rules.one_pile_per_suit {
            let top = self.rules.pack.top.number();
            let below = |high: u8| if high < top * self.rules.pack.decks { high % top } else { 13 };
            next.all =
                (0..4).fold(0, |kinds, suit| kinds | bit(below(foundations[2 * suit]), suit));
            return next;
        }
        let copies = usize::from(self.rules.pack.decks);
        let lowest = |suit: usize| {
            foundations[2 * suit + copies - 1].saturating_add(self.no_such_suit[suit])
        };
        let lows = [lowest(0).min(lowest(3)), lowest(1).min(lowest(2))];
        let highest_safe = |own: u8, other: u8| (other + 1).max((other + 2).min(own + 3));
        let highest_safe = [highest_safe(lows[0], lows[1]), highest_safe(lows[1], lows[0])];
        for suit in 0..4 {
            let [high, low] = [foundations[2 * suit], foundations[2 * suit + 1]];
            let of_suit =
                if copies == 1 { bit(high, suit) } else { bit(high, suit) | bit(low, suit) };
            // Those whose twin is on its foundation, or the pile for it stands as high.
            let twin_ready = if copies == 1 { of_suit } else { bit(low, suit) };
            let highest_safe = highest_safe[colour_of(suit) as usize].min(13);
            // Kinds of other suits are cut off as well, at about this rank.
            let up_to_safe = bit(highest_safe, suit) - 1;
            next.all |= of_suit;
            next.safe |= twin_ready & up_to_safe;
            next.safe_on_parent |= of_suit & up_to_safe;
        }
        next
    }

    /// A foundation move that never hurts, if there is one.
    ///
    /// Claim: if turned cards need not be played, nothing comes back from the foundations and each
    /// copy has a pile of its own, then a position is winnable exactly if it is after this move.
    ///
    /// Let X be the card, its rank r. It is asked that (1) all cards of the other colour of rank r-1
    /// are on the foundations, or all those of rank r-2 and all of X's colour of rank r-3; and that
    /// (2) X's twin is on the foundations, or both piles of the suit stand at r-1, or X lies alone in
    /// its column or on a face-up card that it builds on.
    ///
    /// Proof: let A be a win in which X is not moved now. B lays X up and follows A, such that always
    /// B's position is A's with some cards more on the foundations: X, and cards of rank r-1 and r-2
    /// that A has put onto X or onto such cards. What A does to cards that B has laid up, B leaves
    /// out. When A puts a card of rank r-1 onto X, then by (1) r-2 of its colour is laid up in both
    /// suits, both piles each, so that the card finds its pile ready, and so does a card of rank r-2
    /// on it (its pile is at r-3 at least, in both copies); nothing of rank r-3 of the other colour
    /// can lie on that. B lays them all up. All else that A moves lies as open in B as in A or more
    /// so. Only when A lays up X's twin while X is still on the table may B find no pile for it; by
    /// (2) X then lay alone, or on a card it builds on, or in a place where A put it, which is of the
    /// same kind. There is nothing on that place in B, so B moves the twin to it, and henceforth the
    /// twin plays X's part. Cards that B turns up earlier, and Aces that then go up earlier, only add
    /// moves where nothing is forced.
    ///
    /// Of the kinds that go up next, (1) holds for those up to a rank, by colour; the twin of the one
    /// for a suit's lower pile, or that pile's like, is always ready.
    #[inline]
    pub fn safe_home(&self, state: &State, next: &NextKinds) -> Option<Step> {
        let is_safe = |&column: &Column| next.is_safe(column);
        if let Some(i) = state.columns[..self.width].iter().position(is_safe) {
            return Some(Step::Home { from: i as u8 });
        }
        let place = state.waste_top()?;
        let kind = self.stock[usize::from(place)];
        next.is_safe_on_waste(kind).then_some(Step::StockHome { place })
    }
}

/// The places of the bits that are set, lowest first.
pub fn bits(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let place = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            place
        })
    })
}
