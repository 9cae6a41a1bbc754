//! The space of single states: every move of the rules, with the prunings of the last round.

use std::hash::{Hash, Hasher};

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::{MAX_STACKS, Variant};
use gehtauf_search::hashing::key_of;
use gehtauf_search::{Bounded, Evaluated, Space, bits};

use super::evaluation::lower_bound::{DEPTH, moves_left};
use super::evaluation::round::evaluate;
use super::prunings::reversible_packings::{self, MacroMove};
use super::prunings::{Prunings, persistent_sets, safe_foundation_moves, symmetric_stacks};
use super::state::{MAX_CARDS, NONE, State, VariantTables, card_type};

/// Whether the packed state and its moves are the whole game; other variants go to the search over
/// the rules.
pub fn supports(variant: &Variant) -> bool {
    let Variant {
        pack,
        layers: _,
        runs: _,
        packing_stalled: _,
        redeals: _,
        redeal_blocked: _,
        upper: _,
        lower: _,
        depth: _,
    } = *variant;
    pack.decks <= 2 && pack.cards().count() <= MAX_CARDS && variant.stacks() <= MAX_STACKS
}

/// Whether a card can go to an empty stack.
fn has_space(tables: &VariantTables, state: &State) -> bool {
    !state.first_round && state.empty_stacks(tables).next().is_some()
}

#[derive(Clone, Copy)]
pub struct StateSpace<'v> {
    pub tables: &'v VariantTables,
    prunings: Prunings,
    /// Whether one order of the stacks stands for all in rounds before the last, too.
    any_order: bool,
}

impl<'v> StateSpace<'v> {
    /// With those of the prunings whose proofs hold.
    pub fn new(tables: &'v VariantTables, prunings: Prunings) -> StateSpace<'v> {
        let prunings = prunings.supported(&tables.variant);
        StateSpace { tables, prunings, any_order: false }
    }

    /// The same with one order of the stacks for all, which tells whether a round before the last comes to positions
    /// without moves.
    pub fn in_any_order(self) -> Option<StateSpace<'v>> {
        let serves = self.prunings.symmetric_stacks && self.tables.variant.redeal_blocked;
        serves.then_some(StateSpace { any_order: true, ..self })
    }

    /// Under `redeal=blocked` few plays come to another redeal, so that a later round is worth a search as if
    /// it were the last.
    pub fn looks_for_wins_without_redeal(&self, start: &State) -> bool {
        self.prunings.last_rounds && self.tables.variant.redeal_blocked && !start.first_round
    }

    /// Whether one state of the class is enough.
    fn merges_classes(&self, state: &State) -> bool {
        self.prunings.reversible_packings && !has_space(self.tables, state)
    }

    /// Comes to the state that stands for its class in a round before the last; tells the moves to it.
    pub fn make_canonical(&self, state: &mut State, played: impl FnMut(Move)) {
        if self.merges_classes(state) {
            reversible_packings::make_canonical(self.tables, state, played);
        }
    }

    /// Appends the macro moves but the redeal from a state that stands for its class, in a round before the last; whether
    /// the redeal is possible.
    pub fn macro_moves(&self, state: &State, macro_moves: &mut Vec<MacroMove>) -> bool {
        let first = macro_moves.len();
        let (reversible, has_moves);
        if self.merges_classes(state) {
            reversible_packings::push_macro_moves(self.tables, state, macro_moves);
            reversible = reversible_packings::reversible(state);
            has_moves = macro_moves.len() > first || reversible != 0;
        } else {
            let mut moves = Vec::new();
            state.card_moves(self.tables, &mut moves);
            (reversible, has_moves) = (0, !moves.is_empty());
            if self.any_order && has_space(self.tables, state) {
                symmetric_stacks::drop_idle(self.tables, state, 0, &mut moves);
            }
            macro_moves.extend(moves.into_iter().map(MacroMove::of));
        }
        if self.prunings.persistent_sets && !has_space(self.tables, state) {
            let StateSpace { tables, any_order, .. } = *self;
            let position = persistent_sets::Position { tables, state, reversible, any_order };
            position.keep_fewest(macro_moves, first);
        }
        !has_moves || !self.tables.variant.redeal_blocked
    }

    fn merges_stacks(&self, state: &State) -> bool {
        self.any_order || self.prunings.symmetric_stacks && state.redeals_left == 0
    }
}

impl Space for StateSpace<'_> {
    type State = State;
    type Move = Move;
    type Key = u128;

    /// A fingerprint of the stacks, the talon, what the redeals have come to.
    ///
    /// Claim: states with equal keys are both winnable or both not, but for the chance of
    /// [`key_of`]. The copies of a card do not differ; the foundations hold the rest of the pack, and which
    /// of two foundations is higher follows from the cards alone; for the order of the stacks see
    /// [`symmetric_stacks`].
    fn key(&self, state: &State) -> u128 {
        let order = match self.merges_stacks(state) {
            true => symmetric_stacks::order(state),
            false => std::array::from_fn(|stack| stack as u8),
        };
        let mut bytes = [0; 128];
        let mut length = 0;
        let mut push = |byte| {
            bytes[length] = byte;
            length += 1;
        };
        for stack in &order[..self.tables.stacks] {
            let mut id = state.top((*stack).into());
            while id != NONE {
                push(card_type(id));
                id = state.below(id);
            }
            push(NONE);
        }
        for &id in state.talon() {
            push(card_type(id));
        }
        push(2 * state.redeals_left + u8::from(state.first_round));
        key_of(&Bytes(&bytes[..length]))
    }

    fn is_won(&self, state: &State) -> bool {
        state.is_won(self.tables)
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        let in_last_round = state.redeals_left == 0;
        if in_last_round
            && self.prunings.safe_foundation_moves
            && let safe = safe_foundation_moves::safe_foundation_moves(self.tables, state)
            && let Some(safe) = bits(safe).next()
        {
            let from = state.stacks_of(safe).next().expect("the card is a top card");
            moves.push(Move::StackToFoundation { from });
            return;
        }
        let first = moves.len();
        state.card_moves(self.tables, moves);
        if state.may_redeal(self.tables, &moves[first..]) {
            moves.push(Move::Redeal);
        }
        if self.merges_stacks(state) && !state.first_round {
            symmetric_stacks::drop_idle(self.tables, state, first, moves);
        }
    }

    fn play(&self, state: &mut State, m: Move) {
        state.play(self.tables, m);
    }
}

impl Bounded for StateSpace<'_> {
    fn moves_left(&self, state: &State) -> u32 {
        moves_left(self.tables, state, DEPTH)
    }
}

impl Evaluated for StateSpace<'_> {
    fn evaluate(&self, state: &State) -> i32 {
        evaluate(self.tables, state)
    }
}

/// Bytes that are hashed without their number.
struct Bytes<'b>(&'b [u8]);

impl Hash for Bytes<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write(self.0);
    }
}
