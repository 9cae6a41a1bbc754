//! The foundation moves that never hurt, for those who try to refute that.

use gehtauf_cards::Card;
use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::{Hochzeitszug, Variant};
use gehtauf_search::bits;

use super::abstractions::belief_sets::configuration::{Copies, SuitRules};
use super::portfolio::has_belief_sets;
use super::prunings::safe_foundation_moves::{safe_foundation_moves, supports};
use super::state::{State, VariantTables};
use crate::Dominance;

/// Those of a position.
pub fn dominances(position: &Hochzeitszug) -> Vec<Dominance> {
    let tables = VariantTables::new(position.variant());
    if !supports(&tables.variant) || position.redeals_left() > 0 {
        return Vec::new();
    }
    let state = State::new(&tables, position);
    let of_states = bits(safe_foundation_moves(&tables, &state))
        .flat_map(|card_type| state.stacks_of(card_type))
        .map(|from| Dominance {
            name: "safe foundation move, played",
            moves: vec![Move::StackToFoundation { from }],
        });
    let of_belief_sets =
        if has_belief_sets(position) { of_belief_sets(position) } else { Vec::new() };
    of_states.chain(of_belief_sets).collect()
}

/// Those that the configurations of the belief sets leave no choice of.
fn of_belief_sets(position: &Hochzeitszug) -> Vec<Dominance> {
    let Variant { pack, runs, .. } = position.variant();
    let rules = SuitRules { decks: pack.decks, runs, safe_foundation_moves: true };
    let is_safe = |&(_, card): &(usize, Card)| {
        let of_suit = pack.card_types().filter(|card_type| card_type.suit == card.suit);
        let founded = of_suit.fold(0, |founded, card_type| {
            let copies = Copies::from(position.copies_on_foundations(card_type));
            founded | copies << (2 * (card_type.rank.number() - 1))
        });
        let rank = card.rank.number();
        rules.fits_foundation(founded, rank) && rules.is_safe(founded, rank)
    };
    (0..position.variant().stacks())
        .filter_map(|stack| Some((stack, *position.stack(stack).last()?)))
        .filter(is_safe)
        .map(|(stack, _)| Dominance {
            name: "safe foundation move of belief sets, played",
            moves: vec![Move::StackToFoundation { from: stack as u8 }],
        })
        .collect()
}
