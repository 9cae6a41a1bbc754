//! How few moves a win takes.

use gehtauf_rules::domino::Domino;

use crate::domino::prunings::Prunings;
use crate::domino::prunings::detours::{fewest_detours, misplaced};
use crate::domino::state::{State, VariantTables};
use crate::domino::translate::starts;

/// A bound on the moves, the choice of Aces and redeals included, of the shortest win: it takes at
/// least so many.
pub fn lower_bound(position: &Domino) -> u32 {
    let tables = VariantTables::new(position.variant());
    let prunings = Prunings::ALL.supported(&position.variant());
    let starts = starts(position);
    let bounds = starts.iter().map(|start| moves_left(&tables, prunings, &start.state));
    let choice = u32::from(!position.aces_chosen());
    choice + bounds.min().expect("there is a start")
}

/// The same for a state whose Aces are chosen.
///
/// Claim and proof: without a redeal each card out of its place moves at least once, and some make
/// [detours](crate::domino::prunings::detours). With one, each row that has a card out of place takes at least one move of its
/// suit: if it is not complete at the last redeal, the gap behind its ordered prefix has to be filled after it; if
/// it is, it was completed by a move. The redeal is one more move.
pub fn moves_left(tables: &VariantTables, prunings: Prunings, state: &State) -> u32 {
    let cards = misplaced(tables, state);
    if state.redeals_left() == 0 {
        let detours = if prunings.detours { fewest_detours(tables, state) } else { 0 };
        return cards.count_ones() + detours;
    }
    let rows = (0..4).filter(|suit| cards >> (16 * suit) & 0xffff != 0).count() as u32;
    cards.count_ones().min(rows + 1)
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force};

    use super::*;

    fn reduced_deals(mut look: impl FnMut(&AnyPosition)) {
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
        let mut wins = 0;
        reduced_deals(|position| {
            let BruteForce::Won(moves) = brute_force(position, 100_000) else { return };
            wins += 1;
            let mut position = position.clone();
            for (played, &m) in moves.iter().enumerate() {
                let AnyPosition::Domino(domino) = &position else { unreachable!() };
                assert!(lower_bound(domino) as usize <= moves.len() - played, "{domino:?}");
                position.play(m);
            }
            let AnyPosition::Domino(domino) = &position else { unreachable!() };
            assert_eq!(lower_bound(domino), 0);
        });
        assert!(wins >= 100, "{wins}");
    }
}
