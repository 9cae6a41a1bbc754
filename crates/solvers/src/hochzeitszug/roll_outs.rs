//! Roll-outs: random plays to the end that lean towards what mostly helps.
//!
//! They find wins and prove nothing, so nothing here has to be sound.

use gehtauf_rules::Move;
use gehtauf_search::{Budget, Outcome, Space, Stop, Visited, best_first, bits, tie_break};
use rand_core::Rng;
use rand_pcg::Pcg32;

use super::space::StateSpace;
use super::state::{NONE, State, VariantTables, card_type};

/// So many roll-outs one after another that come into no last round, or into known ones, or half of all, are the last.
const PATIENCE: u32 = 100;
/// The most moves of one roll-out.
const MAX_MOVES: usize = 400;

/// How a roll-out leans, as chances of 256.
#[derive(Debug, Clone, Copy)]
struct Leaning {
    /// A redeal although other moves are left.
    redeal: u32,
    /// No card to a foundation although one fits.
    skip: u32,
    /// An empty stack used although cards can be packed.
    space: u32,
    /// An empty stack used for the talon and not for a card.
    fill: u32,
}

/// Restarts lean in different ways, for what fails in one often wins in another.
fn leaning(i: u32) -> Leaning {
    let pick = |values: [u32; 4], place: u32| values[(i >> (2 * place) & 3) as usize];
    Leaning {
        fill: pick([32, 96, 0, 192], 0),
        redeal: pick([3, 8, 1, 30], 1),
        skip: pick([0, 8, 32, 0], 2),
        space: pick([100, 200, 32, 0], 3),
    }
}

/// Plays roll-outs one after another.
pub struct RollOuts<'v> {
    tables: &'v VariantTables,
    random: Pcg32,
    moves: Vec<Move>,
    all_moves: Vec<Move>,
}

impl<'v> RollOuts<'v> {
    pub fn new(tables: &'v VariantTables, seed: u64) -> RollOuts<'v> {
        let random = Pcg32::new(seed, 0);
        RollOuts { tables, random, moves: Vec::with_capacity(MAX_MOVES), all_moves: Vec::new() }
    }

    /// Plays `restarts` roll-outs from a state to the end, or until one wins.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn play_to_the_end(
        &mut self,
        start: &State,
        restarts: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        for i in 0..restarts {
            if self.roll(start.clone(), leaning(i), false, budget)?.is_won(self.tables) {
                return Ok(Outcome::Won(self.moves.clone()));
            }
        }
        Ok(Outcome::Open)
    }

    /// Plays at random into the last round `restarts` times, or until new ones get rare, and searches each last
    /// round that is new best first, `max_states` states of it.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn play_into_last_rounds(
        &mut self,
        space: &StateSpace<'_>,
        start: &State,
        restarts: u32,
        max_states: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        let patience = PATIENCE.max(restarts / 2);
        let (mut seen, mut in_vain) = (Visited::new(budget.memory()), 0);
        for i in 0..restarts {
            if in_vain == patience {
                break;
            }
            in_vain += 1;
            let state = self.roll(start.clone(), leaning(i), true, budget)?;
            if state.redeals_left > 0 || !seen.insert(space.key(&state))? {
                continue;
            }
            in_vain = 0;
            let found = budget.within(max_states, |budget| best_first(space, &state, budget))?;
            if let Some(Outcome::Won(moves)) = found {
                self.moves.extend(moves);
                return Ok(Outcome::Won(self.moves.clone()));
            }
        }
        Ok(Outcome::Open)
    }

    /// A random play to its end, or into the last round; its moves are then in `moves`.
    fn roll(
        &mut self,
        mut state: State,
        leaning: Leaning,
        into_last_round: bool,
        budget: &mut Budget<'_>,
    ) -> Result<State, Stop> {
        self.moves.clear();
        while self.moves.len() < MAX_MOVES
            && !state.is_won(self.tables)
            && (state.redeals_left > 0 || !into_last_round)
        {
            budget.visit()?;
            let Some(m) = self.choose(&state, leaning) else { break };
            self.moves.push(m);
            state.play(self.tables, m);
        }
        Ok(state)
    }

    fn choose(&mut self, state: &State, leaning: Leaning) -> Option<Move> {
        let variant = &self.tables.variant;
        let chances = self.random.next_u32();
        let happens = |byte: u32, chance: u32| (chances >> (8 * byte) & 255) < chance;
        if state.redeals_left > 0 && !variant.redeal_blocked && happens(0, leaning.redeal) {
            return Some(Move::Redeal);
        }
        let [tops, _] = state.tops();
        let up = tops & state.wanted(self.tables);
        if up != 0 && (variant.packing_stalled || !happens(1, leaning.skip)) {
            return Some(self.play_to_foundation(state, up));
        }
        let space = if state.first_round { None } else { state.empty_stacks(self.tables).next() };
        if let Some(space) = space
            && happens(2, leaning.space)
            && let Some(m) = self.use_space(state, space, happens(3, leaning.fill))
        {
            return Some(m);
        }
        if let Some(m) = self.pack(state, tops & tops >> 1) {
            return Some(m);
        }
        if up != 0 {
            return Some(self.play_to_foundation(state, up));
        }
        if let Some(space) = space
            && let Some(m) = self.use_space(state, space, happens(3, leaning.fill))
        {
            return Some(m);
        }
        if state.redeals_left > 0 {
            self.all_moves.clear();
            if variant.redeal_blocked {
                state.card_moves(self.tables, &mut self.all_moves);
            }
            return state.may_redeal(self.tables, &self.all_moves).then_some(Move::Redeal);
        }
        None
    }

    fn play_to_foundation(&mut self, state: &State, card_types: u64) -> Move {
        let card_type = self.one_of(card_types);
        Move::StackToFoundation { from: self.stack_of(state, card_type) }
    }

    /// A card onto the next higher one, but not from one such card onto its twin.
    fn pack(&mut self, state: &State, mut card_types: u64) -> Option<Move> {
        while card_types != 0 {
            let card = self.one_of(card_types);
            let from = self.stack_of(state, card);
            let under = state.below(state.top(from.into()));
            if under == NONE || card_type(under) != card + 1 {
                let to = self.stack_of(state, card + 1);
                return Some(Move::StackToStack { from, to, count: 1 });
            }
            card_types &= !(1 << card);
        }
        None
    }

    /// The talon, or a card that does not lie alone, into an empty stack.
    fn use_space(&mut self, state: &State, space: u8, fill: bool) -> Option<Move> {
        if fill && !state.talon().is_empty() {
            return Some(Move::Fill { stack: space });
        }
        let [tops, _] = state.tops();
        let alone = |stack: u8| state.below(state.top(stack.into())) == NONE;
        let mut card_types = bits(tops)
            .filter(|&card_type| state.stacks_of(card_type).any(|stack| !alone(stack)))
            .fold(0, |card_types, card_type| card_types | 1_u64 << card_type);
        while card_types != 0 {
            let card = self.one_of(card_types);
            let from = self.stack_of(state, card);
            if !alone(from) {
                return Some(Move::StackToStack { from, to: space, count: 1 });
            }
            card_types &= !(1 << card);
        }
        (!state.talon().is_empty()).then_some(Move::Fill { stack: space })
    }

    fn one_of(&mut self, card_types: u64) -> u8 {
        let count = card_types.count_ones();
        let skipped = if count == 1 { 0 } else { self.below(count) };
        bits(card_types).nth(skipped as usize).expect("there is a card")
    }

    fn stack_of(&mut self, state: &State, card_type: u8) -> u8 {
        let two = state.tops()[1] >> card_type & 1;
        let skipped = if two == 1 { self.below(2) } else { 0 };
        state.stacks_of(card_type).nth(skipped as usize).expect("the card is a top card")
    }

    /// A random number below `n`.
    fn below(&mut self, n: u32) -> u32 {
        tie_break(&mut self.random, n) as u32
    }
}
