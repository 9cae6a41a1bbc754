//! Foundation moves that never hurt although turned cards must be played (dominance moves).
//!
//! *Setup.* States without a turned card that must be played, under rules by which each copy has a pile of its own and Aces
//! go up by themselves. X is an open head or follower of face f and rank r that a foundation takes, p its parent face.
//! Asked is that (1) X is a Two, or all cards of the faces that build on f are on the foundations; and that (2) of each
//! suit of X's colour whose card of rank r is in the stock both piles, or the one of a single deck, stand at
//! r-1 at least. A is a win that does not begin with X to its foundation; B plays X there and then follows A.
//!
//! *Claim.* A state is winnable exactly if it is after X has gone to its foundation.
//!
//! *Invariant.* B's state is A's, but for a set S of cards of face f that B has on the foundations and A has as heads, as
//! followers or in the stock: at first X. So nothing lies on a card of face f in either. open(p) is in B what it is in A and
//! the number of followers in S, there are as many more spaces as S has heads, and of other faces but f as
//! many cards are open. Piles are as high, but that some at r-1 stand at r in B. S has cards of the stock, or that came
//! from there, only of suits of (2). B is in the pass of A or an earlier one, with the same cards of the stock turned but
//! for S.
//!
//! *Each move keeps it.*
//! - A card of S: B leaves the move out. (It goes up, and S loses it, or it becomes follower or head.) A turn of a card of
//!   S likewise.
//! - Another card of face f and X's suit goes up from a column, and B has no pile for it: by (2) X took that pile, and S has no
//!   other card of the suit. In A, X lies on a card of face p or alone; B moves the other card onto an open card of
//!   face p or into a space, of which B has one more, or leaves it if it lies like X. From then on X is the other
//!   card, and S loses X.
//! - A turned card T, other than these: in B it must be played if it must in A, unless it is an Ace, which can do nothing in both but
//!   go up. If it must be played in B only, T has face f. If A leaves it or puts it
//!   into a space, B plays it up, which by (2) is possible, and S gains T.
//! - A redeal: B's talon is empty too. If B's waste is empty, as A's is all of S, B leaves the redeal out.
//! - All other moves need only what B has as well: open cards of other faces, or of p, of which B has no fewer, open cards
//!   of face f, which are all open, spaces, and piles not at r-1. (None builds on f, by (1) or as Aces do not.)
//!
//! *Conclusion.* When A has all cards on the foundations, so has B. The other direction: it is a step. With persistent sets
//! the induction is on the number of cards that are not on foundations, then on the length of the shortest win.
//!
//! *Needs.* The module's; `supports`.
//! Oracle: `verdicts_equal_brute_force` in `tests.rs`, with this pruning alone, and
//! `foundation_moves_under_force_save_states`.

use gehtauf_rules::eights::Rules;

use super::sets::Sets;
use super::state::{Deal, State};
use super::steps::Step;
use crate::eights::card_types::{bit, cards};
use crate::eights::state::CardType;

/// For which values the proof holds. Where no turned card must be played, `safe_foundation_moves` has more.
pub fn supports(rules: &Rules) -> bool {
    let &Rules {
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
    !foundation_return && forced_talon_play && !one_pile_per_suit
}

/// The step of such a move, if there is one.
#[inline]
pub fn step(deal: &Deal, state: &State, sets: &Sets) -> Option<Step> {
    let &Sets { open, next, followers, heads, dealt: _ } = sets;
    let up = next & open & (heads | followers);
    if up == 0 || state.must_play {
        return None;
    }
    let lowest = deal.lowest_piles(state);
    let [black, red] = [lowest[0].min(lowest[3]), lowest[1].min(lowest[2])];
    let card = cards(up).find(|&card| {
        let (rank, is_black) = (card.rank(), card.face() & 1 == 0);
        let children_are_up = rank == 2 || rank - 1 <= if is_black { red } else { black };
        children_are_up
            && (0..4).filter(|&suit| (suit == 0 || suit == 3) == is_black).all(|suit| {
                let places = deal.places_of_type[CardType::of(rank, suit).index()];
                state.stock & places == 0 || lowest[suit] >= rank - 1
            })
    })?;
    let is_head = heads & bit(card) != 0;
    Some(if is_head {
        Step::HeadToFoundation { card }
    } else {
        Step::FollowerToFoundation { card }
    })
}
