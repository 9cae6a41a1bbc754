//! How few moves a win takes.

use gehtauf_rules::domino::Domino;

/// A bound on the moves, the choice of Aces and redeals included, of the shortest win: it takes at
/// least so many.
///
/// Claim and proof: without a redeal each card out of its place moves at least once. With one, each
/// row that has a card out of place takes at least one move of its suit: if it is not complete at
/// the last redeal, the gap behind its ordered prefix has to be filled after it; if it is, it was
/// completed by a move. The redeal is one more move.
pub fn lower_bound(position: &Domino) -> u32 {
    let variant = position.variant();
    let (mut cards, mut rows) = (0, 0);
    for row in 0..variant.rows() {
        let suit = position.card(row, 0).map(|ace| ace.suit);
        let in_place = (1..variant.places() - 1)
            .filter(|&place| {
                position.card(row, place).is_some_and(|card| {
                    usize::from(card.rank.number()) == place + 1
                        && suit.is_none_or(|suit| card.suit == suit)
                })
            })
            .count() as u32;
        let missing = variant.places() as u32 - 2 - in_place;
        cards += missing;
        rows += u32::from(missing > 0);
    }
    let choice = u32::from(!position.aces_chosen());
    let without_redeal = cards + choice;
    if position.redeals_left() == 0 {
        without_redeal
    } else {
        without_redeal.min(rows + choice + 1)
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force};

    use super::*;

    fn reduced_deals(look: impl Fn(&AnyPosition)) {
        for fill in ["both", "left"] {
            for aces in ["fixed", "free"] {
                for redeals in ["0", "1", "2"] {
                    let sets = [("fill", fill), ("aces", aces), ("redeals", redeals)];
                    let size = [("ranks", "5"), ("suits", "CH")];
                    let game = Game::new(RuleSet::Domino, &[sets.as_slice(), &size].concat());
                    let game = game.unwrap();
                    for seed in 0..15 {
                        let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                        look(&position);
                    }
                }
            }
        }
    }

    #[test]
    fn bound_holds_along_shortest_wins() {
        reduced_deals(|position| {
            let BruteForce::Won(moves) = brute_force(position, 100_000) else { return };
            let mut position = position.clone();
            for (played, &m) in moves.iter().enumerate() {
                let AnyPosition::Domino(domino) = &position else { unreachable!() };
                assert!(lower_bound(domino) as usize <= moves.len() - played, "{domino:?}");
                position.play(m);
            }
            let AnyPosition::Domino(domino) = &position else { unreachable!() };
            assert_eq!(lower_bound(domino), 0);
        });
    }
}
