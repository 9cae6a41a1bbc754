//! The exhaustive search over the rules themselves, for options that no clever search covers.

use std::marker::PhantomData;

use gehtauf_cards::Card;
use gehtauf_rules::{Content, Move, Position};
use gehtauf_search::{
    Budget, Outcome, RunSearch, Space, Stage, Stop, Verdict, depth_first, hashing, run_portfolio,
};

/// The positions and moves of the rules, as they are.
///
/// Key: [`hashing::key_of`] the position.
pub(crate) struct PlainSpace<P> {
    heap_bytes: usize,
    of: PhantomData<P>,
}

impl<P: Position> PlainSpace<P> {
    /// What can be reached from a position.
    pub(crate) fn new(start: &P) -> PlainSpace<P> {
        PlainSpace { heap_bytes: heap_bytes(start), of: PhantomData }
    }
}

/// A list of cards and what the allocator adds.
const PILE_BYTES: usize = 64;

/// The bytes that each position of a game has on the heap, more or less: its piles.
pub(crate) fn heap_bytes(position: &impl Position) -> usize {
    let bytes = |content: &Content| match content {
        Content::Pile(cards) => PILE_BYTES + cards.len() * size_of::<Card>(),
        Content::Counter(_) => 0,
    };
    position.layout().lines.iter().map(|(_, content)| bytes(content)).sum()
}

impl<P: Position> Space for PlainSpace<P> {
    type State = P;
    type Move = Move;
    type Key = u128;

    fn heap_bytes(&self) -> usize {
        self.heap_bytes
    }

    fn key(&self, position: &P) -> u128 {
        hashing::key_of(position)
    }

    fn is_won(&self, position: &P) -> bool {
        position.is_won()
    }

    /// The moves of the rules, those first that bring cards to where they have to go in the end.
    fn moves(&self, position: &P, moves: &mut Vec<Move>) {
        let goes_up = |m: &Move| {
            matches!(
                m,
                Move::ColumnToFoundation { .. }
                    | Move::WasteToFoundation
                    | Move::StackToFoundation { .. }
                    | Move::ColumnOut { .. }
            )
        };
        let first = moves.len();
        moves.extend(position.legal_moves());
        moves[first..].sort_by_key(|m| !goes_up(m));
    }

    fn play(&self, position: &mut P, m: Move) {
        position.play(m);
    }
}

/// Searches every position that the rules allow.
pub fn solve<P: Position>(position: &P, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    run_portfolio(&mut Plain(position), [Stage::unlimited("plain", ())], budget)
}

struct Plain<'p, P>(&'p P);

impl<P: Position> RunSearch for Plain<'_, P> {
    type Search = ();
    type Move = Move;

    fn run(&mut self, (): &(), budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        search(self.0, budget)
    }
}

/// The same as a stage of another portfolio.
///
/// # Errors
/// The budget is spent.
pub fn search<P: Position>(position: &P, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
    depth_first(&PlainSpace::new(position), position, budget)
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::Deck;
    use gehtauf_rules::{Game, RuleSet};
    use gehtauf_search::Limits;

    use super::*;

    #[test]
    fn what_lies_open_goes_up_at_once() {
        let sets = [("suits", "CHS"), ("ranks", "3"), ("columns", "18"), ("rows", "1")];
        let game = Game::new(RuleSet::AchtMalAcht, &sets).unwrap();
        let deck = "2C 2C 2H 2H 3C 3S 3C 2S 3H 3H 2S 3S AC AC AH AH AS AS";
        let position = game.deal(&Deck::parse(deck, game.pack()).unwrap()).unwrap();
        let mut budget = Budget::new(Limits { max_states: 30, ..Limits::default() }, None);
        let Verdict::Won(moves) = solve(&position, &mut budget).0 else { panic!("18 moves win") };
        assert_eq!(moves.len(), 18);
    }
}
