//! A bound on the moves still to be made.

use gehtauf_cards::Rank;
use gehtauf_rules::eights::Table;

use crate::eights::state::{Deal, State, below};

/// At most as many moves as the shortest win from a position takes.
///
/// Proof: each card that is not on a foundation goes there by a move of its own, but for Aces that
/// go up from a column by themselves (an Ace of the stock still needs the move that takes it from the
/// waste). Each talon card has to be turned, which is a move of its own too, before it leaves the
/// stock.
pub fn lower_bound(table: &Table) -> u32 {
    let aces_are_free = table.rules.forced_aces && !table.rules.one_pile_per_suit;
    let cards = table.columns.iter().flat_map(|column| &column.cards);
    let from_columns = cards.filter(|card| !(aces_are_free && card.rank == Rank::ACE)).count();
    let turns = table.stock.len() - table.turned;
    (from_columns + table.stock.len() + turns) as u32
}

impl Deal {
    /// The same bound, of a packed state.
    pub fn moves_left(&self, state: &State) -> u32 {
        let talon = state.stock & !below(state.turned);
        let mut moves = state.stock.count_ones() + talon.count_ones();
        for (i, &column) in state.columns[..self.width].iter().enumerate() {
            self.for_each_card(i, column, |card| {
                moves += u32::from(card.rank() > 1 || !self.aces_go_up);
            });
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{BruteForce, Game, Position, RuleSet, brute_force};

    use super::*;
    use crate::GameSolver;
    use crate::eights::Solver;

    #[test]
    fn bound_holds_along_shortest_wins() {
        let small =
            [("ranks", "4"), ("suits", "CH"), ("columns", "3"), ("rows", "4"), ("passes", "1")];
        let mut wins = 0;
        for (rule_set, more) in [
            (RuleSet::AchtMalAcht, &[][..]),
            (RuleSet::AchtMalAcht, &[("foundation-return", "yes")]),
            (RuleSet::EightByEight, &[]),
            (RuleSet::EightByEight, &[("foundations", "four")]),
        ] {
            let game = Game::new(rule_set, &[&small, more].concat()).unwrap();
            for seed in 0..12 {
                let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let mut table = Solver::of(&position).unwrap().clone();
                let BruteForce::Won(moves) = brute_force(&table, 20_000) else { continue };
                wins += 1;
                for (played, &m) in moves.iter().enumerate() {
                    assert!(lower_bound(&table) as usize <= moves.len() - played, "{table:?}");
                    table.play(m);
                }
                assert_eq!(lower_bound(&table), 0);
            }
        }
        assert!(wins >= 10, "{wins}");
    }
}
