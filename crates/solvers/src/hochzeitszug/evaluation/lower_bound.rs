//! How many moves a win takes at least.

use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::bits;

use crate::hochzeitszug::abstractions::delete_relaxation::other_moves;
use crate::hochzeitszug::state::{NONE, State, VariantTables, card_type};

/// A bound on the moves, redeals and fills included, of the shortest win: it takes at least so many.
pub fn lower_bound(position: &Hochzeitszug) -> u32 {
    let tables = VariantTables::new(position.variant());
    moves_left(&tables, &State::new(&tables, position), DEPTH)
}

/// So many packings and fills of a round [`moves_left`] looks at, where time is no matter.
pub const DEPTH: u32 = 2;

/// The same for a packed state.
///
/// *Claim and proof.* Each card goes to its foundation by a move of its own, and there are the [`other_moves`].
///
/// Oracle: `bound_on_the_moves_left_holds_along_shortest_wins`.
pub fn moves_left(tables: &VariantTables, state: &State, depth: u32) -> u32 {
    let founded: u32 = state.on_foundations().iter().map(|types| types.count_ones()).sum();
    let cards = u32::from(tables.variant.pack.decks) * tables.card_types.count_ones() - founded;
    cards + others_left(tables, state, depth)
}

/// How many moves that are not to the foundations a win takes at least.
///
/// *Claim and proof.* Without a redeal, after the first round, the talon takes a fill for every `depth` cards of the variant, and each
/// card type that is in the way ([`in_the_way`]) a move that packs it; with `moves=run` one such move may serve all types
/// of a suit. For redeals see [`other_moves`].
pub fn others_left(tables: &VariantTables, state: &State, depth: u32) -> u32 {
    let variant = &tables.variant;
    let in_the_way = in_the_way(tables, state);
    let packings = match variant.runs {
        true => (0..4).filter(|suit| in_the_way >> (16 * suit) & 0xffff != 0).count() as u32,
        false => in_the_way.count_ones(),
    };
    let talon = if state.first_round { 0 } else { state.talon().len() as u32 };
    other_moves(tables, state, packings + talon.div_ceil(variant.depth.into()), depth)
}

/// The card types of which a copy must be packed before the first of its copies that are left goes to a
/// foundation, unless there is a redeal, a bit each.
///
/// *Claim.* A card is one of them if, for a lower card of its foundation, as many copies are on the foundations as
/// of the card, and each copy that is left lies in a stack under a copy of the card. *Proof.* The card fits a
/// foundation only after one more copy of the lower card has gone there, which can go only when the copy of
/// the card over it has left the stack.
pub fn in_the_way(tables: &VariantTables, state: &State) -> u64 {
    let [one, two] = state.on_foundations();
    // For each card type the types over one copy, and over two.
    let mut over = [[0_u64; 2]; 64];
    let mut types = 0;
    for stack in 0..tables.stacks {
        let (mut id, mut above) = (state.top(stack), 0);
        while id != NONE {
            let here = usize::from(card_type(id));
            over[here] = [over[here][0] | above, over[here][1] | over[here][0] & above];
            above |= 1 << here;
            id = state.below(id);
        }
        types |= above;
    }
    bits(types).fold(0, |in_the_way, lower| {
        let on_foundations = one >> lower & 1 | (two >> lower & 1) << 1;
        let (as_many, covered) = match (on_foundations, tables.variant.pack.decks) {
            (0, 1) => (!one, over[usize::from(lower)][0]),
            (0, _) => (!one, over[usize::from(lower)][1]),
            (_, _) => (one & !two, over[usize::from(lower)][0]),
        };
        in_the_way | covered & as_many & higher_of_chain(lower)
    })
}

/// The card types that come after a card on its foundation, a bit each.
fn higher_of_chain(card_type: u8) -> u64 {
    let (suit, rank) = (card_type & 48, card_type & 15);
    (0x5555 << (rank & 1) & 0xfffe << rank & 0xffff) << suit
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force};

    use super::*;

    fn reduced_deals(mut look: impl FnMut(&AnyPosition)) {
        let sizes: [&[(&str, &str)]; 5] = [
            &[("ranks", "7"), ("suits", "C"), ("upper", "1"), ("lower", "1"), ("depth", "2")],
            &[
                ("ranks", "5"),
                ("suits", "CH"),
                ("depth", "2"),
                ("upper", "2"),
                ("lower", "1"),
                ("decks", "1"),
            ],
            &[("ranks", "6"), ("suits", "C"), ("upper", "1"), ("lower", "1")],
            &[("ranks", "4"), ("suits", "CH"), ("upper", "1"), ("lower", "2"), ("depth", "3")],
            &[("ranks", "9"), ("suits", "S"), ("upper", "2"), ("lower", "1"), ("decks", "1")],
        ];
        for size in sizes {
            for moves in ["single", "run"] {
                for redeals in ["0", "1", "2"] {
                    let sets = [("moves", moves), ("redeals", redeals)];
                    let sets = [sets.as_slice(), size].concat();
                    let game = Game::new(RuleSet::Hochzeitszug, &sets).unwrap();
                    for seed in 0..20 {
                        let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                        look(&position);
                    }
                }
            }
        }
    }

    #[test]
    fn bound_on_the_moves_left_holds_along_shortest_wins() {
        let mut wins = 0;
        reduced_deals(|position| {
            let BruteForce::Won(moves) = brute_force(position, 5_000) else { return };
            wins += 1;
            let mut position = position.clone();
            for (played, &m) in moves.iter().enumerate() {
                let AnyPosition::Hochzeitszug(inner) = &position else { unreachable!() };
                let tables = VariantTables::new(inner.variant());
                let state = State::new(&tables, inner);
                let bounds = [0, 1, 2, 3].map(|depth| moves_left(&tables, &state, depth));
                assert!(
                    bounds.is_sorted() && bounds[3] as usize <= moves.len() - played,
                    "{inner:?}"
                );
                position.play(m);
            }
            let AnyPosition::Hochzeitszug(inner) = &position else { unreachable!() };
            assert_eq!(lower_bound(inner), 0);
        });
        assert!(wins >= 200, "{wins}");
    }
}
