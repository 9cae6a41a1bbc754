//! Foundation moves that never hurt, played without a choice (dominance moves).
//!
//! *Setup.* X is an open card of rank r that a foundation takes. Asked is that (1) all cards of the other
//! colour of rank r-1 are on the foundations, or all those of rank r-2 and all of X's colour of rank r-3; and
//! that (2) X's twin is on the foundations, or both piles of the suit stand at r-1, or X lies alone in its
//! column or on a face-up card that it builds on. A is a win that does not begin with X to its foundation;
//! B plays X there and then follows A.
//!
//! *Claim.* A position is winnable exactly if it is after X has gone to its foundation.
//!
//! *Invariant.* B's position is A's, but for a set S of cards that B has on the foundations and A has not: X,
//! cards that A has put onto X or onto cards of S, and Aces that lay under cards of S and went by themselves.
//! What A has face up under cards of S is face up in B too.
//!
//! *Each move keeps it.*
//! - Turn, redeal: B does the same, but for a turn of X, which B leaves out.
//! - A card of S to its foundation: B leaves it out. Another card finds the same pile in B, unless it is X's
//!   twin and X has taken that pile. Then by (2) X lay alone or on a card that it builds on when B played it,
//!   or it lies in a place of this kind where A has put it. In B nothing lies on that place: B moves the
//!   twin there instead, and from then on the twin stands for X, so that S loses X.
//! - A run to a column: B leaves out the cards of S, which are the run's end or all of it. If A puts the
//!   rest onto a card of S, then the second half of (1) holds and its cards have rank r-1 or r-2: of rank r-3
//!   none of the other colour is left. In those of rank r-1 both piles of the suit stand at r-2 at least, in
//!   those of rank r-2 at r-3, so that B plays them to their foundations, whatever their twins do: they join
//!   S. All other targets are as open in B as in A.
//! - A stock card to a column: as a run of one card.
//! - Aces and cards that B turns up earlier only add moves, where nothing is forced.
//!
//! *Conclusion.* When A has all cards on the foundations, so has B.
//!
//! *Needs.* Nothing comes back from the foundations, no turned card must be played, each copy has a pile of
//! its own. The beams use these moves under all rules: they prove nothing.
//! Oracle: `each_pruning` in `tests/eights`, `Prunings::safe_foundation_moves` alone, and
//! `safe_foundation_moves_of_two_copies_lose_no_win`.

use gehtauf_rules::eights::Rules;

use crate::eights::state::{CardType, Column, Deal, MacroMove, State, colour_of};

/// For which values the proof holds.
pub fn supports(rules: &Rules) -> bool {
    let Rules {
        pack: _,
        columns: _,
        rows: _,
        passes: _,
        foundation_return,
        runs_to_spaces: _,
        forced_talon_play,
        one_pile_per_suit,
        face_down: _,
        forced_aces: _,
    } = rules;
    !foundation_return && !forced_talon_play && !one_pile_per_suit
}

/// The cards that the foundations take next, a bit for each; a full pile takes a card that is not there.
#[derive(Debug, Clone, Copy)]
pub struct NextCards {
    /// All of them.
    pub all: u64,
    /// Those that never hurt there, by condition (1), and by (2) wherever they lie.
    safe: u64,
    /// The same by (2) if they lie alone in a column or on a card that they build on.
    safe_on_parent: u64,
}

impl NextCards {
    /// Whether a column's open card never hurts on a foundation.
    #[inline]
    pub fn is_safe(&self, column: Column) -> bool {
        let card = column.open().index();
        let on_parent = || column.run() >= 2 || column.dealt() + column.built() == 1;
        self.safe_on_parent >> card & 1 == 1 && (self.safe >> card & 1 == 1 || on_parent())
    }

    /// Whether a card that lies alone or on one that it builds on never hurts on a foundation.
    #[inline]
    pub fn is_safe_on_parent(&self, card: CardType) -> bool {
        self.safe_on_parent >> card.index() & 1 == 1
    }

    /// Whether a card of the waste never hurts on a foundation.
    #[inline]
    pub fn is_safe_on_waste(&self, card: CardType) -> bool {
        self.safe >> card.index() & 1 == 1
    }
}

impl Deal {
    /// The cards that the foundations take next.
    pub fn next_cards(&self, foundations: &[u8; 8]) -> NextCards {
        let bit = |below: u8, suit: usize| 1_u64 << CardType::of(below + 1, suit).index();
        let mut next = NextCards { all: 0, safe: 0, safe_on_parent: 0 };
        if self.rules.one_pile_per_suit {
            let top = self.rules.pack.top.number();
            let below = |high: u8| if high < top * self.rules.pack.decks { high % top } else { 13 };
            next.all =
                (0..4).fold(0, |cards, suit| cards | bit(below(foundations[2 * suit]), suit));
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
            // Cards of other suits are cut off as well, at about this rank.
            let up_to_safe = bit(highest_safe, suit) - 1;
            next.all |= of_suit;
            next.safe |= twin_ready & up_to_safe;
            next.safe_on_parent |= of_suit & up_to_safe;
        }
        next
    }

    /// A foundation move that never hurts, if there is one. Of the cards that go next, (1) holds for those up
    /// to a rank, by colour; (2) holds for the one for a suit's lower pile, or for that pile's like.
    #[inline]
    pub fn safe_foundation_move(&self, state: &State, next: &NextCards) -> Option<MacroMove> {
        let is_safe = |&column: &Column| next.is_safe(column);
        if let Some(i) = state.columns[..self.width].iter().position(is_safe) {
            return Some(MacroMove::ColumnToFoundation { from: i as u8 });
        }
        self.safe_waste_move(state, next)
    }

    fn safe_waste_move(&self, state: &State, next: &NextCards) -> Option<MacroMove> {
        let place = state.waste_top()?;
        let card = self.stock[usize::from(place)];
        next.is_safe_on_waste(card).then_some(MacroMove::StockToFoundation { place })
    }

    /// All of them.
    pub fn safe_foundation_moves(&self, state: &State) -> impl Iterator<Item = MacroMove> {
        let next = self.next_cards(&state.foundations);
        let columns = state.columns.into_iter().take(self.width).enumerate();
        let from_columns = columns
            .filter(move |&(_, column)| next.is_safe(column))
            .map(|(i, _)| MacroMove::ColumnToFoundation { from: i as u8 });
        from_columns.chain(self.safe_waste_move(state, &next))
    }
}
