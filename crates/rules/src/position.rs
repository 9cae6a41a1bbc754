//! What every game's position can do, and what follows from it alone: perft, brute force, replay.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use gehtauf_cards::Card;

use crate::{Layout, Move};

/// A position of one game under one set of options: plain, slow and obviously right.
///
/// Two positions are equal exactly if nothing that the rules look at differs. There is no symmetry
/// reduction: exchanged columns make another position.
pub trait Position: Clone + Eq + Hash + Debug {
    /// All legal moves, none twice, in a fixed order. A won position has none.
    fn legal_moves(&self) -> Vec<Move>;

    /// Whether [`Position::legal_moves`] has the move. Overridden where that is cheaper to answer.
    fn is_legal(&self, m: Move) -> bool {
        self.legal_moves().contains(&m)
    }

    /// Plays a legal move with its forced consequences.
    ///
    /// # Panics
    /// May panic or leave nonsense behind if the move is not legal.
    fn play(&mut self, m: Move);

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// It is not; the position stays as it is.
    fn try_play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove(m));
        }
        self.play(m);
        Ok(())
    }

    /// Whether the patience has come out.
    fn is_won(&self) -> bool;

    /// What lies on the table, from which the position can be read again.
    fn layout(&self) -> Layout;

    /// The cards that a legal move takes in hand, without forced consequences, in the order in which
    /// they lie afterwards; empty for moves that deal or turn over whole piles. `turn` and `fill`
    /// name the talon cards.
    ///
    /// # Panics
    /// The move is not legal, perhaps.
    fn cards_moved(&self, m: Move) -> Vec<Card>;
}

/// A move that is not legal in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("illegal move {0}")]
pub struct IllegalMove(pub Move);

/// The number of move sequences of each length from 0 to `depth`.
///
/// # Panics
/// There is no room for a number for each.
pub fn perft(position: &impl Position, depth: usize) -> Vec<u64> {
    fn count(position: &impl Position, depth: usize, left: usize, counts: &mut [u64]) {
        counts[depth] += 1;
        if left == 0 {
            return;
        }
        for m in position.legal_moves() {
            let mut next = position.clone();
            next.play(m);
            count(&next, depth + 1, left - 1, counts);
        }
    }
    let mut counts = vec![0; depth.checked_add(1).expect("a length of moves")];
    count(position, 0, depth, &mut counts);
    counts
}

/// The number of positions first reached after each number of moves, from 0 on without end.
pub fn distinct<P: Position>(position: &P) -> impl Iterator<Item = u64> + use<P> {
    let mut seen = HashSet::from([position.clone()]);
    let mut layer = vec![position.clone()];
    let mut is_first = true;
    std::iter::from_fn(move || {
        if std::mem::take(&mut is_first) {
            return Some(1);
        }
        let mut next_layer = Vec::new();
        for position in &layer {
            for m in position.legal_moves() {
                let mut next = position.clone();
                next.play(m);
                if seen.insert(next.clone()) {
                    next_layer.push(next);
                }
            }
        }
        layer = next_layer;
        Some(layer.len() as u64)
    })
}

/// What looking at every position found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BruteForce {
    /// A shortest win.
    Won(Vec<Move>),
    /// No position that can be reached is won.
    Unwinnable,
    /// There are more positions than allowed.
    TooBig,
}

/// Looks at every position breadth first, with no pruning and a plain visited set, until a win is
/// found or more than `max_positions` are known.
pub fn brute_force<P: Position>(start: &P, max_positions: usize) -> BruteForce {
    let mut index = HashMap::from([(start.clone(), 0_usize)]);
    let mut parents: Vec<Option<(usize, Move)>> = vec![None];
    let mut layer = vec![(start.clone(), 0)];
    while !layer.is_empty() {
        let mut next_layer = Vec::new();
        for (position, id) in &layer {
            if position.is_won() {
                return BruteForce::Won(path(&parents, *id));
            }
            for m in position.legal_moves() {
                let mut next = position.clone();
                next.play(m);
                if index.contains_key(&next) {
                    continue;
                }
                if parents.len() >= max_positions {
                    return BruteForce::TooBig;
                }
                index.insert(next.clone(), parents.len());
                next_layer.push((next, parents.len()));
                parents.push(Some((*id, m)));
            }
        }
        layer = next_layer;
    }
    BruteForce::Unwinnable
}

fn path(parents: &[Option<(usize, Move)>], mut id: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((parent, m)) = parents[id] {
        moves.push(m);
        id = parent;
    }
    moves.reverse();
    moves
}

/// Why a list of moves is no solution. Moves count from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A move that is not legal where it stands.
    #[error("illegal move {number}: {word}")]
    Illegal {
        /// Which move.
        number: usize,
        /// The move as written.
        word: String,
    },
    /// The moves are legal, but the patience has not come out.
    #[error("not won after {moves} move{}", if *.0 == 1 { "" } else { "s" }, moves = .0)]
    NotWon(usize),
}

/// Plays the moves, each checked against the legal ones, and checks that the patience comes out.
///
/// # Errors
/// The first illegal move (a move after the win is one), or that the end is not won.
pub fn replay(start: &impl Position, moves: &[Move]) -> Result<(), ReplayError> {
    let mut position = start.clone();
    for (i, &m) in moves.iter().enumerate() {
        let illegal = |_| ReplayError::Illegal { number: i + 1, word: m.to_string() };
        position.try_play(m).map_err(illegal)?;
    }
    if position.is_won() { Ok(()) } else { Err(ReplayError::NotWon(moves.len())) }
}
