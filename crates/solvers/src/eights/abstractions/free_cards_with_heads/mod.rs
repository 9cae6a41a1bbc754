//! 8x8 without how free cards lie, but for the first cards of the columns: an exact space, and a small one.
//!
//! `state.rs` packs the state, `fingerprints.rs` and `bases.rs` have what it is made of, `sets.rs` what cards
//! there are in it, `steps.rs` has the steps and `space.rs` which there are, `dead_ends.rs` a proof that a state is
//! lost, `persistent_sets.rs` which steps can be put off,
//! `column_play.rs` what both work out of the columns, `forced_talon_dominance.rs` foundation moves that never hurt,
//! `realise.rs` the moves of the rules that a step stands for. A level-wise beam searches it for wins.
//!
//! *Setup.* Of a column that still has dealt cards the last of these is the **base**; the other dealt cards lie face
//! down. A lone dealt card is no base: it counts as a card that was put into the space there. **Free** cards are
//! those of the columns that are not face down and no bases. The first card of a column without a base is its
//! **head**; all other free cards are **followers**. The state is: how many dealt cards each column has left, the set
//! of stock cards left, the foundations, the place in the talon, the pass, whether the top waste card must be played,
//! and the multiset of the heads. (Which cards are free follows.) A **face** is rank and colour, the **parent face**
//! of a card the face that it builds on. The rules are those of [`supports`](supports()): 8x8 whose foundations keep what they
//! have.
//!
//! *Claim.* Positions of one state are all winnable or none is; and a position is winnable exactly if the steps of
//! `space.rs` lead from its state to a state without stock and columns' cards.
//!
//! *Invariant.* Each follower lies on a card of its parent face, each base on a face-down card, each head on nothing;
//! so all that lies on a base or head is a run. A card carries one card at most; so the number of *open* cards of a
//! face, open(f), is the number of bases and free cards of face f less the number of followers whose parent face is
//! f. It is a function of the state. No Ace that could go to a foundation lies open where Aces go up by themselves;
//! nothing lies on an Ace, so there no Ace is free.
//!
//! *A card X of face f, base or free, can be made open by one move of a run at most, without another change of the
//! state, exactly if open(f) >= 1*, if a column move is legal at all. If X carries a card, that is a follower, and
//! there is an open card Y of face f. Y lies in another column, as all that X carries is of lower rank. The run on X
//! moves onto Y. If no card of face f is open, X is not, and no rearrangement makes it so: open(f) is a function of
//! the state.
//!
//! *Each move keeps it*, move by move as RULES.md has them; a **step** is a move that changes the state, and what it
//! needs and does is a function of the state:
//! - turn: the turned card is forced exactly if open(its parent face) >= 1 and the talon play is forced; then it and
//!   the play of the card are one step. Redeal: needs nothing of the columns.
//! - top waste card onto a column: open(its parent face) >= 1. It becomes a follower. If it was forced, then that is
//!   so, and no rearrangement is needed before it.
//! - top waste card to a foundation: the foundation takes it, and nothing else. Into a space: there is one and the
//!   card is not forced. It becomes a head.
//! - a run from column to column, of which the first card is a follower: no change of the state, for the follower
//!   goes from one card of its parent face to another. A head: onto an open card of its parent face, which is in
//!   another column: the head becomes a follower and a space remains. A base (step *uncover*): likewise, and the next
//!   dealt card is turned up, as base or as the head that a lone dealt card is.
//! - a column's card into a space, one card: it must be open. The head of a column that carries nothing: no change of
//!   the state. A follower becomes a head; a base becomes one and the next dealt card is turned up. With
//!   `spaces=any-run` the first card of a run that moves need not be open: the rest goes with it.
//! - a column's card to a foundation: it must be open; base, head or follower.
//! - Aces that go up by themselves: those that are turned up, one after another in any order with the same end, and
//!   one built on a column from the waste, which is as if it had been played to its foundation. With
//!   `foundations=four` they do not, but if an open Ace fits, only such moves are legal. All Aces of columns are
//!   open. So whether there is one that fits is a function of the state, and the move needs no preparation.
//!
//! *Conclusion.* By induction on a win's moves, every win of a position is a chain of steps from its state. And from
//! any position of a state each of its steps can be made by one move, after one run move at most: no run move is
//! needed where only some moves are legal, after a forced turn or before a fitting Ace. So the steps to a won state
//! are a win of any position of the state.
//!
//! *Needs.* Nothing comes back from the foundations, the dealt cards under the last are face down and an open Ace
//! goes up at once ([`supports`](supports()) asserts that). Cycles do no harm to the search: it looks at each state once.

#[cfg(test)]
mod along_wins;
mod bases;
mod column_play;
pub mod dead_ends;
mod fingerprints;
mod forced_talon_dominance;
mod persistent_sets;
mod realise;
pub mod relaxation;
pub mod sets;
pub mod space;
pub mod state;
pub mod steps;
mod supports;
mod switches;
#[cfg(test)]
mod tests;

use gehtauf_rules::Move;
use gehtauf_rules::eights::Table;
use gehtauf_search::{Budget, DepthFirst, LevelWise, Memory, Outcome, Stop};
use rand_pcg::Pcg64;

use crate::eights::evaluation::free_cards_with_heads::HeadsEvaluator;
use crate::eights::evaluation::weights::with_heads;
use crate::eights::prunings::{safe_foundation_moves, talon_macro_moves};
use crate::eights::sat::Solution;
use crate::eights::state as packed;
use relaxation::Relaxation;
use sets::Sets;
use space::HeadsSpace;
use state::{Deal, State, Talon};

pub use supports::supports;
pub use switches::Switches;

/// The complete search over states, which goes on where it was broken off.
pub struct Complete {
    space: HeadsSpace,
    search: DepthFirst<HeadsSpace>,
}

impl Complete {
    /// From a position on; nothing if the space does not serve it.
    pub fn new(table: &Table, switches: Switches, memory: &Memory) -> Option<Complete> {
        let Switches { free_talon, .. } = switches;
        let is_macro = free_talon && talon_macro_moves::supports(&table.rules);
        let talon = if is_macro { Talon::MacroMoves } else { Talon::CardByCard };
        let is_safe = free_talon && safe_foundation_moves::supports(&table.rules);
        let (deal, start) = Deal::new(table, talon, is_safe)?;
        let search = DepthFirst::new(&start, memory);
        Some(Complete { space: HeadsSpace::new(deal, switches), search })
    }

    /// Looks at every state until one is won.
    ///
    /// # Errors
    /// The budget is spent, or the table would outgrow its memory.
    pub fn run(&mut self, table: &Table, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        let outcome = self.search.run(&self.space, budget)?;
        Ok(outcome.map(|steps| realise::moves(table, &steps)))
    }
}

/// The complete search without heads, which proves losses and goes on where it was broken off.
pub struct WithoutHeads {
    space: Relaxation,
    /// Nothing if it has ended with a win, which proves nothing.
    search: Option<DepthFirst<Relaxation>>,
}

impl WithoutHeads {
    /// From a position on; nothing if the space does not serve it.
    pub fn new(table: &Table, switches: Switches, memory: &Memory) -> Option<WithoutHeads> {
        let is_macro = switches.free_talon && talon_macro_moves::supports(&table.rules);
        let talon = if is_macro { Talon::MacroMoves } else { Talon::CardByCard };
        let (deal, start) = Deal::new(table, talon, false)?;
        let packed = match switches.chain_counting {
            true => Some(Box::new(packed::Deal::new(table)?.0)),
            false => None,
        };
        let (space, start) = Relaxation::new(deal, &start, packed, switches);
        let search = Some(DepthFirst::new(&start, memory));
        Some(WithoutHeads { space, search })
    }

    /// Whether the position is proven lost.
    ///
    /// # Errors
    /// The budget is spent, or the table would outgrow its memory.
    pub fn is_lost(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let Some(search) = &mut self.search else { return Ok(false) };
        if search.run(&self.space, budget)? == Outcome::Unwinnable {
            return Ok(true);
        }
        self.search = None;
        Ok(false)
    }
}

/// The moves of a solution of [`sat`](crate::eights::sat), if they are a win here.
pub fn moves_of(table: &Table, solution: &Solution) -> Option<Vec<Move>> {
    let (deal, start) = Deal::new(table, solution.talon(), false)?;
    let steps = solution.steps(&HeadsSpace::new(deal, Switches::NONE), &start)?;
    Some(realise::moves(table, &steps))
}

/// The moves of a foundation move that never hurts, if there is one.
pub fn safe_moves(table: &Table) -> Option<Vec<Move>> {
    let is_safe = safe_foundation_moves::supports(&table.rules);
    let (deal, state) = Deal::new(table, Talon::CardByCard, is_safe)?;
    let step = if forced_talon_dominance::supports(&table.rules) {
        forced_talon_dominance::step(&deal, &state, &Sets::new(&deal, &state))
    } else {
        deal.safe_step(&state)
    };
    Some(realise::moves(table, &[step?]))
}

/// The level-wise beams of a position, each with other random tie-breaking.
pub struct Beams {
    space: HeadsSpace,
    start: State,
    rng: Pcg64,
}

impl Beams {
    /// From a position on; nothing if the space does not serve it.
    pub fn new(table: &Table, rng: Pcg64) -> Option<Beams> {
        let (deal, start) = Deal::new(table, Talon::MacroMoves, true)?;
        Some(Beams { space: HeadsSpace::new(deal, Switches::ALL), start, rng })
    }

    /// Searches for a win, at most `width` states of each level; never `Unwinnable`.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow its memory.
    pub fn run(
        &mut self,
        table: &Table,
        width: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        let evaluator = HeadsEvaluator::new(&self.space.deal, with_heads(&table.rules));
        let mut beam = LevelWise::new(&self.space, &evaluator, budget.memory());
        // Where a turned card must be played, steps are missing: the beam proves nothing.
        let outcome = beam.search(&self.start, width, &mut self.rng, budget)?.win_only();
        Ok(outcome.map(|steps| realise::moves(table, &steps)))
    }
}
