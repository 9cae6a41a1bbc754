//! Within a round the stacks are interchangeable.
//!
//! *Setup.* The last round: no redeal is left. (For other rounds see the end.)
//!
//! *Claim.* States that differ in the order of their stacks alone are both winnable or both not. So one
//! order serves as canonical form; one empty stack stands for all, and a card that lies alone need not move to
//! an empty stack.
//!
//! *Invariant.* A play from the one state, with its stacks renamed, is a play from the other.
//!
//! *Each move keeps it.* To a foundation, packing, to an empty stack, fill and refill look at the cards of
//! the stacks alone.
//!
//! *Conclusion.* The moves left out lead to states with the key of a state that another move leads to, or of
//! the state itself.
//!
//! *Needs.* No redeal left, for the redeal takes the stacks up in their order
//! ([`super::super::space`] asks).
//!
//! *Before the last round*, under `redeal=blocked`, a redeal comes only where no card can move. *Claim.* If no such
//! position is found with one order for all, the round comes to none. *Proof.* By the invariant, a play to one with its
//! stacks renamed is a play to one. Where one is found, a win after it is a win; without any, the round is searched again
//! with each order by itself ([`super::super::rounds`]).
//!
//! Oracles: `tests/hochzeitszug.rs` with the switch on and off; `no_position_without_moves_is_missed` in
//! [`super::persistent_sets`]; `each_order_of_the_stacks_is_redealt` in [`super::super::rounds`]; here.

use std::cmp::Ordering;

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::{MAX_STACKS, Variant};

use crate::hochzeitszug::state::{NONE, State, VariantTables, card_type};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant {
        pack: _,
        layers: _,
        runs: _,
        packing_stalled: _,
        redeals: _,
        redeal_blocked: _,
        upper: _,
        lower: _,
        depth: _,
    } = *variant;
    true
}

/// The stacks in the order of the canonical form: by the types of their cards from the top down, the empty ones last.
pub fn order(state: &State) -> [u8; MAX_STACKS] {
    // Most differ by their top cards, of each type two at most.
    let mut by_top: [u16; MAX_STACKS] = std::array::from_fn(|stack| {
        let top = state.top(stack);
        let top = if top == NONE { NONE } else { card_type(top) };
        u16::from(top) << 8 | stack as u16
    });
    by_top.sort_unstable();
    let mut order = by_top.map(|stack| stack as u8);
    for i in 1..MAX_STACKS {
        let [a, b] = [order[i - 1], order[i]].map(|stack| state.top(stack.into()));
        if by_top[i - 1] >> 8 == by_top[i] >> 8 && compare(state, a, b).is_gt() {
            order.swap(i - 1, i);
        }
    }
    order
}

/// The order of two cards by their types and those of the cards under them.
pub fn compare(state: &State, mut a: u8, mut b: u8) -> Ordering {
    while a != NONE && b != NONE && card_type(a) == card_type(b) {
        (a, b) = (state.below(a), state.below(b));
    }
    let type_or_none = |id| if id == NONE { NONE } else { card_type(id) };
    type_or_none(a).cmp(&type_or_none(b))
}

/// Drops from the moves from `first` on those to an empty stack that change no canonical form, or
/// the same as a move that is kept.
pub fn drop_idle(tables: &VariantTables, state: &State, first: usize, moves: &mut Vec<Move>) {
    let Some(space) = state.empty_stacks(tables).next() else { return };
    let empty = |stack: u8| state.top(stack.into()) == NONE;
    let alone = |stack: u8| state.below(state.top(stack.into())) == NONE;
    let is_idle = |m: &mut Move| match *m {
        Move::StackToStack { from, to, .. } => empty(to) && (to != space || alone(from)),
        Move::Fill { stack } => stack != space,
        _ => false,
    };
    moves.extract_if(first.., is_idle).for_each(drop);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};
    use gehtauf_search::Space;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::hochzeitszug::Prunings;
    use crate::hochzeitszug::space::StateSpace;

    /// In last rounds of random plays of whole deals.
    #[test]
    fn idle_moves_lead_to_what_others_lead_to() {
        let game = Game::new(RuleSet::Hochzeitszug, &[("redeals", "1")]).unwrap();
        let (mut dropped, mut kept) = (0, 0);
        for seed in 0..40 {
            let mut rng = Pcg64::seed_from_u64(seed);
            let AnyPosition::Hochzeitszug(mut position) =
                game.deal(&seeded_deck(seed, game.pack())).unwrap()
            else {
                unreachable!()
            };
            let tables = VariantTables::new(position.variant());
            let prunings = Prunings { symmetric_stacks: true, ..Prunings::NONE };
            let space = StateSpace::new(&tables, prunings);
            for _ in 0..400 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                if position.redeals_used() == 1 {
                    let state = State::new(&tables, &position);
                    let key_after = |&m: &Move| {
                        let mut next = state.clone();
                        next.play(&tables, m);
                        space.key(&next)
                    };
                    let mut all = Vec::new();
                    state.card_moves(&tables, &mut all);
                    let mut left = all.clone();
                    drop_idle(&tables, &state, 0, &mut left);
                    let mut reached: HashSet<u128> = left.iter().map(key_after).collect();
                    reached.insert(space.key(&state));
                    assert!(all.iter().map(key_after).all(|key| reached.contains(&key)));
                    dropped += all.len() - left.len();
                    kept += left.len();
                }
                position.play(legal[rng.next_u32() as usize % legal.len()]);
            }
        }
        assert!(dropped > 1_000 && kept > 1_000, "{dropped} {kept}");
    }
}
