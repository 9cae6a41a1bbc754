//! How many moves a win takes at least.

use gehtauf_cards::{Card, Rank};
use gehtauf_rules::hochzeitszug::Hochzeitszug;

/// A bound on the moves, redeals and fills included, of the shortest win: it takes at least so many.
///
/// *Claim and proof.* Each card goes to its foundation by a move of its own. Without a redeal, after the
/// first round, the talon takes a fill for every `depth` cards, and each card type that is in the way
/// ([`in_the_way`]) a move that packs it; with `moves=run` one such move may serve all types of a
/// suit. A redeal may do for all of these, but is a move itself.
///
/// Oracle: `bound_on_the_moves_left_holds_along_shortest_wins`.
pub fn lower_bound(position: &Hochzeitszug) -> u32 {
    let variant = position.variant();
    let (mut cards, mut configurations) = (0, 0);
    for suit in variant.pack.suits.iter() {
        let mut packings_of_suit = 0;
        for rank in (1..=variant.pack.top.number()).filter_map(Rank::new) {
            let card = Card::new(rank, suit);
            cards += u32::from(variant.pack.decks - position.copies_on_foundations(card));
            packings_of_suit += u32::from(in_the_way(position, card));
        }
        configurations += if variant.runs { packings_of_suit.min(1) } else { packings_of_suit };
    }
    let depth = u32::from(variant.depth);
    let first_round = position.redeals_used() == 0;
    let fills = if first_round { 0 } else { (position.talon().len() as u32).div_ceil(depth) };
    let most_extra = if position.redeals_left() == 0 { u32::MAX } else { 1 };
    cards + (configurations + fills).min(most_extra)
}

/// Whether a copy of the card must be packed before the first of its copies that are left goes to a
/// foundation, unless there is a redeal.
///
/// *Claim.* That is so if, for a lower card of its foundation, as many copies are on the foundations as of
/// the card, and each copy that is left lies in a stack under a copy of the card. *Proof.* The card fits a
/// foundation only after one more copy of the lower card has gone there, which can go only when the copy of
/// the card over it has left the stack.
fn in_the_way(position: &Hochzeitszug, card: Card) -> bool {
    let variant = position.variant();
    let founded = position.copies_on_foundations(card);
    let left = usize::from(variant.pack.decks - founded);
    let lower = |card: &Card| {
        let rank = card.rank.number().checked_sub(2).and_then(Rank::new)?;
        Some(Card::new(rank, card.suit))
    };
    left > 0
        && std::iter::successors(lower(&card), lower).any(|lower| {
            let covered = |cards: &[Card]| {
                let top = cards.iter().rposition(|&other| other == card).unwrap_or(0);
                cards[..top].iter().filter(|&&other| other == lower).count()
            };
            position.copies_on_foundations(lower) == founded
                && (0..variant.stacks()).map(|i| covered(position.stack(i))).sum::<usize>() == left
        })
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force};
    use gehtauf_search::{Budget, Limits};

    use super::*;
    use crate::GameSolver;
    use crate::hochzeitszug::Solver;

    fn reduced_deals(look: impl Fn(&AnyPosition, &Hochzeitszug)) {
        let sizes: [&[(&str, &str)]; 3] = [
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
                    for seed in 0..15 {
                        let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                        let AnyPosition::Hochzeitszug(inner) = &position else { unreachable!() };
                        look(&position, inner);
                    }
                }
            }
        }
    }

    #[test]
    fn bound_on_the_moves_left_holds_along_shortest_wins() {
        reduced_deals(|position, _| {
            let BruteForce::Won(moves) = brute_force(position, 2_000) else { return };
            let mut position = position.clone();
            for (played, &m) in moves.iter().enumerate() {
                let AnyPosition::Hochzeitszug(inner) = &position else { unreachable!() };
                assert!(lower_bound(inner) as usize <= moves.len() - played, "{inner:?}");
                position.play(m);
            }
            let AnyPosition::Hochzeitszug(inner) = &position else { unreachable!() };
            assert_eq!(lower_bound(inner), 0);
        });
    }

    #[test]
    fn fewest_redeals_are_those_of_brute_force() {
        reduced_deals(|_, position| {
            let mut budget = Budget::new(Limits::default(), None);
            let answer = Solver::fewest_redeals(position, &mut budget).unwrap();
            let mut fewest = None;
            for redeals in 0..=position.redeals_left() {
                match brute_force(&position.with_redeals_left(redeals), 2_000) {
                    BruteForce::Won(_) => fewest = Some(redeals),
                    BruteForce::Unwinnable => continue,
                    BruteForce::TooBig => return,
                }
                break;
            }
            assert_eq!(answer.win.as_ref().map(|&(redeals, _)| redeals), fewest);
            assert_eq!(answer.unwinnable, fewest.is_none());
            assert_eq!(answer.at_least, fewest.unwrap_or(position.redeals_left() + 1));
        });
    }
}
