//! Shorter solutions: what a win does not need is left out of it.

use ahash::{AHashMap, AHashSet, RandomState};
use gehtauf_rules::{Move, Position, replay};

/// How many positions are looked at for a shortcut from one position of the win: few until they
/// help no more, then many.
const WINDOWS: [usize; 2] = [100, 300];

/// A win from `start` of at most as many moves as `moves`.
///
/// Three steps, repeated until none helps: a stretch between two equal positions is cut out; each
/// move is left out in turn, with all that are then no longer legal, and stays out if the rest still
/// wins; from each position a small breadth-first search looks for a quicker way to a later one.
/// The result need not be the shortest win; [`crate::shortest_win`] looks for that.
///
/// # Panics
/// `moves` is no win from `start`.
pub fn shorten<P: Position>(start: &P, moves: &[Move]) -> Vec<Move> {
    assert_eq!(replay(start, moves), Ok(()), "only a win can be shortened");
    let mut moves = moves.to_vec();
    for window in WINDOWS {
        loop {
            let before = moves.len();
            cut_loops(start, &mut moves);
            leave_out(start, &mut moves);
            take_shortcuts(start, &mut moves, window);
            if moves.len() == before {
                break;
            }
        }
    }
    assert_eq!(replay(start, &moves), Ok(()), "what is left out was not needed");
    moves
}

/// The positions before each move and after the last, with the last place at which each lies.
struct Way<P> {
    positions: Vec<P>,
    last_place: AHashMap<u64, usize>,
}

/// A fingerprint. Should two positions share one, the shortened moves would fail their replay.
fn key<P: Position>(position: &P) -> u64 {
    RandomState::with_seeds(1, 2, 3, 4).hash_one(position)
}

impl<P: Position> Way<P> {
    fn new(start: &P, moves: &[Move]) -> Way<P> {
        let mut positions = vec![start.clone()];
        for &m in moves {
            let mut next = positions[positions.len() - 1].clone();
            next.play(m);
            positions.push(next);
        }
        let last_place = positions.iter().enumerate().map(|(i, p)| (key(p), i)).collect();
        Way { positions, last_place }
    }
}

fn cut_loops<P: Position>(start: &P, moves: &mut Vec<Move>) {
    let way = Way::new(start, moves);
    let mut kept = Vec::new();
    let mut i = 0;
    while i < moves.len() {
        i = way.last_place[&key(&way.positions[i])];
        if let Some(&m) = moves.get(i) {
            kept.push(m);
        }
        i += 1;
    }
    *moves = kept;
}

fn leave_out<P: Position>(start: &P, moves: &mut Vec<Move>) {
    let mut position = start.clone();
    let mut i = 0;
    while i < moves.len() {
        match rest_without_first(&position, &moves[i..]) {
            Some(rest) => {
                moves.truncate(i);
                moves.extend(rest);
            }
            None => {
                position.play(moves[i]);
                i += 1;
            }
        }
    }
}

/// The moves after the first that are legal without it, if they win.
fn rest_without_first<P: Position>(position: &P, moves: &[Move]) -> Option<Vec<Move>> {
    let mut position = position.clone();
    let mut rest = Vec::new();
    for &m in &moves[1..] {
        if position.is_legal(m) {
            position.play(m);
            rest.push(m);
        }
    }
    position.is_won().then_some(rest)
}

fn take_shortcuts<P: Position>(start: &P, moves: &mut Vec<Move>, window: usize) {
    let mut way = Way::new(start, moves);
    let mut i = 0;
    while i < moves.len() {
        if let Some((end, shortcut)) = shortcut(&way, i, window) {
            moves.splice(i..end, shortcut);
            way = Way::new(start, moves);
        }
        i += 1;
    }
}

struct Node<P> {
    position: P,
    depth: usize,
    from: Option<(usize, Move)>,
}

/// The shortcut from the `i`-th position of the way to a later one that saves most moves, if any
/// saves one: the later position's place and the moves.
fn shortcut<P: Position>(way: &Way<P>, i: usize, window: usize) -> Option<(usize, Vec<Move>)> {
    let mut nodes = vec![Node { position: way.positions[i].clone(), depth: 0, from: None }];
    let mut seen = AHashSet::from_iter([key(&way.positions[i])]);
    let mut best: Option<(usize, usize, usize)> = None; // (moves saved, later place, node)
    let mut next = 0;
    while next < nodes.len() && nodes.len() < window {
        let depth = nodes[next].depth + 1;
        for m in nodes[next].position.legal_moves() {
            let mut child = nodes[next].position.clone();
            child.play(m);
            let child_key = key(&child);
            if !seen.insert(child_key) {
                continue;
            }
            if let Some(&j) = way.last_place.get(&child_key)
                && j > i + depth
                && best.is_none_or(|(saved, ..)| j - i - depth > saved)
            {
                best = Some((j - i - depth, j, nodes.len()));
            }
            nodes.push(Node { position: child, depth, from: Some((next, m)) });
        }
        next += 1;
    }
    let (_, end, mut node) = best?;
    let mut moves = Vec::new();
    while let Some((parent, m)) = nodes[node].from {
        moves.push(m);
        node = parent;
    }
    moves.reverse();
    Some((end, moves))
}
