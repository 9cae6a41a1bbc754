//! The talon gone through up to a card and that card played, as one move.
//!
//! *Setup.* A position is the table and the stock: the waste, its top card open, and the talon after it.
//! A turn puts the next talon card onto the waste; a redeal makes the waste the talon in the same order.
//! A macro move is any number of turns, at most one redeal among them, and then a move of the waste's top
//! card; or a move on the table.
//!
//! *Claim.* A position is winnable exactly if macro moves win it.
//!
//! *Invariant.* Beside a win by the rules goes a play of macro moves with the same table and the same stock
//! cards left, whose position leads to the win's by turns and redeals alone, perhaps none.
//!
//! *Each move keeps it.* A turn or a redeal of the win: the play waits. A move on the table does not look at
//! the stock: the play makes it too. The waste's top card X: if X is the play's top card or still in its
//! talon, the play turns on to X; if not, the win has redealt meanwhile, so that the play may, and it turns on
//! to X in the next pass. Both then stand where X was, the win perhaps some whole passes later, and turns and
//! redeals alone lead there.
//!
//! *Conclusion.* The win's last play of a card wins for the macro moves too, and a macro move stands for moves of the
//! rules, so that its win is a win. A card still in the talon need not be offered in the next pass as well.
//!
//! *Claim.* With unlimited passes the place in the talon does not tell positions apart. Any number of turns
//! and redeals can be made at any time, so that each place is reached from each other while nothing else
//! changes.
//!
//! *Needs.* No turned card must be played, and nothing on the table depends on the waste.
//! Oracle: `each_pruning` in `tests/eights`, `Prunings::talon_macro_moves` alone.

use gehtauf_rules::eights::Rules;

use crate::eights::state::{Deal, MacroMove, State, below, may_redeal};

/// For which values the proof holds.
pub fn supports(rules: &Rules) -> bool {
    let Rules {
        pack: _,
        columns: _,
        rows: _,
        passes: _,
        foundation_return: _,
        runs_to_spaces: _,
        forced_talon_play,
        one_pile_per_suit: _,
        face_down: _,
        forced_aces: _,
    } = rules;
    !forced_talon_play
}

/// How the talon is gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Talon {
    /// Card by card, as the rules have it.
    CardByCard,
    /// By macro moves. Under forced talon play the list is not complete: turning a card that no column
    /// takes is a way to be rid of it before a column takes it.
    MacroMoves,
    /// The same, and under forced talon play such turns too.
    MacroMovesOrTurn,
}

/// The stock cards that the next move may play.
pub struct Reach {
    pub all: u64,
    /// Those that must be built onto a column or played to a foundation.
    pub must_build: u64,
}

impl Deal {
    /// The stock cards within reach, of which those in `buildable` can be built onto a column; appends turns
    /// and redeals that are moves of their own.
    #[inline]
    pub fn reach(
        &self,
        state: &State,
        buildable: u64,
        talon: Talon,
        moves: &mut Vec<MacroMove>,
    ) -> Reach {
        let top = state.waste_top().map_or(0, |place| 1 << place);
        let may_redeal = may_redeal(&self.rules, state.pass);
        let talon_cards = state.stock & !below(state.turned);
        if state.must_play {
            return Reach { all: top, must_build: top };
        }
        if talon == Talon::CardByCard {
            if talon_cards != 0 {
                moves.push(MacroMove::Turn);
            } else if state.stock != 0 && may_redeal {
                moves.push(MacroMove::Redeal);
            }
            return Reach { all: top, must_build: 0 };
        }
        let forced = self.rules.forced_talon_play;
        let first = talon_cards & talon_cards.wrapping_neg();
        if talon == Talon::MacroMovesOrTurn && forced && first & !buildable != 0 {
            moves.push(MacroMove::Turn);
        }
        // No turned card that can be built is passed over.
        let up_to_forced = |cards: u64| match buildable & cards {
            first if forced && first != 0 => cards & (first ^ (first - 1)),
            _ => cards,
        };
        let mut all = top | up_to_forced(talon_cards);
        if may_redeal && (!forced || buildable & talon_cards == 0) {
            all |= up_to_forced(state.waste());
        }
        Reach { all, must_build: if forced { buildable & !top } else { 0 } }
    }
}
