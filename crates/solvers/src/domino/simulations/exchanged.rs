//! Moves of a play in another order, as sleep sets and the last mover say that they can be: by the rules alone.

use gehtauf_rules::domino::Domino;
use gehtauf_rules::{Move, Position};

use crate::domino::moves::Step;
use crate::domino::state::{CardId, VariantTables};
use crate::{Followed, MoveAnswer, Simulation};

/// So many moves are kept.
const MOVES: usize = 10;

/// The cards that wake a gap that calls for a card.
pub type Wakers = fn(&VariantTables, CardId) -> u64;

/// The last moves of the round, each with the position before it.
struct Round {
    moves: Vec<(Domino, Move)>,
    now: Domino,
}

impl Round {
    fn new(start: &Domino) -> Round {
        Round { moves: Vec::new(), now: start.clone() }
    }

    /// Takes in a move; `check` says whether it is right by those before it, if it says anything.
    fn follow(
        &mut self,
        m: Move,
        after: &Domino,
        check: impl Fn(&[(Domino, Move)]) -> Option<bool>,
    ) -> MoveAnswer {
        let before = std::mem::replace(&mut self.now, after.clone());
        if !matches!(m, Move::CardToGap { .. }) {
            self.moves.clear();
            return Ok(Followed::Unasked);
        }
        let is_right = check(&self.moves);
        self.moves.push((before, m));
        if self.moves.len() > MOVES {
            self.moves.remove(0);
        }
        match is_right {
            Some(true) => Ok(Followed::Answered),
            Some(false) => Err("the other order is another play".to_string()),
            None => Ok(Followed::Unasked),
        }
    }
}

/// A gap is filled that could have been before other moves, and has slept since: the move comes before them.
pub fn sleep_sets(start: &Domino, wakers: Wakers) -> Simulation<Domino> {
    let tables = VariantTables::new(start.variant());
    let mut round = Round::new(start);
    Simulation::new("sleep sets", move |m, after| {
        round.follow(m, after, |moves| {
            let Step { card, to } = Step::from_move(m);
            let wakers = wakers(&tables, card);
            let sleeps = |(before, other): &&(Domino, Move)| {
                let is_gap = before.card(usize::from(to / 16), usize::from(to % 16)).is_none();
                is_gap && wakers >> Step::from_move(*other).card & 1 == 0
            };
            let slept = moves.iter().rev().take_while(sleeps).count();
            let comes_before = |count: usize| {
                let others = &moves[moves.len() - count..];
                let in_order = std::iter::once(m).chain(others.iter().map(|&(_, m)| m));
                lead(&others[0].0, in_order, after)
            };
            (slept > 0).then(|| (1..=slept).all(comes_before))
        })
    })
}

/// Whether these are moves of the rules that lead from one position to another.
fn lead(from: &Domino, moves: impl IntoIterator<Item = Move>, to: &Domino) -> bool {
    let mut position = from.clone();
    let can_play = |m: Move| {
        let is_legal = position.is_legal(m);
        if is_legal {
            position.play(m);
        }
        is_legal
    };
    moves.into_iter().all(can_play) && position == *to
}

/// The card that was moved so many moves ago is moved: the position before that has a move to the one after this,
/// or is it. (That is so of one move ago.)
pub fn last_mover(start: &Domino, moves_ago: usize) -> Simulation<Domino> {
    let mut round = Round::new(start);
    Simulation::new("last mover", move |m, after| {
        round.follow(m, after, |moves| {
            let (parent, earlier) = &moves[moves.len().checked_sub(moves_ago)?];
            let is_same = Step::from_move(*earlier).card == Step::from_move(m).card;
            is_same.then(|| parent == after || lead(parent, [m], after))
        })
    })
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};

    use super::*;
    use crate::domino::abstractions::delete_relaxation::neighbours;

    /// How many moves of some plays of small deals are answered, and how many refute it.
    fn answers(fill: &str, simulation: impl Fn(&Domino) -> Simulation<Domino>) -> [usize; 2] {
        let options = [("ranks", "5"), ("suits", "CHS"), ("aces", "fixed"), ("fill", fill)];
        let game = Game::new(RuleSet::Domino, &options).unwrap();
        let mut counts = [0; 2];
        for seed in 0..60 {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let AnyPosition::Domino(mut position) = position else { panic!("another game") };
            let mut simulation = simulation(&position);
            for number in seed as usize.. {
                let moves = position.legal_moves();
                if moves.is_empty() || number > 200 {
                    break;
                }
                let m = moves[number * number % moves.len()];
                position.play(m);
                match simulation.follow(m, &position) {
                    Ok(Followed::Answered) => counts[0] += 1,
                    Ok(_) => {}
                    Err(_) => counts[1] += 1,
                }
            }
        }
        counts
    }

    #[test]
    fn gaps_that_nothing_wakes_are_refuted() {
        let [answered, refuted] = answers("left", |start| sleep_sets(start, neighbours));
        assert!(answered > 20 && refuted == 0, "{answered} {refuted}");
        assert!(answers("left", |start| sleep_sets(start, |_, _| 0))[1] > 0);
    }

    #[test]
    fn a_card_that_moved_before_the_last_is_refuted() {
        let [answered, refuted] = answers("both", |start| last_mover(start, 1));
        assert!(answered > 20 && refuted == 0, "{answered} {refuted}");
        assert!(answers("both", |start| last_mover(start, 2))[1] > 0);
    }
}
